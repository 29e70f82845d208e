"""Tables that travel: one pickle-free ``.npz`` out, the same checks in.

Loading somebody's pickle runs their code, so the local joblib files stay at home. The file
that travels holds two plain arrays for each table: the bytes of its manifest and its
numbers. Nothing in it is trusted: it must be a table this program knows, and every block
must match its checksum, before the local file is built from the numbers.
"""

import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator
from math import prod
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.lib import format as npy

from wormadvisor.tables.errors import TableError
from wormadvisor.tables.files import write_whole
from wormadvisor.tables.layout import Array, checksum
from wormadvisor.tables.manifest import (
    Manifest,
    OtherFormatError,
    TableSpec,
    read_manifest,
    write_manifest,
)
from wormadvisor.tables.store import Store, StoredTable
from wormadvisor.tables.stored import MAX_MANIFEST, check_spec

Known = Callable[[str], TableSpec | None]
"""Name of a table -> what it has to be, or None when there is no such table."""

MANIFEST, NUMBERS = ".manifest", ".numbers"
"""Added to a table's name: its two arrays."""

_GET_AGAIN = "get the file again from where it was exported"
_OTHER_PLACE = "name another file"


def export_tables(store: Store, specs: Iterable[TableSpec], path: Path) -> None:
    """Write tables into one ``.npz``; the same tables always give the same bytes.

    Raises
    ------
    TableError
        A table cannot be used, or the file not be written.
    """
    arrays: dict[str, Array] = {}
    for spec in specs:
        table = store.open(spec)
        arrays[spec.name + MANIFEST] = np.frombuffer(write_manifest(table.manifest), np.uint8)
        arrays[spec.name + NUMBERS] = table.all_rows()

    def write(file: BinaryIO) -> None:
        np.savez(file, **arrays)  # type: ignore[arg-type]

    try:
        write_whole(path, write)
    except TableError as error:
        raise TableError(error.kind, path, _OTHER_PLACE, error.detail) from error


def import_tables(store: Store, known: Known, path: Path) -> list[StoredTable]:
    """Store the tables of an ``.npz``: all of them, or none when one is unsound.

    Parameters
    ----------
    store
        Where to.
    known
        Tells what a table of this name has to be; names it does not know are refused.
    path
        The file.

    Raises
    ------
    TableError
        ``missing``, ``unreadable``, ``damaged``, ``foreign``, ``version`` or
        ``other_rules``: of the file; ``locked`` or ``unwritable``: of the store.
    """
    for _ in _tables(path, known):
        pass  # Everything is checked before anything is stored.
    return [store.take(spec, manifest, rows) for spec, manifest, rows in _tables(path, known)]


def _tables(path: Path, known: Known) -> Iterator[tuple[TableSpec, Manifest, Array]]:
    """Yield the tables of a file one by one, each checked to its last byte."""
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            for name in _names(archive, path):
                spec = known(name)
                if spec is None:
                    detail = f"the table {name[:40]!r} is unknown to this version"
                    raise TableError("foreign", path, _GET_AGAIN, detail)
                manifest, rows = _table(archive, path, spec)
                yield spec, manifest, rows
    except TableError:
        raise
    except FileNotFoundError as error:
        raise TableError("missing", path, _OTHER_PLACE) from error
    except OSError as error:
        raise TableError("unreadable", path, _GET_AGAIN, error.strerror or str(error)) from error
    except Exception as error:
        # Archives made to break their reader break it in ways nobody lists.
        raise TableError("damaged", path, _GET_AGAIN, str(error)) from error


def _names(archive: zipfile.ZipFile, path: Path) -> list[str]:
    """Name the tables of an archive that holds tables and nothing else."""
    members = [member.filename for member in archive.infolist()]
    names = [member.removesuffix(f"{NUMBERS}.npy") for member in members[1::2]]
    expected = [f"{name}{part}.npy" for name in names for part in (MANIFEST, NUMBERS)]
    if not names or members != expected or len(set(names)) != len(names):
        raise TableError("foreign", path, _GET_AGAIN, "it is not an export of tables")
    return names


def _table(archive: zipfile.ZipFile, path: Path, spec: TableSpec) -> tuple[Manifest, Array]:
    """Read and check one table."""
    length = path.stat().st_size
    data = _array(archive, spec.name + MANIFEST, length)
    if data.dtype != np.uint8 or data.ndim != 1 or data.size > MAX_MANIFEST:
        raise ValueError("not a manifest")
    try:
        manifest, _ = read_manifest(data.tobytes())
    except OtherFormatError as error:
        raise TableError("version", path, spec.mend, str(error)) from error
    check_spec(manifest, spec, path)
    rows, layout = _array(archive, spec.name + NUMBERS, length), manifest.layout
    if rows.shape != layout.shape:
        raise ValueError("the array has another form")
    for block, digest in enumerate(manifest.blocks):
        if checksum(layout.as_rows(block, rows[layout.rows_of(block)]).data) != digest:
            raise ValueError(f"block {block} of {spec.name} does not match its checksum")
    return manifest, rows


def _array(archive: zipfile.ZipFile, name: str, length: int) -> Array:
    """Read one member as a plain array that is no larger than the file it comes from."""
    member = archive.getinfo(f"{name}.npy")
    size = member.file_size
    if size > length:
        raise ValueError(f"{name} is longer than the file")
    if (member.compress_type, member.compress_size) != (zipfile.ZIP_STORED, size):
        raise ValueError(f"{name} is compressed")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with archive.open(member) as opened:
            if npy.read_magic(opened) != (1, 0):
                raise ValueError(f"{name} is of another version")
            shape, fortran, dtype = npy.read_array_header_1_0(opened)
            # Before room is made for the array: its bytes have to be there.
            if fortran or opened.tell() + prod(shape) * dtype.itemsize != size:
                raise ValueError(f"{name} has another size")
        with archive.open(member) as opened:
            array: Array = npy.read_array(opened, allow_pickle=False)
    return array
