"""How far the evaluator's numbers are from the truth, as measured when it was published.

The root mean square of the error of the mover's share: of endgames of two against proven
values, of other positions against rollouts. The manifest tells the evaluator's own; solving
turns over its numbers brings them nearer to the truth, and choices of one moment are compared
more finely than that, for they share most of the error.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.network import FEW
from wormadvisor.tables.weights import read_measured

_OF_TWO, _OF_MORE = (0.010, 0.010), (0.015, 0.011)
"""For a manifest that does not tell: the evaluator's own error, and two turns deep. That of more
than two from 130 positions of self-play of 3, 4, 5 and 7 players against rollouts."""


def expected_error(position: Position, rules: Rules, depth: int) -> float:
    """Give the error to expect of an estimated share of the win.

    Under rules that were not measured it is the largest of those that were.

    Parameters
    ----------
    position, rules
        What was estimated.
    depth
        Turns solved for it.

    Raises
    ------
    TableError
        The evaluator's manifest cannot be read.
    """
    measured = _measured()
    if position.players == 2 and position.live <= FEW:
        errors = _by_rules(measured.get("accuracy", {}), None)
    else:
        errors = _by_rules(measured.get("calibration", {}), position.players)
    if not errors:
        return (_OF_TWO if position.players == 2 else _OF_MORE)[depth > 1]
    return errors.get(str(rules), max(errors.values()))


@cache
def _measured() -> Mapping[str, Any]:
    return read_measured()


def _by_rules(part: Mapping[str, Mapping[str, float]], players: int | None) -> dict[str, float]:
    """Read ``official, 5 live tiles`` or ``3 players, official`` -> the error."""
    found: dict[str, float] = {}
    for name, entry in part.items():
        first, _, second = name.partition(", ")
        if players is None:
            found[first] = max(entry["rms"], found.get(first, 0.0))
        elif first == f"{players} players":
            found[second] = entry["rms"]
    return found
