"""The arrows of the architecture: imports point one way, cli -> tables -> solver."""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ROOMS = ("solver", "tables", "cli")

NEVER = {
    "solver": {
        *("wormadvisor.tables", "wormadvisor.cli"),
        *("click", "rich", "joblib", "platformdirs", "distributed", "dask"),
    },
    "tables": {"wormadvisor.cli", "click", "rich"},
    "cli": set(),
}
"""What no module of a room imports, at its top or anywhere within."""

EXCEPT = {
    "solver/match.py": {"joblib"},  # Games are spread over processes.
    "solver/value/rollout.py": {"joblib"},  # As in matches.
    "tables/train/__main__.py": {"click"},  # A program of its own.
}

TRAINING = "tables/train/"
"""Optional as a whole: nothing else imports it, or torch."""

SERVER = "cli/web/"
"""Optional as a whole, with what it needs: loaded when it is asked for."""
OF_THE_SERVER = {
    *("fastapi", "starlette", "uvicorn", "pydantic", "pydantic_core", "h11", "segno"),
    "wormadvisor.cli.web",
}

OPTIONAL = {"numba": "solver/turn/numba_kernel.py", "distributed": None, "dask": None}
"""Optional packages, and the one module that needs them to be imported itself."""

SOURCES = {
    path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for room in ROOMS
    for path in sorted((ROOT / room).rglob("*.py"))
}


def dotted(path):
    """The name under which a file is imported."""
    parts = Path(path).with_suffix("").parts
    return ".".join(("wormadvisor", *parts)).removesuffix(".__init__")


def imported(tree, path, top_only=False):
    """Name everything that a module imports, `from a import b` as both a and a.b."""
    package = dotted(path).split(".")
    if not path.endswith("__init__.py"):
        package.pop()
    nodes = tree.body if top_only else ast.walk(tree)
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) + 1 - node.level] if node.level else []
            module = ".".join((*start, *([node.module] if node.module else [])))
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif (
            isinstance(node, ast.Call)
            and getattr(node.func, "id", getattr(node.func, "attr", "")) == "import_module"
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            yield node.args[0].value


def within(name, packages):
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def test_imports_are_found():
    code = "import a.b\nfrom c import d\nfrom . import e\nfrom ..f import g\ndef h():\n import i"
    found = set(imported(ast.parse(code), "solver/turn/x.py"))
    assert found == {
        *("a.b", "c", "c.d", "i"),
        *("wormadvisor.solver.turn", "wormadvisor.solver.turn.e"),
        *("wormadvisor.solver.f", "wormadvisor.solver.f.g"),
    }
    assert "i" not in set(imported(ast.parse(code), "solver/turn/x.py", top_only=True))
    inner = set(imported(ast.parse("from .. import y"), "solver/turn/__init__.py"))
    assert inner == {"wormadvisor.solver", "wormadvisor.solver.y"}


@pytest.mark.parametrize("path", SOURCES)
def test_imports_point_one_way(path):
    never = NEVER[path.partition("/")[0]]
    found = {name.partition(".")[0] for name in imported(SOURCES[path], path)}
    found |= {name for name in imported(SOURCES[path], path) if within(name, never)}
    assert found & never == EXCEPT.get(path, set())


@pytest.mark.parametrize("path", SOURCES)
def test_what_is_optional_is_not_needed(path):
    at_the_top = imported(SOURCES[path], path, top_only=True)
    needed = {name.partition(".")[0] for name in at_the_top} & OPTIONAL.keys()
    assert needed <= {name for name, only in OPTIONAL.items() if path == only}
    if not path.startswith(TRAINING):
        training = {"torch", "wormadvisor.tables.train"}
        assert not [name for name in imported(SOURCES[path], path) if within(name, training)]
    if not path.startswith(SERVER):
        at_the_top = imported(SOURCES[path], path, top_only=True)
        assert not [name for name in at_the_top if within(name, OF_THE_SERVER)]


@pytest.mark.parametrize("path", [p for p in SOURCES if p.startswith("solver/")])
def test_the_solver_neither_prints_nor_opens_files(path):
    calls = {
        getattr(node.func, "id", None)
        for node in ast.walk(SOURCES[path])
        if isinstance(node, ast.Call)
    }
    assert not calls & {"print", "input", "open", "exec", "eval"}
    assert "pickle" not in set(imported(SOURCES[path], path))


def test_packages_are_listed_and_nothing_else_is():
    """A folder of sources that is not listed would be missing from every wheel."""
    folders = {Path(path).parent.as_posix() for path in SOURCES}
    assert {dotted(f"{folder}/__init__.py") for folder in folders} == set(
        PROJECT["tool"]["setuptools"]["packages"]
    )
    assert all(f"{folder}/__init__.py" in SOURCES for folder in folders)
    assert PROJECT["tool"]["setuptools"]["package-dir"] == {
        f"wormadvisor.{room}": room for room in ROOMS
    }
    assert all((ROOT / room / "py.typed").is_file() for room in ROOMS)


def test_files_that_are_no_code_are_listed():
    """Other files in the rooms reach a wheel only as package data."""
    listed = {
        path
        for package, patterns in PROJECT["tool"]["setuptools"]["package-data"].items()
        for pattern in patterns
        for path in ROOT.joinpath(*package.split(".")[1:]).glob(pattern)
    }
    others = {
        path
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and path.suffix != ".py" and path.parent.name != "__pycache__"
    }
    assert others == listed
