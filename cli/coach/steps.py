"""From what was typed to the game after it, or to why the rules forbid it."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from wormadvisor.cli.choosing import check_all_of
from wormadvisor.cli.entries import Dice, End, Move
from wormadvisor.cli.seating import seat_named
from wormadvisor.solver.dice import FACES, NUM_DICE, Counts, DiceSpec, as_counts
from wormadvisor.solver.errors import EntryError, Problem
from wormadvisor.solver.game import Game
from wormadvisor.solver.position import BUST, Outcome, Tile

Advised = Callable[[Game], tuple[int | None, Outcome | None]]
"""The best face (None: nothing to choose), and the end after it when stopping is best."""


def after(game: Game, move: Move, advised: Advised | None = None) -> Game:
    """Give the game after a move; a turn that is over by itself is ended.

    Parameters
    ----------
    game
        The game.
    move
        What was typed.
    advised
        Gives the advice, for a move that follows it and for a stop that leaves a choice.

    Raises
    ------
    EntryError, GameError
        What was typed does not fit, or the rules forbid it.
    """
    if isinstance(move, Dice):
        return settled(_with_dice(game, move))
    if move.kind == "advised":
        return settled(_follow(game, advised))
    return _with_end(game, move, advised)


def after_all(game: Game, moves: Iterable[Move], advised: Advised | None = None) -> Iterator[Game]:
    """Give the game after each move of a line; see `after`.

    A word that only says how the turn before it ended, by its dice or by a stop, is no move
    of its own; one that says which end of several a stop is to have is that stop.
    """
    ended: tuple[Game, Outcome] | None = None
    left = deque(moves)
    while left:
        if ended and _says_again(left[0], *ended):
            left.popleft()
            ended = None
            continue
        move = _whole_roll(game, left) or left.popleft()
        if left and move == End("stop") and _chooses_end(left[0], game):
            continue
        before, game = game, after(game, move, advised)
        ended = _end_not_named(before, move, game)
        yield game


def _whole_roll(game: Game, left: deque[Move]) -> Dice | None:
    """Take a roll that is written in several words, ``5 5 W 3 1 1 2 4``; None: there is none."""
    turn = game.turn
    if turn is not None and turn.roll is not None:
        return None
    hand = turn.dice_left if turn else NUM_DICE
    words: list[Dice] = []
    for move in left:
        if not isinstance(move, Dice) or (not words and move.tile is not None):
            return None
        words.append(move)
        dice = sum(sum(word.counts) for word in words)
        if dice >= hand:
            break
    else:
        return None
    if len(words) < 2 or dice > hand:
        return None
    for _ in words:
        left.popleft()
    counts = as_counts(map(sum, zip(*(word.counts for word in words), strict=True)))
    return Dice(" ".join(word.text for word in words), DiceSpec(counts, frozenset()))


def undone(game: Game) -> Game:
    """Take back the last move, with the end of the turn that came by itself."""
    game = game.undone()
    while _ends_by_itself(game):
        game = game.undone()
    return game


def forgets_dice(game: Game, later: Game) -> bool:
    """Whether a turn lost its dice: they were not all told, and could not give its end."""
    index = len(game.positions) - 1
    return game.turn is not None and later.turns[index].throws == ()


def _with_dice(game: Game, dice: Dice) -> Game:
    turn = game.turn
    if turn is not None and turn.roll is not None:
        return _with_face(game, dice, turn.roll)
    hand = turn.dice_left if turn else NUM_DICE
    if dice.tile is not None and hand != len(dice.text):
        return _with_end(game, End("take", dice.tile), None)
    if sum(dice.counts) != hand and hand:
        fields = {"token": dice.text, "dice": sum(dice.counts), "hand": hand}
        raise EntryError(Problem("entry_dice", "entry", fields))
    return game.rolled(dice.counts)


def _with_face(game: Game, dice: Dice, roll: Counts) -> Game:
    face = dice.face
    if face is None:
        assert game.turn is not None
        allowed = tuple(FACES[legal] for legal in game.turn.legal_faces)
        raise EntryError(Problem("choose_first", "entry", {"allowed": allowed}))
    chosen = game.chose(face)
    check_all_of(face, dice.spec, roll)
    return chosen


def _end_not_named(before: Game, move: Move, game: Game) -> tuple[Game, Outcome] | None:
    """Give the game before a turn ended, and how, where the move did not say it itself."""
    index = len(before.positions) - 1
    if len(game.positions) == len(before.positions):
        return None
    turn = game.turns[index]
    if isinstance(move, End):
        named = move.kind not in ("stop", "advised") or move.tile is not None
    else:  # A tile of dice letters tells no dice.
        throws = before.turns[index].throws if before.turn else ()
        named = turn.throws in ((), throws)
    return None if named or turn.outcome is None else (before, turn.outcome)


def _says_again(move: Move, before: Game, outcome: Outcome) -> bool:
    """Whether a word says how a turn ended that is over already."""
    if isinstance(move, End) and move.kind == "stop":
        return move.tile in (None, outcome.tile)
    return _told(move, before) == outcome


def _chooses_end(move: Move, game: Game) -> bool:
    """Whether a word behind a stop says which of several ends it is to have."""
    if game.turn is None or game.turn.roll is not None or len(game.outcomes) < 2:
        return False
    return _told(move, game) in game.outcomes


def _told(move: Move, game: Game) -> Outcome | None:
    """Give the end that a word names; None where it names none that there can be."""
    end = End("take", move.tile) if isinstance(move, Dice) and move.tile else move
    if isinstance(end, Dice) or end.kind in ("stop", "advised"):
        return None
    try:
        return _outcome(game, end)
    except EntryError:
        return None


def _follow(game: Game, advised: Advised | None) -> Game:
    if advised is None or game.turn is None:
        raise EntryError(Problem("entry_no_advice", "entry", {}))
    face, outcome = advised(game)
    if face is None and outcome is None:
        raise EntryError(Problem("entry_roll_on", "entry", {"dice": game.turn.dice_left}))
    chosen = game if face is None else game.chose(face)
    return chosen if outcome is None else chosen.ended(outcome)


def _with_end(game: Game, end: End, advised: Advised | None) -> Game:
    outcome = None if end.kind == "stop" and end.tile is None else _outcome(game, end)
    turn = game.turn
    if turn is None:
        return game.ended(outcome)
    if turn.roll is not None:
        return _end_after_a_face(game, outcome)
    if outcome is None:
        return game.ended(advised(game)[1] if advised and len(game.outcomes) > 1 else None)
    told = outcome in game.outcomes and end.kind != "bust"
    if not told and not turn.is_forced_end and end.kind != "stop":
        # Dice were rolled that nobody told, so those that were cannot stand alone.
        return _without_dice(game).ended(outcome)
    return game.ended(outcome)


def _end_after_a_face(game: Game, outcome: Outcome | None) -> Game:
    """End the turn right after a roll: the face is clear when only one gives such an end."""
    turn = game.turn
    assert turn is not None
    chosen = [game.chose(face) for face in turn.legal_faces]
    fits = [
        after_face
        for after_face in chosen
        if (outcome in after_face.outcomes if outcome else after_face.outcomes != (BUST,))
    ]
    if outcome is not None and (outcome == BUST or not fits):
        return _without_dice(game).ended(outcome)
    if len(fits) != 1:
        allowed = tuple(FACES[face] for face in turn.legal_faces)
        raise EntryError(Problem("choose_first", "entry", {"allowed": allowed}))
    return fits[0].ended(outcome)


def _without_dice(game: Game) -> Game:
    return replace(game, turns=game.turns[: len(game.positions) - 1])


def _outcome(game: Game, end: End) -> Outcome:
    """Find the end of a turn that is meant: a tile lies in one place only."""
    if end.kind == "bust":
        return BUST
    stacks = game.position.stacks
    victim = None
    if end.victim is not None:
        victim = (seat_named(end.victim, game.names) - game.mover) % len(game.names)
    tile = end.tile
    if tile is None:
        assert victim is not None
        if not victim or not stacks[victim]:
            fields = {"name": game.names[(game.mover + victim) % len(game.names)]}
            raise EntryError(Problem("entry_no_tile", "entry", fields))
        tile = stacks[victim][-1]
    on_top = [player for player, stack in enumerate(stacks) if stack[-1:] == (tile,)]
    if victim is not None and on_top != [victim]:
        raise EntryError(_elsewhere(game, tile))
    if on_top and on_top[0]:
        return Outcome("steal", tile, on_top[0])
    if end.kind == "steal" or tile not in game.grill:
        raise EntryError(_elsewhere(game, tile))
    return Outcome("claim", tile)


def _elsewhere(game: Game, tile: Tile) -> Problem:
    """Tell where a tile is that cannot be taken like this."""
    fields: dict[str, object] = {"tile": tile}
    if tile in game.grill:
        return Problem("tile_on_grill", "entry", fields)
    for seat, stack in enumerate(game.stacks):
        if tile in stack:
            fields["name"] = game.names[seat]
            if seat == game.mover:
                return Problem("tile_own", "entry", fields)
            return Problem("tile_covered" if tile != stack[-1] else "tile_on_top", "entry", fields)
    return Problem("tile_gone", "entry", fields)


def settled(game: Game) -> Game:
    """End the turn where it is over by itself and nothing is left to choose."""
    return game.ended() if _ends_by_itself(game) else game


def _ends_by_itself(game: Game) -> bool:
    turn = game.turn
    if turn is None:
        return False
    over = turn.is_forced_end if turn.roll is None else not turn.legal_faces
    return over and len(game.outcomes) == 1
