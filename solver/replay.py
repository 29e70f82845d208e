"""One turn of a game, solved and then walked along the dice that fell; see `analysis`."""

from collections.abc import Iterator

import numpy as np

from wormadvisor.solver.analysed_turn import AnalysedTurn, Chosen, Rolled, Way
from wormadvisor.solver.dice import NO_DICE, Turn
from wormadvisor.solver.game import Game, PlayedTurn
from wormadvisor.solver.position import BUST, Outcome, Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.numpy_kernel import FloatArray
from wormadvisor.solver.turn.solution import Decision, Option, SolvedTurn
from wormadvisor.solver.value.payoff import Array, Objective, Payoff


class Replay:
    """One turn of a game, solved; its worth is given by seat.

    Parameters
    ----------
    game
        The game.
    index
        Which turn: one that was played, or the next.
    objective
        Gives the win shares of all players.

    Raises
    ------
    ValueError
        The objective does not give the win shares of all players.
    """

    def __init__(self, game: Game, index: int, objective: Objective) -> None:
        self._rules, self._index, self._seat = game.rules, index, game.seat_of(index)
        self._position = game.positions[index]
        self._payoff = objective.payoff(self._position, game.rules)
        if self._payoff.bust.shape != (self._position.players,) or not self._payoff.worth:
            raise ValueError("an analysis needs the win shares of all players")
        self._turn = SolvedTurn(self._payoff.stop, self._payoff.bust, self._payoff.busts)
        self._weights = _Weights(self._position, self._rules, self._payoff, self._turn)

    @property
    def start(self) -> Array:
        """(players,) by seat: the shares before the first roll."""
        return self._seen(self._turn.before_first_roll)

    def walk(self, played: PlayedTurn) -> AnalysedTurn:
        """Go through the turn as it was played."""
        steps = list(self._steps(played)) if played.throws else []
        start = self.start
        if played.outcome is not None:
            end = self._seen(self._payoff.worth[played.outcome])
        else:
            end = steps[-1].value
        none = np.zeros(len(start))
        lost = self._weights.lost(step for step in steps if isinstance(step, Chosen))
        luck = self._weights.of_luck(played.outcome, lost) if steps else none
        return AnalysedTurn(
            index=self._index,
            seat=self._seat,
            position=self._position,
            outcome=played.outcome,
            kind=self._payoff.kind,
            start=start,
            steps=tuple(steps),
            unknown=none if steps else end - start,
            end=end,
            remainder=none,
            loss_weight=float(np.linalg.norm(lost)),
            luck_weight=float(np.linalg.norm(luck)),
        )

    def _steps(self, played: PlayedTurn) -> Iterator[Rolled | Chosen]:
        kept, value = Turn(NO_DICE), self.start
        for number, throw in enumerate(played.throws):
            dice = Turn(kept.kept, throw.roll)
            before, value = value, self._seen(self._turn.value(dice))
            yield Rolled(dice, value - before, value)
            if throw.face is None:
                return
            option = next(o for o in self._turn.options(dice) if o.face == throw.face)
            best = self._turn.options(dice)[0]
            kept = option.after
            yield self._face(dice, option, best)
            rolls = number + 1 < len(played.throws)
            value = self._seen(option.value)
            if rolls or played.outcome is not None:
                way = self._way(option, "roll" if rolls else "stop")
                value = way.value
                yield way
        if played.outcome not in (None, BUST):
            yield self._take(kept, played.outcome)

    def _face(self, dice: Turn, option: Option, best: Option) -> Chosen:
        assert option.face is not None
        assert best.face is not None
        return Chosen(
            dice=dice,
            played=option.face,
            best=best.face,
            then=best.then,
            loss=self._seen(best.value - option.value),
            value=self._seen(option.value),
            counts=len(dice.legal_faces) > 1,
        )

    def _way(self, option: Option, way: Decision) -> Chosen:
        """Stop or roll on."""
        stop, roll = option.stop, option.roll
        value = stop if way == "stop" else roll
        assert stop is not None
        assert value is not None
        after = option.after
        takes = after.has_worm and not self._payoff.busts[after.total]
        return Chosen(
            dice=after,
            played=way,
            best=option.then,
            then=None,
            loss=self._seen(option.value - value),
            value=self._seen(value),
            counts=roll is not None and (takes or "stop" in (way, option.then)),
        )

    def _take(self, kept: Turn, outcome: Outcome) -> Chosen:
        best = self._payoff.outcomes[kept.total]
        worth = self._payoff.worth
        return Chosen(
            dice=kept,
            played=outcome,
            best=best,
            then=None,
            loss=self._seen(worth[best] - worth[outcome]),
            value=self._seen(worth[outcome]),
            counts=len(self._position.outcomes(kept.total, self._rules)) > 1,
        )

    def _seen(self, shares: FloatArray) -> Array:
        """Order by seat what is ordered from the mover on."""
        return np.roll(np.asarray(shares, np.float64), self._seat)


class _Weights:
    """How luck and losses of a turn hang on the worth of its outcomes: as weights of them.

    Every value of a turn is a mean of its outcomes' worth, and a luck or a loss is a
    difference of two. Outcomes that end the game have no error, and no weight.
    """

    def __init__(self, position: Position, rules: Rules, payoff: Payoff, turn: SolvedTurn) -> None:
        self._payoff, self._turn = payoff, turn
        self._at = {outcome: at for at, outcome in enumerate(payoff.worth)}
        self._going = np.array([not position.after(o, rules).is_over for o in payoff.worth])

    def lost(self, choices: Iterator[Chosen]) -> Array:
        """(outcomes,): the weights of the losses."""
        weights = np.zeros(len(self._at))
        for choice in choices:
            if choice.played != choice.best:
                weights += self._after(choice, choice.best) - self._after(choice, choice.played)
        return np.asarray(weights * self._going, np.float64)

    def of_luck(self, outcome: Outcome | None, lost: Array) -> Array:
        """(outcomes,): the weights of a turn's luck; none while it is not over."""
        if outcome is None:
            return np.zeros(len(self._at))
        surprise = self._one(outcome) - self._chances(Turn(NO_DICE), None)
        return np.asarray(surprise * self._going + lost, np.float64)

    def _after(self, choice: Chosen, way: Way) -> Array:
        if isinstance(way, Outcome):
            return self._one(way)
        if isinstance(way, int):
            return self._chances(choice.dice.choose(way), None)
        return self._chances(choice.dice, way)

    def _chances(self, turn: Turn, then: Decision | None) -> Array:
        chances = np.zeros(len(self._at))
        ends = (*self._payoff.outcomes, BUST)
        for outcome, chance in zip(ends, self._turn.ends(turn, then), strict=True):
            chances[self._at[outcome]] += chance
        return chances

    def _one(self, outcome: Outcome) -> Array:
        return np.asarray(np.eye(len(self._at))[self._at[outcome]], np.float64)
