"""What the evaluator sees of a position: a fixed list of numbers, most of them 0 or 1.

A table row holds one feature of all positions, so that each is filled by vector
instructions and the first layer of the network is one product ``weights @ features``::

    grill        which tiles are open, the lowest, the highest, and how many
    mover        the seat of the player to move
    seat 1       the next player's ... up to seat n - 1

A seat tells the tile on top, the second, the third and the deeper ones; whether there are
any; who owns the highest tile of all; worms; the lead in worms over the best other player,
as a number and step by step with the tie-break counted in; and whether this player would
be the winner if the game ended after some turns that are likely to end it: see `_wins`. The
rules and the number of players are the same for a whole batch, so they are no features: see
`context`.
"""

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import GRILL, MOVER, OUT, Batch, Bools
from wormadvisor.solver.position import MAX_PLAYERS, MIN_PLAYERS, TILES, worms
from wormadvisor.solver.rules import SWITCHES, Rules

Features = npt.NDArray[np.float32]
Scores = npt.NDArray[np.int16]

LEADS = np.arange(-9, 10, dtype=np.int8)
"""Steps of the lead: how many worms behind or ahead."""

_TILES = len(TILES)
_COUNTS = np.arange(1, _TILES + 1, dtype=np.int8)[:, None]
_WORMS = np.array([worms(tile) for tile in TILES], np.int8)[:, None]

GRILL_FEATURES = 4 * _TILES
WINS = 7
SEAT_FEATURES = 4 * _TILES + 4 + len(LEADS) + WINS
CONTEXT = len(SWITCHES) + MAX_PLAYERS - MIN_PLAYERS + 1


def size(players: int) -> int:
    """Return the number of features of a position."""
    return GRILL_FEATURES + players * SEAT_FEATURES


def features(batch: Batch) -> Features:
    """Describe positions to the evaluator: (features, positions)."""
    place, height = _all_tiles(batch)
    table = np.empty((size(batch.players), len(batch)), np.float32)
    grill = place == GRILL
    table[:_TILES] = grill
    below = np.cumsum(grill, axis=0, dtype=np.int8)
    # Open with nothing open below it, or above it.
    np.logical_and(grill, below == 1, out=table[_TILES : 2 * _TILES])
    np.logical_and(grill, below == below[-1], out=table[2 * _TILES : 3 * _TILES])
    np.equal(below[-1], _COUNTS, out=table[3 * _TILES : GRILL_FEATURES])

    lowest, highest = table[_TILES : 2 * _TILES] > 0, table[2 * _TILES : 3 * _TILES] > 0
    stacks = [_Stack(place == MOVER + player, height) for player in range(batch.players)]
    for player, stack in enumerate(stacks):
        start = GRILL_FEATURES + player * SEAT_FEATURES
        seat = table[start : start + SEAT_FEATURES]
        stack.describe(seat)
        after = (player + 1) % batch.players
        rest = [stacks[p] for p in range(batch.players) if p not in (player, after)]
        _standing(stack, stacks[after], rest, seat[4 * _TILES + 1 :])
        _wins(stack, stacks[after], rest, (lowest, highest), seat[-WINS:])
    return table


def context(players: int, rules: Rules) -> Features:
    """Describe what holds for a whole batch: (CONTEXT,), the rules and how many play."""
    row = np.zeros(CONTEXT, np.float32)
    for at, (name, values) in enumerate(SWITCHES.items()):
        row[at] = getattr(rules, name) != next(iter(values.values()))
    row[len(SWITCHES) + players - MIN_PLAYERS] = 1
    return row


class _Stack:
    """The stack of one player in many positions.

    Attributes
    ----------
    top
        (tiles, positions): whether a tile is the top one.
    points, highest
        (positions,): worms, and the highest tile as 1 to 16 (0: none).
    score, without_top
        (positions,): what decides who wins, now and after losing the top tile.
    """

    def __init__(self, mine: Bools, height: npt.NDArray[np.int8]) -> None:
        self._mine = mine
        tiles = mine.sum(axis=0, dtype=np.int8)
        self._from_top = tiles - height
        self._any = tiles > 0
        self.top = mine & (self._from_top == 1)
        self.points = _points(mine)
        self.highest = _highest(mine)
        self.score = _score(self.points, self.highest)
        rest = self.points - _points(self.top)
        self.without_top = _score(rest, _highest(mine & ~self.top))

    def with_tiles(self, tiles: Bools) -> Scores:
        """Give the score after taking tiles."""
        return _score(self.points + _points(tiles), np.maximum(self.highest, _highest(tiles)))

    def robbed_with_tiles(self, tiles: Bools) -> Scores:
        """Give the score after losing the top tile and taking others."""
        left = (self._mine & ~self.top) | tiles
        return _score(_points(left), _highest(left))

    def describe(self, seat: Features) -> None:
        """Fill a seat's rows about its tiles, and whether it has any."""
        seat[:_TILES] = self.top
        np.logical_and(self._mine, self._from_top == 2, out=seat[_TILES : 2 * _TILES])
        np.logical_and(self._mine, self._from_top == 3, out=seat[2 * _TILES : 3 * _TILES])
        np.logical_and(self._mine, self._from_top > 3, out=seat[3 * _TILES : 4 * _TILES])
        np.logical_not(self._any, out=seat[4 * _TILES])


def _standing(stack: _Stack, after: _Stack, rest: list[_Stack], rows: Features) -> None:
    """Fill a seat's rows about how it stands in the game now."""
    others = (after, *rest)
    lead = stack.points - np.maximum.reduce([other.points for other in others])
    has_highest = stack.highest > np.maximum.reduce([other.highest for other in others])
    rows[0] = has_highest
    np.multiply(stack.points, np.float32(1 / 16), out=rows[1])
    np.multiply(lead, np.float32(1 / 16), out=rows[2])
    # Still winning, were `step` worms lost to the best other player: ties go to the owner
    # of the highest tile.
    steps = slice(3, 3 + len(LEADS))
    np.greater_equal(lead + has_highest, LEADS[:, None] + np.int8(1), out=rows[steps])


def _wins(
    stack: _Stack, after: _Stack, rest: list[_Stack], ends: tuple[Bools, Bools], rows: Features
) -> None:
    """Fill the rows that tell whether a player would win after certain turns.

    In order: they claim the lowest open tile, or the highest; steal from the next player;
    steal and then claim; lose the top tile; have it stolen by the next player; have it
    stolen and then claim. A network of this size can hardly add up worms and compare.
    """
    lowest, highest = ends
    both = lowest | after.top
    rest_score = [other.score for other in rest]
    for row, own, theirs in (
        (0, stack.with_tiles(lowest), after.score),
        (1, stack.with_tiles(highest), after.score),
        (2, stack.with_tiles(after.top), after.without_top),
        (3, stack.with_tiles(both), after.without_top),
        (4, stack.without_top, after.score),
        (5, stack.without_top, after.with_tiles(stack.top)),
        (6, stack.robbed_with_tiles(lowest), after.with_tiles(stack.top)),
    ):
        np.greater(own, np.maximum.reduce([theirs, *rest_score]), out=rows[row])


def _points(tiles: Bools) -> npt.NDArray[np.int8]:
    points: npt.NDArray[np.int8] = (_WORMS * tiles).sum(axis=0, dtype=np.int8)
    return points


def _highest(tiles: Bools) -> npt.NDArray[np.int8]:
    highest: npt.NDArray[np.int8] = (_COUNTS * tiles).max(axis=0)
    return highest


def _score(points: npt.NDArray[np.int8], highest: npt.NDArray[np.int8]) -> Scores:
    return points * np.int16(32) + highest


def _all_tiles(batch: Batch) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
    """Give place and height as (tiles, positions) with a row for each of the 16 tiles."""
    if batch.place.shape[1] == _TILES:
        return np.ascontiguousarray(batch.place.T), np.ascontiguousarray(batch.height.T)
    place = np.full((_TILES, len(batch)), OUT, np.int8)
    height = np.zeros_like(place)
    row = batch.tiles - TILES[0]
    position = np.arange(len(batch))[:, None]
    place[row, position] = batch.place
    height[row, position] = batch.height
    return place, height
