"""What answers about a game say, as types; see `said`."""

from typing import Annotated, Literal

from pydantic import Field

from wormadvisor.cli.web.asked import Face
from wormadvisor.cli.web.said import Kind, OutcomeSaid, QuestionSaid, Said, Then


class DiceSaid(Said):
    """The dice of a turn that goes on."""

    kept: str
    roll: str | None
    total: int
    dice_left: int
    faces: list[Face]
    can_roll: bool


class GameSaid(QuestionSaid):
    """Where a game stands; `stacks`, `worms` and `result` by seat."""

    names: list[str]
    mover: int
    grill: list[int]
    stacks: list[list[int]]
    worms: list[int]
    turn: DiceSaid | None
    outcomes: list[OutcomeSaid]
    over: bool
    result: list[float] | None
    positions: list[str]


class RecordSaid(Said):
    """A game as a record, the text that `wormadvisor analyze` reads."""

    schema_: Annotated[Literal[1], Field(alias="schema")]
    text: str


Way = Face | Then | OutcomeSaid


class StepSaid(Said):
    """A roll, or a choice."""

    type: Literal["roll", "face", "way", "take"]
    taken: str
    roll: str | None = None
    luck: list[float] | None = None
    played: Way | None = None
    best: Way | None = None
    then: Then | None = None
    decision: bool | None = None
    loss: list[float] | None = None
    mark: str | None = None
    value: list[float]


class AnalysedTurnSaid(Said):
    """A turn analysed; lists are by seat."""

    turn: int
    player: int
    position: str
    kind: Kind
    dice_known: bool
    start: list[float]
    steps: list[StepSaid]
    outcome: OutcomeSaid | None
    luck: list[float]
    loss: list[float]
    unknown: list[float]
    end: list[float]
    remainder: list[float]


class SummarySaid(Said):
    """What luck and choices did to one player, in shares of the win."""

    name: str
    start: float
    result: float
    luck: float
    luck_error: float
    others_luck: float
    loss: float
    loss_error: float
    others_loss: float
    unknown: float
    remainder: float
    adjusted: float
    adjusted_error: float
    decisions: int
    loss_per_decision: float | None
    loss_per_decision_error: float | None
    marks: dict[str, int]


class AnalyzeSaid(Said):
    """A game analysed; lists are by seat."""

    schema_: Annotated[Literal[1], Field(alias="schema")]
    players: list[str]
    rules: str
    objective: str
    over: bool
    start: list[float]
    end: list[float]
    luck: list[list[float]]
    loss: list[list[float]]
    unknown: list[list[float]]
    remainder: list[float]
    accuracy: float
    summary: list[SummarySaid]
    turning_points: list[int]
    turns: list[AnalysedTurnSaid]
