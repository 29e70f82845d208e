"""What requests hold, as types: the OpenAPI document is made of them."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Face = Literal["1", "2", "3", "4", "5", "W"]
Language = Literal["en", "nl", "de", "fr"]

MAX_DEPTH = 3
MAX_TURNS = 400
MAX_THROWS = 8

PositionText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=300,
        description="The position text, with dice and rules as far as there are any.",
        examples=["21-36/-/- Wx4 3,5,5,W official"],
    ),
]

Depth = Annotated[
    int | None,
    Field(ge=1, le=MAX_DEPTH, description="Turns of look-ahead where nothing is proven."),
]
Name = Annotated[str, Field(min_length=1, max_length=40)]
Lang = Annotated[
    Language | None,
    Field(description="The language of errors, and of `text`, which is left out without."),
]


class Asked(BaseModel):
    """A request: what it does not know is refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class MomentAsked(Asked):
    """A moment of a turn."""

    position: PositionText
    lang: Lang = None


class EvaluateAsked(MomentAsked):
    """A moment of a turn, and how far to look ahead."""

    depth: Depth = None


class HintAsked(EvaluateAsked):
    """A moment of a turn, and what the player wants."""

    objective: Annotated[
        str | None, Field(max_length=20, description="As for `wormadvisor hint --objective`.")
    ] = None
    names: Annotated[
        list[Name] | None,
        Field(
            min_length=2,
            max_length=7,
            description="The players for `text`, from the one to move on; numbers without.",
        ),
    ] = None


class OutcomeAsked(Asked):
    """How a turn ended; `from` counts from the mover, who is 0."""

    type: Literal["claim", "steal", "bust"]
    tile: Annotated[int | None, Field(ge=21, le=36)] = None
    from_: Annotated[int | None, Field(alias="from", ge=1, le=6)] = None


class ThrowAsked(Asked):
    """A roll, and the face that was set aside; null: not chosen yet, or no face is new."""

    roll: Annotated[str, Field(min_length=1, max_length=40, examples=["5,5,W,3"])]
    face: Face | None = None


class TurnAsked(Asked):
    """A turn: without throws its dice are not known; without an outcome it goes on."""

    throws: Annotated[list[ThrowAsked], Field(max_length=MAX_THROWS)] = []
    outcome: OutcomeAsked | None = None


class Game(Asked):
    """A whole game, as the page keeps it."""

    players: Annotated[
        list[Name],
        Field(min_length=2, max_length=7, description="The names by seat."),
    ]
    rules: Annotated[str, Field(max_length=120, examples=["official", "flip+steal=forced"])] = (
        "official"
    )
    start: Annotated[
        str | None,
        Field(
            max_length=120,
            description="The table it begins from, `GRILL/STACK/STACK`, first mover first.",
        ),
    ] = None
    first: Annotated[int, Field(ge=0, le=6, description="The seat that begins.")] = 0
    turns: Annotated[list[TurnAsked], Field(max_length=MAX_TURNS)] = []


class GameAsked(Asked):
    """A whole game."""

    game: Game
    lang: Lang = None


class AnalyzeAsked(GameAsked):
    """A whole game, and how far to look ahead."""

    depth: Depth = None
