"""The search for the best rule of thumb: which of a family loses least in a turn.

Positions come from games that the evaluator and the rule itself play in turn, so that the
rule meets what its own play leads to. What a turn by the rule is worth on them is solved
exactly, so that the loss of every rule is known without a die rolled; and the search goes
along one parameter after the other, and then two together, until nothing makes the rule better.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

import numpy as np

from wormadvisor.solver.batch import Batch, Floats, TurnEnds
from wormadvisor.solver.dice import FACES, NUM_DICE
from wormadvisor.solver.players import LEAD, Player
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.thumb import Thumb
from wormadvisor.solver.turn.kernels import solve_values
from wormadvisor.solver.value.backup import Valuer, outcome_worth

FAMILY: Mapping[str, Sequence[Any]] = {
    "steals": (True, False),
    "first_worms": (None, 1, 2, 3, 4, 5, NUM_DICE + 1),
    "die_cost": (0.0, 1.0, 2.0, 3.0),
    "margin": (-8, 0, 1, 2, 3),
    "margin_without": (-8, 0, 1, 2, 3),
    "takes_highest": (True, False),
    "ends_well": (True, False),
}
"""The parameters of a `Thumb` and what each may be: 5,600 rules."""

SIMPLEST = Thumb(
    "thumb", steals=False, first_worms=None, die_cost=0.0, margin=-8, margin_without=-8,
    takes_highest=False, ends_well=False,
)  # fmt: skip
"""Where the search begins: most points, and stop at the first tile."""

LONGEST = 100
MOST_TOGETHER = 2
"""Parameters changed at once: each of two can be best only with the other."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What a turn loses on average.

    Attributes
    ----------
    shares
        Win shares, by the evaluator's numbers for the positions after the turn.
    se
        Standard error of that.
    worms
        Worms of lead: against the best turn for `lead`.
    """

    shares: float
    se: float
    worms: float


@dataclass(frozen=True, slots=True)
class Sample:
    """Positions, and what their outcomes are worth to the mover.

    Attributes
    ----------
    batch, rules
        The positions.
    worth, lead
        (positions, slots): in win shares, and in worms of lead.
    best, best_lead
        (positions,): what the turn is worth when it is played best.
    """

    batch: Batch
    rules: Rules
    worth: Floats
    lead: Floats
    best: Floats
    best_lead: Floats

    def loss(self, rule: Thumb) -> Loss:
        """Give what a rule loses here."""
        plan = rule.plan(self.batch, self.rules, np.random.default_rng(0))
        lost = self.best - plan.mean(self.worth)
        worms = self.best_lead - plan.mean(self.lead)
        se = float(lost.std(ddof=1) / np.sqrt(len(lost)))
        return Loss(float(lost.mean()), se, float(worms.mean()))


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the search.

    Attributes
    ----------
    tried
        Rules tried so far.
    rule
        The best of them.
    loss
        Its mean loss in a turn over all samples.
    """

    tried: int
    rule: Thumb
    loss: float


def sample(
    rules: Rules, valuer: Valuer, players: Sequence[Player], *, positions: int, seed: int
) -> Sample:
    """Draw positions from games between two players, who sit at every other seat.

    Parameters
    ----------
    rules, valuer
        The rules, and who values positions.
    players
        Who plays; there are as many seats.
    positions
        How many to draw, from about a tenth as many games.
    seed
        Seed of everything random.
    """
    rng = np.random.default_rng(seed)
    at = Batch.of([Position.start(len(players))] * max(2, positions // 8))
    met = []
    for turn in range(LONGEST):
        if not len(at):
            break
        met.append(at)
        dice = rng.integers(0, len(FACES), (len(at), len(FACES), NUM_DICE), np.int8)
        after = players[turn % len(players)].plan(at, rules, rng).play(dice).after
        at = after[~after.is_over()]
    every = Batch.joined(met)
    batch = every[rng.permutation(len(every))[:positions]]
    worth = np.asarray(outcome_worth(batch, rules, valuer)[:, :, 0], np.float64)
    lead = np.asarray(LEAD.worth(batch, rules, rng), np.float64)
    ends = TurnEnds(batch, rules)
    best, best_lead = (solve_values(*ends.payoff(wanted)) for wanted in (worth, lead))
    return Sample(batch, rules, worth, lead, best, best_lead)


def search(samples: Sequence[Sample], start: Thumb = SIMPLEST) -> Iterator[Step]:
    """Improve a rule, by one parameter or by two together, until nothing makes it better."""
    rule, loss, tried = start, _loss(samples, start), 1
    yield Step(tried, rule, loss)
    together = 1
    while together <= MOST_TOGETHER:
        improved = False
        for names in combinations(FAMILY, together):
            for values in product(*(FAMILY[name] for name in names)):
                changed: dict[str, Any] = dict(zip(names, values, strict=True))
                if any(value == getattr(rule, name) for name, value in changed.items()):
                    continue
                other = replace(rule, **changed)
                other_loss = _loss(samples, other)
                tried += 1
                if other_loss < loss:
                    rule, loss, improved = other, other_loss, True
            yield Step(tried, rule, loss)
        together = 1 if improved else together + 1


def _loss(samples: Sequence[Sample], rule: Thumb) -> float:
    return float(np.mean([some.loss(rule).shares for some in samples]))
