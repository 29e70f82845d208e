"""Payoffs: what the ends of a turn are worth, the joint between valuers and turn kernel."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.position import BUST, Outcome, Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.numpy_kernel import TIE
from wormadvisor.solver.turn.tree import NUM_TOTALS
from wormadvisor.solver.value.kinds import Kind

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Proven bounds of a payoff to the mover: (41,) and a number, from below or above."""

    stop: Array
    bust: float


@dataclass(frozen=True, slots=True)
class Payoff:
    """What the ends of one turn are worth.

    Attributes
    ----------
    stop
        (41, k): stopping at each total with a W set aside. Column 0 is the mover's, which
        is maximised; further columns may hold the other players' shares.
    bust
        (k,): a bust, and so any stop without a W.
    outcomes
        What stopping at each total with a W brings, as the mover would choose.
    kind
        The kind of these numbers.
    lower, upper
        Bounds of column 0, when certified.
    depth
        Turns solved to find these numbers, where they are estimates.
    pruned
        The chance, for outcomes where there is any, that play goes on to where look-ahead
        did not look though its depth would have allowed it.
    se
        Gives the standard error of a sum of ends' worth to the mover, when from rollouts;
        takes the weight of each end, (42,): totals with a W, and last the bust.
    worth
        (k,) for each outcome of the position, those that the mover would not choose too;
        empty where the payoff was not made from outcomes.
    """

    stop: Array
    bust: Array
    outcomes: tuple[Outcome, ...]
    kind: Kind = "exact"
    lower: Bounds | None = None
    upper: Bounds | None = None
    depth: int | None = None
    pruned: Mapping[Outcome, float] = field(default_factory=dict)
    se: Callable[[Array], float] | None = None
    worth: Mapping[Outcome, Array] = field(default_factory=dict)

    @property
    def busts(self) -> npt.NDArray[np.bool_]:
        """(41,): the totals at which stopping with a W is a bust."""
        return np.array([outcome == BUST for outcome in self.outcomes])


class Objective(Protocol):
    """What a player wants from a turn: the one thing that advice needs to know of it."""

    @property
    def name(self) -> str:
        """The objective as it is written on the command line."""

    def payoff(self, position: Position, rules: Rules) -> Payoff:
        """Give the worth of every end of the mover's turn."""


def payoff_of_outcomes(
    position: Position,
    rules: Rules,
    worth: Mapping[Outcome, Array],
    kind: Kind = "exact",
    bounds: Mapping[Outcome, tuple[float, float]] | None = None,
    *,
    depth: int | None = None,
    pruned: Mapping[Outcome, float] | None = None,
    se: Callable[[Array], float] | None = None,
) -> Payoff:
    """Make a payoff from what each outcome is worth.

    Where a total leaves a choice of outcomes, the mover takes the best; of equal ones
    (within 1e-9) the steal, then the highest tile.

    Parameters
    ----------
    position, rules
        The table before the turn.
    worth
        (k,) for each of ``position.all_outcomes()``.
    kind
        The kind of these numbers.
    bounds
        Lower and upper bound of column 0 for each outcome, when certified.
    depth, pruned, se
        As the payoff has them.
    """
    choices = [position.outcomes(total, rules) for total in range(NUM_TOTALS)]
    chosen = []
    for outcomes in choices:
        least = max(worth[outcome][0] for outcome in outcomes) - TIE
        chosen.append(next(outcome for outcome in outcomes if worth[outcome][0] >= least))
    lower, upper = (
        Bounds(
            stop=np.array([max(bounds[outcome][side] for outcome in some) for some in choices]),
            bust=bounds[BUST][side],
        )
        if bounds is not None
        else None
        for side in (0, 1)
    )
    return Payoff(
        stop=np.array([worth[outcome] for outcome in chosen], np.float64),
        bust=np.asarray(worth[BUST], np.float64),
        outcomes=tuple(chosen),
        kind=kind,
        lower=lower,
        upper=upper,
        depth=depth,
        pruned=pruned or {},
        se=se,
        worth=worth,
    )
