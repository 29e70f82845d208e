"""The examples in ``docs/cli.md`` are what the program answers."""

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.shown import ESTIMATED, assert_shown

TEXT = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n\$ wormadvisor (.*?)\n(.*?)```", TEXT, re.DOTALL)


def test_finds_the_examples():
    assert len(BLOCKS) == TEXT.count("$ wormadvisor") == 12


@pytest.mark.parametrize(("command", "shown"), BLOCKS)
def test_example(run, command, shown):
    result = run(*shlex.split(command))
    output = result.stdout or result.stderr
    if "--json" in command:
        answer = json.loads(output)
        near = ESTIMATED / 100 if answer.get("kind") == "estimate" else 1e-9
        same_as_far_as_shown(json.loads(shown), answer, near)
    else:
        assert_shown(shown, output)


def same_as_far_as_shown(shown, answer, near):
    """Compare JSON; of a long list only the beginning is shown."""
    if isinstance(shown, dict):
        assert list(shown) == list(answer)
        for name, part in shown.items():
            same_as_far_as_shown(part, answer[name], near)
    elif isinstance(shown, list) and shown:
        for part, other in zip(shown, answer, strict=False):
            same_as_far_as_shown(part, other, near)
    elif isinstance(shown, float):
        assert answer == pytest.approx(shown, abs=near)
    else:
        assert answer == shown


def test_the_example_of_batch_mode(run):
    shown = TEXT.partition("| cut -c1-70\n")[2].partition("```")[0].splitlines()
    lines = run("hint", "--batch", stdin="21-36/-/- 5x7\n21-36/-\n").stdout.splitlines()
    assert [line[:70] for line in lines] == shown
