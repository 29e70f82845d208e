r"""Games with what is known about them, and how they are written down.

The format, for people, is in ``docs/record.md``; `record_reader` reads it. In short::

    [players Anna "Ben the 2nd"]
    [rules official]
    [date 2026-11-30]

    1. Anna: 1123455W>5 112344>4 1123>W take 24 {=52.10% -1.20% ?} {why not the 3?}
    2. "Ben the 2nd": steal 24 from Anna
    3. Anna: 11223345

A record is one line a turn: its number, the player, every roll with the face set aside, and
the end. Notes stand in braces behind what they are about, on the same line.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from wormadvisor.solver.dice import FACES
from wormadvisor.solver.errors import Problem, RecordError
from wormadvisor.solver.game import Game
from wormadvisor.solver.notation import format_position
from wormadvisor.solver.played import PlayedTurn, Throw
from wormadvisor.solver.position import Outcome, Position

GAME_TAGS = ("players", "rules", "first", "start", "result")
"""Tags that the game itself gives; all others are free."""

MARKS = ("", "?!", "?", "??")
"""How bad a choice was, from fine to very bad."""

_TAG_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_PLAIN = re.compile(r"[\w][\w.'-]*")
_SHORT_ESCAPES = {"\n": "n", "\r": "r", "\t": "t"}
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a choice or a turn was worth.

    Attributes
    ----------
    value
        The mover's share of the win then, 0 to 1. Kept, as all numbers here, to 0.01%.
    loss
        How much less that is than after the best choice; None when not told.
    mark
        One of `MARKS`.
    luck
        What the roll brought the mover; None when not told.

    Raises
    ------
    RecordError
        A number is not finite or out of its range, or there is no such mark.
    """

    value: float
    loss: float | None = None
    mark: str = ""
    luck: float | None = None

    def __post_init__(self) -> None:
        for name, lowest in (("value", 0.0), ("loss", 0.0), ("luck", -1.0)):
            number = getattr(self, name)
            if number is None:
                continue
            kept = round(float(number), _DIGITS) if math.isfinite(number) else math.nan
            if not lowest <= kept <= 1.0:
                fields = {"token": number, "lowest": lowest, "highest": 1.0}
                raise RecordError(Problem("note_number", name, fields))
            object.__setattr__(self, name, kept + 0.0)  # No negative zero.
        if self.mark not in MARKS:
            raise RecordError(Problem("note_mark", "mark", {"token": self.mark, "allowed": MARKS}))


@dataclass(frozen=True, slots=True)
class Note:
    """Something said about a moment of a game.

    Attributes
    ----------
    what
        Words, or an evaluation.
    turn
        The turn it is about, from 0; None: it stands before the first.
    throw
        The roll of that turn, from 0, with the choice made; None: it stands behind the end.
    """

    what: str | Evaluation
    turn: int | None = None
    throw: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A game, and what was noted about it.

    Attributes
    ----------
    game
        The game.
    tags
        What else is known, as ``date``: name (letters, digits, ``-``, ``_``) -> text.
    notes
        In the order of the game; those at one spot in the order given. A note behind the
        end of a turn that is going on is one on its last roll.

    Raises
    ------
    RecordError
        A tag has no name that can be used, or a note stands where the game has no moment.
    """

    game: Game
    tags: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        problems = [
            Problem("tag_name", "tags", {"token": name})
            for name in self.tags
            if not _TAG_NAME.fullmatch(name) or name in GAME_TAGS
        ]
        notes = []
        for index, note in enumerate(self.notes):
            placed = _placed(note, self.game.turns)
            if placed is None:
                fields = {"turn": note.turn, "throw": note.throw}
                problems.append(Problem("note_place", f"notes[{index}]", fields))
            else:
                notes.append(placed)
        if problems:
            raise RecordError(*problems)
        object.__setattr__(self, "tags", dict(self.tags))
        object.__setattr__(self, "notes", tuple(sorted(notes, key=_order)))

    def with_game(self, game: Game) -> "Record":
        """Put another state of the game in; notes on moments it does not have are left out.

        A roll, a choice and the end of a turn are moments: another choice in the place of one
        is another moment.
        """
        kept = tuple(note for note in self.notes if _is_there(note, self.game.turns, game.turns))
        return Record(game, self.tags, kept)


def format_record(record: Record) -> str:
    """Write a record: tags, then one line a turn; reading it gives an equal record."""
    game = record.game
    notes: dict[tuple[int | None, int | None], list[str]] = {}
    for note in record.notes:
        notes.setdefault((note.turn, note.throw), []).append(_note_text(note.what))
    lines = [f"[{name} {value}]" for name, value in _game_tags(game)]
    lines += [f"[{name} {quoted(value)}]" for name, value in record.tags.items()]
    lines += ["", *notes.get((None, None), ())]
    for index, turn in enumerate(game.turns):
        words = [f"{index + 1}. {quoted(game.names[game.seat_of(index)])}:"]
        for number, throw in enumerate(turn.throws):
            words += [_throw_text(throw), *notes.get((index, number), ())]
        if turn.outcome:
            words += [_outcome_text(game, index, turn.outcome), *notes.get((index, None), ())]
        lines.append(" ".join(words))
    return "\n".join(lines).rstrip("\n") + "\n"


def format_records(records: Iterable[Record]) -> str:
    """Write several records, to be read from one file."""
    return "\n".join(map(format_record, records))


def quoted(text: str) -> str:
    """Write a name or a value: bare when it is one plain word, else between quotes."""
    return text if _PLAIN.fullmatch(text) else f'"{_escaped(text, chr(34))}"'


def _game_tags(game: Game) -> list[tuple[str, str]]:
    tags = [("players", " ".join(map(quoted, game.names))), ("rules", str(game.rules))]
    if game.first:
        tags.append(("first", quoted(game.names[game.first])))
    if game.start != Position.start(game.start.players):
        tags.append(("start", format_position(game.start, None, game.rules).partition(" ")[0]))
    if game.result:
        winners = (name for name, share in zip(game.names, game.result, strict=True) if share)
        tags.append(("result", " ".join(map(quoted, winners))))
    return tags


def _throw_text(throw: Throw) -> str:
    dice = "".join(face * count for face, count in zip(FACES, throw.roll, strict=True))
    return dice if throw.face is None else f"{dice}>{FACES[throw.face]}"


def _outcome_text(game: Game, index: int, outcome: Outcome) -> str:
    if outcome.victim is not None:
        victim = game.names[game.seat_of(index + outcome.victim)]
        return f"steal {outcome.tile} from {quoted(victim)}"
    return "bust" if outcome.tile is None else f"take {outcome.tile}"


def _note_text(what: str | Evaluation) -> str:
    if isinstance(what, str):
        # A leading = would make it an evaluation.
        text = _escaped(what, "{}")
        return "{" + ("\\" + text if text.startswith("=") else text) + "}"
    words = [f"={what.value:.2%}"]
    if what.loss is not None:
        words.append(f"-{what.loss:.2%}")
    if what.mark:
        words.append(what.mark)
    if what.luck is not None:
        words.append(f"luck {what.luck:+.2%}")
    return "{" + " ".join(words) + "}"


def _escaped(text: str, special: str) -> str:
    r"""Write text on one line: ``\`` before itself and what is special, codes for the unseen."""
    return "".join(
        letter
        if letter.isprintable() and letter not in special and letter != "\\"
        else _escape(letter)
        for letter in text
    )


def _escape(letter: str) -> str:
    if letter.isprintable():
        return "\\" + letter
    if letter in _SHORT_ESCAPES:
        return "\\" + _SHORT_ESCAPES[letter]
    code = ord(letter)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _placed(note: Note, turns: tuple[PlayedTurn, ...]) -> Note | None:
    """Place a note as it will be read; None where the game has no such moment."""
    if note.turn is None:
        return note if note.throw is None else None
    if note.turn not in range(len(turns)):
        return None
    turn = turns[note.turn]
    if note.throw is None and turn.outcome is None:
        return replace(note, throw=len(turn.throws) - 1)
    return note if note.throw is None or note.throw in range(len(turn.throws)) else None


def _is_there(note: Note, turns: Sequence[PlayedTurn], others: Sequence[PlayedTurn]) -> bool:
    """Whether the moment of a note on some turns is one of others, which may go on from it."""
    if note.turn is None:
        return True
    if note.turn >= len(others):
        return False
    turn, other = turns[note.turn], others[note.turn]
    if note.throw is None:
        return turn.outcome == other.outcome
    throws, later = (each.throws[: note.throw + 1] for each in (turn, other))
    return len(throws) == len(later) and all(
        one.roll == same.roll and one.face in (None, same.face)
        for one, same in zip(throws, later, strict=True)
    )


def _order(note: Note) -> tuple[float, float]:
    return (
        -1 if note.turn is None else note.turn,
        math.inf if note.throw is None else note.throw,
    )
