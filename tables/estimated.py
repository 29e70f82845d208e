"""The objective ``win`` by look-ahead over the evaluator, tables where they reach."""

import time
from dataclasses import dataclass

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.backup import Shares, Valuer
from wormadvisor.solver.value.estimate import EstimatedWin
from wormadvisor.solver.value.kinds import Kind
from wormadvisor.solver.value.payoff import Payoff
from wormadvisor.solver.value.search import Search
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.evaluator import Evaluator
from wormadvisor.tables.store import Store
from wormadvisor.tables.weights import read_network


class Estimated:
    """Win shares of all players as estimates; an `Objective`.

    Parameters
    ----------
    store
        Where tables are.
    depth
        Turns solved, at least 1.
    seconds
        Time for one answer: depths are tried one after the other up to `depth`, and the last
        one that was finished in time counts; the first always is. None: `depth` at once.
    """

    def __init__(self, store: Store, *, depth: int, seconds: float | None = None) -> None:
        self._store, self._depth, self._seconds = store, depth, seconds
        self._evaluator: Evaluator | None = None

    @property
    def name(self) -> str:
        """As written on the command line."""
        return "win"

    @property
    def notes(self) -> list[TableError]:
        """Tables that could not be used, and why."""
        return self._evaluator.notes if self._evaluator else []

    @property
    def evaluator(self) -> Evaluator:
        """What values positions, read when it is needed.

        Raises
        ------
        TableError
            It cannot be read.
        """
        if self._evaluator is None:
            self._evaluator = Evaluator(read_network(), self._store)
        return self._evaluator

    def payoff(self, position: Position, rules: Rules) -> Payoff:
        """Give the worth of every end of the mover's turn; see `Objective`.

        Raises
        ------
        TableError
            The evaluator cannot be read.
        """
        if self._seconds is None:
            return EstimatedWin(Search(self.evaluator, self._depth)).payoff(position, rules)
        timed = _Timed(self.evaluator, time.monotonic() + self._seconds)
        found = EstimatedWin(Search(self.evaluator, 1)).payoff(position, rules)
        try:
            for depth in range(2, self._depth + 1):
                found = EstimatedWin(Search(timed, depth)).payoff(position, rules)
        except _TimeIsUpError:
            pass
        return found


class _TimeIsUpError(Exception):
    """The time given has passed."""


@dataclass(frozen=True, slots=True)
class _Timed:
    """A valuer that ends a look-ahead when its time is up."""

    valuer: Valuer
    deadline: float

    @property
    def kind(self) -> Kind:
        return self.valuer.kind

    def shares(self, batch: Batch, rules: Rules) -> Shares:
        if time.monotonic() > self.deadline:
            raise _TimeIsUpError
        return self.valuer.shares(batch, rules)
