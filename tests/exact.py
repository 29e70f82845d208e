"""Turns and endgames in exact rationals, straight from the rules: a second method for tests.

Nothing of the turn tree, the batches or the endgame solver is used, only `Position`.
Integers stand for chances: with n dice to roll, those of the rest of a turn are whole
multiples of 1 / 6^(n + n-1 + ... + 1).
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, lcm, prod

from wormadvisor.solver.dice import NUM_DICE, POINTS, WORM
from wormadvisor.solver.position import BUST, Outcome, Position
from wormadvisor.solver.rules import Rules

ALL_USED = 0b111111


@cache
def rolls(dice: int) -> list[tuple[int, list[tuple[int, int]]]]:
    """Give (ways, [(face, count), ...]) of every distinct roll."""
    found = []
    for roll in combinations_with_replacement(range(6), dice):
        counts = [(face, roll.count(face)) for face in sorted(set(roll))]
        found.append((factorial(dice) // prod(factorial(c) for _, c in counts), counts))
    return found


def scale(dice: int) -> int:
    return 6 ** (dice * (dice + 1) // 2)


def turn_chances(
    stop: Callable[[int], int], bust: int, worth: list[Fraction]
) -> tuple[Fraction, list[Fraction]]:
    """Play one turn best.

    Parameters
    ----------
    stop
        Total (with a W) -> index of the end it brings.
    bust
        Index of the bust.
    worth
        Worth of each end.

    Returns
    -------
    Value of the turn, and the chance of each end.
    """
    common = lcm(*(value.denominator for value in worth))
    numbers = [int(value * common) for value in worth]
    ends = range(len(worth))

    @cache
    def best(used: int, dice: int, total: int) -> tuple[int, tuple[int, ...]]:
        """Value and chances of a state after its choice, both times `scale`."""
        end = stop(total) if used >> WORM & 1 else bust
        stopped = tuple(scale(dice) * (e == end) for e in ends)
        if dice == 0 or used == ALL_USED:
            return numbers[end] * scale(dice), stopped
        rolled = roll(used, dice, total)
        return max((numbers[end] * scale(dice), stopped), rolled, key=lambda pair: pair[0])

    def roll(used: int, dice: int, total: int) -> tuple[int, tuple[int, ...]]:
        value, chances = 0, [0] * len(worth)
        for ways, counts in rolls(dice):
            found = None
            for face, count in counts:
                if not used >> face & 1:
                    left = dice - count
                    after = best(used | 1 << face, left, total + count * POINTS[face])
                    up = scale(dice - 1) // scale(left)
                    here = after[0] * up
                    if found is None or here > found[0]:
                        found = here, after[1], up
            if found is None:
                value += ways * numbers[bust] * scale(dice - 1)
                chances[bust] += ways * scale(dice - 1)
            else:
                value += ways * found[0]
                for e in ends:
                    chances[e] += ways * found[1][e] * found[2]
        return value, tuple(chances)

    value, chances = roll(0, NUM_DICE, 0)
    return (
        Fraction(value, common * scale(NUM_DICE)),
        [Fraction(chance, scale(NUM_DICE)) for chance in chances],
    )


def position_turn(
    position: Position, rules: Rules, value: Callable[[Position], Fraction]
) -> tuple[Fraction, Mapping[Outcome, Fraction]]:
    """Play the mover's turn best: its value, and the chance of each outcome."""
    outcomes = position.all_outcomes()
    worth = [1 - value(position.after(outcome, rules)) for outcome in outcomes]

    @cache
    def stop(total: int) -> int:
        possible = [outcomes.index(outcome) for outcome in position.outcomes(total, rules)]
        return max(possible, key=lambda end: worth[end])

    best, chances = turn_chances(stop, outcomes.index(BUST), worth)
    return best, dict(zip(outcomes, chances, strict=True))


def closed_set(start: Position, rules: Rules) -> list[Position]:
    """List the running positions that a game may come to."""
    found, frontier = {start}, [start]
    for position in frontier:
        for outcome in position.all_outcomes():
            after = position.after(outcome, rules)
            if not after.is_over and after not in found:
                found.add(after)
                frontier.append(after)
    return frontier


def solve(
    start: Position, rules: Rules, guess: Callable[[Position], Fraction]
) -> dict[Position, Fraction]:
    """Solve a two-player game exactly.

    The policies that are best against a guess are valued by a linear system, and improved
    until one turn of best play changes nothing: then the values are those of the game.
    """
    positions = closed_set(start, rules)
    values = {position: guess(position) for position in positions}

    def value(position: Position) -> Fraction:
        return Fraction(position.shares()[0]) if position.is_over else values[position]

    for _ in range(10):
        turns = {position: position_turn(position, rules, value) for position in positions}
        if all(values[position] == turns[position][0] for position in positions):
            return values
        solved = _policy_values(positions, rules, {p: t[1] for p, t in turns.items()})
        values.update(solved)
    raise AssertionError("policy iteration did not end")


def _policy_values(
    positions: list[Position], rules: Rules, chances: Mapping[Position, Mapping[Outcome, Fraction]]
) -> dict[Position, Fraction]:
    """Solve V = b - P V by elimination, sparse rows as dictionaries."""
    rows: dict[Position, dict[Position | None, Fraction]] = {}
    for position in positions:
        row: dict[Position | None, Fraction] = {position: Fraction(1), None: Fraction(0)}
        for outcome, chance in chances[position].items():
            after = position.after(outcome, rules)
            if after.is_over:
                row[None] += chance * (1 - Fraction(after.shares()[0]))
            else:
                row[None] += chance
                row[after] = row.get(after, Fraction(0)) + chance
        rows[position] = row
    for pivot in positions:
        eliminated = rows[pivot]
        lead = eliminated.pop(pivot)
        for key in eliminated:
            eliminated[key] /= lead
        for other, row in rows.items():
            if other != pivot and (factor := row.pop(pivot, None)):
                for key, entry in eliminated.items():
                    row[key] = row.get(key, Fraction(0)) - factor * entry
    return {position: rows[position][None] for position in positions}
