"""Look-ahead over valuers that are known."""

import numpy as np
import pytest

from tests.solver.value.test_network import random_weights
from wormadvisor.solver.batch import Batch
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.solver.value.backup import back_up, outcome_worth
from wormadvisor.solver.value.endgame import Endgames
from wormadvisor.solver.value.network import Network
from wormadvisor.solver.value.search import Search

TABLES = [
    Position([21, 26], [[31, 25], [29]]),
    Position([21], [[], [30]]),
    Position([33, 36], [[21], []]),
]


@pytest.fixture(scope="module")
def network():
    return Network({2: random_weights(2), 3: random_weights(3)})


class Certified:
    """The middle of proven bounds."""

    kind = "certified"

    def __init__(self, rules):
        self.endgames = Endgames(rules)
        for position in TABLES:
            self.endgames.solve(position)

    def shares(self, batch, rules):
        lower, upper = self.endgames.bounds(batch)
        middle = (lower + upper) / 2
        return np.stack([middle, 1 - middle], axis=1)


def _by_hand(batch, rules, valuer, depth):
    """Solve turn over turn without any of the short cuts."""
    if depth == 0:
        return valuer.shares(batch, rules)

    class Deeper:
        kind = "estimate"

        def shares(self, after, rules):
            return _by_hand(after, rules, valuer, depth - 1)

    return back_up(batch, rules, Deeper())


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_depth_counts_solved_turns(network, depth):
    batch, rules = Batch.of(TABLES), Rules()
    found = Search(network, depth, unlikely=0).shares(batch, rules)
    np.testing.assert_allclose(found, _by_hand(batch, rules, network, depth), atol=1e-6)


@pytest.mark.parametrize("rules", PRESETS)
def test_certified_values_stay_what_they_are(rules):
    certified = Certified(PRESETS[rules])
    batch = Batch.of(TABLES)
    exact = certified.shares(batch, PRESETS[rules])
    for depth in (1, 2, 3):
        found = Search(certified, depth, unlikely=0).shares(batch, PRESETS[rules])
        np.testing.assert_allclose(found, exact, atol=1e-8)


def test_worth_of_the_outcomes(network):
    batch, rules = Batch.of([Position([25, 30], [[], [21], []])]), Rules()
    look = Search(network, 1).look(batch, rules)
    np.testing.assert_allclose(look.worth, outcome_worth(batch, rules, network), atol=1e-9)
    assert look.pruned.tolist() == [0]


def test_pruning_tells_what_it_left_out(network):
    batch, rules = Batch.of(TABLES), Rules()
    full = Search(network, 3, unlikely=0).look(batch, rules)
    assert full.pruned.tolist() == [0, 0, 0]
    some = Search(network, 3, unlikely=0.2).look(batch, rules)
    assert 0 < some.pruned.max() < 1
    # No number differs by more than what was pruned can be worth.
    assert (abs(some.shares - full.shares).max(axis=1) <= some.pruned + 1e-6).all()
    nothing = Search(network, 3, unlikely=1.1).look(batch, rules)
    once = Search(network, 2).look(batch, rules)
    np.testing.assert_allclose(nothing.shares, once.shares, atol=1e-6)


def test_kind_is_the_valuers(network):
    assert Search(network, 2).kind == "estimate"
