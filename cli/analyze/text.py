"""An analysis for people at a terminal."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import click

from wormadvisor.cli.analyze.answer import marks_of
from wormadvisor.cli.analyze.chart import chart
from wormadvisor.cli.analyze.marks import LEAST_POINT, MARKS, MOST_POINTS
from wormadvisor.cli.analyze.words import (
    Row,
    change,
    headline,
    lost,
    names_of,
    point_text,
    rows_of,
)
from wormadvisor.cli.language import mark, percent, say, say_count
from wormadvisor.cli.layout import on_one_line, table, wrap
from wormadvisor.solver.analysis import Analysis, turning_points
from wormadvisor.solver.game import Game
from wormadvisor.solver.match import NORMAL_95
from wormadvisor.solver.tally import Entry, Tally, entries, tallies

_WIDE = 79
_NARROWEST = 40
_LONGEST_NAME = 10
_COLUMNS = (
    mark("turn"), mark("player"), mark("dice"), mark("luck"), mark("played"), mark("better"),
    mark("lost"), "", mark("wins"),
)  # fmt: skip
_COLORS: Mapping[str, str] = {"??": "red", "?": "yellow", "?!": "cyan"}

EXPLANATION = mark(
    "wins: the mover's chance to win. luck: what a roll did to it. lost: what the choice gave "
    "away against the best one, both valued alike. Marks: ?! from 1%, ? from 3%, ?? from 8%."
)
SUM = mark(
    "Start, luck and choices add up to the result; the remainder is what the evaluator's own "
    "errors leave over. ±: 95%, by these errors."
)
"""How to read the account of players."""
MANY = mark("Means of all games. ±: 95%, as games differ, or by the evaluator's errors.")


def game_text(analysis: Analysis, width: int, signs: str) -> str:
    """Write the whole analysis of a game."""
    names = ", ".join(names_of(analysis))
    lines = [
        click.style(wrap(f"{names} ({analysis.game.rules})", width), bold=True),
        headline(analysis),
        "",
        *_turns(analysis, width),
        wrap(say(EXPLANATION), width),
        "",
    ]
    points = turning_points(analysis, MOST_POINTS, LEAST_POINT)
    if points:
        lines.append(click.style(say("Turning points"), bold=True))
        lines += [wrap(point_text(analysis, turn), width) for turn in points]
        lines.append("")
    if analysis.turns:
        lines += [*chart(analysis, width, signs), ""]
    lines += [*account(analysis, width), wrap(say(SUM), width)]
    return "\n".join(lines)


def account(analysis: Analysis, width: int) -> list[str]:
    """Lay out where every player's result came from."""
    players = entries(analysis)
    marks = [marks_of(analysis, seat) for seat in range(len(players))]
    whole = _account(players, marks, analysis.game, range(len(players)), longest=width)
    if max(map(len, whole)) <= width:
        return whole
    return _in_groups(
        len(players), width, lambda some: _account(players, marks, analysis.game, some)
    )


def players_text(analyses: Sequence[Analysis], width: int) -> str:
    """Write what many games say of every player."""
    players = tallies(analyses)
    rows = players_rows(players)
    lines = table(rows, left=(0,))
    if max(map(len, lines)) > width:
        lines = table(_with_short_names(rows), left=(0,))
    if max(map(len, lines)) > width:
        lines = _in_groups(len(players), width, lambda some: _side_by_side(players, some))
    title = say_count("One game", "{count} games", len(analyses))
    return "\n".join([click.style(title, bold=True), *lines, wrap(say(MANY), width)])


def _side_by_side(players: Sequence[Tally], some: range) -> list[str]:
    """Lay out some players with a column for each."""
    rows = _with_short_names(players_rows([players[at] for at in some]))
    return table([tuple(row) for row in zip(*rows, strict=True)], left=(0,), gap=1)


def _with_short_names(rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    return [(name[:_LONGEST_NAME], *cells) for name, *cells in rows]


def players_rows(players: Sequence[Tally]) -> list[tuple[str, ...]]:
    """Give what many games say of every player: heads, then a row for each."""
    heads = (
        "", say("games"), say("result"), "±", say("luck taken out"), "±",
        say("lost a decision"), "±",
    )  # fmt: skip
    return [heads, *map(_player_row, players)]


def turn_columns() -> tuple[str, ...]:
    """Give the heads of the table of turns."""
    return tuple(say(head) if head else "" for head in _COLUMNS)


def _player_row(player: Tally) -> tuple[str, ...]:
    per, error = player.loss_per_decision, player.loss_per_decision_error
    one = len(player.games) == 1
    return (
        on_one_line(player.name),
        str(len(player.games)),
        percent(player.mean("result")),
        "-" if one else percent(NORMAL_95 * player.error("result")),
        _share(player.mean("adjusted")),
        percent(NORMAL_95 * player.adjusted_error),
        "-" if per is None else percent(max(per, 0.0), 2),
        "-" if error is None else percent(NORMAL_95 * error, 2),
    )


def _turns(analysis: Analysis, width: int) -> list[str]:
    names = names_of(analysis)
    rows = [(turn.index, names[turn.seat], row) for turn in analysis.turns for row in rows_of(turn)]
    if width < _WIDE:
        return [line for index, name, row in rows for line in _narrow(index, name, row)]
    cells = [turn_columns()]
    cells += [turn_cells(index, name[:_LONGEST_NAME], row) for index, name, row in rows]
    head, *lines = table(cells, left=(1, 2, 4, 5, 7), gap=1)
    styled = [_colored(line, row.mark) for line, (*_, row) in zip(lines, rows, strict=True)]
    return [click.style(head, dim=True), *styled]


def turn_cells(index: int, name: str, row: Row) -> tuple[str, ...]:
    """Give a cell for each of the `turn_columns`."""
    return (
        str(index + 1) if row.first else "",
        name if row.first else "",
        row.dice,
        "" if row.luck is None else change(row.luck),
        row.played,
        row.best,
        "" if row.loss is None else lost(row.loss),
        row.mark,
        percent(row.share),
    )


def _narrow(index: int, name: str, row: Row) -> Iterator[str]:
    """Write a row on two or three short lines."""
    if row.first:
        yield click.style(f"{index + 1}. {name[:_LONGEST_NAME]}", bold=True)
    head = row.dice if row.luck is None else f"{row.dice:<8} {change(row.luck):>7}"
    done, share = f" {head:<16} {row.played}", percent(row.share)
    yield f"{done:<{_NARROWEST - len(share) - 1}} {share}"
    if row.best:
        line = say("better: {best}, lost {loss}", best=row.best, loss=lost(row.loss or 0.0))
        yield _colored(f"   {line} {row.mark}".rstrip(), row.mark)


def _colored(line: str, worst: str) -> str:
    return click.style(line, fg=_COLORS[worst]) if worst else line


def _in_groups(players: int, width: int, lay_out: Callable[[range], list[str]]) -> list[str]:
    """Lay out players side by side, as many at a time as fit the window."""
    lines: list[str] = []
    at = 0
    while at < players:
        some = players
        while some > at + 1 and max(map(len, lay_out(range(at, some)))) > width:
            some -= 1
        lines += [*([""] if lines else []), *lay_out(range(at, some))]
        at = some
    return lines


def account_rows(
    players: Sequence[Entry], marks: Sequence[Mapping[str, int]], game: Game
) -> list[tuple[str, ...]]:
    """Give the account of some players of a game: a label, then a cell for each."""

    def row(label: str, cells: Iterator[str]) -> tuple[str, ...]:
        return (label, *cells)

    rows = [
        row("", (on_one_line(player.name) for player in players)),
        row(say("start"), (percent(player.start) for player in players)),
        row(say("own luck"), (change(player.luck) for player in players)),
        row(say("luck of others"), (change(player.others_luck) for player in players)),
        row(say("own choices"), (change(-player.loss) for player in players)),
        row(say("choices of others"), (change(player.others_loss) for player in players)),
        row(say("dice not noted"), (change(player.unknown) for player in players)),
        row(say("remainder"), (change(player.remainder) for player in players)),
        row(end_label(game), (percent(player.result) for player in players)),
        row("", ("" for _ in players)),
        row(say("luck taken out"), (_share(player.adjusted) for player in players)),
        row("  ±", (percent(NORMAL_95 * player.adjusted_error) for player in players)),
        row(say("decisions"), (str(player.decisions) for player in players)),
        row(say("lost a decision"), (_per_decision(player) for player in players)),
        row("  ±", (_per_decision_error(player) for player in players)),
    ]
    if not any(abs(player.unknown) > 0 for player in players):
        rows = [row for row in rows if row[0] != say("dice not noted")]
    rows += [row(name, (str(marks[p][name]) for p in range(len(players)))) for name, _ in MARKS]
    return rows


def end_label(game: Game) -> str:
    """Name the end of a player's account: a game that goes on has no result yet."""
    return say("result") if game.is_over else say("chance now")


def _account(
    players: Sequence[Entry],
    marks: Sequence[Mapping[str, int]],
    game: Game,
    some: range,
    longest: int = _LONGEST_NAME,
) -> list[str]:
    """Lay out some players side by side, names cut to so many letters."""
    rows = account_rows([players[seat] for seat in some], [marks[seat] for seat in some], game)
    head, *others = [(row[0], *(cell[:longest] for cell in row[1:])) for row in rows]
    return table([head, *others], left=(0,))


def _share(share: float) -> str:
    """Write a result without luck, which may lie beyond 0 and 1."""
    return percent(share) if 0 <= share <= 1 else change(share)


def _per_decision(player: Entry) -> str:
    loss = player.loss_per_decision
    return "-" if loss is None else percent(max(loss, 0.0), 2)


def _per_decision_error(player: Entry) -> str:
    error = player.loss_per_decision_error
    return "-" if error is None else percent(NORMAL_95 * error, 2)
