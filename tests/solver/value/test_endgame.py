import json
import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tests import exact
from wormadvisor.solver.advice import advise
from wormadvisor.solver.batch import Batch
from wormadvisor.solver.dice import FACES, NO_DICE, Turn
from wormadvisor.solver.errors import BudgetError, PlayersError
from wormadvisor.solver.notation import parse_counts, parse_position
from wormadvisor.solver.patterns import pattern_index
from wormadvisor.solver.position import BUST, Position
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.solver.value.certify import is_proven
from wormadvisor.solver.value.endgame import Endgames, closed_set_size, look_ahead
from wormadvisor.solver.value.lead import WORMS
from wormadvisor.solver.value.liveclass import LiveClass
from wormadvisor.solver.value.win import CertifiedWin

OFFICIAL, FLIP = PRESETS["official"], PRESETS["flip"]
REFERENCE = json.loads(
    (Path(__file__).parents[2] / "data/reference/endgames.json").read_text(encoding="utf-8")
)


def solved(position: Position, rules: Rules) -> Endgames:
    endgames = Endgames(rules)
    endgames.solve(position)
    return endgames


def bounds(position: Position, endgames: Endgames) -> tuple[float, float]:
    lower, upper = endgames.bounds(Batch.of([position]))
    return float(lower[0]), float(upper[0])


@pytest.mark.parametrize("case", REFERENCE, ids=lambda case: f"{case['rules']}{case['grill']}")
def test_reference_endgames(case) -> None:
    rules = PRESETS[case["rules"]]
    position = Position(case["grill"], [case["me"], case["opp"]])
    endgames = solved(position, rules)
    lower, upper = bounds(position, endgames)
    assert upper - lower < 1e-8
    assert (lower + upper) / 2 == pytest.approx(case["win"], abs=1e-8)

    win = CertifiedWin(endgames)
    before = advise(position, None, rules, win).value
    assert before.value == pytest.approx(case["win"], abs=1e-8)
    if "turn" not in case:
        return
    dice = case["turn"]
    kept = parse_counts(dice["taken"]) if dice["taken"] else NO_DICE
    advice = advise(position, Turn(kept, parse_counts(dice["roll"])), rules, win)
    assert advice.decided
    for choice, expected in zip(advice.choices, dice["alternatives"], strict=True):
        assert choice.face is not None
        assert FACES[choice.face] == expected["face"]
        assert choice.count == expected["count"]
        assert choice.after.total == expected["total"]
        assert choice.stop is not None
        assert choice.stop.value.value == pytest.approx(expected["stop"], abs=1e-8)
        assert (choice.roll is None) == (expected["roll"] is None)
        if choice.roll is not None:
            assert choice.roll.value.value == pytest.approx(expected["roll"], abs=1e-8)


def test_one_tile_has_a_formula() -> None:
    reach_36, reach_21 = 0.01567814519388008, 0.8930267371507402
    lower, upper = bounds(p := Position([36], [(), ()]), solved(p, OFFICIAL))
    assert lower <= 1 / (2 - reach_36) <= upper
    lower, upper = bounds(p := Position([21], [(), ()]), solved(p, OFFICIAL))
    assert lower <= 1 / (2 - reach_21) <= upper
    lower, upper = bounds(p, solved(p, FLIP))
    assert lower <= reach_21 + (1 - reach_21) / 2 <= upper


def check_exactly(start: Position, rules: Rules) -> None:
    """Hold every position of a closed set against its exact rational value."""
    endgames = solved(start, rules)

    def guess(position: Position) -> Fraction:
        lower, upper = bounds(position, endgames)
        return Fraction((lower + upper) / 2)

    for position, value in exact.solve(start, rules, guess).items():
        lower, upper = bounds(position, endgames)
        assert Fraction(lower) <= value <= Fraction(upper), position


@pytest.mark.parametrize("name", ["official", "free"])
def test_two_tiles_in_exact_rationals(name: str) -> None:
    check_exactly(Position([23, 34], [(), ()]), PRESETS[name])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "tiles"),
    [("official", (22, 30, 33)), ("flip", (21, 28, 36)), ("short", (24, 25, 31))],
)
def test_three_tiles_in_exact_rationals(name: str, tiles: tuple[int, ...]) -> None:
    check_exactly(Position(tiles, [(), ()]), PRESETS[name])


def test_a_false_lower_bound_is_not_proven() -> None:
    """L <= T(L) would let it pass; the value is 0.2238 (from the project's issue)."""
    position = Position([22], [(30,), (33,)])
    endgames = solved(position, OFFICIAL)
    tiles = (22, 30, 33)

    def known(tiles):
        found = endgames.class_bounds(tiles)
        assert found is not None
        return found

    def without(rank):
        lower, upper = known(tiles[:rank] + tiles[rank + 1 :])
        return lower[None], upper[None]

    every = LiveClass(np.array([tiles]), OFFICIAL, without)
    lower, upper = known(tiles)
    assert is_proven(every, lower, upper)
    index = pattern_index(Batch.of([position], (22, 30, 33)))[0]
    assert lower[index] == pytest.approx(0.2238, abs=5e-5)
    for rest, cover in ((lower, upper), (np.zeros_like(lower), np.ones_like(upper))):
        planted = rest.copy()
        planted[index] = 0.999
        assert not is_proven(every, planted, np.maximum(cover, planted))
    assert (planted <= every.back_up(planted, least=True)).all()


def test_losing_on_purpose_can_be_right() -> None:
    """Claiming the last tile ends the game lost; greedy play takes it all the same."""
    position, turn, rules = parse_position("21/22,23/24,33 5x3,Wx1 1,1,2,3 official")
    assert turn is not None
    advice = advise(position, turn, rules, CertifiedWin(solved(position, rules)))
    greedy = advise(position, turn, rules, WORMS)
    assert advice.best is not None
    assert greedy.best is not None
    assert greedy.best.stop is not None
    assert greedy.best.stop.outcome.kind == "claim"
    same = next(choice for choice in advice.choices if choice.face == greedy.best.face)
    assert same.stop is not None
    assert same.stop.value.value == 0.0
    assert advice.decided
    assert advice.best.then == "roll"
    assert advice.best.value.value > 0.01


def test_playouts_agree() -> None:
    """Play the game out with the advice itself, 2,000 times."""
    start = Position([23], [(28,), (25,)])
    endgames = solved(start, OFFICIAL)
    win = CertifiedWin(endgames)
    payoffs: dict[Position, tuple] = {}
    rng = random.Random(5)
    games, won = 2000, 0.0
    for _ in range(games):
        position, mover = start, 0
        while not position.is_over:
            if position not in payoffs:
                ends = advise_ends(position, win)
                payoffs[position] = tuple(zip(*ends.items(), strict=True))
            outcomes, chances = payoffs[position]
            position = position.after(rng.choices(outcomes, chances)[0], OFFICIAL)
            mover = 1 - mover
        won += position.shares()[mover]
    lower, upper = bounds(start, endgames)
    expected = (lower + upper) / 2
    error = (expected * (1 - expected) / games) ** 0.5
    assert won / games == pytest.approx(expected, abs=4 * error)


def advise_ends(position: Position, win: CertifiedWin) -> dict:
    """Sum the chances of a best turn's ends by outcome."""
    from wormadvisor.solver.turn.solution import SolvedTurn

    payoff = win.payoff(position, OFFICIAL)
    ends = SolvedTurn(payoff.stop, payoff.bust, payoff.busts).ends(Turn(NO_DICE))
    chances: dict = {}
    for outcome, chance in zip((*payoff.outcomes, BUST), ends, strict=True):
        chances[outcome] = chances.get(outcome, 0.0) + chance
    return chances


def test_only_two_players() -> None:
    with pytest.raises(PlayersError, match="game of two"):
        Endgames(OFFICIAL).solve(Position.start(3))


def test_a_budget_is_kept() -> None:
    position = Position([21, 25, 36], [(22,), ()])
    endgames = Endgames(OFFICIAL)
    with pytest.raises(BudgetError) as caught:
        endgames.solve(position, max_states=100)
    assert caught.value.fields["states"] == closed_set_size(4) == 141 + 4 * 25 + 6 * 5 + 4
    assert bounds(position, endgames) == (0.0, 1.0)

    class EnoughError(Exception):
        pass

    def stop_in_the_last_class(progress) -> None:
        if progress.done > 100:
            raise EnoughError

    with pytest.raises(EnoughError):
        endgames.solve(position, step=stop_in_the_last_class)
    smaller = Position([21, 25], [(22,), ()])
    assert bounds(smaller, endgames)[1] - bounds(smaller, endgames)[0] < 1e-8
    batch = Batch.of([position])
    truth = bounds(position, solved(position, OFFICIAL))
    widths = []
    for depth in (1, 2):
        lower, upper = look_ahead(batch, OFFICIAL, endgames.bounds, depth)
        assert lower[0] <= truth[0]
        assert truth[1] <= upper[0]
        widths.append(upper[0] - lower[0])
    assert widths[1] <= widths[0] < 1
