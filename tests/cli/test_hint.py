"""Right answers to questions as people ask them, and how they look."""

import json
import random
from types import SimpleNamespace

import pytest

from tests.cli.moments import random_moment
from wormadvisor.cli.hint_answer import advice_text
from wormadvisor.cli.layout import window_width
from wormadvisor.cli.objectives import resolve_objective
from wormadvisor.solver.advice import advise

LEAD = ("--objective", "lead")


def test_nothing_is_said_of_a_habit_that_loses_nothing(run):
    position = "28/-/26,25,21/29,32/24,33,23/34,27,22,30 2x1,3x1,4x3,5x1 1,4 flip+steal=forced"
    answer = json.loads(run("hint", "--position", position, "--json").stdout)
    assert answer["best"] == {"face": "1", "then": "stop"}
    assert answer["greedy"] == {"face": "1", "then": "roll", "loss": 0}
    assert "worms alone" not in run("hint", "--position", position).stdout


@pytest.mark.parametrize(("columns", "width"), [("²", 80), ("٤٠", 80), ("0", 80), ("41", 41)])
def test_the_width_of_the_window(monkeypatch, columns, width):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("sys.stdout", SimpleNamespace(isatty=lambda: True, fileno=lambda: -1))
    assert window_width() == width


def near(value: float) -> object:
    return pytest.approx(value, abs=5e-8)


@pytest.mark.parametrize(
    ("question", "face", "then", "value"),
    [
        ("--roll 1,1,2,4,4,4,5,W", "4", "roll", 1.5035075),
        ("--taken 3x3 --roll 1,3,4,4,W", "W", "roll", 1.0007740),
        ("--taken 3,5,W --sum 23 --left 3", None, "roll", 1.7256944),
        ("--taken 2,3x2,4x2,W", None, "stop", 1.0),
        ("--me 31 --roll 1,3,3,3,4,4,5,W", "4", "roll", 0.6866167),
        ("--me 29 --roll 1,3,3,3,4,4,5,W", "4", "roll", 0.6544596),
        ("--roll 1,3,3,3,4,4,5,W", "4", "roll", 1.3847053),
        ("--roll 5,5,W,3 --taken W", "5", "roll", 3.25),
        (
            "--objective tile --grill 30,31 --me 24 --opp 27 --taken Wx3,4x2",
            None,
            "roll",
            0.5976080,
        ),
    ],
)
def test_best_choice_and_its_value(ask, question, face, then, value):
    answer = ask("hint", *LEAD, *question.split())
    assert answer["best"] == {"face": face, "then": then}
    assert answer["choices"][0]["value"] == near(value)


def choice(answer, face):
    return next(found for found in answer["choices"] if found["face"] == face)


def test_values_of_the_other_choices(ask):
    answer = ask("hint", *LEAD, "--taken", "3x3", "--roll", "1,3,4,4,W")
    assert choice(answer, "4")["value"] == near(0.8577675)
    assert choice(answer, "4")["loss"] == near(1.0007740 - 0.8577675)
    answer = ask("hint", *LEAD, "--taken", "2,3x2,4x2,W")
    assert answer["choices"][0]["roll"]["value"] == near(0.8888889)
    answer = ask("hint", *LEAD, "--roll", "5,5,W,3", "--taken", "W")
    assert choice(answer, "5")["total"] == 30
    assert choice(answer, "5")["stop"]["value"] == 3
    assert choice(answer, "3")["total"] == 23
    assert choice(answer, "3")["roll"]["value"] == near(2.2808642)
    assert choice(answer, "3")["stop"]["value"] == 1


def test_the_best_choice_comes_first_and_the_reason_last(run):
    lines = run("hint", *LEAD, "--roll", "5,5,W,3", "--taken", "W").stdout.splitlines()
    assert lines[0] == "Set aside 5x2, then ROLL. (Dice: 2)"
    assert lines[3].startswith("> 5x2   30     2  roll  +3.2500  0.0000")
    assert lines[-1] == "position: 21-36/-/- Wx4 3,5,5,W official"


@pytest.mark.parametrize(
    ("question", "headline"),
    [
        ("--taken 2,3x2,4x2,W", "STOP: take the 21."),
        ("--taken 3,5,W --sum 23 --left 3", "ROLL. (Dice: 3)"),
        ("", "ROLL. (Dice: 8)"),
        ("--taken W --roll W", "BUST: the roll has no new face."),
        ("--taken 1x7 --roll 2 --grill 36", "Set aside 2x1, then STOP: a bust."),
        ("--taken 5x4,Wx3 --roll 1", "Set aside 1x1, then STOP: take the 36."),
        ("--taken Wx3,5x4 --roll 1 --opp - --opp 36", "steal the 36 from opponent 2."),
        ("--taken Wx3,5x4,1 --opp 36", "STOP: steal the 36 from opponent 1."),
        ("--taken 1x8", "STOP: a bust."),
    ],
)
def test_headline(run, question, headline):
    assert headline in run("hint", *LEAD, *question.split()).stdout.splitlines()[0]


def test_lists_the_tiles_out_of_the_game(run):
    assert "out of the game: 25-36" in run("hint", *LEAD, "--grill", "21-23", "--me", "24").stdout
    assert "out of the game" not in run("hint", *LEAD, "--me", "24").stdout


@pytest.mark.parametrize("objective", ["lead", "worms", "tile", "reach:25", "hit:25"])
def test_every_objective_says_what_its_values_are(run, objective):
    result = run("hint", "--objective", objective, "--roll", "11223344")
    assert result.exit_code == 0
    assert "value: " in result.stdout


def test_fits_the_window():
    rng = random.Random(2)
    for _ in range(150):
        position, turn, rules = random_moment(rng)
        goal = resolve_objective(rng.choice(["lead", "tile"]))
        advice = advise(position, turn, rules, goal.objective)
        for width in (40, 80):
            text = advice_text(advice, goal, width)
            lines = [_plain(line) for line in text.splitlines()]
            long = [line for line in lines if len(line) > width]
            assert all(line in text.partition("position:\n")[2].splitlines() for line in long)


def _plain(line: str) -> str:
    for code in ("\x1b[1m", "\x1b[2m", "\x1b[0m", "\x1b[32m", "\x1b[31m"):
        line = line.replace(code, "")
    return line


def test_colour_only_where_it_is_wanted(run, monkeypatch):
    assert "\x1b" in run("hint", *LEAD, color=True).output
    assert "\x1b" not in run("hint", *LEAD).output
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("hint", *LEAD, color=True).output
    assert "\x1b" not in run("odds", color=True).output
