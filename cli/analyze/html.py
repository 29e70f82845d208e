"""An analysis as one page: nothing to load, light or dark, wide or narrow."""

from collections.abc import Iterable, Sequence
from html import escape

from wormadvisor.cli.analyze.answer import marks_of
from wormadvisor.cli.analyze.marks import LEAST_POINT, MOST_POINTS
from wormadvisor.cli.analyze.svg import INKS, INKS_ON_DARK, drawing
from wormadvisor.cli.analyze.text import (
    EXPLANATION,
    MANY,
    SUM,
    account_rows,
    end_label,
    players_rows,
    turn_cells,
    turn_columns,
)
from wormadvisor.cli.analyze.words import headline, names_of, point_text, rows_of
from wormadvisor.cli.language import language, say, say_count
from wormadvisor.solver.analysis import Analysis, turning_points
from wormadvisor.solver.tally import Tally, entries, tallies

_MARKED = {"??": "m3", "?": "m2", "?!": "m1"}

_STYLE = """
:root{color-scheme:light dark;--ink:#1c1c1c;--paper:#fdfcf8;--dim:#666;--line:#d8d4c8;
--m1:#0e7490;--m2:#a16207;--m3:#b91c1c}
@media(prefers-color-scheme:dark){:root{--ink:#e8e6e0;--paper:#17181a;--dim:#9a9a94;
--line:#3a3b3e;--m1:#22d3ee;--m2:#facc15;--m3:#ff7b72}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:60rem;color:var(--ink);background:var(--paper);
font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.25rem;margin:2.5rem 0 .2rem}
h3{font-size:1.05rem;margin:1.5rem 0 .4rem}
p{margin:.4rem 0}.dim{color:var(--dim);font-size:.9rem}
svg{display:block;width:100%;height:auto;margin-top:.5rem}
svg text{fill:var(--dim);font-size:13px}.grid{stroke:var(--line)}
polyline{fill:none;stroke:var(--ink);stroke-width:2.5;stroke-linejoin:round}
circle{fill:var(--ink);stroke:var(--paper)}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;padding:0;margin:.3rem 0;list-style:none}
.key i{display:inline-block;width:1.1rem;height:.3rem;margin-right:.4rem;vertical-align:middle;
background:var(--ink)}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.15rem .7rem .15rem 0;text-align:right;white-space:nowrap;font-weight:normal}
thead th{color:var(--dim);border-bottom:1px solid var(--line)}
.left,tbody th{text-align:left}
.sum td,.sum th{border-top:1px solid var(--line);font-weight:600}
.new{border-top:1px solid var(--line)}.dice{font-family:ui-monospace,monospace;text-align:left}
tbody th{position:sticky;left:0;background:var(--paper)}
@media(max-width:40rem){svg text{font-size:24px}
.turns,.turns tbody{display:block}.turns thead,.turns td:empty{display:none}
.turns tr{display:grid;grid-template-columns:6.2rem 4rem 1fr 4rem}
.turns td{grid-row:2;padding:0 .5rem 0 0}.turns td:nth-child(-n+2){grid-row:1;font-weight:600}
.turns td:nth-child(1){text-align:left}.turns td:nth-child(2){grid-column:2/-1;margin-left:-4rem}
.turns td:nth-child(9){grid-column:4;padding:0}
.turns td:nth-child(n+6):nth-child(-n+8){grid-row:3}
.turns td:nth-child(6){grid-column:1/4}.turns td:nth-child(6)::before{content:attr(data-head)}
.turns td:nth-child(7){grid-column:4;padding:0}.turns td:nth-child(8){grid-column:3}
.turns tr:not(.wrong) td:nth-child(7){display:none}}
.turns tr td:nth-child(-n+2){color:var(--ink)}
.m1{color:var(--m1)}.m2{color:var(--m2)}.m3{color:var(--m3);font-weight:600}
"""
_COLORS = "".join(
    f".p{seat}{{--ink:{light}}}@media(prefers-color-scheme:dark){{.p{seat}{{--ink:{dark}}}}}"
    for seat, (light, dark) in enumerate(zip(INKS, INKS_ON_DARK, strict=True))
)
_LEFT_COLUMNS = (1, 2, 4, 5, 7)
_BETTER = 5


def page(analyses: Sequence[Analysis]) -> str:
    """Write a page about some games; it needs nothing else."""
    title = say_count("One game analysed", "{count} games analysed", len(analyses))
    body = [f"<h1>{escape(title)}</h1>"]
    if len(analyses) > 1:
        body.append(_players(tallies(analyses)))
    for number, analysis in enumerate(analyses, start=1):
        body += _game(analysis, number if len(analyses) > 1 else None)
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}{_COLORS}</style></head>"
        f"<body>{''.join(body)}</body></html>\n"
    )


def _game(analysis: Analysis, number: int | None) -> list[str]:
    game = analysis.game
    names = ", ".join(names_of(analysis))
    title = names if number is None else f"{number}. {names}"
    points = turning_points(analysis, MOST_POINTS, LEAST_POINT)
    parts = [
        f"<h2>{escape(title)}</h2>",
        f"<p>{escape(headline(analysis))} "
        f"<span class=dim>{escape(say('Rules: {rules}', rules=game.rules))}</span></p>",
        drawing(analysis),
        _key(names_of(analysis)),
    ]
    if points:
        told = "".join(f"<li>{escape(point_text(analysis, turn))}</li>" for turn in points)
        parts.append(f"<h3>{escape(say('Turning points'))}</h3><ul>{told}</ul>")
    parts += [
        f"<h3>{escape(say('Players'))}</h3>",
        _account(analysis),
        f"<p class=dim>{escape(say(SUM))}</p>",
        f"<h3>{escape(say('Every turn'))}</h3>",
        f"<p class=dim>{escape(say(EXPLANATION))}</p>",
        _turns(analysis),
    ]
    return parts


def _key(names: Sequence[str]) -> str:
    items = (f"<li><i class=p{seat}></i>{escape(name)}</li>" for seat, name in enumerate(names))
    return f"<ul class=key>{''.join(items)}</ul>"


def _account(analysis: Analysis) -> str:
    players = entries(analysis)
    head, *rows = account_rows(
        players, [marks_of(analysis, p) for p in range(len(players))], analysis.game
    )
    lines = [
        _line(row, "sum" if row[0] == end_label(analysis.game) else "") for row in rows if any(row)
    ]
    return _table(head, lines)


def _players(players: Sequence[Tally]) -> str:
    head, *rows = players_rows(players)
    return _table(head, map(_line, rows)) + f"<p class=dim>{escape(say(MANY))}</p>"


def _turns(analysis: Analysis) -> str:
    lines = []
    for turn in analysis.turns:
        for row in rows_of(turn):
            cells = turn_cells(turn.index, names_of(analysis)[turn.seat], row)
            kinds = ("new" if row.first else "", "wrong" if row.best else "", _MARKED.get(row.mark))
            lines.append(_turn_line(cells, " ".join(filter(None, kinds))))
    return _table(turn_columns(), lines, left=_LEFT_COLUMNS, kind="turns")


def _turn_line(cells: Sequence[str], kinds: str) -> str:
    """Write a row of the turns; narrow screens show its cells below each other."""
    attributes = {
        2: " class=dice",
        _BETTER: f' class=left data-head="{escape(say("better: {best}", best=""))}"',
    }
    written = "".join(
        f"<td{attributes.get(column, ' class=left' if column in _LEFT_COLUMNS else '')}>"
        f"{escape(cell)}</td>"
        for column, cell in enumerate(cells)
    )
    return f'<tr class="{kinds}">{written}</tr>'


def _table(
    head: Iterable[str], lines: Iterable[str], left: Sequence[int] = (0,), kind: str = ""
) -> str:
    cells = "".join(
        f"<th{' class=left' if column in left else ''}>{escape(cell)}</th>"
        for column, cell in enumerate(head)
    )
    return (
        f'<div class=wide><table class="{kind}"><thead><tr>{cells}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _line(cells: Sequence[str], kind: str = "") -> str:
    """Write a row with a head of its own."""
    head, *others = map(escape, cells)
    written = "".join(f"<td>{cell}</td>" for cell in others)
    return f'<tr class="{kind}"><th>{head}</th>{written}</tr>'
