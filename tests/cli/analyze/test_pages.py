"""The page and the picture: whole, alone, and about the right game."""

import re
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from tests.cli.analyze.conftest import ERROR, FILES
from wormadvisor.cli.analyze.html import page
from wormadvisor.cli.analyze.plot import MOST_GAMES, picture
from wormadvisor.cli.analyze.svg import drawing
from wormadvisor.cli.language import say, using
from wormadvisor.solver.analysis import analyse
from wormadvisor.solver.game import Game
from wormadvisor.solver.position import Outcome
from wormadvisor.solver.value.estimate import EstimatedWin
from wormadvisor.solver.value.search import Search
from wormadvisor.tables.weights import read_network

VOID = {"meta", "line"}


class Outline(HTMLParser):
    """Tags opened and closed, links, and the text."""

    def __init__(self):
        super().__init__()
        self.open, self.links, self.text, self.rows, self.wrong = [], [], [], 0, []

    def handle_starttag(self, tag, attrs):
        self.links += [value for name, value in attrs if name in ("src", "href", "action")]
        self.rows += tag == "tr"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data):
        self.text.append(data)


def outline(text):
    found = Outline()
    found.feed(text)
    return found


@pytest.mark.parametrize("name", FILES)
def test_page_is_whole_and_needs_nothing_else(name, analyses):
    analysis = analyses[name]
    text = page([analysis])
    found = outline(text)
    assert (found.open, found.wrong, found.links) == ([], [], [])
    assert "url(" not in text
    assert "@import" not in text
    assert "<script" not in text
    # Every line has a colour of its own, on light ground and on dark.
    for seat in range(len(analysis.game.names)):
        assert text.count(f".p{seat}{{--ink:#") == 2
    words = " ".join(found.text)
    assert all(player in words for player in analysis.game.names)
    # Every roll has a row.
    assert found.rows > sum(len(turn.rolls) for turn in analysis.turns)


def test_names_are_written_not_obeyed():
    names = ("<script>alert(1)</script>", 'A "b" & c')
    game = Game.new(names).ended(Outcome("claim", 30)).ended(Outcome("claim", 25))
    text = page([analyse(game, EstimatedWin(Search(read_network(), 1)), ERROR)])
    assert "<script" not in text
    found = outline(text)
    assert found.wrong == []
    assert any(names[0] in part for part in found.text)


def test_several_games_share_a_page(analyses):
    found = outline(page(list(analyses.values())))
    assert found.wrong == []
    assert "3 games analysed" in found.text


@pytest.mark.parametrize("name", FILES)
def test_lines_are_to_scale(name, analyses):
    analysis = analyses[name]
    root = ElementTree.fromstring(drawing(analysis))
    lines = root.findall("polyline")
    assert len(lines) == len(analysis.game.names)
    ticks = [float(line.get("y1")) for line in root.findall("line")]
    bottom, top = max(ticks), min(ticks)
    for seat, line in enumerate(lines):
        points = [tuple(map(float, point.split(","))) for point in line.get("points").split()]
        assert [x for x, _ in points] == sorted(x for x, _ in points)
        shares = [(bottom - y) / (bottom - top) for _, y in points]
        assert shares[:-1] == pytest.approx([turn.start[seat] for turn in analysis.turns], abs=1e-3)
        assert shares[-1] == pytest.approx(analysis.game.result[seat], abs=1e-3)


def test_picture_files(analyses):
    pytest.importorskip("matplotlib")
    png = picture([analyses["two"]], "png")
    assert png.startswith(b"\x89PNG")
    svg = picture([analyses["two"], analyses["four"]], "svg")
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    # Nothing of the day or of chance is in it.
    assert picture([analyses["two"]], "svg") == picture([analyses["two"]], "svg")


@pytest.mark.parametrize("form", ["png", "svg"])
def test_any_name_can_be_drawn(form):
    pytest.importorskip("matplotlib")
    names = ("_hidden", "$x^", "\N{GAME DIE} 骰子", "<b>&", "a" * 60)
    game = Game.new(names).ended(Outcome("claim", 30))
    assert picture([analyse(game, EstimatedWin(Search(read_network(), 1)), ERROR)], form)


def test_too_many_games_for_a_picture_are_refused_before_the_work(run, tmp_path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "many.txt"
    path.write_text("[players A B]\n1. A: take 30\n" * (MOST_GAMES + 1), encoding="utf-8")
    result = run("analyze", str(path), "--plot", str(tmp_path / "x.png"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{MOST_GAMES + 1} games are too many" in result.stderr
    assert not (tmp_path / "x.png").exists()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_narrow_page_writes_what_was_better_as_its_language_does(lang, analyses):
    """Only French has a space before the colon."""
    with using(lang):
        (head,) = set(re.findall('data-head="([^"]*)"', page([analyses["two"]])))
        assert head == say("better: {best}", best="")
    assert head.endswith("\N{NO-BREAK SPACE}: " if lang == "fr" else "better: ")


def test_a_missing_library_is_one_line(run, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run("analyze", "no such file", "--plot", str(tmp_path / "x.png"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "pip install 'wormadvisor[plot]'" in result.stderr
    # The file, which is not there either, was not looked for.
    assert "no such file" not in result.stderr
