import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormadvisor.solver.dice import (
    ALL_FACES,
    FACES,
    NO_DICE,
    NUM_DICE,
    POINTS,
    WORM,
    Turn,
    as_counts,
    total_of,
)
from wormadvisor.solver.errors import TurnError


def faces(text):
    """Counts of dice given as a row of faces."""
    return as_counts(text.count(face) for face in FACES)


def test_worm_is_worth_five():
    assert FACES[WORM] == "W"
    assert dict(zip(FACES, POINTS, strict=True)) == {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "W": 5}
    assert total_of(faces("15WW")) == 16


def test_tells_what_is_set_aside():
    turn = Turn(faces("55W"), faces("13345"))
    assert turn.used == 0b110000
    assert turn.dice_left == 5
    assert turn.total == 15
    assert turn.has_worm
    assert not turn.is_forced_end
    assert [FACES[face] for face in turn.legal_faces] == ["4", "3", "1"]


def test_faces_are_preferred_from_the_worm_down():
    turn = Turn(NO_DICE, faces("12345WWW"))
    assert [FACES[face] for face in turn.legal_faces] == list("W54321")


def test_choice_takes_all_dice_of_the_face():
    assert Turn(faces("55W"), faces("13345")).choose(2) == Turn(faces("3355W"))


def test_roll_without_a_new_face_leaves_no_choice():
    assert Turn(faces("55W"), faces("5555W")).legal_faces == ()
    assert Turn(faces("55W")).legal_faces == ()


def test_worm_may_come_with_the_very_last_choice():
    last = Turn(faces("5554443"), faces("W")).choose(WORM)
    assert last.is_forced_end
    assert last.has_worm
    assert last.total == 35


def test_turn_ends_by_itself_without_dice():
    assert Turn(faces("5" * 8)).is_forced_end


@pytest.mark.parametrize("kept", ["12345W", "112345W"])
def test_turn_ends_by_itself_with_all_six_faces(kept):
    turn = Turn(faces(kept))
    assert turn.used == ALL_FACES
    assert turn.dice_left == NUM_DICE - len(kept)
    assert turn.is_forced_end
    with pytest.raises(TurnError) as caught:
        Turn(faces(kept), faces("1" * turn.dice_left))
    assert (caught.value.kind, caught.value.where) == ("turn_over", "roll")


@pytest.mark.parametrize(
    ("kept", "roll", "kind", "where"),
    [
        ((0, 0, 0, 0, 0), None, "bad_counts", "kept"),
        ((0, 0, 0, 0, 0, -1), None, "bad_counts", "kept"),
        ((0, 0, 0, 0, 0, 1.0), None, "bad_counts", "kept"),
        ((0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 0, "7"), "bad_counts", "roll"),
        (faces("55W"), (9, 0, 0, 0, 0, 0), "too_many_dice", "roll"),
        ((4, 0, 0, 0, 5, 0), None, "too_many_dice", "kept"),
        (faces("55W"), faces("1334"), "dice_not_complete", "roll"),
        (faces("55W"), faces("133444"), "dice_not_complete", "roll"),
        (faces("5" * 8), faces("1"), "dice_not_complete", "roll"),
        (faces("5" * 8), NO_DICE, "roll_empty", "roll"),
        (NO_DICE, NO_DICE, "roll_empty", "roll"),
    ],
)
def test_refuses_dice_that_cannot_lie_like_this(kept, roll, kind, where):
    with pytest.raises(TurnError) as caught:
        Turn(kept, roll)
    assert (caught.value.kind, caught.value.where) == (kind, where)
    assert "{" not in str(caught.value)


@pytest.mark.parametrize(("face", "token"), [(4, "5"), (1, "2"), (6, 6), (-1, -1)])
def test_refuses_a_face_that_cannot_be_chosen(face, token):
    with pytest.raises(TurnError) as caught:
        Turn(faces("55W"), faces("13345")).choose(face)
    assert caught.value.kind == "illegal_face"
    assert caught.value.fields == {"token": token, "allowed": ("4", "3", "1")}


def test_refuses_a_choice_without_a_roll():
    with pytest.raises(TurnError) as caught:
        Turn(faces("55W")).choose(0)
    assert caught.value.fields["allowed"] == ()


@given(st.from_type(Turn))
def test_choosing_moves_dice_from_the_roll(turn):
    for face in turn.legal_faces:
        after = turn.choose(face)
        assert after.roll is None
        assert after.used == turn.used | 1 << face
        assert after.dice_left == turn.dice_left - turn.roll[face]
        assert after.total == turn.total + turn.roll[face] * POINTS[face]
