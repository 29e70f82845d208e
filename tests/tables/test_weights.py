"""The evaluator's files: what is written is read, and nothing else."""

import json
import pickle

import numpy as np
import pytest

from tests.solver.value.test_network import random_weights
from wormadvisor.solver.batch import Batch
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import PRESETS
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.held_out import RULE
from wormadvisor.tables.weights import (
    FOLDER,
    MANIFEST,
    Trained,
    as_network,
    read_network,
    read_trained,
    write_trained,
)


@pytest.fixture
def folder(tmp_path):
    trained = [
        Trained("two", (2,), False, random_weights(2), {"hours": 1}),
        Trained("two-endgames", (2,), True, random_weights(2, seed=1), {}),
        Trained("more", (3, 4), False, random_weights(4), {}),
    ]
    write_trained(trained, tmp_path, {"matches": {}})
    return tmp_path


def _edit(folder, change):
    path = folder / MANIFEST
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))


def test_what_is_written_is_read(folder):
    trained = {one.name: one for one in read_trained(folder)}
    np.testing.assert_array_equal(trained["two"].weights.first, random_weights(2).first)
    assert trained["two"].about == {"hours": 1}
    network = as_network(list(trained.values()))
    assert (set(network.weights), set(network.endgames)) == ({2, 3, 4}, {2})


@pytest.mark.parametrize(
    ("spoil", "kind"),
    [
        (lambda folder: (folder / MANIFEST).unlink(), "missing"),
        (lambda folder: (folder / "two.npz").unlink(), "missing"),
        (lambda folder: (folder / MANIFEST).write_text("{"), "damaged"),
        (lambda folder: (folder / MANIFEST).write_text("[]"), "damaged"),
        (lambda folder: (folder / "two.npz").write_bytes(b"PK" * 50), "damaged"),
        (lambda folder: _edit(folder, lambda m: m.update(format=0)), "version"),
        (lambda folder: _edit(folder, lambda m: m["rules"].popitem()), "other_rules"),
        (lambda folder: _edit(folder, lambda m: m.pop("networks")), "damaged"),
    ],
)
def test_other_files_are_refused_in_one_line(folder, spoil, kind):
    spoil(folder)
    with pytest.raises(TableError) as caught:
        read_trained(folder)
    assert caught.value.kind == kind
    assert "make train" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_one_changed_byte_is_found(folder):
    path = folder / "more.npz"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(TableError) as caught:
        read_trained(folder)
    assert (caught.value.kind, caught.value.path) == ("damaged", path)


@pytest.mark.parametrize(
    "arrays",
    [{}, {"first": np.array([pickle])}, {"first": np.zeros((3, 3), np.float32)}],
    ids=["empty", "pickle", "shape"],
)
def test_other_numbers_are_foreign_whatever_their_checksum(folder, arrays):
    from wormadvisor.tables.layout import checksum

    path = folder / "two.npz"
    with np.load(path) as old:
        others = {name: old[name] for name in old if arrays} | arrays
    if "first" in arrays and arrays["first"].dtype == object:
        others["first"] = np.array(["x", None], dtype=object)
    np.savez(path, **others)
    _edit(folder, lambda m: m["networks"]["two"].update(checksum=checksum(path.read_bytes())))
    with pytest.raises(TableError) as caught:
        read_trained(folder)
    assert caught.value.kind == "foreign"


def test_the_package_brings_an_evaluator_for_everybody():
    network = read_network()
    assert set(network.weights) == set(range(2, 8))
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 5_000_000
    for one in read_trained():
        assert one.about["held_out"] == RULE
    for players in range(2, 8):
        batch = Batch.of([Position.start(players)])
        for rules in PRESETS.values():
            shares = network.shares(batch, rules)[0]
            # Nobody's seat is worth much more than another's.
            assert abs(shares - 1 / players).max() < 0.05
