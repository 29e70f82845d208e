"""What is true of every test."""

import pytest


@pytest.fixture(autouse=True)
def _in_english(monkeypatch):
    """Wherever the tests run, the program speaks English until it is told otherwise."""
    monkeypatch.setenv("WORMADVISOR_LANG", "en")
