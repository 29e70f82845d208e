"""An annotated record is the same game, and says what the analysis says."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.analyze.conftest import ERROR, FILES, read
from tests.games import play
from tests.solver.test_analysis import Guess
from wormadvisor.cli.analyze.annotate import annotated
from wormadvisor.solver.analysis import analyse
from wormadvisor.solver.record import Evaluation, Note, Record, format_record
from wormadvisor.solver.record_reader import parse_record
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.estimate import EstimatedWin
from wormadvisor.solver.value.search import Search
from wormadvisor.tables.weights import read_network


@pytest.mark.parametrize("name", FILES)
def test_annotated_and_read_again_it_is_the_same_game(name, analyses):
    record = read(name)
    noted = annotated(record, analyses[name])
    found = parse_record(format_record(noted))
    assert found.problems == ()
    assert found.records == (noted,)
    assert noted.game == record.game
    assert noted.tags == record.tags
    # Without the notes, not a letter differs.
    bare = type(noted)(noted.game, noted.tags)
    assert format_record(bare) == format_record(record)


@pytest.mark.parametrize("name", FILES)
def test_every_roll_and_every_end_has_its_numbers(name, analyses):
    analysis = analyses[name]
    noted = annotated(read(name), analysis)
    told = {
        (note.turn, note.throw): note.what
        for note in noted.notes
        if isinstance(note.what, Evaluation)
    }
    for turn in analysis.turns:
        luck = [told[turn.index, throw].luck for throw in range(len(turn.rolls))]
        assert luck == pytest.approx([roll.luck[turn.seat] for roll in turn.rolls], abs=6e-5)
        assert told[turn.index, None].value == pytest.approx(turn.end[turn.seat], abs=6e-5)
        losses = [what.loss or 0 for (index, _), what in told.items() if index == turn.index]
        assert sum(losses) == pytest.approx(turn.loss[turn.seat], abs=1e-3)
    assert len(told) == sum(len(turn.rolls) + 1 for turn in analysis.turns)


def test_annotating_again_changes_nothing(analyses):
    once = annotated(read("two"), analyses["two"])
    assert annotated(once, analyses["two"]) == once


@pytest.fixture(scope="module")
def views():
    """A short game, and what three analyses say of it: two depths, and a crude guess."""
    game = play(random.Random(9), 2, Rules(), most=6, unknown=0.1).game
    judges = [EstimatedWin(Search(read_network(), depth)) for depth in (1, 2)]
    return game, [analyse(game, judge, ERROR) for judge in (*judges, Guess())]


WORDS = st.sampled_from(["better: roll", "better: Wx2, take 25", "why?", "", "=50%"])
EVALUATIONS = st.builds(
    Evaluation, st.sampled_from([0.5, 0.25]), st.just(0.04), st.sampled_from(["", "?", "??"])
)


@given(data=st.data())
def test_annotating_what_is_annotated_is_annotating_the_original(views, data):
    """Whatever people noted before, and in whatever order the analyses came."""
    game, analyses = views
    spots = [(None, None)]
    for index, turn in enumerate(game.turns):
        spots += [(index, throw) for throw in range(len(turn.throws))]
        spots += [(index, None)] if turn.outcome else []
    notes = st.builds(
        lambda what, spot: Note(what, *spot),
        st.one_of(WORDS, EVALUATIONS),
        st.sampled_from(spots),
    )
    record = Record(game, {}, tuple(data.draw(st.lists(notes, max_size=12))))
    first, last = (data.draw(st.sampled_from(analyses)) for _ in range(2))
    once = annotated(record, first)
    assert annotated(once, last) == annotated(record, last)
    (kept,) = parse_record(format_record(once)).records
    assert annotated(kept, last) == annotated(record, last)


def test_the_analyses_are_not_of_one_mind(views):
    """Else the test above could not fail."""
    game, analyses = views
    words = [
        {note for note in annotated(Record(game), some).notes if isinstance(note.what, str)}
        for some in analyses
    ]
    assert words[2] - words[1]


def test_what_was_better_goes_with_its_evaluation(analyses):
    """And other words do not, nor what people say in the same way."""
    record = read("two")
    spot = next(
        (note.turn, note.throw)
        for note in annotated(record, analyses["two"]).notes
        if isinstance(note.what, Evaluation) and not note.what.mark
    )
    stale = Note(Evaluation(0.5, 0.04, "?"), *spot), Note("better: nothing", *spot)
    own = Note("better: luck", *spot)
    noted = annotated(Record(record.game, record.tags, (*stale, own)), analyses["two"])
    assert own in noted.notes
    assert stale[1] not in noted.notes


def test_what_people_noted_stays(analyses):
    record = read("two")
    words = (Note("a good evening"), Note("why?", 3, 0), Note("at last", 4))
    stale = Note(Evaluation(0.123, 0.4, "??"), 3, 0)
    noted = annotated(type(record)(record.game, record.tags, (*words, stale)), analyses["two"])
    assert set(words) <= set(noted.notes)
    assert stale not in noted.notes
