"""From options to the question: defaults, dice told in part, and what does not fit."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wormadvisor.cli.options import Asked
from wormadvisor.cli.reading import read_question
from wormadvisor.solver.errors import SolverError
from wormadvisor.solver.notation import parse_dice, parse_tiles
from wormadvisor.solver.rules import SWITCHES


def position_of(ask, *args):
    return ask("hint", *args)["position"]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("", "21-36/-/- official"),
        ("--me 22,25", "21,23,24,26-36/22,25/- official"),
        ("--me 25,22", "21,23,24,26-36/25,22/- official"),
        ("--opp 36 --opp - --opp 21", "22-35/-/36/-/21 official"),
        ("--players 4 --opp 36", "21-35/-/36/-/- official"),
        ("--grill 30,21-23 --me 24", "21-23,30/24/- official"),
        ("--rules SHORT", "21-36/-/- short"),
        ("--rules flip --steal forced", "21-36/-/- flip+steal=forced"),
        ("--rules flip+steal=forced --steal FORCED", "21-36/-/- flip+steal=forced"),
        ("--empty-bust-flips yes --lower-tile any", "21-36/-/- free"),
        ("--returned-highest-flips yes", "21-36/-/- short"),
        ("--roll w5512345", "21-36/-/- - 1,2,3,4,5,5,5,W official"),
    ],
)
def test_what_is_left_out_has_its_default(ask, question, text):
    assert position_of(ask, *question.split()) == text


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("--taken W --roll 1234", "Wx4"),
        ("--taken W --left 4", "Wx4"),
        ("--taken W --left 4 --roll 1234", "Wx4"),
        ("--taken W", "Wx1"),
        ("--taken WW", "Wx2"),
        ("--taken 5x2,W --left 4", "5x2,Wx2"),
        ("--taken 5x2,W --sum 25", "5x2,Wx3"),
        ("--taken 3,5,W --sum 23 --left 3", "3x1,5x1,Wx3"),
        ("--taken 3,5,W --sum 23", "3x1,5x1,Wx3"),
        ("--left 8", None),
        ("--sum 0", None),
        ("--taken -", None),
        ("--taken 1,2,3,4,5,W", "1x1,2x1,3x1,4x1,5x1,Wx1"),
    ],
)
def test_dice_told_in_part(ask, question, kept):
    text = position_of(ask, *question.split())
    fields = text.split(" ")
    assert (fields[1] if len(fields) > 2 else None) == kept


def test_lists_what_the_dice_can_be(refusal):
    message = refusal("hint", "--taken", "1,W", "--left", "5")
    assert message == (
        "--taken: 1,W can be several things; write counts, one of: "
        "1x2,Wx1 (sum 7); 1x1,Wx2 (sum 11)"
    )


def test_lists_every_state_once(refusal):
    message = refusal("hint", "--taken", "5,W,1", "--left", "4")
    assert message.endswith("one of: 1x2,5x1,Wx1 (sum 12); 1x1,5x1,Wx2 (sum 16)")
    message = refusal("hint", "--taken", "1,2", "--sum", "5")
    assert message.endswith("one of: 1x1,2x2 (sum 5, 5 left); 1x3,2x1 (sum 5, 4 left)")


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("--roll 5,5,W,3", "--taken: 4 dice must be set aside already; say which"),
        ("--roll 55W3444", "--taken: one die must be set aside already; say which"),
        ("--left 3", "--taken: 5 dice must be set aside already"),
        ("--sum 3", "--taken: say which dice make the sum 3"),
        ("--roll 12345512 --sum 3", "--taken: no dice are set aside, so the sum is 0 and not 3"),
        ("--taken 5x2,W --sum 23", "--taken: 5x2,W cannot have the sum 23; possible: 15, 20"),
        ("--taken 5x2 --roll 123", "--taken: 5x2 cannot be 5 dice, only 2"),
        ("--roll 123 --taken W --left 4", "--left: dice left: 4, but rolled: 3"),
        ("--roll - --taken W", "--roll: a roll needs at least one die"),
        ("--roll 12 --taken 12345W", "--roll: all six faces are set aside"),
        ("--roll 123451234", "--roll, column 1: 9 dice; there are only 8"),
        (
            "--roll 5,7",
            "--roll, column 3: '7' is not a face of a die; faces are 1, 2, 3, 4, 5, W (the worm)",
        ),
        ("--taken 5x9", "--taken, column 3: '9' is not a number of dice from 1 to 8"),
        ("--taken 55,W", "--taken, column 1: '55' mixes letters run together"),
        ("--sum 41", "--sum: '41' is not a whole number from 0 to 40"),
        ("--left x", "--left: 'x' is not a whole number from 0 to 8"),
        ("--players 8", "--players: '8' is not a whole number from 2 to 7"),
        ("--players 2 --opp 21 --opp 22", "--players: 2 players, but the stacks are for 3"),
        ("--grill 21,37", "--grill, column 4: '37' is not a tile; tiles are 21 to 36"),
        ("--grill 24-21", "--grill, column 1: the range '24-21' runs backwards; write 21-24"),
        ("--me 21,,22", "--me, column 4: nothing is written between two commas"),
        ("--me 21,21", "--me: the tile 21 is in more than one place (your stack, your stack)"),
        (
            "--opp 21 --opp 21",
            "--opp #2: the tile 21 is in more than one place "
            "(the stack of opponent 1, the stack of opponent 2)",
        ),
        ("--me 21 --grill 21", "--me: the tile 21 is in more than one place (the grill, your"),
        ("--opp 5", "--opp, column 1: '5' is not a tile"),
        ("--rules flop", "--rules, column 1: 'flop' is not a set of rules; there are: official"),
        ("--rules flip+steal", "--rules, column 6: 'steal' needs a value, as in steal=optional"),
        ("--rules flip+x=y", "--rules, column 6: 'x' is not a switch of the rules"),
        ("--steal maybe", "--steal: 'maybe' is not possible for steal; choose one of: optional"),
        ("--rules flip+steal=forced --steal optional", "--steal: 'optional' contradicts --rules"),
        ("--objective win2", "--objective: 'win2' is not an objective; there are: win, lead"),
        ("--objective reach:41", "--objective: '41' is not a total of dice"),
        ("--roll 5 --roll 5", "--roll: given more than once"),
        ("--position 21-36/-", "--position, column 1: 1 players; the game has 2 to 7"),
        ("--position 21-36/-/-/99", "--position, column 11: '99' is not a tile"),
    ],
)
def test_says_what_is_wrong_where_and_how_to_mend_it(refusal, question, message):
    assert refusal("hint", *question.split()).startswith(message)


@pytest.mark.parametrize(
    ("spaced", "plain"),
    [
        (("--roll", "5 5 W 3", "--taken", "W"), "--roll 5,5,W,3 --taken W"),
        (("--roll", " 5, 5 ,W ,  3", "--taken", "Wx4 "), "--roll 5,5,W,3 --taken Wx4"),
        (("--taken", "5x2 W", "--left", "5"), "--taken 5x2,W --left 5"),
        (("--me", "22, 25", "--opp", "26 27"), "--me 22,25 --opp 26,27"),
        (("--grill", "21-24, 27  30-31"), "--grill 21-24,27,30-31"),
    ],
)
def test_spaces_between_dice_and_tiles(ask, spaced, plain):
    assert position_of(ask, *spaced) == position_of(ask, *plain.split())


@pytest.mark.parametrize(
    ("option", "text", "message"),
    [
        ("--roll", "5 5  7 3", "--roll, column 6: '7' is not a face"),
        ("--roll", " 5, ,3", "--roll, column 5: nothing is written between two commas"),
        ("--roll", "  ", "--roll, column 1: nothing is written here"),
        ("--me", "22 ,  40", "--me, column 7: '40' is not a tile"),
        ("--me", "22, ", "--me, column 4: nothing is written between two commas"),
    ],
)
def test_a_mistake_between_spaces_is_at_its_column(refusal, option, text, message):
    assert refusal("hint", option, text).startswith(message)


NOTHING = Asked(None, None, None, None, None, None, (), None, None, None, {})


def read(name, text):
    """Read a question of one option: what it is, or what is wrong with it and where."""
    try:
        return read_question(replace(NOTHING, **{name: text}))
    except SolverError as error:
        return [(problem.kind, problem.fields) for problem in error.problems]


@given(st.text("123456wWxX,- \t", max_size=12), st.text("0123,- ", max_size=10))
@example("1,1,2,3,4,4,5,W", "21-24,27")
def test_what_could_be_read_without_spaces_is_read_as_before(dice, tiles):
    for name, text, parse in (("taken", dice, parse_dice), ("me", tiles, parse_tiles)):
        try:
            parse(text)
        except SolverError as error:
            if not any(letter.isspace() for letter in text):
                found = [(problem.kind, problem.fields) for problem in error.problems]
                assert read(name, text) == found
        else:
            assert not any(letter.isspace() for letter in text)
            assert read(name, text) == read(name, f" {text.replace(',', ' , ')} ")


@pytest.mark.parametrize("command", ["hint", "evaluate", "odds"])
def test_values_without_quotes(run, command):
    result = run(command, "--roll", "5", "5", "W", "3")
    assert result.exit_code == 2
    assert "'5 W 3' belongs to no option; put values with spaces in quotes" in result.stderr


def test_eight_players(refusal):
    args = [word for tile in range(21, 28) for word in ("--opp", str(tile))]
    assert refusal("hint", *args) == "--opp: 8 players; the game has 2 to 7"


def test_names_all_problems(refusal):
    message = refusal(
        "hint", "--grill", "20,22", "--me", "40", "--opp", "x", "--roll", "7", "--sum", "99",
        "--rules", "flop", "--steal", "no", "--players", "1",
    )  # fmt: skip
    options = ["--grill", "--me", "--opp", "--roll", "--sum", "--rules", "--steal", "--players"]
    assert all(f"{option}, column" in message or f"{option}: " in message for option in options)


TEXT = "21,23,24,27/22,25/26 5x2,Wx1 1,3,3,4,W flip"


@pytest.mark.parametrize(
    "same",
    [
        "--grill 27,21,23-24",
        "--me 22,25",
        "--opp 26",
        "--players 2",
        "--rules flip",
        "--steal optional",
        "--rules official --empty-bust-flips yes",
        "--taken 5,W",
        "--taken 5x2,W",
        "--sum 15",
        "--left 5",
        "--roll W4331",
        "--roll W4331 --taken 5x2,Wx1 --me 22,25 --opp 26",
    ],
)
def test_a_position_text_and_the_same_in_options(ask, same):
    assert position_of(ask, "--position", TEXT, *same.split()) == TEXT


@pytest.mark.parametrize(
    "other",
    [
        "--grill 27,21,23",
        "--grill -",
        "--me 25",
        "--me 25,22",
        "--opp 27",
        "--players 3",
        "--rules official",
        "--rules flip --steal forced",
        "--steal forced",
        "--empty-bust-flips no",
        "--taken 5x1,W",
        "--taken 5,W,1",
        "--taken 5",
        "--taken -",
        "--sum 16",
        "--left 4",
        "--roll W4332",
    ],
)
def test_a_position_text_and_something_else_in_options(refusal, other):
    message = refusal("hint", "--position", TEXT, *other.split())
    assert "contradicts --position, which says" in message
    assert message.split(":")[0] in other.split()


def test_more_opponents_than_the_position_has(refusal):
    message = refusal("hint", "--position", TEXT, "--opp", "26", "--opp", "-")
    assert message == "--opp: 2 opponents, but --position has 1; leave some out"


@pytest.mark.parametrize(
    ("text", "more", "result"),
    [
        ("21-36/-/-", "--roll 11223344 --rules flip", "21-36/-/- - 1,1,2,2,3,3,4,4 flip"),
        ("21-36/-/-", "--taken W --left 4", "21-36/-/- Wx4 official"),
        ("21-36/-/- Wx4 short", "--roll 1234", "21-36/-/- Wx4 1,2,3,4 short"),
        ("21-36/-/- Wx4", "--steal forced", "21-36/-/- Wx4 official+steal=forced"),
        ("21-36/-/-/-/36", "--opp - --opp -", None),
    ],
)
def test_options_add_what_a_position_text_leaves_open(ask, refusal, text, more, result):
    if result is None:
        assert "tile 36" in refusal("hint", "--position", text, *more.split())
    else:
        assert position_of(ask, "--position", text, *more.split()) == result


@pytest.mark.parametrize(
    ("text", "roll", "message"),
    [
        ("21-36/-/- Wx4", "123", "--roll: dice rolled: 3, set aside: 4; together they must be 8"),
        ("21-36/-/- 1,2,3,4,5,W", "12", "--roll: all six faces are set aside"),
    ],
)
def test_a_roll_must_fit_the_dice_of_the_position(refusal, text, roll, message):
    assert refusal("hint", "--position", text, "--roll", roll).startswith(message)


def test_every_switch_has_an_option(run):
    text = run("hint", "--help").stdout
    assert all(f"--{switch.replace('_', '-')} [" in text for switch in SWITCHES)
