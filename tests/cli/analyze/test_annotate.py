"""An annotated record is the same game, and says what the analysis says."""

import pytest

from tests.cli.analyze.conftest import FILES, read
from wormadvisor.cli.analyze.annotate import annotated
from wormadvisor.solver.record import Evaluation, Note, format_record
from wormadvisor.solver.record_reader import parse_record


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


def test_what_people_noted_stays(analyses):
    record = read("two")
    words = (Note("a good evening"), Note("why?", 3, 0), Note("at last", 4))
    stale = Note(Evaluation(0.123, 0.4, "??"), 3, 0)
    noted = annotated(type(record)(record.game, record.tags, (*words, stale)), analyses["two"])
    assert set(words) <= set(noted.notes)
    assert stale not in noted.notes
