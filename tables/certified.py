"""The objective ``win`` with proven numbers: from tables on disk, or solved on demand."""

import time
from collections.abc import Callable

from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.endgame import Endgames, Progress
from wormadvisor.solver.value.payoff import Payoff
from wormadvisor.solver.value.win import CertifiedWin
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.known_endgames import KnownEndgames
from wormadvisor.tables.store import Store

DEFAULT_GAP = 1e-6
"""Upper minus lower bound that is good enough."""

REACH = 20_000
"""Positions solved where nothing else is said: all with up to six live tiles, in seconds."""

_CLASSES = 2000
"""Sets of tiles whose bounds are kept for the next question: with six tiles, 200 MB."""

_LOOK_AHEAD = 2
"""Turns looked ahead from where the time ended: some 300 positions, 0.1 s."""


class _TimeIsUpError(Exception):
    """The time given has passed."""


class ProvenWin:
    """Win chances of games of two between proven bounds; an `Objective`.

    Parameters
    ----------
    store
        Where tables are.
    gap
        Tables with a wider gap are not used. What is solved on demand is proven to some
        1e-10 anyway.
    max_states
        Positions to solve at the most; None: any number.
    seconds
        Time for one answer; None: any. When it has passed, the bounds are what is proven
        until then, and wider.
    step
        Told the progress.
    """

    def __init__(
        self,
        store: Store,
        *,
        gap: float = DEFAULT_GAP,
        max_states: int | None = REACH,
        seconds: float | None = None,
        step: Callable[[Progress], None] | None = None,
    ) -> None:
        self._store, self._gap = store, gap
        self._max_states, self._seconds, self._step = max_states, seconds, step
        self._endgames: dict[Rules, tuple[Endgames, KnownEndgames]] = {}

    @property
    def name(self) -> str:
        """As written on the command line."""
        return "win"

    @property
    def notes(self) -> list[TableError]:
        """Tables that could not be used, and why."""
        return [note for _, known in self._endgames.values() for note in known.notes]

    def payoff(self, position: Position, rules: Rules) -> Payoff:
        """Give the worth of every end of the mover's turn; see `Objective`.

        Raises
        ------
        PlayersError
            There are more than two players.
        BudgetError
            More than `max_states` positions would have to be solved.
        CertificationError
            A proof could not be found.
        """
        if rules not in self._endgames or self._endgames[rules][0].classes > _CLASSES:
            known = KnownEndgames(self._store, rules, self._gap)
            self._endgames[rules] = Endgames(rules, known), known
        endgames, _ = self._endgames[rules]
        deadline = None if self._seconds is None else time.monotonic() + self._seconds

        def step(progress: Progress) -> None:
            if deadline is not None and time.monotonic() > deadline:
                raise _TimeIsUpError
            if self._step is not None:
                self._step(progress)

        depth = 0
        try:
            endgames.solve(position, max_states=self._max_states, step=step)
        except _TimeIsUpError:
            depth = _LOOK_AHEAD
        return CertifiedWin(endgames, depth).payoff(position, rules)
