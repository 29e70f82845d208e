"""Answers for programs: JSON, schema 1. Never translated, numbers not rounded."""

from collections.abc import Mapping
from typing import Any

from wormadvisor.cli.evaluation import Evaluation, Rolled
from wormadvisor.cli.wording import error_line, where
from wormadvisor.solver.advice import Advice, Choice
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


def advice_object(
    advice: Advice, greedy: Choice | None = None, rolled: Rolled | None = None
) -> Json:
    """Write the answer of ``hint``.

    Parameters
    ----------
    advice
        The answer.
    greedy
        What worms alone would advise, to be compared with it.
    rolled
        How games were played for it, when they were.
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
            "loss": advice.loss_of(greedy.face, greedy.then),
        }
    if best is None:
        answer["outcome"] = outcome_object(BUST)
    evaluation = Evaluation.of(advice, rolled)
    answer |= _quality(evaluation)
    if advice.shares:
        answer["values"] = _shares(evaluation)
    answer["drivers"] = [{"code": one.code, **one.fields} for one in advice.drivers]
    return answer


def evaluation_object(evaluation: Evaluation) -> Json:
    """Write the answer of ``evaluate``."""
    answer = question_object(evaluation.position, evaluation.turn, evaluation.rules)
    quality = _quality(evaluation)
    kind = quality.pop("kind")
    return answer | {"objective": "win", "kind": kind, "values": _shares(evaluation)} | quality


def _shares(evaluation: Evaluation) -> list[Json]:
    """Write every player's share of the win; bounds and errors as far as they are known."""
    value = evaluation.value
    known = [_known(value), *({} for _ in evaluation.shares[1:])]
    if value.lo is not None and value.hi is not None:  # Two play: the other's is the rest.
        known[1] = {"lo": 1 - value.hi, "hi": 1 - value.lo}
    return [
        {"player": player, "share": share, **extra}
        for player, (share, extra) in enumerate(zip(evaluation.shares, known, strict=True))
    ]


def _quality(evaluation: Evaluation) -> Json:
    """Write what kind of numbers they are, and how good."""
    quality: Json = {
        "kind": evaluation.value.kind,
        "depth": evaluation.depth,
        "accuracy": evaluation.accuracy,
        "pruned": evaluation.pruned,
    }
    rolled = evaluation.rolled
    if rolled is not None:
        quality["rollout"] = {
            "games": rolled.games,
            "seed": rolled.seed,
            "worth_plain": rolled.worth_plain,
            "clear": rolled.clear,
        }
    return quality


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
        "outcomes": [
            {**outcome_object(outcome), "chance": chance} for outcome, chance in choice.outcomes
        ],
    }


def _value(value: Value) -> Json:
    return {"value": value.value, "kind": value.kind, **_known(value)}


def _known(value: Value) -> Json:
    """Write bounds and errors, where there are any."""
    extra = {"lo": value.lo, "hi": value.hi, "se": value.se}
    return {name: number for name, number in extra.items() if number is not None}
