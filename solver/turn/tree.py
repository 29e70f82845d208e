"""One turn as a tree: every state, every distinct roll, enumerated once into flat arrays.

A *state* is (faces used, dice left, sum), taken just after a choice; the start of the turn
is one state more. What the rest of a turn can bring depends on nothing else.

Rolling ``n`` dice with ``j`` faces still free, only the counts of the free faces matter.
Written face by face in the order of preference W, 5, 4, 3, 2, 1, each distinct roll is a
path in a prefix tree: the node reached by its last (face, count) stands for the roll, and
the best choice in it is a running maximum along the path::

    root ── W×1 ── 5×1          the roll W,5 (the rest on used faces)
      │       └─── 5×2 ── 3×1   the roll W,5,5,3
      └──── 5×1                 the roll 5

The root is the roll without a free face: the bust. All states with the same ``(j, n)``
share one prefix tree and differ only in where an option leads, so 26 *groups* of states
hold the whole turn; in preorder a walk needs to remember one value for each depth only.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import factorial

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.dice import NUM_DICE, POINTS, WORM

NUM_FACES = len(POINTS)
NUM_TOTALS = NUM_DICE * max(POINTS) + 1
"""Totals 0 to 40: the length of the axis of stops in every payoff."""

IntArray = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Group:
    """The states with the same number of free faces and of dice to roll.

    Attributes
    ----------
    free, dice
        Faces not yet used, dice to roll.
    states
        The group's rows among the tree's states.
    nodes
        The group's prefix tree among the tree's nodes, in preorder, root first.
    target
        (options, states): the state that option ``i * dice + count - 1`` leads to, where
        ``i`` counts the free faces in order of preference.
    """

    free: int
    dice: int
    states: slice
    nodes: slice
    target: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class TurnTree:
    """The turn tree as arrays; states with fewer free faces come first, the start last.

    Attributes
    ----------
    used, dice, total
        (states,): mask of the faces used (bit ``f``: face ``f``), dice left, sum.
    worm
        (states,): whether a W is set aside.
    groups
        The groups with dice to roll, in the order in which they can be solved.
    depth, option, weight
        (nodes,): how many free faces the roll shows, the option its last one is, and the
        chance of exactly this roll (0 where dice are still to be named).
    rank
        (states, faces): which of the free faces a face is, in the order of preference; -1
        when it is used.
    index
        (used, dice, total) -> state.
    """

    used: IntArray
    dice: IntArray
    total: IntArray
    worm: npt.NDArray[np.bool_]
    groups: tuple[Group, ...]
    depth: IntArray
    option: IntArray
    weight: npt.NDArray[np.float64]
    rank: IntArray
    index: dict[tuple[int, int, int], int]

    @property
    def start(self) -> int:
        """The state before the first roll."""
        return len(self.used) - 1

    @property
    def may_roll(self) -> npt.NDArray[np.bool_]:
        """(states,): where the rules allow another roll."""
        more: npt.NDArray[np.bool_] = (self.dice > 0) & (self.used != (1 << NUM_FACES) - 1)
        return more


def _reachable() -> list[tuple[int, int, int]]:
    """All (used, dice, total) after a choice, and the start, ordered for solving."""
    start = (0, NUM_DICE, 0)
    seen, frontier = {start}, [start]
    for used, dice, total in frontier:
        for face, points in enumerate(POINTS):
            if not used >> face & 1:
                for count in range(1, dice + 1):
                    state = (used | 1 << face, dice - count, total + count * points)
                    if state not in seen:
                        seen.add(state)
                        frontier.append(state)
    return sorted(seen, key=lambda s: (NUM_FACES - s[0].bit_count(), s[1], s[0], s[2]))


def _rolls(free: int, dice: int) -> Iterator[tuple[int, int, float]]:
    """(depth, option, chance) of each node of one prefix tree, in preorder."""
    dead = NUM_FACES - free
    scale = factorial(dice) / NUM_FACES**dice

    def walk(first: int, left: int, depth: int, ways: float) -> Iterator[tuple[int, int, float]]:
        for i in range(first, free):
            for count in range(1, left + 1):
                rest = left - count
                here = ways / factorial(count)
                chance = here * dead**rest / factorial(rest) * scale
                yield depth, i * dice + count - 1, chance
                yield from walk(i + 1, rest, depth + 1, here)

    yield 0, -1, dead**dice / NUM_FACES**dice
    yield from walk(0, dice, 1, 1.0)


def _rank(used: IntArray) -> IntArray:
    free = used[:, None] >> np.arange(NUM_FACES) & 1 == 0
    # Preference runs from the last face to the first.
    preferred_before = free[:, ::-1].cumsum(axis=1)[:, ::-1] - free
    return np.where(free, preferred_before, -1).astype(np.int32)


@cache
def turn_tree() -> TurnTree:
    """Return the turn tree; enumerated at the first call (about 20 ms)."""
    states = _reachable()
    index = {state: i for i, state in enumerate(states)}
    by_group: dict[tuple[int, int], list[int]] = {}
    for i, (used, dice, _) in enumerate(states):
        free = NUM_FACES - used.bit_count()
        if free and dice:
            by_group.setdefault((free, dice), []).append(i)

    groups: list[Group] = []
    nodes: list[tuple[int, int, float]] = []
    for (free, dice), members in by_group.items():
        first_node = len(nodes)
        nodes.extend(_rolls(free, dice))
        target = [
            [
                index[used | 1 << face, dice - count, total + count * POINTS[face]]
                for face in range(NUM_FACES - 1, -1, -1)
                if not used >> face & 1
                for count in range(1, dice + 1)
            ]
            for used, _, total in (states[i] for i in members)
        ]
        groups.append(
            Group(
                free=free,
                dice=dice,
                states=slice(members[0], members[-1] + 1),
                nodes=slice(first_node, len(nodes)),
                target=np.ascontiguousarray(np.array(target, np.int32).T),
            )
        )
    used, dice_left, total = np.array(states, np.int32).T.copy()
    depth, option, weight = zip(*nodes, strict=True)
    return TurnTree(
        used=used,
        dice=dice_left,
        total=total,
        worm=(used >> WORM & 1).astype(bool),
        groups=tuple(groups),
        depth=np.array(depth, np.int32),
        option=np.array(option, np.int32),
        weight=np.array(weight, np.float64),
        rank=_rank(used),
        index=index,
    )
