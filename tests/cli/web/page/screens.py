"""Every screen of the page, one after the other."""

from collections.abc import Callable, Iterator

from playwright.sync_api import expect

from tests.cli.web.page.phone import PATIENCE, Phone

GAME = "23,24,26,29-33/22,25/36,27/35"
STOP = f"{GAME} 5x3,Wx2 official"
BUST = f"{GAME} 5x2,Wx2 5,5,5,W official"
CHOICE = f"{GAME} Wx2 1,1,3,4,5,5 official"
OVER = "-/22,25,36/28,27/35,21,23 official"


def at(position: str, waiting: str) -> Callable[[Phone], None]:
    """Open a position."""

    def show(phone: Phone) -> None:
        phone.open(position)
        phone.sees(waiting)

    return show


def dialog(name: str, then: str | None = None) -> Callable[[Phone], None]:
    """Open a dialog."""

    def show(phone: Phone) -> None:
        phone.open(GAME + " official")
        phone.tap(f"open-{name}")
        phone.sees("dialog")
        if then:
            phone.page.locator(then).tap()

    return show


def result_only(phone: Phone) -> None:
    phone.open(GAME + " official")
    phone.tap("way-result")
    phone.sees("#bust")


def half_a_roll(phone: Phone) -> None:
    phone.open(GAME + " official")
    phone.tap("face-1", "face-1", "face-W")


def no_server(phone: Phone) -> None:
    phone.open(GAME + " official")
    phone.page.route("**/api/**", lambda route: route.abort())
    phone.tap("way-dice", "roll-for-me")
    phone.sees("#problem")
    phone.page.unroute("**/api/**")


def analysed(phone: Phone) -> None:
    phone.open("21,22/36/35 official")
    if phone.page.locator("#way-dice[aria-pressed=false]").count():
        phone.tap("way-dice")
    phone.roll("5555WWW1")
    phone.tap("pick-1")  # A mistake, to be told.
    phone.sees(".pad")
    phone.roll("5555555")
    phone.tap("pick-5")
    phone.sees("#follow")
    phone.tap("follow")
    for tile in (36, 22, 21):
        phone.sees(".mover")
        if phone.page.locator("#way-result[aria-pressed=false]").count():
            phone.tap("way-result")
        phone.tap(f"claim-{tile}")
        expect(phone.page.locator(f"#claim-{tile}")).to_have_count(0, timeout=PATIENCE)
    phone.tap("analyse")
    expect(phone.page.locator(".moments li").first).to_be_visible(timeout=PATIENCE)


SCREENS: dict[str, Callable[[Phone], None]] = {
    "dice": at(GAME + " official", "#face-1"),
    "half a roll": half_a_roll,
    "choice": at(CHOICE, "#follow"),
    "stop or roll": at(STOP, "#answer"),
    "bust": at(BUST, "#answer"),
    "result only": result_only,
    "over": at(OVER, ".scores"),
    "analysis": analysed,
    "settings": dialog("settings", "#switches summary"),
    "roller": dialog("roller", "#roll-dice"),
    "edit": dialog("edit"),
    "no server": no_server,
}
"""Name of a screen -> how to come there."""


def screens(phone: Phone) -> Iterator[str]:
    """Go through all screens; each is named while it is shown."""
    for name, show in SCREENS.items():
        show(phone)
        yield name
