"""The page for everybody: keys only, screen readers, small windows, large letters."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.cli.web.page.phone import PATIENCE
from tests.cli.web.page.screens import CHOICE, GAME, screens

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Buttons, links and fields that are smaller than a thumb; those inside a label count as it.
SMALL_TARGETS = """() => [...document.querySelectorAll("button, select, summary, input, a")]
  .map((one) => [one.closest("label.choice") || one, one])
  .filter(([target, one]) => one.checkVisibility() && !one.disabled)
  .map(([target]) => [target.outerHTML.slice(0, 80), target.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.9 || height < 43.9)
  .map(([html, { width, height }]) => `${html}: ${width} x ${height}`)"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_rule_of_axe_is_broken(phone_of, scheme):
    phone = phone_of(color_scheme=scheme, reduced_motion="reduce", may_complain=True)
    for name in screens(phone):
        found = Axe().run(phone.page, options={"runOnly": RULES, "resultTypes": ["violations"]})
        assert found.violations_count == 0, f"{name}: {found.generate_report()}"


@pytest.mark.parametrize("width", [320, 390])
def test_every_target_is_as_large_as_a_thumb(phone_of, width):
    phone = phone_of((width, 844), may_complain=True)
    found = {name: phone.page.evaluate(SMALL_TARGETS) for name in screens(phone)}
    assert {name: targets for name, targets in found.items() if targets} == {}


def test_letters_twice_as_large(phone_of):
    phone = phone_of(may_complain=True)
    phone.page.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync("html { font-size: 200% }");
          document.adoptedStyleSheets = [sheet];
        })"""
    )
    for name in screens(phone):
        size = phone.page.evaluate("getComputedStyle(document.documentElement).fontSize")
        width = phone.page.evaluate("document.documentElement.scrollWidth")
        assert (name, size, width) == (name, "32px", phone.page.viewport_size["width"])


def test_a_turn_with_keys_alone(phone_of):
    phone = phone_of((1280, 800), has_touch=False).open()
    keys = phone.page.keyboard

    def focused():
        return phone.page.evaluate("document.activeElement.id")

    def go_to(target):
        for _ in range(60):
            if focused() == target:
                return
            keys.press("Tab")
        raise AssertionError(f"no way to {target}")

    # Numbers and W are the dice, Backspace takes one back.
    keys.type("55WWW124")
    phone.sees("#pick-W")
    keys.press("w")
    phone.at("21-36/-/- Wx3 official")
    keys.type("55")
    keys.press("Backspace")
    expect(phone.page.locator(".places button")).to_have_count(1)
    keys.type("5511")
    phone.at("21-36/-/- Wx3 1,1,5,5,5 official")
    phone.sees("#follow")
    go_to("pick-5")
    keys.press("Enter")
    phone.at("21-36/-/- 5x3,Wx3 official")
    phone.sees("#answer .word")
    # The focus is not lost with what it was on.
    assert phone.page.evaluate("document.activeElement.matches('h2.mover')")
    stop = phone.page.locator("#follow, #stop-claim-30").filter(has_text="take 30")
    expect(stop).to_have_count(1, timeout=PATIENCE)
    go_to(stop.get_attribute("id"))
    keys.press("Space")
    phone.moves("Player 2")
    go_to("claim-36")
    keys.press("Enter")
    phone.moves("Player 1")
    # A dialog holds the focus, and gives it back.
    go_to("open-roller")
    keys.press("Enter")
    expect(phone.page.locator("dialog")).to_be_visible(timeout=PATIENCE)
    go_to("roll-dice")
    keys.press("Enter")
    expect(phone.page.locator("dialog .die")).to_have_count(8)
    keys.press("Escape")
    expect(phone.page.locator("dialog")).to_have_count(0, timeout=PATIENCE)
    assert focused() == "open-roller"


def test_what_a_screen_reader_hears(phone):
    heard = phone.page.get_by_role("status")
    phone.tap("face-W")
    expect(heard).to_have_text("worm. Dice to enter: 7")
    phone.open(CHOICE)
    expect(heard).to_contain_text("then ROLL. (Dice: 4) Stopping with 20 takes no tile")
    phone.open(GAME + " official")
    phone.tap("way-result", "steal-27")
    expect(heard).to_have_text("Player 1 steals 27 from Player 2. Player 2 to move")


def test_names_and_roles(phone):
    phone.open(CHOICE)
    by_role = phone.page.get_by_role
    expect(by_role("img", name="tile 26, worms: 2")).to_be_visible()
    expect(by_role("button", name="Set aside 5, dice: 2").first).to_be_visible()
    expect(by_role("heading", name="Player 1 to move")).to_be_visible()
    expect(by_role("listitem").filter(has_text="Player 1").first).to_have_attribute(
        "aria-current", "true"
    )
