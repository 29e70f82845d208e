"""The page itself: its weight, its numbers, its dice, and what it does when things go wrong."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import wormadvisor.cli.web
from tests.cli.web.page.screens import CHOICE, GAME, STOP

HEAVIEST = 150_000
STATIC = Path(wormadvisor.cli.web.__file__).parent / "static"
INDEX = (STATIC / "index.html").read_text(encoding="utf-8")


def test_the_page_is_light_and_all_its_own(phone_of, address):
    phone = phone_of()
    fetched = []

    def hear(answer):  # Playwright takes no method of a list.
        fetched.append(answer)

    phone.page.on("response", hear)
    phone.open()
    phone.page.wait_for_load_state("networkidle")
    files = [answer for answer in fetched if "/api/" not in answer.url and answer.status == 200]
    assert len(files) > 10
    assert all(answer.url.startswith((address, "about:")) for answer in fetched)
    assert sum(len(answer.body()) for answer in files) < HEAVIEST
    assert sum(file.stat().st_size for file in STATIC.rglob("*.*")) < HEAVIEST


def test_every_module_is_fetched_at_once():
    named = re.findall(r'(?:modulepreload" href|src)="(/static/js/.*?)"', INDEX)
    there = ["/static/" + str(file.relative_to(STATIC)) for file in STATIC.rglob("*.js")]
    assert sorted(named) == sorted(there)


def test_nothing_is_written_into_the_page_itself():
    assert not re.search(r"<style|style=|<script>|\son\w+=|https?://(?!www\.w3\.org)", INDEX)


@pytest.mark.parametrize(
    "position",
    [
        CHOICE,
        STOP,
        "21-36/-/- - 1,1,2,4,4,5,W,W flip",
        "21/22/36 5x4 1,1,1,W official",  # Proven.
    ],
)
def test_the_numbers_are_those_of_the_command_line(phone, ask, position):
    expected = ask("hint", "--objective", "win", "--position", position)
    phone.open(position)
    phone.says(expected["best"]["then"].upper())
    best, *others = expected["choices"]
    assert phone.page.locator(".worth b").inner_text() == f"{best['value']:.1%}"
    if best["face"] is not None:
        shown = phone.page.locator(".ranking summary")
        expect(shown).to_have_count(1 + len(others))
        values = shown.locator(".value").all_inner_texts()
        assert values == [f"{choice['value']:.1%}" for choice in expected["choices"]]
        losses = shown.locator(".loss").all_inner_texts()[1:]
        assert losses == [f"\N{MINUS SIGN}{choice['loss']:.1%}" for choice in others]
    bars = phone.page.locator(".bars").first.locator("li")
    likely = [one for one in best["outcomes"] if one["chance"] > 0]
    assert bars.count() == len(likely)
    chances = {one["tile"]: one["chance"] for one in likely}
    for text in bars.all_inner_texts():
        what, chance = text.splitlines()[0], text.splitlines()[-1]
        tile = None if what == "bust" else int(what.split()[0])
        known = chances[tile]
        assert chance in (f"{known:.1%}", f"{known:.0%}", "<0.1%")


def test_the_win_chances_are_those_of_the_command_line(phone, ask):
    expected = ask("evaluate", "--position", "22,25,29/30/- official")["values"]
    phone.open("22,25,29/30/- official")
    shown = phone.page.locator(".player .share [aria-hidden]")
    expect(shown).to_have_count(2)
    assert shown.all_inner_texts() == [f"{value['share']:.0%}" for value in expected]


def test_another_aim(phone, ask):
    phone.open(CHOICE)
    phone.sees("#answer")
    phone.tap("open-settings")
    phone.page.locator("#objective").select_option("lead")
    phone.tap("close")
    expected = ask("hint", "--objective", "lead", "--position", CHOICE)
    expect(phone.page.locator(".worth b")).to_have_text(f"{expected['choices'][0]['value']:+.2f}")


def test_dice_are_drawn_fairly(phone):
    # 2**32 is no multiple of 6: draws at its end would favour some faces, and are drawn again.
    drawn = phone.page.evaluate(
        """async () => {
          const { below } = await import("/static/js/chance.js");
          const draws = [2 ** 32 - 1, 2 ** 32 - 4, 2 ** 32 - 5, 6, 7, 11];
          crypto.getRandomValues = (array) => { array[0] = draws.shift(); return array; };
          return [below(6), below(6), below(6), below(6), draws.length];
        }"""
    )
    assert drawn == [5, 0, 1, 5, 0]


def draw_always(phone, number):
    """Let chance have no choice."""
    phone.page.evaluate(
        """number => {
          crypto.getRandomValues = (array) => { array[0] = number; return array; };
        }""",
        number,
    )


def test_who_begins(phone):
    draw_always(phone, 5)
    phone.tap("open-roller", "draw-player")
    expect(phone.page.locator("dialog")).to_contain_text("Player 2 begins.")
    phone.tap("close")
    phone.moves("Player 2")


def test_dice_rolled_by_the_phone(phone):
    draw_always(phone, 9)
    phone.tap("roll-for-me")
    phone.at("21-36/-/- - 4,4,4,4,4,4,4,4 official")


def test_no_server_then_again(phone_of):
    phone = phone_of(may_complain=True).open()
    phone.page.route("**/api/**", lambda route: route.abort())
    phone.tap("roll-for-me")
    phone.sees("#problem")
    phone.page.unroute("**/api/**")
    phone.tap("retry")
    phone.sees(".rolled")
    expect(phone.page.locator("#problem")).to_have_count(0)


def test_no_server_at_the_start(phone_of):
    phone = phone_of(may_complain=True).open("21,22/36/35 official")
    phone.page.route("**/api/**", lambda route: route.abort())
    phone.page.reload()
    phone.sees("#problem")
    phone.page.unroute("**/api/**")
    phone.tap("retry")
    phone.at("21,22/36/35 official")
    phone.sees(".mover")


def test_a_question_that_is_no_longer_asked_is_called_off(phone_of):
    phone = phone_of(may_complain=True).open()
    held = []

    def hold(route):
        held.append(route)

    phone.page.route("**/api/v1/hint", hold)
    phone.roll("55WWW123")
    phone.sees(".thinking")
    with phone.page.expect_event("requestfailed") as called_off:
        phone.tap("undo")
    assert called_off.value == held[0].request
    phone.page.unroute("**/api/v1/hint")
    phone.roll("11111112")
    phone.says("ROLL")
    assert len(held) == 1


def test_a_server_that_is_busy(phone_of):
    phone = phone_of(may_complain=True).open(GAME + " official")
    error = {"schema": 1, "error": {"kind": "busy", "message": "ask again soon", "where": None}}
    phone.page.route("**/api/v1/hint", lambda route: route.fulfill(status=503, json=error))
    phone.roll("55WWW123")
    expect(phone.page.locator("#problem")).to_contain_text("The server is too busy")
    phone.page.unroute("**/api/v1/hint")
    phone.tap("retry")
    phone.sees("#answer .word")
