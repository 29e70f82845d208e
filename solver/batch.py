"""Many positions at once: their outcomes, successors and payoffs, as arrays.

A batch holds positions of one number of players. Its columns are tiles in ascending order:
all sixteen, or just those still live. Where a tile is takes two small numbers:

    place    -1 out of the game, 0 on the grill, p + 1 on the stack of player p (mover: p = 0)
    height   how many tiles lie below it on that stack

The outcomes of a turn are numbered by *slots*: slot c < columns claims the tile of column c,
the n - 1 slots after them steal from players 1 to n - 1, and the last one is the bust.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.position import BUST, TILES, Outcome, Position, worms
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.tree import NUM_TOTALS

Ints = npt.NDArray[np.signedinteger[Any]]
Floats = npt.NDArray[np.floating[Any]]
Bools = npt.NDArray[np.bool_]

OUT, GRILL, MOVER = -1, 0, 1
_NO_STEAL = -1

_WORMS = np.zeros(TILES[-1] + 1, np.int64)
_WORMS[TILES[0] :] = [worms(tile) for tile in TILES]


@dataclass(frozen=True, slots=True)
class Batch:
    """Positions with the same number of players, seen by the player to move.

    Attributes
    ----------
    players
        Number of players, 2 to 7.
    tiles
        (positions, columns): the tile each column stands for, ascending along a row.
    place, height
        (positions, columns) int8: where each tile is; see the module.
    """

    players: int
    tiles: Ints
    place: npt.NDArray[np.int8]
    height: npt.NDArray[np.int8]

    @classmethod
    def of(cls, positions: Sequence[Position], tiles: Sequence[int] = TILES) -> "Batch":
        """Gather positions (at least one, all with the same number of players).

        Parameters
        ----------
        positions
            The positions.
        tiles
            The columns; tiles not among them must be out of the game.

        Raises
        ------
        ValueError
            Numbers of players differ.
        """
        players = positions[0].players
        if any(position.players != players for position in positions):
            raise ValueError("positions of one batch need the same number of players")
        column = {tile: c for c, tile in enumerate(tiles)}
        place = np.full((len(positions), len(tiles)), OUT, np.int8)
        height = np.zeros_like(place)
        for row, position in enumerate(positions):
            for tile in position.grill:
                place[row, column[tile]] = GRILL
            for player, stack in enumerate(position.stacks):
                for below, tile in enumerate(stack):
                    place[row, column[tile]] = MOVER + player
                    height[row, column[tile]] = below
        return cls(players, np.broadcast_to(np.array(tiles), place.shape), place, height)

    @classmethod
    def joined(cls, parts: Sequence["Batch"]) -> "Batch":
        """Put batches (at least one, alike in players and columns) behind each other."""
        return cls(
            parts[0].players,
            np.concatenate([part.tiles for part in parts]),
            np.concatenate([part.place for part in parts]),
            np.concatenate([part.height for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.place)

    def __getitem__(self, rows: Ints | Bools | slice) -> "Batch":
        return Batch(self.players, self.tiles[rows], self.place[rows], self.height[rows])

    def position(self, row: int) -> Position:
        """Give one row as a `Position`."""
        tiles, place, height = self.tiles[row], self.place[row], self.height[row]
        order = np.argsort(height, kind="stable")
        return Position(
            tiles[place == GRILL].tolist(),
            [tiles[order][place[order] == MOVER + p].tolist() for p in range(self.players)],
        )

    @property
    def slots(self) -> int:
        """Number of outcome slots."""
        return int(self.place.shape[1]) + self.players

    def outcome(self, row: int, slot: int) -> Outcome:
        """Give the outcome that a slot stands for in one row."""
        columns = self.place.shape[1]
        if slot == self.slots - 1:
            return BUST
        if slot < columns:
            return Outcome("claim", int(self.tiles[row, slot]))
        victim = slot - columns + 1
        return Outcome("steal", int(self.tiles[row, self.tops()[row, victim]]), victim)

    def is_over(self) -> Bools:
        """(positions,): whether no open tile is left."""
        over: Bools = ~(self.place == GRILL).any(axis=1)
        return over

    def tops(self) -> Ints:
        """(positions, players): the column of each player's top tile, or -1."""
        return np.stack([self._top(player) for player in range(self.players)], axis=1)

    def _top(self, player: int) -> Ints:
        heights = np.where(self.place == MOVER + player, self.height, np.int8(-1))
        top = heights.argmax(axis=1)
        return np.where(heights.max(axis=1) >= 0, top, -1)

    def possible(self) -> Bools:
        """(positions, slots): which outcomes a turn may have; none where the game is over."""
        running = ~self.is_over()[:, None]
        steals = (self.tops()[:, 1:] >= 0) & running
        return np.concatenate([self.place == GRILL, steals, running], axis=1)

    def shares(self) -> npt.NDArray[np.float64]:
        """(positions, players): shares of the win, were the game over; see `Position.shares`."""
        on_stack = self.place[:, :, None] == MOVER + np.arange(self.players)
        points = (on_stack * _WORMS[self.tiles][:, :, None]).sum(axis=1)
        highest = (on_stack * self.tiles[:, :, None]).max(axis=1)
        score = points * (TILES[-1] + 1) + highest
        winners = score == score.max(axis=1, keepdims=True)
        shares: npt.NDArray[np.float64] = winners / winners.sum(axis=1, keepdims=True)
        return shares

    def successors(self, rules: Rules) -> tuple[Ints, Ints, "Batch"]:
        """Play every possible outcome.

        Returns
        -------
        row, slot
            (successors,): which outcome of which position leads to each successor.
        after
            The successors, seen by the next player.
        """
        row, slot = np.nonzero(self.possible())
        place, height = self.place[row], self.height[row]
        columns = place.shape[1]
        size = (self.place == MOVER).sum(axis=1)[row]
        tops = self.tops()[row]
        taken = slot.copy()
        steals = np.flatnonzero((slot >= columns) & (slot < self.slots - 1))
        taken[steals] = tops[steals, slot[steals] - columns + 1]
        takes = np.flatnonzero(slot < self.slots - 1)
        place[takes, taken[takes]] = MOVER
        height[takes, taken[takes]] = size[takes]
        busts = np.flatnonzero(slot == self.slots - 1)
        place[busts] = _after_bust(place[busts], tops[busts, 0], rules)
        # Whoever was player p is p - 1 to the next player.
        on_stack = place >= MOVER
        place[on_stack] = (place[on_stack] - MOVER - 1) % self.players + MOVER
        return row, slot, Batch(self.players, self.tiles[row], place, height)


def _after_bust(place: npt.NDArray[np.int8], own_top: Ints, rules: Rules) -> npt.NDArray[np.int8]:
    """Return the top tile, then flip the highest open one (rule 5, "A turn")."""
    place = place.copy()
    owners = np.flatnonzero(own_top >= 0)
    place[owners, own_top[owners]] = GRILL
    highest = place.shape[1] - 1 - (place[:, ::-1] == GRILL).argmax(axis=1)
    flips = np.where(
        own_top >= 0,
        rules.returned_highest_flips | (highest != own_top),
        rules.empty_bust_flips,
    )
    flipped = np.flatnonzero(flips)
    place[flipped, highest[flipped]] = OUT
    return place


class TurnEnds:
    """Which outcomes each total of a turn may bring: from successors' worth to payoffs.

    Parameters
    ----------
    batch
        Positions that are not over.
    rules
        The rules in force.
    """

    def __init__(self, batch: Batch, rules: Rules) -> None:
        self._rules = rules
        self._columns = batch.place.shape[1]
        self._bust = batch.slots - 1
        totals = np.arange(NUM_TOTALS)
        # Column + 1 of the highest tile up to each total, open or not; 0: none.
        self._reach = (batch.tiles[:, :, None] <= totals).sum(axis=1, dtype=np.int16)
        self._open = batch.place == GRILL
        column = np.where(self._open, np.arange(self._columns), -1)
        self._next = self._with_none(np.maximum.accumulate(column, axis=1))
        tops = batch.tops()[:, 1:]
        tiles = np.take_along_axis(batch.tiles, tops.clip(0), axis=1)
        self._steals = np.where(tops >= 0, tiles, _NO_STEAL)

    def __getitem__(self, rows: Ints | Bools | slice) -> "TurnEnds":
        part = copy(self)
        for name in ("_reach", "_open", "_next", "_steals"):
            setattr(part, name, getattr(self, name)[rows])
        return part

    def slots(self, worth: Floats, tie: float = 0.0) -> Ints:
        """Choose the outcome for each total.

        Parameters
        ----------
        worth
            (positions, slots): worth of each outcome to the mover; slots that are not
            possible are ignored.
        tie
            Outcomes that differ by no more are equal, and the steal, then the highest tile,
            is taken.

        Returns
        -------
        (positions, 41): the slot that stopping with a W at each total leads to.
        """
        slots = self._next
        if self._rules.lower_tile == "any":
            slots = self._best_claims(worth, tie)
        slots = slots.copy()
        for victim, top in enumerate(self._steals.T):
            slot = self._columns + victim
            rows = np.flatnonzero(top != _NO_STEAL)
            total = top[rows]
            if self._rules.steal == "optional":
                instead = slots[rows, total]
                better = (instead == self._bust) | (worth[rows, slot] >= worth[rows, instead] - tie)
                rows, total = rows[better], total[better]
            slots[rows, total] = slot
        return slots

    def payoff(self, worth: Floats, tie: float = 0.0) -> tuple[Floats, Floats]:
        """Make the payoff of each turn from what its outcomes are worth.

        Parameters
        ----------
        worth
            (positions, slots) or (positions, slots, k); column 0 of k decides.
        tie
            As `slots`.

        Returns
        -------
        stop, bust
            (positions, 41[, k]) and (positions[, k]), as the turn kernels take them.
        """
        decides = worth if worth.ndim == 2 else worth[:, :, 0]
        slots = self.slots(decides, tie)
        stop = worth[np.arange(len(worth))[:, None], slots]
        return stop, np.ascontiguousarray(worth[:, self._bust])

    def outcome_chances(self, worth: Floats, ends: Floats, tie: float = 0.0) -> Floats:
        """Sum the chances of the ends of a turn by outcome.

        Parameters
        ----------
        worth
            (positions, slots): as `slots`.
        ends
            (positions, 42): the chance of each total with a W, and last of a bust.
        tie
            As `slots`.

        Returns
        -------
        (positions, slots)
        """
        slots = self.slots(worth, tie)
        chances = np.zeros(worth.shape)
        rows = np.arange(len(worth))
        for total in range(NUM_TOTALS):
            chances[rows, slots[:, total]] += ends[:, total]
        chances[:, self._bust] += ends[:, NUM_TOTALS]
        return chances

    def _with_none(self, columns: Ints) -> Ints:
        """Spread a slot for each highest reachable column over the totals."""
        slots = np.where(columns >= 0, columns, self._bust)
        none = np.full((len(slots), 1), self._bust)
        return np.take_along_axis(np.concatenate([none, slots], axis=1), self._reach, axis=1)

    def _best_claims(self, worth: Floats, tie: float) -> Ints:
        """Find the best open tile up to each total, the higher one where equal."""
        best = np.full(len(worth), -1)
        columns = np.empty((len(worth), self._columns), best.dtype)
        rows = np.arange(len(worth))
        for column in range(self._columns):
            better = (best < 0) | (worth[:, column] >= worth[rows, best] - tie)
            best = np.where(self._open[:, column] & better, column, best)
            columns[:, column] = best
        return self._with_none(columns)
