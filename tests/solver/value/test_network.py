"""Inference against the formula written out."""

import numpy as np
import pytest

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.solver.value.features import CONTEXT, context, features, size
from wormadvisor.solver.value.network import Network, Weights


def random_weights(seats, seed=0, hidden=12, hidden2=6):
    rng = np.random.default_rng(seed)

    def normal(*shape):
        return rng.normal(0, 0.3, shape).astype(np.float32)

    return Weights(
        first=normal(hidden, size(seats)),
        context=normal(hidden, CONTEXT),
        first_bias=normal(hidden),
        second=normal(hidden2, hidden),
        second_bias=normal(hidden2),
        last=normal(seats, hidden2),
        last_bias=normal(seats),
    )


POSITIONS = {
    2: [Position.start(2), Position([22, 30], [[25, 29, 31], [21]])],
    3: [Position.start(3), Position([36], [[25], [29, 31], []])],
}


@pytest.mark.parametrize("players", POSITIONS)
@pytest.mark.parametrize("rules", PRESETS)
def test_follows_the_formula(players, rules):
    weights = random_weights(seats=3)
    batch = Batch.of(POSITIONS[players])
    shares = Network({players: weights}).shares(batch, PRESETS[rules])
    for row, column in zip(shares, features(batch).T, strict=True):
        inputs = np.concatenate([column, np.zeros(size(3) - len(column))])
        inside = weights.first @ inputs + weights.context @ context(players, PRESETS[rules])
        hidden = np.maximum(inside + weights.first_bias, 0)
        hidden = np.maximum(weights.second @ hidden + weights.second_bias, 0)
        odds = np.exp((weights.last @ hidden + weights.last_bias)[:players])
        np.testing.assert_allclose(row, odds / odds.sum(), rtol=1e-4)


def test_endgames_have_weights_of_their_own():
    main, endgames = random_weights(2, seed=1), random_weights(2, seed=2)
    batch = Batch.of(POSITIONS[2])  # The second position has six live tiles.
    both = Network({2: main}, {2: endgames}).shares(batch, Rules())
    for row, weights in enumerate((main, endgames)):
        alone = Network({2: weights}).shares(batch[row : row + 1], Rules())
        np.testing.assert_allclose(both[row : row + 1], alone, rtol=1e-5)


def test_other_shapes_are_refused():
    with pytest.raises(ValueError, match="first: float32"):
        Weights(**{**_arrays(random_weights(2)), "first": np.zeros((12, 5), np.float32)})


def _arrays(weights):
    return {name: getattr(weights, name) for name in Weights.__dataclass_fields__}
