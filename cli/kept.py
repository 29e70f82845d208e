"""A game that is kept in its file while it is followed or played."""

from dataclasses import dataclass, field
from pathlib import Path

import click

from wormadvisor.cli import saved
from wormadvisor.solver.game import Game
from wormadvisor.solver.record import Record


@dataclass
class KeptGame:
    """A game and its file.

    Attributes
    ----------
    record
        The game so far.
    path
        Where it is saved.
    others
        Other games of the same file, which are kept as they are.
    is_saved
        Whether the game is on disk as it is now.
    """

    record: Record
    path: Path
    others: tuple[Record, ...]
    is_saved: bool = field(default=False, init=False)

    @property
    def game(self) -> Game:
        """The game now."""
        return self.record.game

    def save(self) -> None:
        """Write the game; say so when that fails, and go on."""
        records = *self.others, self.record
        self.is_saved = saved.was_saved(self.path, lambda path: saved.save(path, records))

    def tell(self, *lines: str) -> None:
        """Write lines."""
        for line in lines:
            click.echo(line)
