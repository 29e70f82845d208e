"""The answer of ``hint`` as text: the best choice first, then all of them, then why."""

from collections.abc import Mapping

import click

from wormadvisor.cli.language import mark, percent, say
from wormadvisor.cli.layout import PLAIN_WIDTH, table, wrap
from wormadvisor.cli.objectives import Goal
from wormadvisor.cli.reasons import why
from wormadvisor.solver.advice import Advice, Choice, Roll, Stop, cost_of_following
from wormadvisor.solver.dice import FACES
from wormadvisor.solver.notation import format_position, format_tiles
from wormadvisor.solver.position import Outcome, Position

_WIDE = 79
_NONE = "-"
_NARROW = 1e-4
"""Bounds this close look the same in the table."""

_STOP: Mapping[str, str] = {
    "claim": mark("STOP: take the {tile}."),
    "steal": mark("STOP: steal the {tile} from opponent {number}."),
    "bust": mark("STOP: a bust."),
}
_ASIDE_AND_STOP: Mapping[str, str] = {
    "claim": mark("Set aside {dice}, then STOP: take the {tile}."),
    "steal": mark("Set aside {dice}, then STOP: steal the {tile} from opponent {number}."),
    "bust": mark("Set aside {dice}, then STOP: a bust."),
}
_OUTCOMES: Mapping[str, str] = {
    "claim": mark("take {tile}"),
    "steal": mark("steal {tile}"),
    "bust": mark("bust"),
}
_FACE_COLUMNS = (
    mark("aside"), mark("sum"), mark("left"), mark("then"), mark("value"), mark("loss"),
    mark("roll"), mark("bust"), mark("stop"), mark("gets"),
)  # fmt: skip
_DECISION_COLUMNS = (mark("value"), mark("loss"), mark("bust"), mark("gets"))


def advice_text(advice: Advice, goal: Goal, width: int | None, greedy: Choice | None = None) -> str:
    """Write advice for people.

    Parameters
    ----------
    advice, goal
        The answer, and how to write its values.
    width
        Columns of the window; None outside a terminal.
    greedy
        What worms alone would advise, to be compared with it.
    """
    best = advice.best
    headline = wrap(_headline(best) if advice.decided else _undecided(advice), width)
    lines = [click.style(headline, bold=True, fg="green" if best else "red"), ""]
    if best:
        wide = (width or PLAIN_WIDTH) >= _WIDE
        rows = _decisions(best, goal) if best.face is None else _faces(advice, goal, wide)
        lines += [click.style(rows[0], dim=True), click.style(rows[1], bold=True), *rows[2:], ""]
    proven = best is None or _gap(advice) < _NARROW
    if proven:
        lines.append(wrap(why(advice, goal), width))
    if best:
        if proven:
            lines += [wrap(line, width) for line in _comparison(advice, goal, greedy)]
        lines.append(wrap(say("value: {meaning}", meaning=goal.meaning), width))
        lines += [wrap(line, width) for line in _proof(advice)]
    text = format_position(advice.position, advice.turn, advice.rules)
    return "\n".join([*lines, *about(advice.position, text)])


def about(position: Position, text: str) -> list[str]:
    """Say what an answer is about: the position text, the tiles out of the game."""
    lines = [say("position: {text}", text=text)]
    if position.out_of_game:
        tiles = format_tiles(position.out_of_game, ranges=True)
        lines.append(say("out of the game: {tiles}", tiles=tiles))
    return lines


def outcome_text(outcome: Outcome) -> str:
    """Write what stopping brings, as short as a table needs it."""
    return say(_OUTCOMES[outcome.kind], tile=outcome.tile)


def dice_text(choice: Choice) -> str:
    """Write the dice that a choice sets aside: ``5x2``."""
    return _NONE if choice.face is None else f"{FACES[choice.face]}x{choice.count}"


def _headline(best: Choice | None) -> str:
    if best is None:
        return say("BUST: the roll has no new face.")
    dice, left = dice_text(best), best.after.dice_left
    if best.then == "roll" and best.face is None:
        return say("ROLL. (Dice: {left})", left=left)
    if best.then == "roll":
        return say("Set aside {dice}, then ROLL. (Dice: {left})", dice=dice, left=left)
    assert best.stop is not None
    outcome = best.stop.outcome
    message = (_STOP if best.face is None else _ASIDE_AND_STOP)[outcome.kind]
    return say(message, dice=dice, tile=outcome.tile, number=outcome.victim)


def _undecided(advice: Advice) -> str:
    """Call no choice best that is not proven best."""
    if _gap(advice) < _NARROW:
        return say(
            "Too close to call at a gap of {gap:.1e}. First by a hair: {headline}",
            gap=_gap(advice),
            headline=_headline(advice.best),
        )
    return say("Too close to call: the bounds are up to {gap} apart.", gap=percent(_gap(advice)))


def _comparison(advice: Advice, goal: Goal, greedy: Choice | None) -> list[str]:
    """Say what playing for worms alone would cost, where it would do something else."""
    if greedy is None or advice.best is None:
        return []
    if (greedy.face, greedy.then) == (advice.best.face, advice.best.then):
        return []
    loss = goal.loss(cost_of_following(greedy, advice))
    aside = dice_text(greedy)
    if greedy.face is None and greedy.then == "stop":
        return [say("Playing for worms alone you would stop: {loss} worse.", loss=loss)]
    if greedy.face is None:
        return [say("Playing for worms alone you would roll on: {loss} worse.", loss=loss)]
    if greedy.then == "stop":
        message = mark("Playing for worms alone: {dice} aside, then stop, is {loss} worse.")
    else:
        message = mark("Playing for worms alone: {dice} aside, then roll, is {loss} worse.")
    return [say(message, dice=aside, loss=loss)]


def _proof(advice: Advice) -> list[str]:
    """Say how well the numbers are proven, where they are."""
    lo, hi = advice.value.lo, advice.value.hi
    if lo is None or hi is None:
        return []
    if hi - lo < _NARROW:
        return [say("proven: every chance here, to within {gap:.1e}", gap=_gap(advice))]
    return [
        say(
            "proven: the best is worth {lo} to {hi}; every chance here to within {gap}",
            lo=percent(lo, 2),
            hi=percent(hi, 2),
            gap=percent(_gap(advice), 2),
        )
    ]


def _gap(advice: Advice) -> float:
    """Give the widest interval among all choices, stopping and rolling; 0 where exact."""
    ways = [way for choice in advice.choices for way in (choice.stop, choice.roll) if way]
    return max((way.value.hi or 0.0) - (way.value.lo or 0.0) for way in ways)


def _faces(advice: Advice, goal: Goal, wide: bool) -> list[str]:
    """Lay out the faces that can be set aside; a narrow window gets fewer columns."""
    digits = 4 if wide else 3
    words = {"roll": say("roll"), "stop": say("stop")}

    def value(way: Stop | Roll | None) -> str:
        return goal.value(way.value.value, digits) if way else _NONE

    rows = [_row(wide, *map(say, _FACE_COLUMNS))]
    for choice in advice.choices:
        stop, roll = choice.stop, choice.roll
        row = _row(
            wide,
            f"{'>' if advice.decided and choice is advice.best else ' '} {dice_text(choice)}",
            str(choice.after.total),
            str(choice.after.dice_left),
            words[choice.then],
            goal.value(choice.value.value, digits),
            goal.loss(choice.loss, digits),
            value(roll),
            percent(roll.bust) if roll else _NONE,
            value(stop),
            outcome_text(stop.outcome) if stop else _NONE,
        )
        rows.append(row)
    return table(rows, (0, 3, 9) if wide else (0, 1, 5), gap=2 if wide else 1)


def _row(wide: bool, *cells: str) -> tuple[str, ...]:
    """Leave out of a narrow row: the sum, the dice left, what either way on is worth."""
    return cells if wide else (cells[0], *cells[3:6], cells[7], cells[9])


def _decisions(best: Choice, goal: Goal) -> list[str]:
    """Lay out stop and roll, the better one first."""
    ways: list[tuple[str, Stop | Roll, str, str]] = []
    if best.stop:
        ways.append((say("stop"), best.stop, _NONE, outcome_text(best.stop.outcome)))
    if best.roll:
        ways.append((say("roll"), best.roll, percent(best.roll.bust), _NONE))
    if best.then == "roll":
        ways.reverse()
    most = best.value.value
    rows = [("", *map(say, _DECISION_COLUMNS))]
    for word, way, bust, gets in ways:
        value = way.value.value
        mark_of = ">" if len(rows) == 1 else " "
        loss = goal.loss(max(0.0, most - value), 4)
        rows.append((f"{mark_of} {word}", goal.value(value, 4), loss, bust, gets))
    return table(rows, (0, 4))
