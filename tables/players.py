"""Players by name, as people write them.

``random`` ``cautious`` ``worms`` ``lead``   need nothing
``thumb``                                    five rules of thumb
``easy`` ``medium`` ``hard`` ``best``        levels for people, see `LEVELS`
``network`` ``network:D``                    the trained evaluator, D turns deep (1 if left out)
``NAME~X``                                   any of them, weakened: X is the standard deviation of
                                             what it misjudges every outcome by, in win shares for
                                             ``network`` and in worms for the others
                                             (``random`` and ``thumb`` judge nothing)
"""

import re
from collections.abc import Mapping
from math import inf, isfinite

from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.players import (
    CAUTIOUS,
    LEAD,
    RANDOM,
    WORMS,
    Named,
    OneTurn,
    Player,
    Weakened,
    Winner,
)
from wormadvisor.solver.thumb import THUMB
from wormadvisor.solver.value.search import DEEPEST, Search
from wormadvisor.tables.weights import read_network

_SIMPLE: Mapping[str, Player] = {
    player.name: player for player in (RANDOM, CAUTIOUS, WORMS, LEAD, THUMB)
}
LEVELS: Mapping[str, str] = {
    "easy": "lead~4",
    "medium": "lead~1.5",
    "hard": "lead",
    "best": "network:2",
}
"""Levels for people, and the players behind them; measured in ``docs/play.md``."""
NAMES = (*_SIMPLE, "network:D", *LEVELS)

_NETWORK = re.compile(r"network(?::(?P<depth>[0-9]))?")
_NOISE = re.compile(r"[0-9.]+(e-?[0-9]+)?")


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
    if word in LEVELS and not tilde:
        return Named(word, find_player(LEVELS[word]))
    player = _SIMPLE.get(word) or _network(word, name)
    if not tilde:
        return player
    if not isinstance(player, OneTurn | Winner):
        raise PlayerError(Problem("player_judges_nothing", "players", {"token": name}))
    return Weakened(player, _noise(noise, name))


def _network(word: str, name: str) -> Winner:
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
        noise = float(text) if _NOISE.fullmatch(text) else inf
    except ValueError:
        noise = inf
    if not isfinite(noise):
        raise PlayerError(Problem("player_noise", "players", {"token": name}))
    return noise
