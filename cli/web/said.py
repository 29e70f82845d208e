"""What answers about a moment say, as types: the OpenAPI document is made of them.

Answers are the JSON, schema 1, of the commands. They are sent as the commands make them; the
types only describe them, and tests hold the two together.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from wormadvisor.cli.web.asked import Face

Then = Literal["stop", "roll"]
Kind = Literal["exact", "certified", "estimate", "rollout"]


class Said(BaseModel):
    """An answer; new fields may be added."""

    model_config = ConfigDict(extra="allow")


class Problem(Said):
    """What is wrong: a code, a sentence, and the spot."""

    kind: str
    message: str
    where: str | None


class ErrorSaid(Said):
    """No answer."""

    schema_: Annotated[Literal[1], Field(alias="schema")]
    error: Problem


class OutcomeSaid(Said):
    """How a turn ends; `from` counts from the mover, who is 0."""

    type: Literal["claim", "steal", "bust"]
    tile: int | None
    from_: Annotated[int | None, Field(alias="from")]


class ValueSaid(Said):
    """What something is worth."""

    value: float
    kind: Kind
    lo: float | None = None
    hi: float | None = None
    se: float | None = None


class StopSaid(ValueSaid):
    """Stopping."""

    outcome: OutcomeSaid


class RollSaid(ValueSaid):
    """Rolling on."""

    bust: float
    bust_next: float


class ChanceSaid(OutcomeSaid):
    """How likely an outcome is under best play."""

    chance: float


class ChoiceSaid(Said):
    """One thing the player can do."""

    face: Face | None
    count: int
    total: int
    dice_left: int
    stop: StopSaid | None
    roll: RollSaid | None
    then: Then
    value: float
    loss: float
    outcomes: list[ChanceSaid]


class BestSaid(Said):
    """The best choice."""

    face: Face | None
    then: Then


class GreedySaid(BestSaid):
    """What playing for worms alone would do, and lose."""

    loss: float


class QuestionSaid(Said):
    """What an answer is about."""

    schema_: Annotated[Literal[1], Field(alias="schema")]
    position: str
    rules: str
    players: int
    out_of_game: list[int]


class ShareSaid(Said):
    """A player's share of the win."""

    player: int
    share: float
    lo: float | None = None
    hi: float | None = None
    se: float | None = None


class QualitySaid(QuestionSaid):
    """What kind of numbers these are, and how good."""

    kind: Kind
    depth: int | None
    accuracy: float
    pruned: float


class DriverSaid(Said):
    """What else speaks for the best choice."""

    code: str


class HintText(Said):
    """The sentences of a hint."""

    headline: str
    reason: list[str]
    drivers: list[str]
    comparison: list[str]
    numbers: list[str]
    meaning: str


class HintSaid(QualitySaid):
    """Every choice, best first."""

    objective: str
    best: BestSaid | None
    choices: list[ChoiceSaid]
    decided: bool | None = None
    greedy: GreedySaid | None = None
    outcome: OutcomeSaid | None = None
    values: list[ShareSaid] | None = None
    drivers: list[DriverSaid]
    text: HintText | None = None


class Lines(Said):
    """The sentences of an answer."""

    lines: list[str]


class EvaluateSaid(QualitySaid):
    """Everybody's share of the win."""

    objective: Literal["win"]
    values: list[ShareSaid]
    text: Lines | None = None


class WaySaid(Said):
    """A face that can be set aside."""

    face: Face | None
    count: int
    total: int
    dice_left: int
    bust_next: float | None


class TotalSaid(Said):
    """The best chances of one total."""

    total: int
    at_least: float
    at_least_face: Face | None
    exactly: float
    exactly_face: Face | None
    outcome: OutcomeSaid


class OddsSaid(QuestionSaid):
    """The best chance of every total."""

    bust_next: float | None
    choices: list[WaySaid]
    totals: list[TotalSaid]
    text: Lines | None = None
