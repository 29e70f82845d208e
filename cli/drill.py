"""``wormadvisor drill``: positions where people go wrong, one after the other."""

import queue
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice
from typing import Literal

import click

from wormadvisor.cli.analyze.marks import MARKS
from wormadvisor.cli.asking import ask
from wormadvisor.cli.choosing import read_choice
from wormadvisor.cli.coach import screen
from wormadvisor.cli.drill_score import DrillScore, KeptScore
from wormadvisor.cli.hint_text import about, headline, sentences
from wormadvisor.cli.language import mark, percent, say, say_count
from wormadvisor.cli.layout import window_width, wrap
from wormadvisor.cli.objectives import SMALLEST, WIN, goal_of
from wormadvisor.cli.play.dice import fresh_seed
from wormadvisor.cli.question import choices
from wormadvisor.cli.wording import error_sentence, tell_computed
from wormadvisor.solver.advice import Advice
from wormadvisor.solver.dice import FACES
from wormadvisor.solver.drills import Exercise, Mistake, exercises
from wormadvisor.solver.errors import SolverError
from wormadvisor.solver.notation import format_counts, format_roll
from wormadvisor.solver.plans import Act
from wormadvisor.solver.position import MAX_PLAYERS, MIN_PLAYERS, Position
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.solver.value.backup import Valuer
from wormadvisor.solver.value.payoff import Objective
from wormadvisor.tables.weights import read_network
from wormadvisor.tables.winning import Winning

LEVELS: Mapping[str, tuple[float, float]] = {
    "easy": (0.04, 1.0),
    "medium": (0.02, 0.05),
    "hard": (0.01, 0.025),
}
"""What the worst habit loses in an exercise of each level: large mistakes are easy to see."""

MOST = 10_000
"""Positions of one drill."""

_QUIT = ("q", "quit", "exit")
_SHOW = ("?", "show")
_HELP = ("h", "help")
_MOST_HABITS = 3

HELP = mark("W roll, 5 stop: the face to set aside, and then. ?: the answer. q: leave.")


@dataclass(frozen=True, slots=True)
class _Asked:
    """What exercises are wanted."""

    rules: Rules
    players: int
    level: str | None
    seed: int

    def found(self, valuer: Valuer, judge: Objective) -> Iterator[Exercise]:
        """Find exercises, not two with the same habits going wrong in a row."""
        least, most = LEVELS[self.level] if self.level else (0.01, 1.0)
        last: tuple[str, ...] = ()
        for exercise in exercises(
            self.rules, self.players, valuer, judge, seed=self.seed, least=least, most=most
        ):
            habits = tuple(mistake.habit for mistake in exercise.mistakes)
            if habits != last:
                last = habits
                yield exercise


@click.command(
    short_help=say("Practise on positions where people go wrong."),
    help=say(
        "Show positions where simple habits go wrong, one at a time: say which face you set "
        "aside, and then stop or roll, as in W roll or 5 stop; ? shows the answer, q ends. "
        "Every answer is judged by what it loses in chance to win. The score is kept."
    ),
)
@click.option("--count", "number", type=click.IntRange(1, MOST), default=10, show_default=True,
              help=say("How many positions."))  # fmt: skip
@click.option("--players", type=click.IntRange(MIN_PLAYERS, MAX_PLAYERS), default=2,
              show_default=True, help=say("Players in the games they come from."))  # fmt: skip
@click.option("--level", type=click.Choice(tuple(LEVELS)),
              help=say("How much the mistakes lose; default: at least 1 %."))  # fmt: skip
@click.option("--rules", default="official", show_default=True, metavar=say("RULES"),
              shell_complete=choices(PRESETS), help=say("The rules, as for hint."))  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0),
              help=say("Seed of the games; default: another one every time."))  # fmt: skip
def drill(*, number: int, players: int, level: str | None, rules: str, seed: int | None) -> None:
    """Practise."""
    asked = _Asked(Rules.parse(rules), players, level, fresh_seed() if seed is None else seed)
    session, kept = DrillScore(), KeptScore()
    width, winning = window_width(), Winning()
    click.echo(wrap(say(HELP), width))
    for index, exercise in enumerate(islice(_ahead(asked, winning), number), start=1):
        title = say("{number} of {count}", number=index, count=number)
        click.echo("\n" + click.style(title, bold=True))
        click.echo("\n".join(_moment_lines(exercise.advice, width)))
        answer = _answered(exercise.advice, width)
        if answer is None:
            break
        loss = None if answer == "show" else exercise.advice.loss_of(answer.face, answer.then)
        if loss is not None:
            session = session.with_answer(loss)
            kept.add(loss)
        click.echo("\n".join(_judged_lines(exercise, loss, width)))
        if loss is not None:
            click.echo(wrap(_score_line(say("now"), session), width))
    click.echo("\n" + wrap(_score_line(say("all drills"), kept.score), width))
    tell_computed(*winning.notes)


def _ahead(asked: _Asked, judge: Objective) -> Iterator[Exercise]:
    """Give exercises, the next ones being found while somebody thinks."""
    found: queue.Queue[Exercise | BaseException] = queue.Queue(maxsize=3)

    def find() -> None:
        try:
            for exercise in asked.found(read_network(), judge):
                found.put(exercise)
        except BaseException as error:
            found.put(error)

    # A thread of its own, and one that nobody waits for in the end.
    threading.Thread(target=find, daemon=True).start()
    for _ in count():
        exercise = found.get()
        if isinstance(exercise, BaseException):
            raise exercise
        yield exercise


def _answered(advice: Advice, width: int | None) -> "Act | Literal['show'] | None":
    """Ask until there is an answer; ``"show"``: show me. None: no more."""
    face = then = None
    while True:
        prompt = say("Which face, and then stop or roll?") if face is None else say("Stop or roll?")
        text = ask(prompt, ("roll", "stop", "show", "quit"))
        if text is None or text.lower() in _QUIT:
            return None
        if text.lower() in _SHOW:
            return "show"
        if text.lower() in _HELP:
            click.echo(wrap(say(HELP), width))
            continue
        try:
            if face is None:
                face, then = read_choice(text, advice.turn)
            else:
                _, then = read_choice(text, advice.turn.choose(face))
        except SolverError as error:
            click.echo(wrap(error_sentence(error), width))
            continue
        if then is not None:
            return Act(face, then)


def _moment_lines(advice: Advice, width: int | None) -> list[str]:
    """Show the table and the dice."""
    position, turn = advice.position, advice.turn
    names = [_player(player, position) for player in range(position.players)]
    lines = screen.tiles_lines(position, names, position.stacks)
    aside = format_counts(turn.kept) if turn.used else "-"
    lines.append(say("aside: {dice} (sum {total})", dice=aside, total=turn.total))
    assert turn.roll is not None
    lines.append(click.style(say("roll: {dice}", dice=format_roll(turn.roll)), bold=True))
    return [wrap(line, width) if "  " not in line else line for line in lines]


def _player(player: int, position: Position) -> str:
    if player == 0:
        return say("you")
    return say("opponent") if position.players == 2 else say("opponent {number}", number=player)


def _judged_lines(exercise: Exercise, loss: float | None, width: int | None) -> list[str]:
    """Say how good the answer is, what is best and why, and who goes wrong here."""
    advice, goal = exercise.advice, goal_of(WIN)
    best = headline(advice)
    if loss is None:
        lines = [click.style(best, bold=True)]
    elif loss < SMALLEST:
        lines = [click.style(say("Right. {best}", best=best), bold=True, fg="green")]
    else:
        sign = next((f"{name} " for name, least in MARKS if loss >= least), "")
        text = say("{loss} worse than the best: {best}", loss=goal.loss(loss), best=best)
        colour = "red" if sign else "yellow"
        lines = [click.style(f"{sign}{text}", bold=True, fg=colour)]
    said = sentences(advice, goal)
    lines += [" ".join(some) for some in (said.reason, said.drivers) if some]
    told = "; ".join(_mistake(mistake) for mistake in exercise.mistakes[-_MOST_HABITS:])
    lines.append(say("Goes wrong here: {habits}.", habits=told))
    lines += about(advice.position, advice.turn, advice.rules)
    return [wrap(line, width) for line in lines]


_HABITS: Mapping[str, str] = {
    "always-w": mark("W whenever it can be had ({act}, -{loss})"),
    "greedy": mark("the most points ({act}, -{loss})"),
    "cautious": mark("any tile, and quickly ({act}, -{loss})"),
    "worms": mark("worms alone ({act}, -{loss})"),
    "lead": mark("the lead in worms ({act}, -{loss})"),
    "thumb": mark("the rules of thumb ({act}, -{loss})"),
}


def _mistake(mistake: Mistake) -> str:
    loss = goal_of(WIN).loss(mistake.loss)
    return say(_HABITS[mistake.habit], act=_act_text(mistake.act), loss=loss)


def _act_text(act: Act) -> str:
    then = say("stop") if act.then == "stop" else say("roll")
    return then if act.face is None else f"{FACES[act.face]} {then}"


def _score_line(title: str, score: DrillScore) -> str:
    return say_count(
        "{title}: {count} answer, {best} best, {streak} in a row now, mean loss {loss}",
        "{title}: {count} answers, {best} best, {streak} in a row now, mean loss {loss}",
        score.answers,
        title=title,
        best=score.best,
        streak=score.streak,
        loss=percent(score.mean, 2) if score.answers else "-",
    )
