"""One small table, seven blocks of 16 rows the last of which is short, for all tests here."""

import subprocess
import sys

import numpy as np
import pytest

from wormadvisor.solver.rules import Rules
from wormadvisor.tables.layout import Layout
from wormadvisor.tables.store import Store, TableSpec

PRELUDE = """
import os, sys, time, signal
from pathlib import Path
import numpy as np
from wormadvisor.solver.rules import Rules
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.layout import Layout
from wormadvisor.tables.store import Store, TableSpec

layout = Layout("<u4", (100, 3, 2), block_rows=16)
spec = TableSpec("small", "1", layout, Rules())
rows = np.random.default_rng(0).integers(0, 2**32, layout.shape).astype("<u4")
store = Store(Path(sys.argv[1]))

def block(number):
    return rows[layout.rows_of(number)]
"""


@pytest.fixture
def spec():
    return TableSpec("small", "1", Layout("<u4", (100, 3, 2), block_rows=16), Rules())


@pytest.fixture
def rows(spec):
    return np.random.default_rng(0).integers(0, 2**32, spec.layout.shape).astype("<u4")


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "cache" / "tables")


@pytest.fixture
def built(store, spec, rows):
    store.write(spec, rows, gap=2.0**-20, meta={"sweeps": 12})
    return store


@pytest.fixture
def contents():
    """All files of a store but its locks: name -> bytes."""

    def read(store):
        paths = sorted(store.folder.iterdir())
        return {path.name: path.read_bytes() for path in paths if path.suffix != ".lock"}

    return read


@pytest.fixture
def start():
    """Run code in a process of its own, with the same table at hand; its arguments are
    the folder and whatever else."""
    started = []

    def run(code, *arguments):
        process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", PRELUDE + code, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()
