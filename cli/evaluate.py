"""``wormadvisor evaluate``: the chance of each player to win the game."""

import math
from collections.abc import Iterator, Sequence

import click

from wormadvisor.cli import schema
from wormadvisor.cli.answers import winning
from wormadvisor.cli.evaluation import Evaluation
from wormadvisor.cli.hint_text import about
from wormadvisor.cli.language import number, percent, say
from wormadvisor.cli.layout import window_width, wrap
from wormadvisor.cli.options import Asked
from wormadvisor.cli.quality import nothing_proven, quality
from wormadvisor.cli.question import Asking, position_options
from wormadvisor.cli.reading import Question, read_question
from wormadvisor.cli.win_options import Means, means_options
from wormadvisor.cli.wording import tell_computed
from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.value.kinds import Value

_PROVEN_DIGITS, _DIGITS = 2, 1
_PROVEN = 10**9
_WIDE = 1e-3
"""Bounds further apart have no middle worth telling."""


@click.command(
    cls=Asking,
    short_help=say("The chance of each player to win the game."),
    help=say(
        "Say how likely each player is to win when all play best. With dice, at that moment "
        "of the turn; without any option, at the start of a game of two.\n\n"
        "The chances of small endgames of two are proven: they lie between two bounds, from "
        "the tables on disk or solved on demand (--exact: larger ones too). All others are "
        "estimates by a trained evaluator with some turns of look-ahead, or come from playing "
        "games (--rollout)."
    ),
)
@position_options
@means_options(shallowest=0)
@click.option("--json", "as_json", is_flag=True, help=say("Answer one line of JSON."))
def evaluate(asked: Asked, means: Means, as_json: bool) -> None:
    """Answer one question."""
    question = read_question(asked)
    evaluation = _straight(question) if means.depth == 0 else _evaluation(question, means)
    if as_json:
        click.echo(schema.dump(schema.evaluation_object(evaluation)))
    else:
        click.echo(_text(evaluation))


def _evaluation(question: Question, means: Means) -> Evaluation:
    with winning(means, choosing=False) as ask:
        answer = ask(question)
    return Evaluation.of(answer.advice, answer.rolled)


def _straight(question: Question) -> Evaluation:
    """Take the evaluator's own numbers, or a table's: no turn is solved."""
    from wormadvisor.solver.batch import Batch
    from wormadvisor.tables.evaluator import Evaluator
    from wormadvisor.tables.store import Store
    from wormadvisor.tables.weights import read_network

    position, rules = question.position, question.rules
    if question.turn is not None:
        raise SolverError(Problem("depth_of_dice", "--depth", {}))
    with question.placing():
        position.check_running()
    evaluator = Evaluator(read_network(), Store())
    shares = tuple(evaluator.shares(Batch.of([position]), rules)[0].tolist())
    tell_computed(*evaluator.notes)
    value = Value(shares[0], evaluator.kind)
    return Evaluation(position, None, rules, value, shares, depth=0, pruned=0.0, rolled=None)


def _text(evaluation: Evaluation) -> str:
    width = window_width()
    first, *rest = (wrap(line, width) for line in sentences(evaluation))
    subject = about(evaluation.position, evaluation.turn, evaluation.rules, width)
    return "\n".join([click.style(first, bold=True), *rest, *subject])


def sentences(evaluation: Evaluation) -> list[str]:
    """Say who wins how likely, the mover first, and how good the numbers are."""
    value = evaluation.value
    if value.lo is not None and value.hi is not None:
        return [*_proven(value, value.lo, value.hi)]
    mine, *others = (percent(share, _DIGITS) for share in evaluation.shares)
    return [_mine(mine), *_others(others), *quality(evaluation)]


def _mine(share: str) -> str:
    return say("You win {share}.", share=share)


def _others(shares: Sequence[str]) -> Iterator[str]:
    if len(shares) == 1:
        yield say("The other player wins {share}.", share=shares[0])
        return
    for number_of, share in enumerate(shares, start=1):
        yield say("Opponent {number} wins {share}.", number=number_of, share=share)


def _proven(value: Value, lo: float, hi: float) -> Iterator[str]:
    nothing = nothing_proven(hi - lo)
    if nothing:
        yield nothing
        return
    if hi - lo > _WIDE:
        yield say(
            "You win {lo} to {hi}: more is not proven.",
            lo=percent(lo, _PROVEN_DIGITS),
            hi=percent(hi, _PROVEN_DIGITS),
        )
    else:
        yield _mine(percent(value.value, _PROVEN_DIGITS))
        yield from _others([percent(1 - value.value, _PROVEN_DIGITS)])
    yield say(
        "Proven for best play: between {lo} and {hi} (gap {gap}).",
        # Rounded outward: what is shown is proven too.
        lo=number(math.floor(lo * _PROVEN) / _PROVEN, ".9f"),
        hi=number(math.ceil(hi * _PROVEN) / _PROVEN, ".9f"),
        gap=number(hi - lo, ".1e"),
    )
