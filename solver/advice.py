"""Advice: every choice of a moment ranked, what each would lose, and why the best is best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from wormadvisor.solver.choice import Choice, Reason, Roll, Stop
from wormadvisor.solver.dice import NO_DICE, Turn
from wormadvisor.solver.position import BUST, Outcome, Position
from wormadvisor.solver.reasons import drivers_of, reason_of
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.kernels import ROUNDING
from wormadvisor.solver.turn.numpy_kernel import TIE, FloatArray
from wormadvisor.solver.turn.solution import Decision, Option, SolvedTurn
from wormadvisor.solver.turn.tree import NUM_TOTALS
from wormadvisor.solver.value.kinds import Value
from wormadvisor.solver.value.payoff import Array, Bounds, Objective, Payoff

__all__ = ["Advice", "Choice", "Reason", "Roll", "Stop", "advise"]

_NOWHERE = np.zeros(NUM_TOTALS + 1)


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer to one question.

    Attributes
    ----------
    position, turn, rules, objective
        The question; a turn that has not begun is one with nothing set aside.
    choices
        Best first; none when the roll is a bust.
    value
        What this moment is worth under best play.
    decided
        Whether the best choice is proven best; False where bounds overlap.
    reason
        What stopping and rolling on bring.
    drivers
        What else speaks for the best choice, the most important first: see `solver.reasons`.
    shares
        What this moment is worth to every player, the mover first, where the objective is
        the win; none for other objectives.
    depth
        Turns solved to find the numbers, where they are estimates.
    pruned
        The chance that play goes on to where look-ahead did not look, though its depth would
        have allowed it.
    """

    position: Position
    turn: Turn
    rules: Rules
    objective: str
    choices: tuple[Choice, ...]
    value: Value
    decided: bool
    reason: Reason
    drivers: tuple[Reason, ...]
    shares: tuple[float, ...]
    depth: int | None
    pruned: float

    @property
    def best(self) -> Choice | None:
        """The best choice; None when the roll is a bust."""
        return self.choices[0] if self.choices else None

    def loss_of(self, face: int | None, then: Decision | None = None) -> float:
        """Give what somebody loses against the best choice.

        Parameters
        ----------
        face
            The face index set aside, one of `choices`; None where there is no roll.
        then
            Stop or roll, where the rules allow it; None for the better of the two.
        """
        here = next(choice for choice in self.choices if choice.face == face)
        if then is None:
            return here.loss
        way = here.stop if then == "stop" else here.roll
        assert way is not None
        return max(0.0, self.choices[0].value.value - way.value.value)


def advise(position: Position, turn: Turn | None, rules: Rules, objective: Objective) -> Advice:
    """Rank everything the player to move can do at one moment of a turn.

    Parameters
    ----------
    position
        The table before the turn.
    turn
        The dice; None before the first roll.
    rules
        The rules in force.
    objective
        What the player wants.

    Raises
    ------
    GameOverError
        No open tile is left.
    """
    position.check_running()
    turn = turn or Turn(NO_DICE)
    payoff = objective.payoff(position, rules)
    middle = SolvedTurn(payoff.stop, payoff.bust, payoff.busts)
    options = middle.options(turn)
    bounding = (payoff.lower, payoff.upper)
    outward = (-ROUNDING, ROUNDING)
    sides = [
        _side(bounds, payoff, turn, error) for bounds, error in zip(bounding, outward, strict=True)
    ]
    best = options[0].value if options else payoff.bust
    moment = _Moment(turn, payoff, middle, sides, most=float(best[0]))
    choices = tuple(_choice(option, moment) for option in options)
    value = _best_value(choices) if choices else _bust_value(payoff)
    ends = choices[0].outcomes if choices else ((BUST, 1.0),)
    return Advice(
        position=position,
        turn=turn,
        rules=rules,
        objective=objective.name,
        choices=choices,
        value=value,
        decided=_decided(choices),
        reason=reason_of(position, choices[0] if choices else None),
        drivers=drivers_of(position, rules, objective.name, payoff, choices),
        shares=_shares(payoff, best, value),
        depth=payoff.depth,
        pruned=sum(chance * payoff.pruned.get(outcome, 0.0) for outcome, chance in ends),
    )


@dataclass(frozen=True, slots=True)
class _Bound:
    """One bound, the lower or the upper, of the two ways on after a choice."""

    stop: float | None
    roll: float | None

    @property
    def value(self) -> float:
        """The bound of the better way."""
        return max(way for way in (self.stop, self.roll) if way is not None)


def _side(
    bounds: Bounds | None, payoff: Payoff, turn: Turn, error: float
) -> Mapping[int | None, _Bound]:
    """Solve the turn for one side of the bounds, rounded outward: its options by face."""
    if bounds is None:
        return {}
    # The maximum itself: a choice passed over in a tie could be worth more than the bound.
    solved = SolvedTurn(bounds.stop[:, None], np.array([bounds.bust]), payoff.busts, tie=0.0)
    ends = np.append(bounds.stop, bounds.bust)
    return {
        option.face: _Bound(
            stop=None if option.stop is None else float(option.stop[0]),
            roll=None
            if option.roll is None
            else float(np.clip(option.roll[0] + error, ends.min(), ends.max())),
        )
        for option in solved.options(turn)
    }


def _bust_value(payoff: Payoff) -> Value:
    sides = (payoff.lower, payoff.upper)
    bust = np.zeros(NUM_TOTALS + 1)
    bust[-1] = 1.0
    return _value(payoff, payoff.bust, [side.bust if side else None for side in sides], bust)


def _value(
    payoff: Payoff, middle: FloatArray, bounds: Sequence[float | None], ends: Array
) -> Value:
    """Give the worth of a way on: its middle, its bounds, the chances of its ends."""
    lo, hi = bounds
    if lo is None or hi is None:
        se = None if payoff.se is None else payoff.se(ends)
        return Value(float(middle[0]), payoff.kind, se=se)
    return Value((lo + hi) / 2, payoff.kind, lo=lo, hi=hi)


def _shares(payoff: Payoff, columns: FloatArray, value: Value) -> tuple[float, ...]:
    """Give every player's share of the win; the mover's is the value of the moment."""
    if len(columns) == 1:
        return ()
    # Two bounds of the mover's share bound the other's, which is the rest, too.
    others = columns[1:].tolist() if value.lo is None else [1 - value.value]
    return (value.value, *others)


def _best_value(choices: Sequence[Choice]) -> Value:
    """Give what the best of some choices is worth, whichever that is when bounds overlap."""
    values = [choice.value for choice in choices]
    lower = [value.lo for value in values if value.lo is not None]
    upper = [value.hi for value in values if value.hi is not None]
    if not lower or not upper:
        return values[0]
    lo, hi = max(lower), max(upper)
    return Value((lo + hi) / 2, values[0].kind, lo=lo, hi=hi)


@dataclass(frozen=True, slots=True)
class _Moment:
    """The dice, and all that was found out about them."""

    turn: Turn
    payoff: Payoff
    solved: SolvedTurn
    sides: Sequence[Mapping[int | None, _Bound]]
    most: float


def _choice(option: Option, moment: _Moment) -> Choice:
    bounding = [side.get(option.face) for side in moment.sides]
    payoff, dice, after = moment.payoff, moment.turn.roll, option.after
    stop = roll = None
    ends: dict[Decision, Array] = {}
    if option.stop is not None:
        ends["stop"] = np.zeros(NUM_TOTALS + 1)
        ends["stop"][after.total if after.has_worm else NUM_TOTALS] = 1.0
        worth = _value(payoff, option.stop, _part(bounding, "stop"), ends["stop"])
        stop = Stop(worth, payoff.outcomes[after.total] if after.has_worm else BUST)
    if option.roll is not None:
        if option.then == "roll" or payoff.se is not None:
            ends["roll"] = moment.solved.ends(after, "roll")
        worth = _value(payoff, option.roll, _part(bounding, "roll"), ends.get("roll", _NOWHERE))
        roll = Roll(worth, option.bust, option.bust_next)
    return Choice(
        face=option.face,
        count=0 if option.face is None or dice is None else dice[option.face],
        after=after,
        stop=stop,
        roll=roll,
        then=option.then,
        value=_value(payoff, option.value, _part(bounding, "value"), ends[option.then]),
        loss=max(0.0, moment.most - float(option.value[0])),
        outcomes=_outcomes(payoff, ends[option.then]),
    )


def _part(bounding: Sequence[_Bound | None], part: str) -> list[float | None]:
    return [getattr(bound, part) if bound else None for bound in bounding]


def _outcomes(payoff: Payoff, ends: Array) -> tuple[tuple[Outcome, float], ...]:
    """Sum the chances of the ends of a turn by outcome."""
    chances: dict[Outcome, float] = {}
    for outcome, chance in zip((*payoff.outcomes, BUST), ends.tolist(), strict=True):
        chances[outcome] = chances.get(outcome, 0.0) + chance
    possible = [(outcome, chance) for outcome, chance in chances.items() if chance]
    return tuple(sorted(possible, key=lambda found: _rank(found[0])))


def _rank(outcome: Outcome) -> tuple[bool, int]:
    """Order outcomes: steals first, then the highest tile, the bust last."""
    return outcome.victim is None, -(outcome.tile or 0)


def _decided(choices: tuple[Choice, ...]) -> bool:
    """Whether the best choice, face and stop or roll, is beyond the bounds of the others."""
    if not choices:
        return True
    best = choices[0]
    least = best.value.lo
    if least is None:
        return True
    rivals = [choice.value for choice in choices[1:]]
    if best.stop and best.roll:
        rivals.append((best.roll if best.then == "stop" else best.stop).value)
    return all(rival.hi is not None and rival.hi <= least + TIE for rival in rivals)
