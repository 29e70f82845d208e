"""Fair matches: every set of dice is played once from each rotation of the seats.

With n players a *set* is n games with the same dice, turn by turn, in which every player
sits once in every seat. Luck of the dice and of the seat cancels in part, and the games of
a set belong together, so that sets, not games, are the sample that errors come from.

The luck of a turn is what the outcome it came to is worth, by some evaluator, less the mean
of that over the dice under the choices the player makes. The mean is solved exactly, so
luck has mean zero whatever the evaluator says, and a score less the luck is the same score
with a smaller error.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.dice import FACES, NUM_DICE
from wormadvisor.solver.players import Player
from wormadvisor.solver.playing import Array, Dice, Played
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.kernels import load_compiled
from wormadvisor.solver.value.backup import Valuer, outcome_worth

SETS = 512
"""Sets of games played side by side; the unit of parallel work."""
LONGEST = 1000
"""Turns after which a game is counted as it stands."""
NORMAL_95 = 1.959964


@dataclass(frozen=True, slots=True)
class Games:
    """What some sets of games came to.

    Attributes
    ----------
    shares
        (sets, n, players): each player's share of the win in each game of each set.
    luck
        (sets, n, players): each player's luck there, in shares; None without an evaluator.
    """

    shares: Array
    luck: Array | None


@dataclass(frozen=True, slots=True)
class Score:
    """Mean share of the win, with its 95 % interval.

    Attributes
    ----------
    mean, se
        The mean and its standard error, from the means of sets.
    """

    mean: float
    se: float

    @classmethod
    def of(cls, sets: Array) -> "Score":
        """Take the means of at least two sets."""
        return cls(float(sets.mean()), float(sets.std(ddof=1) / sqrt(len(sets))))

    @property
    def lo(self) -> float:
        """Lower end of the 95 % interval."""
        return self.mean - NORMAL_95 * self.se

    @property
    def hi(self) -> float:
        """Upper end of the 95 % interval."""
        return self.mean + NORMAL_95 * self.se

    @property
    def elo(self) -> float:
        """The difference in Elo points that a score between two players stands for."""
        if not 0 < self.mean < 1:
            return inf if self.mean >= 1 else -inf
        return 400 * log10(self.mean / (1 - self.mean))


@dataclass(frozen=True, slots=True)
class Sprt:
    """Sequential test of the first player's score: at most `low`, or at least `high`.

    Attributes
    ----------
    low, high
        The two scores.
    risk
        Chance of the wrong answer, either way.
    """

    low: float
    high: float
    risk: float = 0.05

    def ratio(self, sets: Array) -> float:
        """Log likelihood ratio of `high` over `low`, by the normal approximation."""
        variance = float(sets.var(ddof=1)) if len(sets) > 1 else 0.0
        if variance == 0:
            return 0.0
        middle = (self.low + self.high) / 2
        return len(sets) * (self.high - self.low) * (float(sets.mean()) - middle) / variance

    def decided(self, sets: Array) -> float | None:
        """Give the score that the test accepts; None: play on."""
        bound = log((1 - self.risk) / self.risk)
        ratio = self.ratio(sets)
        if abs(ratio) < bound:
            return None
        return self.high if ratio > 0 else self.low


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it is agreed before it begins.

    Attributes
    ----------
    players
        Two to seven.
    rules
        The rules in force.
    sets
        How many sets of n games.
    seed
        Seed of all dice.
    evaluator
        Measures luck; None: luck is not taken out.
    """

    players: tuple[Player, ...]
    rules: Rules
    sets: int
    seed: int
    evaluator: Valuer | None = None

    def play(self) -> Iterator[Games]:
        """Play it, in blocks that come in a fixed order however many processes work."""
        sizes = [min(SETS, self.sets - at) for at in range(0, self.sets, SETS)]
        jobs = (delayed(_play_block)(self, block, size) for block, size in enumerate(sizes))
        yield from Parallel(return_as="generator")(jobs)


def scores(games: Sequence[Games], *, adjusted: bool = False) -> list[Score]:
    """Give every player's score, the luck taken out if wanted."""
    return [Score.of(sets) for sets in set_means(games, adjusted=adjusted).T]


def set_means(games: Sequence[Games], *, adjusted: bool = False) -> Array:
    """Take each player's mean share over the games of each set: (sets, players)."""
    means = []
    for some in games:
        shares = some.shares
        if adjusted:
            if some.luck is None:
                raise ValueError("the games were played without an evaluator")
            shares = shares - some.luck
        means.append(shares.mean(axis=1))
    return np.concatenate(means)


def _play_block(match: Match, block: int, sets: int) -> Games:
    load_compiled()
    table = _Tables(match, np.random.default_rng([match.seed, block]), sets)
    for turn in range(LONGEST):
        if not len(table.batch):
            break
        table.play_turn(turn)
    return table.finish()


class _Tables:
    """The tables of one block: game ``rotation * sets + set`` until they end."""

    def __init__(self, match: Match, rng: np.random.Generator, sets: int) -> None:
        self._match, self._rng, self._sets = match, rng, sets
        n = len(match.players)
        self.batch = Batch.of([Position.start(n)] * (n * sets))
        self._game = np.arange(n * sets)
        # By seat: the player of rotation r in seat s is (s + r) % n.
        self._shares = np.zeros((n * sets, n))
        self._luck = np.zeros((n * sets, n))
        self._turn = 0

    def play_turn(self, turn: int) -> None:
        """Play the turn of whoever is to move, the same seat at all tables."""
        n = len(self._match.players)
        dice = self._rng.integers(0, len(FACES), (self._sets, len(FACES), NUM_DICE), np.int8)
        seat = turn % n
        rotation = self._game // self._sets
        played, games = [], []
        for index, player in enumerate(self._match.players):
            rows = np.flatnonzero((seat + rotation) % n == index)
            if len(rows):
                game = self._game[rows]
                played.append(self._turns(player, self.batch[rows], dice[game % self._sets]))
                games.append(game)
        self._game = np.concatenate(games)
        # The mover is column 0; seats are counted from the first turn's mover.
        luck = np.concatenate([part.luck for part in played])
        self._luck[self._game] += np.roll(luck, seat, axis=1)
        self.batch = Batch.joined([part.after for part in played])
        self._turn = turn + 1
        self._count(self.batch.is_over())

    def finish(self) -> Games:
        """Count what is still going on as it stands, and sort all by player."""
        self._count(np.ones(len(self.batch), bool))
        n = len(self._match.players)
        luck = None if self._match.evaluator is None else self._by_player(self._luck, n)
        return Games(self._by_player(self._shares, n), luck)

    def _count(self, over: npt.NDArray[np.bool_]) -> None:
        shares = self.batch[over].shares()
        seat = self._turn % len(self._match.players)
        self._shares[self._game[over]] = np.roll(shares, seat, axis=1)
        self.batch, self._game = self.batch[~over], self._game[~over]

    def _by_player(self, by_seat: Array, n: int) -> Array:
        """Sort (games, seats) into (sets, n, players)."""
        by_rotation = by_seat.reshape(n, self._sets, n)
        turned = [np.roll(by_rotation[rotation], rotation, axis=1) for rotation in range(n)]
        return np.stack(turned, axis=1)

    def _turns(self, player: Player, batch: Batch, dice: Dice) -> Played:
        """Play one player's turns."""
        rules, evaluator = self._match.rules, self._match.evaluator
        worth = (
            None if evaluator is None else outcome_worth(batch, rules, evaluator).astype(np.float64)
        )
        return player.plan(batch, rules, self._rng).play(dice, worth)
