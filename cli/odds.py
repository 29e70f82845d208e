"""``wormadvisor odds``: the best chance of every total."""

import click

from wormadvisor.cli import schema
from wormadvisor.cli.language import say
from wormadvisor.cli.layout import window_width
from wormadvisor.cli.odds_text import odds_text
from wormadvisor.cli.options import Asked
from wormadvisor.cli.question import Asking, position_options
from wormadvisor.cli.reading import Question, read_question
from wormadvisor.cli.totals import Totals, find_totals
from wormadvisor.cli.wording import tell_computed
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.odds import odds_table


@click.command(
    cls=Asking,
    short_help=say("The best chance of every total."),
    help=say(
        "Say for every total how likely a player who plays for it alone ends the turn with it "
        "or more, and with exactly it, a W included; and how likely the next roll has no new "
        "face.\n\n"
        "Default: the start of a turn. With a roll: the best chance over the faces that may "
        "be set aside, and the face that gives it. The text begins at 21, below which there "
        "is no tile; --json has every total."
    ),
)
@position_options
@click.option("--bars", is_flag=True, help=say("Draw the chances as bars."))
@click.option("--json", "as_json", is_flag=True, help=say("Answer one line of JSON."))
def odds(asked: Asked, bars: bool, as_json: bool) -> None:
    """Answer one question."""
    question = read_question(asked)
    totals, note = chances(question)
    if note is not None:
        tell_computed(note)
    if as_json:
        click.echo(schema.dump(odds_object(question, totals)))
    else:
        click.echo(odds_text(question, totals, window_width(), bars=bars))


def chances(question: Question) -> tuple[Totals, TableError | None]:
    """Find the chances, and tell why their table was not used where it could not be.

    Raises
    ------
    GameOverError
        No open tile is left.
    """
    with question.placing():
        question.position.check_running()
    table = odds_table()
    return find_totals(question.turn, table), table.note


def odds_object(question: Question, totals: Totals) -> schema.Json:
    """Write the answer of ``odds``."""
    position, rules = question.position, question.rules
    answer = schema.question_object(position, question.turn, rules)
    answer["bust_next"] = totals.bust_next
    answer["choices"] = [
        {
            "face": schema.face_letter(choice.face),
            "count": choice.count,
            "total": choice.after.total,
            "dice_left": choice.after.dice_left,
            "bust_next": choice.bust_next,
        }
        for choice in totals.choices
    ]
    answer["totals"] = [
        {
            "total": total,
            "at_least": at_least.chance,
            "at_least_face": schema.face_letter(at_least.face),
            "exactly": exactly.chance,
            "exactly_face": schema.face_letter(exactly.face),
            "outcome": schema.outcome_object(position.outcomes(total, rules)[0]),
        }
        for total, (at_least, exactly) in enumerate(totals.aims)
    ]
    return answer
