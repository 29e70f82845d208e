"""The options that ask a question, read one by one: what each says, or what is wrong with it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TypeVar

from wormadvisor.cli.letters import plain_dice
from wormadvisor.solver.dice import NUM_DICE, Counts, DiceSpec
from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.notation import parse_counts, parse_dice, parse_tiles
from wormadvisor.solver.position import MAX_PLAYERS, MAX_TOTAL, MIN_PLAYERS, Tile
from wormadvisor.solver.rules import SWITCHES, Rules

T = TypeVar("T")

POSITION = "--position"
_MOST_DIGITS = 20
"""Longer rows of digits are not even converted, which takes the longer the more they are."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The position options as they were written; None where they were not.

    Attributes
    ----------
    switches
        Switch of the rules -> what its option says.
    """

    roll: str | None
    taken: str | None
    sum: str | None
    left: str | None
    grill: str | None
    me: str | None
    opp: tuple[str, ...]
    players: str | None
    rules: str | None
    position: str | None
    switches: Mapping[str, str]

    @property
    def given(self) -> tuple[str, ...]:
        """The options that were written."""
        names = [name for name in PLAIN if getattr(self, name)]
        return tuple(option_name(name) for name in (*names, *self.switches))


PLAIN = tuple(field.name for field in fields(Asked) if field.name != "switches")
"""The options that are what they are called, without the switches of the rules."""


def read_whole(option: str, text: str, lowest: int, highest: int) -> int:
    """Read a whole number between two others, both included.

    Raises
    ------
    SolverError
        ``not_a_number``, at the option.
    """
    if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS:
        number = int(text)
        if lowest <= number <= highest:
            return number
    fields = {"token": text, "lowest": lowest, "highest": highest}
    raise SolverError(Problem("not_a_number", option, fields))


class Problems:
    """All that is wrong, in the order in which it was found."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, kind: str, option: str, **fields: object) -> None:
        """Note a problem of an option."""
        self.found.append(Problem(kind, option, fields))

    def contradiction(self, option: str, token: object, says: object) -> None:
        """Note that an option says something else than the position text."""
        self.add("contradiction", option, token=token, other=POSITION, says=says)

    def catch(self, place: Callable[[str], str], read: Callable[[], T]) -> T | None:
        """Read something; when it cannot be read, note why and give None."""
        try:
            return read()
        except SolverError as error:
            self.found += (replace(found, where=place(found.where)) for found in error.problems)
            return None


@dataclass(frozen=True, slots=True)
class Said:
    """The options read one by one; None where they say nothing (or nothing readable)."""

    roll: Counts | None
    taken: DiceSpec | None
    total: int | None
    left: int | None
    grill: tuple[Tile, ...] | None
    me: tuple[Tile, ...] | None
    opponents: tuple[tuple[Tile, ...] | None, ...]
    players: int | None
    rules: Rules | None
    switches: Mapping[str, object]


def read_options(asked: Asked, problems: Problems) -> Said:
    """Read each option by itself, and note what cannot be read."""

    def read(option: str, parse: Callable[[str], T], text: str | None) -> T | None:
        if text is None:
            return None
        return problems.catch(lambda _: option, lambda: parse(text))

    def items(option: str, parse: Callable[[str], T], text: str | None) -> T | None:
        return read(option, lambda text: _read_items(text, parse), text)

    def number(option: str, text: str | None, lowest: int, highest: int) -> int | None:
        return read(option, lambda text: read_whole(option, text, lowest, highest), text)

    return Said(
        roll=items("--roll", lambda text: parse_counts(plain_dice(text)), asked.roll),
        taken=items("--taken", lambda text: parse_dice(plain_dice(text)), asked.taken),
        total=number("--sum", asked.sum, 0, MAX_TOTAL),
        left=number("--left", asked.left, 0, NUM_DICE),
        grill=items("--grill", parse_tiles, asked.grill),
        me=items("--me", parse_tiles, asked.me),
        opponents=tuple(
            items(opponent_name(player, len(asked.opp)), parse_tiles, text)
            for player, text in enumerate(asked.opp, start=1)
        ),
        players=number("--players", asked.players, MIN_PLAYERS, MAX_PLAYERS),
        rules=read("--rules", Rules.parse, asked.rules),
        switches=_read_switches(asked, problems),
    )


def _read_items(text: str, parse: Callable[[str], T]) -> T:
    """Read dice or tiles that may have spaces between them: ``5 5 W 3``, ``22, 25``."""
    spaced = _spaced(text)
    try:
        return parse("".join(letter for _, letter in spaced))
    except SolverError as error:
        columns = [column for column, _ in spaced] or [0]
        problems = (_moved(problem, columns) for problem in error.problems)
        raise type(error)(*problems, text=text) from error


def _spaced(text: str) -> list[tuple[int, str]]:
    """Write spaces as commas, or drop them beside one: the letters, each with its old column."""
    letters = [(column, letter) for column, letter in enumerate(text) if not letter.isspace()]
    kept: list[tuple[int, str]] = []
    for column, letter in letters:
        after_space = kept and column - kept[-1][0] > 1
        if after_space and "," not in (letter, kept[-1][1]):
            kept.append((column - 1, ","))
        kept.append((column, letter))
    return kept


def _moved(problem: Problem, columns: Sequence[int]) -> Problem:
    """Place a problem in the text as it was written."""
    if problem.column is None:
        return problem
    past = problem.column - len(columns) + 1
    column = columns[-1] + past if past > 0 else columns[problem.column]
    return replace(problem, fields={**problem.fields, "column": column})


def _read_switches(asked: Asked, problems: Problems) -> dict[str, object]:
    pieces = (asked.rules or "").lower().split("+")[1:]
    in_rules = dict(piece.partition("=")[::2] for piece in pieces)
    values: dict[str, object] = {}
    for switch, word in asked.switches.items():
        option, allowed = option_name(switch), SWITCHES[switch]
        if word.lower() not in allowed:
            problems.add("unknown_value", option, token=word, switch=switch, allowed=tuple(allowed))
        elif in_rules.get(switch, word.lower()) != word.lower():
            problems.add(
                "contradiction", option, token=word, other="--rules", says=in_rules[switch]
            )
        else:
            values[switch] = allowed[word.lower()]
    return values


def option_name(name: str) -> str:
    """Name the option of a field: ``lower_tile`` is ``--lower-tile``."""
    return "--" + name.replace("_", "-")


def opponent_name(player: int, opponents: int) -> str:
    """Name the option of an opponent: its number too, where there are several."""
    return "--opp" if opponents == 1 else f"--opp #{player}"
