"""Rules of thumb: players who need no numbers but what lies on the table.

A `Thumb` is one of a family of simple strategies, small enough to be searched and each
simple enough to be told in five lines. In a turn it

1. sets aside a face that lets it steal, and stops there;
2. else sets aside W, but of the first roll only some number of them or more;
3. else sets aside the face whose dice have the most points, each die counted some points less;
4. stops with a tile when the faces set aside outnumber the dice left by some margin, which
   is another one for a player without tiles;
5. takes the highest open tile whenever it can, and never a tile that ends the game lost.
"""

from dataclasses import dataclass, fields

import numpy as np

from wormadvisor.solver.batch import GRILL, MOVER, Batch, Bools, Floats, Ints, TurnEnds
from wormadvisor.solver.dice import FACES, NUM_DICE, WORM
from wormadvisor.solver.plans import HabitPlan
from wormadvisor.solver.playing import Habits
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.tree import turn_tree

_FIRST, _BEFORE = 1000.0, 100.0
"""More than any points: what goes before all else, and before all but that."""
_LEAST = 0.01
"""Less than any difference of points: decides between equals."""


@dataclass(frozen=True, slots=True)
class Thumb:
    """A strategy for people; a `Player`.

    Attributes
    ----------
    name
        What it is called.
    steals
        Whether it goes for every tile it can steal.
    first_worms
        W goes before other faces; in the first roll only where it shows so many or more.
        None: it is a face like the others.
    die_cost
        Points less that each die counts.
    margin, margin_without
        By how many the faces set aside outnumber the dice left when it stops; the second
        for a player without tiles. -8: at once.
    takes_highest
        Whether it stops for the highest open tile.
    ends_well
        Whether it rolls on instead of ending the game without a share of the win.
    """

    name: str
    steals: bool = True
    first_worms: int | None = 3
    die_cost: float = 2.0
    margin: int = 1
    margin_without: int = 2
    takes_highest: bool = True
    ends_well: bool = True

    @property
    def parameters(self) -> dict[str, object]:
        """What makes this one of the family, by name."""
        return {item.name: getattr(self, item.name) for item in fields(self)[1:]}

    def plan(self, batch: Batch, rules: Rules, rng: np.random.Generator) -> HabitPlan:
        """Tell what the player does in one turn of each of some running games."""
        slots = TurnEnds(batch, rules).slots(_wish(batch))
        tree = turn_tree()
        # What stopping brings in each state: (states, positions).
        by_state = np.where(tree.worm[:, None], slots.T[tree.total], batch.slots - 1)
        steals = (by_state >= batch.place.shape[1]) & (by_state < batch.slots - 1)
        stops = self._stops(batch, rules, by_state, steals)
        rolls = tree.may_roll[:, None] & ~stops
        rolls[tree.start] = True
        liking = np.repeat(self._liking()[:, None], len(batch), axis=1)
        if self.steals:
            liking += _FIRST * (steals & stops)
        return HabitPlan(batch, rules, Habits(slots, liking, rolls))

    def _liking(self) -> Floats:
        """(states,): how much the faces that lead to each state are liked."""
        tree = turn_tree()
        # Dice left count as those set aside cost; of equals the higher face comes first.
        liking = tree.total + self.die_cost * tree.dice + _LEAST * _faces() @ np.arange(len(FACES))
        if self.first_worms is not None:
            # All that W alone leads to has a W: there the points decide again.
            too_few = (tree.used == 1 << WORM) & (NUM_DICE - tree.dice < self.first_worms)
            liking += _BEFORE * (tree.worm & ~too_few)
        return np.asarray(liking, np.float64)

    def _stops(self, batch: Batch, rules: Rules, by_state: Ints, steals: Bools) -> Bools:
        """(states, positions): where the player stops, if not forced to."""
        tree = turn_tree()
        lead = (_faces().sum(axis=1) - tree.dice)[:, None]
        without = ~(batch.place == MOVER).any(axis=1)
        stops: Bools = lead >= np.where(without, self.margin_without, self.margin)
        if self.takes_highest:
            highest = batch.place.shape[1] - 1 - (batch.place[:, ::-1] == GRILL).argmax(axis=1)
            stops |= by_state == highest
        if self.steals:
            stops |= steals
        stops &= by_state < batch.slots - 1
        if self.ends_well:
            tables = np.arange(len(batch))
            stops &= ~_lost_ends(batch, rules)[tables, by_state]
        return stops


def _faces() -> Ints:
    """(states, faces): 1 where the face is set aside."""
    faces: Ints = turn_tree().used[:, None] >> np.arange(len(FACES)) & 1
    return faces


def _wish(batch: Batch) -> Floats:
    """(positions, slots): steals before claims, high tiles before low ones."""
    columns = batch.place.shape[1]
    claims = np.broadcast_to(np.arange(columns), (len(batch), columns))
    steals = np.full((len(batch), batch.players - 1), columns)
    bust = np.full((len(batch), 1), -1)
    return np.concatenate([claims, steals, bust], axis=1).astype(np.float64)


def _lost_ends(batch: Batch, rules: Rules) -> Bools:
    """(positions, slots): which outcomes end the game without a share for the mover."""
    row, slot, after = batch.successors(rules)
    over = np.flatnonzero(after.is_over())
    lost = np.zeros((len(batch), batch.slots), bool)
    lost[row[over], slot[over]] = after[over].shares()[:, -1] == 0
    return lost


THUMB = Thumb("thumb")
"""The best of the family; ``wormadvisor rules-of-thumb --search --seed 1`` finds it."""
ALWAYS_WORM = Thumb("always-w", first_worms=1)
"""Sets aside W whenever it can."""
GREEDY = Thumb("greedy", first_worms=None, die_cost=0.0)
"""Sets aside the most points."""
