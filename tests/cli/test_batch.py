"""One position text a line in, one JSON object a line out."""

import json
import subprocess
import sys

import pytest

GOOD = "21-36/-/- Wx4 5,5,W,3 flip"


def answers(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_answers_every_line_in_order(run, ask):
    lines = ["21-36/-/-", GOOD, "21-36/-/- 1x8"]
    result = run("hint", "--batch", stdin="\n".join(lines) + "\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert answers(result) == [ask("hint", "--position", line) for line in lines]


def test_a_bad_line_does_not_stop_the_rest(run):
    lines = [GOOD, "21-36/-/- 5x2 1", "", "-/21/22", "\xff\x00\x1b", " ", GOOD, "21-36/-/-/99 x"]
    result = run("hint", "--batch", "--json", stdin="\r\n".join(lines))
    assert (result.exit_code, result.stderr) == (1, "")
    found = answers(result)
    assert len(found) == len(lines)
    assert [number for number, answer in enumerate(found, 1) if "error" not in answer] == [1, 7]
    for number, answer in enumerate(found, 1):
        if "error" in answer:
            assert answer.keys() == {"schema", "error"}
            assert answer["error"].keys() == {"kind", "message", "where"}
            assert answer["error"]["where"].startswith(f"line {number}: ")
    kinds = [answer["error"]["kind"] for answer in found if "error" in answer]
    assert kinds[:3] == ["dice_not_complete", "empty", "game_over"]
    assert found[1]["error"]["where"] == "line 2: roll, column 15"


def test_takes_an_objective(run):
    (answer,) = answers(run("hint", "--batch", "--objective", "tile", stdin=GOOD))
    assert answer["objective"] == "tile"
    result = run("hint", "--batch", "--objective", "none", stdin=GOOD)
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["where"] == "--objective"


def test_takes_no_other_question(run):
    result = run("hint", "--batch", "--me", "21", stdin=GOOD)
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["kind"] == "not_with_batch"


@pytest.mark.parametrize("stdin", ["", b""])
def test_nothing_asked_nothing_answered(run, stdin):
    result = run("hint", "--batch", stdin=stdin)
    assert (result.exit_code, result.output) == (0, "")


def test_bytes_that_are_no_text(run):
    result = run("hint", "--batch", stdin=b"\xff\xfe\n" + GOOD.encode())
    assert result.exit_code == 1
    assert ["error" in answer for answer in answers(result)] == [True, False]


def test_can_be_driven_line_by_line():
    with subprocess.Popen(
        [sys.executable, "-m", "wormadvisor.cli", "hint", "--batch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write(GOOD + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["best"] == {"face": "5", "then": "roll"}
        process.stdin.close()
        assert process.wait(10) == 0
