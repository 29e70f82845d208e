"""Bad requests, one after the other and all at once: the server answers good ones as before."""

import pytest

from tests.cli.web.abuse import abuse

REFUSED = {400, 403, 413, 415, 422, None}
"""None: the server hung up, on what is no HTTP or does not end."""


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.slow)])
def test_bad_requests(address, post, count):
    question = {"position": "21-36/-/- Wx4 3,5,5,W"}
    before = post("hint", **question).json()
    statuses = abuse(address, count)
    assert sum(statuses.values()) > count / 2
    assert set(statuses) <= REFUSED
    assert {400, 413, 422} <= set(statuses)
    assert post("hint", **question).json() == before
    assert post("odds", position="21-36/-/- Wx3,5x1").status_code == 200
