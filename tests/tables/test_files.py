"""Files that are written wholly or not at all."""

import os

import pytest

from wormadvisor.tables.errors import TableError
from wormadvisor.tables.files import write_whole


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
