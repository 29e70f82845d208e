"""The best chance of every total, from every moment of a turn.

Two aims for each total T, both with a W set aside when stopping: to end with T *or more*,
and to end with *exactly* T. Each is a turn of its own, whose ends are worth 1 or 0, so the
best chance is the turn's value; the kernel gives it for all states at once.
"""

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.turn import numpy_kernel
from wormadvisor.solver.turn.tree import NUM_TOTALS

AT_LEAST, EXACTLY = 0, 1
"""The two aims: rows of the second axis of `best_chances`."""


def best_chances() -> npt.NDArray[np.float64]:
    """Return the best chances of all totals in all states of a turn.

    Returns
    -------
    (states, 2, 41): ``[s, AT_LEAST, T]`` and ``[s, EXACTLY, T]`` are the best chances, from
    state ``s`` of the turn tree on, that the turn ends with a total of at least, or of
    exactly, T and a W. Each number is reached by playing for it alone.
    """
    totals = np.arange(NUM_TOTALS)
    # Columns: the aims. All go into one batch, always the same one, because the last bits
    # of a product depend on its shape and a table has to hold the numbers computed here.
    at_least = totals[:, None] >= totals
    exactly = totals[:, None] == totals
    stop = np.concatenate([at_least, exactly], axis=1).astype(np.float64)
    best, _ = numpy_kernel.backward(stop[:, None], np.zeros((1, 2 * NUM_TOTALS)))
    chances = np.asarray(best, np.float64).reshape(-1, 2, NUM_TOTALS)
    return np.clip(chances, 0.0, 1.0)
