"""Targets of self-play, against what they are defined to be."""

import numpy as np
import pytest

from tests.solver.value.test_network import random_weights
from wormadvisor.solver.batch import Batch, TurnEnds
from wormadvisor.solver.players import LEAD
from wormadvisor.solver.rules import PRESETS
from wormadvisor.solver.turn.kernels import solve_shares
from wormadvisor.solver.value.backup import back_up, outcome_worth
from wormadvisor.solver.value.network import FEW, Network, live_count
from wormadvisor.tables.held_out import held_out, live_masks
from wormadvisor.tables.train.positions import openings
from wormadvisor.tables.train.selfplay import Pool

NETWORK = Network({n: random_weights(n) for n in (2, 4)})


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("rules", PRESETS)
def test_without_the_games_targets_are_one_turn_backups(players, rules):
    pool = Pool(players, 20, "all", np.random.default_rng(1))
    samples = pool.play(NETWORK, PRESETS[rules], turns=3, decay=0.0)
    expected = back_up(samples.batch, PRESETS[rules], NETWORK)
    np.testing.assert_allclose(samples.targets, expected, atol=1e-4)


@pytest.mark.parametrize("rules", ["official", "free"])
def test_a_bots_turns_are_solved_for_what_it_wants(rules):
    pool = Pool(2, 40, "all", np.random.default_rng(5))
    turn = pool.turn(NETWORK, PRESETS[rules], LEAD)
    # The solver for several players, with the bot's wish in the column that decides.
    worth = outcome_worth(turn.batch, PRESETS[rules], NETWORK)
    wish = LEAD.worth(turn.batch, PRESETS[rules], np.random.default_rng(5))
    # As single floats: what is a tie depends on it.
    both = np.concatenate([wish[:, :, None], worth], axis=2).astype(np.float32)
    expected = solve_shares(*TurnEnds(turn.batch, PRESETS[rules]).payoff(both))[:, 1:]
    np.testing.assert_allclose(turn.solved, expected, atol=1e-4)
    assert (np.abs(turn.solved - back_up(turn.batch, PRESETS[rules], NETWORK)) > 1e-3).any()


def test_all_shares_sum_to_one_however_the_game_goes():
    pool = Pool(4, 200, "all", np.random.default_rng(2))
    samples = pool.play(NETWORK, PRESETS["flip"], turns=12, decay=1.0)
    np.testing.assert_allclose(samples.targets.sum(axis=1), 1, atol=1e-5)


@pytest.mark.parametrize("stage", ["few", "many", "all"])
def test_never_learns_from_held_out_sets(stage):
    pool = Pool(2, 300, stage, np.random.default_rng(3))
    batch = pool.play(NETWORK, PRESETS["official"], turns=4, decay=0.5).batch
    assert not held_out(live_masks(batch)).any()
    live = live_count(batch)
    assert (stage == "all") or ((live <= FEW) == (stage == "few")).all()


@pytest.mark.parametrize("players", [2, 3, 7])
@pytest.mark.parametrize("stage", ["few", "many", "all"])
def test_openings_are_positions(players, stage):
    batch = openings(players, 60, stage, np.random.default_rng(4))
    for row in range(60):
        position = batch.position(row)
        assert not position.is_over
        again = Batch.of([position])
        np.testing.assert_array_equal(again.place[0], batch.place[row])
        np.testing.assert_array_equal(again.height[0], batch.height[row])
