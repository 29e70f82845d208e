"""The best answer to a bot: what its two networks learn from, and that it learns."""

from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tests.solver.value.test_network import random_weights  # noqa: E402
from wormadvisor.solver.players import CAUTIOUS  # noqa: E402
from wormadvisor.solver.rules import PRESETS  # noqa: E402
from wormadvisor.solver.value.network import Network  # noqa: E402
from wormadvisor.tables.train import response  # noqa: E402
from wormadvisor.tables.train.model import Model  # noqa: E402
from wormadvisor.tables.weights import read_network  # noqa: E402

FLIP = PRESETS["flip"]


@pytest.fixture
def answer(tmp_path, monkeypatch):
    monkeypatch.setattr(response, "GAMES", 512)
    # A clock that ticks whenever it is looked at: twice in a round.
    monkeypatch.setattr(response, "time", SimpleNamespace(monotonic=count().__next__))

    def make(evaluator):
        return response.Response(
            CAUTIOUS, FLIP, evaluator, seed=1, checkpoint=tmp_path / "response.pt"
        )

    return make


@pytest.mark.slow
def test_learns_how_much_a_bot_gives_away(answer):
    learning, told = answer(Network({2: read_network().weights[2]})), []
    before = learning.start()
    learning.run(24, 1000, told.append)
    score, after = learning.score(1000), learning.start()
    # It began as if the bot were as good as itself.
    assert sum(before) / 2 == pytest.approx(0.5, abs=0.01)
    assert score.lo > 0.6
    assert sum(before) < sum(after) < 2 * score.hi
    assert abs(sum(after) / 2 - score.mean) < abs(sum(before) / 2 - score.mean) * 2 / 3
    assert len(told) == 2


def test_goes_on_where_it_stopped(answer):
    evaluator = Network({2: random_weights(2)})
    first = answer(evaluator)
    first.run(2, 100, lambda _: None)
    told = []
    second = answer(evaluator)
    assert second.start() == pytest.approx(first.start(), abs=1e-6)
    second.run(3, 100, told.append)
    assert [line.split(":")[0] for line in told] == ["2 s, 2 rounds", "3 s, 3 rounds"]


@pytest.mark.parametrize("seats", [2, 5])
def test_a_model_of_weights_gives_them_back(seats):
    weights = random_weights(seats)
    again = Model.of(weights).weights()
    for name in weights.__dataclass_fields__:
        np.testing.assert_array_equal(getattr(again, name), getattr(weights, name))
