"""What typed words do to a game."""

import pytest
from hypothesis import given, settings

from tests.games import played
from wormadvisor.cli import entries
from wormadvisor.cli.coach.steps import after, after_all, settled, undone
from wormadvisor.solver.dice import FACES
from wormadvisor.solver.errors import SolverError
from wormadvisor.solver.game import Game
from wormadvisor.solver.notation import parse_counts
from wormadvisor.solver.position import BUST, Outcome, Position
from wormadvisor.solver.rules import PRESETS, Rules


def moves(text):
    return entries.read_moves(entries.words_of(text))


def new(names=("Anna", "Ben", "Bea"), **how):
    return Game.new(names, **how)


def typed(game, line):
    return [game, *after_all(game, moves(line))][-1]


def refused(game, line, kind):
    with pytest.raises(SolverError) as caught:
        typed(game, line)
    assert caught.value.kind == kind
    return caught.value.fields


def words_of(game):
    """Write a game as somebody would type it, one list of words a turn."""
    for index, turn in enumerate(game.turns):
        words = []
        for throw in turn.throws:
            words.append("".join(face * n for face, n in zip(FACES, throw.roll, strict=True)))
            if throw.face is not None:
                words.append(FACES[throw.face])
        outcome = turn.outcome
        if not turn.throws:
            if outcome == BUST:
                words.append("bust")
            elif outcome.victim is None:
                words.append(f"took {outcome.tile}")
            else:
                victim = game.names[game.seat_of(index + outcome.victim)]
                words.append(f"stole {outcome.tile} from {victim}")
        elif outcome is not None:
            words.append("s" if outcome == BUST else f"s {outcome.tile}")
        yield words


@settings(deadline=None, max_examples=60)
@given(played(most=30))
def test_any_game_can_be_typed_and_undone(random_game):
    game = Game(random_game.names, random_game.rules, random_game.positions[0], random_game.first)
    wanted = random_game.game
    states = [game]
    for words in words_of(wanted):
        turns = len(states[-1].positions)
        for word in words:
            if len(states[-1].positions) > turns:
                continue  # The turn was over by itself.
            states.append(typed(states[-1], word))
    assert states[-1] == settled(wanted)
    for before, later in zip(reversed(states[:-1]), reversed(states[1:]), strict=True):
        assert undone(later) == before


def test_digits_are_dice_or_a_tile():
    assert typed(new(), "24").position.stacks[-1] == (24,)
    # Two dice in hand: 24 is a roll of them.
    game = typed(new(), "55555W12 5 W12 W")
    assert game.turn.dice_left == 2
    assert typed(game, "24").turn.roll == parse_counts("24")
    # Other numbers of dice in hand: the tile.
    game = typed(new(rules=PRESETS["free"]), "5555W123 5 W123 W")
    assert game.turn.total == 25
    assert typed(game, "24").stacks[0] == (24,)


def test_turns_that_are_over_by_themselves():
    game = typed(new(), "55555123 5 555")
    assert (game.mover, game.turns[0].outcome) == (1, BUST)
    game = typed(game, "WWWW5555 W 5555 5")
    assert (game.mover, game.turns[1].outcome) == (2, Outcome("claim", 36))


def test_saying_again_how_dice_ended_a_turn():
    for last in ("s", "b", ""):
        assert typed(new(), f"55555123 5 555 {last}").mover == 1
    assert typed(new(), "55555123 5 555 b b").mover == 2
    for last in ("s", "took 36", "36", "s 36"):
        assert typed(new(), f"WWWW5555 W 5555 5 {last}").mover == 1
    assert typed(new(), "WWWW5555 W 5555 5 took 35").mover == 2
    # Tiles of dice letters too.
    assert typed(new(), "WWWW1111 W 1111 1 24").stacks[:2] == ((24,), ())
    assert typed(new(), "WWWW1111 W 1111 1 25").stacks[:2] == ((24,), (25,))
    # What the dice took is not stolen by them.
    assert typed(new(), "WWWW5555 W 5555 5 stole 36").stacks[:2] == ((), (36,))
    # On a line of its own it is the next player's.
    assert typed(typed(new(), "55555123 5 555"), "b").mover == 2


def test_saying_how_a_stop_is_to_end_a_turn():
    dice, free = "WWW11122 W 33312 3", Rules.parse("free")
    assert typed(new(rules=free), f"{dice} s took 22").stacks == ((22,), (), ())
    assert typed(new(rules=free), f"{dice} s took 22 took 23").stacks == ((22,), (23,), ())
    game = new(start=Position((21, 23, 36), ((), (24,), ())))
    assert typed(game, f"{dice} s took 23").stacks == ((23,), (24,), ())
    assert typed(game, f"{dice} s stole from ben").stacks == ((24,), (), ())


def test_saying_again_how_a_stop_ended_a_turn():
    dice = "WWW11122 W 33312 3"
    for last in ("s took 24", "stop 24", "s t 24", "took 24"):
        assert typed(new(), f"{dice} {last}").stacks == ((24,), (), ())
    assert typed(new(), f"{dice} s took 25").stacks == ((24,), (25,), ())
    # Said once already: this is another.
    assert typed(new(), f"{dice} s 24 stole 24").stacks == ((), (24,), ())
    assert typed(new(), "444WW123 4 WW123 W 22 22").stacks == ((), (22,), ())
    assert typed(new(), f"{dice} took 24 took 24").stacks == ((), (24,), ())
    # A line of its own as well.
    assert typed(typed(new(), f"{dice} s"), "took 24").stacks == ((), (24,), ())
    game = new(start=Position((21, 36), ((), (24,), ())))
    assert typed(game, f"{dice} s stole from ben").stacks == ((24,), (), ())
    assert typed(game, f"{dice} s took 24 stole from anna").stacks == ((), (24,), ())


def test_a_steal_or_a_lower_tile_is_left_to_the_player():
    game = new(start=Position(range(21, 36), ((), (36,), ())))
    game = typed(game, "WWWW4444 W 4444 4")
    assert game.mover == 0
    assert typed(game, "s").stacks[0] == (36,)
    assert typed(game, "s 35").stacks[0] == (35,)


def test_the_face_may_be_left_out_when_it_is_clear():
    game = typed(new(), "WWW51234 W")
    assert typed(game, "11555 s").turns[0].throws[1].face == 4
    assert typed(game, "11555 took 30").stacks[0] == (30,)
    assert refused(game, "55444 s", "choose_first")["allowed"] == ("5", "4")
    assert typed(game, "55444 took 27").turns[0].throws[1].face == 3


def test_all_dice_of_a_face():
    game = typed(new(), "55W31124")
    assert typed(game, "55").turn.total == typed(game, "5x2").turn.total == 10
    assert refused(game, "555", "entry_not_all")["all"] == "5x2"
    assert refused(game, "1x1", "entry_not_all")["all"] == "1x2"
    refused(game, "112", "choose_first")
    refused(game, "5 112", "entry_dice")


def test_what_is_not_told_of_the_dice():
    game = typed(new(), "55W31124 5")
    taken = typed(game, "took 27")
    assert (taken.turns[0].throws, taken.stacks[0]) == ((), (27,))
    assert typed(typed(new(), "55W31124"), "bust").turns[0].throws == ()
    assert typed(game, "b").turns[0].throws == ()
    # All dice are known, and give something else.
    game = new(start=Position((21, 24, 36), ((), (30,), ())))
    game = typed(game, "WWWW1111 W 1111 1")
    assert game.stacks[0] == (24,)
    busts = typed(new(), "WWWW1111 W")
    refused(busts, "s 27", "impossible_outcome")


def test_a_roll_in_several_words():
    game = typed(new(), "5 5 W 3 1 1 2 4")
    assert game == typed(new(), "55W31124")
    assert typed(game, "5 1 2 3 4 W 1") == typed(game, "5 12 34W1") == typed(game, "5 1234W1")
    assert typed(new(), "5,5 W31124 5") == typed(game, "5")
    refused(new(), "5 5 W 3 1 1 2", "entry_dice")
    refused(new(), "5 5 W 3 1 1 2 22", "entry_dice")
    assert typed(new(), "24 25").stacks[:2] == ((24,), (25,))


def test_names_of_several_words():
    game = typed(new(("Zoe", "Jan Peter", "Jan 2")), "24 25 26")
    for name in ("Jan Peter", "jan p", '"jan p"'):
        assert typed(game, f"stole 25 from {name} b").stacks == ((24, 25), (), (26,))
    assert typed(game, 'stole from "jan 2"').stacks == ((24, 26), (25,), ())
    for unclear in ("jan", "jan 2"):
        fields = refused(game, f"stole from {unclear}", "name_unclear")
        assert fields["allowed"] == ("Jan Peter", "Jan 2")


def test_where_a_tile_is():
    start = Position((21, 24), ((22,), (23, 30), (31,)))
    game = new(start=start)
    assert typed(game, "took 30").stacks == ((22, 30), (23,), (31,))
    assert typed(game, "stole from bea").stacks[0] == (22, 31)
    assert typed(game, "stole 31 from BEA").stacks[0] == (22, 31)
    assert refused(game, "took 22", "tile_own")["name"] == "Anna"
    assert refused(game, "took 23", "tile_covered")["name"] == "Ben"
    assert refused(game, "stole 31 from ben", "tile_on_top")["name"] == "Bea"
    refused(game, "stole 24", "tile_on_grill")
    refused(game, "took 33", "tile_gone")
    refused(game, "stole 31 from b", "name_unclear")
    refused(game, "stole from anna", "entry_no_tile")
    refused(new(), "stole from ben", "entry_no_tile")


def test_advice_is_followed():
    game = typed(new(), "55W31124")
    move = moves("ok")[0]
    assert after(game, move, lambda _: (4, None)) == typed(game, "5")
    stop = Outcome("claim", 25)
    game = typed(new(), "WWWW5123 W 5123 5")
    assert after(game, move, lambda _: (None, stop)) == typed(game, "s")
    with pytest.raises(SolverError, match="entry_roll_on"):
        after(game, move, lambda _: (None, None))
    refused(new(), "ok", "entry_no_advice")
    # A stop that leaves a choice takes what is advised.
    game = typed(new(start=Position(range(21, 36), ((), (36,), ()))), "WWWW4444 W 4444 4")
    lower = Outcome("claim", 35)
    assert after(game, moves("s")[0], lambda _: (None, lower)).stacks[0] == (35,)


# Fixing
