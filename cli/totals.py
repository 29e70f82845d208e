"""The chances of all totals at a moment of a turn, before or after a roll."""

from dataclasses import dataclass

from wormadvisor.solver.dice import NO_DICE, Turn
from wormadvisor.solver.odds import AT_LEAST, EXACTLY
from wormadvisor.solver.turn.numpy_kernel import TIE
from wormadvisor.solver.turn.tree import NUM_TOTALS, turn_tree
from wormadvisor.tables.odds import Odds


@dataclass(frozen=True, slots=True)
class Way:
    """A face that can be set aside (None: no roll to choose from) and the dice after it."""

    face: int | None
    count: int
    after: Turn

    @property
    def bust_next(self) -> float | None:
        """Chance that the next roll has no new face; None where there is no rolling on."""
        return None if self.after.is_forced_end else self.after.bust_next


@dataclass(frozen=True, slots=True)
class Aim:
    """The best chance of something, and the face that gives it."""

    chance: float
    face: int | None


@dataclass(frozen=True, slots=True)
class Totals:
    """What can still be reached.

    Attributes
    ----------
    choices
        The faces that can be set aside, in the order W, 5, 4, 3, 2, 1; one without a face
        when there is no roll, none when the roll is a bust.
    aims
        For each total 0 to 40: to end with it or more, and to end with exactly it.
    bust_next
        Chance that the next roll has no new face; None when there is none, or when it
        depends on the face chosen first.
    """

    choices: tuple[Way, ...]
    aims: tuple[tuple[Aim, Aim], ...]
    bust_next: float | None


def find_totals(turn: Turn | None, odds: Odds) -> Totals:
    """Look up the best chance of every total, over all choices of this moment."""
    turn = turn or Turn(NO_DICE)
    if turn.roll is None:
        ways = [Way(None, 0, turn)]
    else:
        ways = [Way(face, turn.roll[face], turn.choose(face)) for face in turn.legal_faces]
    index = turn_tree().index
    chances = [odds.at(index[w.after.used, w.after.dice_left, w.after.total]) for w in ways]

    def best(kind: int, total: int) -> Aim:
        found = Aim(0.0, ways[0].face if ways else None)
        for way, chance in zip(ways, chances, strict=True):
            if chance[kind, total] > found.chance + TIE:
                found = Aim(float(chance[kind, total]), way.face)
        return found

    return Totals(
        choices=tuple(ways),
        aims=tuple((best(AT_LEAST, total), best(EXACTLY, total)) for total in range(NUM_TOTALS)),
        bust_next=ways[0].bust_next if turn.roll is None else None,
    )
