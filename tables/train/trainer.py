"""The training loop: play, learn, and keep a checkpoint to go on from."""

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import PRESETS, SWITCHES, Rules
from wormadvisor.solver.turn.kernels import load_compiled
from wormadvisor.solver.value.network import Network, Weights
from wormadvisor.tables.files import write_whole
from wormadvisor.tables.store import Store
from wormadvisor.tables.train.learner import Learner
from wormadvisor.tables.train.model import Model
from wormadvisor.tables.train.positions import Stage
from wormadvisor.tables.train.proven import Proven
from wormadvisor.tables.train.selfplay import Pool

DECAY = 0.9
"""How much of what happened in the game goes into the targets at first."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to train.

    Attributes
    ----------
    players
        The numbers of players one network is for.
    stage
        The positions it is for.
    rules
        Names of presets, ``any`` for random switches: one pool of games for each.
    games, turns
        Games in a pool, and turns that each is played on before learning from them.
    passes
        How often to learn from each sample.
    played_out
        Part of the training in which what happened in the games counts less and less. Short
        games need it less.
    least
        How much it counts after that; where 0, targets are exact one-turn backups. The more
        turns a game has, the more small errors of backups add up to its beginning.
    proven
        Positions drawn from the endgame tables on disk in every round, for each preset.
    below
        Name of the plan whose network values the positions with few live tiles.
    hidden, hidden2
        Sizes of the network.
    """

    players: tuple[int, ...]
    stage: Stage
    rules: tuple[str, ...]
    games: int
    turns: int
    passes: int = 2
    played_out: float = 0.5
    least: float = 0.0
    proven: int = 0
    below: str | None = None
    hidden: int = 256
    hidden2: int = 64

    @property
    def data(self) -> str:
        """What it learns from, in words."""
        proven = ", and proven endgames from the tables on disk" if self.proven else ""
        return f"self-play under {', '.join(sorted(set(self.rules)))} rules{proven}"


PLANS = {
    "2-endgames": Plan(
        (2,),
        "few",
        ("official", "flip", "free", "short", "any") * 2,
        games=512,
        turns=8,
        played_out=0.25,
        proven=49152,
        hidden=1024,
    ),
    "2": Plan(
        (2,),
        "many",
        ("official",) * 3 + ("flip",) * 3 + ("free", "short", "any"),
        games=512,
        turns=24,
        below="2-endgames",
    ),
    "3-7": Plan(
        (3, 4, 5, 6, 7),
        "all",
        ("official", "official", "flip", "any"),
        games=256,
        turns=24,
        least=0.6,
        hidden=512,
    ),
}


def checkpoint_path(folder: Path, plan: str) -> Path:
    """Return where the checkpoint of a plan is."""
    return folder / f"{plan}.pt"


def save(state: dict[str, Any], path: Path) -> None:
    """Write a checkpoint in place of an older one."""
    write_whole(path, lambda file: torch.save(state, file))


class Trainer:
    """One network in training.

    Parameters
    ----------
    name
        The plan, one of `PLANS`.
    seed
        Seed of everything random.
    folder
        Where its checkpoint is, to go on from and to write, and those of other plans.
    """

    def __init__(self, name: str, seed: int, folder: Path) -> None:
        plan = PLANS[name]
        self._plan, self._folder = plan, folder
        self._checkpoint = checkpoint_path(folder, name)
        load_compiled()
        torch.manual_seed(seed)
        self._learner = Learner(Model(max(plan.players), plan.hidden, plan.hidden2))
        self._round, self._seconds, self._samples = 0, 0.0, 0
        if self._checkpoint.exists():
            self._load()
        self._rng = np.random.default_rng([seed, self._round])
        self._pools = [
            (rules, Pool(players, plan.games, plan.stage, self._rng))
            for players in plan.players
            for rules in plan.rules
        ]
        self._proven = (
            [Proven(Store(), rules, self._rng) for rules in PRESETS.values()] if plan.proven else []
        )

    def network(self) -> Network:
        """Give the evaluator as it is now, with the endgames as they are now."""
        plan = self._plan
        weights = dict.fromkeys(plan.players, self._learner.weights)
        if plan.stage == "few":
            return Network({}, weights)
        if plan.below is None:
            return Network(weights)
        return Network(weights, trained_weights(self._folder, plan.below))

    def run(self, seconds: float) -> None:
        """Train until it has taken so many seconds in all, those before a restart included."""
        saved = time.monotonic()
        while self._seconds < seconds:
            began = time.monotonic()
            done = self._seconds / seconds
            decay = max(DECAY * (1 - done / self._plan.played_out), self._plan.least)
            network = self.network()
            samples = [
                pool.play(network, self._rules(rules), self._plan.turns, decay)
                for rules, pool in self._pools
            ]
            for proven in self._proven:
                samples += proven.draw(self._plan.proven)
            played = time.monotonic()
            error = self._learner.learn(samples, self._rng, done=done, passes=self._plan.passes)
            self._round += 1
            self._samples += sum(len(some.batch) for some in samples)
            self._seconds += time.monotonic() - began
            self._log(began, played, decay, error)
            if time.monotonic() - saved > 60:
                self._save()
                saved = time.monotonic()
        self._save()

    def _rules(self, name: str) -> Rules:
        if name in PRESETS:
            return PRESETS[name]
        drawn = {switch: self._rng.choice(2) for switch in SWITCHES}
        return Rules(**{s: list(SWITCHES[s].values())[i] for s, i in drawn.items()})  # type: ignore[arg-type]

    def _log(self, began: float, played: float, decay: float, error: float) -> None:
        now = time.monotonic()
        line = {
            "round": self._round,
            "seconds": round(self._seconds, 1),
            "samples": self._samples,
            "play": round(played - began, 2),
            "learn": round(now - played, 2),
            "decay": round(decay, 3),
            "error": round(error, 5),
            "start": self._start(),
        }
        with self._checkpoint.with_suffix(".log").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")

    def _start(self) -> list[float]:
        """Value the beginning of the game, to be seen settling."""
        if self._plan.stage == "few":
            return []
        batch = Batch.of([Position.start(self._plan.players[0])])
        shares = self.network().shares(batch, Rules())[0]
        return [round(share, 4) for share in shares.tolist()]

    def _save(self) -> None:
        progress = torch.tensor([self._round, self._seconds, self._samples], dtype=torch.float64)
        save(self._learner.state() | {"progress": progress}, self._checkpoint)

    def _load(self) -> None:
        state = torch.load(self._checkpoint, weights_only=True)
        self._learner.load(state)
        rounds, self._seconds, samples = state["progress"].tolist()
        self._round, self._samples = int(rounds), int(samples)


def trained_weights(folder: Path, name: str) -> dict[int, Weights]:
    """Take the weights of a plan from its checkpoint, for each number of players."""
    plan = PLANS[name]
    state = torch.load(checkpoint_path(folder, name), weights_only=True)
    model = Model(max(plan.players), plan.hidden, plan.hidden2)
    model.load_state_dict(state["average"])
    return dict.fromkeys(plan.players, model.weights())


def progress_of(folder: Path, name: str) -> dict[str, int | float]:
    """Tell how long a plan was trained, from its checkpoint."""
    state = torch.load(checkpoint_path(folder, name), weights_only=True)
    rounds, seconds, samples = state["progress"].tolist()
    return {"rounds": int(rounds), "hours": round(seconds / 3600, 3), "samples": int(samples)}
