"""The objective ``win``: the mover's chance to win the game, both playing best."""

from dataclasses import dataclass

import numpy as np

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.endgame import Endgames, back_up_bounds, look_ahead
from wormadvisor.solver.value.payoff import Payoff, payoff_of_outcomes


@dataclass(frozen=True, slots=True)
class CertifiedWin:
    """Win chances between proven bounds, for games of two.

    Attributes
    ----------
    endgames
        What is proven; whoever asks has solved the position there before.
    depth
        Turns to look ahead from positions that nothing is known about.
    """

    endgames: Endgames
    depth: int = 0

    @property
    def name(self) -> str:
        """As written on the command line."""
        return "win"

    def payoff(self, position: Position, rules: Rules) -> Payoff:
        """Give the worth of every end of the mover's turn; see `Objective`.

        Columns are the two players' shares: the middle between the bounds, and 1 less it.
        """
        batch = Batch.of([position])
        lower, upper = back_up_bounds(
            batch,
            rules,
            lambda after: look_ahead(after, rules, self.endgames.bounds, self.depth),
        )
        slots = np.flatnonzero(batch.possible()[0]).tolist()
        bounds = {
            batch.outcome(0, slot): (float(lower[0, slot]), float(upper[0, slot])) for slot in slots
        }
        worth = {
            outcome: np.array([(lo + hi) / 2, 1 - (lo + hi) / 2])
            for outcome, (lo, hi) in bounds.items()
        }
        return payoff_of_outcomes(position, rules, worth, "certified", bounds)
