"""Rollouts on disk: what is read is what was written, or nothing."""

import numpy as np
import pytest

from tests.solver.value.test_network import random_weights
from wormadvisor.solver.batch import Batch
from wormadvisor.solver.dice import NO_DICE, Turn
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import PRESETS
from wormadvisor.solver.value.network import Network
from wormadvisor.solver.value.rolled import RolledWin
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.rollouts import FOLDER, MOST, KeptRollout
from wormadvisor.tables.store import Store

FLIP = PRESETS["flip"]
TABLE = Position([21, 26], [[31], [29]])
NETWORK = Network({2: random_weights(2)})


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "tables")


@pytest.fixture
def keep(store):
    def kept(position=TABLE, rules=FLIP, seed=1, depth=1):
        return KeptRollout(store, position, rules, seed=seed, depth=depth)

    return kept


def _played(blocks, so_far=None):
    win = RolledWin(TABLE, FLIP, NETWORK, seed=1)
    win.rollout = so_far
    win.play(blocks)
    return win.rollout


def _same(one, other):
    assert one.blocks == other.blocks
    for name in ("adjusted", "plain"):
        mine, theirs = getattr(one, name), getattr(other, name)
        assert mine.games == theirs.games
        np.testing.assert_array_equal(mine.total, theirs.total)
        np.testing.assert_array_equal(mine.squares, theirs.squares)


def test_goes_on_as_if_it_had_never_stopped(keep):
    with keep() as kept:
        assert kept.load() is None
        kept.save(_played(2))
    with keep() as kept:
        _same(_played(1, kept.load()), _played(3))


def test_another_question_has_another_rollout(keep):
    with keep() as kept:
        kept.save(_played(1))
    others = [{"seed": 2}, {"depth": 2}, {"rules": PRESETS["official"]},
              {"position": Position([21, 26], [[31], []])}]  # fmt: skip
    for other in others:
        with keep(**other) as kept:
            assert kept.load() is None


@pytest.mark.parametrize("data", [b"", b"PK\3\4 broken", b"[]"])
def test_a_file_that_cannot_be_read_counts_as_none(keep, store, data):
    with keep() as kept:
        kept.save(_played(1))
        (path,) = (store.folder.parent / FOLDER).glob("*.npz")
        path.write_bytes(data)
        assert kept.load() is None


def test_no_damage_is_more_than_a_file_that_counts_as_none(keep, store):
    with keep() as kept:
        kept.save(_played(1))
        (path,) = (store.folder.parent / FOLDER).glob("*.npz")
        whole, expected = path.read_bytes(), kept.load()
        read = 0
        # The last bytes, the directory of the archive, say how to read the others.
        for at in (*range(0, len(whole), 7), *range(len(whole) - 300, len(whole))):
            damaged = bytearray(whole)
            damaged[at] ^= 0xFF
            path.write_bytes(damaged)
            found = kept.load()
            if found is not None:
                _same(found, expected)
                read += 1
        assert read < len(whole) / 7, "most damage is noticed"


def test_one_process_at_a_time(keep):
    with keep(), pytest.raises(TableError) as caught, keep():
        pass
    assert caught.value.kind == "locked"


def test_the_oldest_make_room(keep, store):
    folder = store.folder.parent / FOLDER
    folder.mkdir(parents=True)
    for number in range(MOST + 5):
        (folder / f"{number}.npz").write_bytes(b"")
    with keep() as kept:
        kept.save(_played(1))
        assert len(list(folder.glob("*.npz"))) == MOST
        assert kept.load() is not None


def test_the_error_of_a_moment_and_what_is_certain():
    win = RolledWin(TABLE, FLIP, NETWORK, seed=1)
    win.play(2)
    assert win.error(Turn(NO_DICE)) > 0
    # A bust that has happened is one outcome, with its own error.
    bust = Turn((0, 0, 0, 0, 0, 6), (0, 0, 0, 0, 0, 2))
    chances = np.zeros(Batch.of([TABLE]).slots)
    chances[-1] = 1
    assert win.error(bust) == pytest.approx(win.se(chances))
