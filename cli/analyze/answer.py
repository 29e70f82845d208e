"""Analyses for programs: JSON, schema 1; see docs/analyze.md."""

from collections.abc import Mapping, Sequence

from wormadvisor.cli.analyze.marks import LEAST_POINT, MARKS, MOST_POINTS, mark_of
from wormadvisor.cli.schema import SCHEMA, Json, face_letter, outcome_object
from wormadvisor.solver.analysed_turn import AnalysedTurn, Chosen, Rolled, Way
from wormadvisor.solver.analysis import Analysis, turning_points
from wormadvisor.solver.notation import format_counts, format_position, format_roll
from wormadvisor.solver.position import Outcome
from wormadvisor.solver.tally import Entry, Tally, entries
from wormadvisor.solver.value.payoff import Array


def analysis_object(analysis: Analysis) -> Json:
    """Write the analysis of one game. Lists of shares are by seat, in the order of players."""
    game = analysis.game
    return {
        "schema": SCHEMA,
        "players": list(game.names),
        "rules": str(game.rules),
        "objective": analysis.objective,
        "over": game.is_over,
        "start": _shares(analysis.start),
        "end": _shares(analysis.end),
        "luck": [_shares(row) for row in analysis.luck],
        "loss": [_shares(row) for row in analysis.loss],
        "unknown": [_shares(row) for row in analysis.unknown],
        "remainder": _shares(analysis.remainder),
        "accuracy": analysis.accuracy(),
        "summary": [
            {**_entry(entry), "marks": marks_of(analysis, seat)}
            for seat, entry in enumerate(entries(analysis))
        ],
        "turning_points": [
            turn.index for turn in turning_points(analysis, MOST_POINTS, LEAST_POINT)
        ],
        "turns": [_turn(analysis, turn) for turn in analysis.turns],
    }


def answer_object(
    games: Sequence[Mapping[str, object]], players: Sequence[Tally], problems: Sequence[Json]
) -> Json:
    """Write the answer of ``analyze``: games, players over all of them, what was not read."""
    return {
        "schema": SCHEMA,
        "games": list(games),
        "players": [_tally(player) for player in players],
        "problems": list(problems),
    }


def marks_of(analysis: Analysis, seat: int) -> dict[str, int]:
    """Count a player's marks."""
    marks = [
        mark_of(choice, seat)
        for turn in analysis.turns
        if turn.seat == seat
        for choice in turn.choices
    ]
    return {name: marks.count(name) for name, _ in reversed(MARKS)}


def _turn(analysis: Analysis, turn: AnalysedTurn) -> Json:
    rules = analysis.game.rules
    return {
        "turn": turn.index,
        "player": turn.seat,
        "position": format_position(turn.position, None, rules),
        "kind": turn.kind,
        "dice_known": bool(turn.steps),
        "start": _shares(turn.start),
        "steps": [_step(step, turn.seat) for step in turn.steps],
        "outcome": None if turn.outcome is None else outcome_object(turn.outcome),
        "luck": _shares(turn.luck),
        "loss": _shares(turn.loss),
        "unknown": _shares(turn.unknown),
        "end": _shares(turn.end),
        "remainder": _shares(turn.remainder),
    }


def _step(step: Rolled | Chosen, seat: int) -> Json:
    dice = {"taken": format_counts(step.dice.kept)}
    if step.dice.roll is not None:
        dice["roll"] = format_roll(step.dice.roll)
    if isinstance(step, Rolled):
        return {"type": "roll", **dice, "luck": _shares(step.luck), "value": _shares(step.value)}
    return {
        "type": _type(step.played),
        **dice,
        "played": _way(step.played),
        "best": _way(step.best),
        "then": step.then,
        "decision": step.counts,
        "loss": _shares(step.loss),
        "mark": mark_of(step, seat),
        "value": _shares(step.value),
    }


def _type(way: Way) -> str:
    """Name the kind of a choice."""
    if isinstance(way, Outcome):
        return "take"
    return "face" if isinstance(way, int) else "way"


def _way(way: Way) -> object:
    if isinstance(way, Outcome):
        return outcome_object(way)
    return face_letter(way) if isinstance(way, int) else way


def _entry(entry: Entry) -> Json:
    return {
        "name": entry.name,
        "start": entry.start,
        "result": entry.result,
        "luck": entry.luck,
        "luck_error": entry.luck_error,
        "others_luck": entry.others_luck,
        "loss": entry.loss,
        "loss_error": entry.loss_error,
        "others_loss": entry.others_loss,
        "unknown": entry.unknown,
        "remainder": entry.remainder,
        "adjusted": entry.adjusted,
        "adjusted_error": entry.adjusted_error,
        "decisions": entry.decisions,
        "loss_per_decision": entry.loss_per_decision,
        "loss_per_decision_error": entry.loss_per_decision_error,
    }


def _tally(tally: Tally) -> Json:
    fields = ("start", "result", "luck", "others_luck", "loss", "others_loss")
    return {
        "name": tally.name,
        "games": len(tally.games),
        "decisions": tally.decisions,
        **{field: tally.mean(field) for field in (*fields, "unknown", "remainder", "adjusted")},
        "result_error": tally.error("result"),
        "adjusted_error": tally.adjusted_error,
        "loss_per_decision": tally.loss_per_decision,
        "loss_per_decision_error": tally.loss_per_decision_error,
    }


def _shares(shares: Array) -> list[float]:
    numbers: list[float] = shares.tolist()
    return numbers
