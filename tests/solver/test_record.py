"""Records: written and read again they are the same; the format is as documented."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games import play, played
from wormadvisor.solver.errors import RecordError
from wormadvisor.solver.game import Game, PlayedTurn, Throw
from wormadvisor.solver.notation import parse_counts
from wormadvisor.solver.position import BUST, Outcome, Position
from wormadvisor.solver.record import (
    MARKS,
    Evaluation,
    Note,
    Record,
    format_record,
    format_records,
)
from wormadvisor.solver.record_reader import parse_record
from wormadvisor.solver.rules import PRESETS

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=20)
SHARES = st.floats(0, 1)
EVALUATIONS = st.builds(
    Evaluation,
    SHARES,
    st.none() | SHARES,
    st.sampled_from(MARKS),
    st.none() | st.floats(-1, 1),
)
TAG_NAMES = st.from_regex(r"[a-z][a-z0-9_-]{2,8}", fullmatch=True).filter(
    lambda name: name not in ("players", "rules", "first", "start", "result")
)


@st.composite
def names(draw, players):
    """Different names of any characters, none of them blank."""
    found = draw(
        st.lists(
            ANY_TEXT.filter(str.strip),
            min_size=players,
            max_size=players,
            unique_by=str.casefold,
        )
    )
    return tuple(found)


@st.composite
def records(draw):
    random_game = draw(played(most=12))
    game = random_game.game
    if draw(st.booleans()):
        game = Game(draw(names(len(game.names))), game.rules, game.start, game.first, game.turns)
    places = [(None, None)]
    for index, turn in enumerate(game.turns):
        places += [(index, None), *((index, throw) for throw in range(len(turn.throws)))]
    notes = draw(st.lists(st.tuples(ANY_TEXT | EVALUATIONS, st.sampled_from(places)), max_size=6))
    tags = draw(st.dictionaries(TAG_NAMES, ANY_TEXT, max_size=3))
    return Record(game, tags, tuple(Note(what, *place) for what, place in notes))


@settings(deadline=None, max_examples=60)
@given(st.lists(records(), min_size=1, max_size=3))
def test_what_is_written_is_read(several):
    read = parse_record(format_records(several))
    assert read.problems == ()
    assert list(read.records) == several


@settings(deadline=None, max_examples=50)
@given(records())
def test_layout_does_no_harm(record):
    """A byte order mark, other line ends, tabs, empty lines, and lower case without notes."""
    text = format_record(record)
    loose = "\ufeff" + text.replace("\n", "\r\n\r\n")
    assert parse_record(loose).records == (record,)
    assert parse_record(text.replace("\n", "\r")).records == (record,)


def test_case_and_spaces():
    rng = random.Random(3)
    game = play(rng, 4, PRESETS["free"], most=30).game
    text = format_record(Record(game)).lower().replace(" ", "\t ")
    (again,) = parse_record(text).records
    assert again.game.turns == game.turns
    assert again.game.names == tuple(name.lower() for name in game.names)


def roll(text, face=None):
    return Throw(parse_counts(text), None if face is None else "12345W".index(face))


def test_the_format_word_for_word():
    """As docs/record.md shows it."""
    turns = (
        PlayedTurn((roll("1123455W", "5"), roll("112344", "4"), roll("11WW", "W")), None),
        PlayedTurn((), Outcome("steal", 28, 1)),
        PlayedTurn((), BUST),
        PlayedTurn((roll("11223345"),), None),
    )
    turns = (PlayedTurn(turns[0].throws, Outcome("claim", 28)), *turns[1:])
    game = Game(("Anna", "Ben the 2nd"), PRESETS["flip"], Position.start(2), 1, turns)
    record = Record(
        game,
        {"date": "2026-11-30", "place": 'the "Worm"'},
        (
            Note("at last", 1),
            Note(Evaluation(0.523, 0.0123, "?", -0.05), 0, 1),
            Note("a {brace}\nand more", 0, 1),
            Note("=) good luck"),
            Note(Evaluation(0.5), 0),
        ),
    )
    text = """\
[players Anna "Ben the 2nd"]
[rules flip]
[first "Ben the 2nd"]
[date 2026-11-30]
[place "the \\"Worm\\""]

{\\=) good luck}
1. "Ben the 2nd": 1123455W>5 112344>4 {=52.30% -1.23% ? luck -5.00%} {a \\{brace\\}\\nand more} \
11WW>W take 28 {=50.00%}
2. Anna: steal 28 from "Ben the 2nd" {at last}
3. "Ben the 2nd": bust
4. Anna: 11223345
"""
    assert format_record(record) == text
    assert parse_record(text).records == (record,)


def test_results_and_starts():
    start = Position((21,), ((30,), (), (31, 22)))
    game = Game.new(("A", "B", "C"), start=start).ended(Outcome("claim", 21))
    text = format_record(Record(game))
    assert "[start 21/30/-/31,22]" in text
    assert "[result C]" in text
    nobody = Game.new(("A", "B"), PRESETS["flip"], Position((21,), ((), ()))).ended(BUST)
    assert nobody.result == (0.5, 0.5)
    assert "[result A B]" in format_record(Record(nobody))
    assert parse_record(format_record(Record(nobody))).records == (Record(nobody),)


# What cannot be noted


@pytest.mark.parametrize(
    ("how", "kind"),
    [
        ({"value": 1.2}, "note_number"),
        ({"value": float("nan")}, "note_number"),
        ({"value": 0.5, "loss": -0.1}, "note_number"),
        ({"value": 0.5, "luck": -1.1}, "note_number"),
        ({"value": 0.5, "mark": "!"}, "note_mark"),
    ],
)
def test_bad_evaluations(how, kind):
    with pytest.raises(RecordError) as caught:
        Evaluation(**how)
    assert caught.value.kind == kind


def test_bad_tags_and_places():
    game = Game.new(("A", "B")).ended(BUST)
    for name in ("rules", "Date", "", "a b", "a]"):
        with pytest.raises(RecordError) as caught:
            Record(game, {name: "x"})
        assert caught.value.kind == "tag_name"
    for place in ((None, 0), (1, None), (0, 0), (-1, None)):
        with pytest.raises(RecordError) as caught:
            Record(game, notes=(Note("x", *place),))
        assert caught.value.kind == "note_place"


# Another state of the game


def test_notes_stay_with_their_moments():
    """A roll, a choice and an end are each a moment; what replaces one is another."""
    game = Game.new(("A", "B")).rolled(parse_counts("11122WWW"))
    on_roll = Note("what a roll", 0, 0)
    record = Record(game, notes=(on_roll,))
    chosen = record.with_game(game.chose(5))
    assert chosen.notes == (on_roll,)
    on_choice = Note(Evaluation(0.4, 0.12, "??"), 0, 0)
    noted = Record(chosen.game, notes=(on_roll, on_choice))
    again = noted.with_game(chosen.game.rolled(parse_counts("12333")))
    assert again.notes == noted.notes
    for other in (game, game.chose(0)):
        assert noted.with_game(other).notes == ()
    ended = again.game.chose(2).ended()
    before, behind = Note("nine", 0, 1), Note("well", 0, None)
    whole = Record(ended, notes=(on_choice, before, behind))
    assert whole.with_game(ended.undone()).notes == (on_choice, before)
    assert whole.with_game(ended.undone().ended()).notes == (on_choice, before, behind)
    assert whole.with_game(ended.undone().undone().chose(0)).notes == (on_choice,)
    assert whole.with_game(Game.new(("A", "B")).ended(Outcome("claim", 24))).notes == (behind,)
    assert whole.with_game(Game.new(("A", "B")).ended(BUST)).notes == ()


@settings(deadline=None, max_examples=60)
@given(records())
def test_a_game_put_in_again_changes_nothing(record):
    assert record.with_game(record.game) == record


@settings(deadline=None, max_examples=60)
@given(records())
def test_taking_back_never_moves_a_note(record):
    if record.game.turns:
        before = record.with_game(record.game.undone())
        assert set(before.notes) <= set(record.notes)
