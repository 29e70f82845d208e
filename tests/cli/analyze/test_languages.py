"""An analysis fits the window in every language."""

import click
import pytest

from tests.cli.analyze.conftest import FILES
from wormadvisor.cli.analyze.chart import BLOCKS
from wormadvisor.cli.analyze.text import game_text, players_text
from wormadvisor.cli.language import LANGUAGES, using


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_fits(lang, width, analyses):
    for name in FILES:
        analysis = analyses[name]
        with using(lang):
            texts = (game_text(analysis, width, BLOCKS), players_text([analysis], width))
        lines = click.unstyle("\n".join(texts)).splitlines()
        assert [line for line in lines if len(line) > width] == []
        assert all(player[:10] in "\n".join(lines) for player in analysis.game.names)
