"""What a proof of a table's numbers comes to."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proven:
    """Numbers that are right.

    Attributes
    ----------
    numbers
        How many.
    within
        How far from the truth they can be, at most.
    """

    numbers: int
    within: float
