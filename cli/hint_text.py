"""What advice says besides its table: what to do, why, and how good the numbers are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wormadvisor.cli.evaluation import Evaluation, Rolled
from wormadvisor.cli.language import listed, mark, percent, say
from wormadvisor.cli.objectives import Goal
from wormadvisor.cli.quality import nothing_proven, quality
from wormadvisor.cli.reasons import drivers, why
from wormadvisor.solver.advice import Advice, Choice
from wormadvisor.solver.dice import FACES, Turn
from wormadvisor.solver.notation import format_position, format_tiles
from wormadvisor.solver.position import BUST, Outcome, Position
from wormadvisor.solver.rules import Rules

_NONE = "-"
_NARROW = 1e-4
"""Bounds this close look the same in the table."""

_STOP: Mapping[str, str] = {
    "claim": mark("STOP: take the {tile}."),
    "steal": mark("STOP: steal the {tile} from opponent {number}."),
    "bust": mark("STOP: a bust."),
}
_ASIDE_AND_STOP: Mapping[str, str] = {
    "claim": mark("Set aside {dice}, then STOP: take the {tile}."),
    "steal": mark("Set aside {dice}, then STOP: steal the {tile} from opponent {number}."),
    "bust": mark("Set aside {dice}, then STOP: a bust."),
}
_STEAL_NAMED = mark("STOP: steal the {tile} from {name}.")
_ASIDE_AND_STEAL_NAMED = mark("Set aside {dice}, then STOP: steal the {tile} from {name}.")
_OUTCOMES: Mapping[str, str] = {
    "claim": mark("take {tile}"),
    "steal": mark("steal {tile}"),
    "bust": mark("bust"),
}


@dataclass(frozen=True, slots=True)
class Sentences:
    """What an answer says besides its numbers.

    Attributes
    ----------
    headline
        What to do.
    reason
        Why; nothing where the bounds are too far apart to say.
    drivers
        What else speaks for it.
    comparison
        What playing for worms alone would cost, where it would do something else.
    numbers
        What kind of numbers they are, and how good.
    """

    headline: str
    reason: list[str]
    drivers: list[str]
    comparison: list[str]
    numbers: list[str]


def sentences(
    advice: Advice,
    goal: Goal,
    greedy: Choice | None = None,
    rolled: Rolled | None = None,
    names: Sequence[str] = (),
) -> Sentences:
    """Write the sentences of advice.

    Parameters
    ----------
    advice, goal
        The answer, and how to write its values.
    greedy
        What worms alone would advise, to be compared with it.
    rolled
        How games were played for it, when they were.
    names
        The players from the one to move on; without them opponents are numbered.
    """
    best = advice.best
    clear = best is None or _gap(advice) < _NARROW
    return Sentences(
        headline=headline(advice, names),
        reason=[why(advice, goal)] if clear else [],
        drivers=drivers(advice, names) if clear else [],
        comparison=_comparison(advice, goal, greedy) if clear else [],
        numbers=[*_proof(advice), *quality(Evaluation.of(advice, rolled))] if best else [],
    )


def about(
    position: Position, turn: Turn | None, rules: Rules, width: int | None = None
) -> list[str]:
    """Say what an answer is about: the position text, the tiles out of the game.

    Parameters
    ----------
    position, turn, rules
        What it is about.
    width
        Columns of the window. What does not fit begins on a line of its own, unbroken, so
        that it can be copied.
    """
    lines = [_line(mark("position: {text}"), "text", format_position(position, turn, rules), width)]
    if position.out_of_game:
        tiles = format_tiles(position.out_of_game, ranges=True)
        lines.append(_line(mark("out of the game: {tiles}"), "tiles", tiles, width))
    return lines


def _line(message: str, name: str, text: str, width: int | None) -> str:
    line = say(message, **{name: text})
    if width is None or len(line) <= width:
        return line
    return say(message, **{name: f"\n{text}"}).replace(" \n", "\n")


def headline(advice: Advice, names: Sequence[str] = ()) -> str:
    """Say what to do, in a line.

    Parameters
    ----------
    advice
        The answer.
    names
        The players from the one to move on; without them opponents are numbered.
    """
    return _headline(advice.best, names) if advice.decided else _undecided(advice, names)


def outcome_text(outcome: Outcome) -> str:
    """Write what stopping brings, as short as a table needs it."""
    return say(_OUTCOMES[outcome.kind], tile=outcome.tile)


def outcomes_text(outcomes: Sequence[Outcome]) -> str:
    """Write several of them in one line: ``steal 30, take 21-24,26, bust``."""
    steals = [outcome_text(outcome) for outcome in outcomes if outcome.kind == "steal"]
    tiles = sorted(each.tile for each in outcomes if each.kind == "claim" and each.tile)
    takes = [say(_OUTCOMES["claim"], tile=format_tiles(tiles, ranges=True))] if tiles else []
    return listed([*steals, *takes, *([outcome_text(BUST)] if BUST in outcomes else [])])


def dice_text(choice: Choice) -> str:
    """Write the dice that a choice sets aside: ``5x2``."""
    return _NONE if choice.face is None else f"{FACES[choice.face]}x{choice.count}"


def _headline(best: Choice | None, names: Sequence[str]) -> str:
    if best is None:
        return say("BUST: the roll has no new face.")
    dice, left = dice_text(best), best.after.dice_left
    if best.then == "roll" and best.face is None:
        return say("ROLL. (Dice: {left})", left=left)
    if best.then == "roll":
        return say("Set aside {dice}, then ROLL. (Dice: {left})", dice=dice, left=left)
    assert best.stop is not None
    outcome = best.stop.outcome
    if names and outcome.victim is not None:
        message = _STEAL_NAMED if best.face is None else _ASIDE_AND_STEAL_NAMED
        return say(message, dice=dice, tile=outcome.tile, name=names[outcome.victim])
    message = (_STOP if best.face is None else _ASIDE_AND_STOP)[outcome.kind]
    return say(message, dice=dice, tile=outcome.tile, number=outcome.victim)


def _undecided(advice: Advice, names: Sequence[str]) -> str:
    """Call no choice best that is not proven best."""
    nothing = nothing_proven(min(_gaps(advice)))
    if nothing:
        return nothing
    if _gap(advice) < _NARROW:
        return say(
            "Too close to call at a gap of {gap:.1e}. First by a hair: {headline}",
            gap=_gap(advice),
            headline=_headline(advice.best, names),
        )
    return say("Too close to call: the bounds are up to {gap} apart.", gap=percent(_gap(advice)))


def _comparison(advice: Advice, goal: Goal, greedy: Choice | None) -> list[str]:
    """Say what playing for worms alone would cost, where it would do something else."""
    if greedy is None or advice.best is None:
        return []
    if (greedy.face, greedy.then) == (advice.best.face, advice.best.then):
        return []
    loss = goal.loss(advice.loss_of(greedy.face, greedy.then))
    if loss == goal.loss(0.0):
        return []
    aside = dice_text(greedy)
    if greedy.face is None and greedy.then == "stop":
        return [say("Playing for worms alone you would stop: {loss} worse.", loss=loss)]
    if greedy.face is None:
        return [say("Playing for worms alone you would roll on: {loss} worse.", loss=loss)]
    if greedy.then == "stop":
        message = mark("Playing for worms alone: {dice} aside, then stop, is {loss} worse.")
    else:
        message = mark("Playing for worms alone: {dice} aside, then roll, is {loss} worse.")
    return [say(message, dice=aside, loss=loss)]


def _proof(advice: Advice) -> list[str]:
    """Say how well the numbers are proven, where they are."""
    lo, hi = advice.value.lo, advice.value.hi
    if lo is None or hi is None:
        return []
    if hi - lo < _NARROW:
        return [say("proven: every chance here, to within {gap:.1e}", gap=_gap(advice))]
    return [
        say(
            "proven: the best is worth {lo} to {hi}; every chance here to within {gap}",
            lo=percent(lo, 2),
            hi=percent(hi, 2),
            gap=percent(_gap(advice), 2),
        )
    ]


def proves_nothing(advice: Advice) -> bool:
    """Tell whether the numbers of no choice say anything."""
    return not advice.decided and nothing_proven(min(_gaps(advice))) is not None


def _gap(advice: Advice) -> float:
    """Give the widest interval among all choices, stopping and rolling; 0 where exact."""
    return max(_gaps(advice))


def _gaps(advice: Advice) -> list[float]:
    ways = [way for choice in advice.choices for way in (choice.stop, choice.roll) if way]
    return [(way.value.hi or 0.0) - (way.value.lo or 0.0) for way in ways]
