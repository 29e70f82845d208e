"""Exercises: found again by the same seed, and mistakes that are mistakes."""

from itertools import islice

import pytest

from wormadvisor.solver.advice import advise
from wormadvisor.solver.drills import HABITS, exercises
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.estimate import EstimatedWin
from wormadvisor.solver.value.search import Search
from wormadvisor.tables.weights import read_network

NAMES = [habit.name for habit in HABITS]


@pytest.fixture(scope="module")
def found():
    network = read_network()

    def find(players, number, seed=1, **bounds):
        judge = EstimatedWin(Search(network, 1))
        stream = exercises(Rules(), players, network, judge, seed=seed, **bounds)
        return list(islice(stream, number))

    return find


def test_mistakes_lose_what_the_judge_says(found):
    judge = EstimatedWin(Search(read_network(), 1))
    for exercise in found(3, 4, least=0.01):
        advice = exercise.advice
        again = advise(advice.position, advice.turn, advice.rules, judge)
        ways = {(choice.face, "stop"): choice.stop for choice in again.choices}
        ways |= {(choice.face, "roll"): choice.roll for choice in again.choices}
        assert exercise.mistakes
        for mistake in exercise.mistakes:
            assert mistake.habit in NAMES
            way = ways[mistake.act.face, mistake.act.then]
            loss = again.best.value.value - way.value.value
            assert mistake.loss == pytest.approx(loss)
            assert loss >= 0.01


def test_the_seed_decides(found):
    once, again, other = (found(2, 3, seed, least=0.01) for seed in (1, 1, 2))
    assert [some.advice.turn for some in once] == [some.advice.turn for some in again]
    assert [some.advice.turn for some in once] != [some.advice.turn for some in other]


def test_levels_bound_the_worst_mistake(found):
    for exercise in found(2, 4, least=0.02, most=0.05):
        assert 0.02 <= exercise.worst <= 0.05
