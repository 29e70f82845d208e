"""Whatever is asked: an exit code, one line, and never a traceback."""

import json

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wormadvisor.cli.failure import failure_of
from wormadvisor.cli.wording import error_line, error_sentence, quoted
from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.game import Game
from wormadvisor.solver.position import Outcome, Position
from wormadvisor.tables.errors import TableError

PIECES = [
    "-", ",", "/", " ", "x", "+", "=", ":", "W", "w", "5", "1", "2", "21", "22", "36", "21-36",
    "5x2", "Wx4", "flip", "official", "steal=forced", "reach", "hit", "tile", "lead", "99", "0",
    "\n", "\x1b[31m", "é", "\udcff", "\uff19", "\u0663", "²",
]  # fmt: skip
OPTIONS = [
    "--roll", "--taken", "--sum", "--left", "--grill", "--me", "--opp", "--players", "--rules",
    "--steal", "--lower-tile", "--position", "--objective",
]  # fmt: skip
pieces = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
# Winning is no quick question; hypothesis finds the word in the source.
texts = (pieces | st.text(max_size=8)).filter(lambda text: text.lower() != "win")
questions = st.lists(st.tuples(st.sampled_from(OPTIONS), texts), max_size=5)
table = st.sampled_from(["21-36/-/-", "21,25/22/36", "22-30/-/21/36", "-/21/22"])
dice = st.text("12345W", max_size=8)
plausible = st.tuples(
    table, dice.map(lambda d: d or "-"), st.none() | dice, st.sampled_from(["", " flip", " free"])
).map(lambda t: f"{t[0]} {t[1]}{' ' + t[2] if t[2] else ''}{t[3]}")


@settings(max_examples=400, deadline=None)
@given(questions, st.sampled_from(["hint", "odds"]), st.booleans())
def test_never_a_traceback(run, question, command, as_json):
    check(run, command, [word for option in question for word in option], as_json)


@settings(max_examples=200, deadline=None)
@given(plausible, st.sampled_from(["hint", "odds"]), st.booleans())
def test_never_a_traceback_on_positions(run, text, command, as_json):
    check(run, command, ["--position", text], as_json)


def check(run, command, args, as_json):
    if command == "odds":
        args = [word.replace("--objective", "--rules") for word in args]
    # Winning is no quick question: the first answer is for worms, unless something else is asked.
    words = ["--objective", "lead"] if command == "hint" else []
    result = run(command, *words, *args, *(["--json"] if as_json else []))
    assert result.exit_code in (0, 1, 2)
    if result.exit_code == 0:
        assert result.stderr == ""
    elif as_json or {"--json", "--batch"} & set(args):  # Even as the value of an option.
        error = json.loads(result.stdout)["error"]
        assert error.keys() == {"kind", "message", "where"}
        assert all(isinstance(part, str) and part for part in error.values())
        assert result.stderr == ""
    else:
        assert result.stdout == ""
        assert result.stderr.startswith("Error: ")
        assert result.stderr.splitlines() == [result.stderr.removesuffix("\n")]


@pytest.mark.parametrize(
    ("args", "where", "words"),
    [
        (["hint", "--rol", "5"], "--rol", "No such option"),
        (["hint", "--roll"], "--roll", "requires an argument"),
        (["hint", "more"], "arguments", "'more' belongs to no option"),
        (["hunt"], "arguments", "No such command"),
        (["--x\ny"], "--x\\ny", "No such option"),
    ],
)
def test_options_that_do_not_exist(run, refusal, args, where, words):
    assert words in refusal(*args)
    result = run(args[0], "--json", *args[1:]) if args[0] == "hint" else run(*args, "--json")
    error = json.loads(result.stdout)["error"]
    assert (result.exit_code, result.stderr, error["kind"]) == (2, "", "usage")
    assert words in error["message"]
    assert error["where"] == where


def test_points_at_the_help(refusal):
    assert refusal("hint", "more").endswith("; see wormadvisor hint --help")


def test_an_error_as_json(run):
    result = run("hint", "--json", "--roll", "5,7")
    assert json.loads(result.stdout) == {
        "schema": 1,
        "error": {
            "kind": "not_a_face",
            "message": "--roll, column 3: '7' is not a face of a die; "
            "faces are 1, 2, 3, 4, 5, W (the worm)",
            "where": "--roll, column 3",
        },
    }


def test_tokens_stay_on_one_line_and_short(refusal):
    assert quoted("a\nb\x1b") == r"'a\nb\x1b'"
    assert len(quoted("x" * 10_000)) < 50
    assert len(refusal("hint", "--me", "9" * 10_000)) < 200
    assert len(refusal("hint", "--objective", "reach:" + "9" * 5_000)) < 200


def test_a_kind_without_a_sentence_is_told_all_the_same():
    error = SolverError(Problem("new_kind", "--roll", {"spot": 1}))
    assert error_line(error) == "--roll: --roll: new_kind {'spot': 1}"


def test_what_cannot_be_answered_exits_with_one():
    damaged = failure_of(TableError("damaged", "/cache/odds", "run `tables build odds`"))
    assert damaged is not None
    assert damaged.code == 1
    assert damaged.line == ("/cache/odds: the file is damaged; to mend it: run `tables build odds`")
    assert damaged.answer["error"]["kind"] == "damaged"
    assert damaged.answer["error"]["where"] == "/cache/odds"
    full = failure_of(OSError(28, "No space left on device", "/x\ny"))
    assert full is not None
    assert (full.code, full.line) == (1, r"/x\ny: No space left on device")
    assert full.answer["error"]["kind"] == "io"


def test_other_errors_of_click_and_mistakes_of_ours():
    told = failure_of(click.BadParameter("no", param=click.Option(["--gap"])))
    assert told is not None
    assert (told.code, told.answer["error"]["where"]) == (2, "--gap")
    assert failure_of(ZeroDivisionError()) is None


def test_interrupted(run, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("wormadvisor.cli.answers.advise", interrupt)
    assert run("hint").exit_code == 130
    monkeypatch.setattr("wormadvisor.cli.answers.advise", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run("hint")


@pytest.mark.parametrize(
    ("outcome", "message"),
    [
        (
            Outcome("steal", 24, 1),
            "'steal 24' is not possible here; possible: steal 27, steal 26, take 21,23-25,36, bust",
        ),
        (Outcome("steal", 27, 1), "the 27 is on the stack of another player"),
        (Outcome("steal", 27), "the 27 is on the stack of another player"),
        (
            Outcome("claim", 36, 1),
            "a claim has a tile only, a steal a tile and a player, a bust neither",
        ),
    ],
)
def test_an_end_that_is_impossible(outcome, message):
    start = Position((21, 23, 24, 25, 36), ((22,), (26,), (27,)))
    with pytest.raises(SolverError) as caught:
        Game.new(("A", "B", "C"), start=start).ended(outcome)
    assert error_sentence(caught.value) == message
