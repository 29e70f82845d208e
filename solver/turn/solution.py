"""A turn solved: what can be asked of it at any moment between first roll and last."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.dice import Turn
from wormadvisor.solver.errors import Problem, TurnError
from wormadvisor.solver.turn import numpy_kernel
from wormadvisor.solver.turn.numpy_kernel import TIE, FloatArray
from wormadvisor.solver.turn.tree import NUM_TOTALS, turn_tree

Decision = Literal["stop", "roll"]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing the player can do: set aside a face (None: no roll to choose from).

    Attributes
    ----------
    face
        Face index, or None.
    after
        The dice set aside then.
    stop, roll
        (k,): what stopping, or rolling on, is worth to each of the payoff's k columns;
        None where it is not possible.
    bust, bust_next
        When rolling on: the chance that the turn ends in a bust under best play, and that
        the very next roll shows no new face; 0 where there is no rolling on.
    """

    face: int | None
    after: Turn
    stop: FloatArray | None
    roll: FloatArray | None
    bust: float
    bust_next: float

    @property
    def then(self) -> Decision:
        """Stop or roll, whichever is better for column 0; stop when they are equal."""
        if self.stop is None or (self.roll is not None and self.roll[0] > self.stop[0] + TIE):
            return "roll"
        return "stop"

    @property
    def value(self) -> FloatArray:
        """(k,): worth of this option under best play."""
        value = self.roll if self.then == "roll" else self.stop
        assert value is not None
        return value


class SolvedTurn:
    """A turn solved for one payoff, at every state.

    Parameters
    ----------
    stop
        (41, k): what stopping at each total with a W set aside is worth; column 0 is
        maximised.
    bust
        (k,): what a bust is worth.
    busts
        (41,) bool: the totals at which stopping is a bust.
    tie
        Choices behind an option that differ by no more are equal; with 0, `Option.roll` is
        the maximum itself.
    """

    def __init__(
        self,
        stop: FloatArray,
        bust: FloatArray,
        busts: npt.NDArray[np.bool_],
        *,
        tie: float = TIE,
    ) -> None:
        # One column more tells the chance of a bust under the same choices.
        stop = np.column_stack([stop, busts])
        bust = np.append(bust, 1.0)
        best, roll = numpy_kernel.backward(stop[:, :, None], bust[:, None], tie)
        self._stop = np.where(turn_tree().worm[:, None], stop[turn_tree().total], bust)
        self._best, self._roll = best[:, :, 0], roll[:, :, 0]
        self._bust = bust

    @property
    def before_first_roll(self) -> FloatArray:
        """(k,): what the turn is worth to each column before its first roll."""
        value: FloatArray = self._best[turn_tree().start, :-1]
        return value

    def options(self, turn: Turn) -> tuple[Option, ...]:
        """List what the player can do, best first.

        Ties (within 1e-9): stop before roll, then W, 5, 4, 3, 2, 1.

        Parameters
        ----------
        turn
            The dice. With a roll: one option for each face that may be set aside, none
            when the roll is a bust. Without: the one option to stop or roll.
        """
        if turn.roll is None:
            return (self._option(None, turn),)
        left = [self._option(face, turn.choose(face)) for face in turn.legal_faces]
        ranked: list[Option] = []
        while left:
            least = max(option.value[0] for option in left) - TIE
            equal = [option for option in left if option.value[0] >= least]
            stops = [option for option in equal if option.then == "stop"]
            ranked.append((stops or equal)[0])
            left.remove(ranked[-1])
        return tuple(ranked)

    def value(self, turn: Turn) -> FloatArray:
        """(k,): what a moment of the turn is worth under best play."""
        options = self.options(turn)
        value: FloatArray = options[0].value if options else self._bust[:-1]
        return value

    def ends(self, turn: Turn, then: Decision | None = None) -> npt.NDArray[np.float64]:
        """Give the chances of all ends of the turn under best play.

        Parameters
        ----------
        turn
            The dice at this moment.
        then
            What to do now, when it is not the best; without a roll only.

        Returns
        -------
        (42,): the chance to stop with a W at totals 0 to 40; last, of a roll without a new
        face or a stop without a W.

        Raises
        ------
        TurnError
            `then` cannot be done at this moment.
        """
        options = self.options(turn)
        if not options:
            ended = np.zeros(NUM_TOTALS + 1)
            ended[-1] = 1.0
            return ended
        option = options[0]
        decision = then or option.then
        state = _state(option.after)
        if (option.stop if decision == "stop" else option.roll) is None or (
            then and turn.roll is not None
        ):
            raise TurnError(Problem("impossible_decision", "then", {"token": decision}))
        # The first decision is given, all later ones are the best.
        reach = np.zeros((len(self._best), 1))
        reach[state] = 1.0
        stop, roll = self._stop[:, :1].copy(), self._roll[:, :1]
        stop[state] = -np.inf if decision == "roll" else np.inf
        return numpy_kernel.forward(self._best[:, :1], roll, stop, reach)[:, 0]

    def _option(self, face: int | None, after: Turn) -> Option:
        state = _state(after)
        rolls = not after.is_forced_end
        return Option(
            face=face,
            after=after,
            stop=self._stop[state, :-1] if after.used else None,
            roll=self._roll[state, :-1] if rolls else None,
            bust=float(self._roll[state, -1]) if rolls else 0.0,
            bust_next=after.bust_next,
        )


def _state(turn: Turn) -> int:
    return turn_tree().index[turn.used, turn.dice_left, turn.total]
