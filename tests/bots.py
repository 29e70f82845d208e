"""Games between bots, recorded throw by throw: the very games that a `Match` plays.

A `Match` plays many tables at once and keeps nothing but results. Here one table at a time is
played from the same dice, by bots that make no use of chance themselves.
"""

import numpy as np

from wormadvisor.solver.batch import Batch, TurnEnds
from wormadvisor.solver.dice import FACES, NO_DICE, NUM_DICE, Turn
from wormadvisor.solver.game import Game, PlayedTurn, Throw
from wormadvisor.solver.position import BUST, Position
from wormadvisor.solver.turn.solution import SolvedTurn


def games_of_match(players, rules, sets, seed):
    """Yield (set, rotation, game); the player of rotation r in seat s is (s + r) % n."""
    n = len(players)
    # The dice of the first block of a match, turn by turn.
    rng, dice = np.random.default_rng([seed, 0]), []

    def dice_of(turn):
        while len(dice) <= turn:
            dice.append(rng.integers(0, len(FACES), (sets, len(FACES), NUM_DICE), np.int8))
        return dice[turn]

    for number in range(sets):
        for rotation in range(n):
            seats = [(seat + rotation) % n for seat in range(n)]
            position, turns = Position.start(n), []
            while not position.is_over:
                player = players[seats[len(turns) % n]]
                turn = play_turn(player, position, rules, dice_of(len(turns))[number])
                turns.append(turn)
                position = position.after(turn.outcome, rules)
            game = Game([players[i].name for i in seats], rules, Position.start(n), 0, turns)
            yield number, rotation, game


def play_turn(player, position, rules, dice):
    """Play one turn; roll i takes the first of the eight dice of row i."""
    batch = Batch.of([position])
    wanted = player.worth(batch, rules, np.random.default_rng(0)).astype(np.float32)
    ends = TurnEnds(batch, rules)
    (slots,), (stop, bust) = ends.slots(wanted), ends.payoff(wanted[:, :, None])
    outcomes = [batch.outcome(0, slot) for slot in slots]
    solved = SolvedTurn(stop[0], bust[0], np.zeros(len(outcomes), bool))
    turn, throws = Turn(NO_DICE), []
    while True:
        roll = np.bincount(dice[len(throws), : turn.dice_left], minlength=len(FACES))
        options = solved.options(Turn(turn.kept, tuple(roll.tolist())))
        if not options:
            return PlayedTurn((*throws, Throw(tuple(roll.tolist()))), BUST)
        throws.append(Throw(tuple(roll.tolist()), options[0].face))
        turn = options[0].after
        if options[0].then == "stop":
            return PlayedTurn(throws, outcomes[turn.total] if turn.has_worm else BUST)
