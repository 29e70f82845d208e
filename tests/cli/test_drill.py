"""Drills, typed through a pipe."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from wormadvisor.cli import drill
from wormadvisor.cli.drill_score import DrillScore, KeptScore, load_score, score_path


@pytest.fixture(autouse=True)
def _own_score(tmp_path, monkeypatch):
    monkeypatch.setenv("WORMADVISOR_DATA", str(tmp_path / "data"))


DRILL = ("drill", "--seed", "4", "--count", "3")


def positions(text):
    return re.findall(r"^position: (.*)$", text, re.MULTILINE)


def test_the_answer_is_what_hint_says(run, ask):
    shown = run(*DRILL, stdin="?\n?\n?\n").stdout
    assert len(positions(shown)) == 3
    assert shown.endswith("all drills: 0 answers, 0 best, 0 in a row now, mean loss -\n")
    answers = []
    for position in positions(shown):
        best = ask("hint", "--position", position)["choices"][0]
        answers.append(f"{best['face']} {best['then']}\n")
    result = run(*DRILL, stdin="".join(answers)).stdout
    assert result.count("\nRight. ") == 3
    assert "now: 3 answers, 3 best, 3 in a row now, mean loss 0%" in result


def test_a_wrong_answer_costs_what_hint_says(run, ask):
    position = positions(run(*DRILL[:3], stdin="?\n").stdout)[0]
    worst = ask("hint", "--position", position)["choices"][-1]
    assert worst["loss"] > 0.001
    other = run(*DRILL, stdin=f"{worst['face']} {worst['then']}\n").stdout
    assert f"{100 * worst['loss']:.1f}% worse than the best" in other
    kept = json.loads(score_path().read_bytes())
    assert (kept["answers"], kept["best"]) == (1, 0)
    assert kept["loss"] == pytest.approx(worst["loss"])


def test_the_score_goes_on(run):
    run(*DRILL, stdin="W roll\n5 roll\n4 roll\n3 roll\n2 roll\n1 roll\n" * 3)
    before = json.loads(score_path().read_bytes())["answers"]
    assert before == 3
    result = run(*DRILL, stdin="")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].startswith("all drills: 3 answers")
    score_path().write_bytes(b'{"answers": "many"')
    assert "all drills: 0 answers" in run(*DRILL, stdin="q\n").stdout


def test_answers_of_another_drill_meanwhile_are_kept(run, monkeypatch):
    told = iter(["W roll", "5 roll", "4 roll", "3 roll", "2 roll", "1 roll"] * 3)

    def ask(*_):
        if load_score().answers == 1:
            other = KeptScore()
            for _ in range(3):
                other.add(0.0)
        return next(told)

    monkeypatch.setattr(drill, "ask", ask)
    shown = run(*DRILL).stdout
    assert json.loads(score_path().read_bytes())["answers"] == 6
    assert "now: 3 answers" in shown
    assert shown.splitlines()[-1].startswith("all drills: 6 answers")
    # Nothing but the score is left behind.
    assert list(score_path().parent.iterdir()) == [score_path()]


def test_drills_that_answer_at_the_same_time_lose_nothing():
    def answer(_):
        score = KeptScore()
        for _ in range(5):
            score.add(0.0)

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(answer, range(3)))
    assert load_score() == DrillScore(answers=15, best=15, loss=0.0, streak=15)


def test_answers_that_could_not_be_kept_are_kept_later(tmp_path, monkeypatch, capsys):
    score = KeptScore()
    home = score_path().parent
    home.write_text("in the way")
    score.add(0.02)
    score.add(0.0)
    assert capsys.readouterr().err.count("NOT SAVED: ") == 2
    assert score.score == DrillScore(answers=2, best=1, loss=0.02, streak=1)
    home.unlink()
    score.add(0.0)
    assert load_score() == score.score == DrillScore(answers=3, best=2, loss=0.02, streak=2)


@pytest.mark.parametrize(
    "text",
    [
        '{"answers": Infinity, "best": 0, "loss": 0, "streak": 0}',
        '{"answers": 1e400, "best": 0, "loss": 0, "streak": 0}',
        f'{{"answers": {10**400}, "best": 0, "loss": 0, "streak": 0}}',
        f'{{"answers": 1, "best": 0, "loss": {10**400}, "streak": 0}}',
        '{"answers": 3, "best": 0, "loss": NaN, "streak": 0}',
        '{"answers": 3, "best": 4, "loss": 0, "streak": 0}',
        '{"answers": -1, "best": -1, "loss": 0, "streak": -1}',
        "[" * 100_000,
        "[1]",
        "",
    ],
)
def test_a_damaged_score_is_a_new_one(text):
    score_path().parent.mkdir(parents=True)
    score_path().write_text(text)
    score = KeptScore()
    assert score.score == DrillScore()
    assert score.score.mean == 0
    score.add(0.5)
    assert load_score() == DrillScore(answers=1, best=0, loss=0.5, streak=0)


def test_what_is_not_understood_is_asked_again(run):
    result = run(*DRILL, stdin="zz\n9\nroll\nstop it\nW stop roll\n?\n")
    assert result.exit_code == 0
    assert len(positions(result.stdout)) == 1


def test_games_of_more_players(run):
    shown = run("drill", "--players", "3", "--level", "easy", "--seed", "1", stdin="?\n").stdout
    assert "opponent 2" in shown
    losses = re.findall(r"-(\d+\.\d)%\)", shown)
    assert max(map(float, losses)) >= 4.0


def test_wrong_wishes(refusal):
    assert "house" in refusal("drill", "--rules", "house")
    assert "8" in refusal("drill", "--players", "8")
    assert "10000" in refusal("drill", "--count", "99999999999999999999")


def test_a_streak_ends_with_a_worse_answer():
    score = DrillScore()
    for loss, streak in ((0.0, 1), (1e-5, 2), (0.02, 0), (0.0, 1)):
        score = score.with_answer(loss)
        assert score.streak == streak
    assert (score.answers, score.best) == (4, 3)
    assert score.mean == pytest.approx(0.0200100 / 4, abs=1e-6)


def test_help_is_no_answer(run):
    told = run(*DRILL, stdin="help\nh\n?\n").stdout
    assert told.count("W roll, 5 stop") == 3
    assert len(positions(told)) == 1


def test_who_makes_a_usual_mistake_is_told_which(run):
    shown = run(*DRILL, stdin="?\n").stdout
    act = re.search(r"\((.) (roll|stop), -\d", shown)
    assert f"({act[1]} {act[2]}, -" in run(*DRILL, stdin=f"{act[1]} {act[2]}\n").stdout


def test_goes_on_where_the_score_cannot_be_kept(run, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("WORMADVISOR_DATA", str(tmp_path / "file"))
    result = run(*DRILL, stdin="W roll\n5 roll\n4 roll\n3 roll\n2 roll\n1 roll\n" * 3)
    assert result.exit_code == 0
    assert "NOT SAVED: " in result.stderr
    assert "now: 3 answers" in result.stdout
