"""Positions from which games of self-play begin."""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import GRILL, MOVER, OUT, Batch
from wormadvisor.solver.position import TILES
from wormadvisor.solver.value.network import FEW

Stage = Literal["many", "few", "all"]
"""What a network is for: many live tiles, few of them, or any number."""

FROM_START = 0.4
"""Share of the games that begin with the full grill, where many tiles are live."""
ENDGAMES = 0.4
"""Share that begins with few live tiles, where a network is for any number of them."""
LIVE = np.array([0.02, 0.04, 0.10, 0.22, 0.32, 0.30])
"""How often endgames begin with 1 to 6 live tiles; most positions there are have many."""

_Ints = npt.NDArray[np.integer[Any]]


def openings(players: int, games: int, stage: Stage, rng: np.random.Generator) -> Batch:
    """Mix the positions that training begins its games with; none of them is over."""
    live = rng.integers(FEW + 1, len(TILES) + 1, games)
    few = np.zeros(games, bool)
    if stage != "many":
        few = rng.random(games) < (1.0 if stage == "few" else ENDGAMES)
        live[few] = rng.choice(np.arange(1, FEW + 1), few.sum(), p=LIVE)
    # Half of them by the number of positions there are: most have nearly all tiles stacked.
    stacked = rng.random(games) < 0.5
    grill = rng.integers(1, live + 1)
    grill[stacked] = 1 + rng.binomial(1, 0.3, stacked.sum())
    batch = scattered(players, live, np.minimum(grill, live), rng)
    from_start = ~few & (rng.random(games) < FROM_START)
    batch.place[from_start] = GRILL
    batch.height[from_start] = 0
    return batch


def scattered(players: int, live: _Ints, grill: _Ints, rng: np.random.Generator) -> Batch:
    """Scatter live tiles over grill and stacks.

    Parameters
    ----------
    players
        Number of players.
    live, grill
        (positions,): how many tiles are live in each, and how many of them open.
    """
    shape = (len(live), len(TILES))
    order = rng.random(shape).argsort(axis=1)
    # After the open tiles come the stacks, each bottom to top, cut at random.
    nth = order - grill[:, None]
    cuts = rng.integers(0, live - grill + 1, (players - 1, len(live)))
    owner = (nth[None] >= cuts[:, :, None]).sum(axis=0)
    first = np.concatenate([np.zeros((1, len(live)), np.int64), np.sort(cuts, axis=0)])
    below = nth - np.take_along_axis(first.T, owner, axis=1)
    on_stack = (nth >= 0) & (order < live[:, None])
    place = np.where(on_stack, MOVER + owner, np.where(nth < 0, GRILL, OUT))
    height = np.where(on_stack, below, 0)
    tiles = np.broadcast_to(np.array(TILES), shape)
    return Batch(players, tiles, place.astype(np.int8), height.astype(np.int8))
