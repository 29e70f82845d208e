"""``wormadvisor play``: a game against bots."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from wormadvisor.cli import saved
from wormadvisor.cli.analyze.text import account
from wormadvisor.cli.coach import screen
from wormadvisor.cli.language import percent, say, say_count
from wormadvisor.cli.layout import PLAIN_WIDTH, window_width
from wormadvisor.cli.play.dice import fresh_seed
from wormadvisor.cli.play.evening import Evening
from wormadvisor.cli.play.setup import PERSON, Setup, is_unfinished, load, names_of
from wormadvisor.cli.play.talk import HELP, Leave
from wormadvisor.cli.play.tutor import Tutor
from wormadvisor.cli.progress import progress
from wormadvisor.cli.question import choices, was_given
from wormadvisor.cli.seating import check_number, check_printable, new_game
from wormadvisor.cli.wording import tell_computed
from wormadvisor.solver.analysis import Analysis, analyse_turns
from wormadvisor.solver.game import Game
from wormadvisor.solver.record import Record
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.solver.tally import Entry, entries
from wormadvisor.tables.accuracy import expected_error
from wormadvisor.tables.players import NAMES, find_player
from wormadvisor.tables.winning import DEPTH, Winning

DEFAULT_BOT = "medium"
THRESHOLD = "1%"


class _Loss(click.ParamType):  # type: ignore[type-arg]  # Generic in click >= 8.4 only.
    """A loss of win chance: ``1%`` or ``0.01``."""

    name = say("LOSS")

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):
            return value
        number = value.removesuffix("%")
        try:
            loss = float(number) / (100 if number != value else 1)
        except ValueError:
            loss = -1.0
        if not 0 <= loss <= 1:
            self.fail(
                say("{value} is not a loss, as in 1% or 0.01; put --tutor last", value=value),
                param,
                ctx,
            )
        return loss


@click.command(
    short_help=say("Play against bots."),
    help=say(
        "Play against one to six BOTS: easy, medium, hard, best, or any player of match. The "
        "program rolls the dice, or you do and type them in (--dice typed). You choose with W, "
        "5 roll, 4 stop; help names the rest.\n\n"
        "With --tutor a choice that loses more than 1 % of the win (or --tutor LOSS) is "
        "questioned before it is made. The game is saved after every step."
    ),
)
@click.argument("bots", nargs=-1, metavar=say("[BOTS]..."), shell_complete=choices(NAMES))
@click.option("--name", "people", multiple=True, metavar=say("NAME"),
              help=say("Your name; once more for each other person."))  # fmt: skip
@click.option("--first", metavar=say("NAME"), help=say("Who begins; default: you."))
@click.option("--rules", default="official", show_default=True, metavar=say("RULES"),
              shell_complete=choices(PRESETS), help=say("The rules, as for hint."))  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0),
              help=say("Seed of the dice; default: another one every time."))  # fmt: skip
@click.option("--dice", type=click.Choice(["rolled", "typed"]), default="rolled",
              show_default=True, help=say("Who rolls: the program, or you."))  # fmt: skip
@click.option("--tutor", type=_Loss(), is_flag=False, flag_value=THRESHOLD,
              help=say("Question choices that lose more than this."))  # fmt: skip
@click.option("--resume", is_flag=False, flag_value=saved.LATEST, metavar=say("[FILE]"),
              help=say("Go on with the game played last, or that of a file."))  # fmt: skip
def play(
    *,
    bots: tuple[str, ...],
    people: tuple[str, ...],
    first: str | None,
    rules: str,
    seed: int | None,
    dice: str,
    tutor: float | None,
    resume: str | None,
) -> None:
    """Play a game."""
    if resume is not None:
        if any(map(was_given, ("bots", "people", "first", "rules", "seed", "dice"))):
            raise click.UsageError(
                say("a game that is resumed has its players, rules and dice already")
            )
        path = saved.to_resume(resume, is_unfinished)
        with saved.held(path, "--resume"):
            records, setup = load(path)
            _play(path, records, setup if tutor is None else replace(setup, tutor=tutor))
        return
    record, setup = _new(bots or (DEFAULT_BOT,), people, first, rules, seed, dice, tutor)
    path = saved.new_path(datetime.now(UTC).astimezone())
    with saved.held(path, "BOTS"):
        _play(path, (record,), setup)


def _play(path: Path, records: Sequence[Record], setup: Setup) -> None:
    """Play the last of the games of a file until it is over or somebody leaves."""
    *others, record = records
    check_printable(record.game.names, "--name")
    record = replace(record, tags={**record.tags, **setup.tags})
    winning = Winning()
    evening = Evening(record, path, tuple(others), setup, Tutor(winning))
    evening.tell_wrapped(say(HELP))
    try:
        evening.play()
        _tell_result(evening)
    except Leave:
        if evening.is_saved:
            message = say("Saved: {path}. To go on: wormadvisor play --resume", path=path)
            evening.tell_wrapped(message)
    tell_computed(*winning.notes)


def _new(
    bots: tuple[str, ...],
    people: tuple[str, ...],
    first: str | None,
    rules: str,
    seed: int | None,
    dice: str,
    tutor: float | None,
) -> tuple[Record, Setup]:
    for bot in bots:
        find_player(bot)
    names = names_of(people or (say("Player"),), bots)
    check_number(len(names), "BOTS")
    seats = (*[PERSON] * (len(names) - len(bots)), *bots)
    setup = Setup(seats, fresh_seed() if seed is None else seed, dice == "typed", tutor)
    game = new_game(names, Rules.parse(rules), None, first, "--name")
    today = datetime.now(UTC).astimezone().date().isoformat()
    return Record(game, {"date": today, **setup.tags}), setup


def _tell_result(evening: Evening) -> None:
    """Say who won, at once, and then how everybody played."""
    game, width = evening.game, window_width()
    evening.tell(*screen.table_lines(game, None), "")
    for line in screen.result_lines(game):
        evening.tell_wrapped(line, bold=True)
    if evening.is_saved:
        evening.tell_wrapped(say("Saved: {path}", path=evening.path))
    analysis = _analysed(game, evening.tutor)
    evening.tell("", *account(analysis, width or PLAIN_WIDTH), "")
    for entry, seat in zip(entries(analysis), evening.setup.seats, strict=True):
        if seat == PERSON:
            evening.tell_wrapped(_played(entry))


def _analysed(game: Game, tutor: Tutor) -> Analysis:
    with progress(say("looking back")) as report:
        last = None
        error = expected_error(game.start, game.rules, DEPTH - 1)
        for done, last in enumerate(analyse_turns(game, tutor.objective, error), start=1):  # noqa: B007
            report(min(done, len(game.turns)), len(game.turns))
    assert last is not None
    return last


def _played(entry: Entry) -> str:
    """Say in a sentence how a person played."""
    return say_count(
        "{name}: {count} choice lost {loss} of the win; the dice brought {luck}.",
        "{name}: {count} choices lost {loss} of the win; the dice brought {luck}.",
        entry.decisions,
        name=entry.name,
        loss=percent(max(entry.loss, 0.0)),
        luck=f"{100 * entry.luck:+.1f}%",
    )
