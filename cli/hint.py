"""``wormadvisor hint``: what to do now."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from wormadvisor.cli import schema
from wormadvisor.cli.answers import Ask, answer_with, greedy_choice, one_turn, winning
from wormadvisor.cli.asking import piped_lines
from wormadvisor.cli.hint_answer import advice_text
from wormadvisor.cli.language import say
from wormadvisor.cli.layout import window_width
from wormadvisor.cli.objectives import DEFAULT, OBJECTIVES, WIN, goal_of
from wormadvisor.cli.options import Asked
from wormadvisor.cli.question import Asking, choices, position_options
from wormadvisor.cli.reading import read_position, read_question
from wormadvisor.cli.win_options import Means, means_options
from wormadvisor.solver.errors import Problem, SolverError


@click.command(
    cls=Asking,
    short_help=say("Which dice to set aside, and whether to stop or roll."),
    help=say(
        "Say what to do now: which dice to set aside, and whether to stop or roll.\n\n"
        "With a roll every face that may be set aside is ranked; with dice set aside only, "
        "stop or roll; with neither, what the turn is worth. A loss is what a choice gives "
        "away against the best; bust is the chance that the turn ends in a bust when rolling "
        "on.\n\n"
        "Values are chances to win the game: proven for small endgames of two, else estimated "
        "by a trained evaluator with some turns of look-ahead, or by playing games."
    ),
)
@position_options
@click.option(
    "--objective",
    metavar=say("NAME"),
    default=DEFAULT,
    show_default=True,
    shell_complete=choices(OBJECTIVES),
    help=say("What to maximise: {names}.", names=", ".join(OBJECTIVES)),
)
@means_options(shallowest=1)
@click.option("--json", "as_json", is_flag=True, help=say("Answer one line of JSON."))
@click.option(
    "--batch",
    is_flag=True,
    help=say("Read a position text from each line of standard input; answer each with JSON."),
)
@click.pass_context
def hint(
    context: click.Context,
    asked: Asked,
    objective: str,
    means: Means,
    as_json: bool,
    batch: bool,
) -> None:
    """Answer one question, or many."""
    if batch:
        _refuse_with_batch(asked, means)
        with _asking(objective, means) as ask:
            code = _answer_lines(ask)
        context.exit(code)
    with _asking(objective, means) as ask:
        question = read_question(asked)
        answer = ask(question)
    greedy = greedy_choice(question, answer.advice)
    if as_json:
        click.echo(schema.dump(schema.advice_object(answer.advice, greedy, answer.rolled)))
    else:
        goal = goal_of(objective)
        click.echo(advice_text(answer.advice, goal, window_width(), greedy, answer.rolled))


def _refuse_with_batch(asked: Asked, means: Means) -> None:
    problems = [Problem("not_with_batch", option, {}) for option in asked.given]
    if means.rollout:
        problems.append(Problem("not_together", "--rollout", {"other": "--batch"}))
    if problems:
        raise SolverError(*problems)


@contextmanager
def _asking(name: str, means: Means) -> Iterator[Ask]:
    if name.lower() == WIN:
        with winning(means, choosing=True) as ask:
            yield ask
        return
    objective = one_turn(name, "--objective")
    if means.given:
        raise SolverError(*(Problem("not_for_objective", given, {}) for given in means.given))
    yield lambda question: answer_with(objective, question)


def _answer_lines(ask: Ask) -> int:
    """Answer each line at once, so that a program may wait for it; tell the exit code."""
    code = 0
    for answer in _answers(ask):
        code = 1 if "error" in answer else code
        click.echo(schema.dump(answer))
    return code


def _answers(ask: Ask) -> Iterator[schema.Json]:
    for number, line in enumerate(piped_lines(), start=1):
        try:
            question = read_position(line, f"line {number}: ")
            advice = ask(question).advice
            yield schema.advice_object(advice, greedy_choice(question, advice))
        except SolverError as error:
            yield schema.error_object(error)
