"""From the words of a question to the position, the dice and the rules it is about."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import TypeVar

from wormadvisor.cli.letters import plain_dice
from wormadvisor.solver.dice import NO_DICE, NUM_DICE, Counts, DiceSpec, Turn
from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.notation import (
    format_counts,
    format_roll,
    format_tiles,
    names_rules,
    parse_counts,
    parse_dice,
    parse_position,
    parse_tiles,
)
from wormadvisor.solver.position import (
    MAX_PLAYERS,
    MAX_TOTAL,
    MIN_PLAYERS,
    TILES,
    Position,
    Tile,
)
from wormadvisor.solver.rules import SWITCHES, Rules
from wormadvisor.solver.taken import resolve_taken

T = TypeVar("T")

POSITION = "--position"
_MOST_DIGITS = 20
"""Longer rows of digits are not even converted, which takes the longer the more they are."""
_DICE_OPTIONS = ("--roll", "--taken", "--sum", "--left")


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
        return tuple(_option(name) for name in (*names, *self.switches))


PLAIN = tuple(field.name for field in fields(Asked) if field.name != "switches")
"""The options that are what they are called, without the switches of the rules."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about.

    Attributes
    ----------
    position, turn, rules
        The table, the dice (None before the first roll) and the rules.
    spot
        What to put before the name of a field to name where it was written.
    """

    position: Position
    turn: Turn | None
    rules: Rules
    spot: str = "--"

    @contextmanager
    def placing(self) -> Iterator[None]:
        """Name where in the question problems are that show only in the answering."""
        try:
            yield
        except SolverError as error:
            problems = (replace(found, where=self._spot(found.where)) for found in error.problems)
            raise type(error)(*problems, text=error.text) from error

    def _spot(self, where: str) -> str:
        """Name the option of a field; all of the position together is in no one of them."""
        if where == "position" and self.spot == "--":
            return where
        return self.spot + where


def read_position(text: str, spot: str) -> Question:
    """Read a position text.

    Raises
    ------
    SolverError
        Names all problems, each at its spot.
    """
    try:
        return Question(*parse_position(text), spot=spot)
    except SolverError as error:
        problems = (replace(found, where=spot + found.where) for found in error.problems)
        raise SolverError(*problems, text=text) from error


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


def read_question(asked: Asked) -> Question:
    """Read the position options.

    A position text decides what it speaks of; other options may say the same, or what it
    leaves open (the dice, the roll after the dice set aside, the rules).

    Raises
    ------
    SolverError
        Names all problems, each with its option.
    """
    if asked.position is None:
        problems = _Problems()
        said = _read(asked, problems)
        question = _build(said, problems)
    else:
        base = read_position(asked.position, f"{POSITION}: ")
        problems = _Problems()
        said = _read(asked, problems)
        question = _compare(said, base, names_rules(asked.position), problems)
    if problems.found or question is None:
        raise SolverError(*problems.found)
    return question


class _Problems:
    """All that is wrong, in the order in which it was found."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, kind: str, option: str, **fields: object) -> None:
        self.found.append(Problem(kind, option, fields))

    def contradiction(self, option: str, token: object, says: object) -> None:
        self.add("contradiction", option, token=token, other=POSITION, says=says)

    def catch(self, place: Callable[[str], str], read: Callable[[], T]) -> T | None:
        """Read something; when it cannot be read, note why and give None."""
        try:
            return read()
        except SolverError as error:
            self.found += (replace(found, where=place(found.where)) for found in error.problems)
            return None


@dataclass(frozen=True, slots=True)
class _Said:
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


def _read(asked: Asked, problems: _Problems) -> _Said:
    def read(option: str, parse: Callable[[str], T], text: str | None) -> T | None:
        if text is None:
            return None
        return problems.catch(lambda _: option, lambda: parse(text))

    def items(option: str, parse: Callable[[str], T], text: str | None) -> T | None:
        return read(option, lambda text: _read_items(text, parse), text)

    def number(option: str, text: str | None, lowest: int, highest: int) -> int | None:
        return read(option, lambda text: read_whole(option, text, lowest, highest), text)

    return _Said(
        roll=items("--roll", lambda text: parse_counts(plain_dice(text)), asked.roll),
        taken=items("--taken", lambda text: parse_dice(plain_dice(text)), asked.taken),
        total=number("--sum", asked.sum, 0, MAX_TOTAL),
        left=number("--left", asked.left, 0, NUM_DICE),
        grill=items("--grill", parse_tiles, asked.grill),
        me=items("--me", parse_tiles, asked.me),
        opponents=tuple(
            items(_opponent(player, len(asked.opp)), parse_tiles, text)
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


def _read_switches(asked: Asked, problems: _Problems) -> dict[str, object]:
    pieces = (asked.rules or "").lower().split("+")[1:]
    in_rules = dict(piece.partition("=")[::2] for piece in pieces)
    values: dict[str, object] = {}
    for switch, word in asked.switches.items():
        option, allowed = _option(switch), SWITCHES[switch]
        if word.lower() not in allowed:
            problems.add("unknown_value", option, token=word, switch=switch, allowed=tuple(allowed))
        elif in_rules.get(switch, word.lower()) != word.lower():
            problems.add(
                "contradiction", option, token=word, other="--rules", says=in_rules[switch]
            )
        else:
            values[switch] = allowed[word.lower()]
    return values


def _build(said: _Said, problems: _Problems) -> Question | None:
    """Make the question that the options alone ask."""
    position = _build_position(said, problems)
    turn = _build_turn(said, problems)
    rules = _with_switches(said.rules or Rules(), said.switches)
    return Question(position, turn, rules) if position else None


def _build_position(said: _Said, problems: _Problems) -> Position | None:
    stacks = [stack or () for stack in (said.me, *said.opponents)]
    given = max(len(stacks), MIN_PLAYERS)
    players = said.players or given
    if players < given:
        problems.add("fewer_players", "--players", token=players, given=given)
        return None
    stacks += [()] * (players - len(stacks))
    named = {tile for stack in stacks for tile in stack}
    rest = tuple(tile for tile in TILES if tile not in named)
    grill = rest if said.grill is None else said.grill

    def place(where: str) -> str:
        if where == "stacks":
            return "--opp"
        player = where.removeprefix("stacks[").removesuffix("]")
        if not player.isdigit():
            return "--grill"
        return "--me" if player == "0" else _opponent(int(player), len(said.opponents))

    return problems.catch(place, lambda: Position(grill, stacks))


def _build_turn(said: _Said, problems: _Problems) -> Turn | None:
    """Find the dice; None when nothing is said of them, or nothing readable."""
    if any(problem.where in _DICE_OPTIONS for problem in problems.found):
        return None
    if said.roll == NO_DICE:
        problems.add("roll_empty", "--roll")
        return None
    left = said.left
    if said.roll is not None:
        rolled = sum(said.roll)
        if left not in (None, rolled):
            problems.add("left_not_rolled", "--left", left=left, rolled=rolled)
            return None
        left = rolled
    taken = said.taken or DiceSpec(NO_DICE, frozenset())
    aside = None if left is None else NUM_DICE - left

    def read() -> Turn:
        return Turn(resolve_taken(taken, aside=aside, total=said.total), said.roll)

    turn = problems.catch(_option, read)
    return None if turn == Turn(NO_DICE) else turn


def _compare(said: _Said, base: Question, says_rules: bool, problems: _Problems) -> Question | None:
    """Hold the options against the position text, and add what it leaves open."""
    position = base.position
    if said.players not in (None, position.players):
        problems.contradiction("--players", said.players, position.players)
    if said.grill is not None and tuple(sorted(said.grill)) != position.grill:
        says = format_tiles(position.grill, ranges=True)
        problems.contradiction("--grill", format_tiles(said.grill), says)
    if len(said.opponents) >= position.players:
        others = position.players - 1
        problems.add("more_opponents", "--opp", given=len(said.opponents), opponents=others)
    for player, stack in enumerate((said.me, *said.opponents)[: position.players]):
        if stack is not None and stack != position.stacks[player]:
            option = _opponent(player, len(said.opponents)) if player else "--me"
            says = format_tiles(position.stacks[player])
            problems.contradiction(option, format_tiles(stack), says)
    rules = _compare_rules(said, base.rules, problems) if says_rules else said.rules or Rules()
    turn = _compare_turn(said, base.turn, problems)
    return replace(base, turn=turn, rules=_with_switches(rules, said.switches))


def _compare_rules(said: _Said, rules: Rules, problems: _Problems) -> Rules:
    if said.rules is not None:
        asked = _with_switches(said.rules, said.switches)
        if asked != rules:
            problems.contradiction("--rules", asked, rules)
    else:
        for switch, value in said.switches.items():
            if value != getattr(rules, switch):
                words = {meaning: word for word, meaning in SWITCHES[switch].items()}
                problems.contradiction(_option(switch), words[value], rules)
    return rules


def _compare_turn(said: _Said, turn: Turn | None, problems: _Problems) -> Turn | None:
    if turn is None:
        return _build_turn(said, problems)
    if said.taken is not None and not _describes(said.taken, turn.kept):
        problems.contradiction(
            "--taken", format_counts(said.taken.counts), format_counts(turn.kept)
        )
    if said.total not in (None, turn.total):
        problems.contradiction("--sum", said.total, turn.total)
    if said.left not in (None, turn.dice_left):
        problems.contradiction("--left", said.left, turn.dice_left)
    if said.roll is None:
        return turn
    if turn.roll is not None:
        if said.roll != turn.roll:
            problems.contradiction("--roll", format_roll(said.roll), format_roll(turn.roll))
        return turn
    return problems.catch(_option, lambda: Turn(turn.kept, said.roll))


def _describes(taken: DiceSpec, kept: Counts) -> bool:
    """Whether dice as a person wrote them can be these dice."""
    return all(
        count == dice if face in taken.exact or not count else count <= dice
        for face, (count, dice) in enumerate(zip(taken.counts, kept, strict=True))
    )


def _with_switches(rules: Rules, switches: Mapping[str, object]) -> Rules:
    return replace(rules, **switches)  # type: ignore[arg-type]


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def _opponent(player: int, opponents: int) -> str:
    """Name the option of an opponent: its number too, where there are several."""
    return "--opp" if opponents == 1 else f"--opp #{player}"
