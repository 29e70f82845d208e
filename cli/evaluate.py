"""``wormadvisor evaluate``: the chance of each player to win the game."""

import math

import click

from wormadvisor.cli import schema
from wormadvisor.cli.hint_text import about
from wormadvisor.cli.language import percent, say
from wormadvisor.cli.proven import Proving, proven_win, proving_options, tell_gap
from wormadvisor.cli.question import position_options
from wormadvisor.cli.reading import Asked, Question, read_question
from wormadvisor.solver.advice import advise
from wormadvisor.solver.errors import SolverError
from wormadvisor.solver.notation import format_position
from wormadvisor.solver.value.kinds import Value

_DIGITS = 2
_PROVEN = 10**9
_WIDE = 1e-3
"""Bounds further apart have no middle worth telling."""


@click.command(
    short_help=say("The chance of each player to win the game."),
    help=say(
        "Say how likely each player is to win when all play best. With dice, at that moment "
        "of the turn; without any option, at the start of a game of two.\n\n"
        "The chances are proven: they lie between two bounds, from the tables on disk or "
        "solved on demand. Games of two with up to six tiles on grill and stacks are within "
        "reach, and more with --exact."
    ),
)
@position_options
@proving_options
@click.option("--json", "as_json", is_flag=True, help=say("Answer one line of JSON."))
def evaluate(asked: Asked, proving: Proving, as_json: bool) -> None:
    """Answer one question."""
    question = read_question(asked)
    with proven_win(proving) as win:
        try:
            value = advise(question.position, question.turn, question.rules, win).value
        except SolverError as error:
            raise question.placed(error) from error
    tell_gap(proving, value)
    shares = _shares(value)
    if as_json:
        click.echo(schema.dump(_answer(question, shares)))
    else:
        click.echo(_text(question, shares))


def _shares(value: Value) -> list[Value]:
    """Give the mover's win share and the other player's, which is the rest."""
    assert value.lo is not None
    assert value.hi is not None
    return [value, Value(1 - value.value, value.kind, lo=1 - value.hi, hi=1 - value.lo)]


def _answer(question: Question, shares: list[Value]) -> schema.Json:
    answer = schema.question_object(question.position, question.turn, question.rules)
    answer |= {
        "objective": "win",
        "kind": shares[0].kind,
        "values": [
            {"player": player, "share": share.value, "lo": share.lo, "hi": share.hi}
            for player, share in enumerate(shares)
        ],
    }
    return answer


def _text(question: Question, shares: list[Value]) -> str:
    mine, theirs = shares
    assert mine.lo is not None
    assert mine.hi is not None
    if mine.hi - mine.lo > _WIDE:
        between = say(
            "You win {lo} to {hi}: more is not proven.",
            lo=percent(mine.lo, _DIGITS),
            hi=percent(mine.hi, _DIGITS),
        )
        lines = [click.style(between, bold=True)]
    else:
        lines = [
            click.style(say("You win {share}.", share=percent(mine.value, _DIGITS)), bold=True),
            say("The other player wins {share}.", share=percent(theirs.value, _DIGITS)),
        ]
    lines.append(
        say(
            "Proven for best play: between {lo:.9f} and {hi:.9f} (gap {gap:.1e}).",
            # Rounded outward: what is shown is proven too.
            lo=math.floor(mine.lo * _PROVEN) / _PROVEN,
            hi=math.ceil(mine.hi * _PROVEN) / _PROVEN,
            gap=mine.hi - mine.lo,
        )
    )
    text = format_position(question.position, question.turn, question.rules)
    return "\n".join([*lines, *about(question.position, text)])
