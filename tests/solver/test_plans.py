"""What players do at one moment is what they do in whole turns, and on average."""

import numpy as np
import pytest

from wormadvisor.solver.batch import Batch, TurnEnds
from wormadvisor.solver.dice import FACES, NO_DICE, NUM_DICE, Turn
from wormadvisor.solver.plans import outcome_of
from wormadvisor.solver.players import CAUTIOUS, LEAD, RANDOM, WORMS, Weakened
from wormadvisor.solver.position import BUST, Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.thumb import ALWAYS_WORM, GREEDY, THUMB
from wormadvisor.solver.turn.kernels import follow_habits, solve_shares
from wormadvisor.solver.turn.numpy_kernel import backward, stop_values
from wormadvisor.solver.turn.tree import turn_tree

POSITIONS = (
    Position.start(2),
    Position([21, 22, 23, 27, 30], [[28, 24], [26, 25]]),
    Position([29], [[21, 22], [33]]),
    Position([25, 36], [[], [24, 31]]),
)
SURE = (LEAD, WORMS, CAUTIOUS, Weakened(LEAD, 1.0), THUMB, ALWAYS_WORM, GREEDY)


def dice(n, seed=1):
    return np.random.default_rng(seed).integers(0, len(FACES), (n, len(FACES), NUM_DICE), np.int8)


def end_of_turn(plan, row, rolls):
    """Play one turn moment by moment."""
    turn = Turn(NO_DICE)
    for roll in rolls:
        counts = np.bincount(roll[: turn.dice_left], minlength=len(FACES))
        turn = Turn(turn.kept, tuple(counts.tolist()))
        act = plan.act(row, turn)
        if act is None:
            assert not turn.legal_faces
            return BUST
        turn = turn.choose(act.face)
        # Asked again with the face set aside, the player has not changed their mind.
        assert plan.act(row, turn).then == act.then
        if act.then == "stop":
            return outcome_of(plan, row, turn)
    raise AssertionError("a turn has six rolls at the most")


@pytest.mark.parametrize("rules", [Rules(), Rules.parse("free+steal=forced")])
@pytest.mark.parametrize("player", SURE, ids=lambda player: player.name)
def test_moments_and_whole_turns_agree(player, rules):
    batch = Batch.of(list(POSITIONS) * 10)
    rolls = dice(len(batch))
    plan = player.plan(batch, rules, np.random.default_rng(3))
    after = plan.play(rolls).after
    for row in range(len(batch)):
        outcome = end_of_turn(plan, row, rolls[row])
        assert after.position(row) == batch.position(row).after(outcome, rules)


def test_a_random_player_keeps_to_the_rules():
    batch = Batch.of(list(POSITIONS) * 10)
    plan = RANDOM.plan(batch, Rules(), np.random.default_rng(3))
    for row, rolls in enumerate(dice(len(batch))):
        turn = Turn(NO_DICE)
        for roll in rolls:
            counts = np.bincount(roll[: turn.dice_left], minlength=len(FACES))
            turn = Turn(turn.kept, tuple(counts.tolist()))
            act = plan.act(row, turn)
            if act is None:
                break
            turn = turn.choose(act.face)
            if act.then == "stop":
                outcome = outcome_of(plan, row, turn)
                possible = batch.position(row).outcomes(turn.total, Rules())
                assert outcome in (possible if turn.has_worm else (BUST,))
                break
            assert not turn.is_forced_end


def test_means_are_means_of_turns():
    """Two thousand turns come to the mean that was solved, within five errors."""
    position, n = POSITIONS[1], 2000
    worth = LEAD.worth(Batch.of([position]), Rules(), np.random.default_rng(0))
    mean = THUMB.plan(Batch.of([position]), Rules(), np.random.default_rng(0)).mean(worth)[0]
    batch = Batch.of([position] * n)
    played = THUMB.plan(batch, Rules(), np.random.default_rng(0)).play(
        dice(n), np.repeat(np.stack([worth, -worth], axis=2), n, axis=0)
    )
    row, slot, after = batch[:1].successors(Rules())
    places = {tuple(after.place[i]): slot[i] for i in range(len(row))}
    came_to = worth[0, [places[tuple(place)] for place in played.after.place]]
    assert came_to.mean() == pytest.approx(mean, abs=5 * came_to.std() / n**0.5)
    # Luck is what the outcome is worth less that mean.
    assert played.luck[:, 0] == pytest.approx(came_to - mean, abs=1e-5)


def test_the_habit_of_best_play_is_best_play():
    """Liking states for what they are worth is another way to solve a turn."""
    batch = Batch.of(list(POSITIONS))
    worth = LEAD.worth(batch, Rules(), np.random.default_rng(0))
    stop, bust = TurnEnds(batch, Rules()).payoff(worth)
    best, _ = backward(np.ascontiguousarray(stop.T)[:, None], bust[None])
    stopped = stop_values(stop.T, bust)
    rolls = turn_tree().may_roll[:, None] & (best[:, 0] > stopped)
    rolls[turn_tree().start] = True
    columns = np.stack([stop, stop**2], axis=2), np.stack([bust, bust**2], axis=1)
    found = follow_habits(best[:, 0], rolls, *columns)
    assert found[:, 0] == pytest.approx(solve_shares(*columns)[:, 0], abs=1e-12)
