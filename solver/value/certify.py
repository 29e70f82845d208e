"""Proven bounds for the positions of a class: policy iteration, then a proof.

**The proof.** Bounds L, U of the value V hold when, for every position,

    L <= T(U)   and   T(L) <= U.

Let player A be paid U where A is to move and 1 - L where the opponent is: by the two
inequalities this is at least what one turn of best play makes of it, for whichever player
moves, so it bounds from above what A can get in any number of turns; and as every game ends
with probability 1 (eight W at a first roll force a claim), what A can get in all. The same
holds from the other side. (L <= T(L), T(U) <= U proves nothing: T turns the order round.)
Interval iteration in the sense of Haddad and Monmege (2018), but started beside the answer.

**Finding them.** Sweeping contracts by 0.98 a turn where both players chase tile 36, so V is
found by policy iteration: both players' policies are fixed, which makes a sparse linear
system, and improved where a sweep shows a gain. (With two players improving at once nothing
promises that this ends; it does in a few rounds, and only the proof counts.) Near-best
choices may prolong the game, so the bounds solve equations of their own,

    L = T(U) - e,   U = T(L) + e,

a game in which A is paid e for every turn, again by policy iteration: U - L is then about
2e times the turns still to play. The margin e is more than rounding takes away, and the
inequalities are checked at the end for the rounded numbers, whatever came before.
"""

from collections.abc import Callable

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from wormadvisor.solver.batch import Floats
from wormadvisor.solver.errors import CertificationError, Problem
from wormadvisor.solver.turn.kernels import ROUNDING
from wormadvisor.solver.value.liveclass import Array, LiveClass

MARGIN = 4 * ROUNDING
"""Default e: so small that the bounds differ by 1e-11 times the turns still to play."""

_SWEEPS = 6
_ROUNDS = 40

Step = Callable[[], None]


def nothing() -> None:
    """Do nothing between two steps."""


def certify(
    equations: LiveClass,
    *,
    margin: float = MARGIN,
    rounded: Callable[[Array, Array], tuple[Array, Array]] | None = None,
    step: Step = nothing,
) -> tuple[Array, Array]:
    """Find bounds of the values of a block of classes, and prove them.

    Parameters
    ----------
    equations
        The block.
    margin
        How much e the inequalities are to hold by, before rounding.
    rounded
        Rounds lower and upper bounds outward to the numbers that are to be proven, by less
        than half the margin.
    step
        Called now and then; may raise to end the search.

    Returns
    -------
    lower, upper
        (rows,): the rounded bounds.

    Raises
    ------
    CertificationError
        No proof was found in a sane number of steps.
    """
    best = _best_play(equations, step)
    policies = [best, best.copy()]
    for _ in range(_ROUNDS):
        lower, upper = _widened(equations, policies, margin)
        step()
        proof = (lower, upper) if rounded is None else rounded(lower, upper)
        if is_proven(equations, *proof):
            return proof
        # The policies are not yet best against the bounds: improve where a sweep gains.
        gains = (
            equations.back_up(upper, least=True) - (lower + margin),
            equations.back_up(lower, least=False) - (upper - margin),
        )
        improved = [np.flatnonzero(gain > margin / 16) for gain in gains]
        if not any(map(len, improved)):
            break
        for policy, rows, values, least in zip(
            policies, improved, (upper, lower), (True, False), strict=True
        ):
            if len(rows):
                policy[rows] = equations.policy(values, least, rows)
        step()
    raise CertificationError(Problem("not_certified", "class", {"margin": margin}))


def is_proven(equations: LiveClass, lower: Array, upper: Array) -> bool:
    """Check the inequalities for every row, rounding allowed for."""
    # T gives numbers in [0, 1], so what rounding may add beyond is no doubt.
    least = np.maximum(equations.back_up(upper, least=True) - ROUNDING, 0.0)
    most = np.minimum(equations.back_up(lower, least=False) + ROUNDING, 1.0)
    return bool((lower <= least).all() and (most <= upper).all())


def _best_play(equations: LiveClass, step: Step) -> Floats:
    """Find the outcome chances (rows, slots) of best play by policy iteration."""
    values = np.full(equations.rows, 0.5)
    for _ in range(_SWEEPS):
        for part in equations.parts:
            values[part] = equations.back_up(values, least=True, rows=part)
        step()
    policy = equations.policy(values, least=True)
    identity = sparse.eye_array(equations.rows)
    for _ in range(_ROUNDS):
        step()
        moves, known = equations.equations(policy, least=True)
        values = splu((identity + moves).tocsc()).solve(known)
        gain = equations.back_up(values, least=True) - values
        rows = np.flatnonzero(gain > MARGIN / 16)
        if not len(rows):
            break
        policy[rows] = equations.policy(values, least=True, rows=rows)
    return policy


def _widened(equations: LiveClass, policies: list[Floats], margin: float) -> tuple[Array, Array]:
    """Solve L = b - P U - e, U = b' - P' L + e for a policy of each."""
    (against_upper, least), (against_lower, most) = (
        equations.equations(policy, least)
        for policy, least in zip(policies, (True, False), strict=True)
    )
    identity = sparse.eye_array(equations.rows)
    system = sparse.block_array(
        [[identity, against_upper], [against_lower, identity]], format="csc"
    )
    both = splu(system).solve(np.concatenate([least - margin, most + margin]))
    return both[: equations.rows].clip(0, 1), both[equations.rows :].clip(0, 1)
