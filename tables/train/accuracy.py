"""How far the evaluator is from the truth, on sets of tiles it has never seen.

Where few tiles are live the truth is proven; elsewhere it is what rollouts come to, which
play by the evaluator itself but count the results of the games.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import Batch, TurnEnds
from wormadvisor.solver.dice import FACES, NUM_DICE
from wormadvisor.solver.match import LONGEST
from wormadvisor.solver.patterns import live_sets, patterns
from wormadvisor.solver.playing import play_for
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.kernels import solve_shares
from wormadvisor.solver.value.backup import Valuer, outcome_worth
from wormadvisor.solver.value.endgame import Endgames, back_up_bounds
from wormadvisor.solver.value.network import live_count
from wormadvisor.solver.value.rollout import roll_out
from wormadvisor.tables.held_out import LARGEST, held_out, live_masks


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Errors of the mover's share over all positions of some held-out sets of live tiles.

    Attributes
    ----------
    sets, positions
        How many were looked at.
    rms, bias, high, worst
        Root mean square, mean, 99.9th percentile and maximum of the error.
    loss
        Mean loss per turn of playing for the evaluator's numbers, in shares of the win.
    """

    sets: int
    positions: int
    rms: float
    bias: float
    high: float
    worst: float
    loss: float

    def as_json(self) -> dict[str, float]:
        """Give the numbers by name, rounded."""
        return {name: round(number, 6) for name, number in asdict(self).items()}


def measure(valuer: Valuer, rules: Rules, live: int, sets: int, seed: int) -> Accuracy:
    """Compare the evaluator with certified values for two players.

    Parameters
    ----------
    valuer
        The evaluator.
    rules
        The rules in force.
    live
        Live tiles of each set.
    sets, seed
        How many held-out sets to draw, and the seed to draw them with.
    """
    chosen = _held_out_sets(live)
    rng = np.random.default_rng(seed)
    chosen = chosen[np.sort(rng.permutation(len(chosen))[:sets])]
    endgames = Endgames(rules)
    errors, losses = [], []
    for tiles in chosen:
        batch = _positions(tiles)
        endgames.solve(batch.position(0))
        lower, upper = endgames.bounds(batch)
        errors.append(valuer.shares(batch, rules)[:, 0] - (lower + upper) / 2)
        losses.append(_losses(batch, rules, valuer, endgames))
    error, loss = np.concatenate(errors), np.concatenate(losses)
    return Accuracy(
        sets=len(chosen),
        positions=len(error),
        rms=float(np.sqrt((error**2).mean())),
        bias=float(error.mean()),
        high=float(np.quantile(abs(error), 0.999)),
        worst=float(abs(error).max()),
        loss=float(loss.mean()),
    )


@dataclass(frozen=True, slots=True)
class Calibration:
    """Errors of the mover's share over positions of self-play, against rollouts.

    Attributes
    ----------
    positions, games
        How many positions, and games from each.
    se
        Root mean square of the rollouts' own standard errors.
    rms, bias
        Root mean square and mean of the error, the rollouts' own errors taken off the former.
    deciles
        (10, 2): mean of the evaluator's numbers and of the rollouts', for a tenth of the
        positions each, in the order of the former.
    worth_plain
        How many plain games one game with the luck taken out is worth; None where no luck is
        left.
    """

    positions: int
    games: int
    se: float
    rms: float
    bias: float
    deciles: list[list[float]]
    worth_plain: float | None

    def as_json(self) -> dict[str, Any]:
        """Give the numbers by name, rounded."""
        numbers = asdict(self)
        numbers["deciles"] = [[round(mean, 4) for mean in pair] for pair in self.deciles]
        return {
            name: round(number, 6) if isinstance(number, float) else number
            for name, number in numbers.items()
        }


def calibrate(
    valuer: Valuer, rules: Rules, players: int, positions: int, *, blocks: int, seed: int
) -> Calibration:
    """Compare the evaluator with rollouts.

    Parameters
    ----------
    valuer, rules
        The evaluator, and the rules in force.
    players
        Number of players.
    positions
        How many positions of self-play; those with a set of live tiles that training may
        have seen count only where no set of that size is held out.
    blocks
        Blocks of games from each.
    seed
        Seed of everything random.
    """
    batch = _of_self_play(valuer, rules, players, positions, np.random.default_rng(seed))
    seen = valuer.shares(batch, rules)[:, 0].astype(np.float64)
    rollout = roll_out(batch, rules, valuer, seed=seed, blocks=blocks)
    came_to, se = rollout.adjusted.mean[:, 0], rollout.adjusted.se[:, 0]
    error = seen - came_to
    tenths = np.array_split(np.argsort(seen), 10)
    worth = rollout.worth_plain
    return Calibration(
        positions=len(batch),
        games=rollout.games,
        se=float(np.sqrt((se**2).mean())),
        rms=float(np.sqrt(max(0.0, (error**2).mean() - (se**2).mean()))),
        bias=float(error.mean()),
        deciles=[[float(seen[part].mean()), float(came_to[part].mean())] for part in tenths],
        worth_plain=None if worth is None else worth / rollout.games,
    )


def _of_self_play(
    valuer: Valuer, rules: Rules, players: int, positions: int, rng: np.random.Generator
) -> Batch:
    """Draw positions of all phases from games of the evaluator against itself."""
    at = Batch.of([Position.start(players)] * positions)
    met = []
    for _ in range(LONGEST):
        if not len(at):
            break
        fresh = held_out(live_masks(at)) | (live_count(at) > LARGEST)
        met.append(at[fresh])
        dice = rng.integers(0, len(FACES), (len(at), len(FACES), NUM_DICE), np.int8)
        wanted = outcome_worth(at, rules, valuer)[:, :, 0]
        after = play_for(at, rules, wanted, dice).after
        at = after[~after.is_over()]
    batch = Batch.joined(met)
    return batch[rng.permutation(len(batch))[:positions]]


def _losses(
    batch: Batch, rules: Rules, valuer: Valuer, endgames: Endgames
) -> npt.NDArray[np.float64]:
    """Give what one turn by the evaluator's numbers loses against one by the true ones."""
    lower, upper = back_up_bounds(batch, rules, endgames.bounds)
    true = (lower + upper) / 2
    seen = outcome_worth(batch, rules, valuer)[:, :, 0]
    ends = TurnEnds(batch, rules)
    played = solve_shares(*ends.payoff(np.stack([seen, true], axis=2)))[:, 1]
    best = solve_shares(*ends.payoff(true[:, :, None]))[:, 0]
    loss: npt.NDArray[np.float64] = best - played
    return loss


def _positions(tiles: npt.NDArray[np.int64]) -> Batch:
    """Enumerate all positions over a set of live tiles."""
    every = patterns(len(tiles))
    return Batch(2, np.broadcast_to(tiles, every.place.shape), every.place, every.height)


def _held_out_sets(live: int) -> npt.NDArray[np.int64]:
    sets = live_sets(live)
    masks = np.array([live_masks(_positions(tiles)[:1])[0] for tiles in sets])
    return sets[held_out(masks)]
