"""The program as a whole process, from start to exit."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.report import Row

PAIRS = 15
PROGRAM = str(Path(sys.executable).with_name("wormadvisor"))
BASELINE = (sys.executable, "-c", "import numpy, click")
HINT = (PROGRAM, "hint", "--roll", "5,5,W,3", "--taken", "W")
LEAD = (*HINT, "--objective", "lead")
WINS = (
    ("hint, 2 turns deep, 2 players", HINT, 6.0),
    ("hint, 3 turns deep, 2 players", (*HINT, "--depth", "3"), 50.0),
    ("hint, 2 turns deep, 4 players", (*HINT, "--players", "4"), 20.0),
)
"""Nothing here imports numba, whether it is installed or not; a test holds that."""
BUILD = (PROGRAM, "tables", "build", "--live", "3", "--rules", "official")
EVALUATE = (PROGRAM, "evaluate", "--grill", "22,25,29")

# A process of its own, because the peak of a child is at least that of its parent.
PEAK = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss if code == 0 else -1)
"""


def rows() -> Iterator[Row]:
    """Measure the commands that people wait for."""
    with tempfile.TemporaryDirectory(prefix="wormadvisor-bench-") as cache:
        environment = os.environ | {"WORMADVISOR_CACHE": cache}
        yield _in_pairs("hint for worms, whole process", LEAD, 2.5, environment)
        for name, command, target in WINS:
            yield _in_pairs(name, command, target, environment)
        yield _peak("hint, peak memory", HINT, 120, environment)
        built = _run(BUILD, environment)
        name = "evaluate from a warm table, whole process"
        if built:
            yield Row(name, None, 3.0, note=f"no table: {built}")
        else:
            yield _in_pairs(name, EVALUATE, 3.0, environment)


def _in_pairs(
    name: str, command: tuple[str, ...], target: float, environment: dict[str, str]
) -> Row:
    for warm_up in (BASELINE, command):
        if failed := _run(warm_up, environment):
            return Row(name, None, target, note=failed)
    ratios = []
    for pair in range(PAIRS):
        taken = {}
        for one in (BASELINE, command) if pair % 2 else (command, BASELINE):
            start = time.perf_counter()
            _run(one, environment)
            taken[one] = time.perf_counter() - start
        ratios.append(taken[command] / taken[BASELINE])
    median, least = statistics.median(ratios), min(ratios)
    note = f"/ python -c 'import numpy, click', median of {PAIRS} pairs, least {least:.2f}"
    return Row(name, median, target, note=note)


def _peak(name: str, command: tuple[str, ...], target: float, environment: dict[str, str]) -> Row:
    measured = subprocess.run(
        [sys.executable, "-c", PEAK, *command],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    kilobytes = int(measured.stdout)
    if kilobytes < 0:
        return Row(name, None, target, note="the command failed")
    if sys.platform == "darwin":  # Counts bytes.
        kilobytes //= 1024
    return Row(name, kilobytes * 1024 / 1e6, target, unit="MB")


def _run(command: tuple[str, ...], environment: dict[str, str]) -> str:
    """Run a command and tell what is wrong with it, in a line; nothing when all is well."""
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1:] or ["no message"]
    return f"exit code {done.returncode}: {last[0]}" if done.returncode else ""
