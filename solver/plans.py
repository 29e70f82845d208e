"""What players do in their turns: for dice that are rolled for many tables at once, or seen.

A plan is made before the first roll. It answers for whole turns, `Plan.play`, and for every
moment of one of them, `Plan.act`, alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from wormadvisor.solver.batch import Batch, Floats, Ints, TurnEnds
from wormadvisor.solver.dice import NUM_DICE, Turn
from wormadvisor.solver.playing import (
    Array,
    Dice,
    Habits,
    Played,
    play_by_habit,
    play_for,
    play_randomly,
)
from wormadvisor.solver.position import BUST, Outcome
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.solution import Decision, SolvedTurn
from wormadvisor.solver.turn.tree import turn_tree


@dataclass(frozen=True, slots=True)
class Act:
    """What a player does at one moment.

    Attributes
    ----------
    face
        The face index set aside; None where there is no roll to choose from.
    then
        Stop or roll.
    """

    face: int | None
    then: Decision


class Plan(Protocol):
    """What a player does in one turn at each of many tables."""

    def play(self, dice: Dice, worth: Array | None = None) -> Played:
        """Play the turns.

        Parameters
        ----------
        dice
            (positions, 6, 8): as `play_turns` takes them.
        worth
            (positions, slots, players): what each outcome is worth, to measure luck by.
        """

    def act(self, row: int, turn: Turn) -> Act | None:
        """Tell what the player does at a moment of one turn; None when the roll is a bust."""

    def outcome(self, row: int, total: int) -> Outcome:
        """Tell which outcome the player takes when stopping at a total with a W set aside."""


class BestPlan:
    """Plays for the best of what the player wants.

    Parameters
    ----------
    batch, rules
        Running games, and the rules in force.
    wanted
        (positions, slots): what each outcome is worth to the player.
    """

    def __init__(self, batch: Batch, rules: Rules, wanted: Floats) -> None:
        self._batch, self._rules, self._wanted = batch, rules, wanted
        self._solved: dict[int, SolvedTurn] = {}

    def play(self, dice: Dice, worth: Array | None = None) -> Played:
        """Play the turns; see `Plan`."""
        return play_for(self._batch, self._rules, self._wanted, dice, worth)

    def act(self, row: int, turn: Turn) -> Act | None:
        """Tell what the player does at a moment; see `Plan`."""
        if row not in self._solved:
            slots, wanted = self._slots(row), self._wanted[row].astype(np.float64)
            busts = slots == self._batch.slots - 1
            self._solved[row] = SolvedTurn(wanted[slots][:, None], wanted[-1:], busts)
        options = self._solved[row].options(turn)
        return Act(options[0].face, options[0].then) if options else None

    def outcome(self, row: int, total: int) -> Outcome:
        """Tell which outcome the player takes; see `Plan`."""
        return self._batch.outcome(row, int(self._slots(row)[total]))

    def _slots(self, row: int) -> Ints:
        only = slice(row, row + 1)
        slots: Ints = TurnEnds(self._batch[only], self._rules).slots(self._wanted[only])[0]
        return slots


class HabitPlan:
    """Plays by habit.

    Parameters
    ----------
    batch, rules
        Running games, and the rules in force.
    habits
        What the player does in each of them.
    """

    def __init__(self, batch: Batch, rules: Rules, habits: Habits) -> None:
        self._batch, self._rules, self._habits = batch, rules, habits

    def play(self, dice: Dice, worth: Array | None = None) -> Played:
        """Play the turns; see `Plan`."""
        return play_by_habit(self._batch, self._rules, self._habits, dice, worth)

    def mean(self, worth: Floats) -> Floats:
        """Give what the turns bring on average: (positions, slots) -> (positions,)."""
        mean: Floats = self._habits.mean(worth[:, :, None])[:, 0]
        return mean

    def act(self, row: int, turn: Turn) -> Act | None:
        """Tell what the player does at a moment; see `Plan`."""
        faces: Sequence[int | None] = (None,) if turn.roll is None else turn.legal_faces
        if not faces:
            return None
        states = [_state(turn if face is None else turn.choose(face)) for face in faces]
        first = int(self._habits.liking[states, row].argmax())
        rolls = self._habits.rolls[states[first], row]
        return Act(faces[first], "roll" if rolls else "stop")

    def outcome(self, row: int, total: int) -> Outcome:
        """Tell which outcome the player takes; see `Plan`."""
        return self._batch.outcome(row, int(self._habits.slots[row, total]))


class RandomPlan:
    """Chooses any legal face, stops or rolls, and takes any outcome, by chance.

    Parameters
    ----------
    batch, rules
        Running games, and the rules in force.
    rng
        The chance.
    """

    def __init__(self, batch: Batch, rules: Rules, rng: np.random.Generator) -> None:
        self._batch, self._rules, self._rng = batch, rules, rng

    def play(self, dice: Dice, worth: Array | None = None) -> Played:
        """Play the turns; see `Plan`. Their luck is not known, and none."""
        return play_randomly(self._batch, self._rules, dice, self._rng)

    def act(self, row: int, turn: Turn) -> Act | None:
        """Tell what the player does at a moment; see `Plan`."""
        faces: Sequence[int | None] = (None,) if turn.roll is None else turn.legal_faces
        if not faces:
            return None
        face = faces[int(self._rng.integers(len(faces)))]
        after = turn if face is None else turn.choose(face)
        may_stop = after.dice_left < NUM_DICE
        rolls = not after.is_forced_end and (not may_stop or self._rng.random() < 0.5)
        return Act(face, "roll" if rolls else "stop")

    def outcome(self, row: int, total: int) -> Outcome:
        """Tell which outcome the player takes; see `Plan`."""
        possible = self._batch.position(row).outcomes(total, self._rules)
        return possible[int(self._rng.integers(len(possible)))]


def outcome_of(plan: Plan, row: int, turn: Turn) -> Outcome:
    """Tell what a player who stops makes of the dice set aside."""
    return plan.outcome(row, turn.total) if turn.has_worm else BUST


def _state(turn: Turn) -> int:
    return turn_tree().index[turn.used, turn.dice_left, turn.total]
