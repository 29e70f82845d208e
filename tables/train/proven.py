"""Positions whose worth is proven: what the endgame tables on disk say, as samples.

They anchor the evaluator where chains of turns are long: with one high tile left, a game may
take dozens of turns to hit it, and a small error in every backup adds up. Sets of tiles that
are held out stay so.
"""

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import OUT, Batch
from wormadvisor.solver.patterns import live_sets, patterns
from wormadvisor.solver.position import TILES
from wormadvisor.solver.rules import Rules
from wormadvisor.tables.held_out import held_out, live_masks
from wormadvisor.tables.known_endgames import KnownEndgames
from wormadvisor.tables.store import Store
from wormadvisor.tables.train.positions import LIVE
from wormadvisor.tables.train.selfplay import Samples

SETS = 64
"""Sets of tiles drawn at a time: a table is read row by row."""


class Proven:
    """Draws positions from the tables of some rules.

    Parameters
    ----------
    store
        Where tables are.
    rules
        The rules they must be for.
    rng
        Draws.
    """

    def __init__(self, store: Store, rules: Rules, rng: np.random.Generator) -> None:
        self._known, self._rules, self._rng = KnownEndgames(store, rules), rules, rng
        self._sets: dict[int, npt.NDArray[np.int64]] = {}
        for live in range(2, len(LIVE) + 1):
            sets = live_sets(live)
            if self._known(sets[:1]) is not None:
                masks = live_masks(_all_columns(sets, np.zeros(sets.shape, np.int8)))
                self._sets[live] = sets[~held_out(masks)]

    def draw(self, count: int) -> list[Samples]:
        """Draw about so many positions; none where there are no tables."""
        if not self._sets:
            return []
        chances = np.array([LIVE[live - 1] for live in self._sets])
        shares = self._rng.multinomial(count // SETS, chances / chances.sum())
        return [
            self._of(live, int(share))
            for live, share in zip(self._sets, shares, strict=True)
            if share
        ]

    def _of(self, live: int, each: int) -> Samples:
        """Draw some patterns over each of some sets of live tiles."""
        every = patterns(live)
        tiles = self._rng.choice(self._sets[live], SETS)
        bounds = self._known(tiles)
        assert bounds is not None
        pattern = self._rng.integers(0, len(every), (SETS, each))
        middle = (bounds[0] + bounds[1]) / 2
        mine = np.take_along_axis(middle, pattern, axis=1).ravel().astype(np.float32)
        chosen = pattern.ravel()
        batch = _all_columns(
            np.repeat(tiles, each, axis=0), every.place[chosen], every.height[chosen]
        )
        return Samples(batch, self._rules, np.stack([mine, 1 - mine], axis=1))


def _all_columns(
    tiles: npt.NDArray[np.int64],
    place: npt.NDArray[np.int8],
    height: npt.NDArray[np.int8] | None = None,
) -> Batch:
    """Spread the live columns over a batch with a column for every tile."""
    shape = (len(tiles), len(TILES))
    rows, columns = np.arange(len(tiles))[:, None], tiles - TILES[0]
    wide, heights = np.full(shape, OUT, np.int8), np.zeros(shape, np.int8)
    wide[rows, columns] = place
    if height is not None:
        heights[rows, columns] = height
    return Batch(2, np.broadcast_to(np.array(TILES), shape), wide, heights)
