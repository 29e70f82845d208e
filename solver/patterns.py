"""Two-player positions by number: a perfect index of sets of live tiles and of patterns.

Tiles on the grill and on the stacks are *live*. A position is a set of m live tiles and a
*pattern*: which ranks of the set lie on the grill, and the order of the others on the two
stacks. What a turn can do depends on the pattern only; which totals do it, and who wins at
the end, on the tiles.

Sets are numbered in colexicographic order. Patterns with open tiles are numbered by the
size of their grill, smallest first, so that a claim leads to a smaller number; then::

    index = ((subset · k! + order) · (k + 1)) + split

with ``subset`` the colexicographic number of the k ranks off the grill, ``order`` the
Lehmer number of the places these take in "mover's stack, then opponent's, bottom to top",
and ``split`` the size of the mover's stack. There are 1, 5, 25, 141, 911, 6703 of them for
m = 1 to 6.
"""

from functools import cache
from itertools import combinations, pairwise, permutations
from math import comb, factorial

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import GRILL, MOVER, Batch, Ints
from wormadvisor.solver.position import TILES

NUM_TILES = len(TILES)
_OPPONENT = MOVER + 1
_BINOMIAL = np.array([[comb(n, k) for k in range(NUM_TILES + 1)] for n in range(NUM_TILES + 1)])
_FACTORIAL = np.array([factorial(n) for n in range(NUM_TILES + 1)])


def pattern_count(live: int, grill: int | None = None) -> int:
    """Count the patterns of so many live tiles (with so many on the grill; None: any >= 1)."""
    if grill is None:
        return sum(pattern_count(live, size) for size in range(1, live + 1))
    off = live - grill
    return comb(live, off) * factorial(off + 1)


def grill_sizes(live: int) -> tuple[slice, ...]:
    """Give the range of patterns of each grill size, from 1 to `live`."""
    bounds = np.cumsum([0, *(pattern_count(live, size) for size in range(1, live + 1))]).tolist()
    return tuple(slice(a, b) for a, b in pairwise(bounds))


@cache
def patterns(live: int) -> Batch:
    """Enumerate all patterns in the order of their index, over the `live` lowest tiles."""
    place, height = [], []
    for grill in range(1, live + 1):
        k = live - grill
        subsets = sorted(combinations(range(live), k), key=lambda ranks: ranks[::-1])
        for ranks in subsets:
            for order in permutations(range(k)):
                for split in range(k + 1):
                    where, below = [GRILL] * live, [0] * live
                    for rank, at in zip(ranks, order, strict=True):
                        mine = at < split
                        where[rank] = MOVER if mine else _OPPONENT
                        below[rank] = at if mine else at - split
                    place.append(where)
                    height.append(below)
    shape = (len(place), live)
    return Batch(
        players=2,
        tiles=np.broadcast_to(np.array(TILES[:live]), shape),
        place=np.array(place, np.int8).reshape(shape),
        height=np.array(height, np.int8).reshape(shape),
    )


def pattern_index(batch: Batch) -> npt.NDArray[np.int64]:
    """Give the index of the pattern of two-player positions.

    Parameters
    ----------
    batch
        Positions with open tiles; columns that are out of the game do not count.

    Returns
    -------
    (positions,): the index among the patterns of as many live tiles.
    """
    live = batch.place >= GRILL
    off = batch.place >= MOVER
    split = (batch.place == MOVER).sum(axis=1)
    at = batch.height + np.where(batch.place == _OPPONENT, split[:, None], 0)
    rank = live.cumsum(axis=1) - 1
    later = off[:, ::-1].cumsum(axis=1)[:, ::-1] - off
    nth = off.cumsum(axis=1)
    subset = np.where(off, _BINOMIAL[rank, nth], 0).sum(axis=1)
    order = np.zeros(len(batch), np.int64)
    for column in range(batch.place.shape[1]):
        smaller = off[:, column + 1 :] & (at[:, column + 1 :] < at[:, column, None])
        order += off[:, column] * smaller.sum(axis=1) * _FACTORIAL[later[:, column]]
    k = off.sum(axis=1)
    number = (subset * _FACTORIAL[k] + order) * (k + 1) + split
    index: npt.NDArray[np.int64] = number + _first_of_size()[live.sum(axis=1), live.sum(axis=1) - k]
    return index


@cache
def _first_of_size() -> npt.NDArray[np.int64]:
    """(live, grill): the index of the first pattern with this size of the grill."""
    first = np.zeros((NUM_TILES + 1, NUM_TILES + 1), np.int64)
    for live in range(1, NUM_TILES + 1):
        for size, part in enumerate(grill_sizes(live), 1):
            first[live, size] = part.start
    return first


@cache
def live_sets(live: int) -> npt.NDArray[np.int64]:
    """Enumerate the sets of so many tiles in the order of their index: (sets, live)."""
    sets = sorted(combinations(TILES, live), key=lambda tiles: tiles[::-1])
    return np.array(sets, np.int64).reshape(len(sets), live)


def set_index(tiles: Ints) -> npt.NDArray[np.int64]:
    """Give the index of sets of tiles: (sets, live), ascending along a row -> (sets,)."""
    nth = np.arange(1, tiles.shape[1] + 1)
    number: npt.NDArray[np.int64] = _BINOMIAL[tiles - TILES[0], nth].sum(axis=1)
    return number
