import numpy as np
import pytest

from wormadvisor.solver.odds import best_chances
from wormadvisor.solver.turn.tree import turn_tree
from wormadvisor.tables import odds as module
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.kinds import all_kinds, bring, build, select, verify
from wormadvisor.tables.odds import SPEC, odds_table
from wormadvisor.tables.store import Store
from wormadvisor.tables.travel import export_tables


@pytest.fixture
def kind():
    return all_kinds()["odds"]


@pytest.fixture
def with_odds(store, kind):
    assert build(kind, store)
    return store


def test_the_states_are_those_of_the_turn_tree():
    tree = turn_tree()
    assert len(tree.used) == module.STATES
    # If this changes, so does what the rows mean: raise the code version of the table.
    signature = int((tree.used * 7 + tree.dice * 11 + tree.total) @ np.arange(module.STATES))
    assert (SPEC.code_version, signature) == ("1", 432_225_089)


def test_the_table_and_the_computed_numbers_are_the_same(with_odds, tmp_path):
    stored, computed = odds_table(with_odds), odds_table(Store(tmp_path / "empty"))
    for state in (0, 1, 1000, 1937, 1938):
        assert (stored.at(state) == computed.at(state)).all()
        assert (stored.at(state) == best_chances()[state]).all()
        assert stored.at(state).shape == (2, 41)
    for odds in (stored, computed):
        assert odds.note is None
        for state in (-1, 1939):
            with pytest.raises(IndexError):
                odds.at(state)


def test_the_default_is_the_user_s_cache(with_odds, monkeypatch):
    monkeypatch.setenv("WORMADVISOR_CACHE", str(with_odds.folder.parent))
    monkeypatch.setattr(module, "best_chances", None)  # It cannot be computed.
    assert (odds_table().at(1000) == best_chances()[1000]).all()


def test_a_damaged_table_is_noted_and_the_answer_computed(with_odds):
    (path,) = with_odds.folder.glob("*.joblib")
    whole = path.read_bytes()
    for damaged, known_at_once in (
        (whole[:-1], True),
        (b"", True),
        (whole[:500] + bytes([whole[500] ^ 1]) + whole[501:], False),
    ):
        path.write_bytes(damaged)
        odds = odds_table(with_odds)
        assert (odds.note is not None) == known_at_once
        assert (odds.at(0) == best_chances()[0]).all()
        assert odds.note.mend == "wormadvisor tables build odds"
        assert (odds.at(1938) == best_chances()[1938]).all()


def test_an_unreadable_cache_is_noted(tmp_path):
    (tmp_path / "tables").symlink_to(tmp_path / "tables")
    odds = odds_table(Store(tmp_path / "tables"))
    assert odds.note.kind == "unreadable"
    assert (odds.at(5) == best_chances()[5]).all()


def test_build_does_nothing_twice_and_mends(with_odds, kind):
    assert not build(kind, with_odds)
    (path,) = with_odds.folder.glob("*.joblib")
    path.write_bytes(path.read_bytes()[:-5] + b"junk.")
    with pytest.raises(TableError):
        verify(kind, with_odds)
    assert build(kind, with_odds)
    checked = verify(kind, with_odds)
    assert (checked.blocks, checked.nbytes) == (31, 1_271_984)
    assert checked.proven.numbers == 1939 * 2 * 41


@pytest.mark.parametrize("wrong", [1e-9, np.nan])
def test_wrong_numbers_with_right_checksums_are_refuted(store, kind, tmp_path, wrong):
    numbers = best_chances()
    numbers[1000, 1, 30] += wrong
    store.write(SPEC, numbers)
    with pytest.raises(TableError) as caught:
        verify(kind, store)
    assert caught.value.kind == "refuted"
    export_tables(store, [SPEC], tmp_path / "wrong.npz")
    away = Store(tmp_path / "away")
    for _ in range(2):
        before = away.is_sound(SPEC)
        with pytest.raises(TableError) as caught:
            bring(away, tmp_path / "wrong.npz")
        assert caught.value.kind == "refuted"
        assert away.is_sound(SPEC) == before, "what was there stays"
        build(kind, away)


def test_bring_stores_what_is_proven(with_odds, kind, tmp_path):
    export_tables(with_odds, [SPEC], tmp_path / "odds.npz")
    away = Store(tmp_path / "away")
    assert bring(away, tmp_path / "odds.npz") == [kind]
    assert verify(kind, away)


def test_selecting_tables():
    assert [kind.spec.name for kind in select(["od*", "odds"])] == ["odds"]
    assert all(kind.by_default for kind in select([]))
    with pytest.raises(KeyError, match="nothing"):
        select(["odds", "nothing"])


def test_what_depends_on_others_comes_after_them(monkeypatch):
    from dataclasses import replace
    from types import SimpleNamespace

    from wormadvisor.tables import kinds

    def fake(name, *dependencies):
        spec = replace(SPEC, name=name, dependencies=dependencies)
        return SimpleNamespace(spec=spec, by_default=name == "c")

    table = {name: fake(name, *others) for name, others in [("a", ""), ("b", "a"), ("c", "b")]}
    monkeypatch.setattr(kinds, "all_kinds", lambda: table)
    assert [kind.spec.name for kind in kinds.select([])] == ["a", "b", "c"]
    assert [kind.spec.name for kind in kinds.select(["b"])] == ["a", "b"]
