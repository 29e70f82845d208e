"""Matches: fair, repeatable, and counted right."""

import numpy as np
import pytest
from joblib import parallel_config

from tests.solver.value.test_network import random_weights
from wormadvisor.solver import match as match_module
from wormadvisor.solver.match import Games, Match, Score, Sprt, scores, set_means
from wormadvisor.solver.players import CAUTIOUS, LEAD, RANDOM, WORMS, Weakened, Winner
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.solver.value.network import Network

NETWORK = Network({n: random_weights(n) for n in (2, 3)})


def play(*players, rules="official", sets=40, seed=3, evaluator=None):
    return list(Match(players, PRESETS[rules], sets, seed, evaluator).play())


@pytest.mark.parametrize("rules", PRESETS)
def test_a_player_is_exactly_as_strong_as_itself(rules):
    games = play(LEAD, LEAD, rules=rules, evaluator=NETWORK)
    for adjusted in (False, True):
        means = set_means(games, adjusted=adjusted)
        np.testing.assert_allclose(means, 0.5, atol=1e-5)


def test_three_of_a_kind_share_alike():
    np.testing.assert_allclose(set_means(play(WORMS, WORMS, WORMS)), 1 / 3, atol=1e-12)


def test_order_of_the_players_does_not_matter():
    there, back = play(LEAD, CAUTIOUS), play(CAUTIOUS, LEAD)
    np.testing.assert_allclose(set_means(there), set_means(back)[:, ::-1])


def test_shares_of_every_game_sum_to_one():
    (games,) = play(LEAD, RANDOM, CAUTIOUS, evaluator=NETWORK)
    np.testing.assert_allclose(games.shares.sum(axis=2), 1)
    np.testing.assert_allclose(games.luck.sum(axis=2), 0, atol=1e-5)


def test_better_players_win():
    games = play(LEAD, RANDOM, sets=20)
    assert scores(games)[0].mean > 0.95


def test_luck_has_mean_zero_whatever_the_evaluator():
    (games,) = play(LEAD, WORMS, sets=256, evaluator=NETWORK)
    luck = Score.of(games.luck[:, :, 0].mean(axis=1))
    assert luck.se > 0
    assert abs(luck.mean) < 4 * luck.se


def test_same_seed_same_games_however_many_work(monkeypatch):
    monkeypatch.setattr(match_module, "SETS", 16)
    match = Match((Winner("network", NETWORK), Weakened(LEAD, 0.3)), Rules(), 40, 9)
    alone = set_means(list(match.play()))
    with parallel_config(backend="threading", n_jobs=2):
        together = set_means(list(match.play()))
    np.testing.assert_array_equal(alone, together)
    assert len(alone) == 40


def test_interval_of_known_numbers():
    sets = np.array([0.25, 0.75, 0.5, 1.0])
    score = Score.of(sets)
    assert score.mean == 0.625
    # Sample deviation sqrt(0.3125 / 3), over sqrt(4).
    assert score.se == pytest.approx((0.3125 / 3) ** 0.5 / 2)
    assert (score.lo + score.hi) / 2 == pytest.approx(0.625)
    assert score.hi - score.lo == pytest.approx(2 * 1.959964 * score.se)
    assert Score(10 / 11, 0).elo == pytest.approx(400)
    assert Score(1.0, 0).elo == float("inf")


def test_sequential_test_decides_both_ways():
    test = Sprt(0.48, 0.52)
    spread = np.tile([-0.2, 0.2], 5000)
    assert test.decided(0.53 + spread) == 0.52
    assert test.decided(0.47 + spread) == 0.48
    assert test.decided(0.5 + spread) is None
    assert test.decided(np.array([0.5])) is None


def test_scores_need_luck_to_take_it_out():
    games = [Games(np.full((2, 2, 2), 0.5), None)]
    with pytest.raises(ValueError, match="without an evaluator"):
        scores(games, adjusted=True)
