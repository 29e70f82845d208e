"""Matches from the command line."""

import pytest

MATCH = ("match", "lead", "cautious", "--games", "40", "--seed", "4")


def test_result_for_programs(ask):
    answer = ask(*MATCH, "--rules", "flip")
    head = ("schema", "rules", "seed", "games", "players")
    assert tuple(answer) == head
    assert [answer[name] for name in head[:4]] == [1, "flip", 4, 40]
    assert [player["name"] for player in answer["players"]] == ["lead", "cautious"]
    for player in answer["players"]:
        assert player["lo"] <= player["score"] <= player["hi"]
        assert player["adjusted"]["lo"] <= player["adjusted"]["hi"]
    assert sum(player["score"] for player in answer["players"]) == pytest.approx(1)
    assert answer["players"][0]["score"] > 0.5


def test_games_are_whole_sets(ask):
    answer = ask("match", "worms", "lead", "random", "--games", "10")
    assert answer["games"] == 12
    assert "elo" not in answer["players"][0]


def test_equal_players_are_even(ask):
    for player in ask("match", "lead", "lead", "--games", "20")["players"]:
        assert player["score"] == 0.5
        assert abs(player["elo"]) < 1e-9


def test_result_for_people(run):
    result = run(*MATCH)
    lines = result.stdout.splitlines()
    assert lines[1].startswith("lead")
    assert lines[-1] == "40 games, rules official, seed 4"


def test_sequential_test(ask, run):
    test = ask("match", "lead", "random", "--games", "2000", "--sprt", "0.5:0.9")
    assert test["sprt"]["accepts"] == 0.9
    assert test["games"] < 2000
    even = run("match", "lead", "lead", "--games", "20", "--sprt", "0.45:0.55")
    assert even.stdout.endswith("sequential test: not decided between 0.45 and 0.55\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("match", "lead"), "two to seven"),
        (("match", "lead", "nobody"), "nobody"),
        (("match", "lead", "network:0"), "network:0"),
        (("match", "lead", "lead", "--sprt", "0.6:0.5"), "0.6:0.5"),
        (("match", "lead", "lead", "--rules", "house"), "house"),
    ],
)
def test_wrong_questions(refusal, arguments, told):
    assert told in refusal(*arguments)
