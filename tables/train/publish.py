"""From checkpoints to the weights that come with the package, if they are better."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from wormadvisor.solver.match import Match, Score, scores
from wormadvisor.solver.players import LEAD, Player, Winner
from wormadvisor.solver.rules import PRESETS
from wormadvisor.solver.value.network import Network
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.held_out import RULE
from wormadvisor.tables.train.accuracy import calibrate, measure
from wormadvisor.tables.train.trainer import PLANS, checkpoint_path, progress_of, trained_weights
from wormadvisor.tables.weights import Trained, as_network, read_trained, write_trained

SEED = 20
"""Seed of the games that measure, which training has not played."""
SEEN = {"official": 5, "flip": 5, "free": 4, "short": 4}
"""Rules under which accuracy is measured, and the live tiles of the sets looked at."""
MATCHES = ("official", "flip")
"""Rules of the matches, and of the rollouts that calibration compares with."""
POSITIONS, POSITIONS_OF_MORE = 300, 60
"""Positions of self-play that are rolled out: of two players, and of each number beyond."""

_NO_PREDECESSOR = ("missing", "version", "other_rules")
"""Why there may be no weights that the new ones could play against."""

Json = dict[str, Any]
Tell = Callable[[str], None]


def publish(folder: Path, package: Path, *, games: int, seed: int, tell: Tell) -> bool:
    """Measure what was trained, and put it into the package if it beats what is there.

    Parameters
    ----------
    folder
        Where the checkpoints are; plans without one keep the weights they have.
    package
        Where the weights of the package are.
    games
        Games in each match, and fifty times the sets of tiles for accuracy.
    seed
        The seed that training began with, for the manifest.
    tell
        Is told what happens.

    Returns
    -------
    Whether the new weights were written.
    """
    old = _old(package)
    new = dict(old)
    for name, plan in PLANS.items():
        if checkpoint_path(folder, name).exists():
            weights = trained_weights(folder, name)[plan.players[0]]
            about = progress_of(folder, name) | {
                "commit": _commit(),
                "data": plan.data,
                "held_out": RULE,
                "seed": seed,
            }
            new[name] = Trained(name, plan.players, plan.stage == "few", weights, about)
    network = as_network(list(new.values()))
    if old and not _is_stronger(network, as_network(list(old.values())), games, tell):
        return False
    measured = {
        "matches": _matches(network, games, tell),
        "accuracy": _accuracy(network, games, tell),
        "calibration": _calibration(network, games, tell),
    }
    write_trained(list(new.values()), package, measured)
    return True


def _old(package: Path) -> dict[str, Trained]:
    try:
        return {one.name: one for one in read_trained(package)}
    except TableError as error:
        if error.kind in _NO_PREDECESSOR:
            return {}
        raise


def _is_stronger(new: Network, old: Network, games: int, tell: Tell) -> bool:
    """Whether the new network scores more on the whole, and is shown weaker nowhere."""
    gain, weaker = 0.0, False
    for players in sorted(new.weights.keys() & old.weights.keys()):
        everyone = _one_among(Winner("new", new), Winner("old", old), players)
        score = _play(everyone, MATCHES[0], games, new)
        tell(f"against the old one, {players} players: {_words(score)}")
        gain += score.mean * players - 1
        weaker |= score.hi < 1 / players
    return gain > 0 and not weaker


def _matches(network: Network, games: int, tell: Tell) -> Json:
    """One evaluator at depth 1 among `lead` players."""
    found: Json = {}
    for players in sorted(network.weights):
        for rules in MATCHES:
            everyone = _one_among(Winner("network:1", network), LEAD, players)
            score = _play(everyone, rules, games, network)
            tell(f"network:1 against lead, {players} players, {rules}: {_words(score)}")
            found[f"{players} players, {rules}"] = {
                "games": games // players * players,
                "seed": SEED,
                "score": round(score.mean, 5),
                "lo": round(score.lo, 5),
                "hi": round(score.hi, 5),
            }
    return found


def _accuracy(network: Network, games: int, tell: Tell) -> Json:
    found: Json = {}
    for rules, live in SEEN.items():
        accuracy = measure(network, PRESETS[rules], live, max(2, games // 50), SEED)
        tell(f"{rules}, {live} live tiles: {accuracy}")
        found[f"{rules}, {live} live tiles"] = accuracy.as_json()
    return found


def _calibration(network: Network, games: int, tell: Tell) -> Json:
    """Compare with rollouts: some 600 games from each position where `games` is 4,000."""
    found: Json = {}
    for players in sorted(network.weights):
        positions = min(POSITIONS if players == 2 else POSITIONS_OF_MORE, games // 3)
        for rules in MATCHES:
            blocks = max(2, games // 400)
            calibration = calibrate(
                network, PRESETS[rules], players, positions, blocks=blocks, seed=SEED
            )
            tell(f"{players} players, {rules}: {calibration}")
            found[f"{players} players, {rules}"] = calibration.as_json()
    return found


def _one_among(one: Player, others: Player, players: int) -> tuple[Player, ...]:
    return (one, *[others] * (players - 1))


def _play(players: tuple[Player, ...], rules: str, games: int, network: Network) -> Score:
    """Give the first player's score, luck taken out."""
    match = Match(players, PRESETS[rules], games // len(players), SEED, network)
    return scores(list(match.play()), adjusted=True)[0]


def _words(score: Score) -> str:
    return f"{score.mean:.4f} ({score.lo:.4f} to {score.hi:.4f})"


def _commit() -> str:
    """Name the commit of the code that trained."""
    try:
        done = subprocess.run(
            ["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()
