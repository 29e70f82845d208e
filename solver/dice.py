"""Dice: faces, counts of faces, and the dice of one turn.

Dice are counted by face, never listed, because their order means nothing:

    index    0  1  2  3  4  5
    face     1  2  3  4  5  W
    points   1  2  3  4  5  5
"""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import index

from wormadvisor.solver.errors import Problem, TurnError

FACES = "12345W"
POINTS = (1, 2, 3, 4, 5, 5)
NUM_DICE = 8
WORM = 5
ALL_FACES = 0b111111
"""`Turn.used` when every face has been set aside."""

Counts = tuple[int, int, int, int, int, int]
"""How many dice show each face, by face index."""

NO_DICE: Counts = (0, 0, 0, 0, 0, 0)


def as_counts(numbers: Iterable[int], where: str = "dice") -> Counts:
    """Take six whole numbers, of numpy's kind too, as counts of at most eight dice.

    Raises
    ------
    TurnError
        They are not six, not whole, negative, or too many dice.
    """
    listed = tuple(numbers)
    try:
        ones, twos, threes, fours, fives, worms = map(index, listed)
    except (TypeError, ValueError):
        ones = twos = threes = fours = fives = worms = -1
    counts = (ones, twos, threes, fours, fives, worms)
    if min(counts) < 0:
        raise TurnError(Problem("bad_counts", where, {"token": listed, "faces": len(FACES)}))
    if sum(counts) > NUM_DICE:
        fields = {"dice": sum(counts), "highest": NUM_DICE}
        raise TurnError(Problem("too_many_dice", where, fields))
    return counts


def total_of(counts: Counts) -> int:
    """Sum the points of dice."""
    return sum(count * points for count, points in zip(counts, POINTS, strict=True))


@dataclass(frozen=True, slots=True)
class Turn:
    """The dice of a turn: those set aside and, after a roll, those on the table.

    Attributes
    ----------
    kept
        Dice set aside so far.
    roll
        Dice just rolled, no face of them chosen yet; None before the roll.

    Raises
    ------
    TurnError
        Names what cannot be: not eight dice together, a roll without dice, or a roll when
        all six faces are set aside and the turn is over ("A turn", 3, of the rules).
    """

    kept: Counts
    roll: Counts | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "kept", as_counts(self.kept, "kept"))
        if self.roll is not None:
            object.__setattr__(self, "roll", as_counts(self.roll, "roll"))
            self._check_roll(self.roll)

    def _check_roll(self, roll: Counts) -> None:
        kept, rolled = sum(self.kept), sum(roll)
        fields: dict[str, object] = {"kept": kept, "rolled": rolled, "needed": NUM_DICE}
        if self.is_forced_end and self.dice_left:
            raise TurnError(Problem("turn_over", "roll", fields))
        if rolled == 0:
            raise TurnError(Problem("roll_empty", "roll", fields))
        if kept + rolled != NUM_DICE:
            raise TurnError(Problem("dice_not_complete", "roll", fields))

    @property
    def used(self) -> int:
        """Faces set aside, as a mask: bit f is face index f."""
        return sum(1 << face for face, count in enumerate(self.kept) if count)

    @property
    def dice_left(self) -> int:
        """Dice not set aside: those just rolled, or those to roll next."""
        return NUM_DICE - sum(self.kept)

    @property
    def total(self) -> int:
        """Sum of the dice set aside."""
        return total_of(self.kept)

    @property
    def has_worm(self) -> bool:
        """Whether a W is set aside."""
        return self.kept[WORM] > 0

    @property
    def legal_faces(self) -> tuple[int, ...]:
        """Faces of the roll that may be set aside, in the order of preference W,5,4,3,2,1.

        Empty when there is no roll, and when the roll is a bust.
        """
        roll = self.roll or NO_DICE
        return tuple(face for face in range(WORM, -1, -1) if roll[face] and not self.kept[face])

    @property
    def is_forced_end(self) -> bool:
        """Whether the turn is over by itself: no dice left, or all six faces set aside."""
        return self.dice_left == 0 or self.used == ALL_FACES

    @property
    def bust_next(self) -> float:
        """Chance that rolling the dice left shows no new face; 0 where there is no rolling."""
        used = self.used.bit_count()
        return 0.0 if self.is_forced_end else (used / len(FACES)) ** self.dice_left

    def choose(self, face: int) -> "Turn":
        """Set aside all dice of a face of the roll.

        Raises
        ------
        TurnError
            The face is not in the roll, or was set aside before.
        """
        if self.roll is None or face not in self.legal_faces:
            fields = {
                "token": FACES[face] if face in range(len(FACES)) else face,
                "allowed": tuple(FACES[legal] for legal in self.legal_faces),
            }
            raise TurnError(Problem("illegal_face", "roll", fields))
        kept = (*self.kept[:face], self.roll[face], *self.kept[face + 1 :])
        return Turn(as_counts(kept, "kept"))


@dataclass(frozen=True, slots=True)
class DiceSpec:
    """Dice as a person wrote them.

    Attributes
    ----------
    counts
        Dice written, by face.
    exact
        Face indices whose count was written out (``5x2``, ``5x1``, ``55``); a face that
        stands there once, bare, may mean "some of these".
    """

    counts: Counts
    exact: frozenset[int]
