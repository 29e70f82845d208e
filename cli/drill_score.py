"""The score of all drills so far, kept between them."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from wormadvisor.cli.objectives import SMALLEST
from wormadvisor.cli.saved import games_folder, save_text, was_saved


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
    except (OSError, ValueError, KeyError, TypeError):
        return DrillScore()
    fits = 0 <= score.streak <= score.best <= score.answers and 0 <= score.loss <= score.answers
    return score if fits else DrillScore()


def save_score(score: DrillScore) -> None:
    """Write the score; say so when that fails."""
    was_saved(score_path(), lambda path: save_text(path, json.dumps(asdict(score))))
