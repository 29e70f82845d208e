"""The kernels under test: numpy, numba where it is installed, and numba's code uncompiled."""

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location

import pytest

from wormadvisor.solver.turn import numpy_kernel

NUMBA = "wormadvisor.solver.turn.numba_kernel"
needs_numba = pytest.mark.skipif(not find_spec("numba"), reason="numba is not installed")


@pytest.fixture(scope="session")
def compiled():
    """The compiled kernel; other tests go on as if it had not been imported."""
    pytest.importorskip("numba")
    before = sys.modules.get(NUMBA)
    module = import_module(NUMBA)
    if before is None:
        del sys.modules[NUMBA]
    return module


@pytest.fixture(scope="session")
def uncompiled():
    """The source of the compiled kernel run by Python itself, two turns side by side.

    Coverage sees these lines; compiled, nothing does.
    """
    config = pytest.importorskip("numba").config
    spec = spec_from_file_location("numba_kernel_uncompiled", find_spec(NUMBA).origin)
    module = module_from_spec(spec)
    compiles = not config.DISABLE_JIT
    config.DISABLE_JIT = 1
    try:
        spec.loader.exec_module(module)
    finally:
        config.DISABLE_JIT = int(not compiles)
    module.LANES = 2
    return module


@pytest.fixture(
    params=["numpy", pytest.param("compiled", marks=needs_numba)],
)
def kernel(request):
    if request.param == "numpy":
        return numpy_kernel
    return request.getfixturevalue(request.param)
