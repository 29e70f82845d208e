"""Bulk entry points to the turn kernels: numpy always, numba where it pays.

Both interpret the arrays of the one turn tree and make the same choices. Compiled code is
some ten times faster a turn, and costs half a second to import: it is used when numba is
installed and the batch is large, or when it is there already.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.dice import NUM_DICE
from wormadvisor.solver.turn import numpy_kernel
from wormadvisor.solver.turn.numpy_kernel import TIE, FloatArray
from wormadvisor.solver.turn.tree import NUM_FACES, NUM_TOTALS

ROUNDING = 1e-12
"""More than the float64 error of one turn whose ends are worth 0 to 1. The chances of a roll
sum to 1, so that an expectation over n rolls is off by at most about n * 1.1e-16, and a turn
by the sum over its depth: 3,003 + 792 + 210 + 56 + 15 + 4 nodes at most."""

COMPILED = "wormadvisor.solver.turn.numba_kernel"
WORTH_IMPORTING = 4096
"""Turns in one batch from which importing the compiled kernel saves time."""
WORTH_CALLING = 8
"""Turns in one batch from which the compiled kernel, once there, saves time."""


def solve_values(stop: FloatArray, bust: FloatArray) -> FloatArray:
    """Solve many turns for the value of the player to move.

    Parameters
    ----------
    stop
        (turns, 41): what stopping at each total with a W set aside is worth; finite numbers,
        as in all payoffs here.
    bust
        (turns,): what a bust, and so any stop without a W, is worth.

    Returns
    -------
    (turns,), of the dtype given: the value of each turn before its first roll.

    Raises
    ------
    ValueError
        Shapes that do not fit, or a dtype that is neither float64 nor float32.
    """
    stop, bust = _checked(stop, bust, 1)
    return _kernel(len(bust)).values(stop, bust)  # type: ignore[no-any-return]


def solve_shares(stop: FloatArray, bust: FloatArray) -> FloatArray:
    """Solve many turns for what they bring to each of k players (or any k quantities).

    Column 0 is maximised, the rest follow its choices. Choices that differ by less than
    1e-9 are equal, and the order of preference decides: stop before roll, then the faces
    W, 5, 4, 3, 2, 1.

    Parameters
    ----------
    stop
        (turns, 41, k): what stopping at each total with a W set aside is worth.
    bust
        (turns, k): what a bust is worth.

    Returns
    -------
    (turns, k), of the dtype given.

    Raises
    ------
    ValueError
        As `solve_values`.
    """
    stop, bust = _checked(stop, bust, 2)
    if bust.shape[1] == 1:  # Nothing follows the choices, so ties do not matter.
        return solve_values(stop[:, :, 0], bust[:, 0])[:, None]
    return _kernel(len(bust)).shares(stop, bust)  # type: ignore[no-any-return]


def solve_chances(stop: FloatArray, bust: FloatArray, tie: float = TIE) -> npt.NDArray[np.float64]:
    """Give the chance of each end of many turns under best play.

    Parameters
    ----------
    stop, bust
        As `solve_values`.
    tie
        Choices that differ by no more are equal, and the order of preference decides; see
        `solve_shares`. With 0 the chances are those of a policy that is exactly best.

    Returns
    -------
    (turns, 42): the chance to stop with a W at totals 0 to 40, and last the chance of a
    roll without a new face or a stop without a W.

    Raises
    ------
    ValueError
        As `solve_values`.
    """
    stop, bust = _checked(stop, bust, 1)
    return _kernel(len(bust)).chances(stop, bust, tie)  # type: ignore[no-any-return]


def play_turns(
    stop: FloatArray, bust: FloatArray, dice: npt.NDArray[np.integer[Any]]
) -> tuple[FloatArray, npt.NDArray[np.integer[Any]]]:
    """Solve many turns, and play each one to its end with given dice.

    Parameters
    ----------
    stop, bust
        As `solve_shares`; column 0 makes the choices.
    dice
        (turns, 6, 8): the faces, 0 to 5, that each die shows in each roll; a roll of fewer
        dice takes the first ones.

    Returns
    -------
    shares
        (turns, k): as `solve_shares`; the mean of what the ends are worth over all dice.
    ends
        (turns,): the total at which the turn stopped with a W, or 41 for a bust.

    Raises
    ------
    ValueError
        As `solve_values`.
    """
    stop, bust = _checked(stop, bust, 2)
    expected = (len(bust), NUM_FACES, NUM_DICE)
    if dice.shape != expected:
        raise ValueError(f"dice has shape {dice.shape}; expected {expected}")
    return _kernel(len(bust)).play(stop, bust, dice, TIE)  # type: ignore[no-any-return]


def play_at_random(
    dice: npt.NDArray[np.integer[Any]], rng: np.random.Generator
) -> npt.NDArray[np.integer[Any]]:
    """Play turns with given dice, choosing among legal faces, and stop or roll, at random.

    Parameters
    ----------
    dice
        As `play_turns`.
    rng
        Where the choices come from.

    Returns
    -------
    (turns,): the ends, as `play_turns` gives them.
    """
    return numpy_kernel.play_at_random(dice, rng)


def follow_habits(
    liking: FloatArray, rolls: npt.NDArray[np.bool_], stop: FloatArray, bust: FloatArray
) -> FloatArray:
    """Give what many turns are worth when a habit, right or wrong, makes the choices.

    Parameters
    ----------
    liking
        (states, turns): how much the player likes to be in each state of the turn tree; of
        those that a roll may lead to the most liked is taken.
    rolls
        (states, turns): where the player rolls on; not where the rules forbid it.
    stop, bust
        As `solve_shares`.

    Returns
    -------
    (turns, k)
    """
    stop, bust = _checked(stop, bust, 2)
    return numpy_kernel.habits(liking, rolls, stop, bust)


def play_habits(
    liking: FloatArray, rolls: npt.NDArray[np.bool_], dice: npt.NDArray[np.integer[Any]]
) -> npt.NDArray[np.integer[Any]]:
    """Play turns by habit with given dice.

    Parameters
    ----------
    liking, rolls
        As `follow_habits`.
    dice
        As `play_turns`.

    Returns
    -------
    (turns,): the ends, as `play_turns` gives them.
    """
    return numpy_kernel.play_habits(liking, rolls, dice)


def load_compiled() -> None:
    """Import the compiled kernel, where numba is installed.

    For work that comes in many batches, each too small to be worth the import.
    """
    if find_spec("numba"):
        import_module(COMPILED)


def _checked(stop: FloatArray, bust: FloatArray, ndim: int) -> tuple[FloatArray, FloatArray]:
    stop, bust = np.asarray(stop), np.asarray(bust)
    if bust.ndim != ndim or stop.shape != (len(bust), NUM_TOTALS, *bust.shape[1:]):
        names = ("turns", "k")[:ndim]
        raise ValueError(
            f"stop has shape {stop.shape} and bust {bust.shape}; expected "
            f"(turns, {NUM_TOTALS}{', k' * (ndim - 1)}) and ({', '.join(names)})"
        )
    if stop.dtype != bust.dtype or stop.dtype not in (np.float64, np.float32):
        raise ValueError(
            f"stop is {stop.dtype} and bust {bust.dtype}; expected both float64 or both float32"
        )
    return np.ascontiguousarray(stop), np.ascontiguousarray(bust)


def _kernel(turns: int) -> ModuleType:
    """Choose the interpreter for a batch."""
    if turns >= (WORTH_CALLING if COMPILED in sys.modules else WORTH_IMPORTING) and find_spec(
        "numba"
    ):
        from wormadvisor.solver.turn import numba_kernel

        return numba_kernel
    return numpy_kernel
