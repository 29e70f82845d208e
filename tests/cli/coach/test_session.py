"""Whatever is typed: an answer or a refusal, a legal game, and all of it saved."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wormadvisor.cli import saved
from wormadvisor.cli.coach.session import Quit, Session
from wormadvisor.solver.errors import EntryError, SolverError
from wormadvisor.solver.game import Game, PlayedTurn
from wormadvisor.solver.notation import parse_counts
from wormadvisor.solver.position import BUST
from wormadvisor.solver.record import Record
from wormadvisor.solver.record_reader import MOST_TURNS, parse_record
from wormadvisor.solver.rules import PRESETS
from wormadvisor.tables.store import Store
from wormadvisor.tables.winning import Winning

VOCABULARY = (
    "55W31124 1123455W WWWW1123 WWWW5555 5123 12345 1234 555 11 5 4 3 2 1 W w 5x2 55 s b ok 21 "
    "24 27 30 36 took stole from anna ben cem stop undo fix show log odds why help q -1 1 2 3 99 "
    'cut roll save " > 5x foo \u00e9 6'
)
WORDS = st.sampled_from(VOCABULARY.split())
DICE = "55W31124 1123455W 5123 112344 12345 1234 555 55 5 4 3 2 1 W"
ENTRIES = st.sampled_from(
    (
        *DICE.split(),
        *("ok", "s", "b", "21", "24", "27", "36", "took 24", "took 30"),
        *("stole 24", "stole 36", "stole from Anna"),
        *("fix 1 b", "fix 1 took 33", "fix -1 took 22", "fix Ben took 25 cut"),
    )
)
"""Each one entry, so that each is one step of undo."""
LINES = st.lists(WORDS, max_size=5).map(" ".join) | st.text(max_size=8)


@pytest.fixture(scope="module")
def winning(tmp_path_factory):
    return Winning(Store(tmp_path_factory.mktemp("tables")), depth=1, reach=0)


def test_saved_before_it_is_answered(winning, tmp_path, capsys, monkeypatch):
    session = Session(Record(Game.new(("Anna", "Ben"))), tmp_path / "game.txt", (), winning)
    answered = []
    save = saved.save

    def told_and_saved(*args):
        answered.append(capsys.readouterr().out)
        save(*args)

    monkeypatch.setattr(saved, "save", told_and_saved)
    session.enter("24 25")
    assert answered == [""]
    assert capsys.readouterr().out == "Anna takes the 24.\nBen takes the 25.\n"


@settings(deadline=None, max_examples=40)
@given(entries=st.lists(ENTRIES, max_size=15), steps=st.integers(1, 20))
def test_undo_gives_back_what_was_there(entries, steps, winning, tmp_path_factory):
    """Undo n is the state n entries ago, dice and notes included."""
    path = tmp_path_factory.mktemp("game") / "game.txt"
    session = Session(Record(Game.new(("Anna", "Ben", "Cem"))), path, (), winning)
    states = [session.record]
    for entry in entries:
        with suppress(SolverError):
            session.enter(entry)
            states.append(session.record)
    if len(states) == 1:
        return
    session.enter(f"undo {steps}")
    assert session.record == states[max(0, len(states) - 1 - steps)]
    (kept,) = parse_record(path.read_text(encoding="utf-8")).records
    assert kept.game == session.game


@pytest.mark.parametrize("mistake", ["took 24", "b", "27", "fix 1 b", "ok"])
def test_undo_gives_back_the_dice(mistake, winning, tmp_path):
    session = Session(Record(Game.new(("Anna", "Ben"))), tmp_path / "game.txt", (), winning)
    for entry in ("36", "55W31124", "5", "112344"):
        session.enter(entry)
    before = session.record
    session.enter(mistake)
    assert session.record != before
    session.enter("undo")
    assert session.record == before
    assert before.game.turn.roll == parse_counts("112344")


def test_undo_takes_a_roll_of_several_words_as_one(winning, tmp_path):
    session = Session(Record(Game.new(("Anna", "Ben"))), tmp_path / "game.txt", (), winning)
    before = session.record
    session.enter("5 5 W 3 1 1 2 4")
    assert session.game.turn.roll == parse_counts("55W31124")
    session.enter("undo")
    assert session.record == before


def test_undo_goes_back_beyond_the_session(winning, tmp_path):
    """What was entered before is taken back step by step, as the record has it."""
    game = Game.new(("Anna", "Ben"))
    session = Session(Record(game), tmp_path / "game.txt", (), winning)
    session.enter("36 55W31124 5")
    (kept,) = parse_record((tmp_path / "game.txt").read_text(encoding="utf-8")).records
    resumed = Session(kept, tmp_path / "game.txt", (), winning)
    resumed.enter("took 24")
    resumed.enter("undo 2")
    assert resumed.game.turn.roll == parse_counts("55W31124")
    resumed.enter("undo 2")
    assert resumed.game == game


def test_a_game_is_no_longer_than_can_be_read(winning, tmp_path):
    """What is saved can be gone on with."""
    game = Game.new(("Anna", "Ben"), PRESETS["short"])
    turns = (PlayedTurn((), BUST),) * (MOST_TURNS - 1)
    game = Game(game.names, game.rules, game.start, 0, turns)
    session = Session(Record(game), tmp_path / "game.txt", (), winning, me=1)
    session.enter("b")
    for entry in ("b", "24", "55W31124"):
        with pytest.raises(EntryError, match="game_too_long") as caught:
            session.enter(entry)
        assert caught.value.fields == {"highest": MOST_TURNS}
    read = parse_record((tmp_path / "game.txt").read_text(encoding="utf-8"))
    assert read.problems == ()
    assert read.records[0].game == session.game


@settings(deadline=None, max_examples=40)
@given(lines=st.lists(LINES, max_size=25), me=st.sampled_from((None, 0)), judges=st.booleans())
def test_anything_may_be_typed(lines, me, judges, winning, tmp_path_factory):
    path = tmp_path_factory.mktemp("game") / "game.txt"
    record = Record(Game.new(("Anna", "Ben", "Cem")))
    session = Session(record, path, (), winning, me, judges)
    session.save()
    for line in lines:
        before = session.game
        if line.split()[:1] == ["save"] and len(line.split()) > 1:
            continue  # A copy anywhere.
        try:
            session.enter(line)
        except Quit:
            pass
        except SolverError:
            several_moves = len(line.split()) > 1
            assert session.game == before or several_moves
        # The constructor plays the whole game again, and refuses what is not legal.
        game = session.game
        assert Game(game.names, game.rules, game.start, game.first, game.turns) == game
        (kept,) = parse_record(path.read_text(encoding="utf-8")).records
        assert kept.game == game
