"""What players want, against the objectives of the same name."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.players import CAUTIOUS, LEAD, WORMS, Weakened
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value import lead

RNG = np.random.default_rng(1)


@pytest.mark.parametrize(
    ("player", "objective"), [(LEAD, lead.LEAD), (WORMS, lead.WORMS), (CAUTIOUS, lead.TILE)]
)
@given(position=st.from_type(Position))
def test_wants_what_the_objective_says(player, objective, position):
    assume(not position.is_over)
    batch = Batch.of([position])
    worth = player.worth(batch, Rules(), RNG)[0]
    for slot in np.flatnonzero(batch.possible()[0]).tolist():
        expected = objective.worth(position, batch.outcome(0, slot))
        assert worth[slot] == pytest.approx(expected)


def test_weakness_is_noise_of_that_size():
    batch = Batch.of([Position.start(2)] * 2000)
    blur = Weakened(LEAD, 0.5).worth(batch, Rules(), RNG) - LEAD.worth(batch, Rules(), RNG)
    assert blur.std() == pytest.approx(0.5, rel=0.05)
    assert abs(blur.mean()) < 0.02
    assert Weakened(LEAD, 0.5).name == "lead~0.5"
