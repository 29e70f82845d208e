"""What a game against bots needs besides the game, and keeping it as tags of the record."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wormadvisor.cli import saved
from wormadvisor.solver.errors import Problem, RecordError
from wormadvisor.solver.players import Player
from wormadvisor.solver.record import Record
from wormadvisor.tables.players import find_player

PERSON = "person"
"""Stands in the tag ``seats`` where no bot sits."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game is played.

    Attributes
    ----------
    seats
        By seat: the bot's name, as `find_player` takes it, or `PERSON`.
    seed
        Seed of the dice and of what the bots do by chance.
    typed
        Whether the dice are rolled by hand and typed in.
    tutor
        Loss above which a choice is questioned; None: never.
    """

    seats: tuple[str, ...]
    seed: int
    typed: bool = False
    tutor: float | None = None

    @property
    def tags(self) -> dict[str, str]:
        """The same as tags of a record."""
        tags = {"by": "play", "seats": " ".join(self.seats), "seed": str(self.seed)}
        tags["dice"] = "typed" if self.typed else "rolled"
        return tags if self.tutor is None else tags | {"tutor": str(self.tutor)}

    @property
    def bots(self) -> tuple[Player | None, ...]:
        """By seat: the bot; None for a person.

        Raises
        ------
        SolverError
            A bot that does not exist.
        """
        return tuple(None if name == PERSON else find_player(name) for name in self.seats)

    @classmethod
    def of(cls, record: Record) -> "Setup | None":
        """Read it from a record; None where it is not of a game against bots."""
        tags = record.tags
        if "seats" not in tags or "seed" not in tags:
            return None
        seats = tuple(tags["seats"].split())
        try:
            tutor = float(tags["tutor"]) if "tutor" in tags else None
            setup = cls(seats, int(tags["seed"]), tags.get("dice") == "typed", tutor)
        except ValueError:
            return None
        fits = len(seats) == len(record.game.names) and PERSON in seats and setup.seed >= 0
        return setup if fits else None


def names_of(people: Sequence[str], bots: Sequence[str]) -> tuple[str, ...]:
    """Name every player: people as they wish, bots by what they are, numbered where needed."""
    names = list(people)
    for bot in bots:
        number, name = 1, bot
        while name.casefold() in [known.casefold() for known in names]:
            number += 1
            name = f"{bot}-{number}"
        names.append(name)
    return tuple(names)


def is_unfinished(record: Record) -> bool:
    """Whether a game against bots can be gone on with."""
    return Setup.of(record) is not None and not record.game.is_over


def load(path: Path) -> tuple[tuple[Record, ...], Setup]:
    """Read the games of a file, and how the last of them, the one to go on with, is played.

    Raises
    ------
    RecordError
        It is not against bots (``not_against_bots``), or something is wrong with the file.
    OSError
        The file cannot be read.
    """
    records = saved.load(path)
    setup = Setup.of(records[-1])
    if setup is None:
        raise RecordError(Problem("not_against_bots", "--resume", {"path": path}))
    return records, setup
