"""Win chances over games as a picture file, by matplotlib (extra ``plot``)."""

from collections.abc import Sequence
from io import BytesIO
from warnings import catch_warnings, filterwarnings

import click

from wormadvisor.cli.analyze.chart import shares_over_time
from wormadvisor.cli.analyze.marks import BAD, mark_of
from wormadvisor.cli.analyze.svg import INKS
from wormadvisor.cli.analyze.words import names_of
from wormadvisor.cli.language import percent, say
from wormadvisor.solver.analysis import Analysis

MOST_GAMES = 20
"""Games in one picture."""
_INCHES, _DOTS = (9.0, 4.2), 150


def require_matplotlib() -> None:
    """Say how to get it where it is missing.

    Raises
    ------
    click.UsageError
        It is missing.
    """
    try:
        import matplotlib  # noqa: F401  # Large, and rarely needed.
    except ImportError as error:
        message = say("pictures need matplotlib: pip install 'wormadvisor[plot]'")
        raise click.UsageError(message) from error


def require_room(games: int) -> None:
    """Say when there are too many games for one picture.

    Raises
    ------
    click.UsageError
        There are.
    """
    if games > MOST_GAMES:
        message = say(
            "{count} games are too many for one picture, at most {most}; use --html",
            count=games,
            most=MOST_GAMES,
        )
        raise click.UsageError(message)


def picture(analyses: Sequence[Analysis], form: str) -> bytes:
    """Draw games below each other, at most `MOST_GAMES`, as ``png`` or ``svg``."""
    # Not pyplot: there is no window to manage.
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    width, height = _INCHES
    figure = Figure(figsize=(width, height * len(analyses)), dpi=_DOTS, layout="constrained")
    FigureCanvasAgg(figure)
    panels = figure.subplots(len(analyses), squeeze=False)[:, 0]
    for panel, analysis in zip(panels, analyses, strict=True):
        shares = shares_over_time(analysis)
        before = range(1, len(shares) + 1)
        for seat, name in enumerate(names_of(analysis)):
            # A name that begins with _ would be left out of the legend.
            panel.plot(
                before, shares[:, seat], color=INKS[seat], label=f"\N{ZERO WIDTH SPACE}{name}"
            )
            bad = [
                turn.index
                for turn in analysis.turns
                if turn.seat == seat
                and any(mark_of(choice, seat) in BAD for choice in turn.choices)
            ]
            panel.plot([at + 1 for at in bad], shares[bad, seat], "o", color=INKS[seat], ms=6)
        panel.set(ylim=(0, 1), xlim=(1, max(len(shares), 2)))
        panel.set_xlabel(say("turn"))
        panel.set_ylabel(say("chance to win"))
        panel.yaxis.set_major_formatter(FuncFormatter(lambda share, _: percent(share, 0)))
        panel.xaxis.set_major_locator(MaxNLocator(integer=True))
        panel.grid(alpha=0.3)
        legend = panel.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
        for text in legend.get_texts():
            text.set_parse_math(False)  # A $ in a name is a $.
    written = BytesIO()
    # The same games make the same file: no date, no ids by chance.
    with rc_context({"svg.hashsalt": "wormadvisor"}), catch_warnings():
        filterwarnings("ignore", message="Glyph")  # Names in any script, fonts in few.
        figure.savefig(written, format=form, metadata={"Date": None} if form == "svg" else None)
    return written.getvalue()
