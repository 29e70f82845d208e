"""Reading records (see `record` and ``docs/record.md``), also those that are damaged.

The reader never fails: it collects what is wrong, with line and column, and reads on. What
is wrong with a tag or a note costs that tag or note. From a turn that is wrong on, a game
cannot be known; the turns before it are kept, and reading goes on with the next game.

Time and memory grow with the length of the text and no faster, whatever stands in it.
"""

import re
from dataclasses import dataclass, field, replace

from wormadvisor.solver.errors import GameError, Problem, RecordError, SolverError
from wormadvisor.solver.game import Game
from wormadvisor.solver.played import PlayedTurn, Throw, after_turn
from wormadvisor.solver.position import Outcome, Position
from wormadvisor.solver.record import GAME_TAGS, Note, Record
from wormadvisor.solver.record_lines import (
    EndText,
    Piece,
    Tag,
    TurnLine,
    read_notes,
    read_tag,
    read_turn,
    tag_name,
)
from wormadvisor.solver.record_tags import game_of, known_seat

MOST_PROBLEMS = 100
"""Problems kept; of more there is only the number."""

MOST_TURNS = 10_000
"""Turns of one game; a game of people has some forty."""

_LINE_END = re.compile(r"\r\n|\n|\r")
_BYTE_ORDER_MARK = "\ufeff"
_THROW = re.compile(r"throws\[([0-9]+)\]")


@dataclass(frozen=True, slots=True)
class Read:
    """What was found in a text.

    Attributes
    ----------
    records
        Every game, or what of it could be read.
    problems
        What is wrong, in the order of the text and the first `MOST_PROBLEMS` of it; `where`
        is ``line N``, N from 1, with a column in that line.
    more
        How many more there are.
    """

    records: tuple[Record, ...]
    problems: tuple[Problem, ...]
    more: int = 0


def parse_record(text: str) -> Read:
    """Read all records of a text, and tell what is wrong with it.

    Parameters
    ----------
    text
        Any text. Byte order marks before lines, any line ends, tabs and empty lines do no
        harm.
    """
    problems = _Problems()
    records: list[Record] = []
    draft: _Draft | None = None
    lost = False
    for number, whole in enumerate(_LINE_END.split(text), start=1):
        # Where files were put together there is one within the text as well.
        line = whole.lstrip(_BYTE_ORDER_MARK)
        if not line.strip():
            continue
        if tag_name(line) == "players":
            records += draft.finished() if draft else ()
            draft = _Draft(problems)
        if draft:
            draft.read(number, line)
        elif not lost:
            # Once is enough: nothing is read before the first game begins.
            problems.add(number, Piece(0, line.strip()).problem("record_outside"))
            lost = True
    records += draft.finished() if draft else ()
    if draft is None and not lost:
        problems.add(1, Piece(0, "").problem("record_nothing"))
    return Read(tuple(records), problems.sorted, problems.more)


class _Problems:
    """What is wrong, with a limit."""

    def __init__(self) -> None:
        self._found: list[tuple[int, Problem]] = []
        self.more = 0

    @property
    def sorted(self) -> tuple[Problem, ...]:
        """All of them in the order of the text."""
        return tuple(problem for _, problem in sorted(self._found, key=lambda found: found[0]))

    def add(self, line: int, *problems: Problem) -> None:
        for problem in problems:
            if len(self._found) < MOST_PROBLEMS:
                self._found.append((line, replace(problem, where=f"line {line}")))
            else:
                self.more += 1


@dataclass(slots=True)
class _Draft:
    """A game that is being read.

    Attributes
    ----------
    tags
        Tag name -> its line and itself.
    game
        The game without turns, once the tags have been read.
    turns, lines, position
        The turns so far, the line of each, and the table after them.
    broken
        Whether the rest of the game cannot be known.
    """

    problems: _Problems
    tags: dict[str, tuple[int, Tag]] = field(default_factory=dict)
    game: Game | None = None
    turns: list[PlayedTurn] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    position: Position = field(default_factory=Position.start)
    broken: bool = False

    def read(self, number: int, line: str) -> None:
        """Read one line that is not empty."""
        if self.broken:
            return
        try:
            if line.lstrip().startswith("["):
                self._tag(number, line)
            elif self._begun():
                if line.lstrip().startswith("{"):
                    self._notes(number, read_notes(line), len(self.turns) - 1)
                else:
                    self._turn(number, read_turn(line))
        except SolverError as error:
            self.problems.add(number, *error.problems)
            # Without a turn, or a tag the game is made from, nothing more can be known.
            self.broken = not line.lstrip().startswith("[") or tag_name(line) in GAME_TAGS

    def finished(self) -> tuple[Record, ...]:
        """Give the record; none where its tags give no game."""
        if not self._begun() or self.game is None:
            return ()
        game = replace(self.game, turns=tuple(self.turns))
        if "result" in self.tags and not self.broken:
            self._check_result(game)
        tags = {name: tag.text for name, (_, tag) in self.tags.items() if name not in GAME_TAGS}
        return (Record(game, tags, tuple(self.notes)),)

    def _tag(self, number: int, line: str) -> None:
        tag = read_tag(line)
        self.problems.add(number, *tag.problems)
        if self.game:
            self.problems.add(number, tag.name.problem("record_tag_late"))
        elif tag.name.text in self.tags:
            self.problems.add(number, tag.name.problem("record_tag_twice"))
        else:
            self.tags[tag.name.text] = number, tag

    def _begun(self) -> bool:
        """Make the game that the tags tell of, if it was not made, and if it can be."""
        if self.game is None and not self.broken:
            self.game = game_of(self.tags, self.problems.add)
            self.broken = self.game is None
            if self.game:
                self.position = self.game.start
        return self.game is not None

    def _turn(self, number: int, found: TurnLine) -> None:
        game, index = self.game, len(self.turns)
        assert game is not None
        seat = game.seat_of(index)
        if self.turns and self.turns[-1].outcome is None:
            before = Piece(0, "").problem("turn_unfinished")
            self.problems.add(self.lines[-1], before)
            self.broken = True
            return
        if index == MOST_TURNS:
            raise RecordError(found.name.problem("record_too_long", highest=MOST_TURNS))
        if known_seat(found.name, game.names) != seat:
            raise RecordError(found.name.problem("record_not_mover", expected=game.names[seat]))
        if found.number and int(found.number.text) != index + 1:
            raise RecordError(found.number.problem("record_number", expected=index + 1))
        throws = tuple(Throw(throw.roll, throw.face) for throw in found.throws)
        outcome = self._outcome(found.end, seat, game) if found.end else None
        turn = PlayedTurn(throws, outcome)
        if turn == PlayedTurn():
            raise RecordError(found.name.problem("record_no_turn"))
        try:
            # An unfinished turn is checked by making the game so far.
            if outcome:
                self.position = after_turn(self.position, turn, game.rules)
            else:
                Game(game.names, game.rules, self.position, seat, (turn,))
        except GameError as error:
            raise RecordError(*(_spotted(problem, found) for problem in error.problems)) from error
        self.turns.append(turn)
        self.lines.append(number)
        self._notes(number, found, index)

    def _notes(self, number: int, found: TurnLine, index: int) -> None:
        for place, what in found.notes:
            # A note before the dice of a turn stands behind the turn before it.
            turn = index - 1 if place == -1 else index
            throw = None if place == -1 else place
            self.notes.append(Note(what, None if turn < 0 else turn, throw))
        self.problems.add(number, *found.problems)

    def _outcome(self, end: EndText, seat: int, game: Game) -> Outcome:
        if end.kind == "steal":
            stacks = self.position.stacks
            on_top = [player for player, stack in enumerate(stacks) if stack[-1:] == (end.tile,)]
            victim = on_top[0] if on_top and on_top[0] else None
            if end.victim:
                named = (known_seat(end.victim, game.names) - seat) % len(game.names)
                if victim is not None and named != victim:
                    owner = game.names[(seat + victim) % len(game.names)]
                    raise RecordError(
                        end.victim.problem("record_victim", tile=end.tile, expected=owner)
                    )
            return Outcome("steal", end.tile, victim)
        return Outcome("claim", end.tile) if end.kind == "claim" else Outcome("bust")

    def _check_result(self, game: Game) -> None:
        number, tag = self.tags["result"]
        if game.result is None:
            self.problems.add(number, tag.name.problem("record_not_over"))
            return
        won = [name for name, share in zip(game.names, game.result, strict=True) if share]
        if {name.casefold() for name in won} != {value.text.casefold() for value in tag.values}:
            spot = Piece(tag.name.column, tag.text)
            self.problems.add(number, spot.problem("record_result", expected=tuple(won)))


def _spotted(problem: Problem, found: TurnLine) -> Problem:
    """Give the column of what is wrong with a turn: a throw, or its end."""
    throw = _THROW.search(problem.where)
    if throw:
        column = found.throws[int(throw[1])].column
    else:
        column = found.end.column if found.end else found.name.column
    return replace(problem, fields={**problem.fields, "column": column})
