import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormadvisor.solver.dice import FACES, DiceSpec, Turn, total_of
from wormadvisor.solver.errors import TakenError
from wormadvisor.solver.notation import format_counts, parse_dice
from wormadvisor.solver.taken import resolve_taken


@pytest.mark.parametrize(
    ("taken", "aside", "total", "kept"),
    [
        ("-", None, None, "-"),
        ("-", 0, None, "-"),
        ("-", None, 0, "-"),
        # Nothing else known: as written.
        ("W", None, None, "Wx1"),
        ("2,3x2,4x2,W", None, None, "2x1,3x2,4x2,Wx1"),
        ("5x7", None, None, "5x7"),
        # The number of dice decides.
        ("W", 4, None, "Wx4"),
        ("3x3", 3, None, "3x3"),
        ("5x2,W", 5, None, "5x2,Wx3"),
        ("55W", 5, None, "5x2,Wx3"),
        ("5,5,W", 5, None, "5x2,Wx3"),
        ("5x1,W", 5, None, "5x1,Wx4"),
        # The sum decides, with the number of dice or alone.
        ("3,5,W", 5, 23, "3x1,5x1,Wx3"),
        ("1,4", 5, 11, "1x3,4x2"),
        ("W", None, 20, "Wx4"),
        ("4,W", None, 13, "4x2,Wx1"),
        # One state in several ways: most W.
        ("5,W", 4, None, "5x1,Wx3"),
        ("5,W", None, 20, "5x1,Wx3"),
        ("5,W,3x2", 6, None, "3x2,5x1,Wx3"),
    ],
)
def test_finds_the_dice_set_aside(taken, aside, total, kept):
    assert format_counts(resolve_taken(parse_dice(taken), aside=aside, total=total)) == kept


def test_one_state_of_several_sets_takes_the_most_of_the_highest_face():
    # Besides one die of each: two with the sum 5, as 1 and 4 or as 2 and 3.
    found = resolve_taken(parse_dice("1,2,3,4"), aside=6, total=15)
    assert format_counts(found) == "1x2,2x1,3x1,4x2"


@pytest.mark.parametrize(
    ("taken", "aside", "total", "kind", "allowed"),
    [
        ("-", 4, None, "taken_missing", (0,)),
        ("-", None, 23, "taken_missing", (0,)),
        ("W", 0, None, "taken_count", (1, 2, 3, 4, 5, 6, 7, 8)),
        ("3,5,W", 2, None, "taken_count", (3, 4, 5, 6, 7, 8)),
        ("W", 9, None, "taken_count", (1, 2, 3, 4, 5, 6, 7, 8)),
        ("Wx3", 4, None, "taken_count", (3,)),
        ("WWW", 4, 20, "taken_count", (3,)),
        ("5x2,W", 3, 20, "taken_sum", (15,)),
        ("5x2,Wx1", None, 20, "taken_sum", (15,)),
        ("3,W", 3, 12, "taken_sum", (11, 13)),
        ("W", None, 22, "taken_sum", (5, 10, 15, 20, 25, 30, 35, 40)),
    ],
)
def test_says_what_would_fit(taken, aside, total, kind, allowed):
    with pytest.raises(TakenError) as caught:
        resolve_taken(parse_dice(taken), aside=aside, total=total)
    assert (caught.value.kind, caught.value.where) == (kind, "taken")
    assert caught.value.fields == {
        "taken": taken.replace("WWW", "Wx3"),
        "aside": aside,
        "total": total,
        "allowed": allowed,
    }
    assert "{" not in str(caught.value)


def test_lists_all_solutions_of_several_states():
    with pytest.raises(TakenError) as caught:
        resolve_taken(parse_dice("3,5,W"), aside=4)
    assert caught.value.kind == "taken_several"
    assert caught.value.fields["solutions"] == (
        ("3x2,5x1,Wx1", 4, 16),
        ("3x1,5x2,Wx1", 4, 18),
        ("3x1,5x1,Wx2", 4, 18),
    )
    assert "3x2,5x1,Wx1" in str(caught.value)


def test_sum_alone_may_leave_the_number_of_dice_open():
    with pytest.raises(TakenError) as caught:
        resolve_taken(parse_dice("1,2"), total=5)
    assert caught.value.fields["solutions"] == (("1x1,2x2", 3, 5), ("1x3,2x1", 4, 5))


@given(st.from_type(Turn), st.sets(st.sampled_from(range(len(FACES)))))
def test_knows_the_state_when_told_all_of_it(turn, exact):
    """Faces, number and sum are the state: whatever is written, it is found again."""
    bare = [face for face, count in enumerate(turn.kept) if count and face not in exact]
    counts = tuple(1 if face in bare else count for face, count in enumerate(turn.kept))
    taken = DiceSpec(counts, frozenset(exact))
    found = Turn(resolve_taken(taken, aside=sum(turn.kept), total=turn.total))
    assert (found.used, found.dice_left, found.total) == (turn.used, turn.dice_left, turn.total)
    assert all(found.kept[face] == turn.kept[face] for face in exact)
    assert total_of(found.kept) == turn.total
