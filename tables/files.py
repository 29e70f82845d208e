"""The names of a table's files, and writing one so that it is there wholly or not at all.

A finished table is two files::

    odds.json                       its manifest; a table is there when this is there
    odds.1f0c5d2e9a7b3c48.joblib    its numbers; the name is taken from the manifest

Because other numbers have another file name, replacing the manifest replaces the table at
one stroke, whatever moment a reader or a crash picks. While a table is built there are
also ``odds.part`` and ``odds.journal`` (finished blocks), and ``odds.lock``. What is written
goes first to a name of its own, ``odds.json.5e0f93c2a1b4d687.tmp``; a kill may leave it there.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from errno import EINVAL
from pathlib import Path
from secrets import token_hex
from stat import S_IMODE
from typing import BinaryIO

from wormadvisor.tables.errors import writing
from wormadvisor.tables.layout import checksum
from wormadvisor.tables.manifest import NAME, FileFacts, Manifest

TEMPORARY = ".tmp"

_OURS = re.compile(
    rf"(?P<name>{NAME.pattern})\.(json|lock|part|journal|[0-9a-f]{{16}}\.joblib)"
    rf"((\.[0-9a-f]{{16}})?{TEMPORARY})?"
)


def manifest_path(folder: Path, name: str) -> Path:
    """Return where a table's manifest is."""
    return folder / f"{name}.json"


def data_path(folder: Path, manifest: Manifest, file: FileFacts) -> Path:
    """Return where a table's numbers are."""
    key = checksum(f"{manifest.checksum} {file.header}".encode())
    return folder / f"{manifest.name}.{key[:16]}.joblib"


def lock_path(folder: Path, name: str) -> Path:
    """Return where the lock of a table's writer is."""
    return folder / f"{name}.lock"


def part_path(folder: Path, name: str) -> Path:
    """Return where the numbers of an unfinished table are."""
    return folder / f"{name}.part"


def journal_path(folder: Path, name: str) -> Path:
    """Return where the finished blocks of an unfinished table are listed."""
    return folder / f"{name}.journal"


def our_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield each file here that can be a table's, with the table's name.

    Raises
    ------
    OSError
        The folder is there but cannot be listed.
    """
    try:
        with os.scandir(folder) as entries:
            # Not the targets of links: they are not ours, and may lead in circles.
            found = sorted(e.path for e in entries if not e.is_dir(follow_symlinks=False))
    except (FileNotFoundError, NotADirectoryError):
        return
    for path in map(Path, found):
        ours = _OURS.fullmatch(path.name)
        if ours:
            yield ours["name"], path


def write_synced(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file and wait until it is on disk; leave none when that fails.

    Parameters
    ----------
    path
        Where; an older file is overwritten in place, so this is for temporary ones.
    write
        Writes the content to the open file it is given.

    Raises
    ------
    TableError
        ``unwritable``.
    """
    with writing(path):
        _write_synced(path, path.open("wb"), write)


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file that appears complete, on disk for good, or not at all.

    Several may do this at a time: each writes under a name of its own, and the last one to
    finish stays.

    Parameters
    ----------
    path
        Where; an older file is replaced, by one that the same people may read and write, and
        a link stays: the file that it leads to is written.
    write
        As for `write_synced`.

    Raises
    ------
    TableError
        ``unwritable``; also where something else than a file has this name.
    """
    with writing(path):
        path = Path(os.path.realpath(path))
        if path.exists() and not path.is_file():
            # Renaming would put a file in place of a device.
            raise OSError(EINVAL, "not a regular file")
        temporary = path.with_name(f"{path.name}.{token_hex(8)}{TEMPORARY}")
        file = temporary.open("xb")
        with suppress(OSError):  # There is no older file, or there are no modes here.
            temporary.chmod(S_IMODE(path.stat().st_mode))
        _write_synced(temporary, file, write)
        try:
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)


def _write_synced(path: Path, file: BinaryIO, write: Callable[[BinaryIO], object]) -> None:
    """Fill an open file and close it, or remove it."""
    try:
        with file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    """Make the renaming durable, where the system can."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
