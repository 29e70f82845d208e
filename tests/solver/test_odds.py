import json
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from wormadvisor.solver.dice import POINTS, WORM
from wormadvisor.solver.odds import AT_LEAST, EXACTLY, best_chances
from wormadvisor.solver.turn.tree import turn_tree

REFERENCE = json.loads(
    (Path(__file__).parents[1] / "data/reference/turn.json").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def chances():
    return best_chances()


@pytest.mark.parametrize(
    ("aim", "key"),
    [(AT_LEAST, "best_chance_total_at_least"), (EXACTLY, "best_chance_total_exactly")],
)
def test_start_of_a_turn_has_the_reference_numbers(chances, aim, key):
    start = chances[turn_tree().start, aim]
    assert {int(total) for total in REFERENCE[key]} >= set(range(21, 37))
    for total, expected in REFERENCE[key].items():
        assert start[int(total)] == pytest.approx(expected, abs=1e-12)


def test_seven_fives_aside_need_one_worm(chances):
    state = turn_tree().index[1 << 4, 1, 35]
    assert chances[state, AT_LEAST, 21] == pytest.approx(1 / 6)
    assert chances[state, EXACTLY, 40] == pytest.approx(1 / 6)
    assert chances[state, EXACTLY, 35] == 0.0


def test_shape_and_bounds(chances):
    assert chances.shape == (len(turn_tree().used), 2, 41)
    assert chances.min() == 0.0
    assert chances.max() == 1.0
    assert (chances[:, EXACTLY] <= chances[:, AT_LEAST] + 1e-12).all()
    assert (np.diff(chances[:, AT_LEAST]) <= 1e-12).all(), "more is never likelier"


def test_stopped_turns_are_certain(chances):
    tree = turn_tree()
    for state in np.flatnonzero(tree.dice == 0):
        hit = np.arange(41) == tree.total[state]
        assert (chances[state, EXACTLY] == (hit & tree.worm[state])).all()


def test_a_brute_force_in_fractions_agrees(chances):
    tree = turn_tree()
    aim = 21

    @cache
    def best(used, dice, total):
        stop = Fraction(total >= aim and used >> WORM & 1)
        if dice == 0 or used == 0b111111:
            return stop
        rolled = Fraction(0)
        for roll in product(range(6), repeat=dice):
            options = [
                best(used | 1 << f, dice - roll.count(f), total + roll.count(f) * POINTS[f])
                for f in set(roll)
                if not used >> f & 1
            ]
            rolled += max(options, default=Fraction(0))
        return max(stop, rolled / 6**dice)

    for state in np.flatnonzero((tree.dice <= 3) & (tree.total < 30))[::7]:
        moment = int(tree.used[state]), int(tree.dice[state]), int(tree.total[state])
        assert chances[state, AT_LEAST, aim] == pytest.approx(float(best(*moment)), abs=1e-12)
