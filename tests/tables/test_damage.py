"""Whatever the files hold: the right number, or a `TableError`."""

import contextlib
import dataclasses
import json
import os
import pickle

import joblib
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wormadvisor.tables.errors import TableError
from wormadvisor.tables.layout import Layout
from wormadvisor.tables.manifest import canonical, checksum
from wormadvisor.tables.store import Store, TableSpec

ALWAYS = {"missing", "foreign", "truncated", "damaged", "version", "other_rules", "unreadable"}


@pytest.fixture
def manifest_file(built):
    return built.folder / "small.json"


@pytest.fixture
def data_file(built):
    (path,) = built.folder.glob("small.*.joblib")
    return path


def refusal(store, spec):
    with pytest.raises(TableError) as caught:
        store.open(spec).all_rows()
    assert caught.value.kind in ALWAYS
    assert str(caught.value.path) in str(caught.value)
    assert caught.value.mend in str(caught.value)
    with pytest.raises(TableError):
        store.verify(spec.name)
    assert not store.is_sound(spec)
    assert [entry.name for entry in store.listing()] == ["small"]
    return caught.value


def test_truncation_at_every_length(built, spec, manifest_file, data_file):
    for path, kinds in ((data_file, {"truncated"}), (manifest_file, {"damaged"})):
        whole = path.read_bytes()
        for length in [*range(0, len(whole), 7), len(whole) - 1]:
            path.write_bytes(whole[:length])
            assert refusal(built, spec).kind in kinds
        path.write_bytes(whole)
    assert built.is_sound(spec)


def test_a_flipped_bit_in_every_byte(store, spec, rows):
    spec = dataclasses.replace(spec, layout=Layout("<u4", (20, 3, 2), 16))
    store.write(spec, rows[:20])
    random = np.random.default_rng(1)
    for path in sorted(store.folder.glob("small.*j*")):
        whole = path.read_bytes()
        for at in range(len(whole)):
            changed = bytearray(whole)
            changed[at] ^= 1 << random.integers(8)
            path.write_bytes(changed)
            assert not store.is_sound(spec)
        path.write_bytes(whole)
    assert store.is_sound(spec)


def test_a_probe_of_a_damaged_file_is_right_or_refused(built, spec, rows, data_file):
    random, whole = np.random.default_rng(2), data_file.read_bytes()
    refused = 0
    for _ in range(400):
        changed = bytearray(whole)
        for at in random.integers(len(whole), size=random.integers(1, 4)):
            changed[at] = random.integers(256)
        data_file.write_bytes(changed)
        wanted = random.integers(100, size=3)
        try:
            assert (built.open(spec).rows(wanted) == rows[wanted]).all()
        except TableError:
            refused += 1
    assert 50 < refused < 400


@pytest.mark.parametrize(
    "junk",
    [
        b"",
        b"\0" * 1000,
        b"\xff\xfe{\x00}\x00",
        "{}".encode("utf-16"),
        b"{}",
        b"[]",
        b"null",
        b"NaN",
        b'"text"',
        b"1" * 5000,
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"format":1}',
        b'{"format":true}',
        b'{"format":1,"table":{}}',
        b'{"format":1e999}',
    ],
    ids=range(16),
)
def test_junk_in_place_of_a_manifest(built, spec, manifest_file, data_file, junk):
    manifest_file.write_bytes(junk)
    assert refusal(built, spec).kind == "damaged"
    data_file.write_bytes(junk)
    assert refusal(built, spec).kind == "damaged"


@pytest.mark.parametrize("junk", [b"", b"\0" * 3000, b"\x80\x04.", pickle.dumps([1] * 900)])
def test_junk_in_place_of_the_numbers(built, spec, data_file, junk):
    data_file.write_bytes(junk)
    assert refusal(built, spec).kind in {"truncated", "damaged"}


def test_a_manifest_of_another_format_names_the_mend(built, spec, manifest_file):
    value = json.loads(manifest_file.read_bytes())
    for other in (0, 2, -1, 10**30):
        manifest_file.write_bytes(canonical(value | {"format": other}))
        error = refusal(built, spec)
        assert error.kind == "version"
        assert error.mend == "wormadvisor tables build small"


JUNK_VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([0, -1, 2**31, 2**63, 2**64, 10**400, 1e308, -0.0, 0.5]),
    st.text(max_size=5),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_wrong_json_types_are_refused(data, tmp_path_factory):
    """Even with a checksum that matches: whoever wrote it, it is read without harm."""
    spec, folder, whole = _one_table(tmp_path_factory)
    value = json.loads(whole)
    part = data.draw(st.sampled_from([value, value["table"], value["file"]]))
    key = data.draw(st.sampled_from(sorted(part)))
    before = part[key]
    part[key] = data.draw(JUNK_VALUES)
    if isinstance(value["table"], dict):
        value["checksum"] = checksum(canonical(value["table"]))
    (folder / "small.json").write_bytes(canonical(value))
    with contextlib.suppress(TableError):
        table = Store(folder).open(spec).all_rows()
        assert (part[key] == before and type(part[key]) is type(before)) or key in {
            "checksum",
            "gap",
            "meta",
        }
        assert (table == np.arange(100)).all()


@settings(max_examples=200, deadline=None)
@given(junk=st.binary(max_size=300))
def test_any_bytes_are_refused(junk, tmp_path_factory):
    spec, folder, _ = _one_table(tmp_path_factory)
    (folder / "small.json").write_bytes(junk)
    with pytest.raises(TableError) as caught:
        Store(folder).open(spec)
    assert caught.value.kind in {"damaged", "version"}


_TABLE = []


def _one_table(tmp_path_factory):
    if not _TABLE:
        spec = TableSpec("small", "1", Layout("<i8", (100,), 16))
        folder = tmp_path_factory.mktemp("tables")
        Store(folder).write(spec, np.arange(100))
        _TABLE.extend([spec, folder, (folder / "small.json").read_bytes()])
    return _TABLE


class Bomb:
    """Runs code when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (self.path,)


@pytest.mark.parametrize("where", ["before", "after", "instead"])
def test_nothing_is_unpickled_before_its_checksum_matched(
    built, spec, data_file, monkeypatch, where
):
    exploded = built.folder.parent / "exploded"
    whole, bomb = data_file.read_bytes(), pickle.dumps(Bomb(str(exploded)))
    padding = b"." * (len(whole) - len(bomb))
    data_file.write_bytes(
        {
            "before": bomb + whole[len(bomb) :],
            "after": whole[:-1] + bomb,  # The dot that ends the pickle, and what follows it.
            "instead": bomb + padding,
        }[where]
    )
    monkeypatch.setattr(joblib, "load", lambda *_, **__: pytest.fail("unpickled"))
    assert refusal(built, spec).kind == "damaged"
    assert not exploded.exists()


def test_joblib_reads_the_same_numbers(built, spec, data_file):
    loaded = joblib.load(data_file, mmap_mode="r")
    assert (loaded.dtype.str, loaded.shape) == (spec.layout.dtype, spec.layout.shape)
    np.testing.assert_array_equal(loaded, built.open(spec).all_rows())


def test_something_else_in_place_of_the_files(built, spec, manifest_file, data_file):
    for path in (data_file, manifest_file):
        path.unlink()
        assert_kind(built, spec, {"damaged", "missing"})
        path.mkdir()
        assert_kind(built, spec, {"foreign"})
        path.rmdir()
        os.mkfifo(path)
        assert_kind(built, spec, {"foreign"})
        path.unlink()
        path.symlink_to(path)
        assert_kind(built, spec, {"unreadable"})
        path.unlink()
        path.symlink_to("/dev/zero")
        assert_kind(built, spec, {"foreign"})
        path.unlink()


def assert_kind(store, spec, kinds):
    with pytest.raises(TableError) as caught:
        store.open(spec)
    assert caught.value.kind in kinds
    store.listing()


def test_a_manifest_of_a_thousand_megabytes_is_not_read(built, spec, manifest_file):
    os.truncate(manifest_file, 10**9)
    assert refusal(built, spec).kind == "foreign"


def test_building_anew_mends_whatever_is_wrong(built, spec, rows, manifest_file, data_file):
    for path in (data_file, manifest_file):
        for junk in (b"", b"junk", b"\xff" * 5000):
            path.write_bytes(junk)
            assert not built.is_sound(spec)
            built.write(spec, rows, gap=2.0**-20, meta={"sweeps": 12})
            assert built.is_sound(spec)
