"""Who plays in a new game, and who begins: the same checks for every command that has one."""

from collections.abc import Sequence
from dataclasses import replace

from wormadvisor.solver.errors import EntryError, GameError, Problem, SolverError
from wormadvisor.solver.game import Game
from wormadvisor.solver.position import MAX_PLAYERS, MIN_PLAYERS, Position
from wormadvisor.solver.rules import Rules


def check_number(players: int, where: str) -> None:
    """Refuse too few and too many players.

    Raises
    ------
    SolverError
        ``names_needed`` at `where`.
    """
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        fields = {"players": players, "lowest": MIN_PLAYERS, "highest": MAX_PLAYERS}
        raise SolverError(Problem("names_needed", where, fields))


def check_printable(names: Sequence[str], where: str) -> None:
    """Refuse names that would do something to a terminal.

    Raises
    ------
    SolverError
        ``name_unprintable`` at `where`, for each of them.
    """
    odd = [name for name in names if not name.isprintable()]
    if odd:
        raise SolverError(*(Problem("name_unprintable", where, {"token": name}) for name in odd))


def seat_named(name: str, names: Sequence[str], where: str = "entry") -> int:
    """Find a player by name or its beginning, in any case.

    Raises
    ------
    EntryError
        Nobody (``unknown_name``), or several (``name_unclear``) are called like this.
    """
    wanted = name.casefold()
    found = [seat for seat, known in enumerate(names) if known.casefold() == wanted]
    found = found or [s for s, known in enumerate(names) if known.casefold().startswith(wanted)]
    if len(found) > 1:
        fields = {"token": name, "allowed": tuple(names[seat] for seat in found)}
        raise EntryError(Problem("name_unclear", where, fields))
    if not found:
        raise EntryError(Problem("unknown_name", where, {"token": name, "allowed": tuple(names)}))
    return found[0]


def new_game(
    names: Sequence[str],
    rules: Rules,
    start: Position | None,
    first: str | None,
    where: str,
) -> Game:
    """Begin a game.

    Parameters
    ----------
    names
        The players, in order of play.
    rules
        The rules.
    start
        The table, seen by who begins; None for a fresh one.
    first
        Who begins, as option ``--first`` has it; None for the first of the names.
    where
        What gave the names, for errors.

    Raises
    ------
    SolverError
        The names make no game, or nobody is called like `first`.
    """
    seat = 0 if first is None else seat_named(first, names, "--first")
    try:
        return Game.new(names, rules, start, seat)
    except GameError as error:
        raise SolverError(*(replace(found, where=where) for found in error.problems)) from error
