"""What is wrong with a question or a table, in words.

The one place where the problems of a `SolverError` become sentences. A sentence names the
offending token and how to mend it; the spot is put before it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from wormadvisor.cli.language import ENGLISH, listed, mark, say, say_count, using
from wormadvisor.cli.ready_made import ready_made
from wormadvisor.cli.sentences import SENTENCES, TABLE_SENTENCES
from wormadvisor.solver.dice import NUM_DICE
from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.position import Outcome

if TYPE_CHECKING:  # `hint` reads no table and does without that module.
    from wormadvisor.tables.errors import TableError

_LONGEST_TOKEN = 40

_MOST_PROVEN = 9
"""Live tiles that --exact takes on at the most: they take a day."""


def error_line(error: SolverError) -> str:
    """Say in one line what is wrong: every problem with its spot and its mend."""
    return "; ".join(
        say("{spot}: {problem}", spot=_spot(problem), problem=_sentence(problem))
        for problem in error.problems
    )


def error_sentence(error: SolverError) -> str:
    """Say the same without the spots, where somebody has just written one short line."""
    return "; ".join(map(_sentence, error.problems))


def table_error_line(error: "TableError") -> str:
    """Say in one line what is wrong with a table, and what mends it."""
    message = TABLE_SENTENCES.get(error.kind)
    if message is None:
        return str(error)
    return say(message, **{**error.fields, "mend": ready_made(error.mend)})


def tell_computed(*errors: "TableError") -> None:
    """Say on standard error that tables were not used, and why."""
    for error in errors:
        message = table_error_line(error)
        click.echo(say("Note: computed, because of {message}", message=message), err=True)


def where(problem: Problem) -> str:
    """Name the spot for a program: ``--position: grill, column 4``, columns from 1."""
    column = "" if problem.column is None else f", column {problem.column + 1}"
    return f"{problem.where}{column}"


def quoted(token: object) -> str:
    """Write what somebody typed on one line, shortened, without control characters."""
    text = str(token)
    return repr(text if len(text) <= _LONGEST_TOKEN else text[: _LONGEST_TOKEN - 3] + "...")


def _spot(problem: Problem) -> str:
    """Name the spot for a person: the option or line, and the column of its text."""
    option = problem.where.partition(":")[0]
    before, is_line, number = option.rpartition("line ")
    if is_line and number.isdigit():
        option = before + say("line {number}", number=number)
    if problem.column is None:
        return option
    return say("{option}, column {column}", option=option, column=problem.column + 1)


def _sentence(problem: Problem) -> str:
    special = _SPECIAL.get(problem.kind)
    if special:
        return special(problem.fields)
    message = SENTENCES.get(problem.kind)
    if message is None:  # A kind that no question of ours can meet: the programmer's words.
        return str(problem)
    return say(message, **{name: _words(name, value) for name, value in problem.fields.items()})


def _words(name: str, value: object) -> object:
    if name == "places" and isinstance(value, tuple):
        return listed(map(_place, value))
    if name in ("token", "says") and isinstance(value, str):
        return quoted(value)
    return listed(value) if isinstance(value, tuple) else value


def _place(place: object) -> str:
    """Name a place on the table: ``grill``, ``stacks[0]``."""
    player = str(place).removeprefix("stacks[").removesuffix("]")
    if not player.isdigit():
        return say("the grill")
    if player == "0":
        return say("your stack")
    return say("the stack of opponent {number}", number=player)


def _taken_missing(fields: Mapping[str, object]) -> str:
    aside, total = fields["aside"], fields["total"]
    if aside is None:
        return say("say which dice make the sum {total}", total=total)
    if aside == 0:
        return say("no dice are set aside, so the sum is 0 and not {total}", total=total)
    assert isinstance(aside, int)
    return say_count(
        "one die must be set aside already; say which, as in --taken W",
        "{count} dice must be set aside already; say which, as in --taken 5,Wx2",
        aside,
    )


def _taken_several(fields: Mapping[str, object]) -> str:
    solutions = fields["solutions"]
    assert isinstance(solutions, tuple)
    # A 5 more and a W less is the same state: one of them is enough, and the most are 18.
    states = {(dice, total): text for text, dice, total in solutions}
    message = (
        mark("{dice} (sum {total}, {left} left)")
        if fields["aside"] is None
        else mark("{dice} (sum {total})")
    )
    shown = [
        say(message, dice=text, total=total, left=NUM_DICE - dice)
        for (dice, total), text in states.items()
    ]
    return say(
        "{taken} can be several things; write counts, one of: {solutions}",
        taken=fields["taken"],
        solutions="; ".join(shown),
    )


def _too_many_states(fields: Mapping[str, object]) -> str:
    live, states = fields["live"], fields["states"]
    assert isinstance(live, int)
    if live <= _MOST_PROVEN:
        return say(
            "{live} tiles on grill and stacks take {states:,} positions to prove; --exact does "
            "it all the same, with --time 60 as far as it comes",
            live=live,
            states=states,
        )
    return say(
        "{live} tiles on grill and stacks are too many to prove who wins ({states:,} positions); "
        "ask again with {most} or fewer",
        live=live,
        states=states,
        most=_MOST_PROVEN,
    )


def _impossible_outcome(fields: Mapping[str, object]) -> str:
    from wormadvisor.cli.hint_text import outcome_text, outcomes_text  # Rarely needed.

    outcome, allowed = fields["outcome"], fields["allowed"]
    assert isinstance(outcome, Outcome)
    assert isinstance(allowed, tuple)
    if outcome_text(outcome) in map(outcome_text, allowed):
        if outcome.kind == "steal":
            return say("the {tile} is on the stack of another player", tile=outcome.tile)
        return say("a claim has a tile only, a steal a tile and a player, a bust neither")
    with using(ENGLISH):  # As they are typed, to the coach and in records.
        typed = quoted(outcome_text(outcome))
        possible = outcomes_text(allowed)
    return say(
        "{outcome} is not possible here; possible: {allowed}", outcome=typed, allowed=possible
    )


def _fix_breaks(fields: Mapping[str, object]) -> str:
    why = fields["why"]
    assert isinstance(why, SolverError)
    return say(
        "then turn {turn} ({name}) is impossible: {why}; nothing is changed (with cut at the "
        "end, that turn and all after it go)",
        turn=fields["turn"],
        name=fields["name"],
        why=error_sentence(why),
    )


def _roll_on(fields: Mapping[str, object]) -> str:
    dice = fields["dice"]
    assert isinstance(dice, int)
    return say_count(
        "roll the last die, then type what it shows",
        "roll {count} dice, then type what they show",
        dice,
    )


_SPECIAL = {
    "entry_roll_on": _roll_on,
    "fix_breaks": _fix_breaks,
    "impossible_outcome": _impossible_outcome,
    "taken_missing": _taken_missing,
    "taken_several": _taken_several,
    "too_many_states": _too_many_states,
}
