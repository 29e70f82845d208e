"""Endgame tables: proven bounds of the win chances of all two-player positions with m live tiles.

One table for each rules and m. Row s is the set of live tiles with colexicographic number
s, its columns are the patterns in the order of their perfect index, and each entry holds
the lower bound, rounded down, and the upper one, rounded up, as `fixed_point` numbers. These
rounded numbers are what is proven.
"""

from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import Ints
from wormadvisor.solver.errors import RulesError
from wormadvisor.solver.patterns import NUM_TILES, live_sets, pattern_count, set_index
from wormadvisor.solver.rules import Rules
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.fixed_point import ONE, Array, Fixed, decode, encode, rounded_outward
from wormadvisor.tables.layout import Layout
from wormadvisor.tables.orphans import end_with_parent
from wormadvisor.tables.proven import Proven
from wormadvisor.tables.store import Progress, Store, StoredTable, TableSpec

_PREFIX = "endgame"

CODE_VERSION = "1"
"""Changes whenever this code, or the solver, could give other numbers."""

MAX_LIVE = 6
"""Live tiles of the largest tables with a name: 53.7 million positions, 430 MB."""

MARGIN = 2.2 / ONE
"""The inequalities hold by this much before rounding, which takes at most 1 / ONE of it."""

_BLOCK_ROWS = 10_000
"""Positions that are built and checksummed together: a few seconds of work."""

DEFAULT_LIVE = 4
"""Live tiles of the largest tables that are built when nothing else is asked for."""


def endgame_spec(rules: Rules, live: int) -> TableSpec:
    """Describe the table of all sets of so many live tiles."""
    patterns = pattern_count(live)
    return TableSpec(
        name=_name(rules, live),
        code_version=CODE_VERSION,
        layout=Layout(
            dtype="<u4",
            shape=(comb(NUM_TILES, live), patterns, 2),
            block_rows=max(1, _BLOCK_ROWS // patterns),
        ),
        rules=rules,
        dependencies=(_name(rules, live - 1),) if live > 1 else (),
    )


def _name(rules: Rules, live: int) -> str:
    return f"{_PREFIX}-{rules}-{live}"


@dataclass(frozen=True, slots=True)
class EndgameKind:
    """The table of all sets of so many live tiles under one set of rules; a `TableKind`."""

    rules: Rules
    live: int

    @property
    def spec(self) -> TableSpec:
        """What it has to be."""
        return endgame_spec(self.rules, self.live)

    @property
    def by_default(self) -> bool:
        """Whether it is built when no table is named."""
        return self.live <= DEFAULT_LIVE

    def build(self, store: Store, progress: Progress) -> StoredTable:
        """Build it, or go on with an interrupted build; see `TableKind`.

        Blocks are solved by a bare `joblib.Parallel`, so that a surrounding
        ``parallel_config`` decides where.

        Raises
        ------
        TableError
            The smaller table is missing or damaged, or this one cannot be written.
        CertificationError
            A bound could not be proven.
        """
        from joblib import Parallel, delayed

        spec, below = self.spec, self._below(store)
        with store.builder(spec) as writer:
            total = spec.layout.rows * pattern_count(self.live)
            done = total - sum(_positions(spec, block) for block in writer.pending)
            progress(done, total)
            tasks = (
                delayed(_numbered)(block, self.rules, *self._task(below, block))
                for block in writer.pending
            )
            for block, rows in Parallel(return_as="generator_unordered")(tasks):
                writer.put(block, rows)
                done += _positions(spec, block)
                progress(done, total)
            return writer.finish(gap=_gap(writer.built_rows()))

    def prove(self, store: Store, table: StoredTable, progress: Progress) -> Proven:
        """Sweep once over the bytes on disk; see `TableKind` and `tables.proof`.

        Raises
        ------
        TableError
            ``refuted``: bounds of some position are not proven; or the smaller table is
            missing or damaged.
        """
        from joblib import Parallel, delayed

        from wormadvisor.tables.proof import refute

        below, rows = self._below(store), table.all_rows()
        layout = self.spec.layout

        def check(block: int) -> Any:
            tiles, smaller = self._task(below, block)
            part = np.array(rows[layout.rows_of(block)], np.uint32)
            return delayed(refute)(self.rules, tiles, part, smaller)

        tasks = map(check, range(layout.blocks))
        for block, refuted in enumerate(Parallel(return_as="generator")(tasks), 1):
            if refuted is not None:
                raise TableError("refuted", table.path, table.mend, str(refuted))
            progress(block, layout.blocks)
        positions = layout.rows * layout.shape[1]
        return Proven(positions, _gap(rows))

    def _below(self, store: Store) -> StoredTable | None:
        return store.open(endgame_spec(self.rules, self.live - 1)) if self.live > 1 else None

    def _task(self, below: StoredTable | None, block: int) -> tuple[Ints, Fixed | None]:
        """Gather what a block depends on, so that a worker needs no file."""
        tiles = live_sets(self.live)[self.spec.layout.rows_of(block)]
        if below is None:
            return tiles, None
        ranks = range(self.live)
        smaller = np.stack([set_index(np.delete(tiles, rank, axis=1)) for rank in ranks], axis=1)
        return tiles, below.rows(smaller).astype(np.uint32, copy=False)


def _numbered(block: int, rules: Rules, tiles: Ints, below: Fixed | None) -> tuple[int, Fixed]:
    end_with_parent()
    return block, solve_block(rules, tiles, below)


def _positions(spec: TableSpec, block: int) -> int:
    rows = spec.layout.rows_of(block)
    return int(rows.stop - rows.start) * spec.layout.shape[1]


def _gap(rows: npt.NDArray[Any]) -> float:
    """Give the widest interval of a table, a set at a time to spare the memory."""
    return float(max(int((one[:, 1] - one[:, 0]).max()) for one in rows) / ONE)


def solve_block(rules: Rules, tiles: Ints, below: Fixed | None) -> Fixed:
    """Solve all patterns of some sets of live tiles.

    Parameters
    ----------
    rules
        The rules in force.
    tiles
        (sets, m): the live tiles.
    below
        (sets, m, patterns of m - 1, 2): bounds without the tile of each rank; None for
        m = 1.

    Returns
    -------
    (sets, patterns, 2)
    """
    from wormadvisor.solver.value.certify import certify
    from wormadvisor.solver.value.liveclass import LiveClass

    def without(rank: int) -> tuple[Array, Array]:
        assert below is not None
        return decode(below[:, rank])

    found = certify(LiveClass(tiles, rules, without), margin=MARGIN, rounded=rounded_outward)
    return encode(*found).reshape(len(tiles), -1, 2)


def endgame_kind_named(name: str) -> EndgameKind | None:
    """Find the endgame table of a name, whatever its rules; None when it is no such name."""
    start, _, rest = name.partition("-")
    text, _, live = rest.rpartition("-")
    if start != _PREFIX or not (live.isascii() and live.isdigit() and len(live) == 1):
        return None
    try:
        rules = Rules.parse(text)
    except RulesError:
        return None
    kind = EndgameKind(rules, int(live))
    return kind if 1 <= kind.live <= MAX_LIVE and kind.spec.name == name else None
