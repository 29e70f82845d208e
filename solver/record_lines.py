"""One line of a record: what stands in it, before anybody asks whether it fits the game.

Every pattern here is possessive: it never tries a second way to read the same text, so a
line takes time in proportion to its length.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from wormadvisor.solver.dice import FACES, Counts
from wormadvisor.solver.errors import NotationError, Problem, RecordError
from wormadvisor.solver.notation import parse_counts
from wormadvisor.solver.position import TILES, Tile
from wormadvisor.solver.record import Evaluation

_LONGEST_DICE = 40
_LONGEST_TOKEN = 60

_QUOTED = r'"(?P<quoted>[^"\\]*+(?:\\.[^"\\]*+)*+)"'
_TAG_NAME = re.compile(r"\s*+\[\s*+(?P<name>[A-Za-z][A-Za-z0-9_-]*+)(?![^\s\]\"])")
_LISTS = ("players", "result")
"""Tags that list names; commas between them do no harm."""
_LISTED = re.compile(r"[^,]++")
_TAG_TOKEN = re.compile(rf'\s*+(?:{_QUOTED}|(?P<word>[^\s"\]]++)|(?P<end>\])|(?P<open>".*))')
_HEAD = re.compile(rf'\s*+(?:(?P<number>[0-9]{{1,9}})\.)?+\s*+(?:{_QUOTED}|(?P<name>[^":{{]*+)):')
_TOKEN = re.compile(
    rf"\s*+(?:{_QUOTED}|\{{(?P<note>[^}}\\]*+(?:\\.[^}}\\]*+)*+)\}}"
    r'|(?P<word>[^\s"{]++)|(?P<open>["{].*))'
)
_NUMBER = r"([0-9]{1,3}(?:\.[0-9]{1,9})?)%"
_EVALUATION = re.compile(rf"={_NUMBER}(?: -{_NUMBER})?(?: (\?!|\?\??))?(?: luck ([+-]){_NUMBER})?")
_HEX = "[0-9a-fA-F]"
_ESCAPE = re.compile(rf"\\(?:x({_HEX}{{2}})|u({_HEX}{{4}})|U({_HEX}{{8}})|(.))", re.DOTALL)
_SHORT_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", **{mark: mark for mark in '\\"{}='}}
_ENDS = {
    **dict.fromkeys(("take", "takes", "took"), "claim"),
    **dict.fromkeys(("steal", "steals", "stole"), "steal"),
    **dict.fromkeys(("bust", "busts"), "bust"),
}
"""Every word that ends a turn, also as people type it at the table."""
_LAST_LETTER = 0x10FFFF
_TILES = {str(tile): tile for tile in TILES}


class Piece(NamedTuple):
    """Some text of a line, and its column from 0."""

    column: int
    text: str

    def problem(self, kind: str, **fields: object) -> Problem:
        """Tell what is wrong with it; `where` is for who knows the line."""
        token = self.text[:_LONGEST_TOKEN]
        return Problem(kind, "", {"token": token, "column": self.column, **fields})


@dataclass(frozen=True, slots=True)
class Tag:
    """``[name value value]``; problems that leave it readable."""

    name: Piece
    values: tuple[Piece, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def text(self) -> str:
        """The values as one text."""
        return " ".join(value.text for value in self.values)


@dataclass(frozen=True, slots=True)
class ThrowText:
    """``1123455W>5``."""

    column: int
    roll: Counts
    face: int | None


@dataclass(frozen=True, slots=True)
class EndText:
    """``take 24``, ``steal 30 from Ben`` or ``bust``; `victim` where it is named."""

    column: int
    kind: str
    tile: Tile | None = None
    victim: Piece | None = None


@dataclass(slots=True)
class TurnLine:
    """A turn as it is written.

    Attributes
    ----------
    number, name
        What stands before the colon.
    throws, end
        What stands behind it; no end where the turn is going on.
    notes
        Each with the number of the throw before it, -1 for none, None behind the end.
    problems
        What is wrong, and leaves the turn readable.
    """

    number: Piece | None
    name: Piece
    throws: list[ThrowText] = field(default_factory=list)
    end: EndText | None = None
    notes: list[tuple[int | None, str | Evaluation]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def tag_name(line: str) -> str | None:
    """Name the tag that a line is; None when it is none, or has no name."""
    match = _TAG_NAME.match(line)
    return match and match["name"].lower()


def read_tag(line: str) -> Tag:
    """Read a tag.

    Raises
    ------
    RecordError
        It has no name, or a quote is not closed.
    """
    head = _TAG_NAME.match(line)
    if head is None:
        raise RecordError(_whole(line).problem("record_tag"))
    name = Piece(head.start("name"), head["name"].lower())
    values: list[Piece] = []
    column = head.end()
    while match := _TAG_TOKEN.match(line, column):
        column = match.end()
        if match["end"]:
            rest = _whole(line, column)
            late = (rest.problem("record_after_tag"),) if rest.text else ()
            return Tag(name, tuple(values), late)
        if match["open"]:
            raise RecordError(_piece(match, "open").problem("record_open", close='"'))
        if match["quoted"] is not None:
            values.append(_unescaped(match))
        elif name.text in _LISTS:
            parts = _LISTED.finditer(line, *match.span("word"))
            values += (Piece(part.start(), part[0]) for part in parts)
        else:
            values.append(_piece(match, "word"))
    return Tag(name, tuple(values), (_whole(line).problem("record_open", close="]"),))


def read_notes(line: str) -> TurnLine:
    """Read a line of notes alone."""
    found = TurnLine(None, Piece(0, ""))
    for kind, piece in _tokens(line, 0, found.problems):
        if kind == "note":
            found.notes.append((None, read_note(piece.text)))
        else:
            found.problems.append(piece.problem("record_word"))
    return found


def read_turn(line: str) -> TurnLine:
    """Read the line of a turn.

    Raises
    ------
    RecordError
        Something in it cannot be read as part of a turn.
    """
    head = _HEAD.match(line)
    if head is None:
        raise RecordError(_whole(line).problem("record_line"))
    if head["quoted"] is not None:
        name = _unescaped(head)
    else:
        name = Piece(head.start("name"), head["name"].strip())
    number = _piece(head, "number") if head["number"] else None
    found = TurnLine(number, name)
    end: list[Piece] = []
    for kind, piece in _tokens(line, head.end(), found.problems):
        if kind == "note":
            found.end = found.end or _read_end(end, found.problems)
            place = None if found.end else len(found.throws) - 1
            found.notes.append((place, read_note(piece.text)))
        elif found.end:
            found.problems.append(piece.problem("record_after_end"))
        elif end or piece.text.lower() in _ENDS:
            end.append(piece)
        elif kind == "quoted":
            raise RecordError(piece.problem("record_word"))
        else:
            found.throws.append(_read_throw(piece))
    found.end = found.end or _read_end(end, found.problems)
    return found


def read_note(text: str) -> str | Evaluation:
    """Read what stands between braces: an evaluation, or else words."""
    match = _EVALUATION.fullmatch(text)
    if match:
        value, loss, mark, sign, luck = match.groups()
        try:
            return Evaluation(
                float(value) / 100,
                None if loss is None else float(loss) / 100,
                mark or "",
                None if luck is None else float(sign + luck) / 100,
            )
        except RecordError:
            pass  # Not a share: somebody's own words.
    return _unescape(text)


def _tokens(line: str, column: int, problems: list[Problem]) -> Iterator[tuple[str, Piece]]:
    """Take a line apart: ``word``, ``quoted`` (unescaped) and ``note`` (as it stands)."""
    while match := _TOKEN.match(line, column):
        column = match.end()
        kind = match.lastgroup
        assert kind is not None
        if kind == "open":
            close = "}" if match["open"].startswith("{") else '"'
            problems.append(_piece(match, "open").problem("record_open", close=close))
        else:
            yield kind, _unescaped(match) if kind == "quoted" else _piece(match, kind)


def _read_throw(piece: Piece) -> ThrowText:
    dice, arrow, face = piece.text.partition(">")
    if len(dice) > _LONGEST_DICE or not (dice and dice[0].upper() in FACES):
        raise RecordError(piece.problem("record_word"))
    try:
        roll = parse_counts(dice)
    except NotationError as error:
        raise RecordError(*(_moved(found, piece.column) for found in error.problems)) from error
    if not arrow:
        return ThrowText(piece.column, roll, None)
    if len(face) != 1 or face.upper() not in FACES:
        spot = Piece(piece.column + len(dice) + 1, face)
        raise RecordError(spot.problem("not_a_face", allowed=tuple(FACES)))
    return ThrowText(piece.column, roll, FACES.index(face.upper()))


def _read_end(words: list[Piece], problems: list[Problem]) -> EndText | None:
    """Read ``take 24``, ``steal 30 [from NAME]`` or ``bust``; None where nothing stands."""
    if not words:
        return None
    first, *rest = words
    kind = _ENDS[first.text.lower()]
    if kind == "bust":
        problems += (word.problem("record_after_end") for word in rest[:1])
        return EndText(first.column, "bust")
    tile = rest[0] if rest else Piece(first.column + len(first.text), "")
    if tile.text not in _TILES:
        limits = {"lowest": TILES[0], "highest": TILES[-1]}
        raise RecordError(tile.problem("not_a_tile", **limits))
    victim = None
    rest = rest[1:]
    if kind == "steal" and len(rest) > 1 and rest[0].text.lower() == "from":
        # A name of several words that somebody left without quotes.
        victim = Piece(rest[1].column, " ".join(word.text for word in rest[1:]))
        rest = []
    problems += (word.problem("record_after_end") for word in rest[:1])
    return EndText(first.column, kind, _TILES[tile.text], victim)


def _moved(problem: Problem, column: int) -> Problem:
    return replace(
        problem, where="", fields={**problem.fields, "column": column + (problem.column or 0)}
    )


def _whole(line: str, start: int = 0) -> Piece:
    """Take what is left of a line, without the space around it."""
    text = line[start:]
    bare = text.lstrip()
    return Piece(start + len(text) - len(bare), bare.rstrip())


def _piece(match: re.Match[str], group: str) -> Piece:
    return Piece(match.start(group), match[group])


def _unescaped(match: re.Match[str]) -> Piece:
    return Piece(match.start("quoted") - 1, _unescape(match["quoted"]))


def _unescape(text: str) -> str:
    return _ESCAPE.sub(_letter, text)


def _letter(match: re.Match[str]) -> str:
    """Give the letter of an escape; what is none stays as it is."""
    short = match[4]
    if short is not None:
        return _SHORT_ESCAPES.get(short, match[0])
    code = int(match[1] or match[2] or match[3], 16)
    return chr(code) if code <= _LAST_LETTER else match[0]
