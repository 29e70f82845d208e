"""Numbers that say what kind of number they are."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["exact", "certified", "estimate", "rollout"]
"""``exact``: computed, nothing left out; ``certified``: between proven bounds;
``estimate``: from a trained evaluator; ``rollout``: sampled, with a standard error."""


@dataclass(frozen=True, slots=True)
class Value:
    """What something is worth to one player.

    Attributes
    ----------
    value
        The number, in the objective's unit; the middle of the bounds when certified.
    kind
        How it was found.
    lo, hi
        Proven bounds, when certified.
    se
        Standard error, when from rollouts.
    """

    value: float
    kind: Kind
    lo: float | None = None
    hi: float | None = None
    se: float | None = None
