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

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import Batch, TurnEnds
from wormadvisor.solver.dice import FACES, NUM_DICE
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.kernels import play_turns
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
class _Turn:
    """One turn of all games: solved, played, and what came of it."""

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
        played = [self._turn(network, rules) for _ in range(turns)]
        targets = [played[-1].solved]
        for turn in reversed(played[:-1]):
            # Seen by the mover, the next turn's last player is the first.
            correction = np.roll(targets[-1], 1, axis=1) - turn.reached
            correction[~turn.going_on] = 0
            targets.append(turn.solved + np.float32(decay) * correction)
        place = np.concatenate([turn.batch.place for turn in played])
        height = np.concatenate([turn.batch.height for turn in played])
        tiles = np.broadcast_to(self._batch.tiles[0], place.shape)
        batch = Batch(self._batch.players, tiles, place, height)
        keep = ~held_out(live_masks(batch))
        return Samples(batch[keep], rules, np.concatenate(targets[::-1])[keep])

    def _turn(self, network: Network, rules: Rules) -> _Turn:
        batch, rng = self._batch, self._rng
        games = np.arange(len(batch))
        row, slot, after = batch.successors(rules)
        over = after.is_over()
        seen = np.empty((len(after), batch.players), np.float32)
        seen[over] = after[over].shares()
        seen[~over] = network.shares(after[~over], rules)
        worth = np.zeros((len(batch), batch.slots, batch.players), np.float32)
        worth[row, slot] = np.roll(seen, 1, axis=1)

        # With two players the second share is what the first leaves.
        columns = 1 if batch.players == 2 else batch.players
        slots = TurnEnds(batch, rules).slots(worth[:, :, 0])
        stop = worth[games[:, None], slots, :columns]
        dice = rng.integers(0, len(FACES), (len(batch), len(FACES), NUM_DICE), np.int8)
        solved, ends = play_turns(stop, worth[:, -1, :columns], dice)
        if columns == 1:
            solved = np.concatenate([solved, 1 - solved], axis=1)

        bust = np.full((len(batch), 1), batch.slots - 1)
        chosen = np.concatenate([slots, bust], axis=1)[games, ends]
        strays = rng.random(len(batch)) < STRAY
        any_slot = (rng.random((len(batch), batch.slots)) * batch.possible()).argmax(axis=1)
        chosen = np.where(strays, any_slot, chosen)
        successor = np.zeros((len(batch), batch.slots), np.int64)
        successor[row, slot] = np.arange(len(after))
        leads_to = successor[games, chosen]

        self._age += 1
        ended = over[leads_to] | (self._age >= LONGEST)
        if self._stage == "many":
            ended |= live_count(after[leads_to]) <= FEW
        self._batch = self._renewed(after[leads_to], ended)
        return _Turn(batch, solved, worth[games, chosen], ~(strays | ended))

    def _renewed(self, batch: Batch, ended: npt.NDArray[np.bool_]) -> Batch:
        """Begin new games in place of those that have ended."""
        fresh = openings(batch.players, int(ended.sum()), self._stage, self._rng)
        batch.place[ended], batch.height[ended] = fresh.place, fresh.height
        self._age[ended] = 0
        return Batch(batch.players, self._batch.tiles, batch.place, batch.height)
