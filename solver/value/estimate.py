"""The objective ``win`` for any position, by look-ahead over an evaluator."""

from dataclasses import dataclass

import numpy as np

from wormadvisor.solver.batch import Batch, Floats
from wormadvisor.solver.position import Outcome, Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.payoff import Array, Payoff, payoff_of_outcomes
from wormadvisor.solver.value.search import Search


@dataclass(frozen=True, slots=True)
class EstimatedWin:
    """Win shares by look-ahead; an `Objective`.

    Attributes
    ----------
    search
        At depth 1 or more: this turn is its first.
    """

    search: Search

    @property
    def name(self) -> str:
        """As written on the command line."""
        return "win"

    def payoff(self, position: Position, rules: Rules) -> Payoff:
        """Give the worth of every end of the mover's turn; see `Objective`.

        Columns are the shares of all players.
        """
        batch = Batch.of([position])
        found = self.search.look(batch, rules)
        by_outcome = worth_by_outcome(batch, found.worth[0])
        slots = np.flatnonzero(found.pruned_after[0]).tolist()
        pruned = {batch.outcome(0, slot): float(found.pruned_after[0, slot]) for slot in slots}
        return payoff_of_outcomes(
            position,
            rules,
            by_outcome,
            self.search.kind,
            depth=self.search.depth,
            pruned=pruned,
        )


def worth_by_outcome(batch: Batch, worth: Floats) -> dict[Outcome, Array]:
    """Name the outcomes of a batch of one position: each with its worth, from (slots, k)."""
    slots = np.flatnonzero(batch.possible()[0]).tolist()
    return {batch.outcome(0, slot): np.asarray(worth[slot], np.float64) for slot in slots}
