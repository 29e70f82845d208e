"""Training: it learns, and goes on where it stopped."""

import json
from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from wormadvisor.solver.batch import Batch  # noqa: E402
from wormadvisor.solver.position import Position  # noqa: E402
from wormadvisor.solver.rules import Rules  # noqa: E402
from wormadvisor.solver.value.features import context, features  # noqa: E402
from wormadvisor.solver.value.network import Network  # noqa: E402
from wormadvisor.tables.held_out import RULE  # noqa: E402
from wormadvisor.tables.train import publish, trainer  # noqa: E402
from wormadvisor.tables.train.model import Model  # noqa: E402
from wormadvisor.tables.weights import MANIFEST, read_trained  # noqa: E402

SMALL = trainer.Plan((2,), "few", ("official", "any"), games=256, turns=4, hidden=16, hidden2=8)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setitem(trainer.PLANS, "small", SMALL)
    # A clock that ticks whenever it is looked at: twice in a round.
    monkeypatch.setattr(trainer, "time", SimpleNamespace(monotonic=count().__next__))
    return tmp_path


def _log(folder):
    return [json.loads(line) for line in (folder / "small.log").read_text().splitlines()]


def test_learns_and_goes_on_where_it_stopped(folder):
    trainer.Trainer("small", 1, folder).run(24)
    first = [line["error"] for line in _log(folder)]
    assert sum(first[-3:]) < sum(first[:3])
    trainer.Trainer("small", 1, folder).run(26)
    lines = _log(folder)
    assert [line["round"] for line in lines] == list(range(1, 14))
    assert trainer.progress_of(folder, "small")["rounds"] == 13
    assert set(trainer.trained_weights(folder, "small")) == {2}


def test_weights_are_published_if_they_are_stronger(folder, monkeypatch):
    plan = trainer.Plan((2,), "all", ("flip",), games=256, turns=8, hidden=16, hidden2=8)
    monkeypatch.setattr(publish, "PLANS", {"small": plan})
    monkeypatch.setitem(trainer.PLANS, "small", plan)
    monkeypatch.setattr(publish, "SEEN", {"flip": 3})
    # So little training likes to bust, and under official rules that may never end.
    monkeypatch.setattr(publish, "MATCHES", ("flip",))
    trainer.Trainer("small", 1, folder).run(4)
    told = []
    assert publish.publish(folder, folder, games=40, seed=1, tell=told.append)
    (one,) = read_trained(folder)
    assert one.name == "small"
    assert (one.about["held_out"], one.about["seed"]) == (RULE, 1)
    manifest = json.loads((folder / MANIFEST).read_text())
    match = manifest["measured"]["matches"]["2 players, flip"]
    assert match["lo"] < match["score"] < match["hi"]
    # The same again is not stronger than itself.
    assert not publish.publish(folder, folder, games=40, seed=1, tell=told.append)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_inference_is_the_model_in_training(players):
    torch.manual_seed(3)
    model = Model(5, 16, 8)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(0, 0.3)
        batch = Batch.of([Position.start(players), Position([22], [[30]] + [[]] * (players - 1))])
        rules = Rules(steal="forced")
        rows = torch.from_numpy(np.tile(context(players, rules)[:, None], 2))
        logits = model(torch.from_numpy(features(batch)), rows, players)
        expected = torch.softmax(logits, dim=0).numpy().T
    shares = Network({players: model.weights()}).shares(batch, rules)
    np.testing.assert_allclose(shares, expected, atol=1e-5)
