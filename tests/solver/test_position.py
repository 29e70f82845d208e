import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormadvisor.solver.errors import (
    GameOverError,
    NotOverError,
    OutcomeError,
    PositionError,
)
from wormadvisor.solver.position import (
    BUST,
    MAX_TOTAL,
    TILES,
    Outcome,
    Position,
    worms,
)
from wormadvisor.solver.rules import PRESETS, Rules

FORCED = {f"{name}+steal=forced": Rules.parse(f"{name}+steal=forced") for name in PRESETS}
ALL_RULES = {**PRESETS, **FORCED}
every_rules = pytest.mark.parametrize("rules", ALL_RULES.values(), ids=ALL_RULES)


def claim(*tiles):
    return tuple(Outcome("claim", tile) for tile in tiles)


def steal(tile, victim=1):
    return Outcome("steal", tile, victim)


def by_preset(names, **expected):
    """Parametrise over the presets: what is expected under each, all four named."""
    assert set(expected) == set(PRESETS)
    cases = [pytest.param(PRESETS[preset], value, id=preset) for preset, value in expected.items()]
    return pytest.mark.parametrize(f"rules, {names}", cases)


# Material and set-up


def test_worms_of_the_tiles():
    assert [worms(tile) for tile in TILES] == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4


@pytest.mark.parametrize("players", range(2, 8))
def test_start(players):
    start = Position.start(players)
    assert start.grill == TILES
    assert start.stacks == ((),) * players
    assert start.players == players
    assert start.worms == (0,) * players
    assert start.out_of_game == ()
    assert start.live == 16
    assert not start.is_over


def test_normalises_what_it_is_given():
    position = Position({27, 21, 24}, iter([[25, 22], (tile for tile in (36,))]))
    assert position.grill == (21, 24, 27)
    assert position.stacks == ((25, 22), (36,))
    assert position == Position((21, 24, 27), ((25, 22), (36,)))
    assert hash(position) == hash(Position((21, 24, 27), ((25, 22), (36,))))
    assert position.worms == (3, 4)
    assert position.out_of_game == (23, 26, 28, 29, 30, 31, 32, 33, 34, 35)
    assert position.live == 6


def test_names_all_problems():
    with pytest.raises(PositionError) as caught:
        Position([21, 50, 22, 22], [[21, "30"]])
    assert [(found.kind, found.where) for found in caught.value.problems] == [
        ("not_a_tile", "grill"),
        ("players", "stacks"),
        ("not_a_tile", "stacks[0]"),
        ("tile_twice", "stacks[0]"),
        ("tile_twice", "grill"),
    ]
    assert "{" not in str(caught.value)


@pytest.mark.parametrize(
    ("grill", "stacks", "kind", "where", "fields"),
    [
        ([20], [[], []], "not_a_tile", "grill", {"token": 20, "lowest": 21, "highest": 36}),
        ([], [[], [37]], "not_a_tile", "stacks[1]", {"token": 37, "lowest": 21, "highest": 36}),
        ([21.0], [[], []], "not_a_tile", "grill", {"token": 21.0}),
        ([True], [[], []], "not_a_tile", "grill", {"token": True}),
        ([None], [[], []], "not_a_tile", "grill", {"token": None}),
        (21, [[], []], "not_tiles", "grill", {"token": 21}),
        ([21], [22, []], "not_tiles", "stacks[0]", {"token": 22}),
        ([21], 2, "not_stacks", "stacks", {"token": 2}),
        ([21], [[]], "players", "stacks", {"players": 1, "lowest": 2, "highest": 7}),
        ([21], [[]] * 8, "players", "stacks", {"players": 8}),
        ([21, 21], [[], []], "tile_twice", "grill", {"tile": 21, "places": ("grill", "grill")}),
        (
            [21],
            [[], [22, 21]],
            "tile_twice",
            "stacks[1]",
            {"tile": 21, "places": ("grill", "stacks[1]")},
        ),
        (
            [21],
            [[30], [31], [30]],
            "tile_twice",
            "stacks[2]",
            {"tile": 30, "places": ("stacks[0]", "stacks[2]")},
        ),
    ],
)
def test_refuses_impossible_positions(grill, stacks, kind, where, fields):
    with pytest.raises(PositionError) as caught:
        Position(grill, stacks)
    (problem,) = caught.value.problems
    assert (problem.kind, problem.where) == (kind, where)
    assert problem.fields.items() >= fields.items()


def test_takes_whole_numbers_of_numpy():
    numpy = pytest.importorskip("numpy")
    position = Position(numpy.array([22, 21]), [numpy.array([30]), []])
    assert position == Position([21, 22], [[30], []])
    assert all(type(tile) is int for tile in (*position.grill, *position.stacks[0]))


# Rule 4: what a total brings


@every_rules
def test_exact_tile_first(rules):
    position = Position(range(21, 30), [[], []])
    assert position.outcomes(21, rules) == claim(21)
    assert position.outcomes(25, rules)[0] == claim(25)[0]


@by_preset(
    "lower",
    official=(),
    flip=(),
    free=(22, 21),
    short=(),
)
def test_only_any_lets_a_lower_tile_be_taken_when_the_exact_one_is_open(rules, lower):
    position = Position([21, 22, 25, 30], [[], []])
    assert position.outcomes(25, rules) == claim(25, *lower)


@by_preset(
    "tiles",
    official=(22,),
    flip=(22,),
    free=(22, 21),
    short=(22,),
)
@pytest.mark.parametrize(
    "position",
    [
        pytest.param(Position([21, 22, 30], [[], []]), id="flipped"),
        pytest.param(Position([21, 22, 30], [[25], []]), id="own top"),
        pytest.param(Position([21, 22, 30], [[25, 23], []]), id="own, covered"),
        pytest.param(Position([21, 22, 30], [[], [25, 23]]), id="opponent's, covered"),
    ],
)
def test_missing_tile_gives_the_next_lower(position, rules, tiles):
    assert position.outcomes(25, rules) == claim(*tiles)


@every_rules
def test_own_top_tile_as_total_and_nothing_lower_is_a_bust(rules):
    position = Position([25, 30], [[22, 24], []])
    assert position.outcomes(24, rules) == (BUST,)


@every_rules
@pytest.mark.parametrize("total", [0, 5, 20])
def test_less_than_the_lowest_tile_is_a_bust(rules, total):
    assert Position.start().outcomes(total, rules) == (BUST,)


@every_rules
@pytest.mark.parametrize("total", [37, 38, 39, 40])
def test_more_than_the_highest_tile_takes_the_next_lower_and_steals_nothing(rules, total):
    position = Position([33], [[], [36]])
    assert position.outcomes(total, rules) == claim(33)
    assert Position([], [[], [36]]).is_over


@by_preset(
    "tiles",
    official=(21,),
    flip=(21,),
    free=(21,),
    short=(21,),
)
def test_exact_top_tile_may_be_stolen_or_the_next_lower_taken(rules, tiles):
    position = Position([21, 25], [[], [30, 22]])
    assert position.outcomes(22, rules) == (steal(22), *claim(*tiles))


@by_preset(
    "tiles",
    official=(25,),
    flip=(25,),
    free=(25, 21),
    short=(25,),
)
def test_steal_comes_before_the_highest_claim(rules, tiles):
    position = Position([21, 25], [[], [26]])
    assert position.outcomes(26, rules) == (steal(26), *claim(*tiles))


@pytest.mark.parametrize("rules", FORCED.values(), ids=FORCED)
def test_forced_steal_leaves_no_other_choice_whatever_may_be_claimed(rules):
    position = Position([21, 25], [[], [30, 22]])
    assert position.outcomes(22, rules) == (steal(22),)
    assert position.outcomes(23, rules) == claim(21)


@every_rules
def test_steal_is_valid_when_the_whole_grill_is_higher(rules):
    position = Position([30, 31], [[], [22]])
    assert position.outcomes(22, rules) == (steal(22),)
    assert position.outcomes(23, rules) == (BUST,)


@every_rules
def test_only_the_owner_of_exactly_that_top_tile_is_stolen_from(rules):
    position = Position([30], [[21], [22, 27], [26], []])
    assert position.outcomes(26, rules) == (steal(26, victim=2),)
    assert position.outcomes(27, rules) == (steal(27, victim=1),)
    assert position.outcomes(22, rules) == (BUST,)
    assert position.outcomes(21, rules) == (BUST,)


@given(st.from_type(Position), st.from_type(Rules), st.integers(0, MAX_TOTAL))
def test_a_valid_total_must_take_a_tile(position, rules, total):
    """No declining, with six faces set aside or by choice: a bust never stands beside."""
    if not position.is_over:
        outcomes = position.outcomes(total, rules)
        assert outcomes == (BUST,) or BUST not in outcomes


@pytest.mark.parametrize("total", [-1, 41, 21.5, "21"])
def test_refuses_totals_dice_cannot_have(total):
    with pytest.raises(OutcomeError) as caught:
        Position.start().outcomes(total, Rules())
    assert caught.value.fields == {"token": total, "lowest": 0, "highest": 40}


# All outcomes


@every_rules
def test_all_outcomes_in_order(rules):
    position = Position([21, 30, 25], [[24], [22, 27], [], [28]])
    assert position.all_outcomes() == (
        steal(28, victim=3),
        steal(27, victim=1),
        *claim(30, 25, 21),
        BUST,
    )


@given(st.from_type(Position), st.from_type(Rules))
def test_all_outcomes_are_those_of_all_totals(position, rules):
    if not position.is_over:
        found = {
            outcome for total in range(MAX_TOTAL + 1) for outcome in position.outcomes(total, rules)
        }
        listed = position.all_outcomes()
        assert set(listed) == found | {BUST}
        assert len(set(listed)) == len(listed)
        assert listed[-1] == BUST


# Rule 5 and the position after


@every_rules
def test_claim_goes_on_top_and_the_next_player_moves(rules):
    position = Position([21, 22], [[30], [31], [32]])
    after = position.after(Outcome("claim", 21), rules)
    assert after == Position([22], [[31], [32], [30, 21]])


@every_rules
def test_steal_uncovers_the_tile_below(rules):
    position = Position([21], [[30], [31], [32, 22]])
    after = position.after(steal(22, victim=2), rules)
    assert after == Position([21], [[31], [32], [30, 22]])


@by_preset(
    "grill",
    official=(22, 30),
    flip=(22, 30),
    free=(22, 30),
    short=(22,),
)
def test_bust_returning_the_highest_tile(rules, grill):
    position = Position([22], [[25, 30], []])
    assert position.after(BUST, rules) == Position(grill, [[], [25]])


@by_preset(
    "grill",
    official=(22,),
    flip=(22,),
    free=(22,),
    short=(22,),
)
def test_bust_returning_a_lower_tile_flips_the_highest_and_the_game_goes_on(rules, grill):
    after = Position([30], [[22], []]).after(BUST, rules)
    assert after == Position(grill, [[], []])
    assert not after.is_over
    assert after.out_of_game[-1] == 36
    assert 30 in after.out_of_game


@by_preset(
    "grill",
    official=(22, 30),
    flip=(22,),
    free=(22,),
    short=(22, 30),
)
def test_bust_without_tiles(rules, grill):
    position = Position([22, 30], [[], [25]])
    assert position.after(BUST, rules) == Position(grill, [[25], []])


@pytest.mark.parametrize(
    ("grill", "own", "rules", "lost"),
    [
        ([22, 30], [25], "official", (25, 30)),
        ([22, 24], [25], "official", (25, None)),  # Returned, it is the highest itself.
        ([22, 24], [25], "short", (25, 25)),
        ([22, 30], [], "official", (None, None)),
        ([22, 30], [], "flip", (None, 30)),
    ],
)
def test_what_a_bust_loses(grill, own, rules, lost):
    position = Position(grill, [own, [26]])
    assert position.lost_by_bust(Rules.parse(rules)) == lost


@by_preset(
    "over",
    official=False,
    flip=True,
    free=True,
    short=False,
)
def test_last_open_tile_flipped_by_a_bust_ends_the_game_there(rules, over):
    after = Position([22], [[], [25]]).after(BUST, rules)
    assert after.is_over == over
    if over:
        assert after.shares() == (1.0, 0.0)


@every_rules
def test_bust_with_a_tile_never_ends_the_game(rules):
    """The tile comes back: of two open tiles at most one is flipped."""
    for own, grill in ((22, 30), (30, 22)):
        assert not Position([grill], [[own], []]).after(BUST, rules).is_over


@every_rules
def test_bust_loses_the_tile_whatever_the_total_was(rules):
    position = Position([21, 36], [[24], []])
    assert position.outcomes(21, rules) == claim(21)
    assert position.after(BUST, rules).stacks == ((), ())


@by_preset(
    "goes_on",
    official=True,
    flip=True,
    free=True,
    short=True,
)
def test_claiming_the_last_tile_may_lose_where_a_bust_plays_on(rules, goes_on):
    position = Position([21], [[22], [36]])
    ended = position.after(Outcome("claim", 21), rules)
    assert ended.shares() == (1.0, 0.0)  # seen by the opponent, who wins
    assert position.after(BUST, rules).is_over != goes_on


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome("claim", 22),
        Outcome("claim", 23),
        Outcome("claim", None),
        Outcome("claim", 21, 1),
        Outcome("steal", 23, 2),
        Outcome("steal", 24, 1),
        Outcome("steal", 22, 0),
        Outcome("bust", 21),
    ],
)
def test_refuses_outcomes_that_cannot_be(outcome):
    position = Position([21], [[22], [24, 23], []])
    with pytest.raises(OutcomeError) as caught:
        position.after(outcome, Rules())
    assert caught.value.kind == "impossible_outcome"
    assert caught.value.fields == {
        "outcome": outcome,
        "allowed": (steal(23), *claim(21), BUST),
    }


@given(st.data(), st.from_type(Position), st.from_type(Rules))
def test_after_keeps_the_tiles_and_the_order_of_play(data, position, rules):
    if position.is_over:
        return
    outcome = data.draw(st.sampled_from(position.all_outcomes()))
    after = position.after(outcome, rules)
    assert Position(after.grill, after.stacks) == after

    gone = set(after.out_of_game) - set(position.out_of_game)
    assert set(position.out_of_game) <= set(after.out_of_game)
    assert len(gone) <= (outcome == BUST)

    *others, mover = after.stacks
    assert len(others) == position.players - 1
    for victim, (was, stack) in enumerate(zip(position.stacks[1:], others, strict=True), start=1):
        assert stack == (was[:-1] if outcome.victim == victim else was)
    own = position.stacks[0]
    assert mover == (own[:-1] if outcome == BUST else (*own, outcome.tile))


# The end


@every_rules
def test_game_is_over_without_an_open_tile(rules):
    over = Position([], [[22], [36]])
    assert over.is_over
    for question in (
        lambda: over.outcomes(36, rules),
        over.all_outcomes,
        lambda: over.after(BUST, rules),
    ):
        with pytest.raises(GameOverError) as caught:
            question()
        assert (caught.value.kind, caught.value.where) == ("game_over", "grill")


@pytest.mark.parametrize(
    ("stacks", "shares"),
    [
        ([[21], [25]], (0.0, 1.0)),
        ([[21, 22, 23], [25]], (1.0, 0.0)),
        ([[25], [26]], (0.0, 1.0)),
        ([[21, 26, 22], [25, 24, 23]], (1.0, 0.0)),  # equal worms: the highest, not the top
        ([[25], [21, 22], [26]], (0.0, 0.0, 1.0)),
        ([[], [21]], (0.0, 1.0)),
        ([[], []], (0.5, 0.5)),
        ([[], [], [], []], (0.25, 0.25, 0.25, 0.25)),
    ],
)
def test_shares(stacks, shares):
    assert Position([], stacks).shares() == shares


@given(st.from_type(Position))
def test_shares_add_up(position):
    over = Position([], position.stacks)
    assert sum(over.shares()) == pytest.approx(1.0)
    assert max(over.shares()) == 1.0 or not any(over.worms)


def test_no_shares_before_the_end():
    with pytest.raises(NotOverError) as caught:
        Position([21, 30], [[], []]).shares()
    assert (caught.value.kind, caught.value.fields) == ("not_over", {"tiles": 2})
