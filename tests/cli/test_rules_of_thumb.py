"""The rules of thumb as they are told and measured."""

import json

import pytest

from wormadvisor.cli import rules_of_thumb
from wormadvisor.cli.rules_of_thumb import RULES
from wormadvisor.solver.thumb import THUMB, Thumb
from wormadvisor.solver.thumb_search import SIMPLEST, Step
from wormadvisor.tables.thumb import find
from wormadvisor.tables.thumb_figures import MEASURED


def test_five_lines_that_say_what_the_player_does(run):
    result = run("rules-of-thumb")
    lines = result.stdout.splitlines()
    assert [line[:3] for line in lines[:6]] == ["1. ", "2. ", "3. ", "4. ", "5. ", ""]
    # The words are for these parameters; tests/solver/test_thumb.py holds each line.
    assert (
        Thumb(
            "thumb",
            steals=True,
            first_worms=3,
            die_cost=2.0,
            margin=1,
            margin_without=2,
            takes_highest=True,
            ends_well=True,
        )
        == THUMB
    )
    # Five lines of paper or screen, with their numbers.
    assert max(map(len, RULES)) <= 77


def test_for_programs(ask):
    answer = ask("rules-of-thumb", "--rules", "flip")
    assert answer["lines"] == list(RULES)
    (figures,) = answer["figures"]
    assert figures["rules"] == "flip"
    assert [against["name"] for against in figures["against"]] == ["lead", "network:1"]
    for against in figures["against"]:
        assert against["lo"] < against["score"] < against["hi"] < 0.5


def test_figures_that_are_told_come_out_again(run):
    """Other positions and games give the same within five standard errors."""
    told = next(some for some in MEASURED if some.rules == "official")
    result = run(
        *("rules-of-thumb", "--measure", "--rules", "official", "--json"),
        *("--games", "40", "--positions", "200", "--seed", "77"),
    )
    again = json.loads(result.stdout)["figures"][0]
    assert again["loss"] == pytest.approx(told.loss.shares, abs=5 * again["loss_se"])
    for against, before in zip(again["against"], told.against, strict=True):
        adjusted = against["adjusted"]
        error = (adjusted["hi"] - adjusted["lo"]) / 2 / 1.96
        assert adjusted["score"] == pytest.approx(before.adjusted.mean, abs=5 * error)


@pytest.mark.slow
def test_search_finds_the_same_rules():
    *_, last = find(seed=2)
    assert last.rule == THUMB


def test_a_step_of_the_search_is_told_in_words(run, monkeypatch):
    steps = [Step(1, SIMPLEST, 0.0213), Step(64, THUMB, 0.0095)]
    monkeypatch.setattr(rules_of_thumb, "find", lambda seed: iter(steps))
    first, last = run("rules-of-thumb", "--search").stderr.splitlines()
    assert first.endswith(": with a tile: stops at once; without a tile: stops at once")
    assert "in the first roll only from 3 up; each die counts 2 less" in last
    assert "without a tile: stops when faces aside outnumber dice left by 2" in last
    assert "=" not in first + last


def test_the_command_told_is_the_one_that_measured(run):
    assert run("rules-of-thumb").stdout.endswith("--seed 2\n")
    assert run("rules-of-thumb", "--rules", "flip").stdout.endswith("--seed 2 --rules flip\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--games 10", "--games: goes with --measure only"),
        ("--positions 10", "--positions: goes with --measure only"),
        ("--search --games 10", "--games: goes with --measure only"),
        ("--seed 1", "--seed: goes with one of these only: --search, --measure"),
        (
            "--games 2500 --seed 1",
            "--games: goes with --measure only; "
            "--seed: goes with one of these only: --search, --measure",
        ),
    ],
)
def test_what_would_have_no_effect_is_refused(refusal, words, told):
    assert refusal("rules-of-thumb", *words.split()) == told


def test_wrong_wishes(refusal):
    # At once, not after a search.
    assert "--measure" in refusal("rules-of-thumb", "--rules", "short", "--search")
    assert "--measure" in refusal("rules-of-thumb", "--rules", "short")
    assert "house" in refusal("rules-of-thumb", "--rules", "house", "--measure")
