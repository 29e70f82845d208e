"""One-turn objectives: what this turn brings, without a look at the next.

``lead``     change of (my worms - mean of the opponents' worms)
``worms``    change of my own worms
``tile``     chance that the turn ends with a tile
``reach:T``  chance that the turn ends with a total of at least T, and a W
``hit:T``    chance that the turn ends with a total of exactly T, and a W
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from wormadvisor.solver.errors import ObjectiveError, Problem
from wormadvisor.solver.position import MAX_TOTAL, Outcome, Position, worms
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.tree import NUM_TOTALS
from wormadvisor.solver.value.payoff import Payoff, payoff_of_outcomes


@dataclass(frozen=True, slots=True)
class OutcomeObjective:
    """An objective that values the outcome of the turn.

    Attributes
    ----------
    name
        As written on the command line.
    worth
        Value of an outcome at a position.
    """

    name: str
    worth: Callable[[Position, Outcome], float]

    def payoff(self, position: Position, rules: Rules) -> Payoff:
        """Give the worth of every end of the mover's turn; see `Objective`."""
        worth = {
            outcome: np.array([self.worth(position, outcome)])
            for outcome in position.all_outcomes()
        }
        return payoff_of_outcomes(position, rules, worth)


@dataclass(frozen=True, slots=True)
class TotalObjective:
    """An objective that values the total of the turn, whatever tile it takes.

    Attributes
    ----------
    total
        The total aimed at, 0 to 40.
    exactly
        Whether more than that does not count.
    """

    total: int
    exactly: bool

    @property
    def name(self) -> str:
        """As written on the command line."""
        return f"{'hit' if self.exactly else 'reach'}:{self.total}"

    def payoff(self, position: Position, rules: Rules) -> Payoff:
        """Give the worth of every end of the mover's turn; see `Objective`."""
        totals = np.arange(NUM_TOTALS)
        good = totals == self.total if self.exactly else totals >= self.total
        return Payoff(
            stop=good.astype(np.float64)[:, None],
            bust=np.zeros(1),
            outcomes=tuple(position.outcomes(total, rules)[0] for total in range(NUM_TOTALS)),
        )


def _worms(position: Position, outcome: Outcome) -> float:
    if outcome.tile is not None:
        return worms(outcome.tile)
    own = position.stacks[0]
    return -worms(own[-1]) if own else 0.0


def _lead(position: Position, outcome: Outcome) -> float:
    gain = _worms(position, outcome)
    return gain * (1 + 1 / (position.players - 1)) if outcome.kind == "steal" else gain


def _tile(_: Position, outcome: Outcome) -> float:
    return float(outcome.tile is not None)


LEAD = OutcomeObjective("lead", _lead)
WORMS = OutcomeObjective("worms", _worms)
TILE = OutcomeObjective("tile", _tile)

_BY_NAME = {objective.name: objective for objective in (LEAD, WORMS, TILE)}
NAMES = (*_BY_NAME, "reach:T", "hit:T")


def one_turn_objective(name: str) -> OutcomeObjective | TotalObjective:
    """Find a one-turn objective by its name.

    Raises
    ------
    ObjectiveError
        There is none of that name, or T is no total of dice.
    """
    word, colon, number = name.lower().partition(":")
    if not colon and word in _BY_NAME:
        return _BY_NAME[word]
    if colon and word in ("reach", "hit"):
        if not (
            number.isascii() and number.isdigit() and len(number) <= 2 and int(number) <= MAX_TOTAL
        ):
            fields: dict[str, object] = {"token": number, "lowest": 0, "highest": MAX_TOTAL}
            raise ObjectiveError(Problem("total", "objective", fields))
        return TotalObjective(int(number), exactly=word == "hit")
    raise ObjectiveError(
        Problem("unknown_objective", "objective", {"token": name, "allowed": NAMES})
    )
