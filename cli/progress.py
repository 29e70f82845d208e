"""How far long work has come, on standard error.

A bar on a terminal; elsewhere a line now and then.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import click

from wormadvisor.cli.language import say

Progress = Callable[[int, int], None]

_SECONDS_BETWEEN_LINES = 10.0
_PATIENCE = 1.0
"""Seconds of work that nobody asks about."""


class _Pace:
    """Parts a second since the first report: what an earlier run did does not count."""

    def __init__(self) -> None:
        self._start: tuple[float, int] | None = None

    def at(self, done: int) -> float:
        now = time.monotonic()
        if self._start is None:
            self._start = now, done
        began, first = self._start
        return (done - first) / max(now - began, 1e-9)


@contextmanager
def progress(title: str) -> Iterator[Progress]:
    """Show the progress of one piece of work, told as (done, total) parts of it."""
    if not sys.stderr.isatty():
        yield _lines(title)
        return
    # Imported here: it takes as long as many a table.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    pace = _Pace()
    with Bar(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}", markup=False),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task(title, total=None, pace="")

        def report(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, pace=_words(pace.at(done)))

        yield report


@contextmanager
def patient_progress(title: str) -> Iterator[Progress]:
    """Show the progress of work as `progress` does, once it takes longer than people wait."""
    began = time.monotonic()
    with ExitStack() as shown:
        report: Progress | None = None

        def step(done: int, total: int) -> None:
            nonlocal report
            if report is None and time.monotonic() - began > _PATIENCE:
                report = shown.enter_context(progress(title))
            if report is not None:
                report(done, total)

        yield step


def _lines(title: str) -> Progress:
    """Write a line every ten seconds, so that short work writes none."""
    pace, last = _Pace(), time.monotonic()

    def report(done: int, total: int) -> None:
        nonlocal last
        now, rate = time.monotonic(), pace.at(done)
        if now - last < _SECONDS_BETWEEN_LINES or not rate:
            return
        last = now
        message = say(
            "{title}: {done:,} of {total:,}, {rate}, about {seconds} s left",
            title=title,
            done=done,
            total=total,
            rate=_words(rate),
            seconds=round((total - done) / rate),
        )
        click.echo(message, err=True)

    return report


def _words(rate: float) -> str:
    return say("{rate:,.1f}/s", rate=rate)
