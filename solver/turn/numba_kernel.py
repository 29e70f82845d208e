"""The turn tree interpreted by code compiled with numba, for large batches.

Importing this module needs numba and costs about half a second, more where nothing is
compiled yet. Turns lie side by side in lanes, so that every step of the tree is a loop the
compiler turns into vector instructions; since nodes come in preorder, the running maxima
of one path, a handful of rows, are all that a walk over the rolls has to keep.

Loops are written out and rows indexed by unsigned numbers: a view of a row would cost a
reference count, a signed index a test for a negative one, in every step.
"""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from wormadvisor.solver.turn.numpy_kernel import TIE, FloatArray
from wormadvisor.solver.turn.tree import NUM_FACES, NUM_TOTALS, turn_tree

LANES = 128
DEPTHS = NUM_FACES + 1
INDEX = np.uint64
LONG = 200
"""Rolls from which on they are summed in parts, one for each first (face, count): adding
thousands of float32 in a row would lose a digit."""

_compile = njit(
    cache=True,
    nogil=True,
    error_model="numpy",
    fastmath={"contract", "nsz", "reassoc", "nnan"},
)

Program = tuple[npt.NDArray[Any], ...]
Steps = tuple[npt.NDArray[Any], npt.NDArray[Any]]
IntArray = npt.NDArray[np.integer[Any]]


@cache
def _program() -> Program:
    """Lay out the turn tree's arrays in the shape that the compiled loops walk."""
    tree = turn_tree()
    bounds = [(g.states.start, g.states.stop, g.nodes.start, g.nodes.stop) for g in tree.groups]
    row = np.zeros(len(tree.used), np.uint64)
    targets, at = [], 0
    for group in tree.groups:
        options, states = group.target.shape
        row[group.states] = at + options * np.arange(states)
        targets.append(group.target.T.ravel())
        at += group.target.size
    return (
        tree.total.astype(np.uint64),
        tree.worm,
        np.array(bounds, np.int64),
        tree.depth.astype(np.uint64),
        # The roots have no option; nothing reads theirs.
        tree.option.clip(0).astype(np.uint64),
        np.concatenate(targets).astype(np.uint64),
        row,
    )


@cache
def _steps() -> Steps:
    """Dice left in each state, and the rank of each free face in it (used ones: -1)."""
    return turn_tree().dice.astype(np.int64), turn_tree().rank.astype(np.int64)


@_compile
def _values(
    stop: FloatArray,
    bust: FloatArray,
    program: Program,
    weight: FloatArray,
    first: int,
    last: int,
    out: FloatArray,
) -> None:
    """Solve turns [first, last) for one player; see `values`."""
    states = len(program[0])
    best = np.empty((states, LANES), stop.dtype)
    _values_block(stop, bust, program, weight, first, last, best)
    for b in range(last - first):
        out[first + b] = best[states - 1, b]


@_compile
def _values_block(
    stop: FloatArray,
    bust: FloatArray,
    program: Program,
    weight: FloatArray,
    first: int,
    last: int,
    best: FloatArray,
) -> None:
    """Fill best (states, lanes) with the value of every state under best play."""
    total, worm, bounds, depth, option, target, row = program
    run = np.empty((DEPTHS, LANES), stop.dtype)
    roll = np.empty(LANES, stop.dtype)
    summed = np.empty(LANES, stop.dtype)
    by_total = np.zeros((NUM_TOTALS, LANES), stop.dtype)
    busted = np.zeros(LANES, stop.dtype)
    for b in range(last - first):
        busted[b] = bust[first + b]
        for t in range(NUM_TOTALS):
            by_total[t, b] = stop[first + b, t]
    for s in range(len(total)):
        if worm[s]:
            t = total[s]
            for b in range(LANES):
                best[s, b] = by_total[t, b]
        else:
            for b in range(LANES):
                best[s, b] = busted[b]

    for g in range(len(bounds)):
        root = bounds[g, 2]
        is_long = bounds[g, 3] - root > LONG
        for s in range(bounds[g, 0], bounds[g, 1]):
            base = row[s]
            for b in range(LANES):
                roll[b] = weight[root] * busted[b]
                summed[b] = 0.0
            for node in range(root + 1, bounds[g, 3]):
                here = depth[node]
                above = here - INDEX(1)
                leads_to = target[base + option[node]]
                w = weight[node]
                if here == 1:
                    if is_long:
                        for b in range(LANES):
                            summed[b] += roll[b]
                            roll[b] = 0.0
                    for b in range(LANES):
                        x = best[leads_to, b]
                        run[here, b] = x
                        roll[b] += w * x
                else:
                    for b in range(LANES):
                        x = best[leads_to, b]
                        y = run[above, b]
                        x = x if x > y else y
                        run[here, b] = x
                        roll[b] += w * x
            for b in range(LANES):
                roll[b] += summed[b]
            if s == len(total) - 1:
                for b in range(LANES):
                    best[s, b] = roll[b]
            else:
                for b in range(LANES):
                    best[s, b] = max(best[s, b], roll[b])


@_compile
def _shares(
    stop: FloatArray,
    bust: FloatArray,
    program: Program,
    weight: FloatArray,
    first: int,
    last: int,
    tie: np.floating[Any],
    out: FloatArray,
) -> None:
    """Solve turns [first, last) for k players; see `shares`."""
    states, players = len(program[0]), bust.shape[1]
    best = np.empty((states, players, LANES), stop.dtype)
    _shares_block(stop, bust, program, weight, first, last, tie, best)
    for b in range(last - first):
        for k in range(players):
            out[first + b, k] = best[states - 1, k, b]


@_compile
def _shares_block(
    stop: FloatArray,
    bust: FloatArray,
    program: Program,
    weight: FloatArray,
    first: int,
    last: int,
    tie: np.floating[Any],
    best: FloatArray,
) -> None:
    """Fill best (states, k, lanes) with the values of every state under best play."""
    total, worm, bounds, depth, option, target, row = program
    states, players = len(total), bust.shape[1]
    run = np.empty((DEPTHS, players, LANES), stop.dtype)
    roll = np.empty((players, LANES), stop.dtype)
    summed = np.empty((players, LANES), stop.dtype)
    by_total = np.zeros((NUM_TOTALS, players, LANES), stop.dtype)
    busted = np.zeros((players, LANES), stop.dtype)
    # 1 where yes, 0 where no: truth values of another width would keep the loops from vectors.
    better = np.empty(LANES, stop.dtype)
    stops = np.ones((states, LANES), stop.dtype)
    run_stops = np.empty((DEPTHS, LANES), stop.dtype)
    yes, no = stop.dtype.type(1), stop.dtype.type(0)
    for b in range(last - first):
        for k in range(players):
            busted[k, b] = bust[first + b, k]
            for t in range(NUM_TOTALS):
                by_total[t, k, b] = stop[first + b, t, k]
    for s in range(states):
        t = total[s]
        for k in range(players):
            for b in range(LANES):
                best[s, k, b] = by_total[t, k, b] if worm[s] else busted[k, b]

    for g in range(len(bounds)):
        root = bounds[g, 2]
        is_long = bounds[g, 3] - root > LONG
        for s in range(bounds[g, 0], bounds[g, 1]):
            base = row[s]
            for k in range(players):
                for b in range(LANES):
                    roll[k, b] = weight[root] * busted[k, b]
                    summed[k, b] = 0.0
            for node in range(root + 1, bounds[g, 3]):
                here = depth[node]
                above = here - INDEX(1)
                leads_to = target[base + option[node]]
                w = weight[node]
                if here == 1:
                    if is_long:
                        for k in range(players):
                            for b in range(LANES):
                                summed[k, b] += roll[k, b]
                                roll[k, b] = 0.0
                    for b in range(LANES):
                        run_stops[here, b] = stops[leads_to, b]
                    for k in range(players):
                        for b in range(LANES):
                            x = best[leads_to, k, b]
                            run[here, k, b] = x
                            roll[k, b] += w * x
                else:
                    # As `numpy_kernel._preferred`.
                    for b in range(LANES):
                        margin = -tie if stops[leads_to, b] > run_stops[above, b] else tie
                        added = best[leads_to, 0, b]
                        better[b] = yes if added > run[above, 0, b] + margin else no
                    for b in range(LANES):
                        x = stops[leads_to, b]
                        y = run_stops[above, b]
                        run_stops[here, b] = x if better[b] > no else y
                    for k in range(players):
                        for b in range(LANES):
                            x = best[leads_to, k, b]
                            y = run[above, k, b]
                            x = x if better[b] > no else y
                            run[here, k, b] = x
                            roll[k, b] += w * x
            for k in range(players):
                for b in range(LANES):
                    roll[k, b] += summed[k, b]
            for b in range(LANES):
                better[b] = yes if s == states - 1 or roll[0, b] > best[s, 0, b] + tie else no
                stops[s, b] = yes - better[b]
            for k in range(players):
                for b in range(LANES):
                    best[s, k, b] = roll[k, b] if better[b] > no else best[s, k, b]


@_compile
def _chances(
    stop: FloatArray,
    bust: FloatArray,
    program: Program,
    weight: FloatArray,
    first: int,
    last: int,
    tie: np.floating[Any],
    out: FloatArray,
) -> None:
    """Chances of the ends of turns [first, last); see `chances`."""
    total, worm, bounds, depth, option, target, row = program
    states = len(total)
    block = np.empty((states, LANES), stop.dtype)
    _values_block(stop, bust, program, weight, first, last, block)
    best = np.empty(states, stop.dtype)
    reach = np.empty(states, np.float64)
    run = np.empty(DEPTHS, stop.dtype)
    pick = np.empty(DEPTHS, np.uint64)
    stops = np.empty(states, np.bool_)
    for b in range(last - first):
        for s in range(states):
            best[s] = block[s, b]
            reach[s] = 0.0
            # Best play is worth stopping or, when that is more, rolling.
            stopped = stop[first + b, total[s]] if worm[s] else bust[first + b]
            stops[s] = best[s] <= stopped + tie
        stops[states - 1] = False
        reach[states - 1] = 1.0
        ended = out[first + b]
        ended[:] = 0.0
        for g in range(len(bounds) - 1, -1, -1):
            root = bounds[g, 2]
            for s in range(bounds[g, 0], bounds[g, 1]):
                mass = reach[s]
                if mass == 0.0 or stops[s]:
                    continue
                reach[s] = 0.0
                ended[NUM_TOTALS] += weight[root] * mass
                base = row[s]
                for node in range(root + 1, bounds[g, 3]):
                    here = depth[node]
                    above = here - INDEX(1)
                    leads_to = target[base + option[node]]
                    x = best[leads_to]
                    if here > 1:
                        # As `numpy_kernel._preferred`.
                        margin = -tie if stops[leads_to] and not stops[pick[above]] else tie
                        if x <= run[above] + margin:
                            x = run[above]
                            leads_to = pick[above]
                    run[here] = x
                    pick[here] = leads_to
                    reach[leads_to] += mass * weight[node]
        for s in range(states):
            if worm[s]:
                ended[total[s]] += reach[s]
            else:
                ended[NUM_TOTALS] += reach[s]


@_compile
def _play(
    stop: FloatArray,
    bust: FloatArray,
    dice: IntArray,
    program: Program,
    steps: Steps,
    weight: FloatArray,
    first: int,
    last: int,
    tie: np.floating[Any],
    out: FloatArray,
    ends: IntArray,
) -> None:
    """Solve and play turns [first, last); see `play`."""
    total, worm, _, _, _, target, row = program
    dice_left, rank = steps
    states, players = len(total), bust.shape[1]
    best = np.empty((states, players, LANES), stop.dtype)
    _shares_block(stop, bust, program, weight, first, last, tie, best)
    counts = np.empty(NUM_FACES, np.int64)
    for b in range(last - first):
        turn = first + b
        for k in range(players):
            out[turn, k] = best[states - 1, k, b]
        s = states - 1
        for rolled in range(NUM_FACES):
            left = dice_left[s]
            counts[:] = 0
            for die in range(left):
                counts[dice[turn, rolled, die]] += 1
            leads_to, most, stops = -1, bust[turn, 0], False
            for face in range(NUM_FACES - 1, -1, -1):
                if rank[s, face] >= 0 and counts[face] > 0:
                    option = rank[s, face] * left + counts[face] - 1
                    then = int(np.int64(target[row[s] + INDEX(option)]))
                    # Best play is worth stopping or, when that is more, rolling.
                    stopped = stop[turn, total[then], 0] if worm[then] else bust[turn, 0]
                    then_stops = best[then, 0, b] <= stopped + tie
                    # As `numpy_kernel._preferred`.
                    margin = -tie if then_stops and not stops else tie
                    if leads_to < 0 or best[then, 0, b] > most + margin:
                        leads_to, most, stops = then, best[then, 0, b], then_stops
            if leads_to < 0:
                s = -1
                break
            s = leads_to
            if stops:
                break
        ends[turn] = total[s] if s >= 0 and worm[s] else NUM_TOTALS


def values(stop: FloatArray, bust: FloatArray) -> FloatArray:
    """Value of each turn: (n, 41), (n,) -> (n,)."""
    out = np.empty_like(bust)
    program, weight = _program(), turn_tree().weight.astype(bust.dtype)
    for first in range(0, len(bust), LANES):
        _values(stop, bust, program, weight, first, min(first + LANES, len(bust)), out)
    return out


def shares(stop: FloatArray, bust: FloatArray) -> FloatArray:
    """Values to k players of each turn: (n, 41, k), (n, k) -> (n, k)."""
    out = np.empty_like(bust)
    program, weight = _program(), turn_tree().weight.astype(bust.dtype)
    tie = bust.dtype.type(TIE)
    for first in range(0, len(bust), LANES):
        _shares(stop, bust, program, weight, first, min(first + LANES, len(bust)), tie, out)
    return out


def chances(stop: FloatArray, bust: FloatArray, tie: float) -> npt.NDArray[np.float64]:
    """Chance of each end of each turn under best play: (n, 41), (n,) -> (n, 42)."""
    out = np.empty((len(bust), NUM_TOTALS + 1))
    program, weight = _program(), turn_tree().weight.astype(bust.dtype)
    near = bust.dtype.type(tie)
    for first in range(0, len(bust), LANES):
        _chances(stop, bust, program, weight, first, min(first + LANES, len(bust)), near, out)
    return out


def play(
    stop: FloatArray, bust: FloatArray, dice: IntArray, tie: float
) -> tuple[FloatArray, IntArray]:
    """Values to k players, and the end each turn comes to with the given dice."""
    out = np.empty_like(bust)
    ends = np.empty(len(bust), np.int64)
    program, weight = _program(), turn_tree().weight.astype(bust.dtype)
    near = bust.dtype.type(tie)
    for first in range(0, len(bust), LANES):
        last = min(first + LANES, len(bust))
        _play(stop, bust, dice, program, _steps(), weight, first, last, near, out, ends)
    return out, ends
