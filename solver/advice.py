"""Advice: every choice of a moment ranked, what each would lose, and why the best is best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from wormadvisor.solver.dice import NO_DICE, Turn
from wormadvisor.solver.errors import GameOverError, Problem
from wormadvisor.solver.position import BUST, Outcome, Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.kernels import ROUNDING
from wormadvisor.solver.turn.numpy_kernel import TIE
from wormadvisor.solver.turn.solution import Decision, Option, SolvedTurn
from wormadvisor.solver.value.kinds import Value
from wormadvisor.solver.value.payoff import Array, Bounds, Objective, Payoff


@dataclass(frozen=True, slots=True)
class Stop:
    """Stopping: what it is worth and what it brings."""

    value: Value
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Roll:
    """Rolling on.

    Attributes
    ----------
    value
        Worth under best play.
    bust
        Chance that the turn ends in a bust.
    bust_next
        Chance that the next roll shows no new face.
    """

    value: Value
    bust: float
    bust_next: float


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing the player can do, and what it is worth.

    Attributes
    ----------
    face
        Face index to set aside; None when there is no roll to choose from.
    count
        How many dice that sets aside.
    after
        The dice set aside then.
    stop, roll
        The two ways on; None where the rules leave only the other.
    then
        The better of the two.
    value
        Worth of the choice under best play, and of it to each of the payoff's columns.
    loss
        The best choice's value less this one's, in the objective's unit.
    """

    face: int | None
    count: int
    after: Turn
    stop: Stop | None
    roll: Roll | None
    then: Decision
    value: Value
    loss: float


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the best is best, as a code with the fields of its sentence."""

    code: str
    fields: Mapping[str, object]


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
        What decides.
    """

    position: Position
    turn: Turn
    rules: Rules
    objective: str
    choices: tuple[Choice, ...]
    value: Value
    decided: bool
    reason: Reason

    @property
    def best(self) -> Choice | None:
        """The best choice; None when the roll is a bust."""
        return self.choices[0] if self.choices else None


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
    if position.is_over:
        raise GameOverError(Problem("game_over", "grill", {}))
    turn = turn or Turn(NO_DICE)
    payoff = objective.payoff(position, rules)
    middle = SolvedTurn(payoff.stop, payoff.bust, payoff.busts)
    options = middle.options(turn)
    bounding = (payoff.lower, payoff.upper)
    outward = (-ROUNDING, ROUNDING)
    sides = [
        _side(bounds, payoff, turn, error) for bounds, error in zip(bounding, outward, strict=True)
    ]
    best = options[0].value[0] if options else payoff.bust[0]
    choices = tuple(_choice(option, turn, payoff, sides, best) for option in options)
    bust = _value(payoff, payoff.bust, [bounds.bust if bounds else None for bounds in bounding])
    return Advice(
        position=position,
        turn=turn,
        rules=rules,
        objective=objective.name,
        choices=choices,
        value=_best_value(choices) if choices else bust,
        decided=_decided(choices),
        reason=_reason(position, turn, rules, choices),
    )


def cost_of_following(other: Choice, advice: Advice) -> float:
    """Give what a choice loses against the best by this advice, its stop or roll included.

    Parameters
    ----------
    other
        The best choice of another advice on the same moment, by another objective.
    advice
        What judges it.
    """
    here = next(choice for choice in advice.choices if choice.face == other.face)
    way = here.stop if other.then == "stop" else here.roll
    assert way is not None
    assert advice.best is not None
    return max(0.0, advice.best.value.value - way.value.value)


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


def _value(payoff: Payoff, middle: Array, ends: Sequence[float | None]) -> Value:
    lo, hi = ends
    if lo is None or hi is None:
        return Value(float(middle[0]), payoff.kind)
    return Value((lo + hi) / 2, payoff.kind, lo=lo, hi=hi)


def _best_value(choices: Sequence[Choice]) -> Value:
    """Give what the best of some choices is worth, whichever that is when bounds overlap."""
    values = [choice.value for choice in choices]
    lower = [value.lo for value in values if value.lo is not None]
    upper = [value.hi for value in values if value.hi is not None]
    if not lower or not upper:
        return values[0]
    lo, hi = max(lower), max(upper)
    return Value((lo + hi) / 2, values[0].kind, lo=lo, hi=hi)


def _choice(
    option: Option,
    turn: Turn,
    payoff: Payoff,
    sides: Sequence[Mapping[int | None, _Bound]],
    best: float,
) -> Choice:
    bounding = [side.get(option.face) for side in sides]
    after = option.after

    def value(part: str) -> Value:
        ends = [getattr(side, part) if side else None for side in bounding]
        return _value(payoff, getattr(option, part), ends)

    stop = roll = None
    if option.stop is not None:
        stop = Stop(value("stop"), payoff.outcomes[after.total] if after.has_worm else BUST)
    if option.roll is not None:
        roll = Roll(value("roll"), option.bust, option.bust_next)
    return Choice(
        face=option.face,
        count=0 if option.face is None or turn.roll is None else turn.roll[option.face],
        after=after,
        stop=stop,
        roll=roll,
        then=option.then,
        value=value("value"),
        loss=max(0.0, float(best - option.value[0])),
    )


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


def _reason(position: Position, turn: Turn, rules: Rules, choices: tuple[Choice, ...]) -> Reason:
    """Find what decides for the best choice."""
    if not choices:
        own = position.stacks[0]
        return Reason("no_new_face", {"lost": own[-1] if own else None})
    best = choices[0]
    fields: dict[str, object] = {"total": best.after.total, "choice": best}
    if best.stop is None:
        return Reason("turn_begins", fields)
    if best.roll is None:
        code = "no_dice_left" if best.after.dice_left == 0 else "all_faces_used"
        return Reason(code, fields)
    if best.then == "roll" and best.stop.outcome == BUST:
        return Reason("nothing_to_take" if best.after.has_worm else "no_worm", fields)
    return Reason("stop_pays" if best.then == "stop" else "roll_pays", fields)
