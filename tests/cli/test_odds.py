"""Chances of every total, as table, bars and JSON; from disk or computed."""

import json

import pytest

from wormadvisor.solver.dice import Turn
from wormadvisor.solver.notation import parse_position
from wormadvisor.solver.turn.solution import SolvedTurn
from wormadvisor.solver.value.lead import TotalObjective

FIELDS = {
    "schema", "position", "rules", "players", "out_of_game", "bust_next", "choices", "totals",
}  # fmt: skip


def chance(text, objective):
    position, turn, rules = parse_position(text)
    payoff = objective.payoff(position, rules)
    solved = SolvedTurn(payoff.stop, payoff.bust, payoff.busts)
    return float(solved.value(turn or Turn((0,) * 6))[0])


def test_seven_fives(ask):
    answer = ask("odds", "--taken", "5x7")
    assert answer.keys() == FIELDS
    assert answer["bust_next"] == pytest.approx(1 / 6)
    assert len(answer["totals"]) == 41
    assert answer["totals"][21] == {
        "total": 21,
        "at_least": pytest.approx(1 / 6),
        "at_least_face": None,
        "exactly": 0,
        "exactly_face": None,
        "outcome": {"type": "claim", "tile": 21, "from": None},
    }
    assert answer["totals"][40]["exactly"] == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    "text",
    [
        "21-36/-/- official",
        "21-36/-/- 5x2 official",
        "21-36/-/- Wx4 3,5,5,W official",
        "21-36/-/- - 1,1,2,4,4,4,5,W official",
        "21-36/-/- 1x1,2x1,3x1,4x1,5x1,Wx2 official",
    ],
)
def test_the_best_chance_of_every_total(ask, text):
    answer = ask("odds", "--position", text)
    assert answer["position"] == text
    for total in range(0, 41, 4):
        row = answer["totals"][total]
        assert row["at_least"] == pytest.approx(chance(text, TotalObjective(total, exactly=False)))
        assert row["exactly"] == pytest.approx(chance(text, TotalObjective(total, exactly=True)))


def test_a_roll_names_the_faces(ask):
    answer = ask("odds", "--roll", "5,5,W,3", "--taken", "W")
    assert answer["bust_next"] is None
    assert [(choice["face"], choice["count"]) for choice in answer["choices"]] == [
        ("5", 2),
        ("3", 1),
    ]
    assert answer["choices"][0]["bust_next"] == pytest.approx(1 / 9)
    assert answer["totals"][24]["exactly_face"] == "3"
    assert answer["totals"][31]["at_least_face"] == "5"


def test_moments_without_a_next_roll(ask, run):
    assert ask("odds", "--taken", "1,2,3,4,5,W")["bust_next"] is None
    assert "The turn is over" in run("odds", "--taken", "1,2,3,4,5,W").stdout
    assert "After 1x1 the turn is over." in run("odds", "--taken", "Wx7", "--roll", "1").stdout
    answer = ask("odds", "--taken", "W", "--roll", "W")
    assert (answer["choices"], answer["bust_next"]) == ([], None)
    assert all(row["at_least"] == 0 and row["at_least_face"] is None for row in answer["totals"])
    assert run("odds", "--taken", "W", "--roll", "W").stdout.startswith("BUST")


def test_table(run):
    lines = run("odds", "--taken", "5x7", "--opp", "25").stdout.splitlines()
    assert lines[0] == "The next roll has no new face: 16.67%"
    assert lines[2] == "total  or more  exactly  gets"
    assert lines[3] == "   21   16.67%       0%  take 21"
    assert lines[7] == "   25   16.67%       0%  steal 25"
    assert lines[22] == "   40   16.67%   16.67%  take 36"
    lines = run("odds", "--taken", "W", "--roll", "5,5,W,3").stdout.splitlines()
    assert lines[6] == "   23     100%  5     100%  3  take 23"


def test_bars(run):
    text = run("odds", "--taken", "W", "--roll", "5,5,W,3", "--bars").stdout
    rows = {line[:2]: line for line in text.splitlines() if line[:2].isdigit()}
    assert len(rows) == 20
    assert rows["23"] == "23  100%  100% " + "█" * 65
    assert rows["31"].endswith("█" * 18 + "░" * 40)
    assert rows["40"] == "40    0%    0%"
    assert all(len(line) <= 80 for line in rows.values())


def test_bars_where_there_are_no_blocks(run, monkeypatch):
    monkeypatch.setattr("wormadvisor.cli.odds_text._BLOCKS", ("\ud800", "\ud800"))
    assert "#" in run("odds", "--bars").stdout


def test_a_damaged_table_is_noted_and_not_used(run, ask, tmp_path):
    computed = ask("odds")
    assert run("tables", "build", "odds").exit_code == 0
    assert ask("odds") == computed
    files = [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[:-7])
    result = run("odds", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == computed
    assert result.stderr.startswith("Note: computed, because of ")
    assert result.stderr.count("\n") == 1


def test_no_open_tile(run):
    result = run("odds", "--json", "--grill", "-")
    assert (result.exit_code, result.stderr) == (2, "")
    error = json.loads(result.stdout)["error"]
    assert (error["kind"], error["where"]) == ("game_over", "--grill")
