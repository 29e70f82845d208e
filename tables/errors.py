"""What can be wrong with a table on disk, as data.

Like the errors of the solver: a kind and the fields a message needs, worded for people
elsewhere; ``str(error)`` is a plain English line for programmers and for those who have
nothing better. It always names the file and what mends it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

Kind = Literal[
    "missing",
    "foreign",
    "truncated",
    "damaged",
    "version",
    "other_rules",
    "dependency",
    "refuted",
    "unreadable",
    "unwritable",
    "locked",
]

_ENGLISH: Mapping[Kind, str] = {
    "missing": "there is no such file",
    "foreign": "this is not the table asked for",
    "truncated": "the file is cut short",
    "damaged": "the file is damaged",
    "version": "made by another version of the program",
    "other_rules": "made for other rules",
    "dependency": "a table it was built from is missing or has changed",
    "refuted": "its numbers are wrong",
    "unreadable": "cannot be read",
    "unwritable": "cannot be written",
    "locked": "another process is writing it",
}

OTHER_FOLDER = "set WORMADVISOR_CACHE to a folder that can be written"
WAIT = "wait until the other process has finished, or end it"


class TableError(Exception):
    """A table that cannot be used, or not be made.

    Parameters
    ----------
    kind
        What is wrong, as a code.
    path
        The file, or the folder.
    mend
        What to do: mostly a command.
    detail
        What exactly was seen, in plain English.
    """

    def __init__(self, kind: Kind, path: Path | str, mend: str, detail: str = "") -> None:
        # All four are the arguments, so that the error survives pickling.
        super().__init__(kind, path, mend, detail)
        self.kind: Kind = kind
        self.path = Path(path)
        self.mend = mend
        self.detail = detail

    @property
    def where(self) -> str:
        """The path as one line of text, whatever bytes it has."""
        return _one_line(str(self.path))

    @property
    def fields(self) -> Mapping[str, object]:
        """Everything a message about it needs."""
        return {"path": self.where, "mend": _one_line(self.mend), "detail": _one_line(self.detail)}

    def __str__(self) -> str:
        detail = f" ({_one_line(self.detail)})" if self.detail else ""
        mend = _one_line(self.mend)
        return f"{self.where}: {_ENGLISH[self.kind]}{detail}; to mend it: {mend}"


def _one_line(text: str) -> str:
    return text if text.isprintable() else ascii(text)


@contextmanager
def writing(path: Path, mend: str = OTHER_FOLDER) -> Iterator[None]:
    """Turn what the system says about writing here into a `TableError`.

    Raises
    ------
    TableError
        ``unwritable``.
    """
    try:
        yield
    except OSError as error:
        raise TableError("unwritable", path, mend, error.strerror or str(error)) from error
