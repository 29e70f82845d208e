"""One turn of a game after it was played: what happened, and what it did to everybody."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from wormadvisor.solver.dice import Turn
from wormadvisor.solver.position import Outcome, Position
from wormadvisor.solver.turn.solution import Decision
from wormadvisor.solver.value.kinds import Kind
from wormadvisor.solver.value.payoff import Array

Way = int | Decision | Outcome
"""What was chosen: a face index, stop or roll, or the outcome of a stop."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice fell.

    Attributes
    ----------
    dice
        Those set aside before, and the roll.
    luck
        (players,) by seat: what the roll did to everybody's win share.
    value
        (players,) by seat: their shares then, if the mover goes on best.
    """

    dice: Turn
    luck: Array
    value: Array


@dataclass(frozen=True, slots=True)
class Chosen:
    """A player chose.

    Attributes
    ----------
    dice
        The moment: with a roll a face was chosen; without, to stop or roll, or an outcome.
    played, best
        What was chosen, and what should have been.
    then
        What to do after the best face; None for other choices.
    loss
        (players,) by seat: everybody's share with the best choice less that with the one
        made. The mover's is not negative; the others mostly gain.
    value
        (players,) by seat: everybody's share then, if the mover goes on best.
    counts
        Whether this was a decision: there was another thing to do. To stop for no tile is
        another thing only where somebody did it, or should have.
    """

    dice: Turn
    played: Way
    best: Way
    then: Decision | None
    loss: Array
    value: Array
    counts: bool


@dataclass(frozen=True, slots=True)
class AnalysedTurn:
    """One turn of the game.

    Attributes
    ----------
    index, seat
        Which turn, from 0, and whose.
    position
        The table before it.
    outcome
        How it ended; None when it is still going on.
    kind
        The kind of its values.
    start
        (players,) by seat: V, the shares before the first roll.
    steps
        What happened, in order; empty when the dice are not known.
    unknown
        (players,) by seat: W - V where the dice are not known, else 0.
    end
        (players,) by seat: W; where the turn is going on, the shares now.
    remainder
        (players,) by seat: the shares before the next turn's first roll, or the result,
        less W.
    loss_weight, luck_weight
        How much errors in the worth of the outcomes move the turn's loss and luck: a
        multiple of the error's size, as if each outcome's were independent.
    """

    index: int
    seat: int
    position: Position
    outcome: Outcome | None
    kind: Kind
    start: Array
    steps: tuple[Rolled | Chosen, ...]
    unknown: Array
    end: Array
    remainder: Array
    loss_weight: float
    luck_weight: float

    @property
    def is_doubtful(self) -> bool:
        """Whether its values are estimates, which have errors."""
        return self.kind in ("estimate", "rollout")

    @property
    def swing(self) -> float:
        """What the turn did to its mover's share: luck less losses."""
        return float(self.end[self.seat] - self.start[self.seat])

    @property
    def weight(self) -> float:
        """How much it mattered: the swing, or what choices lost where luck made up for it."""
        return max(abs(self.swing), float(self.loss[self.seat]))

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """The rolls, in order."""
        return tuple(step for step in self.steps if isinstance(step, Rolled))

    @property
    def choices(self) -> tuple[Chosen, ...]:
        """The choices, in order, forced ones too."""
        return tuple(step for step in self.steps if isinstance(step, Chosen))

    @property
    def throws(self) -> tuple[tuple[Rolled, tuple[Chosen, ...]], ...]:
        """Every roll with the choices made after it."""
        cuts = [at for at, step in enumerate(self.steps) if isinstance(step, Rolled)]
        ends = [*cuts[1:], len(self.steps)]
        return tuple(
            (roll, tuple(s for s in self.steps[at:end] if isinstance(s, Chosen)))
            for roll, at, end in zip(self.rolls, cuts, ends, strict=False)
        )

    @property
    def luck(self) -> Array:
        """(players,) by seat: the luck of all its rolls."""
        return total_of([roll.luck for roll in self.rolls], len(self.start))

    @property
    def loss(self) -> Array:
        """(players,) by seat: the losses of all its choices."""
        return total_of([choice.loss for choice in self.choices], len(self.start))


def total_of(changes: Sequence[Array], players: int) -> Array:
    """(players,): sum changes, of which there may be none."""
    return np.asarray(np.sum([np.zeros(players), *changes], axis=0), np.float64)
