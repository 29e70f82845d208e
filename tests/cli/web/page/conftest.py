"""`phone` is a page of a real Chromium, at the size of a phone; `phone_of` makes others."""

import os
import shutil

import pytest
from playwright.sync_api import sync_playwright

from tests.cli.web.page.phone import SIZE, Phone

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(os.path.dirname(__file__)):
            item.add_marker(pytest.mark.slow)


# For one module only: while it is there, no other test could run a loop of its own.
@pytest.fixture(scope="module")
def browser():
    program = next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        missing = "Chromium is not installed (on Debian: apt-get install chromium)"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=list(_QUIET))
        yield opened
        opened.close()


@pytest.fixture
def phone_of(browser, address):
    """Make a phone; at the end nothing may have gone wrong on it, unless `may_complain`."""
    phones, contexts = [], []

    def make(size=SIZE, *, may_complain=False, **options):
        settings = {"locale": "en-GB", "has_touch": True, "color_scheme": "light"} | options
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **settings)
        contexts.append(context)
        phone = Phone(context, address)
        if not may_complain:
            phones.append(phone)
        return phone

    yield make
    for context in contexts:
        context.close()
    assert [phone.complaints for phone in phones] == [[]] * len(phones)


@pytest.fixture
def phone(phone_of):
    return phone_of().open()
