from math import comb

import numpy as np
import pytest

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.patterns import (
    grill_sizes,
    live_sets,
    pattern_count,
    pattern_index,
    patterns,
    set_index,
)
from wormadvisor.solver.position import Position

COUNTS = {1: 1, 2: 5, 3: 25, 4: 141, 5: 911, 6: 6703}
"""Non-terminal positions for a set of so many live tiles, from the project's issue."""


@pytest.mark.parametrize(("live", "count"), COUNTS.items())
def test_patterns_are_numbered_without_gap_or_double(live: int, count: int) -> None:
    every = patterns(live)
    assert len(every) == count == pattern_count(live)
    assert len({every.position(row) for row in range(count)}) == count
    np.testing.assert_array_equal(pattern_index(every), np.arange(count))


def test_grill_sizes_part_the_patterns() -> None:
    every = patterns(4)
    for size, part in enumerate(grill_sizes(4), 1):
        assert set((every.place[part] == 0).sum(axis=1).tolist()) == {size}


def test_index_ignores_tiles_out_of_the_game() -> None:
    position = Position([23, 31], [[30], [36, 25]])
    narrow = Batch.of([position], (23, 25, 30, 31, 36))
    assert pattern_index(Batch.of([position]))[0] == pattern_index(narrow)[0]
    assert patterns(5).position(int(pattern_index(narrow)[0])) == Position(
        [21, 24], [[23], [25, 22]]
    )


@pytest.mark.parametrize("live", range(1, 17))
def test_sets_are_numbered_without_gap_or_double(live: int) -> None:
    sets = live_sets(live)
    assert len(sets) == comb(16, live) == len({tuple(row) for row in sets.tolist()})
    np.testing.assert_array_equal(set_index(sets), np.arange(len(sets)))
