"""Text <-> dice, tiles, positions.

The grammar, for people, is in ``docs/notation.md``. In short:

    dice      55W3 | 5x2,W,3 | -                       W and x in any case
    tiles     21-24,27 | -
    position  GRILL/STACK/STACK[/...] [KEPT [ROLL]] [RULES]

Fields of a position are separated by single spaces. After the first one, a field that
begins with ``+`` or a letter other than W is RULES, any other is KEPT or ROLL: no preset's
name begins as dice do. Reading does not stop at the first mistake: the error names all of
them, each with the field (`where`), the token and the column.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from wormadvisor.solver.dice import FACES, NO_DICE, NUM_DICE, Counts, DiceSpec, Turn, as_counts
from wormadvisor.solver.errors import (
    NotationError,
    PositionError,
    Problem,
    RulesError,
    SolverError,
    TurnError,
)
from wormadvisor.solver.position import TILES, Position, Tile
from wormadvisor.solver.rules import Rules

NONE = "-"
_FIELDS = ("GRILL/STACK/STACK", "KEPT", "ROLL", "RULES")
_TILE_OF = {str(tile): tile for tile in TILES}
_DICE = re.compile(r"([1-5W])(?:x([1-8]))?", re.IGNORECASE | re.ASCII)
_RUN_OF_DICE = re.compile(f"(?:{_DICE.pattern})+", re.IGNORECASE | re.ASCII)
_SHORTEST_RANGE = 3

_Piece = tuple[int, str]  # column, text


def parse_dice(text: str) -> DiceSpec:
    """Read dice: letters run together, or a comma list with optional ``xN``; ``-`` is none.

    Raises
    ------
    NotationError
        Names everything that is not dice.
    """
    if text == NONE:
        return DiceSpec(NO_DICE, frozenset())
    run_together = text and all(letter.upper() in FACES for letter in text)
    counts = [0] * len(FACES)
    exact: set[int] = set()
    problems: list[Problem] = []
    for piece in enumerate(text) if run_together else _split(text, ","):
        match = _DICE.fullmatch(piece[1])
        if match is None:
            problems.append(_dice_problem(piece, text))
            continue
        face, count = FACES.index(match[1].upper()), match[2]
        if count or counts[face]:
            exact.add(face)
        counts[face] += int(count or 1)
    if sum(counts) > NUM_DICE:
        fields = {"dice": sum(counts), "highest": NUM_DICE}
        problems.append(_problem("too_many_dice", "dice", (0, text), fields))
    if problems:
        raise NotationError(*problems, text=text)
    return DiceSpec(as_counts(counts), frozenset(exact))


def parse_counts(text: str) -> Counts:
    """Read dice as they are written: a face that stands there once is one die.

    Raises
    ------
    NotationError
        Names everything that is not dice.
    """
    return parse_dice(text).counts


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles in the order written: ``21-24,27``; ``-`` is none.

    Raises
    ------
    NotationError
        Names everything that is not tiles. A tile written twice is not its business.
    """
    tiles, problems = _scan_tiles(text)
    if problems:
        raise NotationError(*problems, text=text)
    return tuple(tiles)


def parse_position(text: str) -> tuple[Position, Turn | None, Rules]:
    """Read a position text; without RULES it is the official ones.

    Returns
    -------
    The position, the dice of the turn (None at its start, before the first roll), the rules.

    Raises
    ------
    NotationError, PositionError, RulesError
        Names all problems; the type is that of the first one. Dice that cannot lie like
        this are a `NotationError`.
    """
    errors: list[SolverError] = []
    fields: list[_Piece] = []
    for piece in _split(text, " "):
        if piece[1]:
            fields.append(piece)
        elif text:
            errors.append(NotationError(_problem("extra_space", "text", piece, {})))
    table, *rest = fields or [(0, "")]
    position = _read_position(table, errors)
    rules = _read_rules(rest.pop(), errors) if rest and _is_rules(rest[-1]) else Rules()
    turn = _read_turn(rest, errors)
    if position is None or errors:
        problems = (error.problems[0] for error in errors)
        raise type(errors[0])(*problems, text=text)
    return position, turn, rules


def names_rules(text: str) -> bool:
    """Tell whether a position text that can be read says its rules."""
    *_, last = _split(text, " ")
    return _is_rules(last)


def format_counts(kept: Counts) -> str:
    """Write dice as KEPT: ``5x2,Wx1``, faces in the order 1..5,W; none is ``-``."""
    return format_dice(DiceSpec(kept, frozenset(range(len(FACES)))))


def format_dice(spec: DiceSpec) -> str:
    """Write dice with the counts that were written, the others bare: ``5x2,W``."""
    items = (
        f"{face}x{count}" if index in spec.exact else face
        for index, (face, count) in enumerate(zip(FACES, spec.counts, strict=True))
        if count
    )
    return ",".join(items) or NONE


def format_roll(roll: Counts) -> str:
    """Write dice as ROLL: ``1,3,3,4,W``, every die by itself; none is ``-``."""
    dice = (face for face, count in zip(FACES, roll, strict=True) for _ in range(count))
    return ",".join(dice) or NONE


def format_tiles(tiles: Iterable[Tile], *, ranges: bool = False) -> str:
    """Write tiles in the order given: ``21,23,24``; none is ``-``.

    Parameters
    ----------
    tiles
        The tiles.
    ranges
        Write three or more tiles in sequence as a range, ``21-24``.
    """
    items: list[str] = []
    for _, sequence in groupby(enumerate(tiles), key=lambda pair: pair[1] - pair[0]):
        run = [str(tile) for _, tile in sequence]
        items += [f"{run[0]}-{run[-1]}"] if ranges and len(run) >= _SHORTEST_RANGE else run
    return ",".join(items) or NONE


def format_position(position: Position, turn: Turn | None, rules: Rules) -> str:
    """Write the canonical position text: the grill in ranges, the stacks tile by tile.

    A turn with nothing set aside and no roll is the start of a turn: not written.
    """
    stacks = (format_tiles(stack) for stack in position.stacks)
    fields = ["/".join((format_tiles(position.grill, ranges=True), *stacks))]
    if turn is not None and turn != Turn(NO_DICE):
        fields.append(format_counts(turn.kept))
        if turn.roll is not None:
            fields.append(format_roll(turn.roll))
    fields.append(str(rules))
    return " ".join(fields)


def _split(text: str, separator: str, start: int = 0) -> Iterator[_Piece]:
    for piece in text.split(separator):
        yield start, piece
        start += len(piece) + 1


def _problem(kind: str, where: str, piece: _Piece, more: Mapping[str, object]) -> Problem:
    column, token = piece
    return Problem(kind, where, {"token": token, "column": column, **more})


def _dice_problem(piece: _Piece, text: str) -> Problem:
    """Tell why a piece of a text is not ``5`` or ``5x2``."""
    column, item = piece
    if not item:
        return _empty(piece, text, "dice")
    multiplied = item[0].upper() in FACES and item[1:2] in ("x", "X")
    count = item[2:]
    if _RUN_OF_DICE.fullmatch(item) and not (multiplied and count.isdigit()):
        write = ",".join(match[0] for match in _DICE.finditer(item))
        return _problem("mixed_dice", "dice", piece, {"write": write})
    if multiplied:
        limits = {"lowest": 1, "highest": NUM_DICE}
        return _problem("bad_count", "dice", (column + 2, count), limits)
    foreign = next(letter for letter in item if letter.upper() not in FACES)
    spot = (column + item.index(foreign), foreign)
    return _problem("not_a_face", "dice", spot, {"allowed": tuple(FACES)})


def _scan_tiles(text: str) -> tuple[list[Tile], list[Problem]]:
    """Read the tiles that are there, and tell what else is."""
    tiles: list[Tile] = []
    problems: list[Problem] = []
    for piece in _split(text, ",") if text != NONE else ():
        column, item = piece
        low, dash, high = item.partition("-")
        ends = [(column, low), (column + len(low) + 1, high)] if dash else [piece]
        foreign = [end if end[1] else piece for end in ends if end[1] not in _TILE_OF]
        if not item:
            problems.append(_empty(piece, text, "tiles"))
        elif foreign:
            limits = {"lowest": TILES[0], "highest": TILES[-1]}
            problems.append(_problem("not_a_tile", "tiles", foreign[0], limits))
        else:
            first, last = _TILE_OF[low], _TILE_OF[high or low]
            if first > last:
                write = {"write": f"{last}-{first}"}
                problems.append(_problem("range_backwards", "tiles", piece, write))
            tiles += range(first, last + 1)
    return tiles, problems


def _empty(piece: _Piece, text: str, where: str) -> Problem:
    """Tell a text that is empty from one with a comma too many."""
    kind = "empty_item" if text else "empty"
    return _problem(kind, where, piece, {} if text else {"write": NONE})


def _read_position(table: _Piece, errors: list[SolverError]) -> Position | None:
    start, text = table
    spots: dict[str, _Piece] = {}
    piles: list[list[Tile]] = []
    for player, part in enumerate(_split(text, "/", start), start=-1):
        where = "grill" if player < 0 else f"stacks[{player}]"
        tiles, problems = _scan_tiles(part[1])
        errors += (NotationError(_placed(problem, where, part)) for problem in problems)
        spots[where] = part
        piles.append(tiles)
    try:
        return Position(piles[0], piles[1:])
    except PositionError as error:
        for problem in error.problems:
            spot = spots.get(problem.where, table)
            errors.append(PositionError(_placed(problem, problem.where, spot)))
        return None


def _is_rules(field: _Piece) -> bool:
    first = field[1][0]
    return first == "+" or (first.isalpha() and first not in "wW")


def _read_turn(fields: list[_Piece], errors: list[SolverError]) -> Turn | None:
    """Read KEPT and ROLL, and refuse every field that is neither."""
    dice: list[_Piece] = []
    for field in fields:
        if _is_rules(field):
            errors.append(NotationError(_problem("rules_not_last", "rules", field, {})))
        elif len(dice) == 2:
            expected = {"allowed": _FIELDS}
            errors.append(NotationError(_problem("too_many_fields", "text", field, expected)))
        else:
            dice.append(field)
    counts: list[Counts] = []
    for where, field in zip(("kept", "roll"), dice, strict=False):
        try:
            counts.append(parse_counts(field[1]))
            turn = Turn(*counts)
        except (NotationError, TurnError) as error:
            errors += (NotationError(_placed(found, where, field)) for found in error.problems)
            return None
    return turn if counts and turn != Turn(NO_DICE) else None


def _read_rules(field: _Piece, errors: list[SolverError]) -> Rules:
    try:
        return Rules.parse(field[1])
    except RulesError as error:
        errors += (RulesError(_placed(found, "rules", field)) for found in error.problems)
        return Rules()


def _placed(problem: Problem, where: str, field: _Piece) -> Problem:
    """Place a problem of one field in the whole text."""
    start, text = field
    column = start + (problem.column or 0)
    return replace(problem, where=where, fields={"token": text, **problem.fields, "column": column})
