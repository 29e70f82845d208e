"""A phone in somebody's hand: what they tap, and what they see."""

import re
from urllib.parse import unquote

from playwright.sync_api import expect

PATIENCE = 20_000
"""Milliseconds until something that should be seen is given up."""
SIZE = (390, 844)


class Phone:
    """A page of the browser, and the ways people use it.

    Attributes
    ----------
    page
        The browser's page.
    complaints
        Errors of scripts, and whatever the browser refused or could not load.
    """

    def __init__(self, context, address):
        self.address = address
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.complaints = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._listen)

    def _listen(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def open(self, position=None):
        hash_text = "" if position is None else "#p=" + position.replace(" ", "%20")
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}/{hash_text}")
        self.sees(".mover, .scores")
        return self

    def sees(self, selector, text=None):
        found = self.page.locator(selector).first
        expect(found).to_be_visible(timeout=PATIENCE)
        if text is not None:
            expect(found).to_have_text(text, timeout=PATIENCE)

    def tap(self, *ids):
        for one in ids:
            self.page.locator(f"#{one}").tap()

    def roll(self, faces):
        """Tap every die of a roll, and wait until it counts."""
        self.tap(*(f"face-{face}" for face in faces))
        self.sees(".rolled")

    def says(self, word):
        """Wait for the answer."""
        self.sees("#answer .word", word)

    def moves(self, name):
        """Wait until it is a player's turn."""
        self.sees(".mover", f"{name} to move")

    @property
    def position(self):
        """The position text in the address."""
        return unquote(self.page.url.partition("#p=")[2])

    def at(self, position):
        """Wait until the address tells a position."""
        text = position.replace(" ", "%20").replace("+", r"\+")
        expect(self.page).to_have_url(re.compile(f"#p={text}$"), timeout=PATIENCE)

    def stacks(self):
        """The tiles on the top of each player's stack; None where there is none."""
        numbers = self.page.locator(".player .pile").all_inner_texts()
        return [int(number) if number.strip() else None for number in numbers]

    def new_game(self, *names):
        """Begin a game in the settings."""
        self.tap("open-settings")
        for seat, name in enumerate(names):
            if not self.page.locator(f"#name-{seat}").count():
                self.tap("add-player")
            self.page.locator(f"#name-{seat}").fill(name)
        self.tap("new-game")
        expect(self.page.locator("dialog")).to_have_count(0, timeout=PATIENCE)
        self.moves(names[0])
