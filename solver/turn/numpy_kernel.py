"""The turn tree interpreted by numpy, always available.

Whole groups of states are solved at once: rows are the nodes of the group's prefix tree,
columns the group's states times the turns of the batch. Each level of the tree is one
gather and one running maximum, and the expectation over the rolls is one product with the
chances of the nodes.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.dice import NUM_DICE
from wormadvisor.solver.turn.tree import NUM_FACES, NUM_TOTALS, Group, IntArray, turn_tree

FloatArray = npt.NDArray[np.floating[Any]]
Bools = npt.NDArray[np.bool_]

TIE = 1e-9
"""Values closer than this are equal, and the order of preference decides."""

BLOCK = 64
"""Turns solved side by side: few enough for the working set to stay in the cache."""


@dataclass(frozen=True, slots=True)
class _Level:
    """The nodes of one depth: rows of the level above they extend, options they add."""

    rows: slice
    parent: IntArray
    option: IntArray


@dataclass(frozen=True, slots=True)
class _Plan:
    """A group's prefix tree with its nodes sorted by depth (the bust left out)."""

    group: Group
    first: IntArray
    levels: tuple[_Level, ...]
    weight: npt.NDArray[np.float64]
    bust: float
    option: IntArray


@cache
def _plans() -> tuple[_Plan, ...]:
    tree = turn_tree()
    plans = []
    for group in tree.groups:
        depth, option = tree.depth[group.nodes], tree.option[group.nodes]
        parent = np.zeros(len(depth), np.int64)
        path: list[int] = []
        for node, level in enumerate(depth.tolist()):
            del path[level:]
            parent[node] = path[-1] if path else -1
            path.append(node)
        order = np.argsort(depth, kind="stable")[1:]
        row = np.empty(len(depth), np.int32)
        row[order] = np.arange(len(order))
        bounds = np.searchsorted(depth[order], np.arange(1, depth.max() + 2))
        plans.append(
            _Plan(
                group=group,
                first=option[order[: bounds[1]]],
                levels=tuple(
                    _Level(slice(a, b), row[parent[order[a:b]]], option[order[a:b]])
                    for a, b in zip(bounds[1:-1].tolist(), bounds[2:].tolist(), strict=True)
                ),
                weight=tree.weight[group.nodes][order],
                bust=float(tree.weight[group.nodes][0]),
                option=option[order],
            )
        )
    return tuple(plans)


def stop_values(stop: FloatArray, bust: FloatArray) -> FloatArray:
    """Return what stopping in each state is worth: (41, n), (n,) -> (states, n)."""
    tree = turn_tree()
    values: FloatArray = np.where(tree.worm[:, None], stop[tree.total], bust)
    return values


def backward(stop: FloatArray, bust: FloatArray, tie: float = TIE) -> tuple[FloatArray, FloatArray]:
    """Solve a block of turns from their ends to their start.

    Parameters
    ----------
    stop, bust
        (41, k, n) and (k, n): what each total and a bust are worth to k players in n turns.
        Column 0 of k is maximised, the others follow its choices.
    tie
        Choices that differ by no more are equal, where there are others to follow.

    Returns
    -------
    best, roll
        (states, k, n): every state under best play, and when rolling on from it (where
        there is nothing to roll: the bust).
    """
    tree = turn_tree()
    k, n = bust.shape
    # One piece of memory for all groups: fresh pages would cost more than the arithmetic.
    cells = max(len(p.weight) * (p.group.states.stop - p.group.states.start) for p in _plans())
    scratch = np.empty((2, cells * k * n), bust.dtype)
    best = np.where(tree.worm[:, None, None], stop[tree.total], bust)
    roll = np.broadcast_to(bust, best.shape).copy()
    stops = np.ones((len(best), n), bool)
    for plan in _plans():
        states = plan.group.states
        shape = (len(plan.group.target), states.stop - states.start, k, n)
        options = best[plan.group.target.ravel()].reshape(shape)
        runs = _rolls(plan, options, scratch, stops[plan.group.target], tie)
        value = plan.weight.astype(bust.dtype) @ runs.reshape(len(runs), -1)
        rolled = value.reshape(shape[1:]) + bust * bust.dtype.type(plan.bust)
        roll[states] = rolled
        if plan.group is tree.groups[-1]:
            best[states], stops[states] = rolled, False
        elif k == 1:
            np.maximum(best[states], rolled, out=best[states])
        else:
            better = rolled[:, :1] > best[states][:, :1] + tie
            best[states] = np.where(better, rolled, best[states])
            stops[states] = ~better[:, 0]
    return best, roll


def _preferred(
    added: FloatArray, added_stops: Bools, here: FloatArray, here_stops: Bools, tie: float
) -> Bools:
    """Tell where an option is taken instead of those before it in the order of preference.

    It has to be better; of equal ones only the first that stops goes before those that roll.
    """
    preferred: Bools = added > here + np.where(added_stops & ~here_stops, -tie, tie)
    return preferred


def _rolls(
    plan: _Plan, options: FloatArray, scratch: FloatArray, stops: Bools, tie: float
) -> FloatArray:
    """Values of each roll, (nodes, states, k, n), under the choice best for column 0.

    ``stops`` tells where the options (options, states, n) are to stop after them.
    """
    cells = options[0].size
    shape = (-1, *options.shape[1:])
    runs: FloatArray = scratch[0, : len(plan.weight) * cells].reshape(shape)
    spare = scratch[1, : len(plan.weight) * cells].reshape(shape)
    np.take(options, plan.first, axis=0, out=runs[: len(plan.first)], mode="clip")
    run_stops = stops[plan.option]
    for level in plan.levels:
        added = np.take(options, level.option, axis=0, out=spare[: len(level.option)], mode="clip")
        here = np.take(runs, level.parent, axis=0, out=runs[level.rows], mode="clip")
        if options.shape[2] == 1:
            np.maximum(here, added, out=here)
        else:
            above = run_stops[level.parent]
            better = _preferred(added[:, :, 0], run_stops[level.rows], here[:, :, 0], above, tie)
            np.copyto(here, added, where=better[:, :, None])
            np.copyto(run_stops[level.rows], above, where=~better)
    return runs


def follow(liking: FloatArray, rolls: Bools, stop: FloatArray, bust: FloatArray) -> FloatArray:
    """Give what a block of turns is worth when a habit, right or wrong, makes the choices.

    Parameters
    ----------
    liking
        (states, n): of the states that a roll may lead to, the most liked is taken; of equal
        ones the first in the order of preference.
    rolls
        (states, n): where the habit rolls on, which is at the start and nowhere without dice.
    stop, bust
        As `backward`.

    Returns
    -------
    (k, n)
    """
    tree = turn_tree()
    value = np.where(tree.worm[:, None, None], stop[tree.total], bust)
    for plan in _plans():
        states, target = plan.group.states, plan.group.target
        liked, options = liking[target], value[target]
        most = np.empty((len(plan.weight), *liked.shape[1:]), liking.dtype)
        runs = np.empty((len(plan.weight), *options.shape[1:]), value.dtype)
        first = slice(len(plan.first))
        most[first], runs[first] = liked[plan.first], options[plan.first]
        for level in plan.levels:
            added, here = liked[level.option], most[level.parent]
            better = added > here
            most[level.rows] = np.where(better, added, here)
            runs[level.rows] = np.where(
                better[:, :, None], options[level.option], runs[level.parent]
            )
        rolled = plan.weight.astype(bust.dtype) @ runs.reshape(len(runs), -1)
        rolled = rolled.reshape(options.shape[1:]) + bust * bust.dtype.type(plan.bust)
        value[states] = np.where(rolls[states][:, None], rolled, value[states])
    start: FloatArray = value[tree.start]
    return start


def forward(
    best: FloatArray,
    roll: FloatArray,
    stop: FloatArray,
    reach: npt.NDArray[np.float64],
    tie: float = TIE,
) -> npt.NDArray[np.float64]:
    """Follow best play from given states to the ends of the turn.

    Parameters
    ----------
    best, roll, stop
        (states, n): solved values, and what stopping in each state is worth.
    reach
        (states, n): the chance to be in each state, before its decision; changed in place.
    tie
        Choices that differ by no more are equal.

    Returns
    -------
    (42, n): chance to stop with a W at each total; last, to bust without having stopped so.
    """
    tree = turn_tree()
    n = best.shape[1]
    ended = np.zeros((NUM_TOTALS + 1, n))
    turn = np.arange(n)
    stops = np.ones(best.shape, bool)
    for group in tree.groups:
        stops[group.states] = roll[group.states] <= stop[group.states] + tie
    stops[tree.start] = False
    for plan in reversed(_plans()):
        states = plan.group.states
        mass = np.where(stops[states], 0.0, reach[states])
        reach[states] -= mass
        # From a late moment of a turn most states cannot be reached any more.
        reached = np.flatnonzero(mass.any(axis=1))
        if not len(reached):
            continue
        mass, targets = mass[reached], plan.group.target[:, reached]
        ended[-1] += plan.bust * mass.sum(axis=0)

        options = best[targets]
        runs = np.empty((len(plan.weight), *mass.shape), best.dtype)
        picks = np.broadcast_to(plan.option[:, None, None], runs.shape).copy()
        runs[: len(plan.first)] = options[plan.first]
        run_stops = stops[targets][plan.option]
        for level in plan.levels:
            added, here = options[level.option], runs[level.parent]
            above = run_stops[level.parent]
            better = _preferred(added, run_stops[level.rows], here, above, tie)
            np.copyto(run_stops[level.rows], above, where=~better)
            runs[level.rows] = np.where(better, added, here)
            picks[level.rows] = np.where(better, picks[level.rows], picks[level.parent])
        target = targets[picks, np.arange(len(mass))[:, None]] * n + turn
        moved = plan.weight[:, None, None] * mass
        reach += np.bincount(target.ravel(), moved.ravel(), reach.size).reshape(reach.shape)

    with_worm = np.flatnonzero(tree.worm)
    np.add.at(ended, tree.total[with_worm], reach[with_worm])
    ended[-1] += reach[~tree.worm].sum(axis=0)
    return ended


def values(stop: FloatArray, bust: FloatArray) -> FloatArray:
    """Value of each turn: (n, 41), (n,) -> (n,)."""
    return shares(stop[:, :, None], bust[:, None])[:, 0]


def shares(stop: FloatArray, bust: FloatArray) -> FloatArray:
    """Values to k players of each turn: (n, 41, k), (n, k) -> (n, k)."""
    out = np.empty_like(bust)
    for block in _blocks(len(bust)):
        best, _ = backward(np.ascontiguousarray(stop[block].transpose(1, 2, 0)), bust[block].T)
        out[block] = best[turn_tree().start].T
    return out


def chances(stop: FloatArray, bust: FloatArray, tie: float) -> npt.NDArray[np.float64]:
    """Chance of each end of each turn under best play: (n, 41), (n,) -> (n, 42)."""
    out = np.empty((len(bust), NUM_TOTALS + 1))
    for block in _blocks(len(bust)):
        by_total = np.ascontiguousarray(stop[block].T)
        best, roll = backward(by_total[:, None], bust[None, block])
        reach = np.zeros((len(best), best.shape[2]))
        reach[turn_tree().start] = 1.0
        ends = forward(best[:, 0], roll[:, 0], stop_values(by_total, bust[block]), reach, tie)
        out[block] = ends.T
    return out


def play(
    stop: FloatArray, bust: FloatArray, dice: npt.NDArray[np.integer[Any]], tie: float
) -> tuple[FloatArray, npt.NDArray[np.integer[Any]]]:
    """Values to k players, and the end each turn comes to with the given dice."""
    out = np.empty_like(bust)
    ends = np.empty(len(bust), np.int64)
    for block in _blocks(len(bust)):
        by_total = np.ascontiguousarray(stop[block].transpose(1, 2, 0))
        best, _ = backward(by_total, bust[block].T)
        out[block] = best[turn_tree().start].T
        stopped = stop_values(by_total[:, 0], bust[block, 0])
        ends[block] = _walk(best[:, 0], best[:, 0] > stopped + tie, dice[block], tie)
    return out, ends


def habits(liking: FloatArray, rolls: Bools, stop: FloatArray, bust: FloatArray) -> FloatArray:
    """Values to k players of each turn by habit: ..., (n, 41, k), (n, k) -> (n, k)."""
    out = np.empty_like(bust)
    for block in _blocks(len(bust)):
        by_total = np.ascontiguousarray(stop[block].transpose(1, 2, 0))
        out[block] = follow(liking[:, block], rolls[:, block], by_total, bust[block].T).T
    return out


def play_at_random(
    dice: npt.NDArray[np.integer[Any]], rng: np.random.Generator
) -> npt.NDArray[np.integer[Any]]:
    """Give the end that each turn comes to when every legal choice is as likely."""
    tree = turn_tree()
    ends = np.empty(len(dice), np.int64)
    for block in _blocks(len(dice)):
        shape = (len(tree.used), len(dice[block]))
        rolls = tree.may_roll[:, None] & (rng.random(shape) < 0.5)
        # States rank in a random order, and of those a roll leads to the first is taken.
        ends[block] = _walk(rng.random(shape), rolls, dice[block], 0.0)
    return ends


def play_habits(
    liking: FloatArray, rolls: Bools, dice: npt.NDArray[np.integer[Any]]
) -> npt.NDArray[np.integer[Any]]:
    """Give the end that each turn comes to by habit, as `follow` takes it: (n,)."""
    ends = np.empty(len(dice), np.int64)
    for block in _blocks(len(dice)):
        ends[block] = _walk(liking[:, block], rolls[:, block], dice[block], 0.0)
    return ends


def _walk(
    best: FloatArray, rolls: npt.NDArray[np.bool_], dice: npt.NDArray[np.integer[Any]], tie: float
) -> npt.NDArray[np.integer[Any]]:
    """Play solved turns: (states, n), (states, n), (n, 6, 8) -> (n,)."""
    tree = turn_tree()
    turn = np.arange(len(dice))
    state = np.full(len(dice), tree.start)
    going, busted = np.ones(len(dice), bool), np.zeros(len(dice), bool)
    for rolled in range(NUM_FACES):
        leads_to = np.full(len(dice), -1)
        for face in range(NUM_FACES - 1, -1, -1):
            shown = dice[:, rolled] == face
            shown &= np.arange(NUM_DICE) < tree.dice[state][:, None]
            then = _targets()[state, face, shown.sum(axis=1)]
            better = _preferred(
                best[then, turn],
                ~rolls[then, turn],
                best[leads_to, turn],
                ~rolls[leads_to, turn],
                tie,
            )
            leads_to = np.where((then >= 0) & ((leads_to < 0) | better), then, leads_to)
        busted |= going & (leads_to < 0)
        going &= leads_to >= 0
        state = np.where(going, leads_to, state)
        going &= rolls[state, turn]
    return np.where(busted | ~tree.worm[state], NUM_TOTALS, tree.total[state])


@cache
def _targets() -> npt.NDArray[np.int32]:
    """(states, faces, dice set aside): the state after that choice, -1 where there is none."""
    tree = turn_tree()
    targets = np.full((len(tree.used), NUM_FACES, NUM_DICE + 1), -1, np.int32)
    for group in tree.groups:
        for state in range(group.states.start, group.states.stop):
            for face in np.flatnonzero(tree.rank[state] >= 0).tolist():
                first = int(tree.rank[state, face]) * group.dice
                options = slice(first, first + group.dice)
                targets[state, face, 1 : group.dice + 1] = group.target[
                    options, state - group.states.start
                ]
    return targets


def _blocks(turns: int) -> list[slice]:
    return [slice(at, min(at + BLOCK, turns)) for at in range(0, turns, BLOCK)]
