"""Proof of endgame tables by one sweep over the bytes on disk.

Written apart from what builds them: the equations come from `Position`, pattern by pattern,
not from the batches and classes of the solver. With L and U the stored bounds and T one turn
of best play over ``1 - value after it``, L <= V <= U holds everywhere when

    L <= T(U)  and  T(L) <= U

at every position, with the tables of fewer live tiles proven before (`solver.value.certify`
tells why). Float64 errs by less than `ROUNDING` in one turn; that much has to be to spare.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import Batch, Ints
from wormadvisor.solver.notation import format_position
from wormadvisor.solver.patterns import pattern_index, patterns
from wormadvisor.solver.position import BUST, TILES, Outcome, Position, worms
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.kernels import ROUNDING, solve_values
from wormadvisor.solver.turn.tree import NUM_TOTALS
from wormadvisor.tables.fixed_point import Array, Fixed, decode

_SPREAD = 2
"""Tiles of the model game are two apart, so that totals between them exist."""

_IMPOSSIBLE = -1


@dataclass(frozen=True, slots=True)
class _Model:
    """The patterns of m live tiles played with the tiles 21, 23, 25, ...

    A total of a real game is a *case* of the model: below all tiles, at the first, between
    it and the second, at the second, and so on.

    Attributes
    ----------
    choices
        (patterns, cases, options): outcomes that stopping may bring, as numbers of moves,
        of which the last is the bust; -1 where there are fewer.
    target
        (patterns, moves): pattern after the move.
    flipped
        (patterns, moves): rank that the move flips, or -1.
    over
        (patterns, moves): whether the game ends there.
    mine, theirs
        (patterns, moves, m): ranks on the two stacks after a move that ends the game.
    """

    choices: Ints
    target: Ints
    flipped: Ints
    over: npt.NDArray[np.bool_]
    mine: npt.NDArray[np.bool_]
    theirs: npt.NDArray[np.bool_]


@cache
def _model(live: int, rules: Rules) -> _Model:
    tiles = [TILES[0] + _SPREAD * rank for rank in range(live)]
    totals = [tiles[0] - 1, *(total for tile in tiles for total in (tile, tile + 1))]
    count = len(patterns(live))
    moves = live + 2
    choices = np.full((count, len(totals), moves), _IMPOSSIBLE)
    target = np.zeros((count, moves), np.int64)
    flipped = np.full((count, moves), _IMPOSSIBLE)
    over = np.zeros((count, moves), bool)
    mine, theirs = (np.zeros((count, moves, live), bool) for _ in range(2))
    for row in range(count):
        position = _respaced(patterns(live).position(row), tiles)
        outcomes = [outcome for outcome in position.all_outcomes() if outcome != BUST]
        number: dict[Outcome, int] = {outcome: i for i, outcome in enumerate(outcomes)}
        number[BUST] = moves - 1
        for case, total in enumerate(totals):
            for option, outcome in enumerate(position.outcomes(total, rules)):
                choices[row, case, option] = number[outcome]
        for outcome, move in number.items():
            after = position.after(outcome, rules)
            gone = set(tiles).difference(after.grill, *after.stacks)
            if after.is_over:
                over[row, move] = True
                theirs[row, move] = np.isin(tiles, after.stacks[0])
                mine[row, move] = np.isin(tiles, after.stacks[1])
                continue
            if gone:
                flipped[row, move] = tiles.index(*gone)
            left = tuple(tile for tile in tiles if tile not in gone)
            target[row, move] = pattern_index(Batch.of([after], left))[0]
    return _Model(choices, target, flipped, over, mine, theirs)


def _respaced(position: Position, tiles: list[int]) -> Position:
    """Play a pattern, which has the lowest tiles, with others."""

    def other(given: tuple[int, ...]) -> list[int]:
        return [tiles[tile - TILES[0]] for tile in given]

    return Position(other(position.grill), [other(stack) for stack in position.stacks])


@dataclass(frozen=True, slots=True)
class Refuted:
    """A position whose bounds do not hold."""

    rules: Rules
    position: Position
    lower: float
    upper: float

    def __str__(self) -> str:
        text = format_position(self.position, None, self.rules)
        return f"{text} is not proven to be between {self.lower:.9f} and {self.upper:.9f}"


def refute(rules: Rules, tiles: Ints, stored: Fixed, below: Fixed | None) -> Refuted | None:
    """Look for a stored bound that the sweep does not prove.

    Parameters
    ----------
    rules
        The rules in force.
    tiles
        (sets, m): the live tiles of the rows to check.
    stored
        (sets, patterns, 2): these rows.
    below
        (sets, m, patterns of m - 1, 2): the rows without the tile of each rank; None for
        m = 1.

    Returns
    -------
    The first position without proof, or None: all are proven, given the smaller tables.
    """
    live = tiles.shape[1]
    model = _model(live, rules)
    lower, upper = decode(stored)
    least, most = _leaving(model, tiles, below)
    # T gives numbers in [0, 1], so what rounding may add beyond is no doubt.
    above = np.maximum(_one_turn(model, tiles, upper, least) - ROUNDING, 0.0)
    below_it = np.minimum(_one_turn(model, tiles, lower, most) + ROUNDING, 1.0)
    proven = (lower <= above) & (below_it <= upper)
    if proven.all():
        return None
    i, pattern = np.argwhere(~proven)[0].tolist()
    position = _respaced(patterns(live).position(pattern), tiles[i].tolist())
    return Refuted(rules, position, float(lower[i, pattern]), float(upper[i, pattern]))


def _one_turn(model: _Model, tiles: Ints, bound: Array, leaving: Array) -> Array:
    """Apply T: values of one turn of best play, (sets, patterns)."""
    inside = (model.flipped == _IMPOSSIBLE) & ~model.over
    worth = np.where(inside, 1 - bound[:, model.target], leaving)
    best = np.full((*bound.shape, model.choices.shape[1]), -1.0)
    for option in np.moveaxis(model.choices, 2, 0):
        offered = np.take_along_axis(worth, option.clip(0)[None], axis=2)
        np.maximum(best, np.where(option == _IMPOSSIBLE, -1.0, offered), out=best)
    stop = np.take_along_axis(best, _cases(tiles)[:, None, :], axis=2)
    value = solve_values(stop.reshape(-1, NUM_TOTALS), worth[:, :, -1].ravel())
    return np.asarray(value, np.float64).reshape(bound.shape)


def _cases(tiles: Ints) -> Ints:
    """Give the model's case of every total: (sets, 41)."""
    total = np.arange(NUM_TOTALS)
    reached = (tiles[:, :, None] <= total).sum(axis=1)
    exactly = (tiles[:, :, None] == total).any(axis=1)
    cases: Ints = 2 * reached - exactly
    return cases


def _leaving(model: _Model, tiles: Ints, below: Fixed | None) -> tuple[Array, Array]:
    """Give bounds of the worth of moves that leave the class: each (sets, patterns, moves)."""
    live = tiles.shape[1]
    points = np.array([[worms(tile) for tile in one] for one in tiles.tolist()])
    rank = np.arange(1, live + 1)
    ahead = np.tensordot(points, model.mine * 1 - model.theirs, (1, 2))
    higher = (model.mine * rank).max(axis=2) - (model.theirs * rank).max(axis=2)
    won = (np.sign(np.where(ahead == 0, higher, ahead)) + 1) / 2
    least, most = won, won.copy()
    if below is None:
        return least, most
    for flipped in range(live):
        after = model.flipped == flipped
        lower, upper = decode(below[:, flipped])
        least[:, after] = 1 - upper[:, model.target[after]]
        most[:, after] = 1 - lower[:, model.target[after]]
    return least, most
