"""Tables where they reach, the evaluator elsewhere."""

import numpy as np
import pytest

from tests.solver.value.test_network import random_weights
from wormadvisor.solver.batch import Batch
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import PRESETS
from wormadvisor.solver.value.endgame import Endgames
from wormadvisor.solver.value.network import Network
from wormadvisor.solver.value.rollout import roll_out
from wormadvisor.solver.value.search import Search
from wormadvisor.tables import kinds
from wormadvisor.tables.evaluator import Evaluator
from wormadvisor.tables.store import Store

FLIP = PRESETS["flip"]
NETWORK = Network({n: random_weights(n) for n in (2, 3)})
ENDGAMES = [Position([22, 30], [[25], []]), Position([36], [[], []]), Position([21], [[30], [24]])]


@pytest.fixture(scope="module")
def evaluator(tmp_path_factory):
    store = Store(tmp_path_factory.mktemp("tables"))
    for kind in kinds.endgame_kinds([FLIP], 3):
        kinds.build(kind, store)
    return Evaluator(NETWORK, store)


def _proven(position):
    endgames = Endgames(FLIP)
    endgames.solve(position)
    lower, upper = endgames.bounds(Batch.of([position]))
    return (lower[0] + upper[0]) / 2


def test_proven_where_there_are_tables(evaluator):
    batch = Batch.of([*ENDGAMES, Position.start(2)])
    shares = evaluator.shares(batch, FLIP)
    for row, position in enumerate(ENDGAMES):
        assert shares[row, 0] == pytest.approx(_proven(position), abs=1e-6)
    np.testing.assert_allclose(shares.sum(axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(shares[3:], NETWORK.shares(batch[3:], FLIP))
    certain, _ = evaluator.known(batch, FLIP)
    assert certain.tolist() == [True, True, True, False]


def test_other_rules_and_more_players_have_no_tables(evaluator):
    batch = Batch.of(ENDGAMES)
    official = PRESETS["official"]
    np.testing.assert_allclose(evaluator.shares(batch, official), NETWORK.shares(batch, official))
    three = Batch.of([Position([22], [[], [30], []])])
    np.testing.assert_allclose(evaluator.shares(three, FLIP), NETWORK.shares(three, FLIP))


def test_look_ahead_and_rollouts_use_them(evaluator):
    batch = Batch.of(ENDGAMES[:1])
    proven = _proven(ENDGAMES[0])
    assert Search(evaluator, 2).shares(batch, FLIP)[0, 0] == pytest.approx(proven, abs=1e-6)
    rollout = roll_out(batch, FLIP, evaluator, seed=1, known=evaluator.known)
    assert rollout.adjusted.mean[0, 0] == pytest.approx(proven, abs=1e-5)
