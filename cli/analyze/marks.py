"""How bad is bad: the marks of choices, and what is worth telling."""

from wormadvisor.solver.analysed_turn import Chosen

MARKS = (("??", 0.08), ("?", 0.03), ("?!", 0.01))
"""Marks, and the loss in win share from which each is given, the worst first.

Below 1 % the evaluator's own error is as large as the loss. From 3 % on one choice costs
nearly what playing for worms alone costs over a whole game of two; 8 % is the worth of a
good tile.
"""

BAD = frozenset(name for name, _ in MARKS[:2])
"""Marks of choices that a picture shows."""

MOST_POINTS = 5
"""Turning points told."""
LEAST_POINT = 0.05
"""Change of the win share that may be called one."""
LEAST_MISTAKE = dict(MARKS)["?"]
"""Loss of a choice that is told with a turning point."""


def mark_of(choice: Chosen, seat: int) -> str | None:
    """Give the mark of a choice by the player at a seat; None where it was good enough."""
    if not choice.counts:
        return None
    loss = float(choice.loss[seat])
    return next((name for name, least in MARKS if loss >= least), None)
