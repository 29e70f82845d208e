"""What the evaluator sees, against `Position`."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.position import TILES, Position, worms
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.solver.value.features import (
    CONTEXT,
    GRILL_FEATURES,
    LEADS,
    SEAT_FEATURES,
    WINS,
    context,
    features,
    size,
)


def _tiles(row):
    return {tile for tile, bit in zip(TILES, row, strict=True) if bit}


def _wins(stacks, player):
    """Whether the player alone has the best score, as `Position.shares` decides it."""
    return any(stacks) and Position((), stacks).shares()[player] == 1


def _with(stacks, player, tile):
    return [(*stack, tile) if p == player and tile else stack for p, stack in enumerate(stacks)]


def _without(stacks, player):
    return [stack[:-1] if p == player else stack for p, stack in enumerate(stacks)]


@given(st.from_type(Position))
def test_describe_the_position(position: Position) -> None:
    column = features(Batch.of([position]))[:, 0]
    assert len(column) == size(position.players)
    grill, lowest, highest, count = column[:GRILL_FEATURES].reshape(4, -1)
    assert _tiles(grill) == set(position.grill)
    assert _tiles(lowest) == set(position.grill[:1])
    assert _tiles(highest) == set(position.grill[-1:])
    assert np.flatnonzero(count).tolist() == [len(position.grill) - 1][: len(position.grill)]

    stacks, n = position.stacks, position.players
    for player, seat in enumerate(column[GRILL_FEATURES:].reshape(n, SEAT_FEATURES)):
        stack = stacks[player]
        depths = seat[:64].reshape(4, -1)
        assert [_tiles(row) for row in depths] == [
            set(stack[-1:]),
            set(stack[-2:-1]),
            set(stack[-3:-2]),
            set(stack[:-3]),
        ]
        empty, has_highest, points, lead = seat[64:68].tolist()
        assert empty == (not stack)
        best = max((max(s, default=0) for p, s in enumerate(stacks) if p != player), default=0)
        assert has_highest == (max(stack, default=0) > best)
        mine = sum(map(worms, stack))
        rival = max(w for p, w in enumerate(position.worms) if p != player)
        assert points == mine / 16
        assert lead == (mine - rival) / 16
        steps = seat[68 : 68 + len(LEADS)].astype(bool)
        np.testing.assert_array_equal(steps, mine - rival + has_highest > LEADS)

        after = (player + 1) % n
        low, high = (position.grill[:1] or (0,))[0], (position.grill[-1:] or (0,))[0]
        stolen = (stacks[after][-1:] or (0,))[0]
        stole = _with(_without(stacks, after), player, stolen)
        own = (stack[-1:] or (0,))[0]
        robbed = _with(_without(stacks, player), after, own)
        assert seat[-WINS:].astype(bool).tolist() == [
            _wins(_with(stacks, player, low), player),
            _wins(_with(stacks, player, high), player),
            _wins(stole, player),
            _wins(_with(stole, player, low), player),
            _wins(_without(stacks, player), player),
            _wins(robbed, player),
            _wins(_with(robbed, player, low), player),
        ]


def test_few_columns_are_described_as_all() -> None:
    position = Position([21, 33], [[25], [30, 28]])
    small = Batch.of([position], (21, 25, 28, 30, 33))
    np.testing.assert_array_equal(features(small), features(Batch.of([position])))


def test_context_tells_rules_and_players_apart() -> None:
    seen = {context(n, rules).tobytes() for n in range(2, 8) for rules in PRESETS.values()}
    assert len(seen) == 6 * len(PRESETS)
    assert context(2, Rules()).tolist() == [0, 0, 0, 0, 1] + [0] * (CONTEXT - 5)
    assert context(3, Rules(steal="forced"))[3] == pytest.approx(1)
