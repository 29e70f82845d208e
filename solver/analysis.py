"""A game after it was played: what the dice did, and what the choices did.

Every turn is solved over the worth of its outcomes, once, and walked along the dice that
fell. Between two moments of a turn either dice fell or a player chose:

    luck of a roll       value after it under best play, less the value before it
    loss of a choice     value of the best choice, less that of the one made

Values are the win shares of all players, so that a change shows what it did to everybody. A
turn's changes lead from its value before the first roll, V, to the worth of its outcome, W.
Where its dice are not known there is the sum alone, W - V. From W to the next turn's V there
is a remainder: the same position, valued once as the outcome of a turn and once as a turn to
play. It is 0 for values without error, and shows how large the errors are. So, for every
player and exactly,

    end = start + sum of luck - sum of losses + sum of unknown + sum of remainders

A roll's luck has mean zero over all rolls whatever the values say, because the value before
it is the mean of the values after it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt

import numpy as np

from wormadvisor.solver.analysed_turn import AnalysedTurn, total_of
from wormadvisor.solver.game import Game
from wormadvisor.solver.replay import Replay
from wormadvisor.solver.value.payoff import Array, Objective

_TURNS_OF_TRUST = 4
"""How many turns' remainders the expected error counts for."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game analysed.

    Attributes
    ----------
    game
        The game.
    objective
        Name of the objective that valued it.
    turns
        Every turn.
    start, end
        (players,) by seat: the shares at the start, and the result; where the game is not
        over, the shares now.
    expected
        The root mean square error that was measured for estimates of an outcome's worth.
    """

    game: Game
    objective: str
    turns: tuple[AnalysedTurn, ...]
    start: Array
    end: Array
    expected: float

    @property
    def luck(self) -> Array:
        """(players, players): what each player's dice (row) did to everybody (column)."""
        return self._by_mover([turn.luck for turn in self.turns])

    @property
    def loss(self) -> Array:
        """(players, players): what each player's choices (row) took from everybody."""
        return self._by_mover([turn.loss for turn in self.turns])

    @property
    def unknown(self) -> Array:
        """(players, players): what each player's turns without dice did to everybody."""
        return self._by_mover([turn.unknown for turn in self.turns])

    @property
    def remainder(self) -> Array:
        """(players,) by seat: what the values' own errors leave over."""
        return total_of([turn.remainder for turn in self.turns], len(self.start))

    @property
    def adjusted(self) -> Array:
        """(players,) by seat: the result, all luck taken out.

        Turns without dice are taken out too, as if they were all luck.
        """
        luck: Array = (self.luck + self.unknown).sum(axis=0)
        return np.asarray(self.end - luck, np.float64)

    @property
    def decisions(self) -> tuple[int, ...]:
        """How many decisions each seat made."""
        counts = [0] * len(self.start)
        for turn in self.turns:
            counts[turn.seat] += sum(choice.counts for choice in turn.choices)
        return tuple(counts)

    def accuracy(self) -> float:
        """Estimate the root mean square error of an outcome's worth.

        From the remainders, and from the error that was measured before.
        Errors that both sides of a remainder share do not show in it.
        """
        doubtful = [turn.remainder for turn in self.turns if turn.is_doubtful]
        squares = float(sum((remainder**2).mean() for remainder in doubtful))
        prior = _TURNS_OF_TRUST * self.expected**2
        return sqrt((squares + prior) / (len(doubtful) + _TURNS_OF_TRUST))

    def loss_error(self, seat: int) -> float:
        """Give the standard error of a player's losses, from the evaluator's errors alone."""
        turns = (turn for turn in self.turns if turn.seat == seat and turn.is_doubtful)
        return self.accuracy() * sqrt(sum(turn.loss_weight**2 for turn in turns))

    def luck_error(self, seat: int | None = None) -> float:
        """Give the standard error of the luck of a player's dice; None: of everybody's."""
        turns = (turn for turn in self.turns if seat in (None, turn.seat) and turn.is_doubtful)
        return self.accuracy() * sqrt(sum(turn.luck_weight**2 for turn in turns))

    def adjusted_error(self) -> float:
        """Give the standard error of the result without luck, from the evaluator's errors.

        That of all luck, and while the game goes on of the estimate in place of a result.
        """
        ends_doubtful = not self.game.is_over and all(turn.is_doubtful for turn in self.turns[-1:])
        return hypot(self.luck_error(), self.accuracy() if ends_doubtful else 0.0)

    def _by_mover(self, changes: Sequence[Array]) -> Array:
        table = np.zeros((len(self.start), len(self.start)))
        for turn, change in zip(self.turns, changes, strict=True):
            table[turn.seat] += change
        return table


def analyse(game: Game, objective: Objective, expected: float) -> Analysis:
    """Value every roll and every choice of a game.

    Parameters
    ----------
    game
        Finished or not.
    objective
        Gives the win shares of all players, as payoff columns.
    expected
        The root mean square error of its estimates, as measured.

    Raises
    ------
    ValueError
        The objective does not give the shares of all players.
    """
    *_, last = analyse_turns(game, objective, expected)
    return last


def analyse_turns(game: Game, objective: Objective, expected: float) -> Iterator[Analysis]:
    """Analyse a game, giving after each turn what is known so far; the last is `analyse`'s.

    Parameters
    ----------
    game, objective, expected
        As for `analyse`.

    Raises
    ------
    ValueError
        The objective does not give the shares of all players.
    """
    done: list[AnalysedTurn] = []
    for index, turn in enumerate(game.turns):
        solved = Replay(game, index, objective)
        if done:
            done[-1] = replace(done[-1], remainder=solved.start - done[-1].end)
        done.append(solved.walk(turn))
        yield Analysis(game, objective.name, tuple(done), done[0].start, done[-1].end, expected)
    now = _value_now(game, objective)
    if now is None:  # The last turn is going on: its value is that of its last moment.
        return
    if done:
        done[-1] = replace(done[-1], remainder=now - done[-1].end)
    start = done[0].start if done else now
    yield Analysis(game, objective.name, tuple(done), start, now, expected)


def _value_now(game: Game, objective: Objective) -> Array | None:
    """Give the shares before the turn to come, or the result."""
    if game.result is not None:
        return np.array(game.result)
    if len(game.turns) == len(game.positions):
        return None
    return Replay(game, len(game.turns), objective).start


def turning_points(analysis: Analysis, most: int, least: float) -> list[AnalysedTurn]:
    """Find the turns that mattered most (`AnalysedTurn.weight`), in the order of play.

    Parameters
    ----------
    analysis
        The game.
    most
        How many to give at the most.
    least
        Change of the share that is worth a word.
    """
    turns = [turn for turn in analysis.turns if turn.weight >= least]
    turns.sort(key=lambda turn: -turn.weight)
    return sorted(turns[:most], key=lambda turn: turn.index)
