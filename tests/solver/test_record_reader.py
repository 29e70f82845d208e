"""Damaged records: what is wrong is named with its line, and the rest is read."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games import play
from wormadvisor.solver.game import Game
from wormadvisor.solver.record import Record, format_record, format_records
from wormadvisor.solver.record_reader import MOST_PROBLEMS, parse_record
from wormadvisor.solver.rules import PRESETS, Rules

HEAD = "[players Anna Ben]\n"


def told(text):
    """Tell kind, line and column (from 1) of every problem."""
    return [
        (found.kind, int(found.where.removeprefix("line ")), found.column + 1)
        for found in parse_record(text).problems
    ]


@pytest.mark.parametrize(
    ("turn", "kind", "column"),
    [
        ("1. Anna: take 37", "not_a_tile", 15),
        ("1. Anna: take", "not_a_tile", 14),
        ("1. Anna: steal 24", "impossible_outcome", 10),
        ("1. Anna: 1123455W>5 112344>4 11WW>W take 24", "impossible_outcome", 37),
        ("1. Anna: 1123455W>5 112344 bust", "choose_first", 28),
        ("1. Anna: 112345W>5", "dice_not_complete", 10),
        ("1. Anna: 1123455W>5 12344>4 bust", "dice_not_complete", 21),
        ("1. Anna: 1123455W>5 112345>5", "illegal_face", 21),
        ("1. Anna: 1123455W>5 112344>6", "not_a_face", 28),
        ("1. Anna: 1123475W>5", "not_a_face", 15),
        ("1. Anna: 11234555W>5", "too_many_dice", 10),
        ("1. Anna: shoes", "record_word", 10),
        ('1. Anna: "24"', "record_word", 10),
        ("1. Ben: take 24", "record_not_mover", 4),
        ("1. Cem: take 24", "unknown_name", 4),
        ("2. Anna: take 24", "record_number", 1),
        ("1. Anna:", "record_no_turn", 4),
        ("1. Anna take 24", "record_line", 1),
        ("take 24", "record_line", 1),
        ("1. Anna: " + "5," * 30, "record_word", 10),
    ],
)
def test_a_wrong_turn(turn, kind, column):
    """It and what follows are lost; the turns before, and the next game, are not."""
    start = "[players Anna Ben]\n1. Anna: bust\n2. Ben: take 33\n"
    turn = turn.replace("1. ", "3. ").replace("2. Anna", "4. Anna")
    text = f"{start}{turn}\n9. nobody: reads this\n{HEAD}1. Anna: take 22\n"
    read = parse_record(text)
    assert told(text) == [(kind, 4, column)]
    assert [len(record.game.turns) for record in read.records] == [2, 1]


def test_a_turn_without_end_before_others():
    text = HEAD + "1. Anna: 1123455W>5\n2. Ben: take 24\n"
    assert told(text) == [("turn_unfinished", 2, 1)]
    (record,) = parse_record(text).records
    assert record.game.turn.total == 10


def test_files_put_together_have_byte_order_marks_within():
    game = "\ufeff[players A B]\n1. A: take 24\n"
    assert told(game + game) == []
    assert len(parse_record(game + game).records) == 2
    # Nothing but the mark is a line that is empty.
    assert parse_record(f"{game}\ufeff\n\ufeff{game}") == parse_record(game + game)
    assert told(f"{game}\ufeff2. C: bust") == [("unknown_name", 3, 4)]


def test_turns_after_the_end():
    text = "[players A B]\n[start 21/-/-]\n1. A: take 21\n2. B: bust\n"
    assert told(text) == [("game_over", 4, 7)]
    assert parse_record(text).records[0].game.is_over


@pytest.mark.parametrize(
    ("tags", "kind", "line", "column"),
    [
        ("[players Anna]", "players", 1, 10),
        ("[players]", "players", 1, 1),
        ("[players A B C D E F G H]", "players", 1, 10),
        ('[players A ""]', "name_empty", 1, 10),
        ("[players Anna ANNA]", "name_twice", 1, 10),
        ('[players Anna "Ben]', "record_open", 1, 15),
        ("[players A B]\n[rules offical]", "unknown_preset", 2, 8),
        ("[players A B]\n[rules free+steel=forced]", "unknown_switch", 2, 13),
        ('[players A B]\n[rules "free]', "record_open", 2, 8),
        ("[players A B]\n[first C]", "unknown_name", 2, 8),
        ("[players A B]\n[start 21/-]", "players", 2, 8),
        ("[players A B]\n[start 21/-/-/-]", "names_not_players", 2, 8),
        ("[players A B]\n[start 21,37/-/-]", "not_a_tile", 2, 11),
        ("[players A B]\n[start 21/-/- - 12345WWW]", "record_start_dice", 2, 8),
        ("[players A B]\n[rules flip]\n[start 21/-/- short]", "record_other_rules", 2, 8),
    ],
)
def test_tags_that_make_no_game(tags, kind, line, column):
    text = tags + "\n1. A: take 21\n" + HEAD
    assert told(text)[0] == (kind, line, column)
    assert [record.game.names for record in parse_record(text).records] == [("Anna", "Ben")]


@pytest.mark.parametrize(
    ("text", "kind", "line", "column"),
    [
        ("[players A B\n1. A: bust\n", "record_open", 1, 1),
        ("[players A B] C\n1. A: bust\n", "record_after_tag", 1, 15),
        ("[players A B]\n[date x]\n[Date y]\n1. A: bust\n", "record_tag_twice", 3, 2),
        ("[players A B]\n1. A: bust\n[date x]\n", "record_tag_late", 3, 2),
        ("[players A B]\n[r\u00b9ules x]\n1. A: bust\n", "record_tag", 2, 1),
        ("[players A B]\n[37]\n1. A: bust\n", "record_tag", 2, 1),
        ('[players A B]\n[date "x]\n1. A: bust\n', "record_open", 2, 7),
        ("[players A B]\n1. A: bust {cut\n", "record_open", 2, 12),
        ("[players A B]\n{x} y\n1. A: bust\n", "record_word", 2, 5),
        ("[players A B]\n1. A: bust again\n", "record_after_end", 2, 12),
        ("[players A B]\n1. A: bust {x} W\n", "record_after_end", 2, 16),
        ("[players A B]\n[result A]\n1. A: bust\n", "record_not_over", 2, 2),
        ("nonsense\nmore\n[players A B]\n1. A: bust\n", "record_outside", 1, 1),
    ],
)
def test_what_leaves_the_game_readable(text, kind, line, column):
    assert told(text) == [(kind, line, column)]
    (record,) = parse_record(text).records
    assert len(record.game.turns) == 1


def test_a_wrong_result():
    text = "[players A B]\n[start 21/-/-]\n[result B]\n1. A: take 21\n"
    assert told(text) == [("record_result", 3, 2)]
    assert told(text.replace("result B", "result a")) == []


def test_whom_it_is_stolen_from():
    text = "[players A B C]\n1. A: take 24\n2. B: take 25\n3. C: steal 24 from {}\n"
    assert told(text.format("A")) == told(text.format("a")) == []
    assert told(text.replace(" from {}", "")) == []
    assert told(text.format("B")) == [("record_victim", 4, 21)]
    assert told(text.format("D")) == [("unknown_name", 4, 21)]


def test_names_without_quotes_may_have_spaces():
    text = '[players "A b" C]\n1. A b: take 24\n2. C: steal 24 from a b\n'
    assert told(text) == []


def test_rules_in_the_start():
    (record,) = parse_record("[players A B]\n[start 21/-/- flip]\n").records
    assert record.game.rules == PRESETS["flip"]


def test_nothing():
    assert told("") == told("\n \t\n") == [("record_nothing", 1, 1)]


def test_rules_are_those_of_the_game():
    """The same turns under other rules: the first that breaks them is named."""
    text = "[players A B]\n[rules {}]\n1. A: WWWW1123>W 5123>5 take 22\n"
    assert told(text.format("free")) == []
    assert told(text.format("official")) == [("impossible_outcome", 3, 25)]


def test_notes_before_the_dice_belong_to_what_was_before():
    (record,) = parse_record(HEAD + "1. Anna: {a} 1123455W>5 {b}\n{c}\n").records
    assert [(note.what, note.turn, note.throw) for note in record.notes] == [
        *(("a", None, None), ("b", 0, 0), ("c", 0, 0)),
    ]


def test_many_problems_are_counted():
    read = parse_record("[players A B]\n1. C: bust\n" * (MOST_PROBLEMS + 23))
    assert len(read.problems) == MOST_PROBLEMS
    assert read.more == 23
    assert len(read.records) == MOST_PROBLEMS + 23


def test_games_are_not_endless(monkeypatch):
    monkeypatch.setattr("wormadvisor.solver.record_reader.MOST_TURNS", 50)
    lines = (f"{turn + 1}. {'AB'[turn % 2]}: bust" for turn in range(52))
    text = "[players A B]\n" + "\n".join(lines)
    assert told(text) == [("record_too_long", 52, 5)]
    assert len(parse_record(text).records[0].game.turns) == 50


def sample():
    rng = random.Random(11)
    return format_records(
        Record(play(rng, players, rules, most=14).game, {"date": "2026-11-30"})
        for players, rules in ((2, Rules()), (4, PRESETS["free"]), (7, PRESETS["short"]))
    )


SAMPLE = sample()


@st.composite
def damaged(draw):
    """Cut, overwrite, insert, repeat or swap some of the sample."""
    text = SAMPLE
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 30)))
        other = draw(
            st.text(st.sampled_from('[]{}"\\>:.,- \n\r\t12345W7takeplyrs\x00\ufeff'), max_size=12)
            | st.text(max_size=5)
            | st.just(text[end : end + 40] * 2)
        )
        text = text[:start] + other + text[end:]
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text


@settings(deadline=None, max_examples=200)
@given(damaged())
def test_damage_is_told_and_never_raises(text):
    read = parse_record(text)
    lines = len(text.splitlines()) + 1
    for problem in read.problems:
        assert 1 <= int(problem.where.removeprefix("line ")) <= lines
        assert problem.column is not None
    for record in read.records:
        # What was read is a game, which reads again as itself.
        assert parse_record(format_record(record)).records == (record,)
        assert isinstance(record.game, Game)


@settings(deadline=None, max_examples=30)
@given(st.text(st.sampled_from('[]{}"\\>:. \n1W'), min_size=1, max_size=30))
def test_noise_in_bulk(piece):
    """A pattern that tries every way to read this would not come back."""
    parse_record("[players A B]\n1. A: " + piece * 3000)
    parse_record("[players " + piece * 3000)
    parse_record(piece * 3000)


def test_commas_between_names_do_no_harm():
    for names in ("Anna, Ben, Cem", "Anna,Ben,Cem", "Anna , Ben ,Cem,", 'Anna, "Ben", Cem'):
        read = parse_record(f"[players {names}]\n1. Anna: take 21\n")
        assert read.problems == ()
        assert read.records[0].game.names == ("Anna", "Ben", "Cem")
    text = '[players "Anna, B" "Ben,"]\n[place here, or there]\n'
    (record,) = parse_record(text).records
    assert record.game.names == ("Anna, B", "Ben,")
    assert record.tags == {"place": "here, or there"}
    assert parse_record(format_record(record)).records == (record,)
    text = "[players A, B]\n[start 21/-/-]\n[result A, B]\n1. A: take 21\n"
    (problem,) = parse_record(text).problems
    assert (problem.kind, problem.where, problem.column) == ("record_result", "line 3", 1)


def test_ends_as_they_are_typed_at_the_table():
    written = "1. Anna: {} 24\n2. Ben: {} 24 from Anna\n3. Cem: {}\n"
    records = [
        parse_record("[players Anna Ben Cem]\n" + written.format(*words))
        for words in (
            ("take", "steal", "bust"),
            ("took", "stole", "busts"),
            ("TAKES", "Steals", "Bust"),
        )
    ]
    assert all(read == records[0] for read in records)
    assert records[0].problems == ()
    assert records[0].records[0].game.stacks == ((), (24,), ())
