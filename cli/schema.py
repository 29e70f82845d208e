"""Answers for programs: JSON, schema 1. Never translated, numbers not rounded."""

from collections.abc import Mapping
from typing import Any

from wormadvisor.cli.wording import error_line, where
from wormadvisor.solver.advice import Advice, Choice, cost_of_following
from wormadvisor.solver.dice import FACES, Turn
from wormadvisor.solver.errors import SolverError
from wormadvisor.solver.notation import format_position
from wormadvisor.solver.position import BUST, Outcome, Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.kinds import Value

SCHEMA = 1

Json = dict[str, Any]


def dump(answer: Mapping[str, Any]) -> str:
    """Write an answer on one line."""
    import json  # People's answers do without it.

    return json.dumps(answer, allow_nan=False)


def error_object(error: SolverError) -> Json:
    """Write what is wrong with a question."""
    return failure(error.kind, error_line(error), where(error.problems[0]))


def failure(kind: str, message: str, spot: str | None) -> Json:
    """Write why there is no answer."""
    return {"schema": SCHEMA, "error": {"kind": kind, "message": message, "where": spot}}


def question_object(position: Position, turn: Turn | None, rules: Rules) -> Json:
    """Write what an answer is about: the first fields of every answer."""
    return {
        "schema": SCHEMA,
        "position": format_position(position, turn, rules),
        "rules": str(rules),
        "players": position.players,
        "out_of_game": list(position.out_of_game),
    }


def advice_object(advice: Advice, greedy: Choice | None = None) -> Json:
    """Write the answer of ``hint``.

    Parameters
    ----------
    advice
        The answer.
    greedy
        What worms alone would advise, to be compared with it.
    """
    answer = question_object(advice.position, advice.turn, advice.rules)
    best = advice.best
    answer |= {
        "objective": advice.objective,
        "best": best and {"face": face_letter(best.face), "then": best.then},
        "choices": [_choice(choice) for choice in advice.choices],
    }
    if advice.value.lo is not None:
        answer["decided"] = advice.decided
    if greedy is not None:
        answer["greedy"] = {
            "face": face_letter(greedy.face),
            "then": greedy.then,
            "loss": cost_of_following(greedy, advice),
        }
    if best is None:
        answer["outcome"] = outcome_object(BUST)
    return answer


def face_letter(face: int | None) -> str | None:
    """Write a face; None where there is none to choose."""
    return None if face is None else FACES[face]


def outcome_object(outcome: Outcome) -> Json:
    """Write how a turn ends."""
    return {"type": outcome.kind, "tile": outcome.tile, "from": outcome.victim}


def _choice(choice: Choice) -> Json:
    stop, roll = choice.stop, choice.roll
    return {
        "face": face_letter(choice.face),
        "count": choice.count,
        "total": choice.after.total,
        "dice_left": choice.after.dice_left,
        "stop": stop and {**_value(stop.value), "outcome": outcome_object(stop.outcome)},
        "roll": roll and {**_value(roll.value), "bust": roll.bust, "bust_next": roll.bust_next},
        "then": choice.then,
        "value": choice.value.value,
        "loss": choice.loss,
    }


def _value(value: Value) -> Json:
    extra = {"lo": value.lo, "hi": value.hi, "se": value.se}
    known = {name: number for name, number in extra.items() if number is not None}
    return {"value": value.value, "kind": value.kind, **known}
