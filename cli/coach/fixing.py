"""Putting a turn right that was entered wrong some turns ago."""

from collections.abc import Sequence
from dataclasses import replace

from wormadvisor.cli.analyze.annotate import words_of_people
from wormadvisor.cli.coach.steps import after_all
from wormadvisor.cli.entries import Move
from wormadvisor.cli.seating import seat_named
from wormadvisor.solver.errors import EntryError, GameError, Problem
from wormadvisor.solver.game import Game, PlayedTurn
from wormadvisor.solver.record import Note, Record


def fixed(game: Game, index: int, moves: Sequence[Move], *, cut: bool = False) -> Game:
    """Replace a turn and play the later ones again.

    A tile that was stolen later is stolen from whoever has it then.

    Parameters
    ----------
    game
        The game.
    index
        Which turn, from 0.
    moves
        The whole turn as it really was.
    cut
        Whether to leave out the later turns from the first that has become impossible on.

    Raises
    ------
    EntryError, GameError
        The moves do not make one turn, or a later turn is impossible then
        (``fix_breaks``, with the number of the turn and why).
    """
    before = replace(game, turns=game.turns[:index])
    again = before
    for state in after_all(before, moves):
        if len(again.positions) > len(before.positions):
            raise EntryError(Problem("fix_more", "entry", {"turn": index + 1}))
        again = state
    later = game.turns[index + 1 :]
    if later and len(again.positions) == len(before.positions):
        raise EntryError(Problem("fix_open", "entry", {"turn": index + 1}))
    for number, turn in enumerate(later, start=index + 2):
        try:
            again = replace(again, turns=(*again.turns, _from_its_owner(turn, again)))
        except GameError as error:
            if cut:
                return again
            fields = {"turn": number, "name": game.names[game.seat_of(number - 1)], "why": error}
            raise EntryError(Problem("fix_breaks", "entry", fields)) from error
    return again


def notes_after(record: Record, game: Game, index: int) -> tuple[Note, ...]:
    """Give the notes of a game after a turn of it was put right.

    Evaluations from that turn on are no longer true. What people wrote stays with its turn;
    at the end of that, where its moment is gone.

    Parameters
    ----------
    record
        The game before, with its notes.
    game
        The game after.
    index
        The first turn that is another, from 0.
    """
    before = [note for note in record.notes if note.turn is None or note.turn < index]
    there = record.with_game(game).notes
    later = [
        note if note in there else replace(note, throw=None)
        for note in words_of_people(record.notes[len(before) :])
        if note.turn is not None and note.turn < len(game.turns)
    ]
    return *before, *later


def number_of_turn(word: str, game: Game) -> int:
    """Read which turn is meant: ``3``, ``-2`` (the last but one), or a player's last.

    Raises
    ------
    EntryError
        There is no such turn.
    """
    turns = len(game.turns)
    digits = word.removeprefix("-")
    if not turns:
        raise EntryError(Problem("fix_none", "entry", {}))
    if digits.isascii() and digits.isdigit() and len(digits) < 6:
        index = turns - int(digits) if word != digits else int(digits) - 1
        if not 0 <= index < turns:
            fields = {"token": word, "lowest": 1, "highest": turns}
            raise EntryError(Problem("fix_turn", "entry", fields))
        return index
    seat = seat_named(word, game.names)
    theirs = [index for index in range(turns) if game.seat_of(index) == seat]
    if not theirs:
        raise EntryError(Problem("fix_nobody", "entry", {"name": game.names[seat]}))
    return theirs[-1]


def _from_its_owner(turn: PlayedTurn, game: Game) -> PlayedTurn:
    """Have a steal hit the player on whose stack the tile lies now, if it lies on one."""
    if turn.outcome is None or turn.outcome.kind != "steal":
        return turn
    tile = turn.outcome.tile
    on_top = [player for player, stack in enumerate(game.position.stacks) if stack[-1:] == (tile,)]
    if not on_top or not on_top[0]:
        return turn
    return replace(turn, outcome=replace(turn.outcome, victim=on_top[0]))
