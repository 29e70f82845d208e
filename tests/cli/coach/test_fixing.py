"""Turns put right later, and the turns after them."""

import pytest

from tests.cli.coach.test_steps import new, typed
from wormadvisor.cli.coach.fixing import fixed, number_of_turn
from wormadvisor.cli.entries import read_moves
from wormadvisor.solver.errors import SolverError
from wormadvisor.solver.notation import parse_counts
from wormadvisor.solver.position import Outcome


def fix(game, number, line, **how):
    return fixed(game, number - 1, read_moves(line.split()), **how)


def test_fixing_a_turn():
    game = typed(new(), "24 25 26 27")
    right = fix(game, 2, "took 30")
    assert right.stacks == ((24, 27), (30,), (26,))
    assert fix(game, 2, "55W31124 5 WW1234 W s").turns[1].throws[1].face == 5
    assert fix(game, 4, "WWWW1111").turn.roll == parse_counts("WWWW1111")


def test_a_later_turn_may_become_impossible():
    game = typed(new(), "24 25 stole 25 27")
    with pytest.raises(SolverError) as caught:
        fix(game, 2, "took 26")
    fields = caught.value.fields
    assert (caught.value.kind, fields["turn"], fields["name"]) == ("fix_breaks", 3, "Bea")
    assert fields["why"].kind == "impossible_outcome"
    assert fix(game, 2, "took 26", cut=True) == typed(new(), "24 26")


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("took 27 took 28", "fix_more"),
        ("55W31124 5", "fix_open"),
        ("stole 26", "tile_on_grill"),
        ("took 26", "fix_breaks"),
    ],
)
def test_a_fix_is_one_turn(line, kind):
    with pytest.raises(SolverError) as caught:
        fix(typed(new(), "24 25 26"), 2, line)
    assert caught.value.kind == kind


def test_which_turn_is_meant():
    game = typed(new(), "24 25 26 27 28")
    assert [number_of_turn(word, game) for word in ("1", "5", "-1", "-5", "ann", "Bea")] == [
        *(0, 4, 4, 0, 3, 2),
    ]
    for word, kind in (
        ("0", "fix_turn"),
        ("6", "fix_turn"),
        ("-6", "fix_turn"),
        ("-", "unknown_name"),
        ("Cem", "unknown_name"),
    ):
        with pytest.raises(SolverError) as caught:
            number_of_turn(word, game)
        assert caught.value.kind == kind
    with pytest.raises(SolverError, match="fix_none"):
        number_of_turn("1", new())
    with pytest.raises(SolverError, match="fix_nobody"):
        number_of_turn("Bea", typed(new(), "24"))


def test_a_tile_is_stolen_from_whoever_has_it_after_a_fix():
    game = typed(new(), "24 stole 24 stole 24 25")
    assert game.stacks == ((25,), (), (24,))
    right = fix(game, 2, "b")
    assert right.stacks == ((25,), (), (24,))
    assert right.turns[2].outcome == Outcome("steal", 24, 1)  # From Anna, not from Ben.
    with pytest.raises(SolverError, match="fix_breaks"):
        fix(game, 1, "took 26")
