"""Where games are kept, and writing them so that no moment of a crash loses one."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from stat import S_ISREG

import click

from wormadvisor.cli.language import say
from wormadvisor.cli.ready_made import ready_made
from wormadvisor.solver.errors import Problem, RecordError, SolverError
from wormadvisor.solver.record import Record, format_records
from wormadvisor.solver.record_reader import parse_record
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.files import write_whole
from wormadvisor.tables.lock import Lock

VARIABLE = "WORMADVISOR_DATA"
"""Environment variable that names another data folder than the user's own."""

LATEST = ""
"""What stands for the file saved last, where a file is named."""

_SUFFIX = ".txt"


def games_folder() -> Path:
    """Return the folder of the games; it need not exist yet."""
    data = os.environ.get(VARIABLE)
    if not data:
        from platformdirs import user_data_dir

        data = user_data_dir("wormadvisor", appauthor=False)
    return Path(data).absolute() / "games"


def new_path(now: datetime) -> Path:
    """Return a file for a new game, named for the time, that nobody has or writes yet."""
    folder, name = games_folder(), f"{now:%Y-%m-%d-%H%M%S}"
    number = 1
    while True:
        path = folder / f"{name}{f'-{number}' if number > 1 else ''}{_SUFFIX}"
        if not path.exists() and not _lock_path(path).exists():
            return path
        number += 1


@contextmanager
def held(path: Path, where: str, *, wait: float = 0.0) -> Iterator[None]:
    """Keep the file of a game from others who would write it, within the block.

    Where no lock can be had - a folder that cannot be written - the game goes on without, as
    nothing is saved there either.

    Parameters
    ----------
    path
        The file; its folder is made.
    where
        What named it, for the error.
    wait
        Seconds to wait for somebody else who has it.

    Raises
    ------
    SolverError
        ``file_in_use``: somebody else has it.
    """
    lock = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock(_lock_path(path), wait)
    except OSError:
        pass
    except TableError as error:
        if error.kind == "locked":
            raise SolverError(Problem("file_in_use", where, {"path": path})) from error
    try:
        yield
    finally:
        if lock:
            with suppress(TableError):
                lock.release(remove=True)


def newest_first() -> list[Path]:
    """List the files of games, the one saved last first."""
    found = []
    try:
        for path in games_folder().iterdir():
            with suppress(OSError):  # It leads nowhere, or has just gone.
                facts = path.stat()
                if path.suffix == _SUFFIX and S_ISREG(facts.st_mode):
                    found.append((facts.st_mtime_ns, path.name, path))
    except FileNotFoundError:
        return []
    return [path for _, _, path in sorted(found, reverse=True)]


def to_resume(file: str, fits: Callable[[Record], bool]) -> Path:
    """Find the file of the game to go on with: the last one in it.

    Parameters
    ----------
    file
        The file as somebody named it, or `LATEST`.
    fits
        Tells of the game saved last whether it is meant, else of the one before, and so on.

    Returns
    -------
    A file that can be read.

    Raises
    ------
    RecordError
        The file named is wrong, or no game is there (``no_saved_game``).
    OSError
        The file named cannot be read.
    """
    if file != LATEST:
        path = Path(file).expanduser().absolute()
        load(path)
        return path
    for path in newest_first():
        with suppress(SolverError, OSError):
            if fits(load(path)[-1]):
                return path
    raise RecordError(Problem("no_saved_game", "--resume", {"path": games_folder()}))


def save(path: Path, records: Sequence[Record]) -> None:
    """Write games; the older state of the file is there until the newer one is complete.

    Raises
    ------
    TableError
        ``unwritable``.
    OSError
        The folder cannot be made.
    """
    save_text(path, format_records(records))


def save_text(path: Path, text: str) -> None:
    """Write a file; its older state is there until the newer one is complete.

    Raises
    ------
    TableError
        ``unwritable``.
    OSError
        The folder cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, lambda file: file.write(text.encode()))


def was_saved(path: Path, write: Callable[[Path], None]) -> bool:
    """Write a file, and tell whether it was; say so on standard error when it was not."""
    try:
        write(path)
    except (TableError, OSError) as error:
        message = say("NOT SAVED: {path}: {reason}", path=path, reason=reason(error))
        click.secho(message, fg="red", err=True)
        return False
    return True


def load(path: Path) -> tuple[Record, ...]:
    """Read the games of a file, at least one.

    Raises
    ------
    RecordError
        Something is wrong with them; the first problem is named with its spot.
    OSError
        The file cannot be read.
    """
    read = parse_record(_text(path))
    if read.problems:
        first = read.problems[0]
        raise RecordError(replace(first, where=f"{path}, {first.where}"))
    return read.records


def _text(path: Path) -> str:
    """Read a file that is going to be written again: all of it must be text."""
    content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The decoder gives what comes after a byte order mark.
        before = error.object[: error.start].decode()
        lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        where = f"{path}, line {len(lines)}"
        fields = {"column": len(lines[-1])}
        raise RecordError(Problem("record_no_text", where, fields)) from error


def _lock_path(path: Path) -> Path:
    """Name the lock of a file, the same by whatever links it was named."""
    real = Path(os.path.realpath(path))
    return real.with_name(f".{real.name}.lock")


def reason(error: TableError | OSError) -> str:
    """Tell what the system said against writing."""
    said = error.detail if isinstance(error, TableError) else error.strerror
    return ready_made(said or str(error))
