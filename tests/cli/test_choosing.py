"""What people type for a choice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormadvisor.cli.choosing import read_choice
from wormadvisor.cli.language import LANGUAGES, say, using
from wormadvisor.solver.dice import FACES, Turn
from wormadvisor.solver.errors import EntryError, SolverError

ROLL = Turn((0, 0, 0, 2, 0, 0), (1, 0, 2, 1, 0, 2))  # 4x2 aside; 1, 3x2, 4, Wx2 rolled.
ASIDE = Turn((0, 0, 0, 2, 0, 2))
FULL = Turn((0, 0, 0, 2, 0, 4), (0, 0, 2, 0, 0, 0))  # Two dice, both the same face.


@pytest.mark.parametrize(
    ("text", "turn", "expected"),
    [
        ("W", ROLL, ("W", None)),
        ("w roll", ROLL, ("W", "roll")),
        ("Wx2 stop", ROLL, ("W", "stop")),
        ("33 s", ROLL, ("3", "stop")),
        ("3 3 s", ROLL, ("3", "stop")),
        ("R 1", ROLL, ("1", "roll")),
        ("W roll on", ROLL, ("W", "roll")),
        ("go on", ASIDE, (None, "roll")),
        ("stop", ASIDE, (None, "stop")),
        ("r", ASIDE, (None, "roll")),
        ("", FULL, ("3", "stop")),
        ("3", FULL, ("3", "stop")),
        ("stop", FULL, ("3", "stop")),
    ],
)
def test_reads(text, turn, expected):
    face, then = read_choice(text, turn)
    assert (None if face is None else FACES[face], then) == expected


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_the_question_are_understood(lang):
    """Stop or roll?"""
    with using(lang):
        first, *_, last = say("Stop or roll?").rstrip("? \u00a0").split()
        assert read_choice(first, ASIDE) == (None, "stop")
        assert read_choice(last, ASIDE) == (None, "roll")
        face, then = read_choice(f"W {last}", ROLL)
        assert (FACES[face], then) == ("W", "roll")


@pytest.mark.parametrize(
    ("text", "turn", "kind"),
    [
        ("4", ROLL, "illegal_face"),
        ("5", ROLL, "illegal_face"),
        ("13", ROLL, "illegal_face"),
        ("3x1", ROLL, "entry_not_all"),
        ("333 roll", ROLL, "entry_not_all"),
        ("11", ROLL, "entry_not_all"),
        ("Wx3 stop", ROLL, "entry_not_all"),
        ("3 stop roll", ROLL, "entry_surplus"),
        ("3 roll roll", ROLL, "entry_surplus"),
        ("roll stop", ASIDE, "entry_surplus"),
        ("stop", ROLL, "choose_first"),
        ("", ROLL, "choose_first"),
        ("3 roll", FULL, "entry_no_roll"),
        ("4", ASIDE, "entry_word"),
    ],
)
def test_refuses(text, turn, kind):
    with pytest.raises(EntryError) as caught:
        read_choice(text, turn)
    assert caught.value.kind == kind


@given(text=st.text(max_size=12), turn=st.sampled_from([ROLL, ASIDE, FULL]))
def test_any_text_is_read_or_refused(text, turn):
    try:
        face, then = read_choice(text, turn)
    except SolverError:
        return
    assert (face in turn.legal_faces) if turn.roll else (face is None)
    assert then in ("stop", "roll", None)
