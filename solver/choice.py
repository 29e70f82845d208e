"""What a player can do at a moment of a turn, and why: the parts of advice."""

from collections.abc import Mapping
from dataclasses import dataclass

from wormadvisor.solver.dice import Turn
from wormadvisor.solver.position import Outcome
from wormadvisor.solver.turn.solution import Decision
from wormadvisor.solver.value.kinds import Value


@dataclass(frozen=True, slots=True)
class Stop:
    """Stopping: what it is worth and what it brings."""

    value: Value
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Roll:
    """Rolling on.

    Attributes
    ----------
    value
        Worth under best play.
    bust
        Chance that the turn ends in a bust.
    bust_next
        Chance that the next roll shows no new face.
    """

    value: Value
    bust: float
    bust_next: float


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing the player can do, and what it is worth.

    Attributes
    ----------
    face
        Face index to set aside; None when there is no roll to choose from.
    count
        How many dice that sets aside.
    after
        The dice set aside then.
    stop, roll
        The two ways on; None where the rules leave only the other.
    then
        The better of the two.
    value
        Worth of the choice to the mover under best play.
    loss
        The best choice's value less this one's, in the objective's unit.
    outcomes
        How the turn ends under best play after this choice: every outcome that may come,
        and its chance; from the steals and the highest tile down, the bust last.
    """

    face: int | None
    count: int
    after: Turn
    stop: Stop | None
    roll: Roll | None
    then: Decision
    value: Value
    loss: float
    outcomes: tuple[tuple[Outcome, float], ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the best is best, as a code with the fields of its sentence."""

    code: str
    fields: Mapping[str, object]
