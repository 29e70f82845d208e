"""How far the evaluator is from what is proven, on sets of tiles it has never seen."""

from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import Batch, TurnEnds
from wormadvisor.solver.patterns import live_sets, patterns
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.kernels import solve_shares
from wormadvisor.solver.value.backup import outcome_worth
from wormadvisor.solver.value.endgame import Endgames, back_up_bounds
from wormadvisor.solver.value.network import Network
from wormadvisor.tables.held_out import held_out, live_masks


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


def measure(network: Network, rules: Rules, live: int, sets: int, seed: int) -> Accuracy:
    """Compare the evaluator with certified values for two players.

    Parameters
    ----------
    network
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
        errors.append(network.shares(batch, rules)[:, 0] - (lower + upper) / 2)
        losses.append(_losses(batch, rules, network, endgames))
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


def _losses(
    batch: Batch, rules: Rules, network: Network, endgames: Endgames
) -> npt.NDArray[np.float64]:
    """Give what one turn by the evaluator's numbers loses against one by the true ones."""
    lower, upper = back_up_bounds(batch, rules, endgames.bounds)
    true = (lower + upper) / 2
    seen = outcome_worth(batch, rules, network)[:, :, 0]
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
