"""A whole game: who plays, under which rules, from which table, and every turn so far.

A game is a value. Each step (`rolled`, `chose`, `ended`) gives the game after it, or says
why the rules forbid it; `undone` takes the last step back. Seats are fixed, seat 0 first in
`names`; positions are seen from the mover, as everywhere.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Self, TypeVar

from wormadvisor.solver.dice import Counts, Turn
from wormadvisor.solver.errors import GameError, Problem, SolverError
from wormadvisor.solver.played import (
    PlayedTurn,
    Throw,
    dice_of,
    ends_of,
    placed,
    tables_after,
)
from wormadvisor.solver.position import Outcome, Position, Tile
from wormadvisor.solver.rules import Rules

__all__ = ["Game", "PlayedTurn", "Throw"]

T = TypeVar("T")


@dataclass(frozen=True)
class Game:
    """A game that follows the rules from its start to now.

    Attributes
    ----------
    names
        The players by seat: as many as the start has stacks, no two alike.
    rules
        The rules in force.
    start
        The table where the game, or what is known of it, begins.
    first
        The seat of the player to move at the start.
    turns
        Every turn; only the last may be unfinished, and it has dice.
    positions
        The table before each turn that is finished and, last, the table now.

    Raises
    ------
    GameError
        The names do not fit, or a turn breaks the rules. The first such turn is named:
        `where` begins with ``turns[i]``, i from 0.
    """

    names: tuple[str, ...]
    rules: Rules
    start: Position
    first: int = 0
    turns: tuple[PlayedTurn, ...] = ()
    positions: tuple[Position, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names, turns = tuple(self.names), tuple(self.turns)
        problems = _wrong_names(names, self.start.players)
        if self.first not in range(self.start.players):
            fields = {"token": self.first, "lowest": 0, "highest": self.start.players - 1}
            problems.append(Problem("seat", "first", fields))
        if problems:
            raise GameError(*problems)
        positions = [self.start]
        last = len(turns) - 1
        if turns and turns[-1] == PlayedTurn():
            turns = turns[:-1]
        for index, turn in enumerate(turns):
            if turn.outcome is None and index < last:
                where = f"turns[{index}].outcome"
                raise GameError(Problem("turn_unfinished", where, {}))
            positions += tables_after(positions[-1], turn, self.rules, index)
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "turns", turns)
        object.__setattr__(self, "positions", tuple(positions))

    @classmethod
    def new(
        cls,
        names: Sequence[str],
        rules: Rules | None = None,
        start: Position | None = None,
        first: int = 0,
    ) -> Self:
        """Begin a game.

        Parameters
        ----------
        names
            The players, in order of play.
        rules
            The rules; None for the official ones.
        start
            A table to begin from, seen by the first mover; None for a fresh one.
        first
            The seat of the player who begins.

        Raises
        ------
        GameError
            The names do not fit, or are too few or too many for a game.
        """
        if start is None:
            with placed(""):
                start = Position.start(len(names))
        return cls(tuple(names), rules or Rules(), start, first)

    @property
    def position(self) -> Position:
        """The table now, mover first; before the dice of an unfinished turn."""
        return self.positions[-1]

    @property
    def mover(self) -> int:
        """The seat of the player to move."""
        return self.seat_of(len(self.positions) - 1)

    @property
    def turn(self) -> Turn | None:
        """The dice of the unfinished turn; None before its first roll."""
        unfinished = self._unfinished
        return dice_of(unfinished.throws) if unfinished.throws else None

    @property
    def is_over(self) -> bool:
        """Whether no open tile is left."""
        return self.position.is_over

    @property
    def result(self) -> tuple[float, ...] | None:
        """The share of the win of each seat; None while the game goes on."""
        return self.by_seat(self.position.shares()) if self.is_over else None

    @property
    def stacks(self) -> tuple[tuple[Tile, ...], ...]:
        """The stack of each seat, bottom to top."""
        return self.by_seat(self.position.stacks)

    @property
    def grill(self) -> tuple[Tile, ...]:
        """The open tiles, ascending."""
        return self.position.grill

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How the turn may end now, the way that `ended` takes by itself first.

        None where it cannot end; every outcome of the position where no dice are known.
        """
        try:
            return ends_of(self.position, self._unfinished.throws, self.rules)
        except SolverError:
            return ()

    def seat_of(self, turn: int) -> int:
        """Tell whose turn it is, by the number of the turn from 0."""
        return (self.first + turn) % len(self.names)

    def by_seat(self, seen: Sequence[T]) -> tuple[T, ...]:
        """Order by seat what is ordered from the player to move now."""
        seats = len(self.names)
        return tuple(seen[(seat - self.mover) % seats] for seat in range(seats))

    def rolled(self, roll: Counts) -> Self:
        """Roll the dice in hand.

        Raises
        ------
        GameError
            The game or the turn is over, a face must be chosen first, or the number of dice
            is not that in hand.
        """
        throws = self._unfinished.throws
        return self._with_turn(PlayedTurn((*throws, Throw(roll))))

    def chose(self, face: int) -> Self:
        """Set aside all dice of a face of the roll.

        Raises
        ------
        GameError
            There is no roll to choose from, or the face may not be set aside.
        """
        throws = self._unfinished.throws
        if not throws or throws[-1].face is not None:
            raise GameError(Problem("no_roll", "roll", {}))
        return self._with_turn(PlayedTurn((*throws[:-1], replace(throws[-1], face=face))))

    def ended(self, outcome: Outcome | None = None) -> Self:
        """End the turn.

        Parameters
        ----------
        outcome
            How; None for the first of `outcomes`: the only one, or the steal where a tile
            may be taken instead, or the highest tile. Must be given when no dice are known.

        Raises
        ------
        GameError
            The turn cannot end now, or not like this.
        """
        throws = self._unfinished.throws
        if outcome is None:
            if not throws:
                with placed(""):
                    self.position.check_running()
                raise GameError(Problem("outcome_needed", "outcome", {}))
            with placed(""):
                outcome = ends_of(self.position, throws, self.rules)[0]
        return self._with_turn(PlayedTurn(throws, outcome))

    def undone(self) -> Self:
        """Take back the last step: a roll, a face set aside, or the end of a turn.

        Raises
        ------
        GameError
            Nothing was done yet.
        """
        if not self.turns:
            raise GameError(Problem("nothing_to_undo", "turn", {}))
        *before, last = self.turns
        if last.outcome is not None:
            last = PlayedTurn(last.throws)
        elif last.throws[-1].face is not None:
            last = PlayedTurn((*last.throws[:-1], Throw(last.throws[-1].roll)))
        else:
            last = PlayedTurn(last.throws[:-1])
        kept = (last,) if last.throws else ()
        return self._changed((*before, *kept), self.positions[: len(before) + 1])

    @property
    def _unfinished(self) -> PlayedTurn:
        if len(self.turns) < len(self.positions):
            return PlayedTurn()
        return self.turns[-1]

    def _with_turn(self, turn: PlayedTurn) -> Self:
        """Put a turn in the place of the unfinished one."""
        index = len(self.positions) - 1
        after = tables_after(self.position, turn, self.rules, index)
        return self._changed((*self.turns[:index], turn), (*self.positions, *after))

    def _changed(self, turns: tuple[PlayedTurn, ...], positions: tuple[Position, ...]) -> Self:
        """Give the same game with other turns, whose tables are known already."""
        game = copy(self)
        object.__setattr__(game, "turns", turns)
        object.__setattr__(game, "positions", positions)
        return game


def _wrong_names(names: Sequence[str], players: int) -> list[Problem]:
    """Find what is wrong with the names; two that differ in case only are alike."""
    problems = []
    if len(names) != players:
        fields = {"names": len(names), "players": players}
        problems.append(Problem("names_not_players", "names", fields))
    seen: set[str] = set()
    for seat, name in enumerate(names):
        if not name.strip():
            problems.append(Problem("name_empty", f"names[{seat}]", {}))
        elif name.casefold() in seen:
            problems.append(Problem("name_twice", f"names[{seat}]", {"token": name}))
        seen.add(name.casefold())
    return problems
