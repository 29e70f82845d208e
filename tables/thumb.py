"""The rules of thumb measured against the evaluator, and how well they came off."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from wormadvisor.solver.match import Match, Score, scores
from wormadvisor.solver.players import Player, Winner
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.thumb import THUMB
from wormadvisor.solver.thumb_search import Loss, Sample, Step, sample, search
from wormadvisor.solver.turn.kernels import load_compiled
from wormadvisor.tables.players import find_player
from wormadvisor.tables.weights import read_network

OPPONENTS = ("lead", "network:1")
GAMES, POSITIONS, SEED = 8000, 4000, 2
"""What the figures that are shown were measured with."""

SEARCHED_RULES = ("official", "flip")
SEARCHED_PLAYERS = (2, 4)
SEARCHED_POSITIONS = 600


@dataclass(frozen=True, slots=True)
class Against:
    """The score against another player.

    Attributes
    ----------
    opponent
        Who.
    score, adjusted
        Mean share of the win, plain and with the luck taken out.
    """

    opponent: str
    score: Score
    adjusted: Score


@dataclass(frozen=True, slots=True)
class Figures:
    """How good the rules of thumb are, two playing.

    Attributes
    ----------
    rules
        The rules in force.
    loss
        What a turn loses on average, by the evaluator one turn deep.
    against
        Scores.
    games, positions, seed
        What they were measured with.
    """

    rules: str
    loss: Loss
    against: tuple[Against, ...]
    games: int = GAMES
    positions: int = POSITIONS
    seed: int = SEED


def measure(
    rules: Rules, *, games: int, positions: int, seed: int, step: Callable[[int, int], None]
) -> Figures:
    """Measure the rules of thumb.

    Parameters
    ----------
    rules
        The rules in force.
    games
        Games against each opponent.
    positions
        Positions to measure the loss on.
    seed
        Seed of everything random.
    step
        Told the progress.
    """
    load_compiled()
    network = read_network()
    loss = _sample(rules, 2, positions, seed).loss(THUMB)
    against = []
    for index, name in enumerate(OPPONENTS):
        match = Match((THUMB, find_player(name)), rules, games // 2, seed, network)
        played = []
        for some in match.play():
            played.append(some)
            at = games * index + 2 * sum(len(part.shares) for part in played)
            step(at, games * len(OPPONENTS))
        (score, _), (adjusted, _) = scores(played), scores(played, adjusted=True)
        against.append(Against(name, score, adjusted))
    return Figures(str(rules), loss, tuple(against), games, positions, seed)


def find(seed: int) -> Iterator[Step]:
    """Search the family for the best rules of thumb, from the simplest on."""
    load_compiled()
    samples = [
        _sample(Rules.parse(rules), players, SEARCHED_POSITIONS, seed)
        for rules in SEARCHED_RULES
        for players in SEARCHED_PLAYERS
    ]
    yield from search(samples)


def _sample(rules: Rules, players: int, positions: int, seed: int) -> Sample:
    network = read_network()
    both: list[Player] = [Winner("network:1", network), THUMB]
    return sample(rules, network, both * (players // 2), positions=positions, seed=seed)
