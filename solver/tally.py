"""What games say of each player: skill, luck, and how sure that is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from wormadvisor.solver.analysis import Analysis


@dataclass(frozen=True, slots=True)
class Entry:
    """One player in one game; shares of the win.

    result = start + luck + others_luck - loss + others_loss + unknown + remainder

    Attributes
    ----------
    name
        The player.
    start, result
        Their share at the start, and in the end.
    luck, others_luck
        What their own dice, and the others' dice, did for them.
    loss, others_loss
        What their own choices cost them, and the others' choices gave them.
    unknown
        What turns without dice did for them, their own and the others'.
    remainder
        What the errors of the values leave over.
    adjusted
        The result with all luck taken out.
    decisions
        How many they had to make.
    loss_error, luck_error, adjusted_error
        Standard errors that the evaluator's errors bring about.
    """

    name: str
    start: float
    result: float
    luck: float
    others_luck: float
    loss: float
    others_loss: float
    unknown: float
    remainder: float
    adjusted: float
    decisions: int
    loss_error: float
    luck_error: float
    adjusted_error: float

    @property
    def loss_per_decision(self) -> float | None:
        """What a decision cost on average; None without any."""
        return self.loss / self.decisions if self.decisions else None

    @property
    def loss_per_decision_error(self) -> float | None:
        """The standard error of it."""
        return self.loss_error / self.decisions if self.decisions else None


def entries(analysis: Analysis) -> tuple[Entry, ...]:
    """Give the account of every player of a game, by seat."""
    luck, loss = analysis.luck, analysis.loss
    unknown, remainder, adjusted = analysis.unknown, analysis.remainder, analysis.adjusted
    return tuple(
        Entry(
            name=name,
            start=float(analysis.start[seat]),
            result=float(analysis.end[seat]),
            luck=float(luck[seat, seat]),
            others_luck=float(luck[:, seat].sum() - luck[seat, seat]),
            loss=float(loss[seat, seat]),
            others_loss=float(loss[seat, seat] - loss[:, seat].sum()),
            unknown=float(unknown[:, seat].sum()),
            remainder=float(remainder[seat]),
            adjusted=float(adjusted[seat]),
            decisions=analysis.decisions[seat],
            loss_error=analysis.loss_error(seat),
            luck_error=analysis.luck_error(seat),
            adjusted_error=analysis.adjusted_error(),
        )
        for seat, name in enumerate(analysis.game.names)
    )


@dataclass(frozen=True, slots=True)
class Tally:
    """One player over some games.

    Attributes
    ----------
    name
        The player.
    games
        Their entries, at least one.
    """

    name: str
    games: tuple[Entry, ...]

    @property
    def decisions(self) -> int:
        """How many decisions they made."""
        return sum(game.decisions for game in self.games)

    @property
    def loss_per_decision(self) -> float | None:
        """What a decision cost on average; None without any."""
        losses = sum(game.loss for game in self.games)
        return losses / self.decisions if self.decisions else None

    @property
    def loss_per_decision_error(self) -> float | None:
        """The standard error of it: as decisions differ from game to game, or the evaluator's."""
        mean, decisions = self.loss_per_decision, self.decisions
        if mean is None:
            return None
        # The error of a ratio of sums.
        rest = [game.loss - mean * game.decisions for game in self.games]
        spread = _error(rest) * len(rest) / decisions
        return max(spread, _root(game.loss_error for game in self.games) / decisions)

    def mean(self, field: str) -> float:
        """Average one of the numbers of their entries over the games."""
        return float(np.mean([getattr(game, field) for game in self.games]))

    def error(self, field: str) -> float:
        """Give the standard error of such a mean, from how it differs from game to game.

        Of one game alone, 0: nothing is known.
        """
        return _error([getattr(game, field) for game in self.games])

    @property
    def adjusted_error(self) -> float:
        """The standard error of the mean result without luck: the games', or the evaluator's."""
        evaluator = _root(game.adjusted_error for game in self.games) / len(self.games)
        return max(self.error("adjusted"), evaluator)


def tallies(analyses: Iterable[Analysis]) -> list[Tally]:
    """Gather the players of many games by name, in the order in which they appear.

    Names that differ by upper and lower case alone are one player's, as everywhere in records;
    the first spelling is the one told.
    """
    games: dict[str, list[Entry]] = {}
    for analysis in analyses:
        for entry in entries(analysis):
            games.setdefault(entry.name.casefold(), []).append(entry)
    return [Tally(some[0].name, tuple(some)) for some in games.values()]


def _error(numbers: Sequence[float]) -> float:
    """Give the standard error of a mean."""
    return float(np.std(numbers, ddof=1) / sqrt(len(numbers))) if len(numbers) > 1 else 0.0


def _root(errors: Iterable[float]) -> float:
    """Add independent errors."""
    return sqrt(sum(error**2 for error in errors))
