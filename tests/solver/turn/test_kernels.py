"""The kernels against exact rationals, against each other, and their contract."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import exact
from wormadvisor.solver.position import MAX_TOTAL, TILES, worms
from wormadvisor.solver.turn import kernels, numpy_kernel, solve_chances, solve_shares, solve_values
from wormadvisor.solver.turn.numpy_kernel import TIE

REFERENCE = json.loads(
    (Path(__file__).parents[2] / "data/reference/turn.json").read_text(encoding="utf-8")
)
BUST = 41
EPS = {np.float64: 1e-13, np.float32: 3e-6}
"""Rounding of a turn whose ends are worth 0 to 1; compiled code adds 3,003 rolls in a row."""
dtypes = pytest.mark.parametrize("dtype", [np.float64, np.float32], ids=["float64", "float32"])

# Payoffs with many equal ends, as in the game, and with none.
ENDS = st.one_of(
    st.integers(-8, 8).map(lambda quarters: quarters / 4),
    st.floats(-1, 1).map(lambda end: round(end, 9)),
)


def coarse(rng, turns, *more):
    return rng.integers(-4, 5, (turns, *more)) / 4


def first_turn(bust_loss):
    """The whole grill and no stacks: exact worth of totals 0 to 40, and of a bust."""
    stop = [-bust_loss] * TILES[0]
    stop += [worms(min(total, TILES[-1])) for total in range(TILES[0], MAX_TOTAL + 1)]
    return stop, -bust_loss


def in_fractions(stop, bust):
    """One turn by the independent method: its value, and the chances of its ends."""
    worth = [Fraction(end) for end in (*stop, bust)]
    return exact.turn_chances(lambda total: total, BUST, worth)


# Exact values


@pytest.mark.parametrize("bust_loss", range(5))
def test_first_turn_is_the_reference_fraction(bust_loss, kernel):
    stop, bust = first_turn(bust_loss)
    expected = REFERENCE["expected_worms_first_turn_by_bust_loss"][str(bust_loss)]
    value, chances = in_fractions(stop, bust)
    assert value == Fraction(expected["fraction"])
    assert sum(chances) == 1

    turn = np.array([stop], float), np.array([bust], float)
    assert kernel.values(*turn)[0] == pytest.approx(expected["value"], abs=1e-14)
    ends = kernel.chances(*turn, TIE)[0]
    assert ends.sum() == pytest.approx(1, abs=1e-14)
    assert ends @ np.append(*turn) == pytest.approx(expected["value"], abs=1e-13)


@settings(max_examples=4, deadline=None)
@given(st.lists(ENDS, min_size=42, max_size=42))
def test_any_payoff_is_solved_exactly(ends):
    *stop, bust = ends
    value, _ = in_fractions(stop, bust)
    assert solve_values(np.array([stop]), np.array([bust]))[0] == pytest.approx(float(value))


def test_shares_follow_the_choices_of_column_0(kernel):
    """Without ties there is one best play: the chances of its ends value any column."""
    rng = np.random.default_rng(2)
    stop, bust = rng.random((2, 41, 3)), rng.random((2, 3))
    found = kernel.shares(stop, bust)
    for turn in range(2):
        _, chances = in_fractions(stop[turn, :, 0], bust[turn, 0])
        ends = np.vstack([stop[turn], bust[turn]])
        assert found[turn] == pytest.approx(np.array(chances, float) @ ends, abs=1e-13)


# The kernels give the same results and make the same choices


@dtypes
@pytest.mark.parametrize("turns", [1, 127, 128, 300])
def test_same_values(compiled, dtype, turns):
    rng = np.random.default_rng(turns)
    for stop, bust in (
        (rng.random((turns, 41)), rng.random(turns)),
        (coarse(rng, turns, 41), coarse(rng, turns)),
    ):
        turn = stop.astype(dtype), bust.astype(dtype)
        one, other = numpy_kernel.values(*turn), compiled.values(*turn)
        assert one.dtype == other.dtype == dtype
        np.testing.assert_allclose(one, other, rtol=0, atol=EPS[dtype])


@dtypes
def test_same_choices_without_ties(compiled, dtype):
    """Sums that tell the policies apart: chances and shares jump where a choice differs."""
    rng = np.random.default_rng(3)
    stop, bust = (rng.random(shape).astype(dtype) for shape in ((150, 41, 4), (150, 4)))
    one, other = numpy_kernel.shares(stop, bust), compiled.shares(stop, bust)
    np.testing.assert_allclose(one[:, 0], other[:, 0], rtol=0, atol=EPS[dtype])
    # In float32 choices within its rounding are as good as equal, and others may follow.
    follows = EPS[dtype] if dtype is np.float64 else 1e-3
    np.testing.assert_allclose(one, other, rtol=0, atol=follows)
    turn = np.ascontiguousarray(stop[:, :, 0]), np.ascontiguousarray(bust[:, 0])
    one, other = numpy_kernel.chances(*turn, TIE), compiled.chances(*turn, TIE)
    np.testing.assert_allclose(one, other, rtol=0, atol=follows)


@pytest.mark.parametrize("scale", [1, np.sqrt(2) * 1e-9])
def test_same_choices_with_ties(compiled, scale):
    """On a coarse grid nearly every choice is tied, or nearly so: preference decides.

    The second grid's differences lie to both sides of 1e-9, and never on it.
    """
    rng = np.random.default_rng(4)
    stop, bust = coarse(rng, 200, 41, 3), coarse(rng, 200, 3)
    stop[..., 0] *= scale
    bust[..., 0] *= scale
    np.testing.assert_allclose(
        numpy_kernel.shares(stop, bust), compiled.shares(stop, bust), rtol=0, atol=1e-12
    )
    turn = np.ascontiguousarray(stop[:, :, 0]), np.ascontiguousarray(bust[:, 0])
    np.testing.assert_allclose(
        numpy_kernel.chances(*turn, TIE), compiled.chances(*turn, TIE), rtol=0, atol=1e-12
    )


@dtypes
def test_uncompiled_source_gives_the_same(uncompiled, dtype):
    rng = np.random.default_rng(5)
    stop, bust = (rng.random(shape).astype(dtype) for shape in ((3, 41, 2), (3, 2)))
    turn = np.ascontiguousarray(stop[:, :, 0]), np.ascontiguousarray(bust[:, 0])
    near = {"rtol": 0, "atol": EPS[dtype]}
    np.testing.assert_allclose(uncompiled.values(*turn), numpy_kernel.values(*turn), **near)
    np.testing.assert_allclose(
        uncompiled.shares(stop, bust), numpy_kernel.shares(stop, bust), **near
    )
    np.testing.assert_allclose(
        uncompiled.chances(*turn, TIE), numpy_kernel.chances(*turn, TIE), **near
    )
    dice = rng.integers(0, 6, (3, 6, 8))
    shares, ends = uncompiled.play(stop, bust, dice, TIE)
    np.testing.assert_allclose(shares, numpy_kernel.shares(stop, bust), **near)
    assert ends.tolist() == numpy_kernel.play(stop, bust, dice, TIE)[1].tolist()


def test_tied_ends_are_chosen_in_the_order_of_preference(kernel):
    """All ends are worth the same: stop at once, on the W if there is one, else on the 5."""
    chances = kernel.chances(np.zeros((1, 41)), np.zeros(1), TIE)[0]
    worm_rolled = 1 - (5 / 6) ** 8
    by_count = chances[5:41:5]
    assert by_count.sum() == pytest.approx(worm_rolled)
    assert chances[BUST] == pytest.approx(1 - worm_rolled)
    assert by_count[-1] == pytest.approx(6**-8)

    # The second column sees the difference.
    stop, bust = np.zeros((1, 41, 2)), np.zeros((1, 2))
    stop[..., 1] = 1.0
    assert kernel.shares(stop, bust)[0] == pytest.approx([0, worm_rolled])


@pytest.mark.parametrize(("gain", "takes_it"), [(0.9e-9, True), (1e-6, False)])
def test_a_gain_below_a_billionth_is_none(kernel, gain, takes_it):
    """A bust that is better by so little is no reason to leave the W."""
    chances = kernel.chances(np.zeros((1, 41)), np.array([gain]), TIE)[0]
    assert (chances[5] > 0.1) == takes_it


# The contract of the bulk entry points


@pytest.fixture(params=["small", "large"])
def turns(request, monkeypatch):
    """A batch for each of the interpreters, as far as installed."""
    monkeypatch.setattr(kernels, "WORTH_IMPORTING", 50)
    monkeypatch.setattr(kernels, "WORTH_CALLING", 50)
    return {"small": 3, "large": 50}[request.param]


@dtypes
def test_column_0_is_the_value_and_the_dtype_is_kept(turns, dtype):
    rng = np.random.default_rng(6)
    stop, bust = (rng.random(shape).astype(dtype) for shape in ((turns, 41, 2), (turns, 2)))
    values = solve_values(stop[..., 0], bust[:, 0])
    shares = solve_shares(stop, bust)
    assert (values.shape, shares.shape) == ((turns,), (turns, 2))
    assert values.dtype == shares.dtype == dtype
    np.testing.assert_allclose(shares[:, 0], values, rtol=0, atol=EPS[dtype])


def test_chances_sum_to_one_and_give_the_value(turns):
    rng = np.random.default_rng(7)
    for stop, bust in (
        (rng.random((turns, 41)), rng.random(turns)),
        (coarse(rng, turns, 41), coarse(rng, turns)),
    ):
        chances = solve_chances(stop, bust)
        assert chances.shape == (turns, 42)
        assert chances.min() >= 0
        np.testing.assert_allclose(chances.sum(axis=1), 1, atol=1e-13)
        worth = (chances[:, :41] * stop).sum(axis=1) + chances[:, 41] * bust
        np.testing.assert_allclose(worth, solve_values(stop, bust), atol=1e-12)
        assert not chances[:, :5].any(), "totals that no W comes with"


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_laws_of_a_turn(data):
    """Scaling and shifting payoffs does so to the value; a better end never makes it worse."""
    ends = np.array(data.draw(st.lists(ENDS, min_size=42, max_size=42)))
    stop, bust = ends[None, :41], ends[41:]
    value = solve_values(stop, bust)
    assert min(ends[5:].min(), bust[0]) - 1e-12 <= value[0] <= ends.max() + 1e-12
    assert solve_values(2 * stop - 1, 2 * bust - 1) == pytest.approx(2 * value - 1)
    total = data.draw(st.integers(0, 40))
    better = stop.copy()
    better[0, total] += 0.5
    more = solve_values(better, bust)
    assert value[0] - 1e-12 <= more[0] <= value[0] + 0.5 + 1e-12
    chances = solve_chances(stop, bust)[0]
    assert chances @ ends == pytest.approx(value[0], abs=1e-8)


@pytest.mark.parametrize("solve", [solve_values, solve_chances])
@pytest.mark.parametrize(
    ("stop", "bust"),
    [((3, 40), 3), ((3, 41), 2), ((41,), ()), ((3, 41, 2), (3, 2)), ((3, 41), (3, 1))],
)
def test_refuses_shapes_that_do_not_fit(solve, stop, bust):
    with pytest.raises(ValueError, match="expected"):
        solve(np.zeros(stop), np.zeros(bust))


@pytest.mark.parametrize(
    ("stop", "bust"),
    [((3, 41), 3), ((3, 41, 2), (3, 3)), ((3, 40, 2), (3, 2)), ((2, 41, 2), (3, 2))],
)
def test_shares_refuse_shapes_that_do_not_fit(stop, bust):
    with pytest.raises(ValueError, match=r"\(turns, 41, k\) and \(turns, k\)"):
        solve_shares(np.zeros(stop), np.zeros(bust))


@pytest.mark.parametrize(("one", "other"), [("f8", "f4"), ("i8", "i8"), ("f2", "f2")])
def test_refuses_other_dtypes(one, other):
    with pytest.raises(ValueError, match="float64 or both float32"):
        solve_values(np.zeros((2, 41), one), np.zeros(2, other))


def test_no_turns_are_no_values():
    assert solve_values(np.zeros((0, 41)), np.zeros(0)).shape == (0,)
    assert solve_shares(np.zeros((0, 41, 3)), np.zeros((0, 3))).shape == (0, 3)
    assert solve_chances(np.zeros((0, 41)), np.zeros(0)).shape == (0, 42)


def test_takes_arrays_of_any_layout(turns):
    rng = np.random.default_rng(8)
    stop, bust = rng.random((41, turns)), rng.random(2 * turns)
    expected = solve_values(np.ascontiguousarray(stop.T), np.ascontiguousarray(bust[::2]))
    assert (solve_values(stop.T, bust[::2]) == expected).all()
