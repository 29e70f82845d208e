"""What is wrong with a question or a table, in words.

The one place where the problems of a `SolverError` become sentences. A sentence names the
offending token and how to mend it; the spot is put before it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from wormadvisor.cli.language import listed, mark, say, say_count
from wormadvisor.solver.dice import NUM_DICE
from wormadvisor.solver.errors import Problem, SolverError

if TYPE_CHECKING:  # `hint` reads no table and does without that module.
    from wormadvisor.tables.errors import TableError

_LONGEST_TOKEN = 40

_WITHIN_PATIENCE = 8
"""Live tiles that can be proven within hours."""

_SENTENCES: Mapping[str, str] = {
    # Positions.
    "not_a_tile": mark("{token} is not a tile; tiles are {lowest} to {highest}"),
    "tile_twice": mark("the tile {tile} is in more than one place ({places}); leave it in one"),
    "players": mark("{players} players; the game has {lowest} to {highest}"),
    "fewer_players": mark("{token} players, but the stacks are for {given}; give a higher number"),
    "more_opponents": mark("{given} opponents, but --position has {opponents}; leave some out"),
    "game_over": mark("no open tile is left: the game is over"),
    "two_players_only": mark("{players} players; proven win chances need a game of two"),
    "not_positive": mark("{token} is no positive number that can be used here"),
    "not_for_objective": mark("this option goes with --objective win only"),
    "not_certified": mark("no proof was found; please report the position"),
    # Dice.
    "too_many_dice": mark("{dice} dice; there are only {highest}"),
    "dice_not_complete": mark(
        "{rolled} dice rolled and {kept} set aside, which must make {needed} together"
    ),
    "roll_empty": mark("a roll needs at least one die; before the roll, leave it out"),
    "turn_over": mark("all six faces are set aside, so the turn is over: there is no roll"),
    "left_not_rolled": mark("{left} dice left, but {rolled} dice rolled; give one of the two"),
    "taken_count": mark(
        "{taken} cannot be {aside} dice, only {allowed}; name each face, counts as in Wx2"
    ),
    "taken_sum": mark("{taken} cannot have the sum {total}; possible: {allowed}"),
    # Rules.
    "unknown_preset": mark("{token} is not a set of rules; there are: {allowed}"),
    "unknown_switch": mark("{token} is not a switch of the rules; there are: {allowed}"),
    "unknown_value": mark("{token} is not possible for {switch}; choose one of: {allowed}"),
    "switch_without_value": mark("{token} needs a value, as in {example}"),
    "switch_twice": mark("the switch {switch} is given twice; leave one out"),
    # Objectives.
    "unknown_objective": mark("{token} is not an objective; there are: {allowed}"),
    "total": mark("{token} is not a total of dice; totals are {lowest} to {highest}"),
    # Players.
    "unknown_player": mark("{token} is not a player; there are: {allowed}"),
    "player_depth": mark("{token} looks {lowest} to {highest} turns ahead, as in network:2"),
    "player_noise": mark("{token} needs a number of at least 0 behind the ~, as in lead~0.5"),
    # Text.
    "empty": mark("nothing is written here; write {write} for none"),
    "empty_item": mark("nothing is written between two commas; leave one comma out"),
    "range_backwards": mark("the range {token} runs backwards; write {write}"),
    "not_a_face": mark("{token} is not a face of a die; faces are {allowed}"),
    "bad_count": mark("{token} is not a number of dice from {lowest} to {highest}"),
    "mixed_dice": mark(
        "{token} mixes letters run together with a comma list; write {write} instead"
    ),
    "extra_space": mark("one space too many; put a single space between fields"),
    "too_many_fields": mark("{token} is one field too many; there can be: {allowed}"),
    "rules_not_last": mark("the rules {token} must be the last field"),
    # Options.
    "not_a_number": mark("{token} is not a whole number from {lowest} to {highest}"),
    "given_twice": mark("given more than once; leave all but one out"),
    "contradiction": mark("{token} contradicts {other}, which says {says}; leave one of them out"),
    "not_with_batch": mark("does not go with --batch, where each line is a whole position"),
}

_TABLE_SENTENCES: Mapping[str, str] = {
    "missing": mark("{path}: there is no such table; to mend it: {mend}"),
    "foreign": mark("{path}: this is not the table asked for; to mend it: {mend}"),
    "truncated": mark("{path}: the file is cut short; to mend it: {mend}"),
    "damaged": mark("{path}: the file is damaged; to mend it: {mend}"),
    "version": mark("{path}: made by another version of the program; to mend it: {mend}"),
    "other_rules": mark("{path}: made for other rules; to mend it: {mend}"),
    "dependency": mark("{path}: a table it was built from is gone or changed; to mend it: {mend}"),
    "refuted": mark("{path}: its numbers are wrong; to mend it: {mend}"),
    "unreadable": mark("{path}: cannot be read; to mend it: {mend}"),
    "unwritable": mark("{path}: cannot be written; to mend it: {mend}"),
    "locked": mark("{path}: another process is writing it; to mend it: {mend}"),
}


def error_line(error: SolverError) -> str:
    """Say in one line what is wrong: every problem with its spot and its mend."""
    return "; ".join(f"{_spot(problem)}: {_sentence(problem)}" for problem in error.problems)


def table_error_line(error: "TableError") -> str:
    """Say in one line what is wrong with a table, and what mends it."""
    message = _TABLE_SENTENCES.get(error.kind)
    return str(error) if message is None else say(message, **error.fields)


def tell_computed(error: "TableError") -> None:
    """Say on standard error that a table was not used, and why."""
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
    """Name the spot for a person: the option, and the column of its text."""
    option = problem.where.partition(":")[0]
    if problem.column is None:
        return option
    return say("{option}, column {column}", option=option, column=problem.column + 1)


def _sentence(problem: Problem) -> str:
    special = _SPECIAL.get(problem.kind)
    if special:
        return special(problem.fields)
    message = _SENTENCES.get(problem.kind)
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
    if live <= _WITHIN_PATIENCE:
        return say(
            "{live} tiles on grill and stacks take {states:,} positions to prove; --exact does "
            "it all the same, --time 60 as far as it comes",
            live=live,
            states=states,
        )
    return say(
        "{live} tiles on grill and stacks are too many to prove who wins ({states:,} positions); "
        "ask again with {most} or fewer",
        live=live,
        states=states,
        most=_WITHIN_PATIENCE,
    )


_SPECIAL = {
    "taken_missing": _taken_missing,
    "taken_several": _taken_several,
    "too_many_states": _too_many_states,
}
