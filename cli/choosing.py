"""What somebody wants to do with dice: ``W``, ``5 roll``, ``4x2 stop``, ``s``."""

from collections.abc import Mapping

from wormadvisor.cli.language import language
from wormadvisor.cli.letters import is_worm, plain_dice
from wormadvisor.solver.dice import FACES, Counts, DiceSpec, Turn
from wormadvisor.solver.errors import EntryError, Problem
from wormadvisor.solver.notation import format_dice, parse_dice
from wormadvisor.solver.turn.solution import Decision

_WORDS: dict[str, Decision] = {
    "stop": "stop", "s": "stop", "roll": "roll", "r": "roll", "go": "roll", "on": "roll",
}  # fmt: skip

WORDS: Mapping[str, Mapping[str, Decision]] = {
    "en": {},
    "nl": {"stoppen": "stop", "gooi": "roll", "gooien": "roll", "verder": "roll"},
    "de": {
        "stopp": "stop", "aufhören": "stop", "wurf": "roll", "würfeln": "roll", "weiter": "roll",
    },
    "fr": {
        "arrête": "stop", "arrêter": "stop", "s'arrêter": "stop", "lance": "roll",
        "lancer": "roll", "relance": "roll", "relancer": "roll",
    },
}  # fmt: skip
"""What is understood in each language as well: the words that its questions use."""


def read_choice(text: str, turn: Turn) -> tuple[int | None, Decision | None]:
    """Read what is to be done at a moment of a turn.

    Parameters
    ----------
    text
        What was typed.
    turn
        The dice: at least one set aside, or a roll with a new face.

    Returns
    -------
    face
        The face to set aside, which need not be told where only one is legal; None where
        there is no roll.
    then
        Stop or roll, where it is told, or the rules leave nothing else.

    Raises
    ------
    EntryError
        It is not understood, or the rules forbid it.
    """
    dice: list[str] = []
    said: list[str] = []
    then: Decision | None = None
    words = {**_WORDS, **WORDS[language()]}
    for word in text.lower().split():
        # In Dutch R is the worm, but `5 r` is a 5 and to roll on.
        chooses = turn.roll is not None and not dice and is_worm(word)
        if word in words and not chooses:
            # Two words may make one, as in `roll on`.
            if word in said or then not in (None, words[word]):
                raise EntryError(Problem("entry_surplus", "entry", {"token": word}))
            said.append(word)
            then = words[word]
        else:
            dice.append(word)
    face = _face("".join(dice), turn)
    return face, _allowed(turn if face is None else turn.choose(face), then)


def check_all_of(face: int, dice: DiceSpec, roll: Counts) -> None:
    """Refuse a count of a face that was written out and is not that of the roll.

    Raises
    ------
    EntryError
        ``entry_not_all``.
    """
    if face in dice.exact and dice.counts[face] != roll[face]:
        fields = {"token": format_dice(dice), "all": f"{FACES[face]}x{roll[face]}"}
        raise EntryError(Problem("entry_not_all", "entry", fields))


def _allowed(turn: Turn, then: Decision | None) -> Decision | None:
    """Take a decision if the rules allow it; the only one there is where none is told."""
    if not turn.is_forced_end:
        return then
    if then == "roll":
        raise EntryError(Problem("entry_no_roll", "entry", {}))
    return "stop"


def _face(text: str, turn: Turn) -> int | None:
    if turn.roll is None:
        if text:
            raise EntryError(Problem("entry_word", "entry", {"token": text}))
        return None
    legal = tuple(FACES[face] for face in turn.legal_faces)
    if not text and len(legal) == 1:
        return turn.legal_faces[0]
    if not text:
        raise EntryError(Problem("choose_first", "entry", {"allowed": legal}))
    dice = parse_dice(plain_dice(text))
    faces = [face for face, count in enumerate(dice.counts) if count]
    if len(faces) != 1 or faces[0] not in turn.legal_faces:
        raise EntryError(Problem("illegal_face", "entry", {"token": text, "allowed": legal}))
    check_all_of(faces[0], dice, turn.roll)
    return faces[0]
