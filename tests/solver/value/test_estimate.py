"""The objective ``win`` by look-ahead and by rollouts."""

import numpy as np
import pytest

from tests.certified import Certified
from tests.solver.value.test_network import random_weights
from wormadvisor.solver.advice import advise
from wormadvisor.solver.batch import Batch
from wormadvisor.solver.dice import NO_DICE, Turn
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import PRESETS
from wormadvisor.solver.turn.solution import SolvedTurn
from wormadvisor.solver.value.estimate import EstimatedWin
from wormadvisor.solver.value.network import Network
from wormadvisor.solver.value.rolled import FEWEST, SURE, RolledWin
from wormadvisor.solver.value.search import Search
from wormadvisor.solver.value.win import CertifiedWin

FLIP = PRESETS["flip"]
TABLE = Position([21, 26], [[31], [29]])
NETWORK = Network({n: random_weights(n) for n in (2, 3)})


@pytest.fixture(scope="module")
def certified():
    return Certified(FLIP, TABLE)


def _start(payoff):
    return SolvedTurn(payoff.stop, payoff.bust, payoff.busts).before_first_roll


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("players", [2, 3])
def test_the_turn_is_the_first_of_the_look_ahead(depth, players):
    position = Position([22, 30], [[21], [25]] + [[]] * (players - 2))
    search = Search(NETWORK, depth)
    payoff = EstimatedWin(search).payoff(position, FLIP)
    assert payoff.kind == "estimate"
    expected = search.shares(Batch.of([position]), FLIP)[0]
    np.testing.assert_allclose(_start(payoff), expected, atol=1e-6)


def test_over_certified_numbers_it_is_the_certified_advice(certified):
    estimate = EstimatedWin(Search(certified, 2)).payoff(TABLE, FLIP)
    exact = CertifiedWin(certified.endgames).payoff(TABLE, FLIP)
    np.testing.assert_allclose(estimate.stop, exact.stop, atol=1e-8)
    assert estimate.outcomes == exact.outcomes


def test_rollouts_that_know_the_truth_come_to_it(certified):
    rolled = RolledWin(TABLE, FLIP, certified, seed=1)
    rolled.play(1)
    exact = CertifiedWin(certified.endgames).payoff(TABLE, FLIP)
    payoff = rolled.payoff(TABLE, FLIP)
    assert payoff.kind == "rollout"
    np.testing.assert_allclose(payoff.stop, exact.stop, atol=1e-5)
    assert rolled.error(Turn(NO_DICE)) < 1e-5


def test_error_of_the_start_is_that_of_rolling_it_out_again():
    starts, errors = [], []
    for seed in range(12):
        rolled = RolledWin(TABLE, FLIP, NETWORK, seed=seed)
        rolled.play(1)
        starts.append(_start(rolled.payoff(TABLE, FLIP))[0])
        errors.append(rolled.error(Turn(NO_DICE)))
    # A dozen runs tell a deviation to within a fifth or so.
    assert np.std(starts, ddof=1) == pytest.approx(np.mean(errors), rel=0.7)


def test_more_games_less_error():
    rolled = RolledWin(TABLE, FLIP, NETWORK, seed=3)
    rolled.play(1)
    before = rolled.error(Turn(NO_DICE))
    rolled.play(8)
    assert rolled.rollout.blocks == 9
    assert rolled.error(Turn(NO_DICE)) == pytest.approx(before / 3, rel=0.4)
    advice = advise(TABLE, Turn((0, 0, 0, 0, 3, 1)), FLIP, rolled)
    assert advice.value.kind == "rollout"


def test_outcomes_that_end_the_game_need_no_games():
    last = Position([21], [[30], []])
    rolled = RolledWin(last, FLIP, NETWORK, seed=1)
    with pytest.raises(ValueError, match="nothing was played"):
        rolled.payoff(last, FLIP)
    with pytest.raises(ValueError, match="not rolled out"):
        rolled.payoff(TABLE, FLIP)


def test_plays_until_it_is_clear():
    turn = Turn((0, 0, 0, 0, 4, 1))
    rolled = RolledWin(TABLE, FLIP, NETWORK, seed=4)
    played = list(rolled.play_until(turn, se=0.0, most=30))
    assert [rollout.blocks for rollout in played] == list(range(1, len(played) + 1))
    # 25 with a W takes the 21; most rolls on give a bust.
    assert len(played) < 30
    assert rolled.clearness(turn) > SURE
    again = RolledWin(TABLE, FLIP, NETWORK, seed=4)
    assert len(list(again.play_until(Turn(NO_DICE), se=1.0, most=30))) == FEWEST


def test_a_single_choice_is_clear(certified):
    rolled = RolledWin(TABLE, FLIP, certified, seed=1)
    rolled.play(1)
    assert rolled.clearness(Turn(NO_DICE)) == float("inf")
    assert rolled.clearness(Turn((0, 0, 0, 0, 4, 3), (0, 0, 0, 0, 1, 0))) == float("inf")
