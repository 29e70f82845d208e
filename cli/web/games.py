"""A game as the page keeps it: from JSON to `Game`, and what the page shows of one."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from wormadvisor.cli import schema
from wormadvisor.solver.dice import FACES, Turn
from wormadvisor.solver.errors import GameError, NotationError, Problem, SolverError
from wormadvisor.solver.game import Game, PlayedTurn, Throw
from wormadvisor.solver.notation import (
    format_counts,
    format_position,
    format_roll,
    parse_counts,
    parse_position,
)
from wormadvisor.solver.position import Outcome, Position
from wormadvisor.solver.rules import Rules

Fields = Mapping[str, Any]


_SPOTS = (("names", "players"), (".grill", ""))
"""Spots of a game that its JSON calls otherwise, or has not."""


def read_game(fields: Fields) -> Game:
    """Read a game.

    Parameters
    ----------
    fields
        As the model of the API has them, whose types are checked.

    Raises
    ------
    SolverError
        `where` names the spot: ``game.turns[0].throws[1].roll``.
    """
    with _placed("game."):
        names = fields["players"]
        with _placed("rules", within=False):
            rules = Rules.parse(fields.get("rules", "official"))
        start = fields.get("start")
        turns = [
            _read_turn(turn, f"turns[{index}].")
            for index, turn in enumerate(fields.get("turns", ()))
        ]
        return Game(
            names=tuple(names),
            rules=rules,
            start=Position.start(len(names)) if start is None else _read_start(start),
            first=fields.get("first", 0),
            turns=tuple(turns),
        )


def game_object(game: Game) -> schema.Json:
    """Write where a game stands: everything that the page shows without advice."""
    answer = schema.question_object(game.position, game.turn, game.rules)
    return answer | {
        "names": list(game.names),
        "mover": game.mover,
        "grill": list(game.grill),
        "stacks": [list(stack) for stack in game.stacks],
        "worms": list(game.by_seat(game.position.worms)),
        "turn": game.turn and _turn_object(game.turn),
        "outcomes": [schema.outcome_object(outcome) for outcome in game.outcomes],
        "over": game.is_over,
        "result": game.result and list(game.result),
        "positions": [format_position(position, None, game.rules) for position in game.positions],
    }


def _turn_object(turn: Turn) -> schema.Json:
    return {
        "kept": format_counts(turn.kept),
        "roll": None if turn.roll is None else format_roll(turn.roll),
        "total": turn.total,
        "dice_left": turn.dice_left,
        "faces": [FACES[face] for face in turn.legal_faces],
        "can_roll": turn.roll is None and not turn.is_forced_end,
    }


def _read_start(text: str) -> Position:
    """Read the table that a game begins from: a position text without dice and rules."""
    with _placed("start: "):
        position, turn, _ = parse_position(text)
        if turn is not None or " " in text:
            column = text.index(" ") + 1
            fields = {"token": text[column:], "column": column, "allowed": ("GRILL/STACK/STACK",)}
            raise NotationError(Problem("too_many_fields", "text", fields), text=text)
    return position


def _read_turn(fields: Fields, spot: str) -> PlayedTurn:
    throws = tuple(
        _read_throw(throw, f"{spot}throws[{index}].")
        for index, throw in enumerate(fields.get("throws", ()))
    )
    outcome = fields.get("outcome")
    return PlayedTurn(throws, outcome and _read_outcome(outcome, f"{spot}outcome."))


def _read_outcome(fields: Fields, spot: str) -> Outcome:
    kind, tile, victim = fields["type"], fields.get("tile"), fields.get("from")
    if kind != "bust" and tile is None:
        raise GameError(Problem("tile_missing", f"{spot}tile", {}))
    if kind == "steal" and victim is None:
        raise GameError(Problem("victim_missing", f"{spot}from", {}))
    return Outcome(kind, tile, victim)


def _read_throw(fields: Fields, spot: str) -> Throw:
    face = fields.get("face")
    with _placed(f"{spot}roll", within=False):
        roll = parse_counts(fields["roll"])
    return Throw(roll, None if face is None else FACES.index(face))


@contextmanager
def _placed(spot: str, *, within: bool = True) -> Iterator[None]:
    """Name where in the request a problem is: the spot, and the one within it."""
    try:
        yield
    except SolverError as error:
        problems = (
            replace(found, where=spot + _field(found.where) if within else spot)
            for found in error.problems
        )
        raise type(error)(*problems, text=error.text) from error


def _field(where: str) -> str:
    """Name a spot of a game as its JSON does."""
    for ours, theirs in _SPOTS:
        where = where.replace(ours, theirs)
    return where
