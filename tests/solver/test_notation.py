import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wormadvisor.solver.dice import FACES, NO_DICE, NUM_DICE, Counts, DiceSpec, Turn, as_counts
from wormadvisor.solver.errors import NotationError, PositionError, RulesError, SolverError
from wormadvisor.solver.notation import (
    format_counts,
    format_dice,
    format_position,
    format_roll,
    format_tiles,
    parse_counts,
    parse_dice,
    parse_position,
    parse_tiles,
)
from wormadvisor.solver.position import TILES, Position
from wormadvisor.solver.rules import PRESETS, Rules

START = "21-36/-/-"


def some_counts(most=NUM_DICE) -> st.SearchStrategy[Counts]:
    dice = st.lists(st.sampled_from(range(len(FACES))), max_size=most)
    return dice.map(lambda found: as_counts(found.count(face) for face in range(len(FACES))))


# Dice


@pytest.mark.parametrize("text", ["55W3", "W355", "55w3", "5x2,W,3", "5X2,w,3x1", "5,3,W,5"])
def test_dice_are_written_in_many_ways(text):
    assert parse_counts(text) == (0, 0, 1, 0, 2, 1)


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("55W3", "5"),
        ("5x2,W,3", "5"),
        ("5,W,5,3", "5"),
        ("W,5x1", "5"),
        ("W", ""),
        ("WW", "W"),
        ("W,Wx1", "W"),
        ("Wx1,W", "W"),
        ("-", ""),
    ],
)
def test_dice_remember_which_counts_are_written(text, exact):
    assert parse_dice(text).exact == {FACES.index(face) for face in exact}


def test_dice_are_written_canonically():
    counts = parse_counts("W3155")
    assert format_counts(counts) == "1x1,3x1,5x2,Wx1"
    assert format_roll(counts) == "1,3,5,5,W"
    assert format_dice(parse_dice("W3155")) == "1,3,5x2,W"
    assert format_counts(NO_DICE) == format_roll(NO_DICE) == "-"
    assert parse_counts("-") == NO_DICE


@pytest.mark.parametrize(
    ("text", "kind", "token", "column", "more"),
    [
        ("", "empty", "", 0, {"write": "-"}),
        ("5,,W", "empty_item", "", 2, {}),
        ("5,", "empty_item", "", 2, {}),
        ("6", "not_a_face", "6", 0, {"allowed": tuple(FACES)}),
        ("55Q3", "not_a_face", "Q", 2, {"allowed": tuple(FACES)}),
        ("5,W,R", "not_a_face", "R", 4, {}),
        ("5, W", "not_a_face", " ", 2, {}),
        ("5 W", "not_a_face", " ", 1, {}),
        ("x2", "not_a_face", "x", 0, {}),
        ("2,5-", "not_a_face", "-", 3, {}),
        ("ß", "not_a_face", "ß", 0, {}),
        ("5x", "bad_count", "", 2, {"lowest": 1, "highest": 8}),
        ("W,5x0", "bad_count", "0", 4, {}),
        ("5x9", "bad_count", "9", 2, {}),
        ("5x12", "bad_count", "12", 2, {}),
        ("5x-1", "bad_count", "-1", 2, {}),
        ("5x²", "bad_count", "²", 2, {}),
        ("55,W", "mixed_dice", "55", 0, {"write": "5,5"}),
        ("5x2W", "mixed_dice", "5x2W", 0, {"write": "5x2,W"}),
        ("1,W5x3", "mixed_dice", "W5x3", 2, {"write": "W,5x3"}),
        ("5x5,Wx4", "too_many_dice", "5x5,Wx4", 0, {"dice": 9, "highest": 8}),
        ("123451234", "too_many_dice", "123451234", 0, {"dice": 9}),
    ],
)
def test_refuses_other_dice(text, kind, token, column, more):
    with pytest.raises(NotationError) as caught:
        parse_dice(text)
    error = caught.value
    assert (error.kind, error.where, error.column, error.text) == (kind, "dice", column, text)
    assert error.fields.items() >= {"token": token, **more}.items()
    assert "{" not in str(error)


@given(some_counts(), st.sets(st.sampled_from(range(len(FACES)))))
def test_dice_round_trip(counts, faces):
    assert parse_counts(format_counts(counts)) == counts
    assert parse_counts(format_roll(counts)) == counts
    assert parse_counts(format_roll(counts).replace(",", "").lower()) == counts
    exact = {face for face, count in enumerate(counts) if count > 1 or (count and face in faces)}
    spec = DiceSpec(counts, frozenset(exact))
    assert parse_dice(format_dice(spec)) == spec


# Tiles


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("-", ()),
        ("27", (27,)),
        ("21-24,27", (21, 22, 23, 24, 27)),
        ("27,21-22", (27, 21, 22)),
        ("30-30", (30,)),
        ("21,21", (21, 21)),
        ("21-36", TILES),
    ],
)
def test_tiles_are_read_in_order(text, tiles):
    assert parse_tiles(text) == tiles


@pytest.mark.parametrize(
    ("tiles", "plain", "ranges"),
    [
        ((), "-", "-"),
        ((22, 21), "22,21", "22,21"),
        ((21, 22), "21,22", "21,22"),
        ((21, 22, 23), "21,22,23", "21-23"),
        ((21, 23, 24, 25, 27), "21,23,24,25,27", "21,23-25,27"),
        (TILES[:3] + TILES[4:], "21,22,23,25,26,27,28,29,30,31,32,33,34,35,36", "21-23,25-36"),
    ],
)
def test_tiles_are_written_with_ranges_where_wanted(tiles, plain, ranges):
    assert format_tiles(tiles) == plain
    assert format_tiles(tiles, ranges=True) == ranges


@pytest.mark.parametrize(
    ("text", "kind", "token", "column", "more"),
    [
        ("", "empty", "", 0, {"write": "-"}),
        ("21,,22", "empty_item", "", 3, {}),
        ("20", "not_a_tile", "20", 0, {"lowest": 21, "highest": 36}),
        ("21,37", "not_a_tile", "37", 3, {"lowest": 21, "highest": 36}),
        ("021", "not_a_tile", "021", 0, {}),
        ("21, 22", "not_a_tile", " 22", 3, {}),
        ("21,22-40", "not_a_tile", "40", 6, {}),
        ("21,1-22", "not_a_tile", "1", 3, {}),
        ("21-", "not_a_tile", "21-", 0, {}),
        ("21,-", "not_a_tile", "-", 3, {}),
        ("21-23-25", "not_a_tile", "23-25", 3, {}),
        ("9" * 5000, "not_a_tile", "9" * 5000, 0, {}),
        ("2²", "not_a_tile", "2²", 0, {}),
        ("30,24-21", "range_backwards", "24-21", 3, {"write": "21-24"}),
    ],
)
def test_refuses_other_tiles(text, kind, token, column, more):
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    error = caught.value
    assert (error.kind, error.where, error.column, error.text) == (kind, "tiles", column, text)
    assert error.fields.items() >= {"token": token, **more}.items()
    assert "{" not in str(error)


@given(st.lists(st.sampled_from(TILES)))
def test_tiles_round_trip(tiles):
    assert parse_tiles(format_tiles(tiles)) == tuple(tiles)
    assert parse_tiles(format_tiles(tiles, ranges=True)) == tuple(tiles)


# Positions


def test_reads_a_turn_with_a_roll():
    position, turn, rules = parse_position("21,23,24,27/22,25/26 5x2,Wx1 1,3,3,4,W official")
    assert position == Position([21, 23, 24, 27], [[22, 25], [26]])
    assert turn == Turn((0, 0, 0, 0, 2, 1), (1, 0, 2, 1, 0, 1))
    assert rules == PRESETS["official"]


def test_reads_a_first_roll():
    position, turn, rules = parse_position("21-36/-/- - 1,1,2,4,4,4,5,W flip")
    assert position == Position.start()
    assert turn == Turn(NO_DICE, (2, 1, 0, 3, 1, 1))
    assert rules == PRESETS["flip"]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("21,23,24,27/22,25/26 5x2,Wx1 1,3,3,4,W official", None),
        ("21-36/-/- - 1,1,2,4,4,4,5,W flip", None),
        ("25,30/-/21,29/22 4x2,Wx3 official+steal=forced", None),
        ("-/21/- official", None),
        (START, f"{START} official"),
        (f"{START} -", f"{START} official"),
        (f"{START} - SHORT", f"{START} short"),
        (f"{START} free+empty_bust_flips=no", f"{START} official+lower_tile=any"),
        (f"{START} w 1112223", f"{START} Wx1 1,1,1,2,2,2,3 official"),
        (f"{START} W45w W,5,5x2", f"{START} 4x1,5x1,Wx2 5,5,5,W official"),
        ("27,21,23,22/24-26/-", "21-23,27/24,25,26/- official"),
    ],
)
def test_text_is_canonical(text, canonical):
    assert format_position(*parse_position(text)) == (canonical or text)


def test_kept_dice_are_as_written():
    """No "at least one" as in a description by a person: W is one W."""
    assert parse_position(f"{START} W")[1] == Turn((0, 0, 0, 0, 0, 1))


def test_no_preset_begins_as_dice_do():
    assert all(name[0].isalpha() and name[0] not in "wW" for name in PRESETS)


@pytest.mark.parametrize(
    ("text", "error_type", "kind", "where", "spot"),
    [
        ("", NotationError, "empty", "grill", ("", 0)),
        ("21,/-/-", NotationError, "empty_item", "grill", ("", 3)),
        ("21//-", NotationError, "empty", "stacks[0]", ("", 3)),
        ("21/-/30,99", NotationError, "not_a_tile", "stacks[1]", ("99", 8)),
        ("21/-/32-30", NotationError, "range_backwards", "stacks[1]", ("32-30", 5)),
        ("21/-/22,21", PositionError, "tile_twice", "stacks[1]", ("22,21", 5)),
        ("21/-", PositionError, "players", "stacks", ("21/-", 0)),
        ("21/-/-/-/-/-/-/-/-", PositionError, "players", "stacks", ("21/-/-/-/-/-/-/-/-", 0)),
        ("21/-/-  5", NotationError, "extra_space", "text", ("", 7)),
        (" 21/-/-", NotationError, "extra_space", "text", ("", 0)),
        ("21/-/- ", NotationError, "extra_space", "text", ("", 7)),
        ("21/-/-\n", NotationError, "not_a_tile", "stacks[1]", ("-\n", 5)),
        ("21/-/-\tW", NotationError, "not_a_tile", "stacks[1]", ("-\tW", 5)),
        ("21/-/- W6", NotationError, "not_a_face", "kept", ("6", 8)),
        ("21/-/- W 55,1", NotationError, "mixed_dice", "roll", ("55", 9)),
        ("21/-/- W 5x5", NotationError, "dice_not_complete", "roll", ("5x5", 9)),
        ("21/-/- 5x8 -", NotationError, "roll_empty", "roll", ("-", 11)),
        ("21/-/- 12345W 5,5", NotationError, "turn_over", "roll", ("5,5", 14)),
        ("21/-/- - 5x8 W", NotationError, "too_many_fields", "text", ("W", 13)),
        ("21/-/- flip W", NotationError, "rules_not_last", "rules", ("flip", 7)),
        ("21/-/- W 5x7 flip short", NotationError, "rules_not_last", "rules", ("flip", 13)),
        ("21/-/- W flop", RulesError, "unknown_preset", "rules", ("flop", 9)),
        ("21/-/- +steal=forced", RulesError, "unknown_preset", "rules", ("", 7)),
        ("21/-/- flip+steal=no", RulesError, "unknown_value", "rules", ("no", 18)),
    ],
)
def test_points_at_the_first_mistake(text, error_type, kind, where, spot):
    with pytest.raises(error_type) as caught:
        parse_position(text)
    error = caught.value
    assert type(error) is error_type
    assert (error.kind, error.where) == (kind, where)
    assert (error.fields["token"], error.column) == spot
    assert error.text == text


def test_names_all_mistakes():
    with pytest.raises(NotationError) as caught:
        parse_position("21,21,99/-/30 5xW 55W,Q flip+x")
    assert [(found.kind, found.where, found.column) for found in caught.value.problems] == [
        ("not_a_tile", "grill", 6),
        ("tile_twice", "grill", 0),
        ("unknown_switch", "rules", 29),
        ("bad_count", "kept", 16),
    ]


@given(st.from_type(Position), st.none() | st.from_type(Turn), st.from_type(Rules))
def test_position_round_trip(position, turn, rules):
    text = format_position(position, turn, rules)
    start = turn == Turn(NO_DICE)
    assert parse_position(text) == (position, None if start else turn, rules)
    assert format_position(*parse_position(text)) == text


def survives(text):
    """Whatever the text: it is read, or an error points into it."""
    try:
        found = parse_position(text)
    except (NotationError, PositionError, RulesError) as error:
        assert_points_into(text, error)
        return
    canonical = format_position(*found)
    assert parse_position(canonical) == found
    assert format_position(*parse_position(canonical)) == canonical


def assert_points_into(text, error: SolverError):
    assert error.text == text
    assert str(error)
    for problem in error.problems:
        assert problem.column is not None
        assert text[problem.column :].startswith(str(problem.fields["token"]))


@given(st.text())
@example("\u0130/\u0131/W")
@example("21/-/- \u0130")
@example("21/-/- \ufb01")
def test_any_text_is_read_or_refused(text):
    survives(text)


@given(st.text("0123456789WwXx,-/ +=officalpst"))
def test_any_text_of_the_right_characters_is_read_or_refused(text):
    survives(text)


@given(
    st.from_type(Position),
    st.none() | st.from_type(Turn),
    st.from_type(Rules),
    st.data(),
)
def test_any_text_near_a_position_is_read_or_refused(position, turn, rules, data):
    text = format_position(position, turn, rules)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 3, len(text))))
    patch = data.draw(st.text("123456W,x-/ +=", max_size=3))
    survives(text[:start] + patch + text[end:])


@given(st.text() | st.text("123456Wwx,-X0"))
def test_any_text_is_dice_or_refused(text):
    try:
        spec = parse_dice(text)
    except NotationError as error:
        assert_points_into(text, error)
    else:
        assert parse_dice(format_dice(spec)) == spec


@given(st.text() | st.text("12345,-0"))
def test_any_text_is_tiles_or_refused(text):
    try:
        tiles = parse_tiles(text)
    except NotationError as error:
        assert_points_into(text, error)
    else:
        assert parse_tiles(format_tiles(tiles)) == tiles


@given(st.text() | st.text("flipofcaert+=ysnyo_"))
def test_any_text_is_rules_or_refused(text):
    try:
        rules = Rules.parse(text)
    except RulesError as error:
        assert_points_into(text, error)
    else:
        assert Rules.parse(str(rules)) == rules
