"""Games step by step: what the rules allow, what they refuse, and taking steps back."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games import play, played
from wormadvisor.solver.errors import GameError
from wormadvisor.solver.game import Game
from wormadvisor.solver.notation import parse_counts
from wormadvisor.solver.played import PlayedTurn, Throw, dice_of
from wormadvisor.solver.position import BUST, TILES, Outcome, Position
from wormadvisor.solver.rules import PRESETS, Rules

FACE = {letter: index for index, letter in enumerate("12345W")}


def new(**how):
    return Game.new(("Anna", "Ben"), **how)


def roll(game, text, face=None):
    game = game.rolled(parse_counts(text))
    return game if face is None else game.chose(FACE[face])


def refused(step, kind, where=None):
    with pytest.raises(GameError) as caught:
        step()
    assert caught.value.kind == kind
    if where is not None:
        assert caught.value.where == where
    return caught.value


# A game by hand


def test_a_short_game_by_hand():
    game = new(start=Position((21, 22), ((), (25,))), first=1)
    assert (game.mover, game.turn, game.is_over, game.result) == (1, None, False, None)
    assert game.stacks == ((25,), ())
    game = roll(game, "5W111223", "W")
    assert game.turn.kept == (0, 0, 0, 0, 0, 1)
    game = roll(roll(game, "5511122", "5"), "44123", "4")
    assert game.turn.total == 5 + 10 + 8
    assert game.outcomes == (Outcome("claim", 22),)
    game = game.ended()
    assert (game.mover, game.turn, game.grill) == (0, None, (21,))
    assert game.stacks == ((25,), (22,))
    # Anna steals Ben's 22 with exactly 22, then Ben busts: nothing of his own, nothing flips.
    game = roll(game, "WW444123", "W")
    game = roll(game, "444111", "4")
    assert game.outcomes == (Outcome("steal", 22, 1), Outcome("claim", 21))
    game = game.ended()
    assert game.stacks == ((25, 22), ())
    game = game.ended(BUST)
    assert (game.grill, game.mover) == ((21,), 0)
    game = game.ended(Outcome("claim", 21))
    assert game.is_over
    assert game.result == (1.0, 0.0)
    assert game.outcomes == ()
    refused(lambda: game.rolled(parse_counts("11111111")), "game_over")
    refused(lambda: game.ended(BUST), "game_over")
    refused(game.ended, "game_over")


def test_stacks_and_result_are_by_seat():
    start = Position((21,), ((), (30,), (22, 33)))
    game = Game.new(("A", "B", "C"), start=start, first=2)
    assert game.stacks == ((30,), (22, 33), ())
    over = game.ended(Outcome("claim", 21))
    assert over.result == (0.0, 1.0, 0.0)
    assert over.stacks == ((30,), (22, 33), (21,))
    assert over.mover == 0


# What the rules refuse


@pytest.mark.parametrize(
    ("names", "kind", "where"),
    [
        (("A",), "players", "stacks"),
        (tuple("ABCDEFGH"), "players", "stacks"),
        (("A", " "), "name_empty", "names[1]"),
        (("Anna", "anna"), "name_twice", "names[1]"),
    ],
)
def test_names(names, kind, where):
    refused(lambda: Game.new(names), kind, where)


def test_names_and_seat_fit_the_start():
    error = refused(
        lambda: Game.new(("A", "B", "C"), start=Position.start(2), first=2), "names_not_players"
    )
    assert [problem.kind for problem in error.problems] == ["names_not_players", "seat"]
    refused(lambda: new(first=-1), "seat", "first")


def test_rolling():
    game = new()
    refused(lambda: roll(game, "1234"), "dice_not_complete", "turns[0].throws[0].roll")
    refused(lambda: game.chose(0), "no_roll")
    rolled = roll(game, "11122345")
    assert refused(lambda: roll(rolled, "11122345"), "choose_first").fields["allowed"] == (
        *("5", "4", "3", "2", "1"),
    )
    refused(lambda: rolled.chose(5), "illegal_face", "turns[0].throws[0].roll")
    refused(lambda: rolled.chose(17), "illegal_face")
    refused(rolled.ended, "choose_first")
    refused(lambda: rolled.ended(BUST), "choose_first")
    chosen = rolled.chose(0)
    refused(lambda: chosen.chose(1), "no_roll")
    refused(lambda: roll(chosen, "11111", "1"), "illegal_face", "turns[0].throws[1].roll")
    busted = roll(chosen, "11111")
    refused(lambda: roll(busted, "11111"), "no_new_face")
    assert busted.outcomes == (BUST,)
    refused(lambda: busted.ended(Outcome("claim", 21)), "impossible_outcome")
    assert busted.ended().mover == 1


def test_no_rolling_when_the_turn_is_over():
    everything = roll(new(), "WWWWWWWW", "W")
    refused(lambda: roll(everything, "1"), "no_dice_left")
    assert everything.outcomes == (Outcome("claim", 36),)
    all_faces = new()
    for face in "12345W":
        # The dice in hand show this face once, and the rest are W (or 1, once that is all).
        dice_left = all_faces.turn.dice_left if all_faces.turn else 8
        all_faces = roll(all_faces, face + ("1" if face == "W" else "W") * (dice_left - 1), face)
    assert all_faces.turn.dice_left == 2
    refused(lambda: roll(all_faces, "12"), "turn_over")
    assert all_faces.outcomes == (BUST,)
    assert all_faces.turn.total == 20


def test_how_a_turn_may_end():
    no_worm = roll(new(), "55555123", "5")
    assert no_worm.outcomes == (BUST,)
    refused(lambda: no_worm.ended(Outcome("claim", 25)), "impossible_outcome", "turns[0].outcome")
    low = roll(new(), "W1112233", "W")
    assert low.outcomes == (BUST,)
    with_total = roll(roll(new(), "WWWW1123", "W"), "5123", "5")
    assert with_total.outcomes == (Outcome("claim", 25),)
    refused(lambda: with_total.ended(BUST), "impossible_outcome")
    free = roll(roll(new(rules=PRESETS["free"]), "WWWW1123", "W"), "5123", "5")
    assert free.outcomes == tuple(Outcome("claim", tile) for tile in range(25, 20, -1))
    refused(new().ended, "outcome_needed")
    refused(lambda: new().ended(Outcome("steal", 30, 1)), "impossible_outcome")
    assert new().ended(Outcome("claim", 33)).stacks == ((33,), ())
    forced = new(rules=Rules(steal="forced"), start=Position((24,), ((), (25,))))
    assert roll(roll(forced, "WWWW1123", "W"), "5123", "5").outcomes == (Outcome("steal", 25, 1),)


def test_only_the_last_turn_may_be_unfinished():
    going_on = PlayedTurn((Throw(parse_counts("12345WWW"), 5),))
    done = PlayedTurn((), BUST)
    start = Position.start(2)

    def game(*turns):
        return Game(("A", "B"), Rules(), start, 0, turns)

    assert game(done, going_on).turn.total == 15
    assert game(done, PlayedTurn()).turns == (done,)
    refused(lambda: game(done, going_on, done), "turn_unfinished", "turns[1].outcome")
    refused(lambda: game(done, PlayedTurn(), done), "turn_unfinished", "turns[1].outcome")
    refused(lambda: game(PlayedTurn(), PlayedTurn()), "turn_unfinished", "turns[0].outcome")
    bad = PlayedTurn((), Outcome("claim", 36))
    refused(lambda: game(done, bad, done, bad), "impossible_outcome", "turns[3].outcome")


# Any game


def replay(game):
    """Play the turns again, step by step."""
    again = Game(game.names, game.rules, game.start, game.first)
    steps = [again]
    for turn in game.turns:
        for throw in turn.throws:
            again = again.rolled(throw.roll)
            steps.append(again)
            if throw.face is not None:
                again = again.chose(throw.face)
                steps.append(again)
        if turn.outcome:
            assert turn.outcome in again.outcomes
            again = again.ended(turn.outcome)
            steps.append(again)
    return steps


@settings(deadline=None)
@given(played(most=40))
def test_random_games_replay_and_undo(random_game):
    game = random_game.game
    assert game.positions == random_game.positions
    assert game.position == random_game.positions[-1]
    steps = replay(game)
    assert steps[-1] == game
    assert steps[-1].positions == game.positions
    for before, after in zip(reversed(steps[:-1]), reversed(steps[1:]), strict=True):
        assert after.undone() == before
    refused(steps[0].undone, "nothing_to_undo")


@settings(deadline=None)
@given(played())
def test_seats_and_tiles(random_game):
    game = random_game.game
    n = len(game.names)
    assert game.mover == (random_game.first + len(random_game.positions) - 1) % n
    for seat in range(n):
        assert game.stacks[(game.mover + seat) % n] == game.position.stacks[seat]
    tiles = [*game.grill, *(tile for stack in game.stacks for tile in stack)]
    assert len(set(tiles)) == len(tiles)
    assert set(tiles) <= set(TILES)
    if game.is_over:
        assert sum(game.result) == pytest.approx(1)


@settings(deadline=None)
@given(played(most=25), st.integers(0, 2**32))
def test_a_wrong_turn_is_named(random_game, seed):
    """Another tile in one turn: that turn or a later one is refused, or the game is legal."""
    rng = random.Random(seed)
    turns = list(random_game.turns)
    if not turns:
        return
    index = rng.randrange(len(turns))
    turns[index] = PlayedTurn(turns[index].throws, Outcome("claim", rng.choice(TILES)))
    try:
        game = Game(random_game.names, random_game.rules, random_game.positions[0], 0, turns)
    except GameError as error:
        named = int(error.where.removeprefix("turns[").partition("]")[0])
        assert named >= index
    else:
        assert replay(game)[-1] == game


def test_whole_games_end():
    """Random games played out: the shares are those of the worms on the stacks."""
    for seed in range(30):
        rng = random.Random(seed)
        game = play(rng, 2 + seed % 6, PRESETS["flip"], most=10_000).game
        if not game.is_over:
            continue
        best = max(sum((t - 17) // 4 for t in stack) for stack in game.stacks)
        for seat, share in enumerate(game.result):
            if share:
                assert sum((t - 17) // 4 for t in game.stacks[seat]) == best


def test_dice_of_nothing():
    assert dice_of(()).dice_left == 8
