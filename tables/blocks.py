"""Building a table block by block, so that a killed build goes on where it was.

Finished blocks lie in one file at their final places (``.part``), and a journal beside it
lists them with their checksums, after a first line that says which table this is going to
be. A kill can only lose the block being written: its line is missing or torn. After a loss
of power lines may have outlived their numbers; so every block is checked before it counts.

Nothing in the finished files tells when, by how many runs or in which order they came.
"""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
import numpy.typing as npt

from wormadvisor.tables.errors import TableError, writing
from wormadvisor.tables.files import (
    TEMPORARY,
    data_path,
    journal_path,
    lock_path,
    manifest_path,
    our_files,
    part_path,
    write_synced,
    write_whole,
)
from wormadvisor.tables.layout import Array, checksum
from wormadvisor.tables.lock import Lock
from wormadvisor.tables.manifest import (
    FORMAT,
    FileFacts,
    Json,
    Manifest,
    TableSpec,
    canonical,
    plan,
    read_manifest,
    write_manifest,
)
from wormadvisor.tables.stored import StoredTable

PROTOCOL = 4
"""Of pickle: fixed, so that all Python versions write the same bytes."""

_LINE = re.compile(rb"([0-9]{1,18}) ([0-9a-f]{32})\n")


class BlockWriter:
    """The one writer of a table, from `Store.builder`; a context manager.

    Leaving it without `finish` keeps the finished blocks for the next one.

    Parameters
    ----------
    folder
        Where; it exists.
    spec, dependencies
        The table to be, and the checksums of what it is built from.
    wait
        Seconds to wait for another writer of this table.
    resume
        Whether to take over the blocks of an interrupted build.

    Attributes
    ----------
    resumed
        Blocks taken over from an interrupted build.

    Raises
    ------
    TableError
        ``locked`` or ``unwritable``.
    """

    def __init__(
        self,
        folder: Path,
        spec: TableSpec,
        dependencies: Mapping[str, str],
        *,
        wait: float = 0.0,
        resume: bool = True,
    ) -> None:
        self._folder, self._spec, self._dependencies = folder, spec, dependencies
        self._part = part_path(folder, spec.name)
        self._journal = journal_path(folder, spec.name)
        self._lock = Lock(lock_path(folder, spec.name), wait)
        try:
            self._blocks = self._take_over() if resume else {}
            self._begin()
        except BaseException:
            self._lock.release()
            raise
        self.resumed = len(self._blocks)

    @property
    def pending(self) -> tuple[int, ...]:
        """Blocks still to be put, in order."""
        return tuple(b for b in range(self._spec.layout.blocks) if b not in self._blocks)

    def put(self, block: int, rows: npt.ArrayLike) -> None:
        """Keep a finished block; in any order.

        Parameters
        ----------
        block
            Which.
        rows
            Its rows, of the dtype and shape of the layout.

        Raises
        ------
        ValueError
            Another dtype or shape, or other numbers than this block had before.
        TableError
            ``unwritable``.
        """
        array = self._spec.layout.as_rows(block, rows)
        digest = checksum(array.data)
        if self._blocks.get(block, digest) != digest:
            raise ValueError(f"block {block} was put before, with other numbers")
        if block in self._blocks:
            return
        # Numbers first, then the line that vouches for them.
        with writing(self._part):
            self._numbers.seek(block * self._spec.layout.block_rows * self._spec.layout.row_bytes)
            self._numbers.write(array.data)
            self._numbers.flush()
        with writing(self._journal):
            self._lines.write(_line(block, digest))
            self._lines.flush()
        self._blocks[block] = digest

    def built_rows(self) -> Array:
        """Return all rows, read-only; those of pending blocks mean nothing yet."""
        layout = self._spec.layout
        with writing(self._part):
            return np.asarray(np.memmap(self._part, layout.dtype, "r", shape=layout.shape))

    def finish(
        self, *, gap: float | None = None, meta: Mapping[str, Json] | None = None
    ) -> StoredTable:
        """Make the table out of its blocks, and let go of it.

        Parameters
        ----------
        gap
            Upper minus lower bound, at most, when it holds proven bounds.
        meta
            Anything else to tell, as JSON; the same for every way to build this table.

        Raises
        ------
        ValueError
            Blocks are pending, or the gap is no number of at least 0.
        TableError
            ``unwritable``, or ``damaged``: blocks changed on disk while it was built.
        """
        if self.pending:
            raise ValueError(f"{len(self.pending)} blocks are pending")
        manifest = self._manifest(gap, meta or {})
        self._close_files()
        file = self._dump(manifest)
        path = manifest_path(self._folder, manifest.name)
        write_whole(path, lambda opened: opened.write(write_manifest(manifest, file)))
        self._remove_all_but(path, data_path(self._folder, manifest, file))
        self._lock.release()
        return StoredTable.load(self._folder, manifest, file, self._spec.mend)

    def close(self) -> None:
        """Let go of the table; finished blocks stay for the next writer."""
        self._close_files()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def _plan(self) -> bytes:
        return canonical({"format": FORMAT, "table": plan(self._spec, self._dependencies)})

    def _manifest(self, gap: float | None, meta: Mapping[str, Json]) -> Manifest:
        manifest = Manifest(
            name=self._spec.name,
            rules=self._spec.rules_text,
            rules_hash=self._spec.rules_hash,
            code_version=self._spec.code_version,
            layout=self._spec.layout,
            dependencies=self._dependencies,
            blocks=tuple(self._blocks[block] for block in range(self._spec.layout.blocks)),
            gap=None if gap is None else float(gap),
            meta=meta,
        )
        # What cannot be read back must not be written: a gap of NaN, tuples in meta ...
        return read_manifest(write_manifest(manifest))[0]

    def _take_over(self) -> dict[int, str]:
        """Return the sound blocks of an interrupted build of this very table."""
        layout = self._spec.layout
        try:
            if not self._journal.is_file():
                return {}
            start, *lines = self._journal.read_bytes().splitlines(keepends=True)
            if start != self._plan or self._part.stat().st_size != layout.nbytes:
                return {}
            numbers = self.built_rows()
        except (OSError, ValueError, TableError):
            return {}  # There is none, or nothing to rely on: the build starts anew.
        sound = {}
        for line in lines:
            # A torn line, or one that was never ours, vouches for nothing.
            found = _LINE.fullmatch(line)
            if found and (block := int(found[1])) < layout.blocks:
                digest = found[2].decode()
                if checksum(numbers[layout.rows_of(block)].data) == digest:
                    sound[block] = digest
        return sound

    def _begin(self) -> None:
        """Open the files, with the blocks taken over and nothing else in the journal."""
        if not self._blocks:
            with writing(self._part):
                self._part.unlink(missing_ok=True)
                with self._part.open("wb") as part:
                    part.truncate(self._spec.layout.nbytes)
            with writing(self._journal):
                self._journal.unlink(missing_ok=True)  # Whatever it is.
        lines = b"".join(_line(*item) for item in sorted(self._blocks.items()))
        write_whole(self._journal, lambda opened: opened.write(self._plan + lines))
        with writing(self._part):
            self._numbers = self._part.open("r+b")
        with writing(self._journal):
            self._lines = self._journal.open("ab")

    def _dump(self, manifest: Manifest) -> FileFacts:
        """Write the numbers the way joblib does, and check what came out."""
        import joblib

        rows = self.built_rows()
        temporary = self._part.with_name(self._part.name + TEMPORARY)
        write_synced(temporary, lambda opened: joblib.dump(rows, opened, protocol=PROTOCOL))
        # Written by ourselves a moment ago: loading it tells where joblib put the numbers.
        loaded = joblib.load(temporary, mmap_mode="r")
        offset = int(loaded.offset)
        for block, digest in enumerate(manifest.blocks):
            if checksum(loaded[manifest.layout.rows_of(block)].data) != digest:
                detail = f"block {block} changed while the table was built"
                raise TableError("damaged", self._part, self._spec.mend, detail)
        del loaded  # Some systems do not rename a file that is mapped.
        with writing(temporary):
            with temporary.open("rb") as opened:
                header = opened.read(offset)
                size = opened.seek(0, os.SEEK_END)
                opened.seek(offset + manifest.layout.nbytes)
                header += opened.read()
            file = FileFacts(checksum(header), offset, size)
            temporary.replace(data_path(self._folder, manifest, file))
        return file

    def _remove_all_but(self, *keep: Path) -> None:
        """Remove what the build, and an older table of this name, have left."""
        with suppress(OSError):  # The table is there; a mapped old file goes another time.
            for name, path in our_files(self._folder):
                if name == self._spec.name and path not in (*keep, self._lock.path):
                    path.unlink(missing_ok=True)

    def _close_files(self) -> None:
        self._numbers.close()
        self._lines.close()


def _line(block: int, digest: str) -> bytes:
    return f"{block} {digest}\n".encode()
