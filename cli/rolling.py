"""Answers by rollouts: games played, and kept on disk to go on with."""

import os
import time

import click

from wormadvisor.cli.answers import Answer
from wormadvisor.cli.evaluation import Rolled
from wormadvisor.cli.language import say
from wormadvisor.cli.progress import progress
from wormadvisor.cli.reading import Question
from wormadvisor.cli.win_options import Means
from wormadvisor.cli.wording import tell_computed
from wormadvisor.cli.workers import workers
from wormadvisor.solver.advice import advise
from wormadvisor.solver.dice import NO_DICE, Turn
from wormadvisor.solver.value.backup import Valuer
from wormadvisor.solver.value.rolled import FEWEST, SURE, RolledWin
from wormadvisor.solver.value.rollout import GAMES, Rollout
from wormadvisor.solver.value.search import Search
from wormadvisor.tables.evaluator import Evaluator
from wormadvisor.tables.rollouts import KeptRollout
from wormadvisor.tables.store import Store
from wormadvisor.tables.weights import read_network

_SEED, _SE = 1, 0.002
_ANY = 10**9


def roll_out_answer(question: Question, means: Means, *, choosing: bool) -> Answer:
    """Play games from every outcome of the turn until the answer is clear.

    Parameters
    ----------
    question, means
        What is asked, and how to play.
    choosing
        Whether it is enough when one choice is clearly the best.

    Raises
    ------
    GameOverError
        No open tile is left.
    TableError
        The evaluator cannot be read, or the games cannot be kept.
    """
    position, rules, turn = question.position, question.rules, question.turn or Turn(NO_DICE)
    with question.placing():
        position.check_running()
    store, depth = Store(), means.depth or 1
    seed = _SEED if means.seed is None else means.seed
    evaluator = Evaluator(read_network(), store)
    # Players who solve a turn over numbers from look-ahead are one turn deeper than it.
    valuer: Valuer = Search(evaluator, depth - 1) if depth > 1 else evaluator
    win = RolledWin(position, rules, valuer, seed=seed, known=evaluator.known)
    with KeptRollout(store, position, rules, seed=seed, depth=depth) as kept:
        win.rollout = kept.load()
        _play(win, kept, turn, means, choosing=choosing)
    tell_computed(*evaluator.notes)
    advice = advise(position, turn, rules, win)
    clearness = win.clearness(turn)
    ways = sum((choice.stop is not None) + (choice.roll is not None) for choice in advice.choices)
    rolled = Rolled(
        games=win.rollout.games if win.rollout else 0,
        seed=seed,
        depth=depth,
        worth_plain=win.rollout.worth_plain if win.rollout else 0.0,
        clear=clearness > SURE if ways > 1 else None,
    )
    return Answer(advice, rolled)


def _play(win: RolledWin, kept: KeptRollout, turn: Turn, means: Means, *, choosing: bool) -> None:
    """Play, showing the progress, and keep what was played after every step."""
    most = _ANY if means.games is None else -(-means.games // GAMES)
    se = _SE if means.se is None else means.se
    deadline = time.monotonic() + (means.seconds or float("inf"))
    at_once = os.cpu_count() or 1
    with progress(say("rollout, games")) as report, workers():
        played = win.rollout.games if win.rollout else 0
        report(played, max(played, GAMES * min(most, FEWEST)))
        try:
            for rollout in win.play_until(turn, se, most, choosing=choosing, at_once=at_once):
                kept.save(rollout)
                report(rollout.games, _needed(rollout, win.error(turn), se, most))
                if time.monotonic() > deadline:
                    return
        except KeyboardInterrupt:
            if win.rollout:
                click.echo(say("What was played is kept; ask again to go on."), err=True)
            raise


def _needed(rollout: Rollout, error: float, se: float, most: int) -> int:
    """Guess how many games it will take: the error falls with the root of their number."""
    blocks = max(FEWEST, rollout.blocks * (error / se) ** 2)
    return max(rollout.games, GAMES * round(min(most, blocks)))
