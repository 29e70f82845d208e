"""Win chances over a game, drawn with letters of one width.

With two players one area, the first player's; with more a band for each. Blocks in eight
heights, or plain signs where the terminal has no others.
"""

from collections.abc import Sequence

import numpy as np

from wormadvisor.cli.analyze.words import names_of
from wormadvisor.cli.language import percent, say
from wormadvisor.solver.analysis import Analysis
from wormadvisor.solver.value.payoff import Array

BLOCKS = " ▁▂▃▄▅▆▇█"
PLAIN = " .:#"

_ONE_AREA = 2
_HEIGHTS = {2: 8, 3: 4, 4: 3}
_BAND = 2
_MOST_COLUMNS_PER_TURN = 3
_LONGEST_NAME = 10


def chart(analysis: Analysis, width: int, signs: str = BLOCKS) -> list[str]:
    """Draw the shares of all players before every turn and, last, in the end.

    Parameters
    ----------
    analysis
        The game.
    width
        Columns at the most, at least some 30.
    signs
        From empty to full: `BLOCKS` or `PLAIN`.
    """
    shares = shares_over_time(analysis)
    names = names_of(analysis)
    if len(names) == _ONE_AREA:
        labels = [percent(1.0), percent(0.5, 0), percent(0.0)]
    else:
        labels = [name[:_LONGEST_NAME] for name in names]
    margin = max(map(len, labels)) + 1
    last = "" if len(names) == _ONE_AREA else f" {percent(1.0)}"
    at = _columns(len(shares), width - margin - 1 - len(last))
    height = _HEIGHTS.get(len(names), _BAND)
    lines: list[str] = []
    for seat, name in enumerate(names[: 1 if len(names) == _ONE_AREA else None]):
        band = _band(shares[at, seat], height, signs)
        if len(names) == _ONE_AREA:
            lines.append(say("{name}'s chance to win, turn by turn", name=name))
            ticks = {0: labels[0], height // 2: labels[1], height - 1: labels[2]}
            lines += [
                f"{ticks.get(row, ''):>{margin - 1}} |{line}".rstrip()
                for row, line in enumerate(band)
            ]
        else:
            end = percent(float(shares[-1, seat]), 0)
            for row, line in enumerate(band):
                label = labels[seat] if row == height - 1 else ""
                tail = f" {end}" if row == height - 1 else ""
                lines.append(f"{label:<{margin - 1}} |{line}{tail}".rstrip())
    lines.append(" " * (margin + 1) + _axis(at, len(analysis.turns)))
    return lines


def shares_over_time(analysis: Analysis) -> Array:
    """Give everybody's share before every turn, and in the end: (turns + 1, players)."""
    return np.array([*(turn.start for turn in analysis.turns), analysis.end])


def signs_for(encoding: str | None) -> str:
    """Choose the signs that an output can show."""
    try:
        BLOCKS.encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return PLAIN
    return BLOCKS


def _columns(points: int, width: int) -> list[int]:
    """Give the point that each column shows: some columns a point, or a choice of points."""
    width = max(width, 1)
    if points > width:
        return [round(column * (points - 1) / max(width - 1, 1)) for column in range(width)]
    wide = min(width // points, _MOST_COLUMNS_PER_TURN)
    return [point for point in range(points) for _ in range(wide)]


def _band(shares: Sequence[float] | Array, height: int, signs: str) -> list[str]:
    """Draw one area, the highest row first."""
    steps = len(signs) - 1
    filled = [round(float(share) * height * steps) for share in shares]
    return [
        "".join(signs[min(max(level - row * steps, 0), steps)] for level in filled)
        for row in reversed(range(height))
    ]


def _axis(at: Sequence[int], turns: int) -> str:
    """Write the numbers of some turns below their first columns."""
    axis = [" "] * (len(at) + 4)
    free = 0
    for column, point in enumerate(at):
        before = at[column - 1] + 1 if column else 0
        # The latest multiple of five since the column before, which may skip some turns.
        number = 1 if column == 0 else (point + 1) // 5 * 5
        label = str(number)
        if before < number <= turns and column >= free:
            axis[column : column + len(label)] = label
            free = column + len(label) + 1
    return "".join(axis).rstrip()
