"""What the coach shows: short, for a small window."""

from collections.abc import Iterator, Sequence

import click

from wormadvisor.cli.hint_text import dice_text, headline, outcome_text
from wormadvisor.cli.language import listed, mark, percent, say, say_count
from wormadvisor.cli.layout import table, wrap
from wormadvisor.cli.objectives import SMALLEST, Goal
from wormadvisor.cli.reasons import drivers, why
from wormadvisor.solver.advice import Advice
from wormadvisor.solver.choice import Choice
from wormadvisor.solver.game import Game
from wormadvisor.solver.notation import format_counts, format_roll, format_tiles
from wormadvisor.solver.position import BUST, Position, Tile
from wormadvisor.solver.position import worms as worms_of
from wormadvisor.solver.record import Record, format_record

_STEALS = mark("{name} steals the {tile} from {victim}.")
_TAKES = mark("{name} takes the {tile}.")
_BUSTS = {
    (False, False): mark("{name} busts."),
    (True, False): mark("{name} busts: the {back} goes back."),
    (False, True): mark("{name} busts: the {flipped} is out."),
    (True, True): mark("{name} busts: the {back} goes back, the {flipped} is out."),
}


def advice_lines(advice: Advice, game: Game, goal: Goal, width: int | None) -> list[str]:
    """Say what to do, what everything else would lose, a line each, and why."""
    best = advice.best
    first = headline(advice, names_from_mover(game))
    if best and best.face is None and best.stop and best.roll:
        first = f"{first} {_ways(best, goal)}"
    lines = [click.style(wrap(first, width), bold=True, fg="green" if best else "red")]
    if best is None or best.face is None:
        return lines
    rows = [
        (
            f"{'>' if choice is best else ' '} {dice_text(choice)}",
            _then(choice),
            goal.value(choice.value.value),
            "" if choice is best else _loss(choice.loss),
        )
        for choice in advice.choices
    ]
    return [*lines, *table(rows, (0, 1)), wrap(_reason(advice, game, goal), width)]


def ended_line(game: Game) -> str:
    """Say how the last finished turn ended, and what that did to the table."""
    index = len(game.positions) - 2
    seat = game.seat_of(index)
    outcome = game.turns[index].outcome
    assert outcome is not None
    fields: dict[str, object] = {"name": game.names[seat], "tile": outcome.tile}
    if outcome.victim is not None:
        victim = game.names[game.seat_of(index + outcome.victim)]
        return say(_STEALS, victim=victim, **fields)
    if outcome != BUST:
        return say(_TAKES, **fields)
    given, flipped = game.positions[index].lost_by_bust(game.rules)
    back = None if given == flipped else given
    fields |= {"back": back, "flipped": flipped}
    return say(_BUSTS[back is not None, flipped is not None], **fields)


def table_lines(game: Game, chances: tuple[float, ...] | None) -> list[str]:
    """Show the table: the grill, and everybody's worms, tiles and chance to win."""
    mover = None if game.is_over else game.mover
    names = [f"{'>' if seat == mover else ' '} {name}" for seat, name in enumerate(game.names)]
    return tiles_lines(game.position, names, game.stacks, chances)


def tiles_lines(
    position: Position,
    names: Sequence[str],
    stacks: Sequence[Sequence[Tile]],
    chances: Sequence[float] | None = None,
) -> list[str]:
    """Show where all tiles are.

    Parameters
    ----------
    position
        The table.
    names, stacks, chances
        The players in the order in which they are shown: what they are called, their tiles,
        and their chances to win where they are known.
    """
    lines = [say("grill: {tiles}", tiles=format_tiles(position.grill, ranges=True))]
    if position.out_of_game:
        out = format_tiles(position.out_of_game, ranges=True)
        lines.append(say("out of the game: {tiles}", tiles=out))
    wins = [""] * len(names) if chances is None else [percent(share) for share in chances]
    rows = [("", say("worms"), "" if chances is None else say("wins"), say("tiles"))]
    for name, stack, share in zip(names, stacks, wins, strict=True):
        rows.append((name, str(sum(map(worms_of, stack))), share, format_tiles(stack)))
    return [*lines, *table(rows, (0, 3))]


def dice_lines(game: Game) -> list[str]:
    """Show the dice of an unfinished turn."""
    turn = game.turn
    if turn is None:
        return []
    fields = {"kept": format_counts(turn.kept), "total": turn.total}
    if turn.roll is None:
        return [say("Set aside: {kept} = {total}.", **fields)]
    roll = format_roll(turn.roll)
    if not turn.used:
        return [say("Rolled: {roll}.", roll=roll)]
    return [say("Set aside: {kept} = {total}. Rolled: {roll}.", roll=roll, **fields)]


def heard_lines(game: Game) -> list[str]:
    """Say what was understood of the dice of somebody who gets no advice."""
    turn, name = game.turn, game.names[game.mover]
    if turn is None:
        return []
    if turn.roll is not None:
        return [say("{name} rolled {roll}.", name=name, roll=format_roll(turn.roll))]
    return [
        say_count(
            "{name}: {kept} aside, sum {total}, {count} die left.",
            "{name}: {kept} aside, sum {total}, {count} dice left.",
            turn.dice_left,
            name=name,
            kept=format_counts(turn.kept),
            total=turn.total,
        )
    ]


def odds_lines(advice: Advice) -> list[str]:
    """Show how the turn will end under best play: every outcome and its chance."""
    if advice.best is None:
        return [outcome_text(BUST)]
    rows = [
        (outcome_text(outcome), percent(chance))
        for outcome, chance in advice.best.outcomes
        if chance
    ]
    return table(rows, (0,))


def result_lines(game: Game) -> Iterator[str]:
    """Say who won, and by what when worms are equal."""
    worms = game.by_seat(game.position.worms)
    most = max(worms)
    if not most:
        yield say("Game over. Nobody has a tile: the win is shared by all.")
        return
    ahead = [seat for seat, count in enumerate(worms) if count == most]
    winner = max(ahead, key=lambda seat: max(game.stacks[seat]))
    yield say_count(
        "Game over. {name} wins with {count} worm.",
        "Game over. {name} wins with {count} worms.",
        most,
        name=game.names[winner],
    )
    if len(ahead) > 1:
        yield say(
            "As many worms: {names}. The highest tile decides: the {tile}.",
            names=listed(game.names[seat] for seat in ahead),
            tile=max(game.stacks[winner]),
        )


def log_lines(game: Game, last: int | None = None) -> list[str]:
    """Show the turns as a record has them, all or the last few."""
    text = format_record(Record(game)).rstrip("\n")
    _, _, turns = text.partition("\n\n")
    lines = turns.split("\n") if turns else []
    return lines if last is None else lines[-last:]


def reasons(advice: Advice, game: Game) -> list[str]:
    """Say what this position has of its own that speaks for the best choice."""
    return drivers(advice, names_from_mover(game))


def _reason(advice: Advice, game: Game, goal: Goal) -> str:
    """Give one reason: what this position has of its own, or else the numbers."""
    own = reasons(advice, game)
    return own[0] if own else why(advice, goal)


def names_from_mover(game: Game) -> list[str]:
    """List the players from the one to move on."""
    return [*game.names[game.mover :], *game.names[: game.mover]]


def _ways(best: Choice, goal: Goal) -> str:
    """Say what stopping and rolling are worth; not what a bust on purpose would be."""
    assert best.stop is not None
    assert best.roll is not None
    fields = {
        "stop": goal.value(best.stop.value.value),
        "gets": outcome_text(best.stop.outcome),
        "roll": goal.value(best.roll.value.value),
        "bust": percent(best.roll.bust),
    }
    if best.then == "stop":
        return say("{stop}; roll: {roll}, bust {bust}", **fields)
    if best.stop.outcome == BUST:
        return say("{roll}, bust {bust}", **fields)
    return say("{roll}, bust {bust}; {gets}: {stop}", **fields)


def _loss(loss: float) -> str:
    """Write a loss; less than the last digit shown is none for somebody at a table."""
    return say("same") if loss < SMALLEST else f"-{percent(loss)}"


def _then(choice: Choice) -> str:
    if choice.then == "roll" or choice.stop is None:
        return say("roll")
    return outcome_text(choice.stop.outcome)


_HELP = (
    ("55W31124", mark("all dice rolled")),
    ("5", mark("set the 5s aside")),
    ("s", mark("stop; s 24: and take the 24")),
    ("ok", mark("do what is advised")),
    ("27", mark("took the 27; dice not known")),
    ("stole 30", mark("or: stole from Ann")),
    ("b", mark("bust")),
    ("undo 2", mark("take back two entries")),
    ("fix 3 ...", mark("correct turn 3: fix 3 took 27")),
    ("show", mark("the table, chances to win")),
    ("log", mark("all turns")),
    ("odds", mark("how this turn may end")),
    ("why", mark("the reason for the advice")),
    ("save", mark("where it is; save FILE: copy")),
    ("q", mark("leave; the game is saved")),
)


def help_lines() -> list[str]:
    """List what can be typed."""
    return table([(word, say(meaning)) for word, meaning in _HELP], (0, 1))
