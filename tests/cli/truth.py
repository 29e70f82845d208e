"""A second method for what a moment of a turn is worth: rolls one by one, nothing shared."""

from collections.abc import Callable
from functools import cache

from tests.exact import ALL_USED, rolls
from wormadvisor.solver.dice import POINTS, WORM, Turn
from wormadvisor.solver.turn.tree import NUM_TOTALS


def worth_of_ways(
    turn: Turn, stop: Callable[[int], float], bust: float
) -> tuple[float, float | None]:
    """Give what stopping now, and rolling on, is worth with dice set aside and no roll.

    Parameters
    ----------
    turn
        The dice set aside.
    stop
        Total with a W -> worth.
    bust
        Worth of a bust.
    """

    @cache
    def best(used: int, dice: int, total: int) -> float:
        stopped = stop(total) if used >> WORM & 1 else bust
        rolled = roll(used, dice, total)
        return stopped if rolled is None else max(stopped, rolled)

    @cache
    def roll(used: int, dice: int, total: int) -> float | None:
        if dice == 0 or used == ALL_USED:
            return None
        value = 0.0
        for ways, counts in rolls(dice):
            after = [
                best(used | 1 << face, dice - count, total + count * POINTS[face])
                for face, count in counts
                if not used >> face & 1
            ]
            value += ways * max(after, default=bust)
        return value / 6**dice

    assert turn.total < NUM_TOTALS
    now = stop(turn.total) if turn.has_worm else bust
    return now, roll(turn.used, turn.dice_left, turn.total)
