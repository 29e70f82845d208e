"""Games played at random, for tests: by the rules, and without the module under test."""

import random
from dataclasses import dataclass

from hypothesis import strategies as st

from wormadvisor.solver.dice import NO_DICE, Turn
from wormadvisor.solver.game import Game, PlayedTurn, Throw
from wormadvisor.solver.position import BUST, Position
from wormadvisor.solver.rules import PRESETS, Rules

NAMES = ("Anna", "Ben", "Cem", "Dana", "Eli", "Fay", "Gus")
ALL_RULES = tuple(
    Rules.parse(f"{preset}{forced}") for preset in PRESETS for forced in ("", "+steal=forced")
)


@dataclass(frozen=True)
class Played:
    """What was played, and the tables that `Position.after` made of it."""

    names: tuple[str, ...]
    rules: Rules
    first: int
    turns: tuple[PlayedTurn, ...]
    positions: tuple[Position, ...]

    @property
    def game(self):
        return Game(self.names, self.rules, self.positions[0], self.first, self.turns)


def play_turn(rng, position, rules):
    """Play one turn with dice, all choices at random."""
    turn, throws = Turn(NO_DICE), []
    while True:
        dice = [rng.randrange(6) for _ in range(turn.dice_left)]
        roll = tuple(map(dice.count, range(6)))
        rolled = Turn(turn.kept, roll)
        if not rolled.legal_faces:
            return PlayedTurn((*throws, Throw(roll)), BUST)
        face = rng.choice(rolled.legal_faces)
        throws.append(Throw(roll, face))
        turn = rolled.choose(face)
        if turn.is_forced_end or rng.random() < 0.3 * turn.has_worm:
            possible = position.outcomes(turn.total, rules) if turn.has_worm else (BUST,)
            return PlayedTurn(tuple(throws), rng.choice(possible))


def play(rng, players, rules, *, most=60, unknown=0.2):
    """Play a game; of some turns the dice are not known, and the last may be unfinished."""
    first = rng.randrange(players)
    positions, turns = [Position.start(players)], []
    for _ in range(rng.randint(0, most)):
        if positions[-1].is_over:
            break
        turn = play_turn(rng, positions[-1], rules)
        if rng.random() < unknown:
            turn = PlayedTurn((), rng.choice(positions[-1].all_outcomes()))
        turns.append(turn)
        positions.append(positions[-1].after(turn.outcome, rules))
    if not positions[-1].is_over and rng.random() < 0.5:
        throws = play_turn(rng, positions[-1], rules).throws
        cut = throws[: rng.randint(1, len(throws))]
        if rng.random() < 0.5:
            cut = (*cut[:-1], Throw(cut[-1].roll))
        turns.append(PlayedTurn(cut))
    return Played(NAMES[:players], rules, first, tuple(turns), tuple(positions))


@st.composite
def played(draw, **how):
    """Draw a random game of 2 to 7 players under any rules."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    return play(rng, draw(st.integers(2, 7)), draw(st.sampled_from(ALL_RULES)), **how)
