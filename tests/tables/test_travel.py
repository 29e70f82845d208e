import io
import pickle
import struct
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from wormadvisor.solver.rules import PRESETS
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.manifest import canonical, read_manifest, write_manifest
from wormadvisor.tables.store import Store
from wormadvisor.tables.travel import export_tables, import_tables

MEMBERS = "small.manifest.npy", "small.numbers.npy"


def known(*specs):
    return {spec.name: spec for spec in specs}.get


@pytest.fixture
def exported(built, spec, tmp_path):
    path = tmp_path / "tables.npz"
    export_tables(built, [spec], path)
    return path


@pytest.fixture
def away(tmp_path):
    return Store(tmp_path / "away")


def refusal(away, spec, path):
    with pytest.raises(TableError) as caught:
        import_tables(away, known(spec), path)
    assert caught.value.path == path
    assert not away.folder.exists()
    return caught.value.kind


def npy(array):
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


def repack(path, compression=zipfile.ZIP_STORED, **changes):
    """Write the archive again with other members."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    for key, content in changes.items():
        members["small." + key + ".npy"] = content
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def test_there_and_back(exported, away, built, spec, contents):
    (table,) = import_tables(away, known(spec), exported)
    assert (table.all_rows() == built.open(spec).all_rows()).all()
    assert contents(away) == contents(built)


def test_the_file_is_plain_numpy_and_always_the_same(exported, built, spec, rows, tmp_path):
    with np.load(exported, allow_pickle=False) as archive:
        assert (archive["small.numbers"] == rows).all()
    export_tables(built, [spec], tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == exported.read_bytes()


def test_several_tables_in_one_file(built, away, spec, rows, tmp_path):
    above = replace(spec, name="above", dependencies=("small",))
    built.write(above, rows ^ 1)
    export_tables(built, [spec, above], tmp_path / "both.npz")
    assert len(import_tables(away, known(above, spec), tmp_path / "both.npz")) == 2
    away.verify("above")


def test_only_sound_tables_leave(built, spec, tmp_path):
    (data,) = built.folder.glob("*.joblib")
    data.write_bytes(data.read_bytes()[:-9] + b"123456789")
    with pytest.raises(TableError):
        export_tables(built, [spec], tmp_path / "x.npz")
    assert not (tmp_path / "x.npz").exists()


@pytest.mark.parametrize("place", ["/proc/x.npz", "/nowhere/x.npz", "."])
def test_where_nothing_can_be_written(built, spec, tmp_path, place):
    with pytest.raises(TableError) as caught:
        export_tables(built, [spec], tmp_path / place)
    assert (caught.value.kind, caught.value.path) == ("unwritable", tmp_path / place)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"code_version": "2"}, "version"),
        ({"rules": PRESETS["flip"]}, "other_rules"),
        ({"dependencies": ("x",)}, "foreign"),
        ({"name": "other"}, "foreign"),
    ],
)
def test_tables_that_are_not_ours_are_refused(exported, away, spec, change, kind):
    assert refusal(away, replace(spec, **change), exported) == kind


def test_another_format_is_refused(exported, away, spec):
    repack(exported, manifest=npy(np.frombuffer(canonical({"format": 2}), np.uint8)))
    assert refusal(away, spec, exported) == "version"


def test_any_truncation_or_flipped_bit_is_refused_or_harmless(exported, away, built, spec):
    """Harmless: in a part of the archive that says nothing, like a date."""
    whole, random, good = exported.read_bytes(), np.random.default_rng(3), 0
    for length in range(0, len(whole), 61):
        exported.write_bytes(whole[:length])
        assert refusal(away, spec, exported) == "damaged"
    for at in range(0, len(whole), 5):
        changed = bytearray(whole)
        changed[at] ^= 1 << random.integers(8)
        exported.write_bytes(changed)
        try:
            (table,) = import_tables(away, known(spec), exported)
        except TableError:
            assert not away.folder.exists()
        else:
            assert (table.all_rows() == built.open(spec).all_rows()).all()
            away.clear("small")
            good += 1
    assert good < len(whole) / 50


class Bomb:
    def __reduce__(self):
        return pytest.fail, ("unpickled",)


def test_pickles_are_refused(exported, away, spec):
    bomb = np.empty(1, object)
    bomb[0] = Bomb()
    for member in ("manifest", "numbers"):
        whole = exported.read_bytes()
        repack(exported, **{member: npy(bomb)})
        assert refusal(away, spec, exported) == "damaged"
        repack(exported, **{member: pickle.dumps(Bomb())})
        assert refusal(away, spec, exported) == "damaged"
        exported.write_bytes(whole)
    exported.write_bytes(pickle.dumps(Bomb()))
    assert refusal(away, spec, exported) == "damaged"


def header(text, version=1):
    text = text.encode().ljust(118 - 1) + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H", len(text)) + text


@pytest.mark.parametrize(
    "numbers",
    [
        b"",
        b"junk",
        npy(np.zeros((100, 3, 2), "<u4")),
        npy(np.zeros((100, 3, 2), "<f8")),
        npy(np.zeros((100, 3, 2), ">u4")),
        npy(np.zeros((99, 3, 2), "<u4")),
        npy(np.zeros((100, 3, 2), "<u4", order="F")),
        header("{'descr': '<u4', 'fortran_order': False, 'shape': (1000000000000, 3, 2)}"),
        header("{'descr': '<u4', 'fortran_order': False, 'shape': (-1, 3, 2)}"),
        header("{'descr': '|V0', 'fortran_order': False, 'shape': (10000000000000000000,)}"),
        header("{'descr': '<u4', 'fortran_order': False, 'shape': (100L, 3, 2)}"),
        header("{'descr': '<u4', 'fortran_order': False}"),
        header("[" * 100),
        header("{}", version=2),
        header("{}", version=9),
    ],
    ids=range(15),
)
def test_numbers_made_to_break_the_reader(exported, away, spec, numbers):
    repack(exported, numbers=numbers)
    assert refusal(away, spec, exported) == "damaged"


@pytest.mark.parametrize("manifest", [b"", b"{}", b"[" * 100_000, b"\xff"])
def test_manifests_made_to_break_the_reader(exported, away, spec, manifest):
    repack(exported, manifest=npy(np.frombuffer(manifest, np.uint8)))
    assert refusal(away, spec, exported) == "damaged"
    repack(exported, manifest=npy(np.zeros((2, 2), np.uint8)))
    assert refusal(away, spec, exported) == "damaged"


def test_the_manifest_of_a_local_file_is_harmless(exported, away, built, spec, contents):
    """Where its numbers lie in some other file is not believed."""
    local = (built.folder / "small.json").read_bytes()
    repack(exported, manifest=npy(np.frombuffer(local, np.uint8)))
    import_tables(away, known(spec), exported)
    assert contents(away) == contents(built)


def test_rows_that_do_not_match_their_checksums_are_refused(exported, away, spec, rows):
    with zipfile.ZipFile(exported) as archive:
        manifest, _ = read_manifest(np.load(io.BytesIO(archive.read(MEMBERS[0]))).tobytes())
    forged = replace(manifest, blocks=manifest.blocks[::-1])
    repack(exported, manifest=npy(np.frombuffer(write_manifest(forged), np.uint8)))
    assert refusal(away, spec, exported) == "damaged"


def test_archives_with_something_else_in_them(exported, away, spec, tmp_path):
    whole = exported.read_bytes()
    with zipfile.ZipFile(exported, "a") as archive:
        archive.writestr("../../etc/passwd", b"")
    assert refusal(away, spec, exported) == "foreign"
    exported.write_bytes(whole)
    with zipfile.ZipFile(exported, "a") as archive:
        for member in MEMBERS:
            with pytest.warns(UserWarning, match="Duplicate"):
                archive.writestr(member, b"x")
    assert refusal(away, spec, exported) == "foreign"
    with zipfile.ZipFile(exported, "w"):
        pass
    assert refusal(away, spec, exported) == "foreign"
    np.savez(exported, a=1)
    assert refusal(away, spec, exported) == "foreign"
    exported.write_bytes(npy(np.zeros(3)))
    assert refusal(away, spec, exported) == "damaged"


def test_compressed_archives_are_refused(exported, away, spec):
    """A small file could hold a terabyte of zeros."""
    repack(exported, zipfile.ZIP_DEFLATED)
    assert refusal(away, spec, exported) == "damaged"


def test_files_that_are_none(away, spec, tmp_path):
    assert refusal(away, spec, tmp_path / "none.npz") == "missing"
    assert refusal(away, spec, tmp_path) == "unreadable"


def test_a_store_that_cannot_be_written(exported, spec, tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(TableError) as caught:
        import_tables(Store(tmp_path / "file"), known(spec), exported)
    assert caught.value.kind == "unwritable"
