"""`wormadvisor coach` through a pipe: whole games, corrections, and what is kept."""

import os
import random
import re
import signal
import subprocess
import sys

import pytest

from tests.cli.coach.test_steps import words_of
from tests.games import play
from wormadvisor.cli.saved import VARIABLE, held
from wormadvisor.solver.position import Outcome
from wormadvisor.solver.record_reader import parse_record
from wormadvisor.solver.rules import PRESETS


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))
    return tmp_path / "data" / "games"


@pytest.fixture
def coach(run):
    def call(*args, lines=(), code=0):
        result = run("coach", *args, stdin="".join(f"{line}\n" for line in lines))
        assert result.exit_code == code, result.output
        return result

    return call


def saved(folder):
    (path,) = folder.iterdir()
    read = parse_record(path.read_text(encoding="utf-8"))
    assert read.problems == ()
    return read.records[-1]


def test_a_whole_game(coach, folder):
    lines = [
        *("took 21", "took 36", "22", "35", "23", "34", "24", "33", "25", "32", "26", "31"),
        *("stole 31", "stole 31 from Anna", "27", "30", "29", "28"),
    ]
    shown = coach("Anna", "Ben", "--depth", "1", lines=lines).stdout
    game = saved(folder).game
    assert game.is_over
    worms = [sum((tile - 17) // 4 for tile in stack) for stack in game.stacks]
    assert f"Game over. Ben wins with {max(worms)} worms." in shown
    assert "Anna steals the 31 from Ben.\nBen steals the 31 from Anna.\n" in shown


def test_a_tie_is_told(coach):
    start = "21/25/26"
    shown = coach("A", "B", "--position", start, lines=["27", "took 21", "show"], code=1)
    assert "the 27 is out of the game" in shown.stderr
    assert "Game over. A wins with 3 worms." in shown.stdout
    shown = coach("A", "B", "--position", "21/28/21,26".replace("21,26", "22,27"), lines=["21"])
    assert "Game over. A wins with 3 worms.\nAs many worms: A, B. The highest" in shown.stdout
    assert "tile decides: the 28." in shown.stdout
    shown = coach("A", "B", "--position", "21/-/-", "--rules", "flip", lines=["b"])
    assert "A busts: the 21 is out." in shown.stdout
    assert "Nobody has a tile: the win is shared by all." in shown.stdout


def test_what_a_bust_does_is_told(coach):
    shown = coach("A", "B", "--position", "21,30/22,25/36", lines=["b", "b"]).stdout
    assert "A busts: the 25 goes back, the 30 is out." in shown
    assert "B busts: the 36 goes back." in shown
    shown = coach("A", "B", "--position", "21,30/-/36", "--rules", "short", lines=["b", "b"]).stdout
    assert "A busts." in shown
    assert "B busts: the 36 is out." in shown


def test_advice(coach):
    shown = coach("Anna", "Ben", "--depth", "1", lines=["55W31124", "ok", "why", "odds"]).stdout
    first, *table = shown.splitlines()
    assert first.startswith("Set aside ")
    faces = [line for line in table if "x" in line[:5]]
    assert [line[0] for line in faces] == [">", " ", " ", " ", " ", " "]
    assert "ROLL." in shown
    assert "Rolling on is worth" in shown
    assert "bust  " in shown


def test_only_me(coach):
    lines = ["55W31124", "5", "b", "55W31124", "1", "22345W", "1"]
    shown = coach("Anna", "Ben", "--me", "ben", "--first", "Anna", "--depth", "1", lines=lines[:3])
    assert "Set aside" not in shown.stdout
    shown = coach("Anna", "Ben", "--me", "Ben", "--depth", "1", lines=lines, code=1)
    assert shown.stdout.count("Set aside") >= 1
    judged = coach("Anna", "Ben", "--me", "Ben", "--judge", lines=["WWWW5111", "1"]).stdout
    assert "1 loses" in judged
    assert "better: Wx4" in judged


@pytest.mark.parametrize(
    ("before", "line", "said"),
    [
        ([], "5555WW12 W 555512 5 s 21", "take 21 loses {}; better: take 30."),
        ([], "5555WW12 W 555512 took 21", "take 21 loses {}; better: take 30."),
        ([], "WWWW5555 W 5555 took 27", "take 27 loses {}; better: take 36."),
        ([], "5555WW12 W 555512 5 s 30", None),
        ([], "5555WW12 W 555512 5 took 36", None),  # Dice that nobody told.
        (["30"], "5555WW12 W 555512 5 s 29", "take 29 loses {}; better: steal 30."),
        (["30"], "5555WW12 W 555512 5 s 30", None),
    ],
)
def test_the_choice_of_a_tile_is_judged(coach, before, line, said):
    args = ("A", "B", "--judge", "--rules", "free", "--depth", "1")
    shown = coach(*args, "--me", "BA"[len(before)], lines=[*before, line]).stdout
    losses = [line for line in shown.splitlines() if re.match("(take|steal) .* loses", line)]
    assert [re.sub(r"loses [0-9.]+%", "loses {}", line) for line in losses] == [said] * bool(said)


def test_rolling_into_a_bust_is_judged_as_rolling(coach):
    args = ("A", "B", "--me", "B", "--judge", "--depth", "1")
    shown = coach(*args, lines=["WWWW5551 W", "5551 5", "5"]).stdout
    assert re.search("Rolling on loses [0-9.]+%; better: take 35.\nA busts", shown)
    assert "Stopping" not in shown


def test_judging_needs_somebody_to_advise(coach, folder, tmp_path):
    error = "Error: --judge: goes with --me only\n"
    assert coach("A", "B", "--judge", code=2).stderr == error
    assert list(folder.glob("*")) == []
    path = tmp_path / "game.txt"
    coach("A", "B", "--me", "B", "--file", str(path), lines=["24"])
    coach("--resume", str(path), "--judge")  # The file says who is advised.
    coach("A", "B", "--file", str(tmp_path / "other.txt"), lines=["24"])
    assert coach("--resume", str(tmp_path / "other.txt"), "--judge", code=2).stderr == error


def test_corrections(coach, folder):
    lines = [
        *("24", "25", "undo", "26", "stole 24", "fix 2 took 27", "fix 1 took 23", "undo 3"),
        *("fix 1 took 28", "fix 9 b", "fix", "log"),
    ]
    result = coach("A", "B", "C", lines=lines, code=1)
    assert "line 5: the 24 is on top of the stack of A" not in result.stderr
    assert "then turn 3 (C) is impossible" in result.stderr
    assert "line 10: '9' is not a turn; turns are 1 to 1" in result.stderr
    assert "line 11: write the number of a turn" in result.stderr
    assert saved(folder).game.stacks == ((28,), (), ())
    assert result.stdout.endswith("1. A: take 28\n")


@pytest.mark.parametrize("nothing", ["fix", "fix 1", "fix 1 cut", "fix A", "fix 1 roll", "fix 1 >"])
def test_a_fix_says_what_the_turn_was(coach, folder, nothing):
    result = coach("A", "B", lines=["24", nothing], code=1)
    assert "line 2: write the number of a turn and what it was" in result.stderr
    assert saved(folder).game.stacks == ((24,), ())


def test_a_fix_that_is_taken_back_shows_the_turns_as_they_were(coach, folder):
    shown = coach("A", "B", lines=["24", "25", "fix 1 took 36", "undo"]).stdout
    assert shown == "A takes the 24.\nB takes the 25.\n1. A: take 36\n1. A: take 24\n"
    assert saved(folder).game.stacks == ((24,), (25,))


def test_a_name_in_front(coach, folder):
    lines = ["anna took 24", "Jan Peter: 25", "Jan 26", "J b", "nobody 27", "Zoe 5 5", "cem"]
    result = coach("Anna", "Jan Peter", "Jos", lines=lines, code=1)
    assert result.stderr == (
        "line 3: it is not the turn of 'Jan Peter', but of Jos\n"
        "line 4: 'J' can be several players: Jan Peter, Jos; write more of it, in quotes if there "
        "are spaces\n"
        "line 5: 'nobody' is not understood; type help\n"
        "line 6: 'Zoe' is not understood; type help\n"
        "line 7: 'cem' is not understood; type help\n"
    )
    assert saved(folder).game.stacks == ((24,), (25,), ())


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Ben", "B took 24"),
        ("Ben", "b 24"),
        ("Ben", "b 55W31124"),
        ("Sam", "S took 24"),
        ("Sam", "s 24"),
        ("Quentin", "Q took 24"),
        ("Hugo", "H took 24"),
        ("Ursula", "u 3"),
        ("Tom", "T took 24"),
        ("Oksana", "ok stole 22"),
    ],
)
@pytest.mark.parametrize("others", [("Cem", "Dan"), ("Dan", "Cem")])
def test_a_short_name_that_is_also_a_word(coach, folder, name, line, others):
    """Whoever is to move: it is never taken for the word, and the colon makes it the name."""
    seats = (others[0], name, others[1]) if others[0] == "Cem" else (*others, name)
    word = line.split()[0]
    result = coach(*seats, lines=["22", line], code=1)
    assert result.stderr == (
        f"line 2: '{word}' can be {name} or a word of its own; put a name in quotes, or a "
        "word on its own line\n"
    )
    assert saved(folder).game.stacks == ((22,), (), ())


def test_a_quoted_short_name(coach, folder):
    shown = coach("Anna", "Ben", "Cem", lines=["22", '"B" took 24', "c: 25"]).stdout
    assert shown == "Anna takes the 22.\nBen takes the 24.\nCem takes the 25.\n"


def test_stopping_where_somebody_has_the_same_letter(coach, folder):
    """`s 24` with dice in hand is a stop, as everywhere."""
    lines = ["WWW11122 W 33312 3", "s 24", "22", "Sam: 23"]
    coach("Anna", "Ben", "Sam", "--me", "Ben", lines=lines)
    assert saved(folder).game.stacks == ((24,), (22,), (23,))


def test_saying_what_a_stop_took_is_no_turn(coach, folder):
    lines = ["WWW11122 W 33312 3 s took 24", "WWW11122 W 33311 3 stop steal from Anna"]
    shown = coach("Anna", "Ben", "Cem", "--me", "Cem", lines=lines).stdout
    assert "Anna takes the 24.\n" in shown
    assert saved(folder).game.stacks == ((), (24,), ())


def test_what_others_do_is_heard(coach):
    shown = coach("Anna", "Ben", "--me", "Anna", lines=["24", "11W23455", "1", "undo"]).stdout
    assert shown == (
        "Anna takes the 24.\nBen rolled 1,1,2,3,4,5,5,W.\n"
        "Ben: 1x2 aside, sum 2, 6 dice left.\nBen rolled 1,1,2,3,4,5,5,W.\n"
    )


def test_small_answers(coach):
    result = coach("A", "B", lines=["log", "WWWW1123", "W", "ok"], code=1)
    assert result.stdout.startswith("No turn yet.\n")
    assert result.stderr == "line 4: roll 4 dice, then type what they show\n"


def test_turns_that_are_cut_are_shown_once_more(coach):
    lines = ["24", "25", "stole 24", "26", "fix 1 23 cut", "fix 2 stole 23"]
    shown = coach("A", "B", "C", lines=lines).stdout
    assert shown.endswith(
        "1. A: take 23\nLeft out: the turns from 3 on.\n"
        "3. C: steal 24 from A\n4. A: take 26\n2. B: steal 23 from A\n"
    )


def test_turns_that_are_undone_are_shown_once_more(coach):
    assert coach("A", "B", lines=["24", "25", "undo"]).stdout.endswith("B takes the 25.\n")
    shown = coach("A", "B", lines=["24", "25", "26", "undo 22"]).stdout
    assert shown.endswith(
        "Left out: the turns from 1 on.\n1. A: take 24\n2. B: take 25\n3. A: take 26\n"
    )


def test_later_turns_that_a_fix_changes_are_shown(coach):
    shown = coach("A", "B", "C", lines=["24", "stole 24", "stole 24", "fix 2 b"]).stdout
    assert shown.endswith("2. B: bust\n3. C: steal 24 from A\n")


def test_moves_before_a_wrong_one_are_kept(coach, folder):
    result = coach("A", "B", "--me", "B", lines=["55W31124 5 1112"], code=1)
    assert result.stderr == "line 1: dice in hand: 6, but '1112' has 4\n"
    assert result.stdout == "Set aside: 5x2 = 10.\n"
    assert saved(folder).game.turn.total == 10


def test_the_table(coach):
    shown = coach(
        "Anna", "Ben", "--position", "21-24,27/22,25/26".replace("22,25", "35"), lines=["show"]
    ).stdout
    assert "grill: 21-24,27" in shown
    assert "> Anna      4" in shown
    shares = [float(word[:-1]) for word in shown.split() if word.endswith("%")]
    assert sum(shares) == pytest.approx(100, abs=0.11)


def test_a_game_goes_on(coach, folder):
    coach("Anna", "Ben", "--me", "Ben", "--depth", "3", "--rules", "free", lines=["24", "55W31124"])
    before = saved(folder)
    assert before.tags["me"] == "Ben"
    assert before.tags["depth"] == "3"
    result = coach("--resume", lines=["5", "bust"])
    assert "Ben busts: the 36 is out." in result.stdout
    after = saved(folder)
    assert after.game.rules == PRESETS["free"]
    assert after.game.turns[0].outcome == Outcome("claim", 24)
    assert len(after.game.turns) == 2
    assert after.tags == before.tags


def test_notes_and_other_games_of_a_file_are_kept(coach, tmp_path):
    path = tmp_path / "evening.txt"
    text = (
        "[players A B]\n1. A: bust {first game}\n\n"
        "[players A B]\n1. A: take 24 {=50.00%}\n2. B: take 25 {gone}\n"
    )
    path.write_text(text, encoding="utf-8")
    coach("--resume", str(path), lines=["undo", "26"])
    first, second = parse_record(path.read_text(encoding="utf-8")).records
    assert [note.what for note in first.notes] == ["first game"]
    assert [note.turn for note in second.notes] == [0]
    assert second.game.stacks == ((24,), (26,))


def test_a_fix_keeps_what_people_wrote(coach, tmp_path):
    path = tmp_path / "game.txt"
    text = (
        "[players A B]\n\n{an evening}\n"
        "1. A: 55W31124>5 {why not?} 555555 {=50.00%} bust {oh} {=50.00%}\n"
        "2. B: take 25 {we had pizza here} {=60.00%}\n"
        "3. A: bust {=40.00%}\n4. B: take 26 {B cheered}\n"
    )
    path.write_text(text, encoding="utf-8")
    coach("--resume", str(path), lines=["fix 1 took 23"])
    turns = path.read_text(encoding="utf-8").partition("\n\n")[2]
    assert turns == (
        "{an evening}\n1. A: take 23 {why not?} {oh}\n2. B: take 25 {we had pizza here}\n"
        "3. A: bust\n4. B: take 26 {B cheered}\n"
    )
    coach("--resume", str(path), lines=["fix 2 took 26 cut"])
    turns = path.read_text(encoding="utf-8").partition("\n\n")[2]
    assert turns == (
        "{an evening}\n1. A: take 23 {why not?} {oh}\n2. B: take 26 {we had pizza here}\n"
        "3. A: bust\n"
    )


def test_another_choice_does_not_get_the_notes_of_the_one_before(coach, tmp_path):
    path = tmp_path / "game.txt"
    noted = "1. A: 55W31124>5 {good} 11222W>1 {=40.00% -12.00% ??} {better: 2x3, roll}"
    path.write_text(f"[players A B]\n{noted}\n", encoding="utf-8")
    coach("--resume", str(path), "--me", "B", lines=["undo", "2"])
    text = path.read_text(encoding="utf-8")
    assert text.endswith("\n1. A: 1123455W>5 {good} 11222W>2\n")
    noted = "1. A: WWW11122>W {three} 33312>3 {nine} take 24 {=50.00%} {well}"
    path.write_text(f"[players A B]\n{noted}\n", encoding="utf-8")
    coach("--resume", str(path), "--me", "B", lines=["undo", "s"])
    text = path.read_text(encoding="utf-8")
    assert text.endswith("\n1. A: 11122WWW>W {three} 12333>3 {nine} take 24\n")


def test_a_file_of_ones_own(coach, tmp_path):
    path = tmp_path / "sub" / "game.txt"
    coach("A", "B", "--file", str(path), lines=["24", f"save {tmp_path / 'copy.txt'}", "save"])
    assert path.read_bytes() == (tmp_path / "copy.txt").read_bytes()
    result = coach("A", "B", "--file", str(path), code=2)
    assert "is there already" in result.stderr
    result = coach("--resume", str(path), lines=[f"save {path}"], code=1)
    assert "is there already" in result.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "Error: NAMES: a game needs 2 to 7 players"),
        (("A",), "Error: NAMES: a game needs 2 to 7 players"),
        (("A", "a"), "Error: NAMES: 'a' is the name of two players"),
        (("A", "B\x1b[2J"), r"Error: NAMES: 'B\x1b[2J' cannot be shown"),
        (("A", "B", "--first", "C"), "Error: --first: 'C' does not play here; players: A, B"),
        (("A", "B", "--me", "C"), "Error: --me: 'C' does not play here"),
        (("A", "B", "--rules", "fre"), "Error: --rules, column 1: 'fre' is not a set of rules"),
        (("A", "B", "--steal", "no"), "Error: --steal: 'no' is not possible"),
        (("A", "B", "--position", "21/-/-/-"), "Error: NAMES: 2 names for 3 players"),
        (("A", "B", "--position", "21/-"), "Error: --position, column 1: 1 players"),
        (("A", "B", "--position", "21/-/- 5x2"), "Error: --position: a game starts before"),
        (("A", "B", "--depth", "9"), "Error: Invalid value for '--depth'"),
        (("--resume",), "Error: --resume: no game is saved in"),
        (("--resume", "x.txt", "A", "B"), "Error: NAMES: does not go with --resume"),
        (("--resume", "x.txt", "--rules", "flip"), "Error: --rules: does not go with --resume"),
    ],
)
def test_wrong_beginnings(coach, args, message):
    result = coach(*args, code=2)
    assert result.stdout == ""
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1


def test_files_that_cannot_be_resumed(coach, tmp_path):
    assert "x.txt: " in coach("--resume", str(tmp_path / "x.txt"), code=1).stderr
    bad = tmp_path / "bad.txt"
    bad.write_text("[players A B]\n1. A: take 24\n2. B: take 24\n", encoding="utf-8")
    error = coach("--resume", str(bad), code=2).stderr
    assert f"{bad}, line 3, column 7: 'take 24' is not possible here" in error
    assert bad.read_text(encoding="utf-8").endswith("2. B: take 24\n")


def test_what_cannot_be_saved_is_told_and_the_game_goes_on(coach, tmp_path):
    (tmp_path / "data").write_text("not a folder")
    result = coach("A", "B", lines=["24", "25", "save"], code=1)
    assert result.stderr.count("NOT SAVED: ") == 4
    assert result.stdout == "A takes the 24.\nB takes the 25.\n"


def test_one_coach_for_a_file(coach, tmp_path, folder):
    path = tmp_path / "game.txt"
    coach("A", "B", "--file", str(path), lines=["24"])
    code = "from wormadvisor.cli.main import program; program.main(prog_name='wormadvisor')"
    other = subprocess.Popen(
        [sys.executable, "-c", code, "coach", "--resume", str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert other.stdin is not None
    assert other.stdout is not None
    other.stdin.write("25\n")
    other.stdin.flush()
    assert other.stdout.readline() == "B takes the 25.\n"
    error = coach("--resume", str(path), lines=["26"], code=2).stderr
    assert error == f"Error: --resume: {path} is in use by another program; end that one first\n"
    other.kill()
    other.communicate()
    coach("--resume", str(path), lines=["26"])
    assert [path] == [found for found in tmp_path.iterdir() if found.is_file()]
    (record,) = parse_record(path.read_text(encoding="utf-8")).records
    assert record.game.stacks == ((24, 26), (25,))


def test_one_coach_for_a_file_and_links_to_it(coach, tmp_path):
    path, link = tmp_path / "game.txt", tmp_path / "other" / "link.txt"
    coach("A", "B", "--file", str(path), lines=["24"])
    link.parent.mkdir()
    link.symlink_to(path)
    for one, other in ((path, link), (link, path)):
        with held(one, "--resume"):
            error = coach("--resume", str(other), code=2).stderr
        assert f"{other} is in use by another program" in error
    coach("--resume", str(link), lines=["25"])


def test_bytes_that_are_no_text_are_kept(coach, run, tmp_path):
    path = tmp_path / "latin.txt"
    wrong = b"\xef\xbb\xbf[players Andr\xc3\xa9 Ben]\r\n\r\n{caf\xc3\xa9 or caf\xe9}\n"
    path.write_bytes(wrong)
    said = f"{path}, line 3, column 13: this is no text in UTF-8; save the file as UTF-8"
    for command in ("coach", "play"):
        result = run(command, "--resume", str(path), stdin="24\n")
        assert (result.exit_code, result.stderr) == (2, f"Error: {said}\n")
        assert path.read_bytes() == wrong
    path.write_text("[players A B]\n", encoding="utf-16")
    assert "line 1, column 1: this is no text" in coach("--resume", str(path), code=2).stderr


def test_what_cannot_be_read_does_not_stop_the_games_that_can(coach, run, folder):
    coach("A", "B", lines=["24"])
    run("play", "easy", "--name", "Anna", "--seed", "1", stdin="W\n")
    (folder / "zz.txt").mkdir()
    (folder / "zy.txt").symlink_to(folder / "nowhere")
    (folder / "zx.txt").symlink_to("/proc/self/mem")  # Cannot be read, even by root.
    assert coach("--resume", lines=["25"]).stdout == "B takes the 25.\n"
    assert run("play", "--resume", stdin="").exit_code == 0


def test_nothing_is_made_for_a_file_that_is_not_there(coach, tmp_path):
    coach("--resume", str(tmp_path / "no" / "game.txt"), code=1)
    assert not (tmp_path / "no").exists()


def test_why_names_the_players(coach):
    """Reasons that speak of an opponent say who it is."""
    steal = ("--position", "22,23,35/26/28/24", "--depth", "1", "--first", "Ben")
    lines = ["WWWW1111", "W", "1111", "1", "why"]
    shown = coach("Anna", "Ben", "Cem", *steal, lines=lines).stdout
    assert "STOP: steal the 24 from Anna." in shown
    assert "Stealing the 24 also takes 1 worm from Anna." in shown
    assert "opponent" not in shown


def test_a_roll_in_the_position(coach):
    shown = coach("A", "B", "--position", "21-36/-/- - 1,1,2,4,4,4,5,W", lines=["4"]).stdout
    assert "ROLL." in shown


def test_a_game_of_seven_typed_from_a_record(coach, folder):
    """What a record says, typed turn by turn, is the same game."""
    game = play(random.Random(5), 7, PRESETS["short"], most=40).game
    options = ("--first", game.names[game.first], "--rules", "short", "--me", "Anna")
    coach(*game.names, *options, "--depth", "1", lines=map(" ".join, words_of(game)))
    assert saved(folder).game == game


def test_kill_9_loses_nothing_typed(tmp_path):
    """Killed while it waits for the next line, everything before is there."""
    path = tmp_path / "game.txt"
    code = "from wormadvisor.cli.main import program; program.main(prog_name='wormadvisor')"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "coach", "A", "B", "--me", "B", "--file", str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ), text=True,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("24\n25\n55W31124\nlog\n")
    process.stdin.flush()
    while not process.stdout.readline().startswith("3. "):
        pass
    process.send_signal(signal.SIGKILL)
    process.communicate()
    (record,) = parse_record(path.read_text(encoding="utf-8")).records
    assert record.game.stacks == ((24,), (25,))
    assert record.game.turn.legal_faces


def test_a_turn_that_is_over_by_itself_is_ended_when_it_is_read(coach, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("[players A B]\n1. A: 55555123>5 555\n", encoding="utf-8")
    coach("--resume", str(path), lines=["24"])
    (record,) = parse_record(path.read_text(encoding="utf-8")).records
    assert record.game.stacks == ((), (24,))
