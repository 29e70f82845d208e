"""Rollouts: games played to their end, the luck of the dice taken out.

Every turn is played for the numbers of a valuer, and its luck is measured by the same
numbers (see `playing`): the outcome's worth less its exact mean. A game's result less the
luck on the way has the same mean as the result, whatever the valuer says, and the better
the valuer the less it scatters. All positions of a batch meet the same dice, turn by turn,
so that differences between them scatter less still.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed

from wormadvisor.solver.batch import Batch, Bools, Floats
from wormadvisor.solver.dice import FACES, NUM_DICE
from wormadvisor.solver.playing import Array, play_for
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.kernels import load_compiled
from wormadvisor.solver.value.backup import Valuer, outcome_worth

GAMES = 64
"""Games from each position in a block: the unit of work, and of going on later."""
NO_LUCK = 1e-7
"""Standard errors that rounding alone can make."""
LONGEST = 1000
"""Turns after which a game is worth what the valuer says."""

Known = Callable[[Batch, Rules], tuple[Bools, Floats]]
"""Tells of which positions the shares are known for certain, (positions,), and these shares,
(positions, players), which mean nothing in the other rows."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over games: the results' and, from these, mean and error.

    Attributes
    ----------
    games
        How many from each position.
    total
        (positions, players): sum of the shares.
    squares
        (positions, players, positions): sums of products of one player's shares from two
        positions with the same dice.
    """

    games: int
    total: Array
    squares: Array

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            self.games + other.games, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> Array:
        """(positions, players): the mean share."""
        return self.total / self.games

    @property
    def se(self) -> Array:
        """(positions, players): its standard error."""
        positions = np.arange(len(self.total))
        # Rounding may leave a little less than nothing.
        se: Array = np.sqrt(self._covariance()[positions, :, positions].clip(0))
        return se

    def se_of_sum(self, weights: Array, player: int = 0) -> float:
        """Give the standard error of a weighted sum, (positions,), of one player's means."""
        covariance = self._covariance()[:, player]
        return math.sqrt(max(0.0, float(weights @ covariance @ weights)))

    def _covariance(self) -> Array:
        """(positions, players, positions): covariance of two means."""
        mean = self.mean
        product = mean[:, :, None] * mean.T[None]
        covariance: Array = (self.squares / self.games - product) / (self.games - 1)
        return covariance


@dataclass(frozen=True, slots=True)
class Rollout:
    """What the games from some positions came to.

    Attributes
    ----------
    blocks
        Blocks played so far.
    adjusted, plain
        Results with the luck taken out, and as they were.
    """

    blocks: int
    adjusted: Sums
    plain: Sums

    @property
    def games(self) -> int:
        """Games from each position."""
        return self.adjusted.games

    @property
    def worth_plain(self) -> float | None:
        """How many plain games would have the same error, on the average of positions.

        None where no luck is left: no number of plain games would do.
        """
        plain, adjusted = (float((sums.se**2).mean()) for sums in (self.plain, self.adjusted))
        return self.games * plain / adjusted if adjusted > NO_LUCK**2 else None


def roll_out(
    batch: Batch,
    rules: Rules,
    valuer: Valuer,
    *,
    seed: int,
    blocks: int = 1,
    so_far: Rollout | None = None,
    known: Known | None = None,
) -> Rollout:
    """Play some blocks of games from every position, and add them to those played before.

    Parameters
    ----------
    batch, rules
        Running games, and the rules in force.
    valuer
        Plays both sides and measures luck.
    seed
        Seed of the dice; the same seed goes on where `so_far` ends.
    blocks
        Blocks of `GAMES` games to play.
    so_far
        What was played before.
    known
        Ends games early where their worth is certain.
    """
    first = so_far.blocks if so_far else 0
    jobs = (
        delayed(_block)(batch, rules, valuer, (seed, block), known)
        for block in range(first, first + blocks)
    )
    rollout = so_far
    for adjusted, plain in Parallel(return_as="generator")(jobs):
        if rollout is None:
            rollout = Rollout(1, adjusted, plain)
        else:
            rollout = Rollout(
                rollout.blocks + 1, rollout.adjusted + adjusted, rollout.plain + plain
            )
    assert rollout is not None
    return rollout


def _block(
    batch: Batch, rules: Rules, valuer: Valuer, seed: tuple[int, int], known: Known | None
) -> tuple[Sums, Sums]:
    load_compiled()
    rng = np.random.default_rng(seed)
    positions, players = len(batch), batch.players
    results = np.zeros((positions * GAMES, players))
    luck = np.zeros_like(results)
    game = np.arange(len(results))
    at = batch[game // GAMES]
    for turn in range(LONGEST):
        dice = rng.integers(0, len(FACES), (GAMES, len(FACES), NUM_DICE), np.int8)
        worth = outcome_worth(at, rules, valuer)
        played = play_for(at, rules, worth[:, :, 0], dice[game % GAMES], worth)
        # The mover is player `turn` of the position that the game began with.
        luck[game] += np.roll(played.luck, turn, axis=1)
        ended, shares = ends_of_games(played.after, rules, known)
        if turn == LONGEST - 1:
            shares[~ended] = valuer.shares(played.after[~ended], rules)
            ended[:] = True
        results[game[ended]] = np.roll(shares[ended], turn + 1, axis=1)
        at, game = played.after[~ended], game[~ended]
        if not len(game):
            break
    shape = (positions, GAMES, players)
    return _sums((results - luck).reshape(shape)), _sums(results.reshape(shape))


def ends_of_games(batch: Batch, rules: Rules, known: Known | None) -> tuple[Bools, Array]:
    """Tell which games have ended, or are as good as that, and what they are worth.

    Parameters
    ----------
    batch, rules
        Positions, running or not, and the rules in force.
    known
        Tells where the worth is certain.

    Returns
    -------
    ended
        (positions,)
    shares
        (positions, players): mean nothing where a game goes on.
    """
    ended = batch.is_over()
    shares = batch.shares()
    if known is not None and not ended.all():
        going = np.flatnonzero(~ended)
        certain, worth = known(batch[going], rules)
        ended[going[certain]] = True
        shares[going[certain]] = worth[certain]
    return ended, shares


def _sums(results: npt.NDArray[np.floating[Any]]) -> Sums:
    """Sum up (positions, games, players)."""
    return Sums(
        results.shape[1],
        results.sum(axis=1),
        np.einsum("agp,bgp->apb", results, results),
    )
