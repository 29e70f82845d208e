"""What a choice lost, told after it was made."""

from collections.abc import Callable, Iterator

from wormadvisor.cli.hint_text import dice_text, outcome_text
from wormadvisor.cli.language import say
from wormadvisor.cli.objectives import Goal
from wormadvisor.solver.advice import Advice
from wormadvisor.solver.dice import FACES
from wormadvisor.solver.game import Game

_WORTH_TELLING = 0.005
"""Losses below this share of the win are within the evaluator's own error."""


def judgement(
    before: Game, after: Game, advised: Callable[[Game], Advice], goal: Goal
) -> Iterator[str]:
    """Say what the move from one game to the next lost, when that is worth a word.

    Parameters
    ----------
    before, after
        The game before and after one move.
    advised
        Gives the advice for a moment.
    goal
        How losses are written.
    """
    if before.turn is None or before.turn == after.turn:
        return
    turns = before.turn, after.turns[len(before.positions) - 1]
    dice, played = turns
    face = played.throws[-1].face if dice.roll is not None and played.throws else None
    if face is not None and dice.legal_faces:
        advice = advised(before)
        loss = advice.loss_of(face)
        if advice.best is not None and loss >= _WORTH_TELLING:
            yield say(
                "{face} loses {loss}; better: {best}.",
                face=FACES[face],
                loss=goal.loss(loss),
                best=dice_text(advice.best),
            )
    elif dice.roll is None and played.throws:
        stopped = played.outcome is not None
        yield from _stop_or_roll(advised(before), stopped, goal)


def _stop_or_roll(advice: Advice, stopped: bool, goal: Goal) -> Iterator[str]:
    best = advice.choices[0]
    if best.stop is None or best.roll is None:
        return
    loss = advice.loss_of(None, "stop" if stopped else "roll")
    if loss < _WORTH_TELLING:
        return
    if stopped:
        yield say("Stopping loses {loss}; better: roll on.", loss=goal.loss(loss))
    else:
        gets = outcome_text(best.stop.outcome)
        yield say("Rolling on loses {loss}; better: {gets}.", loss=goal.loss(loss), gets=gets)
