"""Tables that could not be used are told of when a conversation ends, whatever it was."""

import pytest

from wormadvisor.tables.errors import TableError
from wormadvisor.tables.winning import Winning


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (("coach", "Anna", "Ben", "--depth", "1"), "24\nq\n"),
        (("play", "hard", "--seed", "7"), "quit\n"),
        (("drill", "--seed", "4"), "q\n"),
    ],
)
def test_unusable_tables_are_told_once(run, tmp_path, monkeypatch, arguments, lines):
    monkeypatch.setenv("WORMADVISOR_DATA", str(tmp_path / "data"))
    error = TableError("damaged", tmp_path / "some.table", "wormadvisor tables build endgames")
    monkeypatch.setattr(Winning, "notes", [error])
    result = run(*arguments, stdin=lines)
    assert result.exit_code == 0
    assert result.stderr.startswith("Note: computed, because of ")
    assert result.stderr.count("Note: ") == 1
    assert "wormadvisor tables build endgames" in result.stderr
