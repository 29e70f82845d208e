"""The graph on a terminal: it fits, it is to scale, and every player is on it."""

import numpy as np
import pytest

from tests.cli.analyze.conftest import FILES
from wormadvisor.cli.analyze.chart import BLOCKS, PLAIN, chart, shares_over_time, signs_for


@pytest.mark.parametrize("signs", [BLOCKS, PLAIN])
@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", FILES)
def test_fits(name, width, signs, analyses):
    lines = chart(analyses[name], width, signs)
    assert max(map(len, lines)) <= width
    # It uses the window: more would not fit, or each turn has its columns.
    assert max(map(len, lines)) > width / 2
    assert all(not line.endswith(" ") for line in lines)
    if signs == PLAIN:
        assert "".join(lines).isascii()


@pytest.mark.parametrize("signs", [BLOCKS, PLAIN])
def test_columns_are_as_high_as_the_shares(signs, analyses):
    """With two players: eight rows, summed up from the letters themselves."""
    analysis = analyses["two"]
    shares = shares_over_time(analysis)[:, 0]
    _, *rows, axis = chart(analysis, 80, signs)
    assert len(rows) == 8
    start = rows[0].index("|") + 1
    cells = [row[start:].ljust(len(shares)) for row in rows]
    steps = len(signs) - 1
    heights = [
        sum(signs.index(row[at]) for row in cells) / (8 * steps) for at in range(len(shares))
    ]
    assert heights == pytest.approx(shares, abs=0.5 / (8 * steps) + 1e-9)
    for turn in (5, 10, 35):
        assert axis[start + turn - 1 :].startswith(str(turn))


@pytest.mark.parametrize("name", ["four", "seven"])
def test_each_player_has_a_band_that_ends_with_the_result(name, analyses):
    analysis = analyses[name]
    lines = chart(analysis, 80)
    for player, share in zip(analysis.game.names, analysis.game.result, strict=True):
        (line,) = (line for line in lines if line.startswith(player[:10] + " "))
        assert line.endswith(f" {share:.0%}")


def test_shares_are_those_of_turns_and_of_the_end(analyses):
    analysis = analyses["four"]
    shares = shares_over_time(analysis)
    assert len(shares) == len(analysis.turns) + 1
    assert shares.sum(axis=1) == pytest.approx(np.ones(len(shares)), abs=1e-6)
    assert tuple(shares[-1]) == analysis.game.result


@pytest.mark.parametrize(
    ("encoding", "signs"),
    [("utf-8", BLOCKS), ("ascii", PLAIN), ("latin-1", PLAIN), (None, PLAIN), ("nonsense", PLAIN)],
)
def test_signs_are_those_the_output_has(encoding, signs):
    assert signs_for(encoding) == signs
