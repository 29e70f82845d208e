"""What a player may want, and how the numbers of it are written."""

from dataclasses import dataclass
from typing import Literal

from wormadvisor.cli.language import decimal, digits_for, mark, percent, say
from wormadvisor.solver.value.lead import NAMES, TotalObjective, one_turn_objective
from wormadvisor.solver.value.payoff import Objective

WIN = "win"
DEFAULT = WIN
OBJECTIVES = (WIN, *NAMES)

SMALLEST = 0.0005
"""Shares of the win below this are written as 0%: as a loss they are none."""

_MEANING = {
    "win": mark("chance to win the game when all play best"),
    "lead": mark("worms that this turn gains on the others (their mean)"),
    "worms": mark("worms that this turn gains"),
    "tile": mark("chance that this turn ends with a tile"),
}
_REACH = mark("chance that this turn ends with {total} or more, and a W")
_HIT = mark("chance that this turn ends with exactly {total}, and a W")


@dataclass(frozen=True, slots=True)
class Goal:
    """How to speak of an objective.

    Attributes
    ----------
    unit
        Of its values: worms, with a sign, or a chance.
    meaning
        What its values are, in words.
    """

    unit: Literal["worms", "chance"]
    meaning: str

    def value(self, value: float, digits: int = 3) -> str:
        """Write a value: ``+1.504`` worms, or a chance of ``59.8%``."""
        if self.unit == "worms":
            return decimal(value, digits, sign=True)
        return percent(value, max(digits - 2, 0))

    def loss(self, loss: float, digits: int = 3) -> str:
        """Write a loss, with more digits where it would look like nothing."""
        if self.unit == "worms":
            return decimal(loss, digits_for(loss, digits))
        return percent(loss, digits_for(loss, digits) - 2)


@dataclass(frozen=True, slots=True)
class OneTurnGoal(Goal):
    """The same with the objective itself, where it looks at one turn only."""

    objective: Objective


def goal_of(name: str) -> Goal:
    """Find how to speak of an objective, by the name given with ``--objective``.

    Raises
    ------
    ObjectiveError
        There is none of that name.
    """
    if name.lower() == WIN:
        return Goal("chance", say(_MEANING[WIN]))
    return resolve_objective(name)


def resolve_objective(name: str) -> OneTurnGoal:
    """Find a one-turn objective by the name given with ``--objective``.

    Raises
    ------
    ObjectiveError
        There is none of that name.
    """
    objective = one_turn_objective(name)
    if isinstance(objective, TotalObjective):
        meaning = say(_HIT if objective.exactly else _REACH, total=objective.total)
        return OneTurnGoal("chance", meaning, objective)
    unit: Literal["worms", "chance"] = "chance" if objective.name == "tile" else "worms"
    return OneTurnGoal(unit, say(_MEANING[objective.name]), objective)
