"""Proven bounds of advice, against exact rationals and where they overlap."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from tests import exact
from wormadvisor.solver.advice import advise
from wormadvisor.solver.dice import FACES, Turn
from wormadvisor.solver.notation import parse_counts
from wormadvisor.solver.position import BUST, Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.tree import NUM_TOTALS
from wormadvisor.solver.value.payoff import Bounds, Payoff


@dataclass
class Between:
    """An objective that knows its ends only between two bounds."""

    lower: Bounds
    upper: Bounds
    name = "between"

    def payoff(self, position: Position, rules: Rules) -> Payoff:
        return Payoff(
            stop=(self.lower.stop + self.upper.stop)[:, None] / 2,
            bust=np.array([(self.lower.bust + self.upper.bust) / 2]),
            outcomes=(BUST,) * NUM_TOTALS,
            kind="certified",
            lower=self.lower,
            upper=self.upper,
        )


def test_the_bounds_of_a_moment_are_those_of_whatever_choice_is_best() -> None:
    """W ends at 35, known to be about a half; the 1 can bust at once, known hardly at all."""
    lower, upper = np.zeros(NUM_TOTALS), np.zeros(NUM_TOTALS)
    lower[35], upper[35] = 0.4, 0.6
    objective = Between(Bounds(lower, 0.0), Bounds(upper, 0.9))
    turn = Turn(parse_counts("5x6"), parse_counts("W1"))
    advice = advise(Position.start(), turn, Rules(), objective)
    assert [FACES[choice.face or 0] for choice in advice.choices] == ["W", "1"]
    assert not advice.decided
    assert (advice.choices[0].value.lo, advice.choices[0].value.hi) == (0.4, 0.6)
    assert (advice.value.lo, advice.value.hi) == (0.4, 0.9)


def test_losses_are_those_of_the_best_choice_though_another_could_be_worth_more() -> None:
    """Ends in the middle of their bounds: W 0.5 and to stop; 1 stops as a bust at 0.45."""
    lower, upper = np.zeros(NUM_TOTALS), np.zeros(NUM_TOTALS)
    lower[35], upper[35] = 0.4, 0.6
    objective = Between(Bounds(lower, 0.0), Bounds(upper, 0.9))
    turn = Turn(parse_counts("5x6"), parse_counts("W1"))
    advice = advise(Position.start(), turn, Rules(), objective)
    face = FACES.index
    assert advice.loss_of(face("W"), "stop") == advice.loss_of(face("W")) == 0
    assert advice.loss_of(face("1"), "stop") == advice.loss_of(face("1")) == pytest.approx(0.05)


def test_near_ties_are_within_the_bounds() -> None:
    """Ends less than a tie apart: a turn that takes them for equal is worth less than the best."""
    rng = np.random.default_rng(1)
    ends = 0.5 + 0.9e-9 * rng.integers(0, 12, NUM_TOTALS + 1)
    sharp = Bounds(ends[:NUM_TOTALS], float(ends[NUM_TOTALS]))
    value = advise(Position.start(), None, Rules(), Between(sharp, sharp)).value
    true, _ = exact.turn_chances(
        lambda total: total, NUM_TOTALS, [Fraction(end) for end in ends.tolist()]
    )
    assert value.lo is not None
    assert value.hi is not None
    assert Fraction(value.lo) <= true <= Fraction(value.hi)
    assert value.hi - value.lo < 1e-11
