"""Players by name, as people write them.

``random`` ``cautious`` ``worms`` ``lead``   need nothing
``network`` ``network:D``                    the trained evaluator, D turns deep (1 if left out)
``NAME~X``                                   any of them, weakened: X is the standard deviation of
                                             what it misjudges every outcome by, in win shares for
                                             ``network`` and in worms for the others
"""

import re
from math import isfinite

from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.players import (
    CAUTIOUS,
    LEAD,
    RANDOM,
    WORMS,
    Player,
    Weakened,
    Winner,
)
from wormadvisor.solver.value.search import Search
from wormadvisor.tables.weights import read_network

_SIMPLE: dict[str, Player] = {player.name: player for player in (RANDOM, CAUTIOUS, WORMS, LEAD)}
NAMES = (*_SIMPLE, "network:D")
DEEPEST = 5

_NETWORK = re.compile(r"network(?::(?P<depth>[0-9]))?")


class PlayerError(SolverError):
    """A player that does not exist."""


def find_player(name: str) -> Player:
    """Find a player by name.

    Raises
    ------
    PlayerError
        There is none of that name.
    TableError
        The evaluator cannot be read.
    """
    word, tilde, noise = name.lower().partition("~")
    player = _SIMPLE.get(word) or _network(word, name)
    return Weakened(player, _noise(noise, name)) if tilde else player


def _network(word: str, name: str) -> Player:
    match = _NETWORK.fullmatch(word)
    if match is None:
        raise PlayerError(Problem("unknown_player", "players", {"token": name, "allowed": NAMES}))
    depth = int(match["depth"] or 1)
    if not 1 <= depth <= DEEPEST:
        fields: dict[str, object] = {"token": name, "lowest": 1, "highest": DEEPEST}
        raise PlayerError(Problem("player_depth", "players", fields))
    network = read_network()
    return Winner(f"network:{depth}", Search(network, depth - 1) if depth > 1 else network)


def _noise(text: str, name: str) -> float:
    try:
        noise = float(text)
    except ValueError:
        noise = -1.0
    if not (isfinite(noise) and noise >= 0):
        raise PlayerError(Problem("player_noise", "players", {"token": name}))
    return noise
