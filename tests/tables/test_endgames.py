"""Endgame tables: built, probed, proven and refuted."""

import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.patterns import live_sets, pattern_index, set_index
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.solver.value.endgame import Endgames
from wormadvisor.tables import kinds
from wormadvisor.tables.endgames import EndgameKind, endgame_kind_named, endgame_spec
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.fixed_point import ONE, decode
from wormadvisor.tables.known_endgames import KnownEndgames
from wormadvisor.tables.store import Store
from wormadvisor.tables.travel import export_tables

OFFICIAL = PRESETS["official"]


ROOT = Path(__file__).parents[2]


def build(folder: Path, rules: Rules, live: int) -> Store:
    store = Store(folder)
    for kind in kinds.endgame_kinds([rules], live):
        kinds.build(kind, store)
    return store


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """The official tables of up to three live tiles."""
    return build(tmp_path_factory.mktemp("tables"), OFFICIAL, 3)


def test_every_table_is_proven_by_the_independent_sweep(three: Store) -> None:
    for kind in kinds.endgame_kinds([OFFICIAL], 3):
        checked = kinds.verify(kind, three)
        rows = three.open(kind.spec).all_rows()
        assert checked.proven.numbers == rows[..., 0].size
        gap = three.open(kind.spec).manifest.gap
        assert gap is not None
        assert gap <= 1e-6
        assert gap == pytest.approx(np.diff(rows.astype(np.int64)).max() / ONE)
        assert gap == checked.proven.within


def test_stored_bounds_hold_those_solved_on_demand(three: Store) -> None:
    rng = np.random.default_rng(3)
    known = KnownEndgames(three, OFFICIAL)
    for tiles in rng.permutation(live_sets(3))[:6]:
        endgames = Endgames(OFFICIAL)
        endgames.solve(Position(tiles.tolist(), [(), ()]))
        solved = endgames.class_bounds(tuple(tiles.tolist()))
        assert solved is not None
        lower, upper = solved
        found = known(tiles[None])
        assert found is not None
        assert (found[0][0] <= lower).all()
        assert (upper <= found[1][0]).all()


def test_a_table_answers_without_solving(three: Store) -> None:
    endgames = Endgames(OFFICIAL, KnownEndgames(three, OFFICIAL))
    position = Position([22], [(30,), (33,)])

    def no_work(progress: object) -> None:
        raise AssertionError("solved what is on disk")

    endgames.solve(position, step=no_work)
    lower, upper = endgames.bounds(Batch.of([position]))
    assert lower[0] == pytest.approx(0.2238, abs=5e-5)
    assert 0 < upper[0] - lower[0] < 1e-6


def test_a_planted_lower_bound_is_refuted(three: Store, tmp_path: Path) -> None:
    """0.999 in `22/30/33 official`, worth 0.2238, with checksums that match."""
    store = build(tmp_path, OFFICIAL, 2)
    spec = endgame_spec(OFFICIAL, 3)
    rows = three.open(spec).all_rows().copy()
    tiles = (22, 30, 33)
    row = set_index(np.array([tiles]))[0]
    column = pattern_index(Batch.of([Position([22], [(30,), (33,)])], tiles))[0]
    assert decode(rows[row, column])[0] == pytest.approx(0.2238, abs=5e-5)
    planted = int(0.999 * ONE)
    for lower_elsewhere in (None, 0):
        wrong = rows.copy()
        if lower_elsewhere is not None:
            wrong[row, :, 0], wrong[row, :, 1] = lower_elsewhere, int(ONE)
        wrong[row, column] = planted, max(planted, int(wrong[row, column, 1]))
        store.write(spec, wrong, gap=1.0)
        with pytest.raises(TableError, match=r"22.* is not proven") as caught:
            kinds.verify(EndgameKind(OFFICIAL, 3), store)
        assert caught.value.kind == "refuted"
    upper_too_low = rows.copy()
    upper_too_low[row, column, 1] = upper_too_low[row, column, 0] - 1
    store.write(spec, upper_too_low, gap=1.0)
    with pytest.raises(TableError):
        kinds.verify(EndgameKind(OFFICIAL, 3), store)


def test_tables_of_unusual_rules_travel_too(tmp_path: Path) -> None:
    forced = Rules.parse("official+steal=forced")
    specs = [kind.spec for kind in kinds.endgame_kinds([forced], 2)]
    export_tables(build(tmp_path / "here", forced, 2), specs, tmp_path / "both.npz")
    away = Store(tmp_path / "away")
    brought = kinds.bring(away, tmp_path / "both.npz")
    assert [kind.spec for kind in brought] == specs
    assert all(away.is_sound(spec) for spec in specs)


def test_names() -> None:
    forced = Rules.parse("free+steal=forced")
    assert endgame_kind_named("endgame-free+steal=forced-4") == EndgameKind(forced, 4)
    for name in ("odds", "endgame-free", "endgame-nonsense-3", "endgame-flip-0", "endgame-flip-99"):
        assert endgame_kind_named(name) is None
    # One name only: not the same rules written another way.
    assert endgame_kind_named("endgame-official+steal=optional-3") is None
    assert [kind.spec.name for kind in kinds.select(["endgame-free+steal=forced-2"])] == [
        "endgame-free+steal=forced-1",
        "endgame-free+steal=forced-2",
    ]


def test_a_killed_build_loses_one_block_at_most(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from wormadvisor.solver.rules import PRESETS\n"
        "from wormadvisor.tables import kinds; from wormadvisor.tables.store import Store\n"
        "from wormadvisor.tables.endgames import EndgameKind\n"
        "def told(done, total): print(done, flush=True)\n"
        "kinds.build(EndgameKind(PRESETS['flip'], 3), Store(Path(sys.argv[1])), told)\n"
    )
    store = build(tmp_path, PRESETS["flip"], 2)
    process = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"0\n"
    first = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    process.communicate()
    told: list[int] = []
    kinds.build(EndgameKind(PRESETS["flip"], 3), store, lambda done, _: told.append(done))
    assert told[0] >= first, "the finished block was kept"
    whole = build(tmp_path / "other", PRESETS["flip"], 3)
    spec = endgame_spec(PRESETS["flip"], 3)
    assert store.open(spec).path.read_bytes() == whole.open(spec).path.read_bytes()


@pytest.mark.slow
def test_a_dask_cluster_builds_the_same_bytes_though_a_worker_is_killed(tmp_path: Path) -> None:
    rules = PRESETS["flip"]
    local = build(tmp_path / "local", rules, 3)
    kind = EndgameKind(rules, 3)
    command = [sys.executable, "-m", "tests.tables.cluster"]
    for attempt in range(3):
        remote = build(tmp_path / f"remote-{attempt}", rules, 2)
        # Joblib's backend may lose a task with its worker, and then waits for ever.
        with suppress(subprocess.TimeoutExpired):
            subprocess.run([*command, str(remote.folder)], cwd=ROOT, timeout=120, check=True)
            break
    else:
        pytest.skip("the cluster got stuck every time")
    files = [store.open(kind.spec).path for store in (local, remote)]
    assert files[0].read_bytes() == files[1].read_bytes()
    manifests = [path.with_name(f"{kind.spec.name}.json").read_bytes() for path in files]
    assert manifests[0] == manifests[1]
