"""The trained evaluator's numbers: files that come with the package, checked when read.

``network/manifest.json`` tells what each network is: the numbers of players and the rules it
is for, how it was trained and how good it was measured to be, and the checksum of its file.
The files are pickle-free ``.npz``: reading one runs nobody's code.
"""

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache, partial
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from wormadvisor.solver.rules import SWITCHES
from wormadvisor.solver.value.network import Network, Weights
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.files import write_whole
from wormadvisor.tables.layout import checksum

FORMAT = 1
"""Version of the files' form, and of what the features of a position are."""
FOLDER = Path(__file__).parent / "network"
MANIFEST = "manifest.json"
MEND = "install wormadvisor again, or train anew with `make train`"

_ARRAYS = [field.name for field in fields(Weights)]

RULES = {switch: list(values) for switch, values in SWITCHES.items()}
"""The rules a network is for: every value of every switch."""


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """One network with what is known about it.

    Attributes
    ----------
    name
        Stem of its file.
    players
        The numbers of players it is for.
    endgames
        Whether it is for positions with few live tiles only.
    weights
        Its numbers.
    about
        How it was trained, as plain JSON.
    """

    name: str
    players: tuple[int, ...]
    endgames: bool
    weights: Weights
    about: Mapping[str, Any]


@cache
def read_network() -> Network:
    """Read the evaluator that comes with the package.

    Raises
    ------
    TableError
        A file is missing, damaged, or not what this version of the program reads.
    """
    return as_network(read_trained())


def as_network(trained: list[Trained]) -> Network:
    """Put networks together, each for its numbers of players."""
    weights: dict[bool, dict[int, Weights]] = {False: {}, True: {}}
    for one in trained:
        weights[one.endgames] |= dict.fromkeys(one.players, one.weights)
    return Network(weights[False], weights[True])


def read_trained(folder: Path = FOLDER) -> list[Trained]:
    """Read all networks of a folder.

    Raises
    ------
    TableError
        As `read_network`.
    """
    with _manifest(folder) as manifest:
        return [_read(folder, str(name), entry) for name, entry in manifest["networks"].items()]


def read_measured(folder: Path = FOLDER) -> Mapping[str, Any]:
    """Read how good the evaluator was measured to be, as plain JSON.

    Raises
    ------
    TableError
        As `read_network`, for the manifest alone.
    """
    with _manifest(folder) as manifest:
        measured: Mapping[str, Any] = manifest["measured"]
        return measured


def read_checksums(folder: Path = FOLDER) -> Mapping[str, str]:
    """Read the checksum of every network: others are another evaluator.

    Raises
    ------
    TableError
        As `read_measured`.
    """
    with _manifest(folder) as manifest:
        return {str(name): str(entry["checksum"]) for name, entry in manifest["networks"].items()}


@contextmanager
def _manifest(folder: Path) -> Iterator[Any]:
    """Read the manifest; what is then not found in it counts as damage."""
    path = folder / MANIFEST
    try:
        manifest = json.loads(_bytes(path))
        if manifest["format"] != FORMAT:
            raise TableError("version", path, MEND, f"format {manifest['format']}, not {FORMAT}")
        if manifest["rules"] != RULES:
            raise TableError("other_rules", path, MEND)
        yield manifest
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise TableError("damaged", path, MEND, str(error)) from error


def write_trained(trained: list[Trained], folder: Path, measured: Mapping[str, Any]) -> None:
    """Write networks and their manifest into a folder that exists.

    Parameters
    ----------
    trained
        The networks.
    folder
        Where.
    measured
        How good they were measured to be together, as plain JSON.

    Raises
    ------
    TableError
        It cannot be written to.
    """
    networks = {}
    for one in trained:
        file = io.BytesIO()
        np.savez(file, **{name: getattr(one.weights, name) for name in _ARRAYS})
        data = file.getvalue()
        write_whole(folder / f"{one.name}.npz", partial(_write, data))
        networks[one.name] = {
            "about": dict(one.about),
            "checksum": checksum(data),
            "endgames": one.endgames,
            "players": list(one.players),
        }
    manifest = {
        "format": FORMAT,
        "measured": measured,
        "networks": networks,
        "rules": RULES,
    }
    text = json.dumps(manifest, indent=1, sort_keys=True)
    write_whole(folder / MANIFEST, partial(_write, text.encode() + b"\n"))


def _read(folder: Path, name: str, entry: Mapping[str, Any]) -> Trained:
    players = tuple(map(int, entry["players"]))
    weights = _weights(folder / f"{name}.npz", entry["checksum"])
    return Trained(name, players, bool(entry["endgames"]), weights, entry["about"])


def _weights(path: Path, expected: str) -> Weights:
    data = _bytes(path)
    if checksum(data) != expected:
        raise TableError("damaged", path, MEND)
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return Weights(**{name: arrays[name] for name in _ARRAYS})
    except (ValueError, KeyError, zipfile.BadZipFile) as error:
        raise TableError("foreign", path, MEND, str(error)) from error


def _write(data: bytes, file: BinaryIO) -> None:
    file.write(data)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise TableError("missing", path, MEND) from error
    except OSError as error:
        raise TableError("unreadable", path, MEND, error.strerror or str(error)) from error
