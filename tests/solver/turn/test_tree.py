"""The tree's arrays against a brute force over the rules of setting dice aside."""

import json
from collections import Counter
from itertools import product
from math import factorial, prod
from pathlib import Path

import numpy as np
import pytest

from tests import exact
from wormadvisor.solver.dice import POINTS
from wormadvisor.solver.turn.tree import NUM_FACES, NUM_TOTALS, turn_tree

REFERENCE = json.loads(
    (Path(__file__).parents[2] / "data/reference/turn.json").read_text(encoding="utf-8")
)
TREE = turn_tree()
PREFERENCE = range(NUM_FACES - 1, -1, -1)


def states():
    return zip(TREE.used.tolist(), TREE.dice.tolist(), TREE.total.tolist(), strict=True)


def test_counts_of_the_reference():
    to_roll, after_a_choice, rolls = REFERENCE["counts"].values()
    assert len(TREE.used) - 1 == after_a_choice == 1938
    assert np.count_nonzero(TREE.dice) == to_roll == 1293
    assert len(exact.rolls(8)) == rolls == 1287
    # The last group is the first roll: its nodes are all the rolls of eight dice; beside
    # them are the beginnings of rolls, which have no chance of their own.
    first = TREE.weight[TREE.groups[-1].nodes]
    assert np.count_nonzero(first) == rolls


def test_the_start_comes_last_and_the_index_finds_every_state():
    assert (TREE.used[TREE.start], TREE.dice[TREE.start], TREE.total[TREE.start]) == (0, 8, 0)
    assert TREE.start == len(TREE.used) - 1
    assert [TREE.index[state] for state in states()] == list(range(len(TREE.used)))
    assert TREE.total.max() < NUM_TOTALS
    assert (TREE.worm == [used >> 5 & 1 for used, _, _ in states()]).all()


def test_states_are_those_that_dice_can_reach():
    reachable = {(0, 8, 0)}
    for kept in product(range(9), repeat=NUM_FACES):
        if 0 < sum(kept) <= 8:
            used = sum(1 << face for face, count in enumerate(kept) if count)
            total = sum(count * points for count, points in zip(kept, POINTS, strict=True))
            reachable.add((used, 8 - sum(kept), total))
    assert set(states()) == reachable


def test_every_state_to_roll_from_is_in_one_group():
    rows = Counter()
    for group in TREE.groups:
        members = range(group.states.start, group.states.stop)
        rows.update(members)
        assert set(TREE.dice[group.states].tolist()) == {group.dice}
        assert {NUM_FACES - int(used).bit_count() for used in TREE.used[group.states]} == {
            group.free
        }
        assert group.target.max() < group.states.start, "solved before it is needed"
    assert rows == Counter(
        state for state, (used, dice, _) in enumerate(states()) if dice and used != exact.ALL_USED
    )


def test_rank_is_the_place_in_the_order_of_preference():
    for state, (used, _, _) in enumerate(states()):
        free = [face for face in PREFERENCE if not used >> face & 1]
        assert TREE.rank[state].tolist() == [
            free.index(face) if face in free else -1 for face in range(NUM_FACES)
        ]


@pytest.mark.parametrize("group", TREE.groups, ids=lambda group: f"{group.free}of{group.dice}")
def test_paths_are_all_distinct_rolls_with_their_chances(group):
    """Follow every node back to the roll it stands for, in one state of the group."""
    state = group.states.start + (group.states.stop - group.states.start) // 2
    used, dice, total = (int(a[state]) for a in (TREE.used, TREE.dice, TREE.total))
    free = [face for face in PREFERENCE if not used >> face & 1]

    expected = Counter()
    for ways, counts in exact.rolls(dice):
        seen = dict(counts)
        expected[tuple((face, seen[face]) for face in free if face in seen)] += ways

    found = {}
    path = []
    for node in range(group.nodes.start, group.nodes.stop):
        depth = TREE.depth[node]
        if depth:
            rank, count = divmod(int(TREE.option[node]), group.dice)
            del path[depth - 1 :]
            path.append((free[rank], count + 1))
            then = group.target[TREE.option[node], state - group.states.start]
            face, count = path[-1]
            assert (TREE.used[then], TREE.dice[then], TREE.total[then]) == (
                used | 1 << face,
                dice - count,
                total + count * POINTS[face],
            )
        assert tuple(path) not in found
        found[tuple(path)] = TREE.weight[node]
    for roll, chance in found.items():
        assert chance == pytest.approx(expected.pop(roll, 0) / 6**dice, rel=1e-14)
    assert not expected


def test_ways_of_a_roll():
    """The independent enumeration itself: multinomials that add up to all rolls."""
    for dice in range(1, 9):
        assert sum(ways for ways, _ in exact.rolls(dice)) == 6**dice
    ways = {tuple(counts): ways for ways, counts in exact.rolls(3)}
    assert ways[(0, 1), (2, 2)] == factorial(3) // prod((1, 2))
