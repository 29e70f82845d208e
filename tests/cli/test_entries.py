"""The words typed at a table, read without knowing the game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormadvisor.cli.entries import (
    COMMANDS,
    ENDS,
    Command,
    Dice,
    End,
    may_be_a_name,
    read_moves,
    read_words,
    take_mover,
    take_name,
    words_of,
)
from wormadvisor.cli.language import using
from wormadvisor.solver.errors import EntryError, SolverError


def read_entry(text):
    return read_words(words_of(text))


def dice(text):
    (move,) = read_entry(text)
    assert isinstance(move, Dice)
    return move


def test_dice():
    roll = dice("55W31124")
    assert roll.counts == (2, 1, 1, 1, 2, 1)
    assert (roll.face, roll.tile) == (None, None)
    assert dice("5").face == dice("55").face == dice("5x2").face == 4
    assert dice("w,5x2").counts == (0, 0, 0, 0, 2, 1)
    assert dice("W").spec.exact == frozenset()
    assert dice("55").spec.exact == dice("5x2").spec.exact == {4}


def test_two_digits_may_be_a_tile_and_dice():
    for tile in range(21, 37):
        (move,) = read_entry(str(tile))
        if set(str(tile)) <= set("12345"):
            assert isinstance(move, Dice)
            assert move.tile == tile
        else:
            assert move == End("take", tile)
    assert dice("2,4").tile is None
    assert dice("11").tile is None


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", ()),
        ("s", (End("stop"),)),
        ("Stop 24", (End("stop", 24),)),
        ("took 27", (End("take", 27),)),
        ("t 27", (End("take", 27),)),
        ("bust", (End("bust"),)),
        ("b b", (End("bust"), End("bust"))),
        ("ok", (End("advised"),)),
        ("roll", ()),
        ("stole 30", (End("steal", 30),)),
        ("stole 30 from Anna", (End("steal", 30, "Anna"),)),
        ("stole from Anna b", (End("steal", None, "Anna"), End("bust"))),
        ('stole 30 from "Anna B" took 27', (End("steal", 30, "Anna B"), End("take", 27))),
        ("stole 30 26", (End("steal", 30), End("take", 26))),
    ],
)
def test_ends(text, moves):
    assert read_entry(text) == moves


def test_several_moves_in_a_line():
    moves = read_entry("55W31124 5 112344>4 s 24 roll")
    assert [move.text if isinstance(move, Dice) else move for move in moves] == [
        *("55W31124", "5", "112344", "4", End("stop", 24)),
    ]


def test_commands_take_the_whole_line():
    assert read_entry("undo 3") == Command("undo", ("3",))
    assert read_entry("U") == Command("undo")
    assert read_entry("fix 3 took 27") == Command("fix", ("3", "took", "27"))
    assert read_entry("?") == read_entry("help") == Command("help")


def test_no_word_means_two_things():
    words = [word for name, more in (*COMMANDS.items(), *ENDS.items()) for word in (name, *more)]
    assert len(set(words)) == len(words)
    for word in words:
        assert not set(word.upper()) <= set("12345W")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("foo", "entry_word"),
        ("took", "entry_tile"),
        ("took Anna", "entry_tile"),
        ("took 38", "not_a_tile"),
        ("stole", "entry_tile"),
        ("stole Anna", "entry_tile"),
        ("stole 30 from", "entry_from"),
        ("37", "not_a_face"),
        ("6", "entry_word"),
        ("5x9", "bad_count"),
        ("555555555", "too_many_dice"),
        ("1" * 60, "entry_word"),
    ],
)
def test_what_is_not_understood(text, kind):
    with pytest.raises(SolverError) as caught:
        read_entry(text)
    assert caught.value.kind == kind


def test_the_worm_in_other_languages():
    with using("nl"):
        assert dice("55R31124").counts == (2, 1, 1, 1, 2, 1)
    with using("fr"):
        assert dice("v").face == 5
    with pytest.raises(EntryError):
        read_entry("55R31124")


@given(st.text(max_size=40))
def test_any_line_is_read_or_refused(text):
    try:
        entry = read_entry(text)
    except SolverError:
        return
    assert isinstance(entry, Command | tuple)
    assert read_moves(()) == ()


@pytest.mark.parametrize(
    ("text", "name", "left"),
    [
        ("Anna", "Anna", []),
        ("Anna took 27", "Anna", ["took", "27"]),
        ("Jan Peter took 27", "Jan Peter", ["took", "27"]),
        ("Jan Peter 55W31124 5", "Jan Peter", ["55W31124", "5"]),
        ("b b", "b", ["b"]),
        ("3 foo", "3", ["foo"]),
        ("-2 foo", "-2", ["foo"]),
    ],
)
def test_names_of_several_words(text, name, left):
    words = text.split()
    assert take_name(words) == name
    assert words == left


@pytest.mark.parametrize("text", ['"b" took 24', "b: took 24", '"24" took 24', '"Stop" took 24'])
def test_what_is_quoted_or_has_a_colon_is_a_name(text):
    words = words_of(text)
    assert take_mover(words) in ("b", "24", "Stop")
    assert words == ["took", "24"]
    assert take_mover(words_of("b took 24")) is None


def test_what_is_quoted_is_no_word_of_its_own():
    for text in ('"q"', '"b"', '"24"', '"roll"'):
        with pytest.raises(EntryError, match="entry_word"):
            read_entry(text)


@pytest.mark.parametrize(
    ("text", "may_be"),
    [
        ("b took 24", True),
        ("b 55W31124 5", True),
        ("t stole from Anna", True),
        ("u 3", True),
        ("q b", True),
        ("b", False),
        ("h foo", False),
        ("24 b took 25", False),
        ("Ben took 24", False),
        ("W took 24", False),  # Dice.
        ('"b" took 24', False),
        ("undo 3", False),
        ("fix 3 took 27", False),
        ("", False),
    ],
)
def test_short_words_that_may_be_names(text, may_be):
    for in_turn in (True, False):
        assert may_be_a_name(words_of(text), in_turn=in_turn) == may_be


def test_a_stop_within_a_turn_is_no_name():
    for text in ("s 24", "S took 28", "s 28 b", "s 55W31124", "s b"):
        assert not may_be_a_name(words_of(text), in_turn=True)
        assert may_be_a_name(words_of(text), in_turn=False)
