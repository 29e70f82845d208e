"""One turn as it was played, and what the rules say of it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from wormadvisor.solver.dice import FACES, NO_DICE, Counts, Turn, as_counts
from wormadvisor.solver.errors import GameError, Problem, SolverError
from wormadvisor.solver.position import BUST, Outcome, Position
from wormadvisor.solver.rules import Rules


@dataclass(frozen=True, slots=True)
class Throw:
    """One roll and what was done with it.

    Attributes
    ----------
    roll
        The dice rolled.
    face
        The face index set aside; None when it is not chosen yet, or when no face is new.
    """

    roll: Counts
    face: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "roll", as_counts(self.roll, "roll"))


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One turn.

    Attributes
    ----------
    throws
        Its dice in order; empty when they are not known.
    outcome
        How it ended; None when it is still going on.
    """

    throws: tuple[Throw, ...] = ()
    outcome: Outcome | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "throws", tuple(self.throws))


def dice_of(throws: Sequence[Throw]) -> Turn:
    """Give the dice after some throws.

    Raises
    ------
    SolverError
        Dice that cannot lie like this: `where` begins with ``throws[i]``.
    """
    turn = Turn(NO_DICE)
    for index, throw in enumerate(throws):
        with placed(f"throws[{index}]."):
            turn = _roll(turn, throw.roll)
            if throw.face is not None:
                turn = turn.choose(throw.face)
    return turn


def after_turn(position: Position, turn: PlayedTurn, rules: Rules) -> Position:
    """Give the table after a finished turn.

    Raises
    ------
    GameError
        The turn is not finished, or breaks the rules.
    """
    with placed(""):
        position.check_running()
    possible = ends_of(position, turn.throws, rules)
    if turn.outcome is None:
        raise GameError(Problem("turn_unfinished", "outcome", {}))
    if turn.outcome not in possible:
        fields = {"outcome": turn.outcome, "allowed": possible}
        raise GameError(Problem("impossible_outcome", "outcome", fields))
    return position.after(turn.outcome, rules)


def ends_of(position: Position, throws: Sequence[Throw], rules: Rules) -> tuple[Outcome, ...]:
    """List how a turn with these dice may end now; no dice: in every way there is.

    Raises
    ------
    GameError
        It cannot end before a face is set aside, or the dice cannot lie like this.
    """
    if not throws:
        return position.all_outcomes()
    turn = dice_of(throws)
    if turn.roll is not None:
        if turn.legal_faces:
            raise GameError(Problem("choose_first", "outcome", _choices(turn)))
        return (BUST,)
    return position.outcomes(turn.total, rules) if turn.has_worm else (BUST,)


def _roll(turn: Turn, roll: Counts) -> Turn:
    """Roll on, where that may be done."""
    if turn.roll is not None:
        if turn.legal_faces:
            raise GameError(Problem("choose_first", "roll", _choices(turn)))
        raise GameError(Problem("no_new_face", "roll", {}))
    if not turn.dice_left:
        raise GameError(Problem("no_dice_left", "roll", {}))
    return Turn(turn.kept, roll)


def _choices(turn: Turn) -> dict[str, object]:
    return {"allowed": tuple(FACES[face] for face in turn.legal_faces)}


@contextmanager
def placed(prefix: str) -> Iterator[None]:
    """Turn what is wrong within a part of a game into an error of the game.

    Parameters
    ----------
    prefix
        The spot of the part, put before the spot in it.

    Raises
    ------
    GameError
        Whatever error of the solver came up.
    """
    try:
        yield
    except SolverError as error:
        problems = (replace(found, where=prefix + found.where) for found in error.problems)
        raise GameError(*problems) from error


def tables_after(
    position: Position, turn: PlayedTurn, rules: Rules, index: int
) -> tuple[Position, ...]:
    """Give the table after a turn of a game; none, once it is checked, when it is unfinished.

    Parameters
    ----------
    position, turn, rules
        The table before it, the turn, and the rules in force.
    index
        Which turn of the game it is, from 0.

    Raises
    ------
    GameError
        It breaks the rules; `where` begins with ``turns[index]``.
    """
    with placed(f"turns[{index}]."):
        if turn.outcome is not None:
            return (after_turn(position, turn, rules),)
        position.check_running()
        dice_of(turn.throws)
        return ()
