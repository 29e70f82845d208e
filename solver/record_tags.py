"""The game that the tags of a record tell of; see `record_reader`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from wormadvisor.solver.errors import Problem, RecordError, SolverError
from wormadvisor.solver.game import Game
from wormadvisor.solver.notation import names_rules, parse_position
from wormadvisor.solver.position import Position
from wormadvisor.solver.record_lines import Piece, Tag
from wormadvisor.solver.rules import Rules


class _NoGameError(Exception):
    """The tags make no game; the problems are told."""


def game_of(tags: Mapping[str, tuple[int, Tag]], tell: Callable[..., None]) -> Game | None:
    """Make the game that tags tell of, without turns.

    Parameters
    ----------
    tags
        Tag name -> its line and itself; ``players`` is among them.
    tell
        Called with a line and what is wrong there.

    Returns
    -------
    The game; None, with the problems told, where the tags make none.
    """

    @contextmanager
    def reading(name: str) -> Iterator[Tag | None]:
        line, tag = tags.get(name, (0, None))
        try:
            yield tag
        except SolverError as error:
            start = tag.values[0].column if tag and tag.values else 0
            tell(line, *(_moved(problem, start) for problem in error.problems))
            raise _NoGameError from error

    try:
        with reading("players") as tag:
            assert tag is not None
            names = tuple(value.text for value in tag.values)
            game = Game.new(names)
        with reading("start") as tag:
            start, rules = _read_start(tag) if tag else (game.start, None)
        with reading("rules") as tag:
            game = replace(game, rules=_read_rules(tag, rules))
        with reading("first") as tag:
            first = known_seat(Piece(0, tag.text), names) if tag else 0
        with reading("start" if "start" in tags else "players"):
            return replace(game, start=start, first=first)
    except _NoGameError:
        return None


def _read_start(tag: Tag) -> tuple[Position, Rules | None]:
    """Read a table, and its rules where it names them."""
    position, turn, rules = parse_position(tag.text)
    if turn:
        raise RecordError(Problem("record_start_dice", "", {"column": 0}))
    return position, rules if names_rules(tag.text) else None


def _read_rules(tag: Tag | None, said: Rules | None) -> Rules:
    rules = Rules.parse(tag.text) if tag else said or Rules()
    if said not in (None, rules):
        fields = {"token": str(rules), "expected": str(said), "column": 0}
        raise RecordError(Problem("record_other_rules", "", fields))
    return rules


def known_seat(name: Piece, names: Sequence[str]) -> int:
    """Find the seat of a player by name, in any case.

    Raises
    ------
    RecordError
        Nobody is called like this.
    """
    for seat, known in enumerate(names):
        if name.text.casefold() == known.casefold():
            return seat
    raise RecordError(name.problem("unknown_name", allowed=tuple(names)))


def _moved(problem: Problem, start: int) -> Problem:
    column = start + (problem.column or 0)
    return replace(problem, fields={**problem.fields, "column": column})
