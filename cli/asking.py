"""Asking somebody a question: a prompt at a terminal, a line from a pipe."""

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


def is_interactive() -> bool:
    """Whether somebody types and reads at a terminal."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty())


def read_line() -> str | None:
    """Read a line of standard input, its end left out; None where there is no more.

    Bytes that are no UTF-8 are read as marks of that.
    """
    line = sys.stdin.buffer.readline() if sys.stdin else b""
    return line.decode("utf-8-sig", errors="replace").rstrip("\r\n") if line else None


def piped_lines() -> Iterator[str]:
    """Give the lines of standard input, each as soon as it is there."""
    while (line := read_line()) is not None:
        yield line


def ask(prompt: str, words: Sequence[str] = ()) -> str | None:
    """Read one answer, spaces at its ends left out.

    Parameters
    ----------
    prompt
        What is asked; not shown where nobody reads it.
    words
        What the tab key completes to.

    Returns
    -------
    The line; None where there is no more: at the end of a file, or after Ctrl-D or Ctrl-C.
    """
    if not is_interactive():
        line = read_line()
        return None if line is None else line.strip()
    from prompt_toolkit.completion import WordCompleter

    try:
        answer = _session().prompt(
            f"{prompt} > ", completer=WordCompleter(list(words)), complete_while_typing=False
        )
    except (EOFError, KeyboardInterrupt):
        return None
    return answer.strip()


@cache
def _session() -> "PromptSession[str]":
    from prompt_toolkit import PromptSession

    return PromptSession()
