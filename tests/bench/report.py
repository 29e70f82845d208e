"""Rows of the benchmark: what was measured, its target, and whether it was met."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One figure.

    Attributes
    ----------
    name
        What was measured.
    value
        The figure; None when it could not be measured.
    target
        What it must not exceed; None for a figure that is only reported.
    unit
        Written behind the figure: "x" for a ratio of two things measured side by side.
    note
        More about it, or why there is no figure.
    skipped
        Whether something optional is missing, so that there is nothing to measure.
    """

    name: str
    value: float | None
    target: float | None = None
    unit: str = "x"
    note: str = ""
    skipped: bool = False

    @property
    def met(self) -> bool:
        """Whether there is nothing to complain about."""
        if self.skipped or self.target is None:
            return True
        return self.value is not None and self.value <= self.target

    def __str__(self) -> str:
        value = "-" if self.value is None else f"{self.value:.2f} {self.unit}"
        target = "" if self.target is None else f"<= {self.target:g}"
        verdict = "" if self.target is None else "PASS" if self.met else "FAIL"
        verdict = "skip" if self.skipped else verdict
        return f"{self.name:<46} {value:>11} {target:>8}  {verdict:<4}  {self.note}".rstrip()
