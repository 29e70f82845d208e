"""The best answer to a bot: how much can be won against it by whoever knows how it plays.

Two networks are trained, for positions with the answer to move and with the bot to move. Each
values the positions after the other's turns: the answer plays best by the second one's
numbers, the bot plays as it does, and both learn as the evaluator learns from self-play. They
begin with the evaluator's weights, so that what the score gains is what there is to gain by
knowing the opponent.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.match import Match, Score, scores
from wormadvisor.solver.players import Player, Winner
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.kernels import load_compiled
from wormadvisor.solver.value.network import FEW, Network, live_count
from wormadvisor.tables.train.learner import Learner
from wormadvisor.tables.train.model import Model
from wormadvisor.tables.train.selfplay import Pool, Samples, as_samples, targets
from wormadvisor.tables.train.trainer import DECAY, save

GAMES, TURNS = 2048, 16
"""Games side by side, and turns, an even number, that each is played on between lessons."""
PLAYED_OUT = 0.6
"""Part of the training in which what happened in the games counts, less and less."""
EVERY = 300
"""Seconds between two scores on the way."""

Tell = Callable[[str], None]


class Response:
    """The best answer to a bot in training, for two players.

    Parameters
    ----------
    bot
        The opponent.
    rules
        The rules in force.
    evaluator
        What both networks begin as; it also measures luck.
    seed
        Seed of everything random.
    checkpoint
        File to go on from, and to write.
    """

    def __init__(
        self, bot: Player, rules: Rules, evaluator: Network, *, seed: int, checkpoint: Path
    ) -> None:
        load_compiled()
        torch.manual_seed(seed)
        self._bot, self._rules, self._evaluator = bot, rules, evaluator
        self._seed, self._checkpoint = seed, checkpoint
        self._sides = _Side(evaluator), _Side(evaluator)
        self._round, self._seconds = 0, 0.0
        if checkpoint.exists():
            self._load()
        self._rng = np.random.default_rng([seed, self._round])
        self._pool = Pool(2, GAMES, "all", self._rng)

    def run(self, seconds: float, games: int, tell: Tell) -> None:
        """Train until it has taken so many seconds in all; tell the score now and then."""
        scored = self._seconds
        tell(self._words(games))
        while self._seconds < seconds:
            began = time.monotonic()
            self._learn(self._seconds / seconds)
            self._round += 1
            self._seconds += time.monotonic() - began
            if self._seconds >= min(scored + EVERY, seconds):
                scored = self._seconds
                self._save()
                tell(self._words(games))

    def score(self, games: int) -> Score:
        """Play a match against the bot, and give the answer's score, luck taken out."""
        answer = Winner("response", self._sides[1].network())
        match = Match((answer, self._bot), self._rules, games // 2, self._seed, self._evaluator)
        return scores(list(match.play()), adjusted=True)[0]

    def start(self) -> tuple[float, float]:
        """Give what the networks think the answer scores when it begins, and when the bot does."""
        start = Batch.of([Position.start(2)])
        answer, bot = (side.network().shares(start, self._rules)[0, 0] for side in self._sides)
        return float(answer), float(1 - bot)

    def _learn(self, done: float) -> None:
        decay = DECAY * max(0.0, 1 - done / PLAYED_OUT)
        answer, bot = (side.network() for side in self._sides)
        played = []
        for _ in range(TURNS // 2):
            played.append(self._pool.turn(bot, self._rules))
            played.append(self._pool.turn(answer, self._rules, self._bot))
        wanted = targets(played, decay)
        for mover, side in enumerate(self._sides):
            samples = as_samples(played[mover::2], wanted[mover::2], self._rules)
            side.learn(samples, self._rng, done)

    def _words(self, games: int) -> str:
        score, (first, second) = self.score(games), self.start()
        return (
            f"{self._seconds:.0f} s, {self._round} rounds: {score.mean:.4f} "
            f"({score.lo:.4f} to {score.hi:.4f}); by the networks {first:.4f} going first, "
            f"{second:.4f} going second"
        )

    def _save(self) -> None:
        progress = torch.tensor([self._round, self._seconds], dtype=torch.float64)
        sides = [side.state() for side in self._sides]
        save({"sides": sides, "progress": progress}, self._checkpoint)

    def _load(self) -> None:
        state = torch.load(self._checkpoint, weights_only=True)
        for side, its in zip(self._sides, state["sides"], strict=True):
            side.load(its)
        rounds, self._seconds = state["progress"].tolist()
        self._round = int(rounds)


class _Side:
    """The networks for one player to move: with many live tiles, and with few."""

    def __init__(self, evaluator: Network) -> None:
        many = evaluator.weights[2]
        self._many = Learner(Model.of(many))
        self._few = Learner(Model.of(evaluator.endgames.get(2, many)))

    def network(self) -> Network:
        """Give the evaluator of this side as it is now."""
        return Network({2: self._many.weights}, {2: self._few.weights})

    def learn(self, samples: Samples, rng: np.random.Generator, done: float) -> None:
        """Learn from samples once."""
        few = live_count(samples.batch) <= FEW
        for learner, rows in ((self._many, ~few), (self._few, few)):
            some = Samples(samples.batch[rows], samples.rules, samples.targets[rows])
            learner.learn([some], rng, done=done, passes=1)

    def state(self) -> list[dict[str, Any]]:
        """Give everything that going on takes."""
        return [self._many.state(), self._few.state()]

    def load(self, state: list[dict[str, Any]]) -> None:
        """Go on from a state."""
        self._many.load(state[0])
        self._few.load(state[1])
