"""Look-ahead: some turns solved exactly over another valuer's numbers.

Depth 0 is the valuer's own number. Depth 1 solves the turn over the valuer's numbers for
the positions after it, and each further depth makes those numbers by one more solved turn.

A turn has up to some twenty outcomes, so that each depth costs twenty times the last one.
Below the first turn, outcomes too unlikely to matter keep the valuer's own number: first
the turn is solved over these numbers alone, which tells how likely each outcome is, and
then only the likely ones are looked into. The first turn, the one a player asks about,
is never pruned, nor is the last, which has nothing below it.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import Batch, Floats, Ints, TurnEnds
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.kernels import solve_chances, solve_shares
from wormadvisor.solver.value.backup import Valuer
from wormadvisor.solver.value.kinds import Kind

DEEPEST = 5
"""Turns to solve at the most: each takes some ten times as long as the last one."""

UNLIKELY = 0.004
"""Chance below which an outcome is not looked into, where nothing else is asked for."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What look-ahead found.

    Attributes
    ----------
    worth
        (positions, slots, players): what every outcome of the turn is worth to every
        player, the mover first; 0 in slots that are not possible.
    shares
        (positions, players): the turn solved over these.
    pruned
        (positions,): the chance that play comes to an outcome that was not looked into,
        though the depth would have allowed it.
    pruned_after
        (positions, slots): the same after each outcome.
    """

    worth: Floats
    shares: Floats
    pruned: Floats
    pruned_after: Floats


@dataclass(frozen=True, slots=True)
class Search:
    """A valuer that looks ahead over another one.

    Attributes
    ----------
    valuer
        Values the positions at the end.
    depth
        Turns solved.
    unlikely
        Outcomes less likely than this are not looked into below the first turn.
    """

    valuer: Valuer
    depth: int
    unlikely: float = UNLIKELY

    @property
    def kind(self) -> Kind:
        """The kind of the valuer's numbers: solving a turn over them adds no doubt."""
        return self.valuer.kind

    def shares(self, batch: Batch, rules: Rules) -> Floats:
        """Give every player's share of the win; see `Valuer`."""
        if self.depth == 0:
            return self.valuer.shares(batch, rules)
        return self.look(batch, rules).shares

    def look(self, batch: Batch, rules: Rules) -> Outlook:
        """Solve the turn at full depth, which is at least 1."""
        tree = _Turns(batch, rules, self.valuer)
        if self.depth == 1:
            return tree.outlook()
        return tree.deepened(np.ones(len(tree.after), bool), self.depth - 1, self.unlikely)


class _Turns:
    """The turns of some positions, first over the valuer's own numbers."""

    def __init__(self, batch: Batch, rules: Rules, valuer: Valuer) -> None:
        self._batch, self._rules, self._valuer = batch, rules, valuer
        self._ends = TurnEnds(batch, rules)
        self._row, self._slot, self.after = batch.successors(rules)
        self._over = self.after.is_over()
        self._worth: Floats | None = None

    def outlook(self) -> Outlook:
        """Solve the turns over the numbers there are."""
        worth = self._shallow()
        nothing = np.zeros(worth.shape[:2])
        return Outlook(worth, self._solved(worth), nothing[:, 0], nothing)

    def deepened(self, wanted: npt.NDArray[np.bool_], depth: int, unlikely: float) -> Outlook:
        """Solve the turns with the wanted successors' numbers made by more turns."""
        inner = np.flatnonzero(wanted & ~self._over)
        skipped = np.flatnonzero(~wanted & ~self._over)
        worth = self._shallow() if len(skipped) else self._finished()
        pruned = np.zeros((len(self._batch), self._batch.slots))
        pruned[self._row[skipped], self._slot[skipped]] = 1
        if len(inner):
            distinct, copies = _distinct(self.after[inner])
            shares, missed = _below(distinct, self._rules, self._valuer, depth, unlikely)
            at = self._row[inner], self._slot[inner]
            worth[at] = np.roll(shares[copies], 1, axis=1)
            pruned[at] = missed[copies]
        mass = np.zeros(len(self._batch))
        if pruned.any():
            mass = (self.chances(worth) * pruned).sum(axis=1)
        return Outlook(worth, self._solved(worth), mass, pruned)

    def likely(self, unlikely: float) -> npt.NDArray[np.bool_]:
        """Tell which successors the turns, played by the valuer's own numbers, may reach."""
        chances = self.chances(self._shallow())
        likely: npt.NDArray[np.bool_] = chances[self._row, self._slot] >= unlikely
        return likely

    def chances(self, worth: Floats) -> Floats:
        """(positions, slots): how likely each outcome is under best play."""
        stop, bust = self._ends.payoff(worth[:, :, 0])
        return self._ends.outcome_chances(worth[:, :, 0], solve_chances(stop, bust))

    def _solved(self, worth: Floats) -> Floats:
        return solve_shares(*self._ends.payoff(worth))

    def _finished(self) -> Floats:
        """Worth of the outcomes that end the game; 0 elsewhere."""
        worth = np.zeros((len(self._batch), self._batch.slots, self._batch.players))
        over = np.flatnonzero(self._over)
        worth[self._row[over], self._slot[over]] = np.roll(self.after[over].shares(), 1, axis=1)
        return worth

    def _shallow(self) -> Floats:
        """Worth of all outcomes by the valuer's own numbers."""
        if self._worth is None:
            self._worth = self._finished()
            going = np.flatnonzero(~self._over)
            if len(going):
                shares = self._valuer.shares(self.after[going], self._rules)
                self._worth[self._row[going], self._slot[going]] = np.roll(shares, 1, axis=1)
        return self._worth.copy()


def _below(
    batch: Batch, rules: Rules, valuer: Valuer, depth: int, unlikely: float
) -> tuple[Floats, Floats]:
    """Shares and pruned chance of positions below the first turn."""
    turns = _Turns(batch, rules, valuer)
    if depth == 1:
        found = turns.outlook()
    else:
        found = turns.deepened(turns.likely(unlikely), depth - 1, unlikely)
    return found.shares, found.pruned


def _distinct(batch: Batch) -> tuple[Batch, Ints]:
    """Leave out the copies of positions.

    Returns
    -------
    distinct
        Every position once.
    copies
        (positions,): where each one is among them.
    """
    rows = np.concatenate([batch.tiles.astype(np.int8), batch.place, batch.height], axis=1)
    keys = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.shape[1]))).ravel()
    _, first, copies = np.unique(keys, return_index=True, return_inverse=True)
    return batch[first], copies.reshape(-1)
