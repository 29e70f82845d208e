"""Recorded games of 2, 4 and 7 players, and their analyses."""

from pathlib import Path

import pytest

from wormadvisor.solver.analysis import analyse
from wormadvisor.solver.record_reader import parse_record
from wormadvisor.solver.value.estimate import EstimatedWin
from wormadvisor.solver.value.search import Search
from wormadvisor.tables.weights import read_network

RECORDS = Path(__file__).parents[2] / "data" / "records"
FILES = ("two", "four", "seven")
ERROR = 0.01


def read(name):
    found = parse_record((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    assert found.problems == ()
    (record,) = found.records
    return record


@pytest.fixture(scope="session")
def analyses():
    """One turn deep: as `analyze --depth 1`, but for proofs."""
    objective = EstimatedWin(Search(read_network(), 1))
    return {name: analyse(read(name).game, objective, ERROR) for name in FILES}
