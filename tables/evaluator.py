"""The best numbers there are: proven ones where tables reach, the evaluator elsewhere."""

from typing import Literal

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import OUT, Batch, Bools
from wormadvisor.solver.patterns import pattern_index
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.backup import Shares, Valuer
from wormadvisor.solver.value.network import live_count
from wormadvisor.tables.endgames import MAX_LIVE
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.known_endgames import KnownEndgames
from wormadvisor.tables.store import Store


class Evaluator:
    """A valuer that looks into the endgame tables first.

    Parameters
    ----------
    valuer
        Values the positions that no table holds.
    store
        Where tables are.
    """

    kind: Literal["estimate"] = "estimate"

    def __init__(self, valuer: Valuer, store: Store) -> None:
        self._valuer, self._store = valuer, store
        self._endgames: dict[Rules, KnownEndgames] = {}

    @property
    def notes(self) -> list[TableError]:
        """Tables that could not be used, and why."""
        return [note for known in self._endgames.values() for note in known.notes]

    def shares(self, batch: Batch, rules: Rules) -> Shares:
        """Give every player's share of the win; see `Valuer`."""
        certain, shares = self.known(batch, rules)
        rest = np.flatnonzero(~certain)
        if len(rest):
            shares[rest] = self._valuer.shares(batch[rest], rules)
        return shares

    def known(self, batch: Batch, rules: Rules) -> tuple[Bools, npt.NDArray[np.float64]]:
        """Tell which positions tables hold, and their shares: the middle between the bounds.

        Returns
        -------
        certain
            (positions,)
        shares
            (positions, players): 0 where nothing is certain.
        """
        certain, shares = np.zeros(len(batch), bool), np.zeros((len(batch), batch.players))
        if batch.players == 2:
            live = live_count(batch)
            for size in range(1, MAX_LIVE + 1):
                rows = np.flatnonzero(live == size)
                middle = self._middle(batch[rows], rules, size) if len(rows) else None
                if middle is not None:
                    certain[rows] = True
                    shares[rows] = np.stack([middle, 1 - middle], axis=1)
        return certain, shares

    def _middle(self, batch: Batch, rules: Rules, live: int) -> npt.NDArray[np.float64] | None:
        """Look up positions with the same number of live tiles; None without a table."""
        tiles = batch.tiles[batch.place != OUT].reshape(-1, live)
        sets, which = np.unique(tiles, axis=0, return_inverse=True)
        if rules not in self._endgames:
            self._endgames[rules] = KnownEndgames(self._store, rules)
        found = self._endgames[rules](sets)
        if found is None:
            return None
        lower, upper = found
        at = which.reshape(-1), pattern_index(batch)
        middle: npt.NDArray[np.float64] = (lower[at] + upper[at]) / 2
        return middle
