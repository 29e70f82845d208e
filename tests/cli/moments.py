"""Random moments of a turn, all kinds of them."""

from random import Random

from wormadvisor.solver.dice import FACES, NUM_DICE, Turn, as_counts
from wormadvisor.solver.position import TILES, Position
from wormadvisor.solver.rules import PRESETS, Rules

Moment = tuple[Position, Turn | None, Rules]


def random_moment(rng: Random) -> Moment:
    """Tiles anywhere (one open at least), a turn played at random up to some moment."""
    players = rng.choice([2, 2, 2, 3, 4])
    grill: list[int] = [rng.choice(TILES)]
    stacks: list[list[int]] = [[] for _ in range(players)]
    gone: list[int] = []
    for tile in rng.sample(TILES, len(TILES)):
        if tile not in grill:
            rng.choice([grill, grill, *stacks, gone]).append(tile)
    return Position(grill, stacks), random_turn(rng), rng.choice(list(PRESETS.values()))


def random_turn(rng: Random) -> Turn | None:
    """Roll and choose at random; stop before or after a roll."""
    turn = Turn((0,) * len(FACES))
    for _ in range(rng.randrange(len(FACES))):
        rolled = _roll(rng, turn)
        if rolled.legal_faces:
            turn = rolled.choose(rng.choice(rolled.legal_faces))
        if turn.is_forced_end:
            return turn
    if rng.random() < 0.6:
        return _roll(rng, turn)
    return turn if turn.used else None


def _roll(rng: Random, turn: Turn) -> Turn:
    dice = [rng.randrange(len(FACES)) for _ in range(turn.dice_left)]
    assert len(dice) <= NUM_DICE
    return Turn(turn.kept, as_counts(dice.count(face) for face in range(len(FACES))))
