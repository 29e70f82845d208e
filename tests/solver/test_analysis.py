"""An analysis adds up, by every game; luck is fair; and the numbers are those of advice."""

import random
from dataclasses import replace
from itertools import product
from math import factorial, prod

import numpy as np
import pytest
from hypothesis import given, settings

from tests.bots import games_of_match
from tests.games import play, play_turn, played
from wormadvisor.solver.advice import advise
from wormadvisor.solver.analysed_turn import Rolled
from wormadvisor.solver.analysis import Analysis, analyse, analyse_turns, turning_points
from wormadvisor.solver.dice import Turn
from wormadvisor.solver.game import Game, PlayedTurn, Throw
from wormadvisor.solver.match import Match
from wormadvisor.solver.players import Winner
from wormadvisor.solver.position import BUST, Outcome, Position
from wormadvisor.solver.replay import Replay
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.endgame import Endgames
from wormadvisor.solver.value.estimate import EstimatedWin
from wormadvisor.solver.value.lead import WORMS
from wormadvisor.solver.value.payoff import payoff_of_outcomes
from wormadvisor.solver.value.search import Search
from wormadvisor.solver.value.win import CertifiedWin
from wormadvisor.tables.weights import read_network

ERROR = 0.01


class Guess:
    """Win shares that are wrong, but the same whenever a position is asked about."""

    name = "win"

    def payoff(self, position, rules):
        worth = {}
        for outcome in position.all_outcomes():
            after = position.after(outcome, rules)
            if after.is_over:
                shares = np.roll(after.shares(), 1)
            else:
                worms = np.roll(np.array(after.worms, float), 1) + 1
                worms[0] += (outcome.tile or 20) % 7 / 3
                shares = worms / worms.sum()
            worth[outcome] = shares
        return payoff_of_outcomes(position, rules, worth, "estimate")


class Blurred(Guess):
    """The guess with every outcome a little off."""

    def __init__(self, rng, size):
        self._rng, self._size = rng, size

    def payoff(self, position, rules):
        worth = super().payoff(position, rules).worth
        for outcome, shares in worth.items():
            if not position.after(outcome, rules).is_over:
                error = self._rng.normal(0, self._size)
                worth[outcome] = shares + np.array([error, -error])
        return payoff_of_outcomes(position, rules, worth, "estimate")


class Proven:
    """Win chances of small endgames, solved: no errors but rounding."""

    name = "win"

    def __init__(self, rules):
        self._endgames = Endgames(rules)

    def payoff(self, position, rules):
        self._endgames.solve(position)
        return CertifiedWin(self._endgames).payoff(position, rules)


@settings(max_examples=10, deadline=None)
@given(played(most=30))
def test_luck_and_choices_add_up_to_the_result(history):
    game = history.game
    analysis = analyse(game, Guess(), ERROR)
    sums = (
        analysis.start
        + analysis.luck.sum(axis=0)
        - analysis.loss.sum(axis=0)
        + analysis.unknown.sum(axis=0)
        + analysis.remainder
    )
    assert sums == pytest.approx(analysis.end, abs=1e-12)
    if game.result is not None:
        assert tuple(analysis.end) == game.result
    # Each table is zero-sum: what one gains others lose.
    for table in (analysis.luck, analysis.loss, analysis.unknown):
        assert table.sum(axis=1) == pytest.approx(0, abs=1e-12)
    # Nothing is better than the best.
    assert all(
        choice.loss[turn.seat] >= -1e-9 for turn in analysis.turns for choice in turn.choices
    )


@settings(max_examples=10, deadline=None)
@given(played(most=12))
def test_steps_lead_from_value_to_value(history):
    for turn in analyse(history.game, Guess(), ERROR).turns:
        value = turn.start
        for step in turn.steps:
            value = value + step.luck if isinstance(step, Rolled) else value - step.loss
            assert value == pytest.approx(step.value, abs=1e-12)
        assert value + turn.unknown == pytest.approx(turn.end, abs=1e-12)
        assert bool(turn.steps) == bool(history.turns[turn.index].throws)


def rolls(dice):
    """Every roll, by counts, with its chance."""
    for counts in product(range(dice + 1), repeat=6):
        if sum(counts) == dice:
            ways = factorial(dice) / prod(map(factorial, counts))
            yield counts, ways / 6**dice


def throws_to(kept):
    """Throws that set these dice aside, the others lying on another face each time."""
    left, throws = 8, []
    for face in range(6):
        if kept[face]:
            roll = [0] * 6
            roll[(face + 1) % 6] = left - kept[face]
            roll[face] = kept[face]
            throws.append(Throw(tuple(roll), face))
            left -= kept[face]
    return tuple(throws)


@pytest.mark.parametrize("kept", [(0, 0, 0, 2, 2, 1), (0, 1, 1, 1, 1, 2), (3, 0, 0, 0, 2, 0)])
def test_luck_has_mean_zero(kept):
    """Over all rolls, for every player, though the values are only guesses."""
    position = Position((22, 24, 27, 30, 33), [(25, 21), (36,), (29, 23)])
    game = Game(("A", "B", "C"), Rules(), position, 1)
    replay = Replay(game, 0, Guess())
    mean, total, largest = np.zeros(3), 0.0, 0.0
    for roll, chance in rolls(8 - sum(kept)):
        turn = replay.walk(PlayedTurn((*throws_to(kept), Throw(roll))))
        luck = turn.rolls[-1].luck
        mean += chance * luck
        total += chance
        largest = max(largest, abs(luck[1]))
    assert total == pytest.approx(1)
    assert largest > 0.01
    assert mean == pytest.approx(0, abs=1e-9)


def test_luck_of_the_first_roll_has_mean_zero():
    game = Game.new(("A", "B"))
    replay = Replay(game, 0, Guess())
    sums = [
        (chance, chance * replay.walk(PlayedTurn((Throw(roll),))).luck[0])
        for roll, chance in rolls(8)
    ]
    assert np.sum(sums, axis=0) == pytest.approx([1, 0], abs=1e-9)


def test_values_without_error_leave_no_remainder():
    """Two play an endgame that is proven: whatever they choose, nothing is left over."""
    rules, rng = Rules(), random.Random(5)
    proven, played_turns = Proven(rules), 0
    for start in (Position((22, 25), [(23,), (26,)]), Position((21, 36), [(), (24,)])):
        position, turns = start, []
        while not position.is_over and len(turns) < 12:
            turns.append(play_turn(rng, position, rules))
            position = position.after(turns[-1].outcome, rules)
        analysis = analyse(Game(("A", "B"), rules, start, 0, turns), proven, ERROR)
        assert analysis.remainder == pytest.approx(0, abs=1e-8)
        assert analysis.loss_error(0) == analysis.luck_error() == 0
        # Nothing was learned of estimates.
        assert analysis.accuracy() == pytest.approx(ERROR)
        played_turns += len(turns)
    assert played_turns > 3


def test_losses_are_those_of_advice():
    """What the docs of `hint` show: stopping here wins nothing, though it takes a tile."""
    rules = Rules()
    position = Position((21,), [(22, 23), (24, 33)])
    proven = Proven(rules)
    throws = (
        Throw((1, 1, 2, 0, 3, 1), 4),
        Throw((0, 2, 2, 0, 0, 1), 5),
        Throw((2, 1, 1, 0, 0, 0), 2),
    )
    for face, way in product((0, 1, 2), ("stop", "roll")):
        last = Throw(throws[-1].roll, face)
        game = Game(("A", "B"), rules, position, 0, (PlayedTurn((*throws[:-1], last)),))
        dice = Turn((0, 0, 0, 0, 3, 1), throws[-1].roll)
        advice = advise(position, dice, rules, proven)
        choice = next(choice for choice in advice.choices if choice.face == face)
        assert choice.stop
        if way == "stop":
            game = game.ended()
        else:
            left = game.turn.dice_left
            game = game.rolled((0, 0, 0, left, 0, 0))
        (turn,) = analyse(game, proven, ERROR).turns
        chosen = [step for step in turn.choices if step.dice == dice]
        assert chosen[0].loss[0] == pytest.approx(choice.loss, abs=1e-9)
        assert chosen[0].best == advice.best.face
        value = (choice.stop if way == "stop" else choice.roll).value.value
        after = next(
            step for step in turn.choices if step.played == way and step.dice == choice.after
        )
        assert after.loss[0] == pytest.approx(choice.value.value - value, abs=1e-9)
        assert after.loss == pytest.approx([after.loss[0], -after.loss[0]], abs=1e-9)


def test_which_tile_is_a_choice_too():
    """24 steals the 24 or takes the 23; the guess likes neither the same."""
    rules = Rules()
    position = Position((21, 23, 30), [(), (24,)])
    throws = (Throw((0, 0, 1, 3, 0, 4), 5), Throw((0, 0, 0, 1, 3, 0), 3))
    game = Game(("A", "B"), rules, position, 0, (PlayedTurn(throws),))
    steal, claim = game.outcomes
    assert (steal.kind, claim.tile) == ("steal", 23)
    losses = {}
    for outcome in (steal, claim):
        (turn,) = analyse(game.ended(outcome), Guess(), ERROR).turns
        take = turn.choices[-1]
        assert take.counts
        assert take.played == outcome
        losses[outcome] = float(take.loss[0])
    worth = Guess().payoff(position, rules).worth
    gap = float(worth[steal][0] - worth[claim][0])
    assert gap != 0
    assert losses[steal] == pytest.approx(max(0.0, -gap))
    assert losses[claim] == pytest.approx(max(0.0, gap))


def test_what_is_forced_is_not_counted():
    rules, position = Rules(), Position((30,), [(), ()])
    # One face only; then no W and no tile: to roll on is not a decision, as it was best.
    throws = (Throw((0, 0, 0, 0, 0, 8), 5),)
    game = Game(("A", "B"), rules, position, 0, (PlayedTurn(throws, Outcome("claim", 30)),))
    assert analyse(game, Guess(), ERROR).decisions == (0, 0)
    throws = (Throw((0, 0, 0, 0, 4, 4), 4), Throw((0, 0, 0, 0, 2, 2), 5), Throw((2, 0, 0, 0, 0, 0)))
    game = Game(("A", "B"), rules, position, 0, (PlayedTurn(throws),))
    (turn,) = analyse(game, Guess(), ERROR).turns
    # Which face first; then a W was the only new one, and with 30 there was a tile to take.
    assert [(type(step.played), step.counts) for step in turn.choices] == [
        (int, True),
        (str, False),
        (int, False),
        (str, True),
    ]
    # A bust on purpose is a decision of whoever makes it.
    early = PlayedTurn((Throw((0, 0, 0, 0, 4, 4), 4),), BUST)
    (turn,) = analyse(Game(("A", "B"), rules, position, 0, (early,)), Guess(), ERROR).turns
    assert turn.choices[-1].counts
    assert turn.choices[-1].loss[0] > 0


def test_an_empty_and_a_finished_game():
    empty = analyse(Game.new(("A", "B", "C")), Guess(), ERROR)
    assert empty.turns == ()
    assert empty.start == pytest.approx(empty.end)
    assert empty.adjusted == pytest.approx(empty.start)
    over = analyse(Game(("A", "B"), Rules(), Position((), [(21,), (22,)])), Guess(), ERROR)
    assert tuple(over.end) == tuple(over.start) == (0, 1)


def test_unknown_dice_have_a_column_of_their_own():
    game = Game.new(("A", "B")).ended(Outcome("claim", 30))
    analysis = analyse(game, Guess(), ERROR)
    change = analysis.turns[0].end - analysis.turns[0].start
    assert analysis.unknown[0] == pytest.approx(change)
    assert analysis.luck == pytest.approx(np.zeros((2, 2)))
    assert analysis.decisions == (0, 0)
    # Taken out of the result, as if it were luck.
    assert analysis.adjusted == pytest.approx(analysis.end - change)


def test_an_objective_that_knows_one_player_only_is_refused():
    with pytest.raises(ValueError, match="shares of all"):
        analyse(Game.new(("A", "B")).ended(Outcome("claim", 30)), WORMS, ERROR)


def test_turning_points_are_the_largest_swings_in_the_order_of_play():
    game = play(random.Random(8), 3, Rules(), unknown=0).game
    analysis = analyse(game, Guess(), ERROR)
    points = turning_points(analysis, 4, 0.0)
    assert len(points) == 4
    assert [turn.index for turn in points] == sorted(turn.index for turn in points)
    others = [turn.weight for turn in analysis.turns if turn not in points]
    assert min(turn.weight for turn in points) >= max(others)
    assert all(
        turn.swing == pytest.approx(float((turn.luck - turn.loss)[turn.seat])) for turn in points
    )
    assert turning_points(analysis, 4, 1.1) == []


@pytest.mark.parametrize("size", [0.001, 0.05])
def test_remainders_tell_the_accuracy(size):
    """Many of a known size outweigh what was expected; few do not."""
    turn = analyse(Game.new(("A", "B")).ended(Outcome("claim", 30)), Guess(), ERROR).turns[0]
    errors = np.random.default_rng(9).normal(0, size, 4000)
    turns = tuple(replace(turn, remainder=np.array([error, -error])) for error in errors)
    whole = Analysis(Game.new(("A", "B")), "win", turns, turn.start, turn.end, ERROR)
    assert whole.accuracy() == pytest.approx(size, rel=0.1)
    one = replace(whole, turns=turns[:1])
    assert abs(one.accuracy() - ERROR) < abs(one.accuracy() - abs(errors[0]))


def test_without_a_result_its_error_counts():
    """A game going on ends with an estimate; one that is over, or proven, does not."""
    going = analyse(Game.new(("A", "B")).ended(Outcome("claim", 30)), Guess(), ERROR)
    assert going.luck_error() == 0
    assert going.adjusted_error() == pytest.approx(going.accuracy())
    over = analyse(play(random.Random(8), 2, Rules(), most=500, unknown=0).game, Guess(), ERROR)
    assert over.game.is_over
    assert over.adjusted_error() == over.luck_error() > 0
    start = Position((22, 25), [(23,), (26,)])
    turn = PlayedTurn((), Outcome("claim", 22))
    rules = Rules()
    proven = analyse(Game(("A", "B"), rules, start, 0, (turn,)), Proven(rules), ERROR)
    assert not proven.game.is_over
    assert proven.adjusted_error() == 0


def test_errors_follow_from_errors_of_the_outcomes():
    """Blur every outcome's worth, and see how far a turn's luck and loss move."""
    rng, random_turns = np.random.default_rng(3), random.Random(11)
    position = Position((22, 24, 27, 30, 33), [(25, 21), (36,)])
    turn = play_turn(random_turns, position, Rules())
    while turn.outcome == BUST or len(turn.throws) < 3:
        turn = play_turn(random_turns, position, Rules())
    game = Game(("A", "B"), Rules(), position, 0, (turn,))
    truth = Replay(game, 0, Guess()).walk(turn)
    size = 1e-5  # So small that the best choices stay the best.
    moved = [Replay(game, 0, Blurred(rng, size)).walk(turn) for _ in range(80)]
    for field, weight in (("luck", truth.luck_weight), ("loss", truth.loss_weight)):
        changes = [getattr(other, field)[0] - getattr(truth, field)[0] for other in moved]
        assert weight > 0
        assert np.std(changes) / size == pytest.approx(weight, rel=0.3)


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_luck_is_that_of_matches_where_all_play_best(players):
    """Second method: a match measures luck by whole turns, as outcome less mean."""
    network = read_network()
    bots = tuple(Winner(f"network {seat}", network) for seat in range(players))
    (games,) = Match(bots, Rules(), 1, 7, network).play()
    objective = EstimatedWin(Search(network, 1))
    for number, rotation, game in games_of_match(bots, Rules(), 1, 7):
        analysis = analyse(game, objective, ERROR)
        seats = [(seat + rotation) % players for seat in range(players)]
        assert analysis.end == pytest.approx(games.shares[number, rotation][seats])
        luck = analysis.luck.sum(axis=0)
        assert luck == pytest.approx(games.luck[number, rotation][seats], abs=1e-4)
        assert analysis.loss == pytest.approx(np.zeros((players, players)), abs=1e-5)


def test_analysing_turn_by_turn_ends_with_the_analysis():
    game = play(random.Random(2), 2, Rules(), most=6, unknown=0).game
    parts = list(analyse_turns(game, Guess(), ERROR))
    assert [len(part.turns) for part in parts[:-1]] == list(range(1, len(parts)))
    assert parts[-1].adjusted == pytest.approx(analyse(game, Guess(), ERROR).adjusted)
