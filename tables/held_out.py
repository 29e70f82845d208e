"""The sets of tiles that training never sees, so that accuracy can be measured on them.

The live tiles of a position are those on the grill and on the stacks. A quarter of all sets
of up to `LARGEST` live tiles is held out, chosen by a hash; larger sets are few in real
games and mostly the same ones, and holding out one of them would leave a blind spot.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import OUT, Batch
from wormadvisor.solver.position import TILES

LARGEST = 10
RULE = (
    "live set as a 16-bit mask (bit 0: tile 21), at most 10 bits; mask * 0x9E3779B1 mod 2^32 < 2^30"
)
"""The hash in words, for the manifest of the weights."""


def live_masks(batch: Batch) -> npt.NDArray[np.uint32]:
    """(positions,): the live tiles as a mask, bit 0 for the lowest tile."""
    bits = np.uint32(1) << (batch.tiles - TILES[0]).astype(np.uint32)
    masks: npt.NDArray[np.uint32] = np.where(batch.place != OUT, bits, 0).sum(
        axis=1, dtype=np.uint32
    )
    return masks


def held_out(masks: npt.NDArray[np.unsignedinteger[Any]]) -> npt.NDArray[np.bool_]:
    """Tell which sets of live tiles training must not see; see `RULE`."""
    wide = masks.astype(np.uint64)
    tiles = (wide[:, None] >> np.arange(len(TILES), dtype=np.uint64) & np.uint64(1)).sum(axis=1)
    hashed = wide * np.uint64(0x9E3779B1) & np.uint64(0xFFFFFFFF)
    chosen: npt.NDArray[np.bool_] = (tiles <= LARGEST) & (hashed < np.uint64(1 << 30))
    return chosen
