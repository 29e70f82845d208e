"""A solved turn, asked at every kind of moment."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wormadvisor.solver.dice import FACES, NO_DICE, Turn
from wormadvisor.solver.errors import TurnError
from wormadvisor.solver.notation import parse_counts
from wormadvisor.solver.position import TILES, worms
from wormadvisor.solver.turn.solution import SolvedTurn

REFERENCE = json.loads(
    (Path(__file__).parents[2] / "data/reference/turn.json").read_text(encoding="utf-8")
)
NO_BUSTS = np.zeros(41, bool)


def turn(kept, roll=None):
    return Turn(parse_counts(kept) if kept else NO_DICE, parse_counts(roll) if roll else None)


def payoff(bust=0.0):
    stop = np.full((41, 1), bust)
    for total in range(TILES[0], 41):
        stop[total] = worms(min(total, TILES[-1]))
    return stop, np.array([bust])


@pytest.fixture(scope="module")
def first():
    """The first turn of a game, for worms."""
    stop, bust = payoff()
    return SolvedTurn(stop, bust, np.arange(41) < TILES[0])


def flat(value=0.0):
    return SolvedTurn(np.full((41, 1), value), np.full(1, value), NO_BUSTS)


# Against numbers made elsewhere


def test_after_the_first_choice(first):
    expected = REFERENCE["value_after_first_choice_loss_0"]["by_face_then_count_1_to_8"]
    for face, by_count in expected.items():
        for count, value in enumerate(by_count, start=1):
            (option,) = first.options(turn(face * count))
            assert option.face is None
            assert option.value[0] == pytest.approx(value, abs=1e-14)


def test_before_the_first_roll(first):
    value = REFERENCE["expected_worms_first_turn_by_bust_loss"]["0"]["value"]
    (option,) = first.options(turn(None))
    assert option.stop is None, "a turn cannot be stopped before its first choice"
    assert option.then == "roll"
    assert option.value[0] == first.before_first_roll[0] == pytest.approx(value, abs=1e-14)
    assert option.bust_next == 0.0


@pytest.mark.parametrize(
    ("kept", "roll", "values"),
    [
        (None, "1124445W", {"4": 1.5035075, "1": None}),
        ("333", "1344W", {"W": 1.0007740, "4": 0.8577675}),
        ("WWWW", "553W", {"5": 3.25, "3": 2.2808642}),
    ],
)
def test_examples_of_the_project(first, kept, roll, values):
    options = {FACES[option.face]: option for option in first.options(turn(kept, roll))}
    assert next(iter(options)) == next(iter(values))
    for face, value in values.items():
        if value is not None:
            assert options[face].value[0] == pytest.approx(value, abs=5e-8)


# Laws of any moment


@settings(max_examples=40, deadline=None)
@given(st.from_type(Turn), st.integers(0, 2**32 - 1))
def test_a_moment_is_worth_the_sum_of_its_ends(moment, seed):
    rng = np.random.default_rng(seed)
    stop, bust = rng.integers(-4, 5, (41, 2)) / 4, rng.integers(-4, 5, 2) / 4
    busts = rng.random(41) < 0.3
    solved = SolvedTurn(stop, bust, busts)
    ends = solved.ends(moment)
    assert ends.sum() == pytest.approx(1, abs=1e-12)
    assert ends @ np.vstack([stop, bust]) == pytest.approx(solved.value(moment), abs=1e-12)

    options = solved.options(moment)
    values = [option.value[0] for option in options]
    assert all(one >= other - 1e-9 for one, other in pairwise(values))
    assert len(options) == (len(moment.legal_faces) if moment.roll else 1)
    for option in options:
        assert 0 <= option.bust_next <= option.bust + 1e-12 <= 1 + 2e-12
        assert (option.roll is None) == option.after.is_forced_end
        assert (option.stop is None) == (not option.after.used)
        if option.stop is not None:
            after = option.after
            expected = stop[after.total] if after.has_worm else bust
            assert option.stop == pytest.approx(expected)
        # What rolling is worth is also the sum of its ends, and its busts are among them.
        if option.roll is not None:
            ends = solved.ends(option.after, then="roll")
            assert ends @ np.vstack([stop, bust]) == pytest.approx(option.roll, abs=1e-12)
            busted = ends[:41][busts].sum() + ends[41]
            assert option.bust == pytest.approx(busted, abs=1e-12)


def test_rolling_is_the_mean_over_all_rolls(first):
    """Ask about each roll of two dice apart, and put them together."""
    moment = turn("WWW555")
    rolls = [turn("WWW555", a + b) for a in FACES for b in FACES]
    mean = sum(first.value(roll)[0] for roll in rolls) / 36
    (option,) = first.options(moment)
    assert option.roll[0] == pytest.approx(mean, abs=1e-14)
    busted = sum(not roll.legal_faces for roll in rolls) / 36
    assert option.bust_next == pytest.approx(busted)
    assert first.ends(moment, then="roll")[41] == pytest.approx(option.bust)
    assert first.ends(moment, then="stop")[30] == 1.0


# Forced ends, busts, and decisions that cannot be


def test_no_dice_left_ends_the_turn(first):
    (option,) = first.options(turn("WWWW5555"))
    assert (option.roll, option.then, option.bust, option.bust_next) == (None, "stop", 0, 0)
    assert option.stop[0] == 4
    assert first.ends(turn("WWWW5555"))[40] == 1
    with pytest.raises(TurnError, match="roll"):
        first.ends(turn("WWWW5555"), then="roll")


def test_six_faces_end_the_turn_with_dice_left():
    """Not even a player who would rather bust may roll the last die."""
    stop, bust = payoff(bust=10.0)
    solved = SolvedTurn(stop, bust, NO_BUSTS)
    moment = turn("12345W5")
    assert moment.dice_left == 1
    (option,) = solved.options(moment)
    assert option.roll is None
    assert option.value[0] == worms(25)
    with pytest.raises(TurnError):
        Turn(moment.kept, parse_counts("5"))


def test_a_roll_without_a_new_face_is_a_bust(first):
    moment = turn("WWW55", "555")
    assert first.options(moment) == ()
    assert first.value(moment)[0] == 0
    assert first.ends(moment)[41] == 1


def test_cannot_stop_before_the_first_choice(first):
    with pytest.raises(TurnError) as caught:
        first.ends(turn(None), then="stop")
    assert (caught.value.kind, caught.value.fields) == ("impossible_decision", {"token": "stop"})


def test_stop_or_roll_is_no_question_with_a_roll_on_the_table(first):
    for decision in ("stop", "roll"):
        with pytest.raises(TurnError):
            first.ends(turn("WWWW", "553W"), then=decision)


def test_the_worm_is_judged_after_the_last_choice(first):
    """Until then stopping is a bust, with any total."""
    (before,) = first.options(turn("5555444"))
    assert before.stop[0] == 0
    assert before.roll[0] == pytest.approx(4 / 6)
    after, *_ = first.options(turn("5555444", "W"))
    assert after.stop[0] == worms(36), "37: the 36"
    assert first.ends(turn("5555444", "W"))[37] == 1


# Ties


def test_equal_faces_come_in_the_order_of_preference():
    options = flat().options(turn(None, "12345WW1"))
    assert [FACES[option.face] for option in options] == ["W", "5", "4", "3", "2", "1"]
    assert {option.then for option in options} == {"stop"}


def test_stopping_comes_before_rolling():
    """The 1 ends the turn for what the W is worth only by rolling on."""
    stop, bust = np.zeros((41, 1)), np.zeros(1)
    # Kept 5x7: with W 40, with 1 no W; both worth 1 when a bust is worth 1 too.
    solved = SolvedTurn(stop + 1, bust + 1, NO_BUSTS)
    assert [option.then for option in solved.options(turn("5555555", "W"))] == ["stop"]

    # W rolls on (a bust with W x 2 is worth less than any total above); 1 stops at once.
    stop[:] = 0.0
    stop[36:] = 1.0
    solved = SolvedTurn(stop, np.array([1.0]), NO_BUSTS)
    first, second = solved.options(turn("555555", "W1"))
    assert FACES[first.face] == "1"
    assert first.then == "stop"
    assert FACES[second.face] == "W"
    assert second.then == "roll"
    assert first.value[0] == second.value[0] == 1.0


@pytest.mark.parametrize(("gain", "then"), [(0.5e-9, "stop"), (2e-9, "roll")])
def test_a_tie_is_a_billionth(gain, then):
    stop = np.zeros((41, 1))
    stop[40] = 6 * gain
    solved = SolvedTurn(stop, np.zeros(1), NO_BUSTS)
    (option,) = solved.options(turn("5555555"))
    assert option.roll[0] == pytest.approx(gain)
    assert option.then == then


def test_further_columns_follow(first):
    """Column 1 sees what the choices of column 0 bring it."""
    stop, _ = payoff()
    two = np.column_stack([stop, -2 * stop])
    solved = SolvedTurn(two, np.array([0.0, 1.0]), NO_BUSTS)
    (option,) = solved.options(turn("5555555"))
    assert option.value == pytest.approx([4 / 6, -2 * 4 / 6 + 5 / 6])
    assert option.value[0] == first.options(turn("5555555"))[0].value[0]
