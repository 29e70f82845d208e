"""The answer of ``odds`` as text: a table or bars."""

import sys

import click

from wormadvisor.cli.hint_text import about, outcome_text
from wormadvisor.cli.language import percent, say
from wormadvisor.cli.layout import PLAIN_WIDTH, table, widest, wrap
from wormadvisor.cli.reading import Question
from wormadvisor.cli.totals import Aim, Totals, Way
from wormadvisor.solver.dice import FACES
from wormadvisor.solver.position import TILES

_DIGITS = 2
_BLOCKS, _PLAIN = ("█", "░"), ("#", "-")
_SHORTEST_BAR = 10


def odds_text(question: Question, totals: Totals, width: int | None, *, bars: bool) -> str:
    """Write the chances for people.

    Parameters
    ----------
    question, totals
        What was asked, and the answer.
    width
        Columns of the window; None outside a terminal.
    bars
        Draw bars instead of a table.
    """
    lines = [click.style(wrap(line, width), bold=True) for line in no_new_face(totals)]
    if bars:
        lines += ["", *_draw(totals, width or PLAIN_WIDTH)]
        full, part = _bars()
        lines += ["", wrap(say("{full} exactly, {part} or more", full=full, part=part), width)]
    else:
        lines += ["", *_table(question, totals, width or PLAIN_WIDTH), ""]
    return "\n".join([*lines, *about(question.position, question.turn, question.rules, width)])


def no_new_face(totals: Totals) -> list[str]:
    """Say how likely the next roll has no new face, after each choice."""
    if not totals.choices:
        return [say("BUST: the roll has no new face.")]
    return [_next_roll(way) for way in totals.choices]


def _next_roll(way: Way) -> str:
    chance = None if way.bust_next is None else percent(way.bust_next, _DIGITS)
    if way.face is None:
        if chance is None:
            return say("The turn is over: there is no next roll.")
        return say("The next roll has no new face: {chance}", chance=chance)
    dice = f"{FACES[way.face]}x{way.count}"
    if chance is None:
        return say("After {dice} the turn is over.", dice=dice)
    return say("After {dice} the next roll has no new face: {chance}", dice=dice, chance=chance)


def _table(question: Question, totals: Totals, width: int) -> list[str]:
    position, rules = question.position, question.rules
    has_roll = any(way.face is not None for way in totals.choices)
    rows = [_row(has_roll, say("total"), say("or more"), "", say("exactly"), "", say("gets"))]
    for total, (at_least, exactly) in _with_tile(totals):
        gets = outcome_text(position.outcomes(total, rules)[0])
        rows.append(_row(has_roll, str(total), *_cells(at_least), *_cells(exactly), gets))
    left = (len(rows[0]) - 1,)
    head, *body = widest([table(rows, left), table(rows, left, gap=1)], width)
    return [click.style(head, dim=True), *body]


def _row(has_roll: bool, *cells: str) -> tuple[str, ...]:
    """Leave out the faces where there is no roll to choose from."""
    return cells if has_roll else (cells[0], cells[1], cells[3], cells[5])


def _cells(aim: Aim) -> tuple[str, str]:
    face = FACES[aim.face] if aim.face is not None and aim.chance else ""
    return percent(aim.chance, _DIGITS), face


def _with_tile(totals: Totals) -> list[tuple[int, tuple[Aim, Aim]]]:
    """Leave out the totals below every tile."""
    return list(enumerate(totals.aims))[TILES[0] :]


def _draw(totals: Totals, width: int) -> list[str]:
    """Draw a bar for each total: full for exactly it, lighter for more."""
    full, part = _bars()
    aims = _with_tile(totals)
    rows = [
        (str(total), percent(exactly.chance), percent(at_least.chance))
        for total, (at_least, exactly) in aims
    ]
    heads = table(rows, left=(), gap=1)
    space = max(width - len(heads[0]) - 1, _SHORTEST_BAR)
    lines = []
    for head, (_, (at_least, exactly)) in zip(heads, aims, strict=True):
        dark, long = round(space * exactly.chance), round(space * at_least.chance)
        lines.append(f"{head} {full * dark}{part * (long - dark)}".rstrip())
    return lines


def _bars() -> tuple[str, str]:
    """Give the two characters of the bars: blocks where the output can show them."""
    try:
        "".join(_BLOCKS).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return _PLAIN
    return _BLOCKS
