"""`run` calls the program as a person does, and holds what is true of every call."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from wormadvisor.cli.main import program

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("WORMADVISOR_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture(scope="session")
def run() -> Run:
    def call(*args: str, stdin: str | bytes | None = None, color: bool = False) -> Result:
        result = CliRunner().invoke(
            program, list(args), input=stdin, color=color, prog_name="wormadvisor"
        )
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


@pytest.fixture(scope="session")
def ask(run: Run) -> Callable[..., dict[str, Any]]:
    """Ask for JSON, and expect an answer."""

    def call(*args: str) -> dict[str, Any]:
        result = run(*args, "--json")
        assert (result.exit_code, result.stderr) == (0, ""), result.output
        assert result.stdout.count("\n") == 1
        return json.loads(result.stdout)

    return call


@pytest.fixture(scope="session")
def refusal(run: Run) -> Callable[..., str]:
    """Ask something wrong, and expect one line that says so."""

    def call(*args: str) -> str:
        result = run(*args)
        assert (result.exit_code, result.stdout) == (2, ""), result.output
        assert result.stderr.startswith("Error: ")
        assert result.stderr.count("\n") == 1
        return result.stderr.removeprefix("Error: ").removesuffix("\n")

    return call
