"""`analyze` as people and programs call it."""

import json
import random
import subprocess
import sys

import numpy as np
import pytest

from tests.cli.analyze.conftest import FILES, RECORDS, read
from wormadvisor.solver.record_reader import parse_record

TWO = str(RECORDS / "two.txt")


def test_a_game_for_people(run):
    result = run("analyze", TWO, "--depth", "1")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:2] == ["Anna, Ben (official)", "Anna wins."]
    assert max(map(len, lines)) <= 80
    text = result.stdout
    assert "Turning points" in text
    assert "luck taken out" in text
    # Turn 2 as it is in the record: 11234555>5 245WW>W take 25.
    at = next(number for number, line in enumerate(lines) if line.startswith("   2 Ben "))
    assert lines[at].split()[2::2][0] == "11234555"
    assert "5x3, roll" in lines[at]
    assert "Wx2, take 25" in lines[at + 1]


@pytest.fixture(scope="module")
def answer(run):
    result = run("analyze", str(RECORDS), "--depth", "1", "--json")
    assert result.exit_code == 0
    return json.loads(result.stdout)


def test_a_folder_for_programs(answer):
    assert {game["file"].rpartition("/")[2] for game in answer["games"]} == {
        f"{name}.txt" for name in FILES
    }
    assert answer["problems"] == []
    counts = {player["name"]: player["games"] for player in answer["players"]}
    assert counts["Anna"] == 3
    assert counts["Gus the 2nd"] == 1


def test_the_account_of_every_player_adds_up(answer):
    for game in answer["games"]:
        for player in game["summary"]:
            gains = ("start", "luck", "others_luck", "others_loss", "unknown", "remainder")
            total = sum(player[name] for name in gains) - player["loss"]
            assert total == pytest.approx(player["result"], abs=1e-9)
            luck = player["luck"] + player["others_luck"] + player["unknown"]
            assert player["adjusted"] == pytest.approx(player["result"] - luck, abs=1e-9)


def test_turns_lead_from_the_start_to_the_result(answer):
    for game in answer["games"]:
        share = np.array(game["start"])
        for turn in game["turns"]:
            assert share == pytest.approx(np.array(turn["start"]), abs=1e-9)
            for step in turn["steps"]:
                sign = 1 if step["type"] == "roll" else -1
                share = share + sign * np.array(step["luck" if sign == 1 else "loss"])
                assert share == pytest.approx(np.array(step["value"]), abs=1e-9)
            assert share == pytest.approx(np.array(turn["end"]), abs=1e-9)
            share = share + np.array(turn["remainder"])
        assert share == pytest.approx(np.array(game["end"]), abs=1e-9)
        assert game["end"] == list(read(name_of(game)).game.result)


def name_of(game):
    return game["file"].rpartition("/")[2].removesuffix(".txt")


def test_marks_follow_their_thresholds(answer):
    seen = set()
    for game in answer["games"]:
        for turn in game["turns"]:
            for step in turn["steps"]:
                if step["type"] == "roll":
                    continue
                loss = step["loss"][turn["player"]] if step["decision"] else 0.0
                mark = None
                for name, least in (("?!", 0.01), ("?", 0.03), ("??", 0.08)):
                    mark = name if loss >= least else mark
                assert step["mark"] == mark
                seen.add(mark)
    assert {None, "?!", "?"} <= seen


def test_written_files_appear_and_the_record_is_the_same_game(run, tmp_path):
    page, record = tmp_path / "page.html", tmp_path / "noted.txt"
    result = run(
        "analyze", TWO, "--depth", "1", "--summary", "--html", str(page), "--annotate", str(record)
    )
    assert (result.exit_code, result.stderr) == (0, "")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    (noted,) = parse_record(record.read_text(encoding="utf-8")).records
    assert noted.game == read("two").game
    # No half-written file is left over.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["noted.txt", "page.html"]


def test_a_folder_without_records_says_where_they_may_be(run, tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / ".hidden").mkdir()
    result = run("analyze", str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr == (
        f"{tmp_path}: no record is in this folder itself; name a folder in it: games\n"
    )
    (tmp_path / "games" / "one.json").write_text("{}", encoding="utf-8")
    result = run("analyze", str(tmp_path / "games"))
    assert result.exit_code == 2
    assert result.stderr == f"{tmp_path / 'games'}: no record is in this folder\n"


def test_names_are_written_out_where_there_is_room(run, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(read_text().replace("Ben", '"Ben the 2nd"'), encoding="utf-8")
    result = run("analyze", str(path), "--depth", "1", "--summary")
    assert "\nBen the 2nd " in result.stdout
    result = run("analyze", str(path), "--depth", "1")
    assert " Ben the 2nd\n" in result.stdout[result.stdout.index("Anna", 200) :]


@pytest.mark.parametrize(
    ("damage", "line", "told"),
    [
        (lambda text: text.replace("take 26", "take 27"), 9, "take 27"),
        (lambda text: text.replace("2. Ben: 11234555>5", "2. Ben: 1123455>5"), 8, "7"),
        (lambda text: text.replace("2. Ben: 11234555>5", "2. Ben: 11239555>5"), 8, "9"),
        (lambda text: text.replace("2. Ben: 11234555>5", "2. Ben: 11234555>W"), 8, "W"),
        (lambda text: text[: text.index("take 25") + 3], 8, "ta"),
        (lambda text: text.replace("rules official", "rules unheard"), 2, "unheard"),
    ],
)
def test_damage_is_named_with_its_line_and_the_rest_is_read(run, tmp_path, damage, line, told):
    path = tmp_path / "damaged.txt"
    whole = read_text()
    text = damage(whole)
    assert text != whole
    path.write_text(text, encoding="utf-8")
    result = run("analyze", str(path), "--depth", "1", "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == (1 if answer["games"] else 2)
    assert [(problem["file"], problem["line"]) for problem in answer["problems"]] == [
        (str(path), line)
    ]
    assert told in answer["problems"][0]["message"]
    assert result.stderr.count("\n") == 1
    # All turns before the damage are there.
    turns = [len(game["turns"]) for game in answer["games"]]
    assert turns == ([] if line == 2 else [line - 7])


def read_text():
    return (RECORDS / "two.txt").read_text(encoding="utf-8")


def beginning():
    """Give the game without its result, up to its second turn."""
    lines = read_text().splitlines(keepends=True)
    return "".join(line for line in lines[:8] if not line.startswith("[result"))


def test_one_damaged_game_does_not_stop_the_others(run, tmp_path):
    path = tmp_path / "both.txt"
    path.write_text(f"{beginning()}3. Anna: steal 36\n{beginning()}", encoding="utf-8")
    result = run("analyze", str(path), "--depth", "1", "--summary")
    assert result.exit_code == 1
    assert "2 games" in result.stdout
    assert f"line {beginning().count(chr(10)) + 1}" in result.stderr


def test_games_are_counted_not_those_of_a_player(run, tmp_path):
    path = tmp_path / "both.txt"
    path.write_text("[players A B]\n1. A: take 30\n[players C D]\n1. C: take 30\n")
    result = run("analyze", str(path), "--depth", "1", "--summary")
    assert result.exit_code == 0
    assert result.stdout.startswith("2 games\n")


def test_a_file_named_twice_is_read_once(run, tmp_path, monkeypatch):
    """By whatever name: in a folder, from elsewhere, through a link."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "one.txt").write_text(beginning(), encoding="utf-8")
    (tmp_path / "link.txt").symlink_to(folder / "one.txt")
    (tmp_path / "folder").symlink_to(folder)
    names = ("games/one.txt", str(folder), "games/../games/one.txt", "link.txt", "folder")
    result = run("analyze", *names, "--depth", "1", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert [game["file"] for game in found["games"]] == ["games/one.txt"]
    # What cannot be read is told once as well; standard input has only one end.
    result = run("analyze", "no.txt", "-", "no.txt", "-", "--depth", "1", stdin=beginning())
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    # A copy is another file.
    (folder / "two.txt").write_text(beginning(), encoding="utf-8")
    result = run("analyze", "games", "link.txt", "--depth", "1", "--json")
    assert len(json.loads(result.stdout)["games"]) == 2


def test_a_folder_is_read_but_for_what_is_no_record(run, tmp_path):
    (tmp_path / "a.txt").write_text(beginning(), encoding="utf-8")
    (tmp_path / "b.txt").write_text("noise", encoding="utf-8")
    (tmp_path / "c.txt").write_text(beginning(), encoding="utf-8")
    for name in (".hidden", "page.html", "picture.PNG", "answer.json"):
        (tmp_path / name).write_text("no record", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    gone = tmp_path / "gone"
    result = run("analyze", str(gone), str(tmp_path), "--depth", "1", "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 1
    found = [game["file"].rpartition("/")[2] for game in answer["games"]]
    assert found == ["a.txt", "c.txt"]
    problems = [problem["file"].rpartition("/")[2] for problem in answer["problems"]]
    assert problems == ["gone", "b.txt"]


@pytest.mark.parametrize("name", [".hidden", "page.html", "folder/record.txt"])
def test_a_folder_without_records_is_said(run, tmp_path, name):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(beginning(), encoding="utf-8")
    result = run("analyze", str(tmp_path), "--json")
    answer = json.loads(result.stdout)
    assert (result.exit_code, answer["games"]) == (2, [])
    (problem,) = answer["problems"]
    assert (problem["file"], problem["line"]) == (str(tmp_path), None)
    assert str(tmp_path) in result.stderr


def test_an_empty_name_is_not_the_folder_one_is_in(run, tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text(beginning(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = run("analyze", "")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1


def test_a_link_stays_a_link(run, tmp_path):
    """What is written goes where it leads."""
    (tmp_path / "link").symlink_to("far.txt")
    (tmp_path / "a.txt").write_text(beginning(), encoding="utf-8")
    result = run("analyze", str(tmp_path / "a.txt"), "--depth", "1",
                 "--annotate", str(tmp_path / "link"))  # fmt: skip
    assert result.exit_code == 0
    assert (tmp_path / "link").is_symlink()
    assert "{=" in (tmp_path / "far.txt").read_text(encoding="utf-8")


def test_links_in_circles_are_one_line(run, tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    result = run("analyze", str(tmp_path / "a"), str(tmp_path / ("x" * 5000)))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 2


def test_no_standard_output_is_no_crash(tmp_path):
    (tmp_path / "a.txt").write_text(beginning(), encoding="utf-8")
    program = "from wormadvisor.cli.main import main; main()"
    arguments = [sys.executable, "-c", program, "analyze", str(tmp_path / "a.txt"), "--depth", "1"]
    shell = ["sh", "-c", '"$@" >&-', "sh", *arguments]
    result = subprocess.run(shell, capture_output=True, text=True, timeout=60, check=False)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe" * 1000, b"hello\n", b"[players A B]\n"])
def test_nothing_to_read_is_said(run, tmp_path, content):
    path = tmp_path / "nothing.txt"
    path.write_bytes(content)
    result = run("analyze", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(str(path))


def test_noise_is_survived(run, tmp_path):
    """A megabyte; time and memory grow with the length and no faster (see the reader's tests)."""
    rng = random.Random(4)
    path = tmp_path / "noise.txt"
    letters = b'123456W>[]{}"\\ .:AB\n'
    path.write_bytes(b"[players A B]\n" + bytes(rng.choices(letters, k=2**20)))
    result = run("analyze", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["nowhere.txt"], "nowhere.txt"),
        ([TWO, "--plot", "x.gif"], ".png or .svg"),
        ([TWO, "--html", "no/such/folder/x.html"], "no/such/folder"),
        ([TWO, "--html", ""], "--html"),
        ([TWO, "--annotate", "-"], "--annotate"),
        ([TWO, "--html", "/dev/null"], "/dev/null"),
        ([TWO, "--html", "one", "--annotate", "./one"], "name one file"),
        ([TWO, "--annotate", TWO], "is read"),
        ([str(RECORDS), "--html", TWO], "is read"),
        ([TWO, "--depth", "0"], "--depth"),
        ([], "FILE"),
    ],
)
def test_wrong_questions_are_one_line(run, args, told):
    result = run("analyze", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert told in result.stderr


def test_standard_input(run):
    result = run("analyze", "-", "--depth", "1", "--summary", stdin=beginning())
    assert result.exit_code == 0
    assert result.stdout.startswith("One game")


def test_a_turn_without_dice_and_a_game_going_on(run, tmp_path):
    path = tmp_path / "half.txt"
    path.write_text("[players Anna Ben]\n1. Anna: take 30\n2. Ben: 11234555>5 245WW\n")
    result = run("analyze", str(path), "--depth", "1")
    assert result.exit_code == 0
    assert "The game is not over." in result.stdout
    assert "dice not noted" in result.stdout
    assert "no choice yet" in result.stdout
    # There is no result yet, and none is named.
    labels = [line.split("  ")[0] for line in result.stdout.splitlines()]
    assert "chance now" in labels
    assert "result" not in labels
