"""The options of proven win chances, the same for every command that gives them."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from wormadvisor.cli.language import say
from wormadvisor.cli.question import once
from wormadvisor.cli.wording import tell_computed
from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.value.kinds import Value

if TYPE_CHECKING:  # Imported when it is asked for: most questions do without.
    from wormadvisor.solver.value.endgame import Progress
    from wormadvisor.tables.certified import ProvenWin

_PATIENCE = 1.0
"""Seconds of work before its progress is shown."""


@dataclass(frozen=True, slots=True)
class Proving:
    """How hard to try.

    Attributes
    ----------
    exact
        Whether to solve any number of positions.
    gap
        Upper minus lower bound that is wanted; None: what is good enough by default.
    seconds
        Time to spend; None: any.
    """

    exact: bool
    gap: float | None
    seconds: float | None

    @property
    def given(self) -> tuple[str, ...]:
        """The options that were written."""
        said = {
            "--exact": self.exact,
            "--gap": self.gap is not None,
            "--time": self.seconds is not None,
        }
        return tuple(option for option, is_given in said.items() if is_given)


def proving_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options; it gets them as ``proving``, a `Proving`."""

    @wraps(command)
    def with_proving(**given: Any) -> None:
        proving = Proving(
            exact=given.pop("exact"),
            gap=_number("--gap", given.pop("gap"), 1.0),
            seconds=_number("--time", given.pop("time"), math.inf),
        )
        command(proving=proving, **given)

    decorated: Callable[..., None] = with_proving
    for option in reversed(
        [
            click.option(
                "--exact",
                is_flag=True,
                help=say(
                    "Prove the win chance, two players, however long it takes: seconds for six "
                    "tiles on grill and stacks, minutes for seven."
                ),
            ),
            click.option(
                "--gap",
                multiple=True,
                callback=once,
                metavar="WIDTH",
                help=say("How far apart proven bounds may be; default: 1e-6."),
            ),
            click.option(
                "--time",
                multiple=True,
                callback=once,
                metavar="SECONDS",
                help=say("Stop proving then, and give the bounds proven so far."),
            ),
        ]
    ):
        decorated = option(decorated)
    return decorated


@contextmanager
def proven_win(proving: Proving) -> "Iterator[ProvenWin]":
    """Make the objective ``win`` with proven numbers.

    Long work shows its progress on standard error, and tables that could not be used are
    told there in the end.
    """
    from wormadvisor.tables.certified import DEFAULT_GAP, REACH, ProvenWin
    from wormadvisor.tables.store import Store

    any_number = proving.exact or proving.seconds is not None
    with ExitStack() as shown:
        win = ProvenWin(
            Store(),
            gap=DEFAULT_GAP if proving.gap is None else proving.gap,
            max_states=None if any_number else REACH,
            seconds=proving.seconds,
            step=_patient(shown),
        )
        yield win
    for note in win.notes:
        tell_computed(note)


def tell_gap(proving: Proving, value: Value) -> None:
    """Say on standard error where proven bounds are further apart than they should be."""
    if value.lo is None or value.hi is None:
        return
    from wormadvisor.tables.certified import DEFAULT_GAP

    wanted, reached = proving.gap or DEFAULT_GAP, value.hi - value.lo
    if reached > wanted:
        message = say(
            "Note: the bounds are {reached:.1e} apart; a gap of {wanted:.1e} was not reached",
            reached=reached,
            wanted=wanted,
        )
        click.echo(message, err=True)


def _patient(shown: ExitStack) -> "Callable[[Progress], None]":
    """Report progress, but only of work that takes a while."""
    began = time.monotonic()
    report: Callable[[int, int], None] | None = None

    def step(at: "Progress") -> None:
        nonlocal report
        if report is None and time.monotonic() - began > _PATIENCE:
            from wormadvisor.cli.progress import progress

            report = shown.enter_context(progress(say("proving positions")))
        if report is not None:
            report(at.done, at.total)

    return step


def _number(option: str, text: str | None, highest: float) -> float | None:
    """Read a positive number."""
    if text is None:
        return None
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number <= highest or math.isinf(number):
        raise SolverError(Problem("not_positive", option, {"token": text}))
    return number
