"""What tables there are: how each is built, and how its numbers are proven.

Whoever adds a table adds its `TableKind` to `all_kinds`; checks need nothing more, and
commands the words for what it holds.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Protocol

from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.tables.endgames import MAX_LIVE, EndgameKind, endgame_kind_named
from wormadvisor.tables.errors import writing
from wormadvisor.tables.manifest import TableSpec
from wormadvisor.tables.odds import OddsKind
from wormadvisor.tables.proven import Proven
from wormadvisor.tables.store import Progress, Store, StoredTable
from wormadvisor.tables.travel import import_tables

_OTHER_TEMPORARY = "set TMPDIR to a folder that can be written"


def silent(done: int, total: int) -> None:
    """Take progress and tell nobody."""


class TableKind(Protocol):
    """One table that can be built."""

    @property
    def spec(self) -> TableSpec:
        """What it has to be."""
        ...

    @property
    def by_default(self) -> bool:
        """Whether it is built when no table is named."""
        ...

    def build(self, store: Store, progress: Progress) -> StoredTable:
        """Build it, going on where an interrupted build was; its dependencies are there.

        Raises
        ------
        TableError
            What `Store.builder`, `BlockWriter` and opening a dependency raise.
        """
        ...

    def prove(self, store: Store, table: StoredTable, progress: Progress) -> Proven:
        """Prove the numbers on disk by other means than those that built them.

        Raises
        ------
        TableError
            ``refuted``, or what probing raises.
        """
        ...


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in order.

    Attributes
    ----------
    blocks, nbytes
        How much matches its checksums.
    built_from
        Tables that it depends on, and that are what they were then.
    proven
        What is proven of its numbers.
    """

    blocks: int
    nbytes: int
    built_from: tuple[str, ...]
    proven: Proven


@cache
def all_kinds() -> dict[str, TableKind]:
    """Return every table that has a name of its own, in an order in which they can be built.

    Endgame tables of other rules than the presets' exist as well; see `kind_named`.
    """
    return {
        kind.spec.name: kind for kind in (OddsKind(), *endgame_kinds(PRESETS.values(), MAX_LIVE))
    }


def endgame_kinds(rules: Iterable[Rules], live: int) -> list[TableKind]:
    """Return the endgame tables of some rules with up to so many live tiles, small first."""
    return [EndgameKind(one, m) for one in rules for m in range(1, live + 1)]


def kind_named(name: str) -> TableKind | None:
    """Find the table of a name, those of unusual rules too; None when there is none."""
    if name in all_kinds():
        return all_kinds()[name]
    return endgame_kind_named(name)


def select(patterns: Iterable[str]) -> list[TableKind]:
    """Return the tables named, by name or by a pattern like ``endgame-*``.

    Parameters
    ----------
    patterns
        None at all: those built by default.

    Returns
    -------
    They and all tables they depend on, in an order in which they can be built.

    Raises
    ------
    KeyError
        With a pattern that names no table.
    """
    kinds = dict(all_kinds())
    wanted = {name for name, kind in kinds.items() if kind.by_default}
    if patterns := list(patterns):
        wanted = set()
        for pattern in patterns:
            matching = {name for name in kinds if fnmatchcase(name, pattern)}
            if not matching and (other := endgame_kind_named(pattern)) is not None:
                kinds |= {k.spec.name: k for k in endgame_kinds([other.rules], other.live)}
                matching = {pattern}
            if not matching:
                raise KeyError(pattern)
            wanted |= matching
    for name in reversed(kinds):  # Dependencies come earlier, and theirs earlier still.
        if name in wanted:
            wanted.update(kinds[name].spec.dependencies)
    return [kind for name, kind in kinds.items() if name in wanted]


def build(kind: TableKind, store: Store, progress: Progress = silent) -> bool:
    """Build a table unless it is there and every byte of it is right.

    Returns
    -------
    Whether there was anything to do.

    Raises
    ------
    TableError
        It could not be built.
    """
    if store.is_sound(kind.spec):
        return False
    kind.build(store, progress)
    return True


def verify(kind: TableKind, store: Store, progress: Progress = silent) -> Checked:
    """Read a table anew, check every byte and its dependencies, and prove its numbers.

    Raises
    ------
    TableError
        Whatever is wrong with it.
    """
    store.open(kind.spec)
    table = store.verify(kind.spec.name)
    proven = kind.prove(store, table, progress)
    layout, others = table.manifest.layout, tuple(table.manifest.dependencies)
    return Checked(layout.blocks, layout.nbytes, others, proven)


def bring(store: Store, path: Path, progress: Progress = silent) -> list[TableKind]:
    """Import tables; one is stored only after its numbers are proven.

    Returns
    -------
    The tables imported, in the order of the file: dependencies first.

    Raises
    ------
    TableError
        As `import_tables`: nothing is stored. ``refuted``: checksums that match numbers
        which are wrong; tables proven before it are stored.
    """

    def known(name: str) -> TableSpec | None:
        kind = kind_named(name)
        return None if kind is None else kind.spec

    with writing(Path(gettempdir()), _OTHER_TEMPORARY):
        scratch = TemporaryDirectory(prefix="wormadvisor-", ignore_cleanup_errors=True)
    with scratch as folder:
        brought = []
        for table in import_tables(Store(Path(folder)), known, path):
            kind = kind_named(table.manifest.name)
            assert kind is not None
            kind.prove(store, table, progress)
            store.take(kind.spec, table.manifest, table.all_rows())
            brought.append(kind)
    return brought
