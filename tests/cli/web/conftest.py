"""One server for all tests, on the loopback address; `post` asks it."""

import os

import httpx2
import pytest

from tests.cli.web.serving import serving


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    """The address of a running server that has no tables on disk."""
    before = os.environ.get("WORMADVISOR_CACHE")
    os.environ["WORMADVISOR_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    try:
        with serving() as found:
            yield found
    finally:
        if before is None:
            del os.environ["WORMADVISOR_CACHE"]
        else:
            os.environ["WORMADVISOR_CACHE"] = before


@pytest.fixture(scope="session")
def client(address):
    with httpx2.Client(base_url=address, timeout=30) as found:
        yield found


@pytest.fixture(scope="session")
def post(client):
    """Ask a question of the API; the response."""

    def call(name, **fields):
        return client.post(f"/api/v1/{name}", json=fields)

    return call
