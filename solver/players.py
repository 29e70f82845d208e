"""Players that a program can play: each decides a whole turn, for many tables at once.

Most players want something: they know what every outcome of their turn is worth to them,
and the turn kernel plays the dice for it. One that wants it less clearly is weaker: noise
on what outcomes are worth makes a player of any strength below its own. Others follow a
habit, whatever it is worth, or chance.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from wormadvisor.solver.batch import GRILL, Batch, Floats
from wormadvisor.solver.plans import BestPlan, Plan, RandomPlan
from wormadvisor.solver.position import TILES, worms
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.backup import Valuer, outcome_worth


class Player(Protocol):
    """Anything that can play turns."""

    @property
    def name(self) -> str:
        """What it is called."""

    def plan(self, batch: Batch, rules: Rules, rng: np.random.Generator) -> Plan:
        """Tell what the player does in one turn of each of some running games."""


class Wanting(Player, Protocol):
    """A player who knows what every outcome of the turn is worth, and plays for the best."""

    def worth(self, batch: Batch, rules: Rules, rng: np.random.Generator) -> Floats:
        """Tell what every outcome of the turn is worth to this player.

        Returns
        -------
        (positions, slots); slots that are not possible are ignored.
        """


class _PlaysForBest(ABC):
    """The plan of a `Wanting` player."""

    __slots__ = ()

    @abstractmethod
    def worth(self, batch: Batch, rules: Rules, rng: np.random.Generator) -> Floats:
        """Tell what every outcome of the turn is worth; see `Wanting`."""

    def plan(self, batch: Batch, rules: Rules, rng: np.random.Generator) -> Plan:
        """Play the turn for the highest worth; see `Player`."""
        return BestPlan(batch, rules, self.worth(batch, rules, rng))


@dataclass(frozen=True, slots=True)
class AtRandom:
    """Chooses any face, and stops or rolls by the toss of a coin."""

    name: str = "random"

    def plan(self, batch: Batch, rules: Rules, rng: np.random.Generator) -> Plan:
        """Leave everything to chance; see `Player`."""
        return RandomPlan(batch, rules, rng)


@dataclass(frozen=True, slots=True)
class OneTurn(_PlaysForBest):
    """Plays for what this turn brings, and no further.

    Attributes
    ----------
    name
        What it is called.
    gain
        Values the outcomes of many turns: (positions, slots).
    """

    name: str
    gain: Callable[[Batch], Floats]

    def worth(self, batch: Batch, rules: Rules, rng: np.random.Generator) -> Floats:
        """Tell what the outcomes are worth; see `Wanting`."""
        return self.gain(batch)


@dataclass(frozen=True, slots=True)
class Winner(_PlaysForBest):
    """Plays to win, by a valuer's numbers for the positions after the turn.

    Attributes
    ----------
    name
        What it is called.
    valuer
        Knows the win shares.
    """

    name: str
    valuer: Valuer

    def worth(self, batch: Batch, rules: Rules, rng: np.random.Generator) -> Floats:
        """Tell what the outcomes are worth; see `Wanting`."""
        return outcome_worth(batch, rules, self.valuer)[:, :, 0]


@dataclass(frozen=True, slots=True)
class Weakened(_PlaysForBest):
    """Another player with a blurred eye.

    Attributes
    ----------
    player
        The player.
    noise
        Standard deviation of what is added to the worth of every outcome, in the player's
        own unit.
    """

    player: Wanting
    noise: float

    @property
    def name(self) -> str:
        """The player's name with the noise behind it."""
        return f"{self.player.name}~{self.noise:g}"

    def worth(self, batch: Batch, rules: Rules, rng: np.random.Generator) -> Floats:
        """Tell what the outcomes seem to be worth; see `Wanting`."""
        worth = self.player.worth(batch, rules, rng)
        return worth + rng.normal(0, self.noise, worth.shape)


@dataclass(frozen=True, slots=True)
class Named:
    """Another player under a name of its own.

    Attributes
    ----------
    name
        What it is called.
    player
        Who plays.
    """

    name: str
    player: Player

    def plan(self, batch: Batch, rules: Rules, rng: np.random.Generator) -> Plan:
        """Tell what the player does; see `Player`."""
        return self.player.plan(batch, rules, rng)


def _gains(batch: Batch, steal: float) -> Floats:
    """Worms that each outcome brings the mover; those stolen count `steal` times."""
    points = _WORMS[batch.tiles - TILES[0]]
    tops = batch.tops()
    taken = np.where(tops >= 0, np.take_along_axis(points, tops.clip(0), axis=1), 0.0)
    claims = np.where(batch.place == GRILL, points, 0.0)
    return np.concatenate([claims, steal * taken[:, 1:], -taken[:, :1]], axis=1)


def _lead(batch: Batch) -> Floats:
    return _gains(batch, 1 + 1 / (batch.players - 1))


def _worms(batch: Batch) -> Floats:
    return _gains(batch, 1.0)


def _tile(batch: Batch) -> Floats:
    tile = np.ones((len(batch), batch.slots))
    tile[:, -1] = 0
    return tile


_WORMS = np.array([worms(tile) for tile in TILES], np.float64)

RANDOM = AtRandom()
CAUTIOUS = OneTurn("cautious", _tile)
"""Wants a tile, any tile, and stops at the first."""
WORMS = OneTurn("worms", _worms)
"""Wants worms."""
LEAD = OneTurn("lead", _lead)
"""Wants a lead in worms over the mean of the others: the best public strategy."""
