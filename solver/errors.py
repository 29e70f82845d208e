"""What can be wrong with a question, as data.

Every error of the solver is a `SolverError` with one or more `Problem`: a code, the spot
and the fields that a message needs. Whoever talks to people words them in their language
from these; ``str(error)`` is a plain English version for programmers, and the only prose
here.

Fields that several kinds share: ``token`` (the offending text or value), ``column`` (where
it starts in ``error.text``, from 0), ``allowed`` (what could stand there instead),
``lowest`` and ``highest`` (the bounds of a number).
"""

from collections.abc import Mapping
from dataclasses import dataclass

_ENGLISH: Mapping[str, str] = {
    # Positions.
    "not_a_tile": "{token!r} is not a tile; tiles are {lowest} to {highest}",
    "not_tiles": "{token!r} is not a list of tiles",
    "not_stacks": "{token!r} is not a list of stacks",
    "tile_twice": "tile {tile} is in more than one place: {places}",
    "players": "{players} players; the game has {lowest} to {highest}",
    "game_over": "no open tile is left: the game is over",
    "not_over": "the game is not over: {tiles} open tiles are left",
    "total": "{token!r} is not a total of dice; totals are {lowest} to {highest}",
    "impossible_outcome": "{outcome} cannot happen here; possible are: {allowed}",
    # Turns.
    "bad_counts": "{token!r} does not count dice; write {faces} numbers, one for each face",
    "too_many_dice": "{dice} dice; there are only {highest}",
    "dice_not_complete": "{kept} dice set aside and {rolled} rolled do not make {needed}",
    "roll_empty": "a roll needs at least one die",
    "turn_over": "all six faces are set aside: the turn is over, there is no roll",
    "entry_no_roll": "the turn is over: there is no roll",
    "illegal_face": "face {token!r} cannot be set aside now; possible are: {allowed}",
    # Dice set aside, told in part.
    "taken_missing": "say which dice are set aside ({aside} dice, sum {total})",
    "taken_count": "{taken} cannot be {aside} dice; possible are: {allowed}",
    "taken_sum": "{taken} cannot have the sum {total}; possible are: {allowed}",
    "taken_several": "{taken} can be several things, write the counts: {solutions}",
    # Rules.
    "unknown_preset": "{token!r} is no preset of the rules; presets are: {allowed}",
    "unknown_switch": "{token!r} is no switch of the rules; switches are: {allowed}",
    "unknown_value": "{token!r} is no value of {switch}; values are: {allowed}",
    "switch_without_value": "{token!r} needs a value: write {example}",
    "switch_twice": "the switch {switch} is given twice",
    # Objectives and decisions.
    "unknown_objective": "{token!r} is no objective; objectives are: {allowed}",
    "impossible_decision": "{token!r} cannot be done at this moment",
    "two_players_only": "{players} players; proven win chances need a game of two",
    "too_many_states": "{live} live tiles: {states} positions to solve, more than {highest}",
    "not_certified": "no proof was found with a margin of {margin}",
    # Players.
    "unknown_player": "{token!r} is no player; players are: {allowed}",
    "player_depth": "{token!r} looks too far ahead or not at all; from {lowest} to {highest} turns",
    "player_noise": "{token!r} needs a number of at least 0 behind the ~",
    "player_judges_nothing": "{token!r} cannot be weakened: it judges no outcomes",
    # Games.
    "names_not_players": "{names} names for {players} players",
    "name_empty": "a name is empty",
    "name_twice": "{token!r} is the name of two players",
    "seat": "{token!r} is not a seat; seats are {lowest} to {highest}",
    "turn_unfinished": "the turn has no end, and it is not the last",
    "no_roll": "there is no roll to choose from",
    "choose_first": "a face of the roll must be set aside first; possible are: {allowed}",
    "no_new_face": "the roll has no new face: the turn is a bust",
    "no_dice_left": "no dice are left: the turn is over, there is no roll",
    "outcome_needed": "without dice the end of the turn must be told",
    "nothing_to_undo": "nothing was done yet",
    # Records.
    "note_number": "{token!r} is not a number from {lowest} to {highest}",
    "note_mark": "{token!r} is no mark; marks are: {allowed}",
    "note_place": "turn {turn}, throw {throw}: the game has no such moment for a note",
    "tag_name": "{token!r} cannot be the name of a tag, or is one the game itself gives",
    "unknown_name": "{token!r} does not play; players are: {allowed}",
    "name_unclear": "{token!r} can be several players: {allowed}",
    "record_outside": "{token!r} is not in a game",
    "record_nothing": "no game is written here",
    "record_tag": "{token!r} is not a tag",
    "record_after_tag": "{token!r} comes after the end of the tag",
    "record_tag_late": "the tag {token!r} comes after the first turn",
    "record_tag_twice": "the tag {token!r} is given twice",
    "record_open": "{token!r} is not closed by {close}",
    "record_line": "{token!r} is not a turn",
    "record_word": "{token!r} is not a part of a turn",
    "record_after_end": "{token!r} comes after the end of the turn",
    "record_no_turn": "the turn of {token!r} has neither dice nor end",
    "record_too_long": "the game has more than {highest} turns",
    "record_not_mover": "{token!r} is not to move, but {expected!r}",
    "record_number": "{token!r} is not the number of this turn, but {expected}",
    "record_victim": "the {tile} is not on the stack of {token!r}, but of {expected!r}",
    "record_start_dice": "a game cannot start within a turn",
    "record_other_rules": "{token!r} are not the rules of the start, {expected!r}",
    "record_not_over": "the game has a result, but is not over",
    "record_result": "{token!r} did not win, but {expected}",
    # Text.
    "empty": "nothing is written here; write {write!r} for none",
    "empty_item": "nothing is written between two commas",
    "range_backwards": "the range {token!r} runs backwards; write {write!r}",
    "not_a_face": "{token!r} is not a face; faces are: {allowed}",
    "bad_count": "{token!r} is not a number of dice from {lowest} to {highest}",
    "mixed_dice": "{token!r} mixes letters run together with a comma list; write {write!r}",
    "extra_space": "one space too many; fields are separated by single spaces",
    "too_many_fields": "{token!r} is one field too many; expected: {allowed}",
    "rules_not_last": "the rules {token!r} must be the last field",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    Attributes
    ----------
    kind
        A code in snake_case.
    where
        The spot: ``"grill"``, ``"stacks[1]"``, ``"kept"``, ``"rules"`` ...
    fields
        Everything a message about it needs.
    """

    kind: str
    where: str
    fields: Mapping[str, object]

    @property
    def column(self) -> int | None:
        """Where in the text it is, from 0, when known."""
        column = self.fields.get("column")
        return column if isinstance(column, int) else None

    def __str__(self) -> str:
        spot = self.where if self.column is None else f"{self.where} (column {self.column})"
        words = {name: _words(value) for name, value in self.fields.items()}
        try:
            return f"{spot}: {_ENGLISH[self.kind].format_map(words)}"
        except KeyError:  # A kind without a sentence, or with fields of its own.
            return f"{spot}: {self.kind} {dict(self.fields)}"


def _words(value: object) -> object:
    """Write a tuple of values as a comma list; leave the rest as it is."""
    if isinstance(value, tuple):
        return ", ".join(str(_words(item)) for item in value)
    return value


class SolverError(ValueError):
    """A question that has no answer, and all reasons why.

    Parameters
    ----------
    problems
        At least one; the first is the one that `kind`, `where` and `fields` speak of.
    text
        The text that was read, when it was one.
    """

    def __init__(self, *problems: Problem, text: str | None = None) -> None:
        if not problems:
            raise TypeError("a SolverError needs at least one Problem")
        # The problems are the arguments, so that the error survives pickling.
        super().__init__(*problems)
        self.problems = problems
        self.text = text

    @property
    def kind(self) -> str:
        """Code of the first problem."""
        return self.problems[0].kind

    @property
    def where(self) -> str:
        """Spot of the first problem."""
        return self.problems[0].where

    @property
    def fields(self) -> Mapping[str, object]:
        """Fields of the first problem."""
        return self.problems[0].fields

    @property
    def column(self) -> int | None:
        """Where in `text` the first problem is, from 0, when known."""
        return self.problems[0].column

    def __str__(self) -> str:
        return "; ".join(map(str, self.problems))


class NotationError(SolverError):
    """A text that does not follow the notation."""


class RulesError(SolverError):
    """Rules that do not exist."""


class PositionError(SolverError):
    """A position that cannot be."""


class OutcomeError(SolverError):
    """An end of the turn that the position does not allow."""


class GameError(SolverError):
    """A game, or a step in it, that the rules do not allow."""


class EntryError(SolverError):
    """What somebody typed at the table, and what cannot be made of it."""


class RecordError(SolverError):
    """A record, or a line of one, that cannot be."""


class GameOverError(SolverError):
    """A move was asked for, but the game is over."""


class NotOverError(SolverError):
    """A result was asked for, but the game goes on."""


class TurnError(SolverError):
    """Dice that cannot lie like this."""


class ObjectiveError(SolverError):
    """An objective that does not exist."""


class PlayersError(SolverError):
    """A question that can be answered only for other numbers of players."""


class BudgetError(SolverError):
    """An answer would take more work than allowed."""


class CertificationError(SolverError):
    """Bounds that could not be proven."""


class TakenError(SolverError):
    """A description of the dice set aside that fits nothing, or several things."""
