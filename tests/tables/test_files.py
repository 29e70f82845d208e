"""Files that are written wholly or not at all."""

import os
import signal
import subprocess
import sys

import pytest

from wormadvisor.tables.errors import TableError
from wormadvisor.tables.files import our_files, write_whole


def test_a_link_stays_and_its_file_is_written(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    kept, link = tmp_path / "elsewhere" / "kept", tmp_path / "link"
    kept.write_bytes(b"old")
    link.symlink_to(kept)
    write_whole(link, lambda file: file.write(b"new"))
    assert link.is_symlink()
    assert kept.read_bytes() == b"new"
    assert os.listdir(kept.parent) == ["kept"]


def test_what_fails_leaves_the_older_file(tmp_path):
    path = tmp_path / "kept"
    path.write_bytes(b"old")

    def fail(file):
        file.write(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(path, fail)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["kept"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("make", [os.mkdir, getattr(os, "mkfifo", None)])
def test_only_files_are_replaced(tmp_path, make):
    path = tmp_path / "other"
    make(path)
    kind = os.stat(path).st_mode
    with pytest.raises(TableError, match="not a regular file") as caught:
        write_whole(path, lambda file: file.write(b"new"))
    assert caught.value.kind == "unwritable"
    assert os.stat(path).st_mode == kind
    assert os.listdir(tmp_path) == ["other"]


def test_the_files_of_others_stay(tmp_path):
    (tmp_path / "kept.tmp").write_bytes(b"important")
    write_whole(tmp_path / "kept", lambda file: file.write(b"new"))
    with pytest.raises(ZeroDivisionError):
        write_whole(tmp_path / "kept", lambda file: 1 / 0)
    assert sorted(os.listdir(tmp_path)) == ["kept", "kept.tmp"]
    assert (tmp_path / "kept.tmp").read_bytes() == b"important"


def test_two_writers_do_not_meet(tmp_path):
    """The one that is finished last counts, and each is whole."""
    path = tmp_path / "kept"

    def meanwhile(file):
        file.write(b"first, ")
        write_whole(path, lambda other: other.write(b"second"))
        assert path.read_bytes() == b"second"
        file.write(b"to the end")

    write_whole(path, meanwhile)
    assert path.read_bytes() == b"first, to the end"
    assert os.listdir(tmp_path) == ["kept"]


@pytest.mark.skipif(os.name != "posix", reason="no modes here")
def test_who_may_read_a_file(tmp_path):
    (tmp_path / "plain").touch()
    path = tmp_path / "kept"
    write_whole(path, lambda file: file.write(b"old"))
    assert path.stat().st_mode == (tmp_path / "plain").stat().st_mode
    path.chmod(0o640)
    modes = []

    def write(file):
        modes.append(os.fstat(file.fileno()).st_mode & 0o777)

    write_whole(path, write)
    assert modes == [0o640]
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_a_kill_leaves_of_a_table_is_known_as_its_own(tmp_path):
    code = """
import os, signal, sys
from pathlib import Path
from wormadvisor.tables.files import write_whole
write_whole(Path(sys.argv[1]), lambda file: os.kill(os.getpid(), signal.SIGKILL))
"""
    path = tmp_path / "small.journal"
    done = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    (tmp_path / "small.journal.old.tmp").touch()  # Somebody's.
    assert list(our_files(tmp_path)) == [("small", left)]
    assert left.name.startswith("small.journal.")
