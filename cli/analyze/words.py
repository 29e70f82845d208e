"""What was played, what was better and what came of it: words that terminal and page share."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from wormadvisor.cli.analyze.marks import LEAST_MISTAKE, mark_of
from wormadvisor.cli.hint_text import outcome_text
from wormadvisor.cli.language import mark, percent, say, together
from wormadvisor.cli.layout import on_one_line
from wormadvisor.cli.objectives import SMALLEST
from wormadvisor.solver.analysed_turn import AnalysedTurn, Chosen, Rolled, Way
from wormadvisor.solver.analysis import Analysis
from wormadvisor.solver.dice import FACES, Counts
from wormadvisor.solver.position import BUST, Outcome

UNKNOWN_DICE = "?"

_EVENTS: Mapping[str, str] = {
    "claim": mark("Turn {turn}: {name} takes the {tile}."),
    "steal": mark("Turn {turn}: {name} steals the {tile} from {victim}."),
    "lost": mark("Turn {turn}: {name} busts and loses the {tile}."),
    "bust": mark("Turn {turn}: {name} busts."),
    "going_on": mark("Turn {turn}: {name} is still playing."),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One roll and what was done with it, in words.

    Attributes
    ----------
    first
        Whether it is the first of its turn.
    dice
        The roll; `UNKNOWN_DICE` for a turn without dice; empty for a second choice after one
        roll.
    luck
        What the roll did to the mover's share; None without a roll.
    played, best
        What was done, and what would have been better; empty when nothing would.
    loss
        What it cost; None when nothing was to be decided.
    mark
        Of the choice; empty when it was good enough.
    share
        The mover's share then.
    """

    first: bool
    dice: str
    luck: float | None
    played: str
    best: str
    loss: float | None
    mark: str
    share: float


def names_of(analysis: Analysis) -> tuple[str, ...]:
    """Give the players' names without what would break a line or move the cursor."""
    return tuple(map(on_one_line, analysis.game.names))


def rows_of(turn: AnalysedTurn) -> list[Row]:
    """Put a turn into rows."""
    if not turn.steps:
        assert turn.outcome is not None
        share = float(turn.end[turn.seat])
        return [Row(True, UNKNOWN_DICE, None, outcome_text(turn.outcome), "", None, "", share)]
    rows: list[Row] = []
    for roll, choices in turn.throws:
        rows += _rows(turn, roll, choices, not rows)
    return rows


def change(share: float, digits: int = 1) -> str:
    """Write what a share changed by: ``+1.2%``."""
    if abs(share) < SMALLEST:
        return percent(0.0)
    return f"{'+' if share > 0 else '-'}{percent(abs(share), digits)}"


def lost(loss: float) -> str:
    """Write a loss: ``1.2%``, or 0."""
    return percent(loss) if loss >= SMALLEST else "0"


def dice_text(roll: Counts) -> str:
    """Write a roll as short as can be: ``1123445W``."""
    return "".join(face * count for face, count in zip(FACES, roll, strict=True))


def point_text(analysis: Analysis, turn: AnalysedTurn) -> str:
    """Tell a turning point in two or three sentences."""
    names, seat = names_of(analysis), turn.seat
    name, outcome = names[seat], turn.outcome
    own = turn.position.stacks[0]
    victim = None
    if outcome is None:
        event = "going_on"
    elif outcome != BUST:
        event = outcome.kind
        victim = names[(seat + outcome.victim) % len(names)] if outcome.victim else None
    else:
        event = "lost" if own else "bust"
    tile = own[-1] if event == "lost" else outcome and outcome.tile
    sentences = [
        say(_EVENTS[event], turn=turn.index + 1, name=name, tile=tile, victim=victim),
        say(
            "{name}'s chance to win goes from {before} to {after}.",
            name=name,
            before=percent(float(turn.start[seat])),
            after=percent(float(turn.end[seat])),
        ),
    ]
    if turn.steps:
        luck, loss = float(turn.luck[seat]), float(turn.loss[seat])
        sentences.append(
            say("Dice {luck}, choices {choices}.", luck=change(luck), choices=change(-loss))
        )
    sentences += _mistake(turn)
    return " ".join(sentences)


def headline(analysis: Analysis) -> str:
    """Say who won, or who is ahead."""
    result = analysis.game.result
    if result is None:
        return say("The game is not over.")
    winners = [name for name, share in zip(names_of(analysis), result, strict=True) if share > 0]
    if len(winners) == 1:
        return say("{name} wins.", name=winners[0])
    return say("{names} share the win.", names=together(winners))


def better(choice: Chosen) -> str:
    """Write what the best choice was, and how it goes on: ``5x2, roll``."""
    word = _way(choice, choice.best)
    return word if choice.then is None else f"{word}, {_words(choice.then)}"


def _mistake(turn: AnalysedTurn) -> list[str]:
    """Tell the worst choice of a turn, where it was bad."""
    worst = max(turn.choices, key=lambda choice: _loss(choice, turn.seat), default=None)
    if worst is None or _loss(worst, turn.seat) < LEAST_MISTAKE:
        return []
    fields = {
        "played": _way(worst, worst.played),
        "best": better(worst),
        "loss": lost(_loss(worst, turn.seat)),
    }
    return [say("{best} was better than {played}, by {loss}.", **fields)]


def _rows(
    turn: AnalysedTurn, roll: Rolled, choices: Sequence[Chosen], first: bool
) -> Iterator[Row]:
    """Give one row, or one for each choice where more than one was wrong."""
    assert roll.dice.roll is not None
    dice, luck = dice_text(roll.dice.roll), float(roll.luck[turn.seat])
    wrong = [choice for choice in choices if _loss(choice, turn.seat) >= SMALLEST]
    groups = [choices]
    if len(wrong) > 1:
        cuts = [choices.index(choice) for choice in wrong[1:]]
        groups = [choices[a:b] for a, b in zip([0, *cuts], [*cuts, len(choices)], strict=True)]
    for number, group in enumerate(groups):
        played = _played(turn, group)
        if not group:
            played = say("no choice yet") if roll.dice.legal_faces else outcome_text(BUST)
        counted = [choice for choice in group if choice.counts]
        losses = [_loss(choice, turn.seat) for choice in counted]
        worst = max(counted, key=lambda choice: _loss(choice, turn.seat), default=None)
        is_wrong = worst is not None and _loss(worst, turn.seat) >= SMALLEST
        share = (group[-1] if group else roll).value[turn.seat]
        yield Row(
            first=first and number == 0,
            dice="" if number else dice,
            luck=None if number else luck,
            played=played,
            best=better(worst) if worst and is_wrong else "",
            loss=sum(losses) if losses else None,
            mark=(mark_of(worst, turn.seat) or "") if worst else "",
            share=float(share),
        )


def _played(turn: AnalysedTurn, choices: Sequence[Chosen]) -> str:
    """Write choices after one roll: ``5x2, roll`` or ``5x2, take 27``."""
    words: list[str] = []
    for choice in choices:
        if isinstance(choice.played, Outcome):
            # Which tile says all about the stop before it.
            words = [word for word in words if word != _words("stop")]
            words.append(outcome_text(choice.played))
        elif choice.played == "stop" and turn.outcome == BUST:
            words.append(say("stop: bust") if choice.counts else outcome_text(BUST))
        else:
            words.append(_way(choice, choice.played))
    return ", ".join(words)


def _way(choice: Chosen, way: Way) -> str:
    if isinstance(way, Outcome):
        return outcome_text(way)
    if isinstance(way, int):
        assert choice.dice.roll is not None
        return f"{FACES[way]}x{choice.dice.roll[way]}"
    return _words(way)


def _words(decision: str) -> str:
    return say("roll") if decision == "roll" else say("stop")


def _loss(choice: Chosen, seat: int) -> float:
    return max(0.0, float(choice.loss[seat])) if choice.counts else 0.0
