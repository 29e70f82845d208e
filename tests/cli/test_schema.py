"""The JSON of every kind of moment, field by field, and that it goes round."""

import json
import random
from itertools import pairwise

import pytest

from tests.cli.moments import random_moment
from wormadvisor.cli.schema import advice_object, dump
from wormadvisor.solver.advice import advise
from wormadvisor.solver.notation import parse_position
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.lead import LEAD
from wormadvisor.solver.value.payoff import Bounds, Payoff

QUESTION = {"schema", "position", "rules", "players", "out_of_game"}
QUALITY = {"kind", "depth", "accuracy", "pruned", "drivers"}
CHOICE = {
    *("face", "count", "total", "dice_left", "stop", "roll", "then", "value", "loss"),
    "outcomes",
}
FOR_LEAD = ("--objective", "lead")
CLAIM_30 = {"type": "claim", "tile": 30, "from": None}
BUST = {"type": "bust", "tile": None, "from": None}


def test_a_roll(ask):
    answer = ask("hint", *FOR_LEAD, "--roll", "5,5,W,3", "--taken", "W")
    assert answer.keys() == QUESTION | QUALITY | {"objective", "best", "choices"}
    assert answer["schema"] == 1
    assert answer["position"] == "21-36/-/- Wx4 3,5,5,W official"
    assert (answer["rules"], answer["players"], answer["objective"]) == ("official", 2, "lead")
    assert answer["out_of_game"] == []
    assert answer["best"] == {"face": "5", "then": "roll"}
    first, second = answer["choices"]
    assert first.keys() == second.keys() == CHOICE
    assert first == {
        "face": "5",
        "count": 2,
        "total": 30,
        "dice_left": 2,
        "stop": {"value": 3.0, "kind": "exact", "outcome": CLAIM_30},
        "roll": {
            "value": pytest.approx(3.25),
            "kind": "exact",
            "bust": pytest.approx(1 / 9),
            "bust_next": pytest.approx(1 / 9),
        },
        "then": "roll",
        "value": pytest.approx(3.25),
        "loss": 0.0,
        # Of 36 rolls of two dice: 3,3 and 4,4; a 4 otherwise, or 2,2; a 3; a 2, or 1,1; a 1;
        # only 5s and Ws.
        "outcomes": [
            {"type": "claim", "tile": 36, "from": None, "chance": pytest.approx(2 / 36)},
            {"type": "claim", "tile": 34, "from": None, "chance": pytest.approx(11 / 36)},
            {"type": "claim", "tile": 33, "from": None, "chance": pytest.approx(8 / 36)},
            {"type": "claim", "tile": 32, "from": None, "chance": pytest.approx(7 / 36)},
            {"type": "claim", "tile": 31, "from": None, "chance": pytest.approx(4 / 36)},
            {"type": "bust", "tile": None, "from": None, "chance": pytest.approx(4 / 36)},
        ],
    }
    assert (second["face"], second["count"]) == ("3", 1)


def test_before_the_first_roll(ask):
    answer = ask("hint", *FOR_LEAD, "--rules", "flip")
    assert answer["position"] == "21-36/-/- flip"
    assert answer["best"] == {"face": None, "then": "roll"}
    (only,) = answer["choices"]
    assert only.keys() == CHOICE
    assert (only["face"], only["count"], only["total"], only["dice_left"]) == (None, 0, 0, 8)
    assert only["stop"] is None
    assert only["roll"].keys() == {"value", "kind", "bust", "bust_next"}
    assert only["roll"]["bust_next"] == 0
    assert (only["then"], only["value"], only["loss"]) == ("roll", only["roll"]["value"], 0)


def test_stop_or_roll(ask):
    answer = ask("hint", *FOR_LEAD, "--taken", "2,3x2,4x2,W", "--opp", "21", "--players", "3")
    assert answer["players"] == 3
    (only,) = answer["choices"]
    assert (only["face"], only["count"], only["total"], only["dice_left"]) == (None, 0, 21, 2)
    assert only["stop"]["outcome"] == {"type": "steal", "tile": 21, "from": 1}
    assert only["stop"]["value"] == 1.5


@pytest.mark.parametrize("taken", ["1x8", "1,2,3,4,5,W", "Wx8"])
def test_no_rolling_on(ask, taken):
    (only,) = ask("hint", *FOR_LEAD, "--taken", taken)["choices"]
    assert only["roll"] is None
    assert only["then"] == "stop"
    assert only["stop"]["outcome"]["type"] == ("claim" if taken == "Wx8" else "bust")


def test_stopping_in_a_bust_has_the_value_of_the_bust(ask):
    answer = ask("hint", *FOR_LEAD, "--taken", "5x4", "--me", "22,33")
    assert answer["choices"][0]["stop"] == {"value": -4.0, "kind": "exact", "outcome": BUST}


def test_a_roll_without_a_new_face(ask):
    answer = ask("hint", *FOR_LEAD, "--taken", "W", "--roll", "W,W", "--me", "25", "--grill", "22")
    assert answer.keys() == QUESTION | QUALITY | {"objective", "best", "choices", "outcome"}
    assert (answer["choices"], answer["best"], answer["outcome"]) == ([], None, BUST)
    assert answer["out_of_game"] == [21, 23, 24, *range(26, 37)]


def test_no_open_tile(run):
    for question in (["--grill", "-"], ["--position", "-/21/22"]):
        result = run("hint", "--json", *FOR_LEAD, *question)
        assert (result.exit_code, result.stderr) == (2, "")
        error = json.loads(result.stdout)["error"]
        assert error["kind"] == "game_over"
        assert "grill" in error["where"]


def test_bounds_and_standard_errors_go_along():
    class Certified:
        name = "win"

        def payoff(self, position: Position, rules: Rules) -> Payoff:
            middle = LEAD.payoff(position, rules)
            low, high = (
                Bounds(middle.stop[:, 0] + side, float(middle.bust[0]) + side)
                for side in (-0.5, 0.5)
            )
            return Payoff(middle.stop, middle.bust, middle.outcomes, "certified", low, high)

    position, turn, rules = parse_position("21-36/-/- 2x1,3x2,4x2,Wx1")
    (only,) = advice_object(advise(position, turn, rules, Certified()))["choices"]
    assert only["stop"] | {"outcome": None} == {
        "value": 1.0, "kind": "certified", "lo": 0.5, "hi": 1.5, "outcome": None
    }  # fmt: skip
    assert only["roll"]["lo"] < only["roll"]["value"] < only["roll"]["hi"]


def test_never_not_a_number():
    with pytest.raises(ValueError, match="JSON"):
        dump({"value": float("nan")})


def test_the_position_text_asks_the_same_question_again(ask):
    rng = random.Random(8)
    for _ in range(40):
        position, turn, rules = random_moment(rng)
        answer = advice_object(advise(position, turn, rules, LEAD))
        assert ask("hint", *FOR_LEAD, "--position", answer["position"]) == answer
        json.dumps(answer, allow_nan=False)
        values = [choice["value"] for choice in answer["choices"]]
        assert all(a >= b - 1e-9 for a, b in pairwise(values))
        for choice in answer["choices"]:
            way = choice[choice["then"]]
            assert way["value"] == choice["value"]
            assert choice["loss"] == pytest.approx(values[0] - choice["value"], abs=1e-9)
            assert (choice["stop"] is None) == (choice["total"] == 0)
