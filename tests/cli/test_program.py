"""The program as a whole: help, version, what it imports, completion in the shell."""

import os
import subprocess
import sys

import pytest

from wormadvisor.cli.main import COMMANDS

HEAVY = ("joblib", "scipy", "numba", "rich", "importlib.metadata", "json", "wormadvisor.tables")
HEAVY_FOR_WINNING = ("joblib", "scipy", "numba", "rich", "importlib.metadata", "asyncio")


def test_bare_shows_examples_first(run):
    result = run()
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Examples:\n")
    assert all(f"  {command} " in result.stdout for command in COMMANDS)
    assert run("--help").stdout == result.stdout == run("-h").stdout


def test_the_examples_work(run):
    lines = [line.strip() for line in run().stdout.splitlines()]
    examples = [line.split()[1:] for line in lines if line.startswith("wormadvisor ")]
    assert len(examples) >= 3
    for example in examples:
        result = run(*example)
        assert (result.exit_code, result.stderr) == (0, "")


def test_version(run):
    assert run("--version").stdout.split()[0] == "wormadvisor"
    assert run("--version").exit_code == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run, command):
    assert run(command, "--help").exit_code == 0


def python(*args, **environment):
    return subprocess.run(
        [sys.executable, *args],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("options", "heavy"),
    [
        (["--objective", "lead"], HEAVY),
        ([], HEAVY_FOR_WINNING),
        (["--depth", "3"], HEAVY_FOR_WINNING),
        (["--players", "4"], HEAVY_FOR_WINNING),
    ],
    ids=["lead", "win", "deep", "four"],
)
def test_hint_imports_nothing_slow(options, heavy):
    words = ["hint", *options, "--roll", "5,5,W,3", "--taken", "W"]
    code = (
        "import sys; from wormadvisor.cli.main import program\n"
        f"try: program.main({words})\n"
        f"except SystemExit as end: print(end.code, [m for m in {heavy} if m in sys.modules])"
    )
    result = python("-W", "error", "-c", code)
    assert result.stderr == ""
    assert result.stdout.splitlines()[-1] == "0 []"


def test_as_a_module():
    result = python(
        "-m", "wormadvisor.cli", "hint", "--objective", "tile", "--taken", "2,3x2,4x2,W"
    )
    assert result.returncode == 0
    assert result.stdout.startswith("STOP: take the 21.\n")
    result = python("-m", "wormadvisor.cli", "hint", "--roll", "7")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("wormadvisor h", "hint"),
        ("wormadvisor hint --gr", "--grill"),
        ("wormadvisor hint --rules f", "flip free"),
        ("wormadvisor odds --steal f", "forced"),
        ("wormadvisor hint --objective t", "tile"),
    ],
)
def test_completion(words, found):
    code = "from wormadvisor.cli.main import program; program.main(prog_name='wormadvisor')"
    result = python(
        "-c",
        code,
        _WORMADVISOR_COMPLETE="bash_complete",
        COMP_WORDS=words,
        COMP_CWORD=str(words.count(" ")),
    )
    assert result.stdout.split() == [f"plain,{word}" for word in found.split()]
