"""Accounts of players: they add up, over one game and over many."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from tests.games import play, played
from tests.solver.test_analysis import ERROR, Guess
from wormadvisor.solver.analysis import analyse
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.tally import Entry, Tally, entries, tallies

ENTRY = Entry("A", 0.5, 1.0, 0.2, 0.1, 0.02, 0.22, 0.0, 0.0, 0.7, 4, 0.004, 0.01, 0.03)


@settings(max_examples=8, deadline=None)
@given(played(most=12))
def test_an_entry_adds_up(history):
    for entry in entries(analyse(history.game, Guess(), ERROR)):
        assert entry.result == pytest.approx(
            entry.start
            + entry.luck
            + entry.others_luck
            - entry.loss
            + entry.others_loss
            + entry.unknown
            + entry.remainder,
            abs=1e-12,
        )
        assert entry.adjusted == pytest.approx(
            entry.result - entry.luck - entry.others_luck - entry.unknown, abs=1e-12
        )


def test_results_of_a_game_share_one_win():
    game = play(random.Random(8), 4, Rules(), unknown=0).game
    players = entries(analyse(game, Guess(), ERROR))
    for field in ("start", "result", "adjusted"):
        assert sum(getattr(player, field) for player in players) == pytest.approx(1)


def test_loss_of_a_decision():
    assert ENTRY.loss_per_decision == pytest.approx(0.005)
    assert ENTRY.loss_per_decision_error == pytest.approx(0.001)
    nothing = replace(ENTRY, decisions=0)
    assert nothing.loss_per_decision is None
    assert nothing.loss_per_decision_error is None


def test_players_are_gathered_by_name():
    rng = random.Random(1)
    games = [play(rng, players, Rules(), most=6).game for players in (2, 3)]
    found = tallies(analyse(game, Guess(), ERROR) for game in games)
    assert [(tally.name, len(tally.games)) for tally in found] == [
        ("Anna", 2),
        ("Ben", 2),
        ("Cem", 1),
    ]


def test_one_person_in_other_letters_is_one_person():
    rng = random.Random(1)
    names = (("Anna", "Strauß"), ("STRAUSS", "anna"))
    games = [replace(play(rng, 2, Rules(), most=6).game, names=some) for some in names]
    found = tallies(analyse(game, Guess(), ERROR) for game in games)
    assert [(tally.name, len(tally.games)) for tally in found] == [("Anna", 2), ("Strauß", 2)]


def test_many_games_of_known_numbers():
    """Losses 2 in 4, 6 in 8 and 0 in 8 decisions: 8 in 20, and the rest is arithmetic."""
    games = [
        replace(ENTRY, loss=loss, decisions=decisions, adjusted=adjusted, loss_error=0.0)
        for loss, decisions, adjusted in ((2.0, 4, 0.25), (6.0, 8, 0.75), (0.0, 8, 0.5))
    ]
    tally = Tally("A", tuple(games))
    assert tally.decisions == 20
    assert tally.loss_per_decision == pytest.approx(0.4)
    # What is left of each loss: 0.4, 2.8, -3.2; variance 9.12; of the sum of three, over 20.
    assert tally.loss_per_decision_error == pytest.approx((9.12 * 3) ** 0.5 / 20)
    assert tally.mean("adjusted") == pytest.approx(0.5)
    # Deviation 0.25, three games.
    assert tally.error("adjusted") == pytest.approx(0.25 / 3**0.5)
    assert tally.adjusted_error == tally.error("adjusted")
    assert tally.error("result") == 0


def test_one_game_is_as_sure_as_the_evaluator():
    tally = Tally("A", (ENTRY,))
    assert tally.adjusted_error == ENTRY.adjusted_error
    assert tally.loss_per_decision_error == pytest.approx(ENTRY.loss_per_decision_error)
    assert tally.error("result") == 0
    same = Tally("A", (ENTRY,) * 4)
    # Four games that are alike differ by nothing: the evaluator's errors are left.
    assert same.adjusted_error == pytest.approx(ENTRY.adjusted_error / 2)


def test_the_ratio_error_is_what_drawing_games_anew_gives():
    """Second method: the bootstrap."""
    rng = np.random.default_rng(5)
    decisions = rng.integers(20, 60, 80)
    losses = decisions * 0.004 + rng.normal(0, 0.05, 80)
    games = tuple(
        replace(ENTRY, loss=float(loss), decisions=int(count), loss_error=0.0)
        for loss, count in zip(losses, decisions, strict=True)
    )
    drawn = rng.integers(0, 80, (4000, 80))
    ratios = losses[drawn].sum(axis=1) / decisions[drawn].sum(axis=1)
    assert Tally("A", games).loss_per_decision_error == pytest.approx(ratios.std(), rel=0.1)
