"""Bounds as 32-bit fixed point: q stands for q / (2^32 - 1).

float32 would be too coarse near 1, where its numbers are 6e-8 apart; these are 2.3e-10 apart
everywhere, and 0 and 1 are among them.
"""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Fixed = npt.NDArray[np.uint32]

ONE = float(2**32 - 1)
"""The fixed-point number of certainty."""


def rounded_outward(lower: Array, upper: Array) -> tuple[Array, Array]:
    """Round bounds to numbers that can be stored, lower ones down and upper ones up."""
    return np.floor(lower * ONE) / ONE, np.ceil(upper * ONE) / ONE


def encode(lower: Array, upper: Array) -> Fixed:
    """Store bounds that can be stored, each (...,) -> (..., 2)."""
    return np.rint(np.stack([lower, upper], axis=-1) * ONE).astype(np.uint32)


def decode(fixed: Fixed) -> tuple[Array, Array]:
    """Split stored entries (..., 2) into lower and upper bounds, each (...,)."""
    bounds = fixed / ONE
    return bounds[..., 0], bounds[..., 1]
