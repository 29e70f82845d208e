import pickle

import pytest

from wormadvisor.solver.errors import NotationError, PositionError, Problem, SolverError

FOREIGN = {"token": "99", "lowest": 21, "highest": 36}


def test_speaks_of_its_first_problem_and_tells_all():
    error = NotationError(
        Problem("not_a_tile", "grill", {**FOREIGN, "column": 3}),
        Problem("tile_twice", "stacks[0]", {"tile": 21, "places": ("grill", "stacks[0]")}),
        text="21,99/21/-",
    )
    assert (error.kind, error.where, error.column) == ("not_a_tile", "grill", 3)
    assert error.fields["token"] == "99"
    assert str(error) == (
        "grill (column 3): '99' is not a tile; tiles are 21 to 36; "
        "stacks[0]: tile 21 is in more than one place: grill, stacks[0]"
    )


def test_knows_no_column_without_a_text():
    error = PositionError(Problem("not_a_tile", "grill", FOREIGN))
    assert error.column is None
    assert error.text is None


def test_needs_a_problem():
    with pytest.raises(TypeError):
        SolverError()


def test_words_even_what_it_has_no_sentence_for():
    assert str(Problem("new_kind", "here", {"token": 1})) == "here: new_kind {'token': 1}"
    assert str(Problem("not_a_tile", "here", {})) == "here: not_a_tile {}"


def test_survives_pickling():
    error = NotationError(Problem("empty_item", "dice", {"token": "", "column": 2}), text="5,,W")
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is NotationError
    assert (copy.problems, copy.text, str(copy)) == (error.problems, error.text, str(error))
