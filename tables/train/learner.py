"""A network that learns from samples: steps of gradient descent, and the average of them."""

from collections.abc import Sequence
from copy import deepcopy
from math import cos, pi
from typing import Any

import numpy as np
import torch

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.value.features import context, features
from wormadvisor.solver.value.network import Weights
from wormadvisor.tables.train.model import Model
from wormadvisor.tables.train.selfplay import Floats, Samples

MINIBATCH = 1024
FASTEST, SLOWEST = 1.5e-3, 1e-5
"""Learning rate at the beginning and at the end."""
AVERAGE = 0.998
"""The weights in use are an average over the last few hundred steps."""


class Learner:
    """One network in training.

    Parameters
    ----------
    model
        What it begins with.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._average = deepcopy(model)
        self._adam = torch.optim.Adam(model.parameters(), lr=FASTEST)

    @property
    def weights(self) -> Weights:
        """The weights in use."""
        return self._average.weights()

    def learn(
        self, samples: Sequence[Samples], rng: np.random.Generator, *, done: float, passes: int
    ) -> float:
        """Take some passes over samples, in minibatches of one number of players each.

        Parameters
        ----------
        samples
            What to learn from.
        rng
            Shuffles them.
        done
            How much of the training is over, from 0 to 1: learning slows down.
        passes
            How often to learn from each sample.

        Returns
        -------
        The root mean square error of the mover's share before; nan where there are too few
        samples for a minibatch.
        """
        for group in self._adam.param_groups:
            group["lr"] = SLOWEST + (FASTEST - SLOWEST) * (1 + cos(pi * done)) / 2
        minibatches = []
        for players in sorted({some.batch.players for some in samples}):
            some = [each for each in samples if each.batch.players == players]
            batch = Batch.joined([each.batch for each in some])
            targets = np.concatenate([each.targets for each in some])
            rows = np.concatenate(
                [np.tile(context(players, each.rules), (len(each.batch), 1)) for each in some]
            )
            for _ in range(passes):
                order = rng.permutation(len(batch))
                minibatches += [
                    (batch, rows, targets, order[at : at + MINIBATCH])
                    for at in range(0, len(order) - MINIBATCH + 1, MINIBATCH)
                ]
        squares = [0.0] * len(minibatches)
        for index in rng.permutation(len(minibatches)):
            batch, rows, targets, chosen = minibatches[index]
            squares[index] = self._step(batch[chosen], rows[chosen], targets[chosen])
        return float(np.sqrt(np.mean(squares))) if squares else float("nan")

    def state(self) -> dict[str, Any]:
        """Give everything that going on takes."""
        return {
            "model": self._model.state_dict(),
            "average": self._average.state_dict(),
            "adam": self._adam.state_dict(),
        }

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        self._model.load_state_dict(state["model"])
        self._average.load_state_dict(state["average"])
        self._adam.load_state_dict(state["adam"])

    def _step(self, batch: Batch, rows: Floats, targets: Floats) -> float:
        wanted = torch.from_numpy(np.ascontiguousarray(targets.T))
        logits = self._model(
            torch.from_numpy(features(batch)),
            torch.from_numpy(np.ascontiguousarray(rows.T)),
            batch.players,
        )
        logs = torch.log_softmax(logits, dim=0)
        loss = -(wanted * logs).sum(dim=0).mean()
        self._adam.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._adam.step()
        with torch.no_grad():
            keep = min(AVERAGE, 1 - 1 / (1 + self._steps()))
            for mean, now in zip(self._average.parameters(), self._model.parameters(), strict=True):
                mean.lerp_(now, 1 - keep)
            return float(((logs[0].exp() - wanted[0]) ** 2).mean())

    def _steps(self) -> int:
        return int(self._adam.state[self._model.first_bias]["step"])
