"""Held-out sets, against the rule worked out in whole numbers."""

from itertools import combinations

import numpy as np

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.position import TILES, Position
from wormadvisor.tables.held_out import LARGEST, held_out, live_masks


def test_live_tiles_are_those_not_out_of_the_game():
    batch = Batch.of([Position([21, 36], [[25], [24, 22]]), Position.start(2)])
    assert live_masks(batch).tolist() == [0b1000000000011011, 0xFFFF]
    narrow = Batch.of([Position([21, 36], [[25], []])], (21, 25, 36))
    assert live_masks(narrow).tolist() == [0b1000000000010001]


def test_a_quarter_of_the_small_sets_is_held_out():
    for size in (4, 5, 8):
        masks = [sum(1 << t for t in c) for c in combinations(range(len(TILES)), size)]
        chosen = held_out(np.array(masks, np.uint32))
        assert chosen.tolist() == [mask * 0x9E3779B1 % 2**32 < 2**30 for mask in masks]
        assert 0.2 < chosen.mean() < 0.3


def test_large_sets_are_not():
    masks = [sum(1 << t for t in c) for c in combinations(range(len(TILES)), LARGEST + 1)]
    assert not held_out(np.array(masks, np.uint32)).any()
