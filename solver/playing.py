"""Turns played with dice at many tables, and what luck they brought."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import Batch, Bools, Floats, Ints, TurnEnds
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.kernels import (
    follow_habits,
    play_at_random,
    play_habits,
    play_turns,
)

Array = npt.NDArray[np.float64]
Dice = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Played:
    """One turn at every table.

    Attributes
    ----------
    after
        The positions that the turns led to, seen by the next player.
    luck
        (positions, players): what the outcome is worth to each player, the mover first, less
        the mean of that over all dice under the choices made. Zero where nobody measures.
    """

    after: Batch
    luck: Array


def play_for(
    batch: Batch, rules: Rules, wanted: Floats, dice: Dice, worth: Floats | None = None
) -> Played:
    """Play turns for the best of what the mover wants.

    Parameters
    ----------
    batch, rules
        Running games, and the rules in force.
    wanted
        (positions, slots): what each outcome is worth to the mover.
    dice
        (positions, 6, 8): as `play_turns` takes them.
    worth
        (positions, slots, players): what each outcome is worth, to measure luck by.
    """
    slots = TurnEnds(batch, rules).slots(wanted)
    columns = [wanted]
    if worth is not None:
        # The last player's share is what the others leave.
        columns += [worth[:, :, player] for player in range(batch.players - 1)]
    table = np.stack(columns, axis=2).astype(np.float32)
    tables = np.arange(len(batch))
    stop = table[tables[:, None], slots]
    mean, ends = play_turns(stop, np.ascontiguousarray(table[:, -1]), dice)
    chosen = _chosen(batch, slots, ends)
    luck = np.zeros((len(batch), batch.players))
    if worth is not None:
        luck[:, :-1] = table[tables, chosen, 1:] - mean[:, 1:]
        luck[:, -1] = -luck.sum(axis=1)
    return Played(after_slots(batch, rules, chosen), luck)


@dataclass(frozen=True, slots=True)
class Habits:
    """What players do in turns, whatever that is worth.

    Attributes
    ----------
    slots
        (positions, 41): the outcome of stopping at each total with a W.
    liking, rolls
        (states, positions): as `follow_habits` takes them.
    """

    slots: Ints
    liking: Floats
    rolls: Bools

    def mean(self, worth: Floats) -> Floats:
        """Give what the turns bring on average: (positions, slots, k) -> (positions, k)."""
        stop = worth[np.arange(len(worth))[:, None], self.slots]
        return follow_habits(self.liking, self.rolls, stop, worth[:, -1])


def play_by_habit(
    batch: Batch, rules: Rules, habits: Habits, dice: Dice, worth: Array | None = None
) -> Played:
    """Play turns by habit; parameters as `play_for` has them."""
    chosen = _chosen(batch, habits.slots, play_habits(habits.liking, habits.rolls, dice))
    luck = np.zeros((len(batch), batch.players))
    if worth is not None:
        mean = habits.mean(worth)
        tables = np.arange(len(batch))
        luck = worth[tables, chosen] - mean
    return Played(after_slots(batch, rules, chosen), luck)


def play_randomly(batch: Batch, rules: Rules, dice: Dice, rng: np.random.Generator) -> Played:
    """Play turns without any aim; no mean is known for these, so their luck is none."""
    slots = TurnEnds(batch, rules).slots(rng.random((len(batch), batch.slots)))
    chosen = _chosen(batch, slots, play_at_random(dice, rng))
    return Played(after_slots(batch, rules, chosen), np.zeros((len(batch), batch.players)))


def _chosen(batch: Batch, slots: Ints, ends: npt.NDArray[np.integer[Any]]) -> Ints:
    """Find the slot that the end of each turn leads to."""
    bust = np.full((len(batch), 1), batch.slots - 1)
    by_end = np.concatenate([slots, bust], axis=1)
    chosen: Ints = by_end[np.arange(len(batch)), ends]
    return chosen


def after_slots(batch: Batch, rules: Rules, chosen: Ints) -> Batch:
    """Play one possible outcome, a slot, in every position."""
    row, slot, after = batch.successors(rules)
    return after[np.flatnonzero(slot == chosen[row])]
