"""Win chances as people get them: estimates, deeper ones, rollouts; and what goes wrong."""

import json
import re
import shutil

import pytest

from wormadvisor.cli.evaluation import Evaluation
from wormadvisor.cli.quality import quality
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.kinds import Value
from wormadvisor.solver.value.rolled import RolledWin
from wormadvisor.solver.value.rollout import GAMES
from wormadvisor.tables import weights
from wormadvisor.tables.rollouts import FOLDER

LATE = ("--grill", "21,26,33", "--me", "31", "--opp", "29,30,36")
ROLLED = (*LATE, "--taken", "5x3,W", "--rollout")


@pytest.fixture
def ask(run):
    """Ask for JSON; on a slow machine, standard error has some progress."""

    def call(*words):
        result = run(*words, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    return call


def test_the_default_is_the_win_two_turns_deep(ask):
    answer = ask("hint", "--roll", "5,5,W,3", "--taken", "W")
    assert (answer["objective"], answer["kind"], answer["depth"]) == ("win", "estimate", 2)
    assert answer["best"] == {"face": "5", "then": "roll"}
    assert 0 < answer["accuracy"] < 0.05
    assert answer["pruned"] == 0
    assert [one["player"] for one in answer["values"]] == [0, 1]
    assert sum(one["share"] for one in answer["values"]) == pytest.approx(1)
    assert answer["values"][0]["share"] == answer["choices"][0]["value"]
    for choice in answer["choices"]:
        assert sum(one["chance"] for one in choice["outcomes"]) == pytest.approx(1)
        bust = [one["chance"] for one in choice["outcomes"] if one["type"] == "bust"]
        assert choice["roll"]["bust"] == pytest.approx(sum(bust))


@pytest.mark.parametrize("players", [2, 3, 7])
def test_evaluate_tells_every_players_share(ask, run, players):
    answer = ask("evaluate", "--players", str(players), "--depth", "1")
    shares = [one["share"] for one in answer["values"]]
    assert len(shares) == players
    assert sum(shares) == pytest.approx(1, abs=1e-6)
    assert abs(shares[0] - 1 / players) < 0.06
    text = run("evaluate", "--players", str(players), "--depth", "1").stdout
    told = [float(share) for share in re.findall(r"wins? ([\d.]+)%", text)]
    assert told == pytest.approx([100 * share for share in shares], abs=0.0501)
    assert "estimate, one turn deep; chances are right to about" in text


def test_every_depth_says_so(ask, run):
    straight = ask("evaluate", "--depth", "0")
    assert (straight["kind"], straight["depth"]) == ("estimate", 0)
    assert "straight from the evaluator" in run("evaluate", "--depth", "0").stdout
    for depth in (1, 3):
        answer = ask("hint", "--depth", str(depth), *LATE)
        assert (answer["kind"], answer["depth"]) == ("estimate", depth)
    text = run("hint", "--depth", "3", *LATE).stdout
    assert "estimate, 3 turns deep; chances are right to about 1%" in text


def test_where_a_proof_is_near_it_is_told(run):
    text = run("evaluate", "--grill", "21-25", "--depth", "1").stdout
    assert "--exact proves the chances in seconds" in text
    assert "--exact" not in run("evaluate", "--grill", "21-27", "--depth", "1").stdout
    assert "--exact" not in run("evaluate", "--grill", "21", "--players", "3").stdout


@pytest.mark.parametrize(("pruned", "told"), [(0.004, 1), (0.006, 2)])
def test_what_was_left_out_is_told_where_it_matters(pruned, told):
    position = Position.start(3)
    value = Value(0.34, "estimate")
    shares = (0.34, 0.33, 0.33)
    lines = quality(Evaluation(position, None, Rules(), value, shares, 4, pruned, None))
    assert len(lines) == told
    assert lines[0].startswith("estimate, 4 turns deep")
    assert (
        lines[1:]
        == ["Outcomes that are unlikely, 0.6% in all, were looked at less deeply."][: told - 1]
    )


def test_time_deepens_what_cannot_be_proven_at_once(ask):
    short = ask("evaluate", "--time", "0.000001", *LATE)
    assert (short["kind"], short["depth"]) == ("estimate", 1)
    assert ask("evaluate", "--time", "1e9", "--depth", "2", *LATE)["depth"] == 2
    assert ask("evaluate", "--time", "0.000001", "--grill", "22,25")["kind"] == "certified"


def test_a_rollout_goes_on_where_it_stopped(ask, run, tmp_path, monkeypatch):
    words = ("evaluate", *ROLLED, "--se", "0.000001")
    first = ask(*words, "--games", "64")
    assert (first["kind"], first["rollout"]["seed"]) == ("rollout", 1)
    more = ask(*words, "--games", "192")
    assert (first["rollout"]["games"], more["rollout"]["games"]) == (64, 192)
    assert more["accuracy"] == more["values"][0]["se"] < 1.5 * first["accuracy"]
    # Asked for fewer again, nothing is played.
    assert ask(*words, "--games", "64") == more
    other = ask(*words, "--games", "64", "--seed", "2")
    assert other["values"] != first["values"]
    assert len(list((tmp_path / "cache" / FOLDER).glob("*.npz"))) == 2
    monkeypatch.setenv("WORMADVISOR_CACHE", str(tmp_path / "another"))
    at_once = ask(*words, "--games", "192")
    # What was never interrupted comes to the same, in another order of addition.
    assert at_once["rollout"] == pytest.approx(more["rollout"])
    assert at_once["values"][0] == pytest.approx(more["values"][0])
    text = run(*words, "--games", "64").stdout
    assert "rollout: 192 games after each outcome, worth" in text
    assert "seed 1; standard error" in text


def test_a_hint_by_rollout_stops_when_it_is_clear(ask, run):
    words = ("hint", *LATE, "--taken", "5x3,Wx2", "--roll", "1,2,2", "--rollout")
    answer = ask(*words)
    assert answer["kind"] == "rollout"
    assert answer["rollout"]["games"] < 64 * 100, "it stopped by itself"
    ways = [choice[way] for choice in answer["choices"] for way in ("stop", "roll") if choice[way]]
    assert all(way["se"] >= 0 for way in ways)
    told = {True: "better than any other, at 99 %", False: "Not clear yet which choice"}
    assert told[answer["rollout"]["clear"]] in run(*words).stdout


def test_no_games_where_every_outcome_is_certain(ask, run):
    words = ("evaluate", "--grill", "36", "--opp", "-", "--rules", "flip", "--rollout")
    # The only tile is claimed or flipped: either way the game is over.
    answer = ask(*words)
    assert (answer["rollout"]["games"], answer["accuracy"]) == (0, 0)
    assert "no games were needed" in run(*words).stdout
    exact = ask("evaluate", "--grill", "36", "--rules", "flip", "--exact")["values"][0]
    assert exact["lo"] - 1e-9 <= answer["values"][0]["share"] <= exact["hi"] + 1e-9


def test_rollouts_are_no_batch(run):
    result = run("hint", "--rollout", "--batch")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["kind"] == "not_together"


def test_an_interrupted_rollout_says_that_it_is_kept(ask, run, monkeypatch):
    def interrupted(win, *_, **__):
        win.play(1)
        yield win.rollout
        raise KeyboardInterrupt

    words = ("evaluate", *ROLLED, "--se", "0.000001", "--games", "64")
    monkeypatch.setattr(RolledWin, "play_until", interrupted)
    result = run(*words)
    assert (result.exit_code, result.stdout) == (130, "")
    assert "ask again to go on" in result.stderr
    monkeypatch.undo()
    assert ask(*words)["rollout"]["games"] == 64


def test_the_help_tells_how_many_games_go_together(run):
    text = " ".join(run("evaluate", "--help").stdout.split())
    assert f"in blocks of {GAMES}." in text


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda folder: (folder / "manifest.json").unlink(), "no such file"),
        (lambda folder: (folder / "2.npz").unlink(), "no such file"),
        (lambda folder: (folder / "2.npz").write_bytes(b"PK"), "damaged"),
        (lambda folder: _edit(folder, '"yes"', '"maybe"'), "other rules"),
        (lambda folder: _edit(folder, '"format": 1', '"format": 99'), "another version"),
    ],
)
@pytest.mark.parametrize("command", ["hint", "evaluate"])
def test_an_evaluator_that_cannot_be_used_is_refused_in_one_line(
    run, tmp_path, monkeypatch, spoil, says, command
):
    folder = tmp_path / "network"
    shutil.copytree(weights.FOLDER, folder)
    spoil(folder)
    weights.read_network.cache_clear()
    monkeypatch.setattr(weights.read_trained, "__defaults__", (folder,))
    result = run(command)
    weights.read_network.cache_clear()
    assert (result.exit_code, result.stdout) == (1, "")
    assert says in result.stderr
    assert "make train" in result.stderr
    assert result.stderr.count("\n") == 1


def _edit(folder, old, new):
    path = folder / "manifest.json"
    path.write_text(path.read_text().replace(old, new))
