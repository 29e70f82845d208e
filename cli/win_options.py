"""The options that say how win chances are found, the same for every command that gives them."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from wormadvisor.cli.language import say
from wormadvisor.cli.options import read_whole
from wormadvisor.cli.question import once
from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.value.search import DEEPEST

_MOST_GAMES = 10**9
_MOST_SEED = 2**32


@dataclass(frozen=True, slots=True)
class Means:
    """How to find win chances; None and False where nothing was asked for.

    Attributes
    ----------
    depth
        Turns to solve for an estimate.
    seconds
        Time to spend.
    exact
        Whether to solve any number of positions for a proof.
    gap
        Upper minus lower bound that is wanted.
    rollout
        Whether to play games.
    seed, se, games
        Of rollouts: their seed, the standard error that is small enough, and the most games.
    """

    depth: int | None = None
    seconds: float | None = None
    exact: bool = False
    gap: float | None = None
    rollout: bool = False
    seed: int | None = None
    se: float | None = None
    games: int | None = None

    @property
    def proves(self) -> bool:
        """Whether nothing but a proof is wanted."""
        return self.exact or self.gap is not None

    @property
    def given(self) -> tuple[str, ...]:
        """The options that were written."""
        return tuple(option for option, name in _OPTIONS.items() if _is_given(getattr(self, name)))


_OPTIONS = {
    "--depth": "depth",
    "--time": "seconds",
    "--exact": "exact",
    "--gap": "gap",
    "--rollout": "rollout",
    "--seed": "seed",
    "--se": "se",
    "--games": "games",
}


def means_options(shallowest: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options; it gets them as ``means``, a `Means`.

    Parameters
    ----------
    shallowest
        The smallest depth that the command can answer for.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def with_means(**given: Any) -> None:
            means = Means(
                depth=_whole("--depth", given.pop("depth"), shallowest, DEEPEST),
                seconds=_number("--time", given.pop("time"), math.inf),
                exact=given.pop("exact"),
                gap=_number("--gap", given.pop("gap"), 1.0),
                rollout=given.pop("rollout"),
                seed=_whole("--seed", given.pop("seed"), 0, _MOST_SEED),
                se=_number("--se", given.pop("se"), 1.0),
                games=_whole("--games", given.pop("games"), 1, _MOST_GAMES),
            )
            _refuse_nonsense(means)
            command(means=means, **given)

        decorated: Callable[..., None] = with_means
        for option in reversed(_click_options(shallowest)):
            decorated = option(decorated)
        return decorated

    return decorate


def _refuse_nonsense(means: Means) -> None:
    """Refuse options that contradict each other, or have nothing to act on."""
    problems = []
    if means.proves:
        other = "--exact" if means.exact else "--gap"
        problems = [
            Problem("not_together", option, {"other": other})
            for option in ("--depth", "--rollout")
            if option in means.given
        ]
    if not means.rollout:
        problems += [
            Problem("needs_option", option, {"needed": "--rollout"})
            for option in ("--seed", "--se", "--games")
            if option in means.given
        ]
    elif means.depth == 0:
        fields = {"token": "0", "lowest": 1, "highest": DEEPEST}
        problems.append(Problem("not_a_number", "--depth", fields))
    if means.depth == 0 and means.seconds is not None:
        problems.append(Problem("not_together", "--time", {"other": "--depth 0"}))
    if problems:
        raise SolverError(*problems)


def _click_options(shallowest: int) -> list[Callable[..., Any]]:
    def option(name: str, metavar: str, text: str) -> Callable[..., Any]:
        return click.option(f"--{name}", metavar=metavar, help=text, multiple=True, callback=once)

    return [
        option(
            "depth",
            say("TURNS"),
            say(
                "Estimate, this many turns deep ({lowest} to {highest}); without it, 2, and "
                "proven where that is done at once.",
                lowest=shallowest,
                highest=DEEPEST,
            ),
        ),
        option(
            "time",
            say("SECONDS"),
            say(
                "Look as deep as this time allows; with --rollout or --exact, stop then and "
                "give what was found."
            ),
        ),
        click.option(
            "--exact",
            is_flag=True,
            help=say(
                "Prove the win chance, two players, up to nine tiles on grill and stacks: six "
                "take seconds, seven minutes, nine a day."
            ),
        ),
        option("gap", say("WIDTH"), say("Prove it, with bounds this close; default: 1e-6.")),
        click.option(
            "--rollout",
            is_flag=True,
            help=say(
                "Play games from here, the luck of the dice taken out; asked again, they go on."
            ),
        ),
        option("seed", "N", say("Of rollouts: the seed of the dice; default: 1.")),
        option(
            "se",
            say("SHARE"),
            say("Of rollouts: stop at this standard error; default: 0.002 (0.2 %)."),
        ),
        option(
            "games", "N", say("Of rollouts: games from each outcome at the most, in blocks of 64.")
        ),
    ]


def _is_given(value: object) -> bool:
    return value is not None and value is not False


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


def _whole(option: str, text: str | None, lowest: int, highest: int) -> int | None:
    return None if text is None else read_whole(option, text, lowest, highest)
