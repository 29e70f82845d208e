"""The batch against `Position`, which is written apart from it."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from wormadvisor.solver.batch import Batch, TurnEnds
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import SWITCHES, Rules
from wormadvisor.solver.turn.tree import NUM_TOTALS

RULES = st.builds(
    Rules, **{name: st.sampled_from(list(words.values())) for name, words in SWITCHES.items()}
)


@given(st.from_type(Position))
def test_batch_round_trip(position: Position) -> None:
    assert Batch.of([position]).position(0) == position


@given(st.from_type(Position), RULES)
def test_successors_are_those_of_position(position: Position, rules: Rules) -> None:
    batch = Batch.of([position])
    assert batch.is_over()[0] == position.is_over
    row, slot, after = batch.successors(rules)
    if position.is_over:
        assert len(after) == 0
        return
    found = {batch.outcome(0, s): after.position(i) for i, s in enumerate(slot.tolist())}
    assert set(row.tolist()) == {0}
    assert found == {outcome: position.after(outcome, rules) for outcome in position.all_outcomes()}


@given(st.from_type(Position))
def test_shares(position: Position) -> None:
    ended = Position((), position.stacks)
    assert tuple(Batch.of([ended]).shares()[0]) == ended.shares()


@given(st.from_type(Position), RULES, st.data())
def test_payoff_takes_the_best_outcome_of_each_total(
    position: Position, rules: Rules, data: st.DataObject
) -> None:
    assume(not position.is_over)
    batch = Batch.of([position])
    drawn = st.sampled_from([0.0, 0.25, 0.5, 1.0])
    worth = np.array([data.draw(st.lists(drawn, min_size=batch.slots, max_size=batch.slots))])
    possible = np.flatnonzero(batch.possible()[0])
    of = {batch.outcome(0, s): worth[0, s] for s in possible.tolist()}
    ends = TurnEnds(batch, rules)
    stop, bust = ends.payoff(worth, 1e-9)
    slots = ends.slots(worth, 1e-9)
    assert bust[0] == worth[0, -1]
    for total in range(NUM_TOTALS):
        outcomes = position.outcomes(total, rules)
        assert stop[0, total] == max(of[outcome] for outcome in outcomes)
        best = next(o for o in outcomes if of[o] == stop[0, total])
        assert batch.outcome(0, int(slots[0, total])) == best
    chances = ends.outcome_chances(worth, np.full((1, NUM_TOTALS + 1), 1 / 42), 1e-9)
    assert chances.sum() == pytest.approx(1)
    assert (chances * worth).sum() == pytest.approx((stop.sum() + bust[0]) / 42)


def test_batches_need_one_number_of_players() -> None:
    with pytest.raises(ValueError, match="same number of players"):
        Batch.of([Position.start(2), Position.start(3)])
