"""How the cost of certified endgames grows with the live tiles.

`sweeps` are turns solved for each position, `policies` the linear systems for each block of
sets: best play first, then its two bounds.
"""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any
from unittest.mock import patch

import numpy as np

from wormadvisor.solver.position import TILES
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.solver.turn.kernels import load_compiled
from wormadvisor.solver.value import liveclass
from wormadvisor.tables.endgames import solve_block
from wormadvisor.tables.fixed_point import ONE

LIVE = range(3, 7)
SETS_OF_SIX = 3
PRESETS_SHOWN = ("official", "flip")
HEADING = "live  sets  positions  positions/s*  sweeps  policies  bytes/position      gap"


@dataclass
class Work:
    """What the solver did for the classes of one size."""

    backed_up: int = 0
    policies: int = 0


class Counted(liveclass.LiveClass):
    """The equations of a block, counting what is asked of them."""

    work = Work()

    def back_up(self, *arguments: Any, **more: Any) -> Any:
        """Count the rows of a sweep, or of part of one."""
        found = super().back_up(*arguments, **more)
        Counted.work.backed_up += len(found)
        return found

    def equations(self, *arguments: Any, **more: Any) -> Any:
        """Count the policies that are evaluated, one linear system each."""
        Counted.work.policies += 1
        return super().equations(*arguments, **more)


def lines(preset: str) -> Iterator[str]:
    """Solve random sets of six tiles and all they depend on; tell what each size cost."""
    rules = PRESETS[preset]
    draw = random.Random(6)
    level = {tuple(sorted(draw.sample(TILES, LIVE[-1]))) for _ in range(SETS_OF_SIX)}
    levels = {LIVE[-1]: sorted(level)}
    for m in range(LIVE[-1] - 1, 0, -1):
        levels[m] = sorted({one for whole in levels[m + 1] for one in combinations(whole, m)})
    solved: dict[tuple[int, ...], np.ndarray] = {}
    load_compiled()
    with patch.object(liveclass, "LiveClass", Counted):
        for m in range(1, LIVE[-1] + 1):
            line = _solve(rules, levels[m], solved)
            if m in LIVE:
                yield line


def _solve(rules: Rules, sets: list[tuple[int, ...]], solved: dict[Any, np.ndarray]) -> str:
    tiles = np.array(sets)
    below = None
    if tiles.shape[1] > 1:
        smaller = ([np.delete(one, rank) for rank in range(len(one))] for one in tiles)
        below = np.stack([[solved[tuple(one.tolist())] for one in some] for some in smaller])
    Counted.work = work = Work()
    start = time.process_time()
    blocks = [slice(i, i + 16) for i in range(0, len(sets), 16)]
    parts = [solve_block(rules, tiles[b], None if below is None else below[b]) for b in blocks]
    seconds = time.process_time() - start
    found = np.concatenate(parts)
    solved.update(zip(sets, found, strict=True))
    positions = found.shape[0] * found.shape[1]
    gap = float((found[..., 1] - found[..., 0]).max() / ONE)
    return (
        f"{tiles.shape[1]:4} {len(sets):5} {positions:10,} {positions / seconds:12,.0f}  "
        f"{work.backed_up / positions:7.1f} {work.policies / len(blocks):9.1f} "
        f"{found.nbytes / positions:15.0f} {gap:8.1e}"
    )
