"""What a choice lost, told after it was made."""

from collections.abc import Iterator

from wormadvisor.cli.hint_text import dice_text, outcome_text
from wormadvisor.cli.language import say
from wormadvisor.cli.objectives import Goal
from wormadvisor.cli.play.tutor import Tutor
from wormadvisor.solver.dice import FACES
from wormadvisor.solver.game import Game
from wormadvisor.solver.position import Outcome

_WORTH_TELLING = 0.005
"""Losses below this share of the win are within the evaluator's own error."""


def judgement(before: Game, after: Game, tutor: Tutor, goal: Goal) -> Iterator[str]:
    """Say what the move from one game to the next lost, when that is worth a word.

    Parameters
    ----------
    before, after
        The game before and after one move.
    tutor
        Knows what choices lose.
    goal
        How losses are written.
    """
    if before.turn is None or before.turn == after.turn:
        return
    played = after.turns[len(before.positions) - 1]
    if not played.throws:  # Dice that were not told.
        return
    if before.turn.roll is not None:
        face = played.throws[-1].face
        if face is None:
            return
        yield from _face(before, face, tutor, goal)
        if played.outcome is None:
            return
        before = before.chose(face)
    rolled_on = len(played.throws) > len(before.turns[-1].throws)
    stopped = None if rolled_on else played.outcome
    yield from _stop_or_roll(before, stopped, tutor, goal)
    if stopped is not None:
        yield from _end(before, stopped, tutor, goal)


def _face(game: Game, face: int, tutor: Tutor, goal: Goal) -> Iterator[str]:
    loss = tutor.loss(game, face, None)
    best = tutor.advice(game).best
    if best is not None and loss >= _WORTH_TELLING:
        yield _loses(FACES[face], loss, dice_text(best), goal)


def _stop_or_roll(game: Game, stopped: Outcome | None, tutor: Tutor, goal: Goal) -> Iterator[str]:
    best = tutor.advice(game).choices[0]
    if best.stop is None or best.roll is None:
        return
    loss = tutor.loss(game, None, "roll" if stopped is None else "stop")
    if loss < _WORTH_TELLING:
        return
    if stopped is None:
        gets = outcome_text(best.stop.outcome)
        yield say("Rolling on loses {loss}; better: {gets}.", loss=goal.loss(loss), gets=gets)
    else:
        yield say("Stopping loses {loss}; better: roll on.", loss=goal.loss(loss))


def _end(game: Game, outcome: Outcome, tutor: Tutor, goal: Goal) -> Iterator[str]:
    loss = tutor.loss_of_outcome(game, outcome)
    if loss >= _WORTH_TELLING:
        best = tutor.best_outcome(game)
        yield _loses(outcome_text(outcome), loss, outcome_text(best), goal)


def _loses(made: str, loss: float, best: str, goal: Goal) -> str:
    return say("{face} loses {loss}; better: {best}.", face=made, loss=goal.loss(loss), best=best)
