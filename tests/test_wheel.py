"""What an installed wheel is, seen from outside the checkout."""

import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("solver", "tables", "cli")

# The interpreter is given nothing but the wheel unpacked and the packages it depends on.
IMPORTS = """
import importlib, sys
site, *names = sys.argv[1:]
sys.path = [site] + [entry for entry in sys.path if entry != {root!r}]
sys.meta_path = [f for f in sys.meta_path if "editable" not in getattr(f, "__name__", "").lower()]
for name in names:
    module = importlib.import_module(name)
    assert module.__file__.startswith(site), module.__file__
print("modules:", len(names))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build the wheel from a copy, so that old build folders cannot add to it."""
    copy, out = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("wheel")
    for path in ROOT.iterdir():
        if path.name in {*ROOMS, "pyproject.toml", "README.md", "LICENSE"}:
            (copy / path.name).symlink_to(path)
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", out, copy]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (file,) = out.glob("*.whl")
    return file


def sources():
    return {
        f"wormadvisor/{path.relative_to(ROOT).as_posix()}"
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    }


def modules():
    names = (name for name in sources() if name.endswith(".py") and "__main__" not in name)
    return sorted(name[: -len(".py")].replace("/", ".").removesuffix(".__init__") for name in names)


def importable(name):
    if name.startswith("wormadvisor.tables.train"):
        return find_spec("torch") is not None
    return not name.endswith("numba_kernel") or find_spec("numba") is not None


@pytest.mark.slow
def test_the_wheel_holds_the_namespace_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    package = {name for name in names if ".dist-info/" not in name}
    assert package == sources()
    (licence,) = (name for name in names if name.endswith("/LICENSE"))
    assert licence.startswith("wormadvisor-")


@pytest.mark.slow
def test_every_module_is_imported_from_an_installed_wheel(wheel, tmp_path):
    site = tmp_path / "site"
    command = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", site, wheel]
    subprocess.run([sys.executable, *command], check=True, capture_output=True)
    names = [name for name in modules() if importable(name)]
    code = IMPORTS.format(root=str(ROOT))
    result = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", code, site, *names],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert result.stderr == ""
    assert result.stdout == f"modules: {len(names)}\n"
    assert len(names) > 40
