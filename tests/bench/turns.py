"""One turn: the kernels beside the compiled reference, and a turn solved alone."""

import shutil
import statistics
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec

import numpy as np

from tests.bench import yardstick
from tests.bench.report import Row
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn import numpy_kernel, solve_values
from wormadvisor.solver.turn.solution import SolvedTurn
from wormadvisor.solver.value.lead import LEAD

TURNS = 8192
ROUNDS = 7
REFERENCE = "CPU time / compiled reference, side by side"

Kernel = Callable[[np.ndarray, np.ndarray], np.ndarray]


def rows() -> Iterator[Row]:
    """Measure everything about single turns."""
    gcc, numba = shutil.which("gcc"), find_spec("numba")
    for name, kernel, dtype, target, there in (
        ("solve_values, numba, float64", solve_values, np.float64, 2.0, numba),
        ("solve_values, numba, float32", solve_values, np.float32, 2.0, numba),
        ("the numpy kernel, float64", numpy_kernel.values, np.float64, 25.0, True),
    ):
        if gcc and there:
            yield _beside_the_reference(name, kernel, dtype, target)
        else:
            missing = "numba is not installed" if gcc else "no gcc for the reference"
            yield Row(name, None, target, note=missing, skipped=True)
    yield _alone()


def _beside_the_reference(name: str, kernel: Kernel, dtype: type, target: float) -> Row:
    reference = yardstick.reference(yardstick.tables(), dtype)
    rng = np.random.default_rng(1)
    stop = (rng.random((TURNS, 41)) - 0.5).astype(dtype)
    bust = (rng.random(TURNS) - 0.7).astype(dtype)
    stop[:, :21] = bust[:, None]
    by_total = np.ascontiguousarray(stop.T)
    off = float(np.abs(reference(by_total, bust) - kernel(stop, bust)).max())
    if off > (1e-5 if dtype == np.float32 else 1e-12):
        return Row(name, None, target, note=f"WRONG VALUES, by up to {off:.1e}")
    ratios = []
    for _ in range(ROUNDS):
        start = time.process_time()
        reference(by_total, bust)
        middle = time.process_time()
        kernel(stop, bust)
        ratios.append((time.process_time() - middle) / (middle - start))
    return Row(name, statistics.median(ratios), target, note=REFERENCE)


def _alone() -> Row:
    payoff = LEAD.payoff(Position.start(), Rules())
    taken = []
    for _ in range(60):
        start = time.process_time()
        SolvedTurn(payoff.stop, payoff.bust, payoff.busts)
        taken.append(time.process_time() - start)
    milliseconds = statistics.median(taken[10:]) * 1e3
    return Row("one turn alone, numpy, warm", milliseconds, 3.0, unit="ms", note="CPU time")
