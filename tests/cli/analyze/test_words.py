"""What is said of a game is true."""

import random
import re

import pytest

from tests.cli.analyze.conftest import ERROR, FILES
from tests.games import play
from wormadvisor.cli.analyze.chart import BLOCKS
from wormadvisor.cli.analyze.text import game_text, players_text
from wormadvisor.cli.analyze.words import change, point_text, rows_of
from wormadvisor.cli.hint_text import outcome_text
from wormadvisor.solver.analysis import analyse, turning_points
from wormadvisor.solver.game import Game
from wormadvisor.solver.position import BUST, Outcome
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.estimate import EstimatedWin
from wormadvisor.solver.value.search import Search
from wormadvisor.tables.weights import read_network


@pytest.fixture(scope="module")
def wild():
    """Games of players who choose by chance, so that all mistakes there are occur."""
    objective, rng = EstimatedWin(Search(read_network(), 1)), random.Random(6)
    games = [play(rng, players, Rules(), most=14).game for players in (2, 3, 2)]
    return [analyse(game, objective, ERROR) for game in games]


def test_rows_tell_all_of_a_turn(wild, analyses):
    several = 0
    for analysis in (*wild, *analyses.values()):
        for turn in analysis.turns:
            rows = rows_of(turn)
            assert rows[0].first
            assert not any(row.first for row in rows[1:])
            assert rows[-1].share == pytest.approx(turn.end[turn.seat])
            assert len([row for row in rows if row.luck is not None]) == len(turn.rolls)
            counted = [max(0.0, c.loss[turn.seat]) for c in turn.choices if c.counts]
            assert sum(row.loss or 0 for row in rows) == pytest.approx(sum(counted))
            assert all(row.best for row in rows if row.mark)
            assert all((row.loss or 0) > 0 for row in rows if row.best)
            if turn.outcome is not None:
                assert rows[-1].played.endswith(outcome_text(turn.outcome))
            several += len(rows) > len(turn.rolls) > 0
    assert several


@pytest.mark.parametrize("name", FILES)
def test_turning_points_are_true(name, analyses):
    analysis = analyses[name]
    points = turning_points(analysis, 20, 0.02)
    assert points
    for turn in points:
        told = point_text(analysis, turn)
        assert told.startswith(f"Turn {turn.index + 1}: {analysis.game.names[turn.seat]} ")
        before, after = (
            float(number) / 100 for number in re.search(r"from (\S+)% to (\S+)%", told).groups()
        )
        assert before == pytest.approx(turn.start[turn.seat], abs=6e-4)
        assert after == pytest.approx(turn.end[turn.seat], abs=6e-4)
        outcome, own = turn.outcome, turn.position.stacks[0]
        if outcome == BUST:
            assert ("busts and loses the" in told) == bool(own)
            assert not own or f"the {own[-1]}." in told
        else:
            verb = "takes" if outcome.kind == "claim" else "steals"
            assert f"{verb} the {outcome.tile}" in told
        if outcome.victim:
            seat = (turn.seat + outcome.victim) % len(analysis.game.names)
            assert f"from {analysis.game.names[seat]}." in told


def test_changes_have_signs():
    assert [change(share) for share in (0.0, 0.0004, -0.0004, 0.0123, -0.5, 1.0)] == [
        "0%",
        "0%",
        "0%",
        "+1.2%",
        "-50.0%",
        "+100%",
    ]


def test_names_cannot_move_the_cursor():
    names = ("A\x1b[2J\n", "B\u202e\r")
    game = Game.new(names).ended(Outcome("claim", 30))
    analysis = analyse(game, EstimatedWin(Search(read_network(), 1)), ERROR)
    text = game_text(analysis, 80, BLOCKS) + players_text([analysis], 80)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert all(letter.isprintable() or letter == "\n" for letter in plain)
    assert "A\\x1b[2J\\n" in plain
