"""Positions where people go wrong: where simple habits and best play part.

Games are played by players of all kinds. At every choice each of some simple habits is
asked what it would do; where one of them loses enough, by the evaluator one turn deep and
then by a better judge, the moment is an exercise.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count

import numpy as np

from wormadvisor.solver.advice import Advice, advise
from wormadvisor.solver.batch import Batch
from wormadvisor.solver.dice import FACES, NO_DICE, Counts, Turn, as_counts
from wormadvisor.solver.plans import Act, outcome_of
from wormadvisor.solver.players import CAUTIOUS, LEAD, WORMS, Player, Winner
from wormadvisor.solver.position import BUST, Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.thumb import ALWAYS_WORM, GREEDY, THUMB
from wormadvisor.solver.turn.solution import SolvedTurn
from wormadvisor.solver.value.backup import Valuer
from wormadvisor.solver.value.estimate import EstimatedWin
from wormadvisor.solver.value.payoff import Objective
from wormadvisor.solver.value.search import Search

HABITS: tuple[Player, ...] = (ALWAYS_WORM, GREEDY, CAUTIOUS, WORMS, LEAD, THUMB)
"""From the crudest to the best: people have all of them."""

LONGEST = 120


@dataclass(frozen=True, slots=True)
class Mistake:
    """What a habit does, and what that loses."""

    habit: str
    act: Act
    loss: float


@dataclass(frozen=True, slots=True)
class Exercise:
    """A moment where at least one habit goes wrong.

    Attributes
    ----------
    advice
        The moment and the best play.
    mistakes
        The habits that go wrong, from the crudest on.
    """

    advice: Advice
    mistakes: tuple[Mistake, ...]

    @property
    def worst(self) -> float:
        """The largest loss of a habit."""
        return max(mistake.loss for mistake in self.mistakes)


def exercises(
    rules: Rules,
    players: int,
    valuer: Valuer,
    judge: Objective,
    *,
    seed: int,
    least: float,
    most: float = 1.0,
) -> Iterator[Exercise]:
    """Find exercises, without end, at most one in a turn.

    Parameters
    ----------
    rules, players
        What games to look into.
    valuer
        Finds the candidates, and plays some of the seats.
    judge
        Has the last word on what a habit loses: an objective in win shares.
    seed
        Seed of all dice.
    least, most
        What the habit that is worst must lose.
    """
    best = Winner("best", valuer)
    for number in count():
        rng = np.random.default_rng([seed, number])
        seats = [(best, *HABITS)[i] for i in rng.integers(0, 1 + len(HABITS), players)]
        position = Position.start(players)
        for turn in range(LONGEST):
            if position.is_over:
                break
            played = _Turn(position, rules, valuer, rng)
            moment, position = played.play(seats[turn % players], least)
            if moment is not None:
                exercise = _judged(moment, judge, played.acts(moment[1]), least)
                if exercise is not None and exercise.worst <= most:
                    yield exercise


Moment = tuple[Position, Turn, Rules]


class _Turn:
    """One turn of a game, and what all habits would do in it."""

    def __init__(
        self, position: Position, rules: Rules, valuer: Valuer, rng: np.random.Generator
    ) -> None:
        self._position, self._rules, self._rng = position, rules, rng
        self._batch = Batch.of([position])
        payoff = EstimatedWin(Search(valuer, 1)).payoff(position, rules)
        self._solved = SolvedTurn(payoff.stop, payoff.bust, payoff.busts)
        self._plans = {habit.name: habit.plan(self._batch, rules, rng) for habit in HABITS}

    def play(self, player: Player, least: float) -> tuple[Moment | None, Position]:
        """Play the turn; give the moment at which a habit seems to lose the most, if enough."""
        plan = player.plan(self._batch, self._rules, self._rng)
        turn, worst, found = Turn(NO_DICE), least, None
        while True:
            turn = Turn(turn.kept, _rolled(turn.dice_left, self._rng))
            act = plan.act(0, turn)
            if act is None:
                return found, self._position.after(BUST, self._rules)
            loss = self._loss(turn)
            if loss > worst:
                worst, found = loss, (self._position, turn, self._rules)
            assert act.face is not None
            turn = turn.choose(act.face)
            if act.then == "stop":
                outcome = outcome_of(plan, 0, turn)
                return found, self._position.after(outcome, self._rules)

    def acts(self, turn: Turn) -> dict[str, Act]:
        """Tell what each habit does at a moment."""
        acts = {name: plan.act(0, turn) for name, plan in self._plans.items()}
        return {name: act for name, act in acts.items() if act is not None}

    def _loss(self, turn: Turn) -> float:
        """Give what the worst habit seems to lose at a moment."""
        options = self._solved.options(turn)
        ways = {(option.face, "stop"): option.stop for option in options}
        ways |= {(option.face, "roll"): option.roll for option in options}
        worth = [ways[act.face, act.then] for act in self.acts(turn).values()]
        return float(options[0].value[0] - min(way[0] for way in worth if way is not None))


def _judged(
    moment: Moment, judge: Objective, acts: Mapping[str, Act], least: float
) -> Exercise | None:
    """Make an exercise of a moment, if the judge finds mistakes large enough."""
    position, turn, rules = moment
    advice = advise(position, turn, rules, judge)
    costs = {name: advice.loss_of(act.face, act.then) for name, act in acts.items()}
    mistakes = [Mistake(name, acts[name], loss) for name, loss in costs.items() if loss >= least]
    return Exercise(advice, tuple(mistakes)) if mistakes else None


def _rolled(dice: int, rng: np.random.Generator) -> Counts:
    return as_counts(rng.multinomial(dice, [1 / len(FACES)] * len(FACES)))
