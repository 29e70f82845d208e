"""The best numbers there are, for every position."""

import pickle

import numpy as np
import pytest

from wormadvisor.solver.advice import advise
from wormadvisor.solver.batch import Batch
from wormadvisor.solver.errors import BudgetError
from wormadvisor.solver.notation import parse_position
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.solver.value.endgame import Endgames, closed_set_size
from wormadvisor.solver.value.search import Search
from wormadvisor.tables import kinds
from wormadvisor.tables.accuracy import expected_error
from wormadvisor.tables.estimated import Estimated
from wormadvisor.tables.store import Store
from wormadvisor.tables.weights import read_measured, read_network
from wormadvisor.tables.winning import Winning

FLIP = PRESETS["flip"]
SMALL = Position([22, 30], [[25], []])
LARGE = Position([21, 22, 30, 33, 35, 36], [[25], [26]])


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path)


def test_a_small_endgame_of_two_is_proven(store):
    payoff = Winning(store).payoff(SMALL, FLIP)
    assert (payoff.kind, payoff.depth) == ("certified", None)
    advice = advise(SMALL, None, FLIP, Winning(store))
    endgames = Endgames(FLIP)
    endgames.solve(SMALL)
    lower, upper = endgames.bounds(Batch.of([SMALL]))
    assert advice.value.lo <= (lower[0] + upper[0]) / 2 <= advice.value.hi
    assert advice.shares == (advice.value.value, 1 - advice.value.value)


@pytest.mark.parametrize("players", range(2, 8))
def test_everything_else_is_estimated_for_all_players(store, players):
    position, rules = Position.start(players), Rules()
    advice = advise(position, None, rules, Winning(store, depth=1))
    assert (advice.value.kind, advice.depth, advice.decided) == ("estimate", 1, True)
    expected = Search(read_network(), 1).shares(Batch.of([position]), rules)[0]
    np.testing.assert_allclose(advice.shares, expected, atol=1e-6)
    assert sum(advice.shares) == pytest.approx(1)


def test_what_is_too_much_is_not_even_looked_up():
    """There are 65,535 sets of tiles that the start may depend on."""
    asked = []
    endgames = Endgames(FLIP, known=asked.append)
    with pytest.raises(BudgetError) as caught:
        endgames.solve(Position.start(), max_states=1000)
    assert len(asked) == 1
    assert caught.value.fields["states"] == closed_set_size(16)


def test_tables_prove_what_would_take_too_long(store):
    two = Position([22], [[25], []])
    assert Winning(store, reach=0, depth=1).payoff(two, FLIP).kind == "estimate"
    for kind in kinds.endgame_kinds([FLIP], 2):
        kinds.build(kind, store)
    assert Winning(store, reach=0).payoff(two, FLIP).kind == "certified"
    assert Winning(store, reach=0, depth=1).payoff(two, Rules()).kind == "estimate"


def test_numbers_are_kept_for_the_next_question(store):
    winning = Winning(store, depth=1)
    first = winning.payoff(LARGE, FLIP)
    assert winning.payoff(LARGE, FLIP) is first
    assert winning.payoff(LARGE, Rules()) is not first
    for number in range(21, 37):  # No memory grows for ever.
        for other in range(number + 1, 37):
            winning.payoff(Position([number, other], [[], [], []]), FLIP)
    assert winning.payoff(LARGE, FLIP) is not first


def test_goes_to_other_processes(store):
    winning = Winning(store, depth=1)
    expected = winning.payoff(LARGE, FLIP)
    again = pickle.loads(pickle.dumps(winning)).payoff(LARGE, FLIP)
    np.testing.assert_array_equal(again.stop, expected.stop)


def test_time_makes_estimates_as_deep_as_it_allows(store):
    short = Estimated(store, depth=5, seconds=1e-9).payoff(LARGE, FLIP)
    assert short.depth == 1
    np.testing.assert_array_equal(short.stop, Estimated(store, depth=1).payoff(LARGE, FLIP).stop)
    enough = Estimated(store, depth=2, seconds=1e9).payoff(LARGE, FLIP)
    assert enough.depth == 2
    np.testing.assert_array_equal(enough.stop, Estimated(store, depth=2).payoff(LARGE, FLIP).stop)


def test_what_look_ahead_left_out_is_told_for_the_moment(store):
    position = Position.start(3)
    assert advise(position, None, FLIP, Estimated(store, depth=2)).pruned == 0
    before = advise(position, None, FLIP, Estimated(store, depth=3)).pruned
    whole = Search(read_network(), 3).look(Batch.of([position]), FLIP)
    assert before == pytest.approx(whole.pruned[0])
    assert before > 0
    # With the 36 as good as taken, what was left out is what was left out there.
    position, turn, rules = parse_position("21-36/-/-/- 5x7,Wx1 flip")
    sure = advise(position, turn, rules, Estimated(store, depth=3)).pruned
    slot = 36 - 21
    assert sure == pytest.approx(whole.pruned_after[0, slot])


def test_the_measured_error_is_told():
    measured = read_measured()["accuracy"]
    assert expected_error(SMALL, FLIP, 2) == measured["flip, 5 live tiles"]["rms"]
    unusual = Rules.parse("free+steal=forced")
    assert expected_error(SMALL, unusual, 2) == max(one["rms"] for one in measured.values())
    for players in range(2, 8):
        alone, deeper = (expected_error(Position.start(players), FLIP, d) for d in (0, 2))
        assert 0 < deeper <= alone < 0.05
