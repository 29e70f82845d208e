"""What programs get wrong about the rules, where it takes a solved turn to see it.

Those that concern positions and outcomes alone are in ``test_position.py``.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from tests import exact
from wormadvisor.solver.advice import advise
from wormadvisor.solver.dice import FACES
from wormadvisor.solver.notation import parse_position
from wormadvisor.solver.position import BUST, Outcome, worms
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.solver.turn.solution import SolvedTurn
from wormadvisor.solver.value.endgame import Endgames
from wormadvisor.solver.value.lead import LEAD, WORMS, one_turn_objective
from wormadvisor.solver.value.payoff import payoff_of_outcomes
from wormadvisor.solver.value.win import CertifiedWin

FORCED = {f"{name}+steal=forced": Rules.parse(f"{name}+steal=forced") for name in PRESETS}
every_preset = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
every_rules = pytest.mark.parametrize(
    "rules", (PRESETS | FORCED).values(), ids=(PRESETS | FORCED).keys()
)


@dataclass(frozen=True)
class Wanting:
    """An objective that likes some outcomes and nothing else."""

    liked: tuple[Outcome, ...]
    name: str = "wanting"

    def payoff(self, position, rules):
        worth = {o: np.array([float(o in self.liked)]) for o in position.all_outcomes()}
        return payoff_of_outcomes(position, rules, worth)


def asked(text, rules, objective=LEAD):
    position, turn, _ = parse_position(text)
    return advise(position, turn, rules, objective)


def by_face(advice):
    return {FACES[choice.face]: choice for choice in advice.choices}


# W and total are judged after the choice


@every_rules
def test_the_worm_may_come_with_the_very_last_choice(rules):
    advice = asked("21-36/-/- 4x3,5x4 W", rules)
    (choice,) = advice.choices
    assert choice.roll is None
    assert choice.stop.outcome == Outcome("claim", 36)
    assert advice.value.value == 4


@every_rules
def test_the_total_may_come_with_the_very_last_choice(rules):
    (choice,) = asked("21-36/-/- 1x3,2x2,3,W 4", rules).choices
    assert (choice.after.total, choice.stop.outcome) == (19, BUST)
    (choice,) = asked("21-36/-/- 1x2,2x2,3x2,W 4", rules).choices
    assert (choice.after.total, choice.stop.outcome) == (21, Outcome("claim", 21))


@every_rules
def test_without_a_worm_the_best_total_is_a_bust(rules):
    advice = asked("21-24,26-36/25/- 4x4,5x4", rules)
    (choice,) = advice.choices
    assert choice.stop.outcome == BUST
    assert choice.stop.value.value == -worms(25)


# Six faces


@every_rules
@pytest.mark.parametrize(
    ("text", "total", "left"),
    [
        ("21/22/36 1,2,3,4,5x2 1,W", 25, 1),
        ("21/22/36 1,2,3,4,5x1 W,W,W", 30, 0),
        ("21/22/36 2,3,4,5,W 1,1,5", 21, 1),
    ],
)
def test_six_faces_and_a_valid_total_must_take_the_tile(rules, text, total, left):
    """Not even a player who would rather bust, or who then loses the game, may do else."""
    for objective in (Wanting((BUST,)), win(rules, text)):
        advice = asked(text, rules, objective)
        choice = next(c for c in advice.choices if c.after.used == exact.ALL_USED)
        assert (choice.after.total, choice.after.dice_left) == (total, left)
        assert choice.roll is None
        assert choice.stop.outcome == Outcome("claim", 21)
        assert choice.value.value == 0


def win(rules, text):
    position, _, _ = parse_position(text)
    endgames = Endgames(rules)
    endgames.solve(position)
    return CertifiedWin(endgames)


# Busts


@every_rules
def test_a_bust_loses_the_tile_whatever_was_set_aside(rules):
    """33 with a W would take the 33: the roll of the last die may cost it, and the 25 too."""
    advice = asked("21-24,26-36/25/- 4x2,5x2,Wx3 W", rules)
    assert advice.choices == ()
    assert advice.reason.fields["lost"] == 25
    assert advice.value.value == -worms(25)

    (choice,) = asked("21-24,26-36/25/- 4x2,5x2,Wx3", rules).choices
    assert choice.stop.value.value == worms(33)
    assert choice.roll.bust == choice.roll.bust_next == 1 / 2
    # 1, 2, 3: 34, 35, 36.
    assert choice.roll.value.value == pytest.approx((worms(34) * 3 - 3 * worms(25)) / 6)


@every_rules
def test_own_top_tile_as_the_total_and_nothing_lower_is_a_bust(rules):
    (choice,) = asked("26,30/25/- 5x3,Wx2", rules).choices
    assert choice.after.total == 25
    assert choice.stop.outcome == BUST
    assert choice.stop.value.value == -worms(25)
    assert choice.then == "roll"


@every_rules
def test_without_a_tile_there_is_nothing_to_lose(rules):
    advice = asked("30/-/25 3x4,4x3 4", rules)
    assert advice.choices == ()
    assert advice.value.value == 0


@every_rules
def test_stopping_without_a_tile_is_legal_and_a_bust(rules):
    """Who wants to bust does it at once: three 1 and no W, and no risk of a forced W."""
    advice = asked("21/22/36 5x4 1,1,1,W", rules, Wanting((BUST,)))
    best = by_face(advice)["1"]
    assert advice.best == best
    assert best.then == "stop"
    assert best.stop.outcome == BUST
    assert best.value.value == 1
    # The W makes 25 and takes the 21; only a roll may still lose it.
    worm = by_face(advice)["W"]
    assert worm.stop.value.value == 0
    assert worm.then == "roll"


@every_rules
def test_the_chance_to_bust_on_purpose(rules):
    """Only eight W at the first roll force a claim; from any other roll a bust is certain."""
    position, _, _ = parse_position("21-36/-/-")
    payoff = Wanting((BUST,)).payoff(position, rules)
    value, chances = exact.turn_chances(
        lambda total: int(position.outcomes(total, rules)[0] == BUST), 1, [0, 1]
    )
    solved = SolvedTurn(payoff.stop, payoff.bust, payoff.busts)
    assert solved.before_first_roll[0] == pytest.approx(float(value), abs=1e-14)
    assert chances == [Fraction(1, 6**8), 1 - Fraction(1, 6**8)]


# Stealing


@pytest.mark.parametrize(
    ("rules", "total_21"),
    [(rules, True) for rules in PRESETS.values()] + [(rules, False) for rules in FORCED.values()],
    ids=(*PRESETS, *FORCED),
)
def test_steal_the_22_or_take_the_21(rules, total_21):
    text = "21,30/-/22 1x2,5x2,Wx2"
    stop = asked(text, rules).choices[0].stop
    assert stop.outcome == Outcome("steal", 22, 1)
    assert stop.value.value == 2
    wanted = Outcome("claim", 21)
    stop = asked(text, rules, Wanting((wanted,))).choices[0].stop
    assert stop.outcome == (wanted if total_21 else Outcome("steal", 22, 1))
    assert stop.value.value == total_21


@every_rules
def test_a_steal_needs_no_tile_on_the_grill_below(rules):
    (choice,) = asked("30,31/-/22 1x2,5x2,Wx2", rules).choices
    assert choice.stop.outcome == Outcome("steal", 22, 1)


@every_rules
def test_only_that_players_tile_is_stolen(rules):
    (choice,) = asked("30/-/25/23,27/22 1x2,5x2,Wx2", rules).choices
    assert choice.stop.outcome == Outcome("steal", 22, 3)
    assert choice.stop.value.value == pytest.approx(1 + 1 / 3)


@every_rules
def test_more_than_36_steals_nothing(rules):
    (choice,) = asked("33/-/36 5x3,Wx5", rules).choices
    assert choice.after.total == 40
    assert choice.stop.outcome == Outcome("claim", 33)
    (choice,) = asked("33/-/36 4x4,5x1,Wx3", rules).choices
    assert choice.stop.outcome == Outcome("steal", 36, 1)


# Only a win chance sees it


@every_preset
def test_who_is_behind_busts_on_purpose(rules):
    """21 is the last tile, and taking it loses by 2 to 4 worms; a bust plays on."""
    text = "21/22/36 5x4 1,1,1,W"
    advice = asked(text, rules, win(rules, text))
    assert advice.decided
    assert FACES[advice.best.face] == "1"
    assert advice.best.then == "stop"
    assert advice.best.stop.outcome == BUST
    assert advice.best.value.value > 0.01
    assert by_face(advice)["W"].stop.value.value == 0

    greedy = asked(text, rules, WORMS)
    assert FACES[greedy.best.face] == "W"
    assert greedy.best.stop.outcome == Outcome("claim", 21)


@pytest.mark.parametrize(
    ("text", "objective", "bust"),
    [
        # After the roll 3,3,3,5 the 3s and stop is as good as the 5 and a risky roll.
        (
            "21,22,23,24,27,29,30,32,33,34,36/25,28,31,35/26 4x1,Wx3 free+steal=forced",
            "lead",
            0.1134259259259259,
        ),
        ("31,33/-/22/29,32,34 3x1,4x3 flip+returned_highest_flips=yes+steal=forced", "worms",
         0.716711),
    ],
)  # fmt: skip
def test_of_equal_choices_the_one_that_stops_is_played_later_in_the_turn_too(text, objective, bust):
    """Values of a program written apart from this one, from the rules alone."""
    position, turn, rules = parse_position(text)
    advice = advise(position, turn, rules, one_turn_objective(objective))
    assert advice.best.roll.bust == pytest.approx(bust, abs=1e-6)
