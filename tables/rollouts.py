"""Rollouts kept on disk, so that the same question goes on where it stopped.

Blocks of games are seeded one by one, and so a rollout that goes on is the one that was
never interrupted. A file is named for all that its numbers depend on; it is plain ``.npz``
without pickles, and one that cannot be read counts as none.
"""

import io
import json
import zipfile
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import BinaryIO, Self

import numpy as np

from wormadvisor.solver.notation import format_position
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.rollout import GAMES, Rollout, Sums
from wormadvisor.tables.endgames import MAX_LIVE, endgame_spec
from wormadvisor.tables.errors import TableError, writing
from wormadvisor.tables.files import write_whole
from wormadvisor.tables.layout import checksum
from wormadvisor.tables.lock import Lock
from wormadvisor.tables.store import Store
from wormadvisor.tables.weights import read_checksums

CODE_VERSION = "1"
"""Changes whenever the same question could come to other numbers."""

FOLDER = "rollouts"
MOST = 100
"""Rollouts kept; the oldest make room."""


class KeptRollout:
    """What one rollout has come to, kept on disk; a context manager that holds it.

    Parameters
    ----------
    store
        Where tables are; rollouts have a folder beside them.
    position, rules, seed, depth
        What is rolled out, with which dice, by players how many turns deep.

    Raises
    ------
    TableError
        ``locked``: another process plays it; ``unwritable``: no folder can be made.
    """

    def __init__(
        self, store: Store, position: Position, rules: Rules, *, seed: int, depth: int
    ) -> None:
        name = _name(store, position, rules, seed, depth)
        self._path = store.folder.parent / FOLDER / f"{name}.npz"

    def __enter__(self) -> Self:
        with writing(self._path.parent):
            self._path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = Lock(self._path.with_suffix(".lock"))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._lock.release(remove=True)

    def load(self) -> Rollout | None:
        """Read what was played before; None where nothing was."""
        try:
            data = io.BytesIO(self._path.read_bytes())
            with np.load(data, allow_pickle=False) as arrays:
                sums = [
                    Sums(int(arrays["games"]), arrays[f"{part}_total"], arrays[f"{part}_squares"])
                    for part in ("adjusted", "plain")
                ]
                return Rollout(int(arrays["blocks"]), *sums)
        # A damaged archive may ask for what zipfile does not do, which is a RuntimeError.
        except (OSError, ValueError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile):
            return None

    def save(self, rollout: Rollout) -> None:
        """Write what was played, in place of what was before.

        Raises
        ------
        TableError
            ``unwritable``.
        """
        write_whole(self._path, partial(_write, rollout))
        with suppress(OSError):
            files = sorted(self._path.parent.glob("*.npz"), key=lambda path: path.stat().st_mtime)
            for path in files[:-MOST]:
                path.unlink()


def _name(store: Store, position: Position, rules: Rules, seed: int, depth: int) -> str:
    depends_on = {
        "code": CODE_VERSION,
        "depth": depth,
        "evaluator": dict(read_checksums()),
        "games": GAMES,
        "position": format_position(position, None, rules),
        "seed": seed,
        "tables": _tables(store, rules) if position.players == 2 else {},
    }
    return checksum(json.dumps(depends_on, sort_keys=True).encode())


def _tables(store: Store, rules: Rules) -> dict[int, str]:
    """Name the endgame tables that cut games short."""
    found = {}
    for live in range(1, MAX_LIVE + 1):
        with suppress(TableError):
            found[live] = store.open(endgame_spec(rules, live)).manifest.checksum
    return found


def _write(rollout: Rollout, file: BinaryIO) -> None:
    adjusted, plain = rollout.adjusted, rollout.plain
    np.savez(
        file,
        blocks=rollout.blocks,
        games=rollout.games,
        adjusted_total=adjusted.total,
        adjusted_squares=adjusted.squares,
        plain_total=plain.total,
        plain_squares=plain.squares,
    )
