"""``wormadvisor coach``: the options, and the conversation."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click

from wormadvisor.cli import saved
from wormadvisor.cli.asking import is_interactive, piped_lines
from wormadvisor.cli.coach import screen
from wormadvisor.cli.coach.completion import terminal
from wormadvisor.cli.coach.session import Quit, Session
from wormadvisor.cli.coach.steps import settled
from wormadvisor.cli.language import say
from wormadvisor.cli.layout import window_width, wrap
from wormadvisor.cli.options import Asked
from wormadvisor.cli.question import once, rules_options
from wormadvisor.cli.reading import read_question
from wormadvisor.cli.seating import check_number, check_printable, new_game, seat_named
from wormadvisor.cli.wording import error_sentence, tell_computed
from wormadvisor.solver.dice import NO_DICE
from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.game import Game
from wormadvisor.solver.record import Record
from wormadvisor.solver.value.search import DEEPEST
from wormadvisor.tables.store import Store
from wormadvisor.tables.winning import DEPTH, Winning

_DEPTH_TAG, _ME_TAG, _DATE_TAG, _BY_TAG = "depth", "me", "date", "by"
_BY = "coach"


@click.command(
    short_help=say("Follow a real game and say what to do."),
    help=say(
        "Follow a real game: type the dice as they fall, and read what to do.\n\n"
        "NAMES are the players, in order of play. Then type help. Everything is saved at "
        "once; --resume goes on with a game."
    ),
)
@click.argument("names", nargs=-1, metavar=say("[NAMES]..."))
@click.option(
    "--first",
    metavar=say("NAME"),
    multiple=True,
    callback=once,
    help=say("Who begins; default: the first."),
)
@click.option(
    "--me",
    metavar=say("NAME"),
    multiple=True,
    callback=once,
    help=say("Whose choices get advice; default: everybody's."),
)
@click.option("--judge", is_flag=True, help=say("With --me: say what the others' mistakes lose."))
@rules_options
@click.option(
    "--position",
    metavar=say("TEXT"),
    multiple=True,
    callback=once,
    help=say("A table to begin from; its first stack is that of who begins."),
)
@click.option(
    "--depth",
    type=click.IntRange(1, DEEPEST),
    help=say("Turns to look ahead; default: {depth}.", depth=DEPTH),
)
@click.option(
    "--file",
    "file",
    metavar=say("FILE"),
    type=click.Path(path_type=Path, dir_okay=False),
    help=say("Where to save the game; default: a new file in your data folder."),
)
@click.option(
    "--resume",
    metavar=say("[FILE]"),
    is_flag=False,
    flag_value=saved.LATEST,
    help=say("Go on with the game of a file, or with the one saved last."),
)
@click.pass_context
def coach(
    context: click.Context,
    names: tuple[str, ...],
    first: str | None,
    me: str | None,
    judge: bool,
    asked: Asked,
    position: str | None,
    depth: int | None,
    file: Path | None,
    resume: str | None,
) -> None:
    """Set the game up, or find it again, and follow it."""
    new = None
    if resume is None:
        game = _new_game(names, first, replace(asked, position=position))
        new = Record(game, {_DATE_TAG: f"{datetime.now():%Y-%m-%d}", _BY_TAG: _BY})
        path = _new_path(file)
    else:
        given = {
            "NAMES": names, "--first": first, "--position": position, "--file": file,
            **dict.fromkeys(asked.given, True),
        }  # fmt: skip
        _refuse_with_resume([option for option, value in given.items() if value])
        path = saved.to_resume(resume, lambda record: record.tags.get(_BY_TAG) == _BY)
    with saved.held(path, "--file" if new else "--resume"):
        *others, record = (new,) if new else saved.load(path)
        check_printable(record.game.names, "NAMES")
        seat = None if me is None else seat_named(me, record.game.names, "--me")
        record = _with_wishes(record.with_game(settled(record.game)), seat, depth)
        objective = Winning(Store(), depth=_depth(record))
        if judge and _seat(record) is None:
            raise SolverError(Problem("needs_option", "--judge", {"needed": "--me"}))
        session = Session(
            record=record,
            path=path,
            others=tuple(others),
            objective=objective,
            me=_seat(record),
            judges=judge,
        )
        session.save()
        code = _converse(session) if is_interactive() else _read_all(session)
        tell_computed(*objective.notes)
    context.exit(code)


def _new_game(names: Sequence[str], first: str | None, asked: Asked) -> Game:
    check_number(len(names), "NAMES")
    players = None if asked.position else str(len(names))
    question = read_question(replace(asked, players=players))
    turn = question.turn
    if turn is not None and turn.kept != NO_DICE:
        raise SolverError(Problem("starts_in_turn", "--position", {}))
    game = new_game(names, question.rules, question.position, first, "NAMES")
    return game if turn is None or turn.roll is None else game.rolled(turn.roll)


def _new_path(file: Path | None) -> Path:
    if file is None:
        return saved.new_path(datetime.now())
    path = file.expanduser().absolute()
    if path.exists():
        raise SolverError(Problem("file_exists", "--file", {"path": path}))
    return path


def _refuse_with_resume(options: Sequence[str]) -> None:
    if options:
        other = {"other": "--resume"}
        raise SolverError(*(Problem("not_together", option, other) for option in options))


def _with_wishes(record: Record, seat: int | None, depth: int | None) -> Record:
    """Note in the record what is asked for, so that it is so again when it is resumed."""
    tags = dict(record.tags)
    if seat is not None:
        tags[_ME_TAG] = record.game.names[seat]
    if depth is not None:
        tags[_DEPTH_TAG] = str(depth)
    return replace(record, tags=tags)


def _depth(record: Record) -> int:
    depth = record.tags.get(_DEPTH_TAG, "")
    return int(depth) if depth in map(str, range(1, DEEPEST + 1)) else DEPTH


def _seat(record: Record) -> int | None:
    name, names = record.tags.get(_ME_TAG), record.game.names
    return names.index(name) if name in names else None


def _converse(session: Session) -> int:
    """Talk at a terminal until somebody leaves."""
    ask = terminal(session)
    click.echo(say("Type help for help."))
    for line in screen.table_lines(session.game, None):
        click.echo(line)
    session.tell_moment()
    interrupted = False
    while True:
        try:
            session.enter(ask(session.prompt))
            interrupted = False
        except KeyboardInterrupt:
            # Once forgets the line; twice in a row leaves.
            if interrupted:
                raise
            interrupted = True
        except (Quit, EOFError):
            session.tell_saved()
            return 0
        except SolverError as error:
            message = wrap(error_sentence(error), window_width())
            click.secho(message, fg="yellow", err=True)


def _read_all(session: Session) -> int:
    """Do what the lines of a pipe say; tell the exit code.

    It is 1 when a line was refused, or when the game is not saved.
    """
    code = 0
    for number, line in enumerate(piped_lines(), start=1):
        try:
            session.enter(line)
        except Quit:
            break
        except SolverError as error:
            code = 1
            message = error_sentence(error)
            click.echo(say("line {number}: {message}", number=number, message=message), err=True)
    return code if session.is_saved else 1
