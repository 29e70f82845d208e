"""Rollouts against certified values, and what taking the luck out may not change."""

import numpy as np
import pytest

from tests.certified import Certified
from tests.solver.value.test_network import random_weights
from wormadvisor.solver.batch import Batch
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import PRESETS
from wormadvisor.solver.value.network import Network
from wormadvisor.solver.value.rollout import GAMES, NO_LUCK, Rollout, Sums, roll_out

TABLES = [
    Position([21, 26], [[31], [29]]),
    Position([22], [[], [30]]),
    Position([33, 36], [[21], []]),
]
FLIP = PRESETS["flip"]
NETWORK = Network({n: random_weights(n) for n in (2, 3)})


@pytest.fixture(scope="module")
def certified():
    return Certified(FLIP, *TABLES)


def _play(valuer, **extra):
    return roll_out(Batch.of(TABLES), FLIP, valuer, seed=5, **extra)


def test_no_luck_is_left_where_the_valuer_is_right(certified):
    rollout = _play(certified)
    exact = certified.shares(Batch.of(TABLES), FLIP)
    np.testing.assert_allclose(rollout.adjusted.mean, exact, atol=1e-5)
    assert rollout.adjusted.se.max() < 1e-5
    assert rollout.plain.se.min() > 0.01
    # The plain mean is right as well, within its error.
    assert (abs(rollout.plain.mean - exact) < 4 * rollout.plain.se).all()


def test_luck_has_mean_zero_whatever_the_valuer():
    rollout = _play(NETWORK, blocks=12)
    difference = rollout.adjusted.mean - rollout.plain.mean
    assert (abs(difference) < 4 * rollout.plain.se).all()
    assert abs(difference).max() > 0


def test_games_end_where_the_worth_is_known(certified):
    exact = certified.shares(Batch.of(TABLES), FLIP)

    def everywhere(batch, rules):
        return np.ones(len(batch), bool), certified.shares(batch, rules)

    rollout = _play(NETWORK, blocks=12, known=everywhere)
    # One turn by the network's choices cannot beat best play.
    assert (rollout.plain.mean[:, 0] < exact[:, 0] + 4 * rollout.plain.se[:, 0]).all()


def test_going_on_is_playing_at_once():
    whole = _play(NETWORK, blocks=3)
    parts = _play(NETWORK, blocks=2, so_far=_play(NETWORK))
    assert (parts.blocks, parts.games) == (3, 3 * GAMES)
    np.testing.assert_array_equal(whole.adjusted.total, parts.adjusted.total)
    np.testing.assert_array_equal(whole.plain.squares, parts.plain.squares)


def test_three_players():
    batch = Batch.of([Position([25], [[21], [30], []])])
    rollout = roll_out(batch, FLIP, NETWORK, seed=1)
    np.testing.assert_allclose(rollout.plain.mean.sum(axis=1), 1)
    np.testing.assert_allclose(rollout.adjusted.mean.sum(axis=1), 1, atol=1e-5)


def test_errors_of_known_numbers():
    results = np.array([[[0.0], [1.0], [1.0], [0.0]], [[0.5], [1.0], [0.75], [0.25]]])
    total = results.sum(axis=1)
    squares = np.einsum("agp,bgp->apb", results, results)
    sums = Sums(4, total, squares)
    assert sums.mean.ravel().tolist() == [0.5, 0.625]
    one, two = results[:, :, 0]
    assert sums.se[0, 0] == pytest.approx(one.std(ddof=1) / 2)
    assert sums.se_of_sum(np.array([1, -1])) == pytest.approx((one - two).std(ddof=1) / 2)
    half = results / 2
    halved = Sums(4, half.sum(axis=1), np.einsum("agp,bgp->apb", half, half))
    # Half the error is that of four times the games.
    assert Rollout(1, halved, sums).worth_plain == pytest.approx(16)


def test_where_no_luck_is_left_no_number_of_plain_games_would_do():
    """The sums of equal numbers come to a variance a little above nothing, or below."""
    plain = np.random.default_rng(1).random((50, 64, 2))
    same = np.broadcast_to(plain[:, :1], plain.shape)
    none, some = (
        Sums(64, results.sum(axis=1), np.einsum("agp,bgp->apb", results, results))
        for results in (same, plain)
    )
    variance = none.squares / 64 - none.mean[:, :, None] * none.mean.T[None]
    assert variance.min() < 0 < variance.max()
    assert 0 <= none.se.min() <= none.se.max() < NO_LUCK
    assert all(none.se_of_sum(weights) < NO_LUCK for weights in np.eye(50))
    assert Rollout(1, none, some).worth_plain is None
