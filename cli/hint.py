"""``wormadvisor hint``: what to do now."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import click

from wormadvisor.cli import schema
from wormadvisor.cli.hint_text import advice_text
from wormadvisor.cli.language import say
from wormadvisor.cli.layout import window_width
from wormadvisor.cli.objectives import (
    DEFAULT,
    OBJECTIVES,
    WIN,
    Goal,
    goal_of_win,
    resolve_objective,
)
from wormadvisor.cli.proven import Proving, proven_win, proving_options, tell_gap
from wormadvisor.cli.question import choices, position_options
from wormadvisor.cli.reading import Asked, Question, read_position, read_question
from wormadvisor.solver.advice import Advice, Choice, advise
from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.value.lead import WORMS


@click.command(
    short_help=say("Which dice to set aside, and whether to stop or roll."),
    help=say(
        "Say what to do now: which dice to set aside, and whether to stop or roll.\n\n"
        "With a roll every face that may be set aside is ranked; with dice set aside only, "
        "stop or roll; with neither, what the turn is worth. A loss is what a choice gives "
        "away against the best; bust is the chance that the turn ends in a bust when rolling "
        "on."
    ),
)
@position_options
@click.option(
    "--objective",
    metavar="NAME",
    default=DEFAULT,
    show_default=True,
    shell_complete=choices(OBJECTIVES),
    help=say("What to maximise: {names}.", names=", ".join(OBJECTIVES)),
)
@proving_options
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
    proving: Proving,
    as_json: bool,
    batch: bool,
) -> None:
    """Answer one question, or many."""
    if batch and asked.given:
        raise SolverError(*(Problem("not_with_batch", option, {}) for option in asked.given))
    with _goal(objective, proving) as goal:
        if batch:
            # No standard input at all is one without questions.
            context.exit(_answer_lines(sys.stdin.buffer if sys.stdin else (), goal))
        question = read_question(asked)
        advice = _answer(question, goal)
    tell_gap(proving, advice.value)
    greedy = _greedy(question, advice)
    if as_json:
        click.echo(schema.dump(schema.advice_object(advice, greedy)))
    else:
        click.echo(advice_text(advice, goal, window_width(), greedy))


def _greedy(question: Question, advice: Advice) -> Choice | None:
    """Tell what somebody who wants worms alone would do; None where winning is not asked for."""
    if advice.objective != WIN:
        return None
    return advise(question.position, question.turn, question.rules, WORMS).best


@contextmanager
def _goal(name: str, proving: Proving) -> Iterator[Goal]:
    if name.lower() == WIN:
        with proven_win(proving) as win:
            yield goal_of_win(win)
        return
    if proving.given:
        raise SolverError(*(Problem("not_for_objective", given, {}) for given in proving.given))
    yield _one_turn_goal(name)


def _one_turn_goal(name: str) -> Goal:
    try:
        return resolve_objective(name)
    except SolverError as error:
        problem = error.problems[0]
        fields = {**problem.fields, "allowed": OBJECTIVES}
        raise SolverError(Problem(problem.kind, "--objective", fields)) from error


def _answer(question: Question, goal: Goal) -> Advice:
    try:
        return advise(question.position, question.turn, question.rules, goal.objective)
    except SolverError as error:
        raise question.placed(error) from error


def _answer_lines(lines: Iterable[bytes], goal: Goal) -> int:
    """Answer each line at once, so that a program may wait for it; tell the exit code."""
    code = 0
    for answer in _answers(lines, goal):
        code = 1 if "error" in answer else code
        click.echo(schema.dump(answer))
    return code


def _answers(lines: Iterable[bytes], goal: Goal) -> Iterator[schema.Json]:
    for number, line in enumerate(lines, start=1):
        try:
            text = line.rstrip(b"\r\n").decode("utf-8-sig", errors="replace")
            question = read_position(text, f"line {number}: ")
            advice = _answer(question, goal)
            yield schema.advice_object(advice, _greedy(question, advice))
        except SolverError as error:
            yield schema.error_object(error)
