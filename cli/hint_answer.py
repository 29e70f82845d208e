"""The answer of ``hint`` laid out: what to do, a table of all choices, and what is said of them."""

from collections.abc import Sequence

import click

from wormadvisor.cli.evaluation import Rolled
from wormadvisor.cli.hint_text import about, dice_text, outcome_text, proves_nothing, sentences
from wormadvisor.cli.language import mark, percent, say
from wormadvisor.cli.layout import PLAIN_WIDTH, table, widest, wrap
from wormadvisor.cli.objectives import Goal
from wormadvisor.solver.advice import Advice, Choice, Roll, Stop

_NONE = "-"
_FACE_COLUMNS = (
    mark("aside"), mark("sum"), mark("left"), mark("then"), mark("value"), mark("loss"),
    mark("roll"), mark("bust"), mark("stop"), mark("gets"),
)  # fmt: skip
_DECISION_COLUMNS = ("way", mark("value"), mark("loss"), mark("bust"), mark("gets"))
_WORDS = ("aside", "way", "then", "gets")
_SHORT = ("aside", "way", "then", "value", "loss", "bust", "gets")
_Form = tuple[int, int, tuple[str, ...]]
_FORMS: Sequence[_Form] = (
    (4, 2, (*_FACE_COLUMNS, "way")),
    (3, 1, _SHORT),
    (3, 1, tuple(name for name in _SHORT if name != "value")),
)
"""Tables, the widest first: the digits of values, the space between columns, the columns."""


def advice_text(
    advice: Advice,
    goal: Goal,
    width: int | None,
    greedy: Choice | None = None,
    rolled: Rolled | None = None,
) -> str:
    """Write advice for people.

    Parameters
    ----------
    advice, goal
        The answer, and how to write its values.
    width
        Columns of the window; None outside a terminal.
    greedy
        What worms alone would advise, to be compared with it.
    rolled
        How games were played for it, when they were.
    """
    best = advice.best
    said = sentences(advice, goal, greedy, rolled)
    first = wrap(said.headline, width)
    lines = [click.style(first, bold=True, fg="green" if best else "red"), ""]
    shown = best and not proves_nothing(advice)
    if shown:
        rows = _choices(advice, goal, width or PLAIN_WIDTH)
        lines += [click.style(rows[0], dim=True), click.style(rows[1], bold=True), *rows[2:], ""]
    lines += [wrap(" ".join(said_of), width) for said_of in (said.reason, said.drivers) if said_of]
    lines += [wrap(line, width) for line in said.comparison]
    if shown:
        lines.append(wrap(say("value: {meaning}", meaning=goal.meaning), width))
        lines += [wrap(line, width) for line in said.numbers]
    return "\n".join([*lines, *about(advice.position, advice.turn, advice.rules, width)])


def _choices(advice: Advice, goal: Goal, width: int) -> list[str]:
    """Lay out all choices as widely as the window allows, with fewer columns if it must be."""
    best = advice.best
    lay_out = _decisions if best and best.face is None else _faces
    return widest([lay_out(advice, goal, form) for form in _FORMS], width)


def _faces(advice: Advice, goal: Goal, form: _Form) -> list[str]:
    """Lay out the faces that can be set aside."""
    digits, _, _ = form
    words = {"roll": say("roll"), "stop": say("stop")}

    def value(way: Stop | Roll | None) -> str:
        return goal.value(way.value.value, digits) if way else _NONE

    rows = [tuple(map(say, _FACE_COLUMNS))]
    for choice in advice.choices:
        stop, roll = choice.stop, choice.roll
        row = (
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
    return _table(rows, _FACE_COLUMNS, form)


def _decisions(advice: Advice, goal: Goal, form: _Form) -> list[str]:
    """Lay out stop and roll, the better one first."""
    digits, _, _ = form
    best = advice.best
    assert best is not None
    ways: list[tuple[str, Stop | Roll, str, str]] = []
    if best.stop:
        ways.append((say("stop"), best.stop, _NONE, outcome_text(best.stop.outcome)))
    if best.roll:
        ways.append((say("roll"), best.roll, percent(best.roll.bust), _NONE))
    if best.then == "roll":
        ways.reverse()
    most = best.value.value
    rows = [("", *map(say, _DECISION_COLUMNS[1:]))]
    for word, way, bust, gets in ways:
        value = way.value.value
        mark_of = ">" if len(rows) == 1 else " "
        loss = goal.loss(max(0.0, most - value), digits)
        rows.append((f"{mark_of} {word}", goal.value(value, digits), loss, bust, gets))
    return _table(rows, _DECISION_COLUMNS, form)


def _table(rows: list[tuple[str, ...]], names: Sequence[str], form: _Form) -> list[str]:
    """Lay out some of the columns; the words among them align to the left."""
    _, gap, columns = form
    shown = [index for index, name in enumerate(names) if name in columns]
    left = [at for at, index in enumerate(shown) if names[index] in _WORDS]
    return table([[row[index] for index in shown] for row in rows], left, gap)
