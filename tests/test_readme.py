"""The examples in the README are what the program answers; its Python is a doctest."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.shown import assert_shown
from wormadvisor.cli.main import program

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n\$ wormadvisor (.*?)\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize(("command", "shown"), BLOCKS)
def test_example(command, shown, tmp_path):
    environment = {"WORMADVISOR_CACHE": str(tmp_path)}
    result = CliRunner().invoke(program, shlex.split(command), env=environment)
    assert result.exit_code == 0
    # How wide the bounds are depends on the last bits.
    one, other = (re.sub(r"gap [^)]*", "gap", text) for text in (result.stdout, shown))
    assert_shown(other, one)


def test_links_lead_somewhere():
    assert len(BLOCKS) == TEXT.count("$ wormadvisor") == 4
    links = re.findall(r"\]\(([^)#:]+)\)", TEXT)
    assert links
    assert all((ROOT / link).exists() for link in links)
