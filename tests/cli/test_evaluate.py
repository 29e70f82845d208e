"""`evaluate`, and `hint --objective win`, held against the reference endgames."""

import json
from pathlib import Path

import pytest

from wormadvisor.solver.rules import PRESETS
from wormadvisor.tables import kinds
from wormadvisor.tables.store import Store

REFERENCE = json.loads(
    (Path(__file__).parents[1] / "data/reference/endgames.json").read_text(encoding="utf-8")
)
SMALL = [case for case in REFERENCE if case["states"] < 100]
ON_PURPOSE = "21/22,23/24,33 5x3,Wx1 1,1,2,3 official"


@pytest.fixture
def ask(run):
    """Ask for JSON; on a slow machine, standard error has some progress."""

    def call(*words: str):
        result = run(*words, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    return call


def tiles(listed) -> str:
    return ",".join(map(str, listed)) or "-"


def options(case) -> list[str]:
    words = ["--rules", case["rules"], "--grill", tiles(case["grill"])]
    return [*words, "--me", tiles(case["me"]), "--opp", tiles(case["opp"])]


@pytest.mark.parametrize("case", SMALL, ids=lambda case: f"{case['rules']}{case['grill']}")
def test_reference_values(ask, case) -> None:
    answer = ask("evaluate", *options(case))
    assert answer["objective"] == "win"
    assert answer["kind"] == "certified"
    assert answer["rules"] == case["rules"]
    assert answer["position"].endswith(case["rules"])
    mine, theirs = answer["values"]
    assert (mine["player"], theirs["player"]) == (0, 1)
    assert mine["share"] == pytest.approx(case["win"], abs=1e-8)
    assert mine["share"] + theirs["share"] == pytest.approx(1)
    for value in (mine, theirs):
        assert value["lo"] <= value["share"] <= value["hi"] <= value["lo"] + 1e-6
    if "turn" not in case:
        return
    dice = case["turn"]
    asked = [*options(case), "--roll", dice["roll"]]
    asked += ["--taken", dice["taken"]] if dice["taken"] else []
    hint = ask("hint", "--objective", "win", *asked)
    assert hint["decided"]
    for choice, expected in zip(hint["choices"], dice["alternatives"], strict=True):
        assert (choice["face"], choice["count"]) == (expected["face"], expected["count"])
        assert choice["stop"]["value"] == pytest.approx(expected["stop"], abs=1e-6)
        if expected["roll"] is None:
            assert choice["roll"] is None
        else:
            assert choice["roll"]["value"] == pytest.approx(expected["roll"], abs=1e-6)
            assert choice["roll"]["lo"] <= choice["roll"]["value"] <= choice["roll"]["hi"]
    moment = ask("evaluate", *asked)["values"][0]["share"]
    assert moment == pytest.approx(hint["choices"][0]["value"])


def test_the_table_on_disk_gives_the_same_within_its_gap(run, ask, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("WORMADVISOR_CACHE", str(tmp_path))
    question = ("evaluate", "--grill", "24,33", "--rules", "flip")
    solved = ask(*question)["values"][0]
    for kind in kinds.endgame_kinds([PRESETS["flip"]], 2):
        kinds.build(kind, Store())
    stored = ask(*question)["values"][0]
    assert stored["lo"] <= solved["lo"] <= solved["hi"] <= stored["hi"]
    assert stored != solved
    # A gap that the table does not have is solved for.
    assert ask(*question, "--gap", "1e-9")["values"][0] == solved
    # A damaged table is told, and the answer is the same as without it.
    table = Store().open(kinds.kind_named("endgame-flip-2").spec).path
    damaged = bytearray(table.read_bytes())
    damaged[-100] ^= 1
    table.write_bytes(damaged)
    result = run(*question, "--json")
    assert result.exit_code == 0
    assert result.stderr.count("wormadvisor tables build endgame-flip-2") == 1
    share = json.loads(result.stdout)["values"][0]["share"]
    assert share == pytest.approx(solved["share"], abs=1e-8)


def test_text(run) -> None:
    result = run("evaluate", "--grill", "22,25,29")
    assert result.exit_code == 0
    assert "You win 55.36%." in result.stdout
    assert "0.553639888" in result.stdout
    assert "position: 22,25,29/-/- official" in result.stdout


def test_out_of_reach_is_said_and_what_to_do(run) -> None:
    result = run("evaluate")
    assert (result.exit_code, result.stdout) == (1, ""), "a good question, but no answer"
    assert "16 tiles" in result.stderr
    assert "8 or fewer" in result.stderr
    result = run("evaluate", "--grill", "21-27")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: position: 7 tiles")
    assert "--exact" in result.stderr


def test_time_gives_honest_bounds(ask) -> None:
    mine = ask("evaluate", "--grill", "21-24,36", "--time", "0.000001")["values"][0]
    assert 0 <= mine["lo"] < mine["hi"] <= 1
    whole = ask("evaluate", "--grill", "21-24,36")["values"][0]
    assert mine["lo"] <= whole["lo"]
    assert whole["hi"] <= mine["hi"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["evaluate", "--players", "3", "--exact"], "game of two"),
        (["evaluate", "--grill", "-", "--me", "21"], "game is over"),
        (["evaluate", "--gap", "0"], "--gap"),
        (["evaluate", "--gap", "x"], "--gap"),
        (["evaluate", "--time", "-1"], "--time"),
        (["hint", "--exact"], "--objective win"),
        (["hint", "--gap", "1e-6"], "--objective win"),
    ],
)
def test_what_cannot_be_answered(refusal, words, says) -> None:
    assert says in refusal(*words)


def test_losing_on_purpose_and_what_greed_would_cost(run, ask) -> None:
    answer = ask("hint", "--objective", "win", "--position", ON_PURPOSE)
    best = answer["choices"][0]
    assert answer["best"] == {"face": "3", "then": "roll"}
    assert best["stop"] == {
        "value": 0.0, "kind": "certified", "lo": 0.0, "hi": 0.0,
        "outcome": {"type": "claim", "tile": 21, "from": None},
    }  # fmt: skip
    assert answer["greedy"]["then"] == "stop"
    assert answer["greedy"]["loss"] == pytest.approx(best["roll"]["value"])
    text = run("hint", "--objective", "win", "--position", ON_PURPOSE).stdout
    assert "Playing for worms alone: 3x1 aside, then stop, is 9.0% worse." in text
    assert "proven: every chance here" in text


def test_no_choice_is_called_best_that_is_not_proven_so(run, ask) -> None:
    words = ("hint", "--objective", "win", "--grill", "21-25", "--time", "0.000001",
             "--roll", "1,1,2,3,4,4,5,W")  # fmt: skip
    answer = ask(*words)
    assert answer["decided"] is False
    rolls = [choice["roll"] for choice in answer["choices"]]
    assert max(r["hi"] for r in rolls[1:]) > rolls[0]["lo"]
    text = run(*words).stdout
    assert text.startswith("Too close to call")
    # Nothing is said of what is not known.
    assert ">" not in text.split("value:")[0]
    assert "worth the same" not in text
    evaluated = run("evaluate", "--grill", "21-25", "--time", "0.000001").stdout
    assert "more is not proven" in evaluated
    assert "The other player wins" not in evaluated


def test_a_batch_of_wins(run) -> None:
    lines = ["24/-/- flip", "nonsense", "36/21/- - flip"]
    result = run("hint", "--objective", "win", "--batch", stdin="\n".join(lines))
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [answer.get("objective") for answer in answers] == ["win", None, "win"]


def test_a_gap_that_was_not_reached_is_told(run) -> None:
    result = run("evaluate", "--grill", "36", "--gap", "1e-13")
    assert result.exit_code == 0
    assert "a gap of 1.0e-13 was not reached" in result.stderr
    assert "not reached" not in run("evaluate", "--grill", "36").stderr
