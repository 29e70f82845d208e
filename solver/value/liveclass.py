"""The Bellman equations of all two-player positions with the same tiles live.

Live tiles never increase, and only a flip removes one. So the positions of one set of live
tiles, a *class*, depend on each other and on classes with one tile less, solved before. In
the mover's view, with ``s'`` the next player's position::

    T(V)(s) = best turn when reaching s' is worth 1 - V(s')

Several classes of the same size, which share their patterns, are handled as one: a *block*
of sets. Rows are ``set * patterns + pattern``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt
from scipy import sparse

from wormadvisor.solver.batch import OUT, Batch, Floats, Ints, TurnEnds
from wormadvisor.solver.patterns import grill_sizes, pattern_count, pattern_index, patterns
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.kernels import solve_chances, solve_values

Array = npt.NDArray[np.float64]
Without = Callable[[int], tuple[Array, Array]]
"""Rank -> bounds of the classes without the tile of that rank, each (sets, patterns)."""

_INSIDE, _OVER, _FLIPPED = range(3)


@dataclass(frozen=True, slots=True)
class _Moves:
    """Where the outcomes of all patterns lead: (moves,) arrays.

    `kind` says what `target` is: a pattern of the same class, nothing (the game is over), or
    a pattern of the class without the rank `flipped`.
    """

    row: Ints
    slot: Ints
    kind: Ints
    target: Ints
    flipped: Ints
    after: Batch


@cache
def _moves(live: int, rules: Rules) -> _Moves:
    row, slot, after = patterns(live).successors(rules)
    over = after.is_over()
    out = after.place == OUT
    kind = np.where(over, _OVER, np.where(out.any(axis=1), _FLIPPED, _INSIDE))
    target = np.zeros(len(row), np.int64)
    target[~over] = pattern_index(after[~over])
    return _Moves(row, slot, kind, target, out.argmax(axis=1), after)


class LiveClass:
    """The equations of a block of classes.

    Parameters
    ----------
    tiles
        (sets, m): the live tiles of each class, ascending.
    rules
        The rules in force.
    without
        Gives proven bounds of the classes with one tile less.

    Attributes
    ----------
    rows
        Number of positions.
    parts
        Row numbers by size of the grill, smallest first: a claim leads to a part before.
    """

    def __init__(self, tiles: Ints, rules: Rules, without: Without) -> None:
        sets, live = tiles.shape
        count = pattern_count(live)
        self.rows = sets * count
        every, moves = patterns(live), _moves(live, rules)
        of_set = np.arange(sets)[:, None] * count

        self._inside = np.full((self.rows, every.slots), -1)
        rows = of_set + moves.row
        stay = moves.kind == _INSIDE
        self._inside[rows[:, stay], moves.slot[stay]] = of_set + moves.target[stay]

        # What leaves the class: worth 1 - (upper, lower) bound, or the result of the game.
        self._least = np.zeros(self._inside.shape)
        self._most = np.zeros(self._inside.shape)
        ends = moves.kind == _OVER
        over = moves.after[ends]
        for i in range(sets):
            named = Batch(2, np.broadcast_to(tiles[i], over.place.shape), over.place, over.height)
            won = named.shares()[:, 1]
            self._least[rows[i, ends], moves.slot[ends]] = won
            self._most[rows[i, ends], moves.slot[ends]] = won
        for rank in range(live) if live > 1 else ():
            flips = (moves.kind == _FLIPPED) & (moves.flipped == rank)
            if flips.any():
                lo, hi = without(rank)
                self._least[rows[:, flips], moves.slot[flips]] = 1 - hi[:, moves.target[flips]]
                self._most[rows[:, flips], moves.slot[flips]] = 1 - lo[:, moves.target[flips]]

        self.parts = [
            (of_set + np.arange(part.start, part.stop)).ravel() for part in grill_sizes(live)
        ]
        batch = Batch(
            players=2,
            tiles=np.repeat(tiles, count, axis=0),
            place=np.tile(every.place, (sets, 1)),
            height=np.tile(every.height, (sets, 1)),
        )
        self._ends = TurnEnds(batch, rules)

    def _worth(self, values: Array, outside: Array, rows: Ints | slice) -> Array:
        inside = self._inside[rows]
        return np.where(inside >= 0, 1 - values[inside], outside[rows])

    def back_up(self, values: Array, least: bool, rows: Ints | slice = slice(None)) -> Floats:
        """Apply T.

        Parameters
        ----------
        values
            (rows,): values of this class.
        least
            Whether what leaves the class counts its lower bound (else its upper).
        rows
            The rows wanted.

        Returns
        -------
        (rows,): the value of one turn of best play.
        """
        worth = self._worth(values, self._least if least else self._most, rows)
        return solve_values(*self._ends[rows].payoff(worth))

    def policy(self, values: Array, least: bool, rows: Ints | slice = slice(None)) -> Floats:
        """Give a policy that attains T(values).

        Parameters
        ----------
        values, least, rows
            As `back_up`.

        Returns
        -------
        (rows, slots): the chance of each outcome.
        """
        worth = self._worth(values, self._least if least else self._most, rows)
        ends = self._ends[rows]
        return ends.outcome_chances(worth, solve_chances(*ends.payoff(worth), tie=0.0))

    def equations(self, chances: Floats, least: bool) -> tuple[sparse.csr_array, Array]:
        """Write a policy as V = b - P V.

        Parameters
        ----------
        chances
            (rows, slots): its outcome chances.
        least
            As `back_up`.

        Returns
        -------
        P, b
            (rows, rows) and (rows,).
        """
        inside = self._inside >= 0
        row, slot = np.nonzero(inside & (chances > 0))
        moves = sparse.csr_array(
            (chances[row, slot], (row, self._inside[row, slot])), (self.rows, self.rows)
        )
        outside = self._least if least else self._most
        known: Array = (chances * np.where(inside, 1.0, outside)).sum(axis=1)
        return moves, known
