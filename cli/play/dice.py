"""The dice of a game: rolled by the program, or by hand and typed in."""

import numpy as np

from wormadvisor.cli.letters import plain_dice
from wormadvisor.solver.dice import FACES, NUM_DICE, Counts, as_counts
from wormadvisor.solver.game import Game
from wormadvisor.solver.notation import parse_dice


def fresh_seed() -> int:
    """Draw a seed that nobody has seen."""
    import secrets

    return secrets.randbits(32)


def rolled(game: Game, seed: int) -> Counts:
    """Roll the dice in hand.

    The same seed gives the same dice at the same moment, so that a game that is resumed, or
    a step that is taken back, does not roll them again.
    """
    turn, thrown = len(game.positions) - 1, 0
    if game.turn is not None:
        thrown = len(game.turns[turn].throws)
    rng = np.random.default_rng([seed, turn, thrown])
    return as_counts(rng.multinomial(dice_in_hand(game), [1 / len(FACES)] * len(FACES)))


def typed(text: str) -> Counts:
    """Read dice that somebody rolled; spaces between them mean nothing.

    Raises
    ------
    NotationError
        They cannot be read.
    """
    return parse_dice(plain_dice("".join(text.split()))).counts


def dice_in_hand(game: Game) -> int:
    """Count the dice to roll next."""
    return NUM_DICE if game.turn is None else game.turn.dice_left
