"""The network of `solver.value.network` in torch, to be trained."""

import numpy as np
import torch
from torch import nn

from wormadvisor.solver.value.features import (
    CONTEXT,
    GRILL_FEATURES,
    SEAT_FEATURES,
    size,
)
from wormadvisor.solver.value.network import Weights

_ALIKE = ("context", "first_bias", "second", "second_bias", "last", "last_bias")
"""Arrays that the model and its weights have in common."""


class Model(nn.Module):
    """One network for up to so many seats.

    What an opponent's tiles mean is learnt once for all of them, and for each seat only
    what is different there: the first layer's columns of a seat are the sum of the two.

    Parameters
    ----------
    seats
        Most players it can value.
    hidden, hidden2
        Sizes of the two layers.
    """

    def __init__(self, seats: int, hidden: int, hidden2: int) -> None:
        super().__init__()
        self.seats = seats
        inputs = 40  # About so many features are not 0.
        self.grill = _normal(hidden, GRILL_FEATURES, inputs)
        self.seat = _normal(hidden, seats * SEAT_FEATURES, inputs)
        self.opponent = nn.Parameter(torch.zeros(hidden, SEAT_FEATURES))
        self.context = nn.Parameter(torch.zeros(hidden, CONTEXT))
        self.first_bias = nn.Parameter(torch.zeros(hidden))
        self.second = _normal(hidden2, hidden, hidden)
        self.second_bias = nn.Parameter(torch.zeros(hidden2))
        self.last = nn.Parameter(torch.zeros(seats, hidden2))
        self.last_bias = nn.Parameter(torch.zeros(seats))

    @classmethod
    def of(cls, weights: Weights) -> "Model":
        """Go on from weights; what seats have in common is then learnt in each of them."""
        hidden2, hidden = weights.second.shape
        model = cls(len(weights.last), hidden, hidden2)
        state = {name: torch.from_numpy(getattr(weights, name)) for name in _ALIKE}
        first = torch.from_numpy(weights.first)
        state["grill"], state["seat"] = first[:, :GRILL_FEATURES], first[:, GRILL_FEATURES:]
        state["opponent"] = torch.zeros(hidden, SEAT_FEATURES)
        model.load_state_dict(state)
        return model

    def first(self, players: int) -> torch.Tensor:
        """(hidden, features): the first layer, for some number of players."""
        seats = self.seat[:, : players * SEAT_FEATURES]
        opponents = self.opponent.repeat(1, players - 1)
        own = SEAT_FEATURES
        return torch.cat([self.grill, seats[:, :own], seats[:, own:] + opponents], dim=1)

    def forward(self, features: torch.Tensor, context: torch.Tensor, players: int) -> torch.Tensor:
        """Logits, (players, positions), from features-first arrays."""
        hidden = self.first(players) @ features + self.context @ context
        hidden = torch.relu(hidden + self.first_bias[:, None])
        hidden = torch.relu(self.second @ hidden + self.second_bias[:, None])
        return self.last[:players] @ hidden + self.last_bias[:players, None]

    def weights(self) -> Weights:
        """Give the numbers as the evaluator takes them."""
        with torch.no_grad():
            first = self.first(self.seats)
        assert first.shape[1] == size(self.seats)
        alike = {name: _array(getattr(self, name)) for name in _ALIKE}
        return Weights(first=_array(first), **alike)


def _normal(rows: int, columns: int, inputs: int) -> nn.Parameter:
    return nn.Parameter(torch.randn(rows, columns) * (2 / inputs) ** 0.5)


def _array(tensor: torch.Tensor) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.ascontiguousarray(tensor.detach().numpy(), np.float32).copy()
