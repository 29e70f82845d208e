"""Games as the page keeps them: JSON."""

from wormadvisor.solver.dice import FACES
from wormadvisor.solver.notation import format_roll


def as_json(played):
    """Write a game as the page does."""
    return {
        "players": list(played.names),
        "rules": str(played.rules),
        "first": played.first,
        "turns": [
            {
                "throws": [
                    {
                        "roll": format_roll(throw.roll),
                        "face": None if throw.face is None else FACES[throw.face],
                    }
                    for throw in turn.throws
                ],
                "outcome": turn.outcome
                and {
                    "type": turn.outcome.kind,
                    "tile": turn.outcome.tile,
                    "from": turn.outcome.victim,
                },
            }
            for turn in played.turns
        ],
    }
