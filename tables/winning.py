"""The objective ``win`` for every position: the best numbers there are.

Proven ones where two players play an endgame that tables hold, or that is proven at once;
the evaluator's, some turns of look-ahead deep, everywhere else.
"""

from wormadvisor.solver.errors import BudgetError
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.payoff import Payoff
from wormadvisor.tables.certified import ProvenWin
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.estimated import Estimated
from wormadvisor.tables.store import Store

DEPTH = 2
"""Turns solved, where nothing else is asked for."""

REACH_AT_ONCE = 1000
"""Positions proven without being asked to: all with up to four live tiles, in half a second;
one tile more where tables hold the smaller ones."""

_KEPT = 64
"""Positions whose numbers are kept for the next question."""


class Winning:
    """Win shares of all players, for any position; an `Objective`.

    Parameters
    ----------
    store
        Where tables are; by default the user's.
    depth
        Turns solved where numbers are estimates, at least 1.
    reach
        Positions to solve at the most for a proof; 0: only what tables hold is proven.
    seconds
        Time for an estimate, which is then as deep as it allows, up to `depth`.
    """

    def __init__(
        self,
        store: Store | None = None,
        *,
        depth: int = DEPTH,
        reach: int = REACH_AT_ONCE,
        seconds: float | None = None,
    ) -> None:
        store = Store() if store is None else store
        self._proven = ProvenWin(store, max_states=reach)
        self._estimated = Estimated(store, depth=depth, seconds=seconds)
        self._found: dict[tuple[Position, Rules], Payoff] = {}

    @property
    def name(self) -> str:
        """As written on the command line."""
        return "win"

    @property
    def notes(self) -> list[TableError]:
        """Tables that could not be used, and why."""
        # Both look into the same ones.
        notes = [*self._proven.notes, *self._estimated.notes]
        return list({str(note): note for note in notes}.values())

    def payoff(self, position: Position, rules: Rules) -> Payoff:
        """Give the worth of every end of the mover's turn; see `Objective`.

        Columns are the shares of all players, the mover first.

        Raises
        ------
        CertificationError
            A proof could not be found.
        TableError
            The evaluator cannot be read.
        """
        # Asked again and again: the moments of one turn have one payoff.
        question = position, rules
        payoff = self._found.pop(question, None) or self._find(position, rules)
        self._found[question] = payoff
        if len(self._found) > _KEPT:
            del self._found[next(iter(self._found))]
        return payoff

    def _find(self, position: Position, rules: Rules) -> Payoff:
        if position.players == 2:
            try:
                return self._proven.payoff(position, rules)
            except BudgetError:
                pass
        return self._estimated.payoff(position, rules)
