"""What `hint` and `evaluate` answer with: advice, and what kind of numbers it is made of."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import click

from wormadvisor.cli.evaluation import Rolled
from wormadvisor.cli.language import number, say
from wormadvisor.cli.objectives import OBJECTIVES, WIN, resolve_objective
from wormadvisor.cli.progress import patient_progress
from wormadvisor.cli.reading import Question
from wormadvisor.cli.win_options import Means
from wormadvisor.cli.wording import tell_computed
from wormadvisor.solver.advice import Advice, Choice, advise
from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.value.kinds import Value
from wormadvisor.solver.value.lead import WORMS
from wormadvisor.solver.value.payoff import Objective
from wormadvisor.solver.value.search import DEEPEST

if TYPE_CHECKING:  # Imported when they are asked for: most questions need only some.
    from wormadvisor.solver.value.endgame import Progress
    from wormadvisor.tables.errors import TableError

_EXACT_REACH = 20_000_000
"""Positions that --exact solves at the most: nine live tiles, which take a day and 1 GB."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Advice, and how games were played for it when any were asked for."""

    advice: Advice
    rolled: Rolled | None = None


Ask = Callable[[Question], Answer]


class _Winning(Objective, Protocol):
    """An objective that may not have been able to use some tables."""

    @property
    def notes(self) -> "list[TableError]":
        """These tables, and why."""


def answer_with(objective: Objective, question: Question) -> Answer:
    """Ask an objective.

    Raises
    ------
    SolverError
        There is no answer; the spot is named as in the question.
    """
    with question.placing():
        return Answer(advise(question.position, question.turn, question.rules, objective))


def one_turn(name: str, spot: str) -> Objective:
    """Find an objective that looks at one turn only.

    Parameters
    ----------
    name
        As on the command line.
    spot
        Where it was written.

    Raises
    ------
    SolverError
        There is none of that name.
    """
    try:
        return resolve_objective(name).objective
    except SolverError as error:
        fields = {**error.fields, "allowed": OBJECTIVES}
        raise SolverError(Problem(error.kind, spot, fields)) from error


def greedy_choice(question: Question, advice: Advice) -> Choice | None:
    """Tell what somebody who wants worms alone would do; None where winning is not asked for."""
    if advice.objective != WIN:
        return None
    return advise(question.position, question.turn, question.rules, WORMS).best


@contextmanager
def winning(means: Means, *, choosing: bool) -> Iterator[Ask]:
    """Find win chances by the means asked for.

    Long work shows its progress on standard error, and tables that could not be used are
    told there in the end.

    Parameters
    ----------
    means
        The means.
    choosing
        Whether it is the choice that matters, more than what it is worth.
    """
    if means.rollout:
        from wormadvisor.cli.rolling import roll_out_answer

        yield lambda question: roll_out_answer(question, means, choosing=choosing)
        return
    with patient_progress(say("proving positions")) as report:
        objective = _objective(means, lambda at: report(at.done, at.total))

        def ask(question: Question) -> Answer:
            answer = answer_with(objective, question)
            if means.proves:
                _tell_gap(answer.advice.value, means)
            return answer

        yield ask
    tell_computed(*objective.notes)


def _objective(means: Means, step: "Callable[[Progress], None]") -> _Winning:
    from wormadvisor.tables.store import Store

    if means.proves:
        from wormadvisor.tables.certified import DEFAULT_GAP, REACH, ProvenWin

        any_number = means.exact or means.seconds is not None
        return ProvenWin(
            Store(),
            gap=means.gap or DEFAULT_GAP,
            max_states=_EXACT_REACH if any_number else REACH,
            seconds=means.seconds,
            step=step,
        )
    if means.depth is not None:
        from wormadvisor.tables.estimated import Estimated

        return Estimated(Store(), depth=means.depth, seconds=means.seconds)
    from wormadvisor.tables.winning import DEPTH, Winning

    depth = DEPTH if means.seconds is None else DEEPEST
    return Winning(Store(), depth=depth, seconds=means.seconds)


def _tell_gap(value: Value, means: Means) -> None:
    """Say on standard error where proven bounds are further apart than they should be."""
    from wormadvisor.tables.certified import DEFAULT_GAP

    assert value.lo is not None
    assert value.hi is not None
    wanted, reached = means.gap or DEFAULT_GAP, value.hi - value.lo
    if reached > wanted:
        message = say(
            "Note: the bounds are {reached} apart; a gap of {wanted} was not reached",
            reached=number(reached, ".1e"),
            wanted=number(wanted, ".1e"),
        )
        click.echo(message, err=True)
