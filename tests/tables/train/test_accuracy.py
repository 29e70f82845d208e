"""Measuring the evaluator: one that is right has no errors."""

import numpy as np
import pytest

from tests.solver.value.test_network import random_weights
from wormadvisor.solver.rules import PRESETS
from wormadvisor.solver.value.endgame import Endgames
from wormadvisor.solver.value.network import Network
from wormadvisor.tables.train.accuracy import calibrate, measure

FLIP = PRESETS["flip"]
NETWORK = Network({2: random_weights(2)})


class Right:
    """Knows the truth, moved by a little if wanted."""

    kind = "certified"

    def __init__(self, error=0.0):
        self.endgames, self.error = Endgames(FLIP), error

    def shares(self, batch, rules):
        lower, upper = self.endgames.bounds(batch)
        unknown = np.flatnonzero(upper - lower == 1)
        if len(unknown):
            self.endgames.solve(batch.position(unknown[0]))
            return self.shares(batch, rules)
        middle = (lower + upper) / 2 + self.error
        return np.stack([middle, 1 - middle], axis=1)


def test_the_truth_has_no_error():
    accuracy = measure(Right(), FLIP, live=3, sets=3, seed=1)
    assert (accuracy.sets, accuracy.positions) == (3, 75)
    assert max(accuracy.rms, accuracy.worst, abs(accuracy.loss)) < 1e-8


def test_an_error_is_found():
    accuracy = measure(Right(0.03), FLIP, live=2, sets=2, seed=1)
    assert accuracy.rms == pytest.approx(0.03)
    assert accuracy.bias == pytest.approx(0.03)
    other = measure(NETWORK, FLIP, live=2, sets=2, seed=1)
    assert other.rms >= abs(other.bias)
    assert other.worst >= other.high > 0.01
    assert other.loss > 0


def test_calibration_by_tenths():
    found = calibrate(NETWORK, FLIP, players=2, positions=20, blocks=1, seed=2)
    assert (found.positions, found.games) == (20, 64)
    seen = [tenth[0] for tenth in found.deciles]
    assert seen == sorted(seen)
    assert found.bias == pytest.approx(np.mean([a - b for a, b in found.deciles]), abs=1e-6)
    assert 0 < found.se < 0.2
