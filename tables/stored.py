"""A table on disk, read without trusting it.

Opening checks the manifest, the length of the file and the pickle's bytes around the
numbers, and reads no number. A probe checks the blocks it touches, once, before it serves
from them.

The file is one that `joblib.load` reads as well. Here the numbers are mapped at the place
that the manifest names, as joblib would map them: nothing is unpickled, and an answer from
a table does not wait for the import of joblib, which takes as long as a third of it.
"""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from wormadvisor.tables.errors import Kind, TableError
from wormadvisor.tables.files import data_path, manifest_path
from wormadvisor.tables.layout import Array, checksum
from wormadvisor.tables.manifest import (
    FileFacts,
    Manifest,
    OtherFormatError,
    TableSpec,
    read_manifest,
)

Progress = Callable[[int, int], None]
"""Told (done, total) as work goes on."""

MAX_MANIFEST = 1 << 26
MAX_HEADER = 1 << 16
"""Bytes; longer ones are not ours, and are not read."""


def load_manifest(folder: Path, name: str, mend: str) -> tuple[Manifest, FileFacts]:
    """Read and check the manifest of a table.

    Raises
    ------
    TableError
        ``missing``, ``unreadable``, ``damaged``, ``foreign`` or ``version``.
    """
    path = manifest_path(folder, name)
    data = _read_start(path, MAX_MANIFEST + 1, mend)
    if len(data) > MAX_MANIFEST:
        raise TableError("foreign", path, mend, "too long for a manifest")
    try:
        manifest, file = read_manifest(data)
    except OtherFormatError as error:
        raise TableError("version", path, mend, str(error)) from error
    except ValueError as error:
        raise TableError("damaged", path, mend, str(error)) from error
    if manifest.name != name:
        raise TableError("foreign", path, mend, f"it is {manifest.name}")
    if file is None:
        raise TableError("damaged", path, mend, "file is missing")
    return manifest, file


def check_spec(manifest: Manifest, spec: TableSpec, path: Path) -> None:
    """Check that a manifest is of the table asked for.

    Raises
    ------
    TableError
        ``foreign``, ``version`` or ``other_rules``.
    """
    if manifest.name != spec.name:
        raise TableError("foreign", path, spec.mend, f"it is {manifest.name}")
    if (manifest.rules, manifest.rules_hash) != (spec.rules_text, spec.rules_hash):
        detail = f"{manifest.rules}, not {spec.rules_text}"
        raise TableError("other_rules", path, spec.mend, detail)
    if manifest.code_version != spec.code_version:
        detail = f"{manifest.code_version[:40]}, not {spec.code_version}"
        raise TableError("version", path, spec.mend, detail)
    if manifest.layout != spec.layout or set(manifest.dependencies) != set(spec.dependencies):
        raise TableError("foreign", path, spec.mend, "it has another form")


class StoredTable:
    """A sound table on disk; made by `Store.open`.

    Attributes
    ----------
    manifest
        What it is.
    path
        The file with its numbers.
    mend
        What to do when it turns out to be damaged.
    """

    def __init__(self, manifest: Manifest, path: Path, mend: str, numbers: Array) -> None:
        self.manifest = manifest
        self.path = path
        self.mend = mend
        self._numbers = numbers
        self._sound = np.zeros(manifest.layout.blocks, np.bool_)

    @classmethod
    def load(cls, folder: Path, manifest: Manifest, file: FileFacts, mend: str) -> Self:
        """Open the file that belongs to a manifest.

        Raises
        ------
        TableError
            ``unreadable``, ``truncated`` or ``damaged``.
        """
        path, layout = data_path(folder, manifest, file), manifest.layout
        _check_header(path, manifest, file, mend)
        try:
            mapped = np.memmap(path, layout.dtype, "r", file.offset, layout.shape)
        except (OSError, ValueError) as error:
            raise TableError("unreadable", path, mend, str(error)) from error
        return cls(manifest, path, mend, np.asarray(mapped))

    @property
    def checksum(self) -> str:
        """What tables built from this one depend on."""
        return self.manifest.checksum

    def row(self, index: int) -> Array:
        """Return a copy of one row, checked.

        Raises
        ------
        IndexError
            There is no such row; negative ones do not count from the end.
        TableError
            ``damaged``.
        """
        if not 0 <= index < len(self._numbers):
            raise IndexError(f"row {index} of {len(self._numbers)}")
        self._check(index // self.manifest.layout.block_rows)
        return np.array(self._numbers[index])

    def rows(self, indices: npt.ArrayLike) -> Array:
        """Return copies of many rows, checked: (...,) -> (..., *row shape).

        Raises
        ------
        IndexError
            They are not whole numbers, or there is no such row.
        TableError
            ``damaged``.
        """
        index = np.asarray(indices)
        if not index.size:
            index = index.astype(np.intp)
        if index.dtype.kind not in "iu":
            raise IndexError(f"rows are numbered by whole numbers, not {index.dtype}")
        if index.size and (index.min() < 0 or index.max() >= len(self._numbers)):
            raise IndexError(f"a row out of {len(self._numbers)}")
        block = index // self.manifest.layout.block_rows
        for unknown in np.unique(block[~self._sound[block]]).tolist():
            self._check(unknown)
        found: Array = self._numbers[index]
        return found

    def all_rows(self, progress: Progress | None = None) -> Array:
        """Return the whole table, checked, without copying it: a read-only memory map.

        Raises
        ------
        TableError
            ``damaged``.
        """
        for block in range(len(self._sound)):
            self._check(block)
            if progress is not None:
                progress(block + 1, len(self._sound))
        return self._numbers

    def _check(self, block: int) -> None:
        if self._sound[block]:
            return
        part = self.manifest.layout.rows_of(block)
        if checksum(self._numbers[part].data) != self.manifest.blocks[block]:
            detail = f"block {block} does not match its checksum"
            raise TableError("damaged", self.path, self.mend, detail)
        self._sound[block] = True


def _read_start(path: Path, length: int, mend: str) -> bytes:
    """Read the first bytes of a file that has to be a real one."""
    try:
        # A pipe or device in its place could keep us waiting for ever.
        if not stat.S_ISREG(path.stat().st_mode):
            raise TableError("foreign", path, f"remove {path}", "not a file")
        with path.open("rb") as opened:
            return opened.read(length)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise TableError("missing", path, mend) from error
    except OSError as error:
        raise TableError("unreadable", path, mend, error.strerror or str(error)) from error


def _check_header(path: Path, manifest: Manifest, file: FileFacts, mend: str) -> None:
    """Check the file's length and all bytes around its numbers."""
    numbers_end = file.offset + manifest.layout.nbytes
    if file.offset + file.size - numbers_end > MAX_HEADER:
        raise TableError("damaged", path, mend, "too many bytes around the numbers")
    try:
        header = _read_start(path, file.offset, mend)
        with path.open("rb") as opened:
            size = os.fstat(opened.fileno()).st_size
            opened.seek(numbers_end)
            header += opened.read(MAX_HEADER)
    except OSError as error:
        raise TableError("unreadable", path, mend, error.strerror or str(error)) from error
    except TableError as error:
        if error.kind != "missing":
            raise
        # The manifest is there: a table was, and its user should hear that it is no more.
        raise TableError("damaged", path, mend, "the file with the numbers is gone") from error
    if size != file.size:
        kind: Kind = "truncated" if size < file.size else "damaged"
        raise TableError(kind, path, mend, f"{size} bytes, not {file.size}")
    if checksum(header) != file.header:
        raise TableError("damaged", path, mend, "the header does not match its checksum")
