"""Win chances from the endgame tables on disk."""

import numpy as np

from wormadvisor.solver.batch import Ints
from wormadvisor.solver.patterns import set_index
from wormadvisor.solver.rules import Rules
from wormadvisor.tables.endgames import MAX_LIVE, endgame_spec
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.fixed_point import Array, decode
from wormadvisor.tables.store import Store, StoredTable


class KnownEndgames:
    """Looks bounds up in the tables on disk: the `known` of `Endgames`.

    Parameters
    ----------
    store
        Where tables are.
    rules
        The rules they must be for.
    gap
        Tables with a wider interval than this are not used.

    Attributes
    ----------
    notes
        Tables that are there but cannot be used, and why; they count as missing.
    """

    def __init__(self, store: Store, rules: Rules, gap: float = 1.0) -> None:
        self.notes: list[TableError] = []
        self._store, self._rules, self._gap = store, rules, gap
        self._open: dict[int, StoredTable | None] = {}

    def __call__(self, tiles: Ints) -> tuple[Array, Array] | None:
        """Give the bounds of all patterns of sets, (sets, m); None without such a table."""
        live = tiles.shape[1]
        try:
            if live not in self._open:
                self._open[live] = self._usable(live)
            table = self._open[live]
            if table is None:
                return None
            return decode(table.rows(set_index(tiles)).astype(np.uint32, copy=False))
        except TableError as error:
            self.notes.append(error)
            self._open[live] = None
            return None

    def _usable(self, live: int) -> StoredTable | None:
        if live > MAX_LIVE:
            return None
        table = self._store.get(endgame_spec(self._rules, live))
        if table is None or table.manifest.gap is None or table.manifest.gap > self._gap:
            return None
        return table
