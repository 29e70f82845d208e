"""Turns played by the kernels against the same turns played dice by dice."""

import numpy as np
import pytest

from wormadvisor.solver.dice import FACES, NO_DICE, NUM_DICE, Turn, as_counts
from wormadvisor.solver.turn import numpy_kernel
from wormadvisor.solver.turn.kernels import play_at_random, play_turns
from wormadvisor.solver.turn.solution import SolvedTurn
from wormadvisor.solver.turn.tree import NUM_TOTALS

TURNS = 40


@pytest.fixture
def dice():
    return np.random.default_rng(5).integers(0, len(FACES), (TURNS, 6, NUM_DICE), np.int8)


@pytest.fixture
def payoff():
    rng = np.random.default_rng(6)
    stop = np.sort(rng.random((TURNS, NUM_TOTALS, 2)), axis=1)
    stop[:, :21] = 0.1
    return stop, np.full((TURNS, 2), 0.1)


def _rolled(turn, dice):
    return as_counts(np.bincount(dice[: turn.dice_left], minlength=len(FACES)).tolist())


def _played(solved, dice):
    turn = Turn(NO_DICE)
    for roll in dice:
        options = solved.options(Turn(turn.kept, _rolled(turn, roll)))
        if not options:
            return NUM_TOTALS
        turn = options[0].after
        if options[0].then == "stop":
            break
    return turn.total if turn.has_worm else NUM_TOTALS


def test_plays_as_the_solved_turn_advises(payoff, dice):
    stop, bust = payoff
    shares, ends = play_turns(stop, bust, dice)
    for i in range(TURNS):
        solved = SolvedTurn(stop[i], bust[i], np.arange(NUM_TOTALS) < 21)
        assert ends[i] == _played(solved, dice[i])
        np.testing.assert_allclose(shares[i], solved.before_first_roll, atol=1e-12)


def test_compiled_code_plays_alike(payoff, dice):
    numba_kernel = pytest.importorskip("wormadvisor.solver.turn.numba_kernel")
    for dtype in (np.float64, np.float32):
        stop, bust = (side.astype(dtype) for side in payoff)
        plain, compiled = (
            kernel.play(stop, bust, dice, numpy_kernel.TIE)
            for kernel in (numpy_kernel, numba_kernel)
        )
        np.testing.assert_allclose(compiled[0], plain[0], atol=1e-5)
        np.testing.assert_array_equal(compiled[1], plain[1])


def test_mean_of_the_ends_is_the_value():
    rng = np.random.default_rng(7)
    n = 20_000
    stop = np.broadcast_to((np.arange(NUM_TOTALS) / 40.0)[None, :, None], (n, NUM_TOTALS, 1))
    dice = rng.integers(0, len(FACES), (n, 6, NUM_DICE), np.int8)
    shares, ends = play_turns(stop, np.zeros((n, 1)), dice)
    came_to = np.append(stop[0, :, 0], 0.0)[ends]
    assert abs(came_to.mean() - shares[0, 0]) < 4 * came_to.std() / n**0.5


def test_random_choices_are_legal_and_vary(dice):
    ends = play_at_random(dice, np.random.default_rng(1))
    assert ((ends >= 5) & (ends <= NUM_TOTALS)).all()
    assert len(set(ends.tolist())) > 5


def test_other_shapes_of_dice_are_refused(payoff):
    with pytest.raises(ValueError, match="dice has shape"):
        play_turns(*payoff, np.zeros((TURNS, 5, NUM_DICE), np.int8))
