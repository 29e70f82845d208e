"""Answers fit their window in every language, and their numbers are written as it does."""

import random
import re

import click
import pytest

from tests.cli.moments import random_moment
from wormadvisor.cli.coach.screen import help_lines
from wormadvisor.cli.hint_answer import advice_text
from wormadvisor.cli.hint_text import about
from wormadvisor.cli.language import LANGUAGES, using
from wormadvisor.cli.objectives import resolve_objective
from wormadvisor.cli.odds_text import odds_text
from wormadvisor.cli.reading import Question
from wormadvisor.cli.reasons import why
from wormadvisor.cli.totals import find_totals
from wormadvisor.solver.advice import advise
from wormadvisor.solver.notation import format_position, parse_position
from wormadvisor.tables.odds import odds_table

WIDTHS = (40, 80)


@pytest.fixture(autouse=True, params=LANGUAGES)
def lang(request):
    with using(request.param):
        yield request.param


def advised(rng):
    position, turn, rules = random_moment(rng)
    goal = resolve_objective(rng.choice(["lead", "tile"]))
    return advise(position, turn, rules, goal.objective), goal


def of_text(text, width):
    """The lines of an answer but for its last ones, which are copied and not wrapped."""
    lines = [click.unstyle(line) for line in text.splitlines()]
    start = max(at for at, line in enumerate(lines) if len(line) <= width)
    return [
        line for line in lines[: start + 1] if not re.search(r"[0-9-]/[0-9-]|: [0-9,-]+$", line)
    ]


@pytest.mark.parametrize("width", WIDTHS)
def test_advice_fits_the_window(width):
    rng = random.Random(5)
    for _ in range(60):
        text = advice_text(*advised(rng), width)
        assert max(map(len, of_text(text, width))) <= width, text


def test_a_position_that_does_not_fit_has_a_line_of_its_own():
    position, turn, rules = parse_position("21-34/36/35 Wx4,5x2 1,2 flip+steal=forced")
    text = format_position(position, turn, rules)
    label, below = about(position, turn, rules, 45)[0].split("\n")
    assert (below, label) == (text, label.rstrip())
    assert about(position, turn, rules, 79)[0].endswith(f": {text}")


def test_reasons_stay_short():
    rng = random.Random(6)
    for _ in range(150):
        assert len(why(*advised(rng))) <= 240


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("bars", [False, True])
def test_odds_fit_the_window(width, bars):
    rng = random.Random(7)
    table = odds_table()
    for _ in range(30):
        position, turn, rules = random_moment(rng)
        question = Question(position, turn, rules)
        text = odds_text(question, find_totals(turn, table), width, bars=bars)
        assert max(map(len, of_text(text, width))) <= width, text


def test_the_help_of_the_coach_fits():
    assert max(map(len, help_lines())) <= WIDTHS[0]


def test_points_and_commas(lang):
    rng = random.Random(8)
    wrong = r"\d,\d" if lang == "en" else r"\d\.\d"
    for _ in range(30):
        text = "\n".join(of_text(advice_text(*advised(rng), None), 10**6))
        assert not re.search(wrong, text), text
