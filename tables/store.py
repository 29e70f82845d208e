"""A folder of tables: build, open, verify, list and clear them.

>>> store = Store()                                                     # doctest: +SKIP
>>> with store.builder(spec) as writer:                                 # doctest: +SKIP
...     for block in writer.pending:
...         writer.put(block, compute(block))
...     table = writer.finish(gap=1e-7)
>>> store.open(spec).rows([3, 1, 4])                                    # doctest: +SKIP

`Store.open` raises a `TableError` that says what is wrong, where, and what mends it;
`Store.get` returns None when there is no table. Neither ever returns a table for other
rules, of other code, or with a file that does not match its manifest.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from wormadvisor.tables.blocks import BlockWriter
from wormadvisor.tables.errors import OTHER_FOLDER, TableError, writing
from wormadvisor.tables.files import journal_path, lock_path, manifest_path, our_files
from wormadvisor.tables.layout import Array, checksum
from wormadvisor.tables.location import tables_folder
from wormadvisor.tables.lock import Lock
from wormadvisor.tables.manifest import Json, Manifest, TableSpec
from wormadvisor.tables.stored import Progress, StoredTable, check_spec, load_manifest

__all__ = ["BlockWriter", "Listed", "Progress", "Store", "StoredTable", "TableError", "TableSpec"]


@dataclass(frozen=True, slots=True)
class Listed:
    """What is in the folder under one name.

    Attributes
    ----------
    name
        The table's.
    manifest
        Of the finished table, when there is one and it opens.
    error
        Why it does not.
    unfinished
        Whether blocks of an interrupted, or running, build are there.
    nbytes
        On disk, of all its files.
    """

    name: str
    manifest: Manifest | None
    error: TableError | None
    unfinished: bool
    nbytes: int


class Store:
    """The tables in a folder.

    Parameters
    ----------
    folder
        Where; by default below the user's cache folder, or ``WORMADVISOR_CACHE``. It is
        made when something is written.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = tables_folder() if folder is None else folder

    def open(self, spec: TableSpec) -> StoredTable:
        """Open a table; no number is read yet.

        Raises
        ------
        TableError
            ``missing``, ``foreign``, ``truncated``, ``damaged``, ``version``,
            ``other_rules`` or ``unreadable``.
        """
        return self._open(spec.name, spec.mend, spec)

    def get(self, spec: TableSpec) -> StoredTable | None:
        """Open a table, or return None when there is none.

        Raises
        ------
        TableError
            There is one, but it cannot be used: as `open`.
        """
        try:
            return self.open(spec)
        except TableError as error:
            if error.kind == "missing":
                return None
            raise

    def is_sound(self, spec: TableSpec) -> bool:
        """Tell whether the table is there, every byte right, and built from what is there."""
        try:
            self.open(spec)
            self.verify(spec.name)
        except TableError:
            return False
        return True

    def verify(self, name: str, progress: Progress | None = None) -> StoredTable:
        """Read a table from its first byte to its last, whatever it is, and check it all.

        Checked are the manifest, the file's length and header, every block, and that the
        tables it was built from are there unchanged. What its numbers mean is for its
        `TableKind` to prove.

        Raises
        ------
        TableError
            As `open`, or ``dependency``.
        """
        mend = f"wormadvisor tables build {name}"
        table = self._open(name, mend)
        for other, expected in table.manifest.dependencies.items():
            path = manifest_path(self.folder, other)
            both = f"wormadvisor tables build {other} {name}"
            try:
                found = load_manifest(self.folder, other, both)[0].checksum
            except TableError as error:
                raise TableError("dependency", path, both, str(error.kind)) from error
            if found != expected:
                raise TableError("dependency", path, both, f"{name} was built from another")
        table.all_rows(progress)
        return table

    def builder(self, spec: TableSpec, wait: float = 0.0) -> BlockWriter:
        """Begin to build a table, or go on with an interrupted build of the same.

        The tables it depends on must be there; their checksums are taken down, and a build
        that began with others starts anew.

        Parameters
        ----------
        spec
            The table to be.
        wait
            Seconds to wait for another builder of the same table.

        Raises
        ------
        TableError
            ``locked``, ``unwritable``, or what is wrong with the manifest of a dependency.
        """
        return self._writer(spec, self._checksums(spec), wait=wait)

    def write(
        self,
        spec: TableSpec,
        rows: npt.ArrayLike,
        *,
        gap: float | None = None,
        meta: Mapping[str, Json] | None = None,
    ) -> StoredTable:
        """Build a table from all its rows at once.

        Raises
        ------
        ValueError
            They do not have the layout's dtype and shape.
        TableError
            As `builder`.
        """
        array = np.asarray(rows)
        if array.shape != spec.layout.shape:
            raise ValueError(f"{spec.name} has shape {spec.layout.shape}, not {array.shape}")
        with self._writer(spec, self._checksums(spec), resume=False) as writer:
            for block in writer.pending:
                writer.put(block, array[spec.layout.rows_of(block)])
            return writer.finish(gap=gap, meta=meta)

    def take(self, spec: TableSpec, manifest: Manifest, rows: Array) -> StoredTable:
        """Store a table that was built elsewhere, just as its manifest describes it.

        Raises
        ------
        TableError
            It is not the table of this spec, or its rows do not match its checksums.
        """
        path = manifest_path(self.folder, spec.name)
        check_spec(manifest, spec, path)
        with self._writer(spec, manifest.dependencies, resume=False) as writer:
            for block, digest in enumerate(manifest.blocks):
                part = spec.layout.as_rows(block, rows[spec.layout.rows_of(block)])
                if checksum(part.data) != digest:
                    detail = f"block {block} does not match its checksum"
                    raise TableError("damaged", path, spec.mend, detail)
                writer.put(block, part)
            return writer.finish(gap=manifest.gap, meta=manifest.meta)

    def listing(self) -> list[Listed]:
        """Tell what is in the folder; no number is read.

        Raises
        ------
        TableError
            ``unreadable``.
        """
        listed = []
        for name, files in self._files().items():
            manifest = error = None
            try:
                manifest = self._open(name, f"wormadvisor tables build {name}").manifest
            except TableError as caught:
                error = caught
            unfinished = journal_path(self.folder, name) in files
            nbytes = sum(_size_of(path) for path in files)
            listed.append(Listed(name, manifest, error, unfinished, nbytes))
        return listed

    def clear(self, name: str) -> int:
        """Remove all files of a table, finished or not, and nothing else.

        Returns
        -------
        Bytes freed on disk.

        Raises
        ------
        TableError
            ``locked``: it is being built; ``unwritable``.
        """
        files = self._files().get(name, [])
        if not files:
            return 0
        lock = Lock(lock_path(self.folder, name))
        try:
            freed = 0
            for path in self._files().get(name, []):
                if path != lock.path:
                    freed += _size_of(path)
                    with writing(path):
                        path.unlink(missing_ok=True)
        except BaseException:
            lock.release()
            raise
        lock.release(remove=True)
        with suppress(OSError):  # Not empty: it holds other tables, or somebody's files.
            self.folder.rmdir()
        return freed

    def _open(self, name: str, mend: str, spec: TableSpec | None = None) -> StoredTable:
        manifest, file = load_manifest(self.folder, name, mend)
        if spec is not None:
            check_spec(manifest, spec, manifest_path(self.folder, name))
        try:
            return StoredTable.load(self.folder, manifest, file, mend)
        except TableError:
            # Another process may have replaced the table since its manifest was read.
            if load_manifest(self.folder, name, mend) == (manifest, file):
                raise
            return self._open(name, mend, spec)

    def _checksums(self, spec: TableSpec) -> dict[str, str]:
        """Take down the checksums of the tables that a table is built from."""
        return {
            name: load_manifest(self.folder, name, f"wormadvisor tables build {name}")[0].checksum
            for name in spec.dependencies
        }

    def _writer(
        self,
        spec: TableSpec,
        dependencies: Mapping[str, str],
        *,
        wait: float = 0.0,
        resume: bool = True,
    ) -> BlockWriter:
        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        return BlockWriter(self.folder, spec, dependencies, wait=wait, resume=resume)

    def _files(self) -> dict[str, list[Path]]:
        found: dict[str, list[Path]] = {}
        try:
            for name, path in our_files(self.folder):
                found.setdefault(name, []).append(path)
        except OSError as error:
            detail = error.strerror or str(error)
            raise TableError("unreadable", self.folder, OTHER_FOLDER, detail) from error
        return found


def _size_of(path: Path) -> int:
    """Return what a file takes on disk; 0 when it has just gone."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
