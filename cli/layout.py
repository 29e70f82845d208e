"""Plain text on a terminal: columns, and lines no longer than the window.

Written out, because the libraries that do more cost more than the answer itself.
"""

import os
import sys
from collections.abc import Iterator, Sequence

PLAIN_WIDTH = 80
"""Columns to lay out for where there is no window: files, pipes."""


def window_width() -> int | None:
    """Columns of the terminal that standard output goes to; None when it is none."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    columns = os.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or PLAIN_WIDTH
    except OSError:
        return PLAIN_WIDTH


def table(rows: Sequence[Sequence[str]], left: Sequence[int], gap: int = 2) -> list[str]:
    """Lay out rows, header included, in columns.

    Parameters
    ----------
    rows
        The cells; as many in every row.
    left
        The columns that align to the left; numbers align to the right.
    gap
        Spaces between columns.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        (" " * gap)
        .join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        .rstrip()
        for row in rows
    ]


def widest(tables: Sequence[list[str]], width: int) -> list[str]:
    """Choose the first table that fits the window, or else the last."""
    fitting = (lines for lines in tables if max(map(len, lines)) <= width)
    return next(fitting, tables[-1])


def wrap(text: str, width: int | None) -> str:
    """Break a text between words so that it fits the window; without one, leave it."""
    return text if width is None else "\n".join(_lines(text, width))


def _lines(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def on_one_line(text: str) -> str:
    """Replace what would break the line or move the cursor."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
