"""Samples from the tables: what they hold, and nothing held out."""

import numpy as np
import pytest

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.rules import PRESETS
from wormadvisor.solver.value.endgame import Endgames
from wormadvisor.tables import kinds
from wormadvisor.tables.held_out import held_out, live_masks
from wormadvisor.tables.store import Store
from wormadvisor.tables.train.proven import SETS, Proven

FLIP = PRESETS["flip"]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    store = Store(tmp_path_factory.mktemp("tables"))
    for kind in kinds.endgame_kinds([FLIP], 3):
        kinds.build(kind, store)
    return store


def test_targets_are_proven(store):
    drawn = Proven(store, FLIP, np.random.default_rng(1)).draw(10 * SETS)
    assert sum(len(samples.batch) for samples in drawn) == 10 * SETS
    endgames = Endgames(FLIP)
    for samples in drawn:
        assert not held_out(live_masks(samples.batch)).any()
        np.testing.assert_allclose(samples.targets.sum(axis=1), 1, atol=1e-6)
        for row in range(0, len(samples.batch), 60):
            position = samples.batch.position(row)
            endgames.solve(position)
            lower, upper = endgames.bounds(Batch.of([position]))
            assert lower[0] - 1e-6 <= samples.targets[row, 0] <= upper[0] + 1e-6


def test_without_tables_nothing_is_drawn(store):
    assert Proven(store, PRESETS["official"], np.random.default_rng(1)).draw(1000) == []
