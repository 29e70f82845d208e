"""Two-player games solved to the end: certified bounds for any position within reach.

A position with m live tiles depends on all classes of subsets of these, solved from few
tiles to many: 15,000 positions in all for m = 6, 125,000 for m = 7. Bounds known already
(from tables on disk) are taken where there are any.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import GRILL, Batch, Ints, TurnEnds
from wormadvisor.solver.errors import BudgetError, PlayersError, Problem
from wormadvisor.solver.patterns import pattern_count, pattern_index
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.kernels import ROUNDING, solve_values

Array = npt.NDArray[np.float64]

Known = Callable[[Ints], tuple[Array, Array] | None]
"""(sets, m) tiles -> proven bounds of all their patterns, each (sets, patterns), or None."""

Tiles = tuple[int, ...]

_BLOCK_ROWS = 40_000
"""Positions solved at once: enough to fill the kernels' lanes, few enough for the memory."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a solve has come: positions certified so far, of all needed."""

    done: int
    total: int


def closed_set_size(live: int) -> int:
    """Count the positions that one with so many live tiles may depend on, with itself."""
    return sum(comb(live, m) * pattern_count(m) for m in range(1, live + 1))


class Endgames:
    """Certified win chances of two-player positions under one set of rules.

    Classes that were solved are kept, so that asking again costs nothing.

    Parameters
    ----------
    rules
        The rules in force.
    known
        Where bounds may be known already.
    """

    def __init__(self, rules: Rules, known: Known | None = None) -> None:
        self.rules = rules
        self._known = known
        self._solved: dict[Tiles, tuple[Array, Array]] = {}

    @property
    def classes(self) -> int:
        """How many classes are kept."""
        return len(self._solved)

    def solve(
        self,
        position: Position,
        *,
        max_states: int | None = None,
        step: Callable[[Progress], None] | None = None,
    ) -> None:
        """Certify a position and everything that can come after it.

        Parameters
        ----------
        position
            A running game of two.
        max_states
            Positions to solve at the most; more raise at once, before any work.
        step
            Called now and then; it may raise to end the work, and what was certified up to
            then stays known.

        Raises
        ------
        PlayersError
            There are more than two players.
        BudgetError
            More positions than `max_states` would have to be solved.
        CertificationError
            A proof could not be found.
        """
        _check_two(position)
        tiles = live_tiles(position)
        if (
            max_states is not None
            and pattern_count(len(tiles)) > max_states
            and self.class_bounds(tiles) is None
        ):  # Too many at once: to count what is known of the rest would only take time.
            raise _too_many(closed_set_size(len(tiles)), max_states, len(tiles))
        wanted = self._unsolved(tiles)
        total = sum(len(sets) * pattern_count(len(sets[0])) for sets in wanted)
        if max_states is not None and total > max_states:
            raise _too_many(total, max_states, len(tiles))
        done = 0
        for sets in wanted:
            # Where all is known, answering does not pay for the sparse solver.
            from wormadvisor.solver.value.certify import certify, nothing
            from wormadvisor.solver.value.liveclass import LiveClass

            size = pattern_count(len(sets[0]))
            per_block = max(1, _BLOCK_ROWS // size)
            for first in range(0, len(sets), per_block):
                block = sets[first : first + per_block]
                lower, upper = certify(
                    LiveClass(np.array(block), self.rules, partial(self._bounds_without, block)),
                    step=partial(step, Progress(done, total)) if step else nothing,
                )
                for i, one in enumerate(block):
                    rows = slice(i * size, (i + 1) * size)
                    self._solved[one] = lower[rows], upper[rows]
                done += len(block) * size

    def bounds(self, batch: Batch) -> tuple[Array, Array]:
        """Give what is proven about positions, without solving anything.

        Parameters
        ----------
        batch
            Running games of two.

        Returns
        -------
        lower, upper
            (positions,): the mover's win chance; 0 and 1 where nothing is known.
        """
        lower, upper = np.zeros(len(batch)), np.ones(len(batch))
        index = pattern_index(batch)
        for row in range(len(batch)):
            tiles = tuple(batch.tiles[row, batch.place[row] >= GRILL].tolist())
            found = self.class_bounds(tiles)
            if found is not None:
                lower[row], upper[row] = found[0][index[row]], found[1][index[row]]
        return lower, upper

    def class_bounds(self, tiles: Tiles) -> tuple[Array, Array] | None:
        """Give what is proven about the positions with just these tiles live.

        Parameters
        ----------
        tiles
            The live tiles, ascending.

        Returns
        -------
        lower, upper
            (patterns,): the mover's win chance; None when the class is neither solved nor
            known.
        """
        if tiles not in self._solved and self._known is not None:
            found = self._known(np.array([tiles]))
            if found is not None:
                self._solved[tiles] = found[0][0], found[1][0]
        return self._solved.get(tiles)

    def _unsolved(self, tiles: Tiles) -> list[list[Tiles]]:
        """List the classes to solve before every outcome of a turn is known, small ones first.

        These are the class itself, those with one tile less (after a flip), and whatever
        the unknown ones among them depend on.
        """
        wanted: list[list[Tiles]] = []
        level = {tiles}
        for m in range(len(tiles), 0, -1):
            unknown = sorted(one for one in level if self.class_bounds(one) is None)
            if unknown:
                wanted.append(unknown)
            above = unknown if m < len(tiles) else [tiles]
            level = {one for whole in above for one in combinations(whole, m - 1) if one}
        return wanted[::-1]

    def _bounds_without(self, sets: list[Tiles], rank: int) -> tuple[Array, Array]:
        found = [self._solved[one[:rank] + one[rank + 1 :]] for one in sets]
        return np.stack([lower for lower, _ in found]), np.stack([upper for _, upper in found])


def back_up_bounds(
    batch: Batch, rules: Rules, bounds: Callable[[Batch], tuple[Array, Array]]
) -> tuple[Array, Array]:
    """Give bounds of what every outcome of a turn is worth to the mover.

    Parameters
    ----------
    batch
        Running games of two.
    rules
        The rules in force.
    bounds
        Gives the bounds of the positions after the turn.

    Returns
    -------
    lower, upper
        (positions, slots); 0 in slots that are not possible.
    """
    row, slot, after = batch.successors(rules)
    won = after.shares()[:, 1]
    least, most = won.copy(), won.copy()
    running = np.flatnonzero(~after.is_over())
    if len(running):
        lower, upper = bounds(after[running])
        least[running], most[running] = 1 - upper, 1 - lower
    worth = np.zeros((2, len(batch), batch.slots))
    worth[:, row, slot] = least, most
    return worth[0], worth[1]


def look_ahead(
    batch: Batch, rules: Rules, bounds: Callable[[Batch], tuple[Array, Array]], depth: int
) -> tuple[Array, Array]:
    """Tighten bounds by turns of best play: what nothing is known about is in [0, 1].

    Parameters
    ----------
    batch, rules, bounds
        As `back_up_bounds`.
    depth
        Turns to look ahead; 0: the bounds as they are.

    Returns
    -------
    lower, upper
        (positions,): still proven, since a turn of best play keeps bounds.
    """
    lower, upper = bounds(batch)
    wide = np.flatnonzero(upper - lower == 1)
    if depth and len(wide):
        part = batch[wide]
        ends = TurnEnds(part, rules)
        worth = back_up_bounds(
            part, rules, lambda after: look_ahead(after, rules, bounds, depth - 1)
        )
        least, most = (solve_values(*ends.payoff(side)) for side in worth)
        lower[wide], upper[wide] = (least - ROUNDING).clip(0, 1), (most + ROUNDING).clip(0, 1)
    return lower, upper


def live_tiles(position: Position) -> Tiles:
    """List the tiles on the grill and on the stacks, ascending."""
    return tuple(sorted(set(position.grill).union(*position.stacks)))


def _too_many(states: int, highest: int, live: int) -> BudgetError:
    fields = {"states": states, "highest": highest, "live": live}
    return BudgetError(Problem("too_many_states", "position", fields))


def _check_two(position: Position) -> None:
    if position.players != 2:
        fields = {"players": position.players}
        raise PlayersError(Problem("two_players_only", "position", fields))
