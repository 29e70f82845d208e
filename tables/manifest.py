"""The manifest beside every table: what it holds, what it was made from, its checksums.

It is JSON in one canonical form (sorted keys, fixed spacing), so the same table always has
the same manifest, byte by byte, and a changed byte anywhere shows::

    {"checksum": H(table),                  what other tables depend on
     "file": {"header": H(...), "offset": ..., "size": ...},
     "format": 1,
     "table": {"blocks": [H(block 0), H(block 1), ...], "name": ..., ...}}

``table`` is the same wherever the table travels. ``file`` speaks of the local file only: a
pickle's bytes around the numbers, which differ with the version of joblib. Its checksum is
that of all bytes before and after the numbers.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from wormadvisor.solver.rules import SWITCHES, Rules
from wormadvisor.tables.layout import Layout, checksum

FORMAT = 1
"""Version of the files' form."""

NAME = re.compile(r"[a-z0-9][a-z0-9+=_-]{0,99}")
CHECKSUM = re.compile(r"[0-9a-f]{32}")
ANY_RULES = "any"

Json = Any


@dataclass(frozen=True, slots=True)
class TableSpec:
    """What a table has to be, known before it is built.

    Attributes
    ----------
    name
        Lower-case letters, digits and ``+=_-``: the name of the files.
    code_version
        Changes whenever the code that makes the numbers could give others; a table with
        another one is refused.
    layout
        Its form.
    rules
        The rules it is for; None when it holds for all.
    dependencies
        Names of the tables it is built from.
    """

    name: str
    code_version: str
    layout: Layout
    rules: Rules | None = None
    dependencies: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in (self.name, *self.dependencies):
            if not NAME.fullmatch(name):
                raise ValueError(f"{name!r} is no name of a table")

    @property
    def rules_text(self) -> str:
        """Canonical text of the rules."""
        return ANY_RULES if self.rules is None else str(self.rules)

    @property
    def rules_hash(self) -> str:
        """Hash of what the rules say, switch by switch, so that a renamed preset shows."""
        if self.rules is None:
            return checksum(ANY_RULES.encode())
        return checksum(canonical({name: getattr(self.rules, name) for name in SWITCHES}))

    @property
    def mend(self) -> str:
        """The command that builds the table anew."""
        return f"wormadvisor tables build {self.name}"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a finished table is.

    Attributes
    ----------
    name, rules, rules_hash, code_version, layout
        As asked for by its `TableSpec`.
    dependencies
        The tables it was built from: name -> checksum.
    gap
        Upper minus lower bound, at most, when the table holds proven bounds.
    meta
        Whatever else its builder wants to tell.
    blocks
        Checksum of each block's bytes.
    """

    name: str
    rules: str
    rules_hash: str
    code_version: str
    layout: Layout
    dependencies: Mapping[str, str]
    blocks: tuple[str, ...] = field(repr=False)
    gap: float | None = None
    meta: Mapping[str, Json] = field(default_factory=dict)

    @property
    def table(self) -> dict[str, Json]:
        """The manifest without what is true of one local file only, as plain JSON."""
        return plan(self, self.dependencies) | {
            "blocks": list(self.blocks),
            "gap": self.gap,
            "meta": dict(self.meta),
        }

    @property
    def checksum(self) -> str:
        """Checksum of everything the table is; two tables with the same one are equal."""
        return checksum(canonical(self.table))


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is true of a table's local file.

    Attributes
    ----------
    header
        Checksum of all bytes before and after the numbers.
    offset
        Where the numbers begin.
    size
        Length of the file.
    """

    header: str
    offset: int
    size: int


def plan(table: "TableSpec | Manifest", dependencies: Mapping[str, str]) -> dict[str, Json]:
    """Return what is known of a table before it is built, as plain JSON."""
    rules = table.rules_text if isinstance(table, TableSpec) else table.rules
    return {
        "block_rows": table.layout.block_rows,
        "code_version": table.code_version,
        "dependencies": dict(dependencies),
        "dtype": table.layout.dtype,
        "name": table.name,
        "rules": rules,
        "rules_hash": table.rules_hash,
        "shape": list(table.layout.shape),
    }


def canonical(value: Json) -> bytes:
    """Write JSON in the one form used here."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode("ascii") + b"\n"


def write_manifest(manifest: Manifest, file: FileFacts | None = None) -> bytes:
    """Write a manifest; without facts of a local file when the table is to travel."""
    value: dict[str, Json] = {
        "checksum": manifest.checksum,
        "format": FORMAT,
        "table": manifest.table,
    }
    if file is not None:
        value["file"] = {"header": file.header, "offset": file.offset, "size": file.size}
    return canonical(value)


class OtherFormatError(ValueError):
    """A manifest in another format than `FORMAT`."""


def read_manifest(data: bytes) -> tuple[Manifest, FileFacts | None]:
    """Read what `write_manifest` wrote, and nothing else.

    Raises
    ------
    OtherFormatError
        Of another format.
    ValueError
        Anything that differs by one byte from what would be written.
    """
    try:
        return _read(data)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _read(data: bytes) -> tuple[Manifest, FileFacts | None]:
    value = json.loads(data)
    if not isinstance(value, dict):
        raise ValueError("not a manifest")
    if type(value.get("format")) is int and value["format"] != FORMAT:
        raise OtherFormatError(f"format {str(value['format'])[:20]}, not {FORMAT}")
    manifest = _manifest(_typed(value, "table", dict))
    file = None
    if "file" in value:
        facts = _typed(value, "file", dict)
        file = FileFacts(
            header=_hash(_typed(facts, "header", str)),
            offset=_size(_typed(facts, "offset", int)),
            size=_size(_typed(facts, "size", int)),
        )
        if not 0 < file.offset < file.offset + manifest.layout.nbytes < file.size:
            raise ValueError("a file of another size")
    # Writing it again tells of unknown fields, another spelling and every changed byte.
    if write_manifest(manifest, file) != data:
        raise ValueError("the manifest does not match its own checksum")
    return manifest, file


def _manifest(table: dict[str, Json]) -> Manifest:
    shape = _typed(table, "shape", list)
    if not all(type(length) is int for length in shape):
        raise ValueError("shape holds something else than whole numbers")
    layout = Layout(
        _typed(table, "dtype", str), tuple(shape), _size(_typed(table, "block_rows", int))
    )
    blocks = tuple(map(_hash, _typed(table, "blocks", list)))
    if len(blocks) != layout.blocks:
        raise ValueError(f"{len(blocks)} checksums for {layout.blocks} blocks")
    gap = table.get("gap")
    if gap is not None and not (type(gap) is float and isfinite(gap) and gap >= 0):
        raise ValueError("gap is not a number of at least 0")
    dependencies = _typed(table, "dependencies", dict)
    for name in dependencies:
        _name(name)
    return Manifest(
        name=_name(_typed(table, "name", str)),
        rules=_typed(table, "rules", str),
        rules_hash=_hash(_typed(table, "rules_hash", str)),
        code_version=_typed(table, "code_version", str),
        layout=layout,
        dependencies={name: _hash(value) for name, value in dependencies.items()},
        blocks=blocks,
        gap=gap,
        meta=_typed(table, "meta", dict),
    )


def _typed(value: dict[str, Json], key: str, kind: type) -> Json:
    # By exact type: JSON's true is no whole number.
    if type(value.get(key)) is not kind:
        raise ValueError(f"{key} is missing or no {kind.__name__}")
    return value[key]


def _name(value: str) -> str:
    if not NAME.fullmatch(value):
        raise ValueError(f"{value[:40]!r} is no name of a table")
    return value


def _hash(value: Json) -> str:
    if type(value) is not str or not CHECKSUM.fullmatch(value):
        raise ValueError("something else in place of a checksum")
    return value


def _size(value: int) -> int:
    if not 0 < value <= 1 << 62:
        raise ValueError("a size out of bounds")
    return value
