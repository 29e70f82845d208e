import os
import pty
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from wormadvisor.cli import progress as progress_module
from wormadvisor.cli.main import program
from wormadvisor.tables.kinds import all_kinds
from wormadvisor.tables.odds import SPEC
from wormadvisor.tables.store import Store


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("WORMADVISOR_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "tables"


@pytest.fixture
def run(folder):
    def command(line, text=None, code=0):
        result = CliRunner().invoke(program, ["tables", *line.split()], input=text)
        assert result.exit_code == code, result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "Traceback" not in result.output
        return result

    return command


def test_a_table_s_life(run, folder):
    assert run("path").stdout == f"{folder}\n"
    assert "not built" in run("list").stdout
    assert run("build odds").stdout == "odds: built\n"
    assert run("build odds").stdout == "odds: already there\n"
    listed = run("list").stdout
    assert "there" in listed
    assert "best chance of every total" in listed
    verified = run("verify")
    assert verified.stdout.startswith("odds: 1,271,984 bytes in 31 blocks match;")
    assert verified.stderr == ""
    assert run("clear", "y\n").stdout.startswith("odds: removed, 1,27")
    assert not folder.exists()
    assert "nothing to remove" in run("clear --yes").stdout


def test_nothing_to_verify_or_export(run):
    for line in ("verify", "export x.npz"):
        result = run(line, code=1)
        assert result.stdout == ""
        assert result.stderr == "no table is there; to build: wormadvisor tables build\n"
    assert "odds.json: there is no such" in run("verify odds", code=1).stderr


@pytest.mark.parametrize("damage", ["truncated", "flipped", "manifest", "version"])
def test_damage_is_told_in_one_line_and_mended(run, folder, damage):
    run("build odds")
    (data,), manifest = folder.glob("*.joblib"), folder / "odds.json"
    whole = data.read_bytes()
    if damage == "truncated":
        data.write_bytes(whole[:-100])
    elif damage == "flipped":
        data.write_bytes(whole[:1000] + bytes([whole[1000] ^ 8]) + whole[1001:])
    elif damage == "manifest":
        manifest.write_text("{")
    else:
        manifest.write_bytes(b'{"format":0}')
    broken = manifest if damage in {"manifest", "version"} else data
    for line in ("verify", "verify odds", "export /dev/null --force"):
        result = run(line, code=1)
        assert result.stdout == ""
        assert len(result.stderr.splitlines()) == 1
        assert str(broken) in result.stderr
        assert "wormadvisor tables build odds" in result.stderr
    assert ("there" in run("list").stdout) == (damage == "flipped")
    assert run("build odds").stdout == "odds: built\n"
    run("verify")


def test_clear_asks(run, folder):
    run("build odds")
    for answer in ("n\n", "", None):
        assert "--yes removes without asking" in run("clear", answer, code=1).stderr
    assert Store().is_sound(SPEC)
    (folder / "mine.txt").write_text("mine")
    (folder / "other-table.json").write_text("of another version")
    assert "unknown to this version" in run("list").stdout
    assert "other-table.json" in run("list").stderr
    run("verify")
    run("clear od* --yes")
    assert sorted(os.listdir(folder)) == ["mine.txt", "other-table.json"]
    run("clear other-table --yes")
    assert os.listdir(folder) == ["mine.txt"]
    assert "nothing to remove" in run("clear odds --yes").stdout


def test_there_and_back(run, tmp_path):
    run("build odds")
    file = tmp_path / "odds.npz"
    assert run(f"export {file}").stdout == f"{file}: odds\n"
    first = file.read_bytes()
    assert "--force" in run(f"export {file}", code=2).stderr
    run(f"export {file} odds --force")
    assert file.read_bytes() == first
    run("clear --yes")
    assert run(f"import {file}").stdout == "odds: imported and proven\n"
    run("verify")
    file.write_bytes(first[:-5])
    for line in (f"import {file}", f"import {tmp_path}", f"import {tmp_path}/none"):
        assert len(run(line, code=1).stderr.splitlines()) == 1
    run("verify")


@pytest.mark.parametrize(
    "line",
    ["build nothing", "verify odds nothing", "clear nothing", "export x nothing", "import", "what"],
)
def test_bad_input(run, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(line, code=2)
    assert result.stdout == ""
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("place", ["/dev/null", "/proc/none"])
def test_a_folder_that_cannot_be_written(run, monkeypatch, place):
    monkeypatch.setenv("WORMADVISOR_CACHE", place)
    result = run("build odds", code=1)
    assert len(result.stderr.splitlines()) == 1
    assert f"{place}/tables" in result.stderr
    assert "WORMADVISOR_CACHE" in result.stderr
    assert "not built" in run("list").stdout
    assert "nothing to remove" in run("clear --yes").stdout
    run("path")


def test_a_table_being_built_elsewhere(run, folder):
    with Store().builder(SPEC):
        for line in ("build odds", "clear --yes"):
            assert "another process is writing it" in run(line, code=1).stderr
        assert "unfinished" in run("list").stdout


def test_completion_knows_the_names(folder):
    words = {"_WORMADVISOR_COMPLETE": "bash_complete", "COMP_CWORD": "3"}
    words["COMP_WORDS"] = "wormadvisor tables build "
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from wormadvisor.cli.main import program; program.main(prog_name='wormadvisor')",
        ],
        env={**os.environ, **words},
        capture_output=True,
        text=True,
        check=False,
    )
    assert set(all_kinds()) <= {line.partition(",")[2] for line in done.stdout.splitlines()}


def on_a_terminal(folder, **environment):
    """What `tables build` writes to a terminal as standard error, and to standard output."""
    master, slave = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "wormadvisor.cli", "tables", "build", "odds"],
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80", **environment},
        stdout=subprocess.PIPE,
        stderr=slave,
        text=True,
        check=True,
    )
    os.close(slave)
    shown = os.read(master, 100_000).decode()
    os.close(master)
    return shown, done.stdout


def test_a_bar_on_a_terminal(folder):
    shown, output = on_a_terminal(folder)
    assert "odds" in shown
    assert "\x1b[3" in shown, "colours"
    assert output == "odds: built\n"


def test_no_color(folder):
    shown, _ = on_a_terminal(folder, NO_COLOR="1")
    assert "odds" in shown
    assert not any(f"\x1b[{number}" in shown for number in range(30, 50))


def test_lines_where_there_is_no_terminal(monkeypatch, capsys):
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    with progress_module.progress("odds") as report:
        for done in range(50, 101):
            report(done, 100)
            clock[0] += 1.0
    assert capsys.readouterr().err.splitlines() == [
        f"odds: {done} of 100, 1.0/s, about {100 - done} s left" for done in range(60, 101, 10)
    ]


def test_a_short_build_writes_no_lines(run):
    assert run("build odds").stderr == ""
