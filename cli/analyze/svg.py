"""Win chances over a game as an SVG picture within a page: one line for each player.

Colours are the page's: lines have the classes ``p0`` to ``p6``.
"""

from html import escape

from wormadvisor.cli.analyze.chart import shares_over_time
from wormadvisor.cli.analyze.marks import BAD, mark_of
from wormadvisor.cli.analyze.words import better, names_of
from wormadvisor.cli.language import percent, say
from wormadvisor.solver.analysis import Analysis

INKS = ("#c2410c", "#1d4ed8", "#15803d", "#a21caf", "#0e7490", "#a16207", "#4b5563")
"""The lines of up to seven players, on light ground."""
INKS_ON_DARK = ("#fb923c", "#7aa2ff", "#4ade80", "#e879f9", "#22d3ee", "#facc15", "#b0b8c4")

_WIDTH, _HEIGHT = 720, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 74, 12, 14, 34
_MOST_LABELS = 12


def drawing(analysis: Analysis) -> str:
    """Draw the shares of all players over the turns; bad choices are dots that say more."""
    shares = shares_over_time(analysis)
    names, points = names_of(analysis), len(shares)

    def x(point: float) -> float:
        return _LEFT + point * (_WIDTH - _LEFT - _RIGHT) / max(points - 1, 1)

    def y(share: float) -> float:
        return _TOP + (1 - share) * (_HEIGHT - _TOP - _BOTTOM)

    title = escape(say("Chances to win, turn by turn"))
    parts = [f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{title}">']
    parts += [
        f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(tick):.1f}" '
        f'y2="{y(tick):.1f}"/><text x="{_LEFT - 6}" y="{y(tick) + 5:.1f}" '
        f'text-anchor="end">{percent(tick, 0)}</text>'
        for tick in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]
    step = max(5, -(-points // _MOST_LABELS // 5) * 5)
    parts += [
        f'<text x="{x(turn - 1):.1f}" y="{_HEIGHT - 8}" text-anchor="middle">{turn}</text>'
        for turn in [1, *range(step, points, step)]
        if turn < points
    ]
    for seat, name in enumerate(names):
        line = " ".join(f"{x(at):.1f},{y(share):.1f}" for at, share in enumerate(shares[:, seat]))
        parts.append(
            f'<polyline class="p{seat}" points="{line}"><title>{escape(name)}</title></polyline>'
        )
    for turn in analysis.turns:
        bad = [choice for choice in turn.choices if mark_of(choice, turn.seat) in BAD]
        for choice in bad[:1]:
            told = say(
                "Turn {turn}: {name} {mark} {best} was better",
                turn=turn.index + 1,
                name=names[turn.seat],
                mark=mark_of(choice, turn.seat),
                best=better(choice),
            )
            parts.append(
                f'<circle class="p{turn.seat}" cx="{x(turn.index):.1f}" '
                f'cy="{y(float(turn.start[turn.seat])):.1f}" r="5">'
                f"<title>{escape(told)}</title></circle>"
            )
    return "".join([*parts, "</svg>"])
