import os
import pickle
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from wormadvisor.solver.rules import PRESETS
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.layout import Layout
from wormadvisor.tables.location import tables_folder
from wormadvisor.tables.store import Store, TableSpec


def test_round_trip(built, spec, rows):
    table = built.open(spec)
    assert (table.all_rows() == rows).all()
    assert not table.all_rows().flags.writeable
    assert isinstance(table.all_rows().base, np.memmap)
    assert table.manifest.gap == 2.0**-20
    assert table.manifest.meta == {"sweeps": 12}
    assert table.manifest.rules == "official"
    assert table.manifest.layout == spec.layout


def test_probes_give_what_was_written(built, spec, rows):
    table = built.open(spec)
    assert (table.row(99) == rows[99]).all()
    assert (table.rows([3, 98, 3]) == rows[[3, 98, 3]]).all()
    assert (table.rows(np.array([[0, 16], [17, 99]], np.uint8)) == rows[[[0, 16], [17, 99]]]).all()
    assert table.rows([]).shape == (0, 3, 2)
    assert (table.rows(5) == rows[5]).all()
    table.row(5)[:] = 0  # A copy, so the table stays what it is.
    assert (table.row(5) == rows[5]).all()


@pytest.mark.parametrize("index", [-1, 100, 2**63])
def test_there_is_no_other_row(built, spec, index):
    table = built.open(spec)
    with pytest.raises(IndexError):
        table.row(index)
    with pytest.raises(IndexError):
        table.rows([0, index])


@pytest.mark.parametrize("indices", [[0.0], [True], ["0"], [None]])
def test_rows_are_numbered_by_whole_numbers(built, spec, indices):
    with pytest.raises(IndexError):
        built.open(spec).rows(indices)


def test_a_probe_reads_only_the_blocks_it_needs(built, spec, rows, contents):
    (name,) = (name for name in contents(built) if name.endswith(".joblib"))
    path = built.folder / name
    damaged = bytearray(path.read_bytes())
    damaged[-2] ^= 1  # In the last row.
    path.write_bytes(damaged)
    table = built.open(spec)
    assert (table.row(95) == rows[95]).all()
    for probe in (lambda: table.row(96), lambda: table.rows([0, 99]), table.all_rows):
        with pytest.raises(TableError) as caught:
            probe()
        assert caught.value.kind == "damaged"
        assert caught.value.path == path


def test_a_block_is_checked_once(built, spec, monkeypatch):
    table = built.open(spec)
    table.rows([0, 99])
    monkeypatch.setattr("wormadvisor.tables.stored.checksum", None)
    table.rows([1, 98])
    table.row(2)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"code_version": "2"}, "version"),
        ({"rules": PRESETS["flip"]}, "other_rules"),
        ({"rules": None}, "other_rules"),
        ({"layout": Layout("<u4", (100, 6), 16)}, "foreign"),
        ({"layout": Layout("<i4", (100, 3, 2), 16)}, "foreign"),
        ({"dependencies": ("smaller",)}, "foreign"),
        ({"name": "other"}, "missing"),
    ],
)
def test_another_table_than_asked_for_is_refused(built, spec, change, kind):
    asked = replace(spec, **change)
    with pytest.raises(TableError) as caught:
        built.open(asked)
    assert caught.value.kind == kind
    assert caught.value.mend == f"wormadvisor tables build {asked.name}"
    if kind == "missing":
        assert built.get(asked) is None
    else:
        with pytest.raises(TableError):
            built.get(asked)


def test_a_preset_that_changed_its_meaning_is_other_rules(built, spec, monkeypatch):
    monkeypatch.setattr(TableSpec, "rules_text", "official")
    with pytest.raises(TableError) as caught:
        built.open(replace(spec, rules=PRESETS["flip"]))
    assert caught.value.kind == "other_rules"


def test_another_name_on_the_files_is_refused(built, spec):
    (built.folder / "small.json").rename(built.folder / "large.json")
    with pytest.raises(TableError) as caught:
        built.open(replace(spec, name="large"))
    assert caught.value.kind == "foreign"


def test_nothing_there(store, spec):
    assert store.get(spec) is None
    assert store.listing() == []
    assert store.clear("small") == 0
    assert not store.folder.exists()
    with pytest.raises(TableError) as caught:
        store.open(spec)
    assert caught.value.kind == "missing"
    assert str(caught.value) == (
        f"{store.folder / 'small.json'}: there is no such file; "
        "to mend it: wormadvisor tables build small"
    )


def test_the_same_table_has_the_same_files(built, tmp_path, spec, rows, contents):
    other = Store(tmp_path / "other")
    other.write(spec, rows, gap=2.0**-20, meta={"sweeps": 12})
    assert contents(other) == contents(built)


def test_another_table_replaces_the_old_one(built, spec, rows, contents):
    before = built.open(spec)
    changed = rows ^ 1
    built.write(spec, changed)
    assert (built.open(spec).all_rows() == changed).all()
    assert len(contents(built)) == 2
    assert (before.all_rows() == rows).all(), "who has it open keeps it"


def test_a_reader_may_meet_a_writer(built, spec, rows, monkeypatch):
    """The manifest is read, then the table is replaced, then the old file is looked for."""
    from wormadvisor.tables import store as module

    real, raced = module.load_manifest, []

    def read_then_lose_the_race(*arguments):
        found = real(*arguments)
        if not raced:
            raced.append(True)
            built.write(spec, rows ^ 1)
        return found

    monkeypatch.setattr(module, "load_manifest", read_then_lose_the_race)
    assert (built.open(spec).all_rows() == rows ^ 1).all()


def test_dependencies_are_checked(built, spec, rows):
    above = replace(spec, name="above", dependencies=("small",))
    table = built.write(above, rows)
    assert table.manifest.dependencies == {"small": built.open(spec).checksum}
    assert built.verify("above").checksum == table.checksum
    assert built.is_sound(above)
    built.write(spec, rows ^ 1)
    assert not built.is_sound(above), "so that building it is what mends it"
    for _ in range(2):
        with pytest.raises(TableError) as caught:
            built.verify("above")
        assert caught.value.kind == "dependency"
        assert caught.value.mend == "wormadvisor tables build small above"
        built.clear("small")
    assert (built.open(above).all_rows() == rows).all(), "its own numbers are still right"


def test_a_dependency_has_to_be_there(store, spec):
    with pytest.raises(TableError) as caught:
        store.builder(replace(spec, dependencies=("smaller",)))
    assert (caught.value.kind, caught.value.mend) == (
        "missing",
        "wormadvisor tables build smaller",
    )


def test_verify_reports_progress(built, spec):
    seen = []
    built.verify("small", lambda done, total: seen.append((done, total)))
    assert seen == [(done, 7) for done in range(1, 8)]
    assert built.is_sound(spec)


def test_listing_tells_sizes_and_what_is_wrong(built, spec, contents):
    (entry,) = built.listing()
    assert (entry.name, entry.error, entry.unfinished) == ("small", None, False)
    assert entry.nbytes == sum(map(len, contents(built).values()))
    (built.folder / "small.json").write_text("{}")
    with built.builder(replace(spec, name="begun")) as writer:
        begun, small = built.listing()
        assert writer.pending
    assert begun.unfinished
    assert begun.error.kind == "missing"
    assert small.manifest is None
    assert small.error.kind == "damaged"


def test_clear_removes_what_is_ours_and_nothing_else(built, spec, contents):
    mine = built.folder / "small.txt", built.folder / "notes.json.bak", built.folder / "small.dir"
    for path in mine[:2]:
        path.write_text("mine")
    mine[2].mkdir()
    with built.builder(replace(spec, name="begun")) as writer:
        writer.put(0, np.zeros((16, 3, 2), "<u4"))
        with pytest.raises(TableError) as caught:
            built.clear("begun")
        assert caught.value.kind == "locked"
    assert [entry.name for entry in built.listing()] == ["begun", "small"]
    expected = sum(len(data) for name, data in contents_of(built) if name.startswith("small."))
    assert built.clear("small") == expected - len("mine")
    assert built.clear("begun") > 0
    assert sorted(built.folder.iterdir()) == sorted(mine)
    for path in mine[:2]:
        path.unlink()
    mine[2].rmdir()
    built.write(spec, np.zeros(spec.layout.shape, "<u4"))
    built.clear("small")
    assert not built.folder.exists(), "an empty folder goes too"


def contents_of(store):
    return [(p.name, p.read_bytes()) for p in store.folder.iterdir() if p.is_file()]


def test_a_folder_may_have_any_name(tmp_path, spec, rows):
    store = Store(tmp_path / os.fsdecode(b"K\xc3\xbcche \n \xff '%s' {0}"))
    with pytest.raises(TableError) as caught:
        store.open(spec)
    assert "\n" not in str(caught.value)
    str(caught.value).encode()
    store.write(spec, rows)
    assert (store.open(spec).all_rows() == rows).all()


def test_errors_survive_pickling():
    error = TableError("damaged", "/x/y", "mend", "detail")
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.kind, copy.path, copy.mend, copy.detail) == (
        error.kind,
        error.path,
        error.mend,
        error.detail,
    )
    assert str(copy) == str(error)


@pytest.mark.parametrize("name", ["", "Odds", "a/b", "..", "a.b", "-a", "a" * 101, "a\n"])
def test_names_are_file_names(spec, name):
    with pytest.raises(ValueError, match="no name of a table"):
        replace(spec, name=name)


@pytest.mark.parametrize(
    ("dtype", "shape", "block_rows"),
    [
        ("|O", (1,), 1),
        ("f8", (1,), 1),
        (">f8", (1,), 1),
        ("<f8", (), 1),
        ("<f8", (0,), 1),
        ("<f8", (1,), 0),
        ("<f8", (1, -1), 1),
        ("<f8", (2**60,), 1),
    ],
)
def test_impossible_layouts(dtype, shape, block_rows):
    with pytest.raises(ValueError, match=r"dtype|shape"):
        Layout(dtype, shape, block_rows)


def test_the_cache_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("WORMADVISOR_CACHE", str(tmp_path))
    assert tables_folder() == tmp_path / "tables"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WORMADVISOR_CACHE", "here")
    assert tables_folder() == tmp_path / "here" / "tables"
    monkeypatch.setenv("WORMADVISOR_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tables_folder()
    assert tmp_path in folder.parents
    assert folder.parts[-2:] == ("wormadvisor", "tables")


def test_importing_the_store_is_cheap():
    code = (
        "import sys, wormadvisor.tables.odds, wormadvisor.tables.kinds\n"
        "wormadvisor.tables.odds.odds_table\n"
        "heavy = {'joblib', 'scipy', 'numba', 'rich', 'click', 'platformdirs'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
