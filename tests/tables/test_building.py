"""A build may end at any moment, and there may be two of them."""

import os
import signal
import time
from dataclasses import replace

import numpy as np
import pytest

from wormadvisor.tables.errors import TableError
from wormadvisor.tables.layout import Layout
from wormadvisor.tables.lock import Lock
from wormadvisor.tables.store import Store


def test_blocks_in_any_order_and_any_number_of_runs(built, tmp_path, spec, rows, contents):
    other, order = Store(tmp_path / "other"), [6, 0, 3, 5, 1, 4, 2]
    for count, block in enumerate(order):
        with other.builder(spec) as writer:
            assert writer.resumed == count
            assert writer.pending == tuple(sorted(order[count:]))
            writer.put(block, rows[spec.layout.rows_of(block)])
            assert (
                writer.built_rows()[spec.layout.rows_of(block)] == rows[spec.layout.rows_of(block)]
            ).all()
    with other.builder(spec) as writer:
        assert not writer.pending
        table = writer.finish(gap=2.0**-20, meta={"sweeps": 12})
    assert (table.all_rows() == rows).all()
    assert contents(other) == contents(built)


def test_nothing_is_there_before_it_is_finished(store, spec, rows):
    with store.builder(spec) as writer:
        writer.put(0, rows[:16])
        with pytest.raises(ValueError, match="6 blocks are pending"):
            writer.finish()
    assert store.get(spec) is None


def test_a_whole_table_takes_nothing_over(built, spec, rows, tmp_path):
    other = Store(tmp_path / "other")
    for store in (other, built):
        with store.builder(spec) as writer:
            writer.put(0, rows[:16] ^ 1)
    table = other.take(spec, built.open(spec).manifest, rows)
    assert (table.all_rows() == rows).all()
    assert (built.write(spec, rows).all_rows() == rows).all()


@pytest.mark.parametrize("change", ["code_version", "layout", "dependencies"])
def test_blocks_of_another_table_are_not_taken_over(store, spec, rows, change):
    with store.builder(spec) as writer:
        writer.put(0, rows[:16])
    if change == "code_version":
        spec = replace(spec, code_version="2")
    elif change == "layout":
        spec = replace(spec, layout=Layout("<u4", (100, 2, 3), 16))
    else:
        below = replace(spec, name="below")
        store.write(below, rows)
        spec = replace(spec, dependencies=("below",))
        with store.builder(spec) as writer:
            writer.put(0, rows[:16])
        store.write(below, rows ^ 1)  # Built anew, with other numbers.
    with store.builder(spec) as writer:
        assert writer.resumed == 0


@pytest.mark.parametrize("junk", [b"", b"junk", b"\n\n", b"\xff" * 3000])
@pytest.mark.parametrize("suffix", ["part", "journal"])
def test_junk_in_place_of_unfinished_work(store, spec, rows, suffix, junk):
    with store.builder(spec) as writer:
        writer.put(0, rows[:16])
    (store.folder / f"small.{suffix}").write_bytes(junk)
    with store.builder(spec) as writer:
        assert writer.resumed == 0
    for path in (store.folder / f"small.{suffix}",):
        path.unlink()
        os.mkfifo(path)
    with store.builder(spec) as writer:
        assert writer.resumed == 0
        assert not writer.built_rows().any()


def test_only_sound_blocks_are_taken_over(store, spec, rows):
    with store.builder(spec) as writer:
        for block in (0, 1, 2):
            writer.put(block, rows[spec.layout.rows_of(block)])
    part, journal = store.folder / "small.part", store.folder / "small.journal"
    damaged = bytearray(part.read_bytes())
    damaged[16 * 24 + 5] ^= 4
    part.write_bytes(damaged)
    lines = journal.read_bytes()
    torn = b"99 " + b"0" * 32 + b"\n4 0123\nxyz\n-1 " + b"0" * 32 + b"\n" + lines[-36:-9]
    journal.write_bytes(lines + torn)
    with store.builder(spec) as writer:
        assert writer.pending == (1, 3, 4, 5, 6)


def test_blocks_that_change_on_disk_while_building(store, spec, rows):
    with store.builder(spec) as writer:
        for block in writer.pending:
            writer.put(block, rows[spec.layout.rows_of(block)])
        with (store.folder / "small.part").open("r+b") as part:
            part.write(b"other")
        with pytest.raises(TableError) as caught:
            writer.finish()
    assert caught.value.kind == "damaged"
    assert store.get(spec) is None
    with store.builder(spec) as writer:
        assert writer.pending == (0,)


def test_what_is_put_has_to_fit(store, spec, rows):
    with store.builder(spec) as writer:
        for block, wrong in [
            (0, rows[:15]),
            (6, rows[:16]),
            (0, rows[:16].astype("<i4")),
            (0, rows[:16].astype(float)),
            (0, rows[:16].reshape(16, 6)),
        ]:
            with pytest.raises(ValueError, match="block"):
                writer.put(block, wrong)
        for block in (-1, 7):
            with pytest.raises(IndexError):
                writer.put(block, rows[:16])
        writer.put(0, rows[:16].astype(">u4"))  # The same numbers.
        writer.put(0, np.asfortranarray(rows[:16]))
        with pytest.raises(ValueError, match="put before"):
            writer.put(0, rows[16:32])
        assert writer.pending == (1, 2, 3, 4, 5, 6)
    with pytest.raises(ValueError, match="shape"):
        store.write(spec, rows[:99])


@pytest.mark.parametrize(
    "wrong", [{"gap": float("nan")}, {"gap": -1.0}, {"meta": {"x": {1, 2}}}, {"meta": {"x": 1e999}}]
)
def test_a_manifest_that_could_not_be_read_back_is_not_written(store, spec, rows, wrong):
    with pytest.raises((ValueError, TypeError)):
        store.write(spec, rows, **wrong)
    assert store.get(spec) is None
    store.write(spec, rows)


SLOW_BUILD = """
with store.builder(spec) as writer:
    for number in writer.pending:
        writer.put(number, block(number))
        print(number, flush=True)
        time.sleep(float(sys.argv[2]))
    writer.finish(gap=2.0**-20, meta={"sweeps": 12})
"""


def test_kill_9_between_blocks_loses_at_most_one(tmp_path, built, spec, start, contents):
    folder, done = tmp_path / "killed", 0
    for goal in (1, 3, 6):
        process = start(SLOW_BUILD, folder, 0.2)
        while done < goal:
            assert process.stdout.readline()
            done += 1
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        with Store(folder).builder(spec) as writer:
            assert writer.resumed >= goal
            done = writer.resumed
    process = start(SLOW_BUILD, folder, 0)
    assert process.wait() == 0, process.stderr.read()
    assert contents(Store(folder)) == contents(built)


KILLED_BUILD = """
# Dies the way kill -9 does just before the n-th time it touches a file of the table.
count = 0
def audit(event, arguments):
    global count
    named = any(isinstance(a, (str, os.PathLike)) and sys.argv[1] in str(a) for a in arguments)
    if named and event in {"open", "os.rename", "os.remove", "os.truncate"}:
        count += 1
        if count == int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(audit)
with store.builder(spec) as writer:
    for number in writer.pending:
        writer.put(number, block(number))
    writer.finish(gap=2.0**-20, meta={"sweeps": 12})
"""


@pytest.mark.parametrize("stride", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_kill_9_at_every_step_of_a_build(built, spec, start, contents, stride):
    expected, steps, parent = contents(built), 0, built.folder.parent
    for first in range(1, 60, 2 * stride):
        folders = {n: parent / f"killed{n}" for n in (first, first + stride)}
        processes = {n: start(KILLED_BUILD, folder, n) for n, folder in folders.items()}
        for number, folder in folders.items():
            finished = processes[number].wait() == 0
            assert finished or processes[number].returncode == -signal.SIGKILL
            store = Store(folder)
            assert store.get(spec) is None or store.is_sound(spec)
            store.listing()
            with store.builder(spec) as writer:
                for block in writer.pending:
                    rows = built.open(spec).all_rows()
                    writer.put(block, rows[spec.layout.rows_of(block)])
                writer.finish(gap=2.0**-20, meta={"sweeps": 12})
            assert contents(store) == expected
            steps += not finished
        if finished:
            break
    assert 10 < steps * stride < 59, "some steps killed it, and not all"


def test_two_builds_at_once(tmp_path, spec, rows, start):
    folder = tmp_path / "both"
    first = start(SLOW_BUILD, folder, 0.1)
    assert first.stdout.readline()
    second = start(SLOW_BUILD, folder, 0)
    assert second.wait() == 1
    assert "small.lock: another process is writing it; to mend it: wait" in second.stderr.read()
    with pytest.raises(TableError) as caught:
        Store(folder).write(spec, rows)
    assert caught.value.kind == "locked"
    with Store(folder).builder(spec, wait=30) as writer:
        assert first.wait() == 0
        assert writer.resumed == 0
    assert Store(folder).is_sound(spec)
    assert (Store(folder).open(spec).all_rows() == rows).all()


def test_many_builds_at_once_make_one_right_table(built, tmp_path, start, contents):
    folder = tmp_path / "many"
    code = """
with store.builder(spec, wait=60) as writer:
    for number in writer.pending:
        writer.put(number, block(number))
    writer.finish(gap=2.0**-20, meta={"sweeps": 12})
"""
    processes = [start(code, folder) for _ in range(4)]
    assert [process.wait() for process in processes] == [0] * 4
    assert contents(Store(folder)) == contents(built)


def test_the_lock_of_a_killed_process_blocks_nobody(tmp_path, spec, start):
    folder = tmp_path / "killed"
    process = start(SLOW_BUILD, folder, 60)
    assert process.stdout.readline()
    process.kill()
    process.wait()
    assert (folder / "small.lock").exists()
    with Store(folder).builder(spec) as writer:
        assert writer.resumed == 1


def test_a_lock_whose_file_was_removed_protects_nothing(tmp_path):
    path = tmp_path / "lock"
    first = Lock(path)
    path.unlink()
    second = Lock(path)
    with pytest.raises(TableError) as caught:
        Lock(path)
    assert caught.value.kind == "locked"
    first.release()
    second.release(remove=True)
    assert not path.exists()
    began = time.monotonic()
    third = Lock(path)
    with pytest.raises(TableError):
        Lock(path, wait=0.2)
    assert 0.2 <= time.monotonic() - began < 5
    third.release()


@pytest.mark.parametrize("place", ["/dev/null", "/proc/none", "file", "dangling"])
def test_a_folder_that_cannot_be_made(tmp_path, spec, rows, place):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "dangling").symlink_to("/proc/none/none")
    store = Store(tmp_path / place / "tables")
    with pytest.raises(TableError) as caught:
        store.write(spec, rows)
    assert caught.value.kind == "unwritable"
    assert "WORMADVISOR_CACHE" in caught.value.mend
    assert store.get(spec) is None
    assert store.listing() == []


def test_a_folder_that_leads_in_circles(tmp_path, spec):
    (tmp_path / "tables").symlink_to(tmp_path / "tables")
    store = Store(tmp_path / "tables")
    for read in (store.listing, lambda: store.open(spec), lambda: store.clear("small")):
        with pytest.raises(TableError) as caught:
            read()
        assert caught.value.kind == "unreadable"


@pytest.mark.parametrize(
    "name",
    ["small.lock", "small.part", "small.journal", "small.part.tmp"],
)
def test_a_folder_in_place_of_a_file(store, spec, rows, name):
    (store.folder / name / "mine").mkdir(parents=True)
    with pytest.raises(TableError) as caught:
        store.write(spec, rows)
    assert caught.value.kind == "unwritable"
    assert name.removesuffix(".tmp") in str(caught.value)
    assert store.get(spec) is None
    assert (store.folder / name / "mine").is_dir()
    (store.folder / name / "mine").rmdir()
    (store.folder / name).rmdir()
    store.write(spec, rows)


@pytest.mark.parametrize("limit", [0, 100, 1000, 2000, 2600])
def test_a_full_disk(built, spec, start, rows, limit):
    """No file may be longer than the limit, as on a disk with no more room."""
    code = """
import resource
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
try:
    store.write(spec, rows ^ 1)
except TableError as error:
    print(error.kind)
"""
    process = start(code, built.folder, limit)
    output, errors = process.communicate()
    assert (output, errors) == ("unwritable\n", "")
    assert (built.open(spec).all_rows() == rows).all(), "the old table is still there"
    built.write(spec, rows ^ 1)
    assert (built.open(spec).all_rows() == rows ^ 1).all()
