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
from wormadvisor.solver.turn.kernels import solve_shares
from wormadvisor.solver.turn.solution import SolvedTurn
from wormadvisor.solver.value.lead import LEAD

TURNS = 8192
ROUNDS = 7
TWO, MOST = "solve_shares of two players, numba, float32", 9.0
"""Shares follow the choices; this once took 18 times as long where a loop had no vectors."""
NO_NUMBA = "numba is not installed"
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
            missing = NO_NUMBA if gcc else "no gcc for the reference"
            yield Row(name, None, target, note=missing, skipped=True)
    yield _of_two_players() if numba else Row(TWO, None, MOST, note=NO_NUMBA, skipped=True)
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
    ratio = _ratio(lambda: kernel(stop, bust), lambda: reference(by_total, bust))
    return Row(name, ratio, target, note=REFERENCE)


def _of_two_players() -> Row:
    rng = np.random.default_rng(1)
    stop = rng.random((TURNS, 41, 2), np.float32)
    bust = rng.random((TURNS, 2), np.float32)
    alone, alone_bust = np.ascontiguousarray(stop[:, :, 0]), np.ascontiguousarray(bust[:, 0])
    off = float(np.abs(solve_shares(stop, bust)[:, 0] - solve_values(alone, alone_bust)).max())
    if off > 1e-5:
        return Row(TWO, None, MOST, note=f"WRONG VALUES, by up to {off:.1e}")
    ratio = _ratio(lambda: solve_shares(stop, bust), lambda: solve_values(alone, alone_bust))
    return Row(TWO, ratio, MOST, note="CPU time / solve_values")


def _ratio(measured: Callable[[], object], beside: Callable[[], object]) -> float:
    """Give the median ratio of CPU times, one right after the other."""
    ratios = []
    for _ in range(ROUNDS):
        start = time.process_time()
        beside()
        middle = time.process_time()
        measured()
        ratios.append((time.process_time() - middle) / (middle - start))
    return statistics.median(ratios)


def _alone() -> Row:
    payoff = LEAD.payoff(Position.start(), Rules())
    taken = []
    for _ in range(60):
        start = time.process_time()
        SolvedTurn(payoff.stop, payoff.bust, payoff.busts)
        taken.append(time.process_time() - start)
    milliseconds = statistics.median(taken[10:]) * 1e3
    return Row("one turn alone, numpy, warm", milliseconds, 3.0, unit="ms", note="CPU time")
