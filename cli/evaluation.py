"""What a moment is worth, and what kind of numbers say so."""

from dataclasses import dataclass

from wormadvisor.solver.advice import Advice
from wormadvisor.solver.dice import Turn
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.kinds import Value


@dataclass(frozen=True, slots=True)
class Rolled:
    """How games were played.

    Attributes
    ----------
    games
        From each outcome that needed any; 0 where none did.
    seed, depth
        Of the dice; turns that the players look ahead.
    worth_plain
        How many plain games would have the same error; None where no luck is left.
    clear
        Whether the best choice is better than any other at 99 %; None where there is no
        other.
    """

    games: int
    seed: int
    depth: int
    worth_plain: float | None
    clear: bool | None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The worth of a moment.

    Attributes
    ----------
    position, turn, rules
        The moment.
    value
        Its worth to the player to move.
    shares
        Its worth to every player, the mover first, where the objective is the win.
    depth
        Turns solved, where the numbers are estimates; those that players solve in rollouts.
    pruned
        The chance that play goes on to where look-ahead did not look.
    rolled
        How games were played, when they were.
    """

    position: Position
    turn: Turn | None
    rules: Rules
    value: Value
    shares: tuple[float, ...]
    depth: int | None
    pruned: float
    rolled: Rolled | None

    @classmethod
    def of(cls, advice: Advice, rolled: Rolled | None = None) -> "Evaluation":
        """Take the worth of a moment from advice."""
        return cls(
            position=advice.position,
            turn=advice.turn,
            rules=advice.rules,
            value=advice.value,
            shares=advice.shares,
            depth=rolled.depth if rolled else advice.depth,
            pruned=advice.pruned,
            rolled=rolled,
        )

    @property
    def accuracy(self) -> float:
        """How far from the truth the value may be.

        Half of what is between proven bounds, the standard error of rollouts, the measured
        error of estimates; 0 where it is exact.
        """
        lo, hi = self.value.lo, self.value.hi
        if lo is not None and hi is not None:
            return (hi - lo) / 2
        if self.value.kind == "estimate":
            from wormadvisor.tables.accuracy import expected_error  # Estimates alone need it.

            return expected_error(self.position, self.rules, self.depth or 0)
        return self.value.se or 0.0
