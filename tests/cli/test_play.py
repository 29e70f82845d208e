"""Games against bots, typed through a pipe."""

import pytest

from wormadvisor.cli import saved
from wormadvisor.cli.play import command
from wormadvisor.solver.record_reader import parse_record
from wormadvisor.tables.winning import Winning

OK = "ok\n" * 400


@pytest.fixture(autouse=True)
def _own_games(tmp_path, monkeypatch):
    monkeypatch.setenv("WORMADVISOR_DATA", str(tmp_path / "data"))
    # Quick advice: how good it is does not matter here.
    monkeypatch.setattr(command, "Winning", lambda: Winning(depth=1, reach=0))


def record(number=0):
    """The game saved last, as another reader sees it."""
    read = parse_record(saved.newest_first()[number].read_text(encoding="utf-8"))
    assert not read.problems
    return read.records[0]


@pytest.mark.parametrize("bots", [("random",), ("hard", "thumb"), ("easy", "medium", "hard") * 2])
def test_a_whole_game(run, bots):
    result = run("play", *bots, "--name", "Anna", "--seed", "3", "--rules", "flip", stdin=OK)
    assert result.exit_code == 0
    game = record().game
    assert game.is_over
    assert game.names[0] == "Anna"
    assert len(game.names) == 1 + len(bots)
    assert str(game.rules) == "flip"
    winner = game.names[game.result.index(max(game.result))]
    assert f"Game over. {winner} wins" in result.stdout
    # Every turn of everybody was told.
    assert all(f"\n{number}. " in result.stdout for number in range(1, len(game.turns) + 1))


def test_who_takes_advice_loses_nothing(run):
    result = run("play", "easy", "--name", "Anna", "--seed", "1", stdin=OK)
    said = next(line for line in result.stdout.splitlines() if line.startswith("Anna: "))
    assert " choices lost 0% of the win" in said


def test_a_game_that_was_left_goes_on_as_if_it_was_not(run):
    arguments = ("play", "lead~2", "random", "--name", "Anna", "--seed", "8")
    run(*arguments, stdin=OK)
    whole = record().game
    run(*arguments, stdin="ok\n")
    for lines in (1, 2, 6, 11):
        assert run("play", "--resume", stdin="ok\n" * lines).exit_code == 0
        assert not record().game.is_over
    assert run("play", "--resume", stdin=OK).exit_code == 0
    assert record().game == whole


def test_dice_of_the_table(run):
    dice = "W5544321\n5 roll\n11W4W2\nW stop\n1112223\n55555WWW\nW5\n55544W\nquit\n"
    run("play", "cautious", "--name", "Anna", "--dice", "typed", stdin=dice)
    first, *others = record().game.turns
    assert [throw.roll for throw in first.throws] == [(1, 1, 1, 2, 2, 1), (2, 1, 0, 1, 0, 2)]
    # 5x2 and Wx2 are 20: a bust, which she chose.
    assert first.outcome.kind == "bust"
    # Seven dice are refused; then the bot has 5x5 or Wx3.
    assert others[0].throws[0].roll == (0, 0, 0, 0, 5, 3)


def test_tutor_questions_bad_choices_only(run):
    # Setting aside 1x2 of these loses 1.2 %, as `hint` says too.
    arguments = ("play", "hard", "--name", "Anna", "--seed", "7")
    asked = "That gives away 1."
    result = run(*arguments, "--tutor", stdin="1 roll\nt\nW\n")
    assert asked in result.stdout
    assert record().game.turns[0].throws[0].face == 5
    result = run(*arguments, "--tutor", stdin="1 roll\np\n")
    assert asked in result.stdout
    assert record().game.turns[0].throws[0].face == 0
    result = run(*arguments, "--tutor", stdin="1 roll\ns\n")
    assert "> 3x2" in result.stdout
    assert "Saved" not in result.stdout
    assert len(saved.newest_first()) == 2  # Nothing was entered, so nothing is kept.
    result = run(*arguments, "--tutor", stdin="1 roll\nno\np\n")
    assert "p: play it. t: think again." in result.stdout
    assert record().game.turns[0].throws[0].face == 0
    assert asked not in run(*arguments, "--tutor", "5%", stdin="1 roll\n").stdout


def test_undo_keeps_the_dice(run):
    arguments = ("play", "hard", "--seed", "7")
    run(*arguments, stdin="3 roll\n")
    there = record().game
    result = run(*arguments, stdin="undo\n3 roll\n4\nundo\nundo\nundo\nundo\n3 roll\n")
    assert "There is no choice before this one." in result.stdout
    assert record().game == there


def test_with_dice_of_the_table_no_face_is_forgotten(run):
    run("play", "easy", "--dice", "typed", stdin="undo\n11223345\n4 roll\n")
    assert record().game.turns[0].throws[0].face == 3


def test_commands_say_something(run):
    lines = "why\nodds\nshow\nlog\nhelp\n?\nzz\n9\nstop\n"
    text = run("play", "hard", "--seed", "7", stdin=lines)
    for said in (
        "Setting aside",
        "bust ",
        "grill: 21-36",
        "play --resume",
        "not a face",
        "set aside a face of the roll first",
    ):
        assert said in text.stdout


def test_a_game_of_the_coach_is_not_gone_on_with(run, refusal, tmp_path):
    path = tmp_path / "table.txt"
    run("coach", "Anna", "Ben", "--file", str(path), stdin="24\n")
    told = refusal("play", "--resume", str(path))
    assert f"go on with it: wormadvisor coach --resume {path}" in told
    assert "put --tutor last" in refusal("play", "--tutor", "hard")


def test_small_answers(run):
    assert "No turn yet." in run("play", "easy", "--dice", "typed", stdin="log\n").stdout
    assert saved.newest_first() == []


def test_bots_with_one_name_are_told_apart(run):
    run("play", "easy", "easy", "--name", "Anna", "--name", "Ben", "--first", "ben", stdin="ok\n")
    assert record().game.names == ("Anna", "Ben", "easy", "easy-2")
    assert record().game.first == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("play", *["easy"] * 7), "2 to 7"),
        (("play", "nobody"), "nobody"),
        (("play", "easy", "--tutor", "much"), "much"),
        (("play", "easy", "--first", "Zoe"), "Zoe"),
        (("play", "easy", "--rules", "house"), "house"),
        (("play", "easy", "--name", "Anna", "--name", "anna"), "anna"),
        (("play", "easy", "--name", "a\x1b[2Jb"), "cannot be shown"),
        (("play", "--resume"), "no game is saved"),
        (("play", "easy", "--resume", "x"), "has its players, rules and dice already"),
    ],
)
def test_wrong_wishes(refusal, arguments, told):
    assert told in refusal(*arguments)


def test_mistyped_dice_are_taken_back(run):
    """Of one's own first roll, and of a bot that has ended its turn since."""
    arguments = ("play", "cautious", "--name", "Anna", "--dice", "typed")
    run(*arguments, stdin="11223345\nundo\n55 22 33 4 5\n5 roll\n")
    assert [throw.roll for throw in record().game.turns[0].throws] == [(0, 2, 2, 1, 3, 0)]
    # A bust, and then a bot that has 21 at once.
    lines = "55555WWW\n5 stop\n5555WWW1\nundo\n5555WWW2\n"
    run(*arguments, stdin=lines)
    bots = record().game.turns[1].throws
    assert [throw.roll for throw in bots] == [(0, 1, 0, 0, 4, 3)]


def test_a_wrong_number_of_dice_is_told(run):
    """In words that are right for one die too."""
    shown = run("play", "hard", "--dice", "typed", stdin="5\n55\n11112233\n").stdout
    assert "dice rolled: 1, set aside: 0; together they must be 8" in shown
    assert "dice rolled: 2, set aside: 0; together they must be 8" in shown


def test_a_count_that_is_not_all_of_the_face_is_refused(run):
    result = run("play", "hard", "--dice", "typed", stdin="51112233\n55 roll\n5 stop roll\n")
    assert "'5x2' is not all of them: set aside 5x1" in result.stdout
    assert "'roll' is one word too many" in result.stdout
    assert [throw.face for throw in record().game.turns[0].throws] == [None]


def test_the_tile_is_asked_for_again_and_taken_by_its_number(run):
    """Total 24: any open tile up to that, as the rules `free` have it."""
    arguments = ("play", "hard", "--name", "Anna", "--dice", "typed", "--rules", "free")
    result = run(*arguments, stdin="WWW11124\n4 roll\nWWW1112\nW roll\n5123\n5 stop\n9\n23\n")
    assert "'9' is not understood" in result.stdout
    assert record().game.turns[0].outcome.tile == 23


def test_what_a_game_is_played_with_stays_when_it_is_resumed(run, refusal):
    run("play", "hard", "--seed", "7", stdin="W\nundo\n")
    for option in (("--rules", "flip"), ("--seed", "7"), ("--dice", "typed"), ("--first", "hard")):
        assert "rules and dice already" in refusal("play", "--resume", *option)
    # But one may want a tutor, or another one, from now on.
    assert "gives away 1." in run("play", "--resume", "--tutor", stdin="1 roll\n").stdout
    assert "gives away 1." in run("play", "--resume", stdin="1 roll\n").stdout
    assert "gives away" not in run("play", "--resume", "--tutor", "5%", stdin="1 roll\n").stdout


def test_other_games_of_the_file_stay_in_it(run):
    run("play", "hard", "--seed", "1", stdin="ok\n")
    run("play", "hard", "--seed", "2", stdin="ok\n")
    one, other = saved.newest_first()
    (before,) = parse_record(one.read_text()).records
    one.write_text(other.read_text() + "\n" + one.read_text())
    run("play", "--resume", str(one), stdin="ok\n")
    first, last = parse_record(one.read_text()).records
    assert first.tags["seed"] == "1"
    assert last.tags == before.tags
    assert last.game != before.game


def test_what_cannot_be_saved_is_not_said_to_be(run, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("WORMADVISOR_DATA", str(tmp_path / "file"))
    result = run("play", "hard", "--seed", "7", stdin="1\n")
    assert "NOT SAVED: " in result.stderr
    assert "Saved" not in result.stdout


def test_one_program_for_a_game(run, refusal):
    run("play", "hard", "--seed", "7", stdin="ok\n")
    (path,) = saved.newest_first()
    before = path.read_text(encoding="utf-8")
    with saved.held(path, "--resume"):
        told = refusal("play", "--resume")
        assert told == f"--resume: {path} is in use by another program; end that one first"
    assert path.read_text(encoding="utf-8") == before
    run("play", "--resume", stdin="ok\n")
    assert path.read_text(encoding="utf-8") != before
    # Nothing but the game is left behind.
    assert [path] == list(path.parent.iterdir())
