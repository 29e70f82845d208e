"""Self-play: games that give positions, and what they turn out to be worth.

The target of a position mixes what the evaluator says one turn later with what happened in
the game. One turn is solved exactly, which gives B = E[V after the turn]; then the turn is
played, and the game goes on. With V' the evaluator's number for the position it led to and
G' that position's own target::

    G = B + decay * (G' - V')

The last term has mean zero where V is right, whatever the dice do, so the luck of the dice
within a turn is taken out; and where V is wrong it carries the correction back. With
decay 0 it is plain bootstrapping, which can settle on numbers that are wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.dice import FACES, NUM_DICE
from wormadvisor.solver.plans import BestPlan
from wormadvisor.solver.players import Player
from wormadvisor.solver.playing import after_slots
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.backup import Shares, Valuer, outcome_worth, to_last_mover
from wormadvisor.solver.value.network import FEW, Network, live_count
from wormadvisor.tables.held_out import held_out, live_masks
from wormadvisor.tables.train.positions import Stage, openings

STRAY = 0.06
"""Chance that a turn comes to any outcome instead of a played one, for variety."""
LONGEST = 150
"""Turns after which a game is given up."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions with their targets.

    Attributes
    ----------
    batch
        The positions.
    rules
        The rules they were played under.
    targets
        (positions, players): shares of the win, which may leave [0, 1] a little.
    """

    batch: Batch
    rules: Rules
    targets: Floats


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of all games: solved, played, and what came of it.

    Attributes
    ----------
    batch
        The positions before it.
    solved, reached
        (positions, players): the mean over all dice of what it comes to, and what it came to.
    going_on
        (positions,): whether the game went on with what was played.
    """

    batch: Batch
    solved: Floats
    reached: Floats
    going_on: npt.NDArray[np.bool_]


class Pool:
    """Games played side by side, for one number of players.

    Parameters
    ----------
    players, games
        How many of each.
    stage
        What the network in training is for. Where that is many live tiles, games end when
        few are left, and another network says what they are worth.
    rng
        The source of all dice.
    """

    def __init__(self, players: int, games: int, stage: Stage, rng: np.random.Generator) -> None:
        self._stage: Stage = stage
        self._rng = rng
        self._batch = openings(players, games, stage, rng)
        self._age = np.zeros(games, np.int64)

    def play(self, network: Network, rules: Rules, turns: int, decay: float) -> Samples:
        """Play on for some turns of every game, and make targets of them."""
        played = [self.turn(network, rules) for _ in range(turns)]
        return as_samples(played, targets(played, decay), rules)

    def turn(self, valuer: Valuer, rules: Rules, player: Player | None = None) -> Turn:
        """Play one turn of every game.

        Parameters
        ----------
        valuer
            Values the positions after it.
        rules
            The rules in force.
        player
            Who plays it; None: best by the valuer.
        """
        batch, rng = self._batch, self._rng
        worth = outcome_worth(batch, rules, valuer).astype(np.float64)
        plan = player.plan(batch, rules, rng) if player else BestPlan(batch, rules, worth[:, :, 0])
        dice = rng.integers(0, len(FACES), (len(batch), len(FACES), NUM_DICE), np.int8)
        played = plan.play(dice, worth)
        reached = to_last_mover(played.after, rules, valuer)

        strays = np.flatnonzero(rng.random(len(batch)) < STRAY)
        chances = rng.random((len(strays), batch.slots)) * batch[strays].possible()
        astray = after_slots(batch[strays], rules, chances.argmax(axis=1))
        after = played.after
        after.place[strays], after.height[strays] = astray.place, astray.height

        self._age += 1
        ended = after.is_over() | (self._age >= LONGEST)
        if self._stage == "many":
            ended |= live_count(after) <= FEW
        going_on = ~ended
        going_on[strays] = False
        self._batch = self._renewed(after, ended)
        return Turn(batch, _floats(reached - played.luck), _floats(reached), going_on)

    def _renewed(self, batch: Batch, ended: npt.NDArray[np.bool_]) -> Batch:
        """Begin new games in place of those that have ended."""
        fresh = openings(batch.players, int(ended.sum()), self._stage, self._rng)
        batch.place[ended], batch.height[ended] = fresh.place, fresh.height
        self._age[ended] = 0
        return Batch(batch.players, self._batch.tiles, batch.place, batch.height)


def targets(turns: Sequence[Turn], decay: float) -> list[Floats]:
    """Make the targets of turns that were played one after the other; see the module."""
    found = [turns[-1].solved]
    for turn in reversed(turns[:-1]):
        # Seen by the mover, the next turn's last player is the first.
        correction = np.roll(found[-1], 1, axis=1) - turn.reached
        correction[~turn.going_on] = 0
        found.append(turn.solved + np.float32(decay) * correction)
    return found[::-1]


def as_samples(turns: Sequence[Turn], targets: Sequence[Floats], rules: Rules) -> Samples:
    """Gather turns with their targets, without those that are held out."""
    batch = Batch.joined([turn.batch for turn in turns])
    keep = ~held_out(live_masks(batch))
    return Samples(batch[keep], rules, np.concatenate(targets)[keep])


def _floats(shares: Shares) -> Floats:
    return shares.astype(np.float32)
