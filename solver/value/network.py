"""The trained evaluator: every player's share of the win, by a small network in numpy.

``logits = C relu(B relu(A features + a) + b) + c``, one logit for each seat, and their
softmax is the shares. The columns of A and the rows of C that belong to absent seats are
left out, so fewer players cost less; the number of players and the rules change only a.
It is a function of the table as it lies before a turn; the turn itself is solved exactly.

Live tiles, those on the grill and on the stacks, never increase. So positions with few of
them are a world of their own, where a tile more or less decides the game; they can have a
network of their own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import OUT, Batch
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.features import CONTEXT, Features, context, features, size
from wormadvisor.solver.value.kinds import Kind

FEW = 6
"""Live tiles up to which a position counts as an endgame."""
BLOCK = 4096
"""Positions evaluated together: few enough for the layers to stay in the cache."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The numbers of one network, float32.

    Attributes
    ----------
    first, context
        (hidden, features) and (hidden, CONTEXT): the first layer, A and what makes up a.
    first_bias
        (hidden,)
    second, second_bias
        (hidden 2, hidden) and (hidden 2,): B and b.
    last, last_bias
        (seats, hidden 2) and (seats,): C and c.
    """

    first: Features
    context: Features
    first_bias: Features
    second: Features
    second_bias: Features
    last: Features
    last_bias: Features

    def __post_init__(self) -> None:
        seats, hidden, hidden2 = len(self.last), len(self.first), len(self.second)
        expected = {
            "first": (hidden, size(seats)),
            "context": (hidden, CONTEXT),
            "first_bias": (hidden,),
            "second": (hidden2, hidden),
            "second_bias": (hidden2,),
            "last": (seats, hidden2),
            "last_bias": (seats,),
        }
        for name, shape in expected.items():
            array = getattr(self, name)
            if array.shape != shape or array.dtype != np.float32:
                raise ValueError(f"{name}: {array.dtype} {array.shape}, not float32 {shape}")


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The evaluator as a valuer, made of one network or several.

    Attributes
    ----------
    weights
        The weights to use for each number of players.
    endgames
        Those for positions with at most `FEW` live tiles; a number of players without uses
        `weights`.
    """

    weights: Mapping[int, Weights]
    endgames: Mapping[int, Weights] = field(default_factory=dict)
    kind: ClassVar[Kind] = "estimate"

    def shares(self, batch: Batch, rules: Rules) -> npt.NDArray[np.float32]:
        """Estimate every player's share of the win; see `Valuer`."""
        ending = self.endgames.get(batch.players)
        if ending is None:
            return _shares(self.weights[batch.players], batch, rules)
        few = live_count(batch) <= FEW
        if few.all():
            return _shares(ending, batch, rules)
        if not few.any():
            return _shares(self.weights[batch.players], batch, rules)
        out = np.empty((len(batch), batch.players), np.float32)
        out[few] = _shares(ending, batch[few], rules)
        out[~few] = _shares(self.weights[batch.players], batch[~few], rules)
        return out


def live_count(batch: Batch) -> npt.NDArray[np.int64]:
    """Count the live tiles of each position."""
    count: npt.NDArray[np.int64] = (batch.place != OUT).sum(axis=1)
    return count


def _shares(weights: Weights, batch: Batch, rules: Rules) -> npt.NDArray[np.float32]:
    out = np.empty((len(batch), batch.players), np.float32)
    layers = _Layers(weights, batch.players, rules)
    for start in range(0, len(batch), BLOCK):
        rows = slice(start, start + BLOCK)
        out[rows] = layers.shares(batch[rows])
    return out


class _Layers:
    """One network, cut to a number of players and set to the rules."""

    def __init__(self, weights: Weights, players: int, rules: Rules) -> None:
        self._first = weights.first[:, : size(players)]
        self._first_bias = weights.first_bias + weights.context @ context(players, rules)
        self._second, self._second_bias = weights.second, weights.second_bias
        self._last, self._last_bias = weights.last[:players], weights.last_bias[:players]

    def shares(self, batch: Batch) -> npt.NDArray[np.float32]:
        """Evaluate a block: (positions, players)."""
        hidden = self._first @ features(batch)
        hidden += self._first_bias[:, None]
        np.maximum(hidden, 0, out=hidden)
        hidden = self._second @ hidden
        hidden += self._second_bias[:, None]
        np.maximum(hidden, 0, out=hidden)
        logits = self._last @ hidden
        logits += self._last_bias[:, None]
        logits -= logits.max(axis=0)
        shares: npt.NDArray[np.float32] = np.exp(logits, out=logits)
        shares /= shares.sum(axis=0)
        return shares.T
