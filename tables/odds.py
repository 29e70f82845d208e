"""The table of odds: the best chance of every total from every state of a turn.

It holds `wormadvisor.solver.odds.best_chances`, and where there is no table the same
numbers are computed.
"""

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.odds import best_chances
from wormadvisor.solver.turn.tree import NUM_TOTALS
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.layout import Layout
from wormadvisor.tables.manifest import TableSpec
from wormadvisor.tables.proven import Proven
from wormadvisor.tables.store import Progress, Store, StoredTable

STATES = 1939
"""Of the turn tree; written here because enumerating it only to open a table is slow."""

SPEC = TableSpec(
    name="odds",
    code_version="1",  # Raise it when the order of states or the numbers change.
    layout=Layout("<f8", (STATES, 2, NUM_TOTALS), block_rows=64),
)

ROUNDING = 1e-12
"""Numbers of one machine may differ by this from those of another."""


class OddsKind:
    """How the odds are built and proven."""

    spec = SPEC
    by_default = True

    def build(self, store: Store, progress: Progress) -> StoredTable:
        """Build the table."""
        progress(0, 1)
        table = store.write(SPEC, best_chances())
        progress(1, 1)
        return table

    def prove(self, store: Store, table: StoredTable, progress: Progress) -> Proven:
        """Compare the table with the numbers this version computes; see `TableKind`.

        Raises
        ------
        TableError
            ``refuted``, or ``damaged``.
        """
        progress(0, 1)
        difference = float(np.abs(table.all_rows() - best_chances()).max())
        if not difference <= ROUNDING:  # Not a number is not right either.
            detail = f"off by {difference:.3g} from what this version computes"
            raise TableError("refuted", table.path, SPEC.mend, detail)
        progress(1, 1)
        return Proven(table.all_rows().size, ROUNDING)


class Odds:
    """The odds, wherever they come from.

    Attributes
    ----------
    note
        Why they do not come from a table that is there; the caller passes it on.
    """

    def __init__(self, store: Store) -> None:
        self.note: TableError | None = None
        self._table: StoredTable | None = None
        self._computed: npt.NDArray[np.float64] | None = None
        try:
            self._table = store.get(SPEC)
        except TableError as error:
            self.note = error

    def at(self, state: int) -> npt.NDArray[np.float64]:
        """Return the best chances in a state: (2, 41), as `best_chances` orders them.

        Raises
        ------
        IndexError
            There is no such state.
        """
        if self._table is not None:
            try:
                row: npt.NDArray[np.float64] = self._table.row(state)
            except TableError as error:
                self.note, self._table = error, None
            else:
                return row
        if self._computed is None:
            self._computed = best_chances()
        if not 0 <= state < len(self._computed):
            raise IndexError(f"state {state} of {len(self._computed)}")
        return np.array(self._computed[state])


def odds_table(store: Store | None = None) -> Odds:
    """Return the odds: from disk where there is a sound table, computed otherwise."""
    return Odds(Store() if store is None else store)
