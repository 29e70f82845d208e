"""``wormadvisor analyze``: what the dice did in a game, and what the choices did."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from wormadvisor.cli import schema
from wormadvisor.cli.analyze.annotate import annotated
from wormadvisor.cli.analyze.answer import analysis_object, answer_object
from wormadvisor.cli.analyze.chart import signs_for
from wormadvisor.cli.analyze.outputs import check_outputs, spare_sources, write
from wormadvisor.cli.analyze.sources import Found, Trouble, read_all
from wormadvisor.cli.analyze.text import game_text, players_text
from wormadvisor.cli.language import say
from wormadvisor.cli.layout import PLAIN_WIDTH, window_width
from wormadvisor.cli.progress import patient_progress
from wormadvisor.cli.wording import tell_computed
from wormadvisor.solver.analysis import Analysis, analyse_turns
from wormadvisor.solver.record import Record, format_records
from wormadvisor.solver.tally import tallies
from wormadvisor.solver.value.search import DEEPEST
from wormadvisor.tables.accuracy import expected_error
from wormadvisor.tables.winning import DEPTH, Winning

_SOME_NOT_READ, _NOTHING_READ = 1, 2


@click.command(
    short_help=say("What the dice did in a game, and what the choices did."),
    help=say(
        "Analyse game records: FILE is a record, a folder of records, or - for standard "
        "input.\n\n"
        "Every roll's luck and every decision's loss, in chances to win; the turning points; "
        "and for every player what their dice and their choices did, and the result with all "
        "luck taken out."
    ),
)
@click.argument("files", metavar=say("FILE..."), nargs=-1, required=True)
@click.option("--depth", type=click.IntRange(1, DEEPEST), default=DEPTH, show_default=True,
              metavar="N", help=say("Turns to look ahead where nothing is proven."))  # fmt: skip
@click.option("--summary", is_flag=True, help=say("Tell of the players only, not of every turn."))
@click.option("--plot", metavar=say("PICTURE"), type=click.Path(path_type=Path, dir_okay=False),
              help=say("Draw the chances to win into this file, .png or .svg."))  # fmt: skip
@click.option("--html", metavar=say("PAGE"), type=click.Path(path_type=Path, dir_okay=False),
              help=say("Write all of it as one page for a browser."))  # fmt: skip
@click.option("--annotate", metavar=say("RECORD"), type=click.Path(path_type=Path, dir_okay=False),
              help=say("Write the records with evaluations in braces."))  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help=say("Answer one line of JSON."))
@click.pass_context
def analyze(
    context: click.Context,
    *,
    files: tuple[str, ...],
    depth: int,
    summary: bool,
    plot: Path | None,
    html: Path | None,
    annotate: Path | None,
    as_json: bool,
) -> None:
    """Analyse records and tell, draw and write what was found."""
    outputs = {"--plot": plot, "--html": html, "--annotate": annotate}
    check_outputs(outputs)
    found = read_all(files)
    spare_sources(outputs, found.files)
    if plot:
        from wormadvisor.cli.analyze.plot import require_room

        require_room(len(found.records))
    analyses = _analyse([record for _, record in found.records], depth)
    if analyses:
        if plot:
            from wormadvisor.cli.analyze.plot import picture

            write(plot, picture(analyses, plot.suffix.lower().removeprefix(".")))
        if html:
            from wormadvisor.cli.analyze.html import page

            write(html, page(analyses).encode())
        if annotate:
            write(annotate, _annotated(found, analyses).encode())
    if as_json:
        click.echo(schema.dump(_answer(found, analyses)))
    elif analyses:
        click.echo(_text(analyses, summary=summary))
    _tell(found.troubles)
    if found.troubles:
        context.exit(_SOME_NOT_READ if analyses else _NOTHING_READ)


def _analyse(records: Sequence[Record], depth: int) -> list[Analysis]:
    winning = Winning(depth=depth)
    total, done = sum(len(record.game.turns) for record in records), 0
    analyses: list[Analysis] = []
    with patient_progress(say("analysing turns")) as report:
        for record in records:
            game = record.game
            # An outcome is valued one turn less deep than the moment before it.
            error = expected_error(game.start, game.rules, depth - 1)
            for so_far in analyse_turns(game, winning, error):
                report(done + len(so_far.turns), total)
                analysis = so_far
            analyses.append(analysis)
            done += len(record.game.turns)
    for note in winning.notes:
        tell_computed(note)
    return analyses


def _text(analyses: Sequence[Analysis], *, summary: bool) -> str:
    width = window_width() or PLAIN_WIDTH
    signs = signs_for(sys.stdout.encoding if sys.stdout else None)
    parts = [] if summary else [game_text(analysis, width, signs) for analysis in analyses]
    if summary or len(analyses) > 1:
        parts.append(players_text(analyses, width))
    return "\n\n".join(parts)


def _answer(found: Found, analyses: Sequence[Analysis]) -> schema.Json:
    games = [
        {"file": file, "tags": dict(record.tags), **analysis_object(analysis)}
        for (file, record), analysis in zip(found.records, analyses, strict=True)
    ]
    problems = [trouble.answer for trouble in found.troubles]
    return answer_object(games, tallies(analyses), problems)


def _annotated(found: Found, analyses: Sequence[Analysis]) -> str:
    records = (record for _, record in found.records)
    return format_records(map(annotated, records, analyses))


def _tell(troubles: Sequence[Trouble]) -> None:
    """Say on standard error what could not be read."""
    for trouble in troubles:
        line = say(
            "{file}: {problem}", file=click.format_filename(trouble.file), problem=trouble.line
        )
        click.echo(line, err=True)
