"""What somebody at a table types: a few short words, read without knowing the game.

    entry    = command | move {move}
    move     = dice | end
    dice     = 55W31124 | 5x2,W,3          a roll, or the face set aside: the game knows which
    end      = stop [TILE] | took TILE | stole [TILE] [from NAME] | bust | TILE
    command  = undo, fix, show ...         see `COMMANDS`; all words behind it are its own

Two digits can be a tile and two dice (``24``): `Dice.tile` keeps both readings. The
language's own letters for the worm are understood in dice.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from wormadvisor.cli.letters import plain_dice
from wormadvisor.solver.dice import FACES, Counts, DiceSpec
from wormadvisor.solver.errors import EntryError, Problem
from wormadvisor.solver.notation import parse_dice
from wormadvisor.solver.position import TILES, Tile


class Quoted(str):
    """What stood between quotes: a name or a path, and no word of its own."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice: a roll, or those set aside.

    Attributes
    ----------
    text
        As typed.
    spec
        What they are, and which counts were written out.
    tile
        The tile that the same digits are, if any.
    """

    text: str
    spec: DiceSpec
    tile: Tile | None = None

    @property
    def counts(self) -> Counts:
        """How many dice of each face."""
        return self.spec.counts

    @property
    def face(self) -> int | None:
        """The one face of all of them; None when there are several."""
        faces = [face for face, count in enumerate(self.counts) if count]
        return faces[0] if len(faces) == 1 else None


@dataclass(frozen=True, slots=True)
class End:
    """The end of a turn.

    Attributes
    ----------
    kind
        ``"stop"`` for whatever the dice give, ``"take"`` from wherever the tile lies,
        ``"steal"``, ``"bust"``; ``"advised"``: whatever was advised, not the end only.
    tile
        The tile, where it is told.
    victim
        The name, or its beginning, of the player stolen from, where it is told.
    """

    kind: Literal["stop", "take", "steal", "bust", "advised"]
    tile: Tile | None = None
    victim: str | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """A word to the program; `words` are those behind it, as typed."""

    name: str
    words: tuple[str, ...] = ()


Move = Dice | End

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "undo": ("u",),
    "fix": (),
    "show": ("table",),
    "log": (),
    "odds": (),
    "why": (),
    "save": (),
    "help": ("h", "?"),
    "quit": ("q", "exit"),
}
"""Every command, and other words for it."""

ENDS: Mapping[str, tuple[str, ...]] = {
    "stop": ("s", "stops", "stopped"),
    "take": ("t", "took", "takes", "got", "gets"),
    "steal": ("stole", "steals"),
    "bust": ("b", "busts", "busted"),
    "advised": ("ok",),
}
"""Every word that ends a turn, and other words for it."""

_COMMAND = {word: name for name, more in COMMANDS.items() for word in (name, *more)}
_END = {word: name for name, more in ENDS.items() for word in (name, *more)}
_FROM = "from"
_WORDS = re.compile(r'"([^"]*)"?|([^\s>"]+)')
_LIKE_DICE = re.compile(r"[1-5Ww][0-9Ww,xX]{0,40}")
_TILE = {str(tile): tile for tile in TILES}
_ROLL = ("roll", "rolls", "rolled")
_SHORT = {word for word in (*_COMMAND, *_END) if len(word) <= 2}


def words_of(text: str) -> list[str]:
    """Split a line into its words; what is quoted is one, and `Quoted`."""
    found = _WORDS.finditer(text)
    return [word[0] if word[1] is None else Quoted(word[1]) for word in found]


def read_words(words: Sequence[str]) -> Command | tuple[Move, ...]:
    """Read a line: a command, or one or more moves; no moves where nothing is written.

    Raises
    ------
    EntryError
        Names the word that is not understood.
    """
    if words and _own(words[0]) in _COMMAND:
        return Command(_COMMAND[_own(words[0])], tuple(words[1:]))
    return read_moves(words)


def read_moves(words: Sequence[str]) -> tuple[Move, ...]:
    """Read moves, one or more words each.

    Raises
    ------
    EntryError
        Names the word that is not understood.
    """
    moves: list[Move] = []
    left = list(words)
    while left:
        word = left.pop(0)
        kind = _END.get(_own(word))
        if kind == "steal":
            moves.append(_steal(left))
        elif kind == "take":
            moves.append(End("take", _tile(left)))
        elif kind == "stop":
            tile = _TILE[left.pop(0)] if left and left[0] in _TILE else None
            moves.append(End("stop", tile))
        elif kind == "bust":
            moves.append(End("bust"))
        elif kind == "advised":
            moves.append(End("advised"))
        elif _own(word) not in _ROLL:  # To roll on needs no word: the dice say it.
            moves.append(_dice_or_tile(word))
    return tuple(moves)


def take_name(left: list[str]) -> str:
    """Take a name off the front of some words: the first, and those behind it that are no moves.

    A number stands alone: it may be that of a turn.

    Parameters
    ----------
    left
        At least one word; those of the name are taken out.
    """
    name = [left.pop(0)]
    while left and not _is_move(left[0]) and not name[0].removeprefix("-").isdigit():
        name.append(left.pop(0))
    return " ".join(name)


def take_mover(left: list[str]) -> str | None:
    """Take a name off the front of the words of a line, as in ``Ben took 22``.

    Parameters
    ----------
    left
        The words; those of the name, with a colon behind it, are taken out.

    Returns
    -------
    What may be a name; None where the line begins with a word of its own, or has no other.
    """
    if not left or _own(left[0]) in _COMMAND or _is_move(left[0]):
        return None
    rest = list(left)
    name = take_name(rest)
    if not rest:
        return None
    left[:] = rest
    return name.removesuffix(":")


def may_be_a_name(words: Sequence[str], *, in_turn: bool) -> bool:
    """Whether a line begins with a short word, as ``b`` or ``s``, and an entry behind it.

    Where somebody's name begins with that word, it is not clear what is meant. Within a turn
    ``s`` is to stop: a name there would be that of the player who stops.
    """
    if len(words) < 2 or _own(words[0]) not in _SHORT:
        return False
    if in_turn and _END.get(_own(words[0])) == "stop":
        return False
    return _is_move(words[1])


def _own(word: str) -> str:
    """Give a word as it may stand among the words of the program; none for what is quoted."""
    return "" if isinstance(word, Quoted) else word.lower()


def _dice_or_tile(word: str) -> Move:
    if isinstance(word, Quoted):
        raise EntryError(Problem("entry_word", "entry", {"token": word}))
    tile = _TILE.get(word)
    if tile is not None and not set(word) <= set(FACES):
        return End("take", tile)
    dice = plain_dice(word)
    if not _LIKE_DICE.fullmatch(dice):
        raise EntryError(Problem("entry_word", "entry", {"token": word}))
    return Dice(word, parse_dice(dice), tile)


def _steal(left: list[str]) -> End:
    tile = _TILE[left.pop(0)] if left and left[0] in _TILE else None
    victim = None
    if left and _own(left[0]) == _FROM:
        del left[0]
        if not left:
            raise EntryError(Problem("entry_from", "entry", {}))
        victim = take_name(left)
    if tile is None and victim is None:
        raise EntryError(Problem("entry_tile", "entry", {}))
    return End("steal", tile, victim)


def _is_move(word: str) -> bool:
    """Whether a word can be a move, or begin one."""
    if isinstance(word, Quoted):
        return False
    known = word.lower() in (*_END, *_ROLL) or word in _TILE
    return known or _LIKE_DICE.fullmatch(plain_dice(word)) is not None


def _tile(left: list[str]) -> Tile:
    if left and left[0] in _TILE:
        return _TILE[left.pop(0)]
    if left and left[0].isdigit():
        limits = {"lowest": TILES[0], "highest": TILES[-1]}
        raise EntryError(Problem("not_a_tile", "entry", {"token": left[0], **limits}))
    raise EntryError(Problem("entry_tile", "entry", {}))
