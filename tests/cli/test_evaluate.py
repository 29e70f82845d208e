"""`evaluate`, and `hint --objective win`, held against the reference endgames."""

import json
from pathlib import Path

import pytest

from wormadvisor.cli.evaluate import sentences
from wormadvisor.cli.evaluation import Evaluation
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.solver.value.kinds import Value
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
    hint = ask("hint", *asked)
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
    # As well in other answers.
    batch = run("hint", "--batch", stdin="24,33/-/- flip\n")
    rolled = run("evaluate", "--grill", "24", "--me", "33", "--rules", "flip", "--rollout",
                 "--games", "1")  # fmt: skip
    for result in (batch, rolled):
        assert result.exit_code == 0
        assert result.stderr.count("wormadvisor tables build endgame-flip-2") == 1


def test_text(run) -> None:
    result = run("evaluate", "--grill", "22,25,29")
    assert result.exit_code == 0
    assert "You win 55.36%." in result.stdout
    assert "0.553639888" in result.stdout
    assert "position: 22,25,29/-/- official" in result.stdout


def test_out_of_reach_is_said_and_what_to_do(run) -> None:
    result = run("evaluate", "--exact")
    assert (result.exit_code, result.stdout) == (1, ""), "a good question, but no answer"
    assert "16 tiles" in result.stderr
    assert "9 or fewer" in result.stderr
    result = run("evaluate", "--grill", "21-27", "--gap", "1e-6")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: position: 7 tiles")
    assert "--exact" in result.stderr


def test_time_gives_honest_bounds(ask) -> None:
    mine = ask("evaluate", "--grill", "21-24,36", "--exact", "--time", "0.000001")["values"][0]
    assert 0 <= mine["lo"] < mine["hi"] <= 1
    whole = ask("evaluate", "--grill", "21-24,36", "--exact")["values"][0]
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
        (["hint", "--exact", "--objective", "lead"], "--objective win"),
        (["hint", "--depth", "2", "--objective", "lead"], "--objective win"),
        (["hint", "--exact", "--players", "3"], "game of two"),
        (["hint", "--depth", "0"], "from 1 to 5"),
        (["hint", "--depth", "6"], "from 1 to 5"),
        (["evaluate", "--depth", "x"], "from 0 to 5"),
        (["evaluate", "--depth", "1", "--depth", "2"], "more than once"),
        (["evaluate", "--depth", "0", "--taken", "W"], "of dice"),
        (["evaluate", "--depth", "0", "--grill", "-", "--me", "21"], "game is over"),
        (["evaluate", "--depth", "0", "--rollout"], "from 1 to 5"),
        (["evaluate", "--rollout", "--grill", "-", "--me", "21"], "game is over"),
        (["evaluate", "--depth", "0", "--time", "3"], "--time: does not go with --depth 0"),
        (["evaluate", "--depth", "2", "--exact"], "--depth: does not go with --exact"),
        (["hint", "--rollout", "--gap", "0.1"], "--rollout: does not go with --gap"),
        (["hint", "--seed", "3"], "--seed: goes with --rollout only"),
        (["evaluate", "--games", "3", "--se", "0.1"], "--se: goes with --rollout only"),
        (["evaluate", "--rollout", "--se", "0"], "--se"),
        (["evaluate", "--rollout", "--games", "0"], "from 1 to"),
    ],
)
def test_what_cannot_be_answered(refusal, words, says) -> None:
    assert says in refusal(*words)


def test_losing_on_purpose_and_what_greed_would_cost(run, ask) -> None:
    answer = ask("hint", "--exact", "--position", ON_PURPOSE)
    best = answer["choices"][0]
    assert answer["best"] == {"face": "3", "then": "roll"}
    assert best["stop"] == {
        "value": 0.0, "kind": "certified", "lo": 0.0, "hi": 0.0,
        "outcome": {"type": "claim", "tile": 21, "from": None},
    }  # fmt: skip
    assert answer["greedy"]["then"] == "stop"
    assert answer["greedy"]["loss"] == pytest.approx(best["roll"]["value"])
    # As text it is an example of the documents; here a smaller one.
    text = run("hint", "--position", "21/22/36 5x4 1,1,1,W").stdout
    assert "Playing for worms alone: Wx1 aside, then stop, is 7.6% worse." in text
    assert "proven: every chance here" in text


def test_no_choice_is_called_best_that_is_not_proven_so(run, ask) -> None:
    # That the last tile ends the game lost is certain, and nothing else yet.
    words = ("hint", "--position", "22/30/36,35,34,33 5x4 2,3,W,W",
             "--exact", "--time", "0.000001")  # fmt: skip
    answer = ask(*words)
    assert answer["decided"] is False
    rolls = [choice["roll"] for choice in answer["choices"]]
    assert max(r["hi"] for r in rolls[1:]) > rolls[0]["lo"]
    text = run(*words).stdout
    assert text.startswith("Too close to call")
    # Nothing is said of what is not known.
    assert "\n>" not in text
    assert "worth the same" not in text


def test_where_nothing_is_proven_no_numbers_are_shown(run) -> None:
    words = ("--grill", "21-25", "--exact", "--time", "0.000001")
    for text in (
        run("evaluate", *words).stdout,
        run("hint", *words, "--roll", "1,1,2,3,4,4,5,W").stdout,
    ):
        assert text.startswith("Nothing is proven yet")
        assert "%" not in text


@pytest.mark.parametrize(
    ("lo", "hi", "says"),
    [
        (0.001, 0.999, "Nothing is proven yet"),
        (0.25, 0.75, "You win 25.00% to 75.00%: more is not proven."),
    ],
)
def test_wide_bounds_are_shown_where_they_tell_something(lo, hi, says) -> None:
    value = Value(0.5, "certified", lo=lo, hi=hi)
    start = Position.start(2)
    found = Evaluation(start, None, Rules(), value, (0.5, 0.5), depth=None, pruned=0.0, rolled=None)
    first, *_ = sentences(found)
    assert first.startswith(says)


def test_a_batch_of_wins(run) -> None:
    lines = ["24/-/- flip", "nonsense", "36/21/- - flip"]
    result = run("hint", "--batch", stdin="\n".join(lines))
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [answer.get("objective") for answer in answers] == ["win", None, "win"]


def test_a_gap_that_was_not_reached_is_told(run) -> None:
    result = run("evaluate", "--grill", "36", "--gap", "1e-13")
    assert result.exit_code == 0
    assert "a gap of 1.0e-13 was not reached" in result.stderr
    assert "not reached" not in run("evaluate", "--grill", "36").stderr
