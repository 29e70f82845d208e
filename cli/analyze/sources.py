"""Finding and reading records: files, folders of files, standard input."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from os.path import realpath
from pathlib import Path

from wormadvisor.cli.language import listed, say
from wormadvisor.cli.ready_made import ready_made
from wormadvisor.cli.schema import Json
from wormadvisor.cli.wording import error_line
from wormadvisor.solver.errors import Problem, RecordError
from wormadvisor.solver.record import Record
from wormadvisor.solver.record_reader import parse_record

STANDARD_INPUT = "-"
LARGEST = 64 * 2**20
"""Bytes of a file that are read; a game has some 3000."""

MOST_GAMES = 1000
"""Games analysed at once: what is known of all of them must fit into memory."""

_FILE = "file"
_MOST_FOLDERS = 5
_NO_RECORDS = frozenset({".html", ".svg", ".png", ".pdf", ".json", ".tmp"})
"""Files of a folder that other commands, or this one, put there."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What could not be read.

    Attributes
    ----------
    file
        The file.
    line
        What is wrong, in words.
    kind
        A code.
    problem
        The problem of a record; None where the file itself is the problem.
    """

    file: str
    line: str
    kind: str
    problem: Problem | None = None

    @property
    def answer(self) -> Json:
        """The trouble for a program."""
        spot = self.problem.where if self.problem else _FILE
        number = None if spot == _FILE else int(spot.rpartition(" ")[2])
        column = self.problem.column if self.problem else None
        return {
            "file": self.file,
            "line": number,
            "column": None if column is None else column + 1,
            "kind": self.kind,
            "message": self.line,
        }


@dataclass(frozen=True, slots=True)
class Found:
    """What files held.

    Attributes
    ----------
    records
        Every game, with the file it is from.
    troubles
        What could not be read.
    files
        Every file that was looked into, each once.
    """

    records: tuple[tuple[str, Record], ...]
    troubles: tuple[Trouble, ...]
    files: tuple[str, ...]


def read_all(paths: Sequence[str]) -> Found:
    """Read the games of some files and folders that have turns, and tell what cannot be read.

    A file that is named more than once, by whatever name, is read once: a game that counted
    twice would make the means look surer than they are.
    """
    records: list[tuple[str, Record]] = []
    troubles: list[Trouble] = []
    seen: dict[str, str] = {}
    for path in paths:
        try:
            files = _files(path)
            if not files:
                troubles.append(Trouble(path, _none_in(Path(path)), "no_records"))
        except OSError as error:
            files = []
            troubles.append(_unreadable(path, error))
        for file in files:
            identity = _identity(file)
            if identity in seen:
                continue
            seen[identity] = file
            try:
                _read(file, records, troubles)
            except OSError as error:
                troubles.append(_unreadable(file, error))
    return Found(tuple(records), tuple(troubles), tuple(seen.values()))


def _identity(file: str) -> str:
    """Give what all names of a file have in common."""
    # Nothing, and the sign for standard input, are no paths.
    return file if file in ("", STANDARD_INPUT) else realpath(file)


def _read(file: str, records: list[tuple[str, Record]], troubles: list[Trouble]) -> None:
    """Add the games of one file, and its troubles."""
    read = parse_record(_text(file))
    problems = list(read.problems)
    if read.more:
        problems.append(Problem("record_more", _FILE, {"count": read.more}))
    games = [record for record in read.records if record.game.turns]
    if not games and not problems:
        problems.append(Problem("record_no_turns", _FILE, {}))
    free = MOST_GAMES - len(records)
    if len(games) > free:
        problems.append(Problem("record_many", _FILE, {"highest": MOST_GAMES}))
    records += ((file, record) for record in games[:free])
    troubles += (Trouble(file, _words(problem), problem.kind, problem) for problem in problems)


def _words(problem: Problem) -> str:
    """Say what is wrong and where in the file, if in one spot."""
    return error_line(RecordError(problem)).removeprefix(f"{_FILE}: ")


def _files(path: str) -> list[str]:
    """Name the file, or the files of a folder that may be records."""
    # Nothing is not the folder one is in: a variable of a shell may be empty.
    if path in ("", STANDARD_INPUT) or not Path(path).is_dir():
        return [path]
    return [
        str(file)
        for file in sorted(Path(path).iterdir())
        if file.is_file()
        and not file.name.startswith(".")
        and file.suffix.lower() not in _NO_RECORDS
    ]


def _none_in(folder: Path) -> str:
    """Say that a folder holds no records, and where they may be instead."""
    folders = sorted(some.name for some in folder.iterdir() if some.is_dir())
    seen = [name for name in folders if not name.startswith(".")]
    if not seen:
        return say("no record is in this folder")
    return say(
        "no record is in this folder itself; name a folder in it: {folders}",
        folders=listed(seen[:_MOST_FOLDERS]),
    )


def _text(file: str) -> str:
    """Read a file; bytes that are no text become a sign that no record has."""
    if file == STANDARD_INPUT:
        content = sys.stdin.buffer.read(LARGEST + 1) if sys.stdin else b""
    else:
        with open(file, "rb") as opened:  # Not by Path: that of an empty name is a folder.
            content = opened.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise OSError(0, say("larger than {size} MB", size=LARGEST // 2**20), file)
    return content.decode("utf-8", errors="replace")


def _unreadable(file: str, error: OSError) -> Trouble:
    return Trouble(file, ready_made(error.strerror or str(error)), "io")
