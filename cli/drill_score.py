"""The score of all drills so far, kept between them."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from wormadvisor.cli.objectives import SMALLEST
from wormadvisor.cli.saved import games_folder, held, save_text, was_saved

_PATIENCE = 5.0
"""Seconds to wait for another drill that is writing its answer."""

_MOST = 10**15
"""Answers that nobody will have given: a file with more is damaged."""


@dataclass(frozen=True, slots=True)
class DrillScore:
    """How some answers came off.

    Attributes
    ----------
    answers, best
        How many there were, and how many were the best choice.
    loss
        Sum of what they lost, in shares of the win.
    streak
        How many of the last ones were all the best choice.
    """

    answers: int = 0
    best: int = 0
    loss: float = 0.0
    streak: int = 0

    def with_answer(self, loss: float) -> "DrillScore":
        """Count one more answer."""
        right = loss < SMALLEST
        return DrillScore(
            answers=self.answers + 1,
            best=self.best + right,
            loss=self.loss + loss,
            streak=self.streak + 1 if right else 0,
        )

    @property
    def mean(self) -> float:
        """Mean loss of an answer; 0 where there is none."""
        return self.loss / max(1, self.answers)


def score_path() -> Path:
    """Return where the score is kept; it need not be there yet."""
    return games_folder().with_name("drill.json")


def load_score() -> DrillScore:
    """Read the score; a new one where none can be read."""
    try:
        kept = json.loads(score_path().read_bytes())
        score = DrillScore(
            int(kept["answers"]), int(kept["best"]), float(kept["loss"]), int(kept["streak"])
        )
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return DrillScore()
    fits = (
        0 <= score.streak <= score.best <= score.answers <= _MOST
        and 0 <= score.loss <= score.answers
    )
    return score if fits else DrillScore()


class KeptScore:
    """The score of all drills, which another drill may add to at the same time.

    Attributes
    ----------
    score
        What was kept when it was last looked at, and every answer since.
    """

    def __init__(self) -> None:
        self.score = load_score()
        self._not_kept: list[float] = []

    def add(self, loss: float) -> None:
        """Count one more answer in what is kept now; say so where it cannot be written.

        Such an answer is kept with the next one.

        Raises
        ------
        SolverError
            ``file_in_use``: another program does not let go of it.
        """
        self._not_kept.append(loss)
        path = score_path()
        with held(path, path.name, wait=_PATIENCE):
            self.score = load_score()
            for each in self._not_kept:
                self.score = self.score.with_answer(each)
            text = json.dumps(asdict(self.score))
            if was_saved(path, lambda path: save_text(path, text)):
                self._not_kept.clear()
