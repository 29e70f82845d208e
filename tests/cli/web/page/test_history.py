"""Going back, reloading, and links."""

import json

import pytest
from playwright.sync_api import expect

from tests.cli.web.page.phone import PATIENCE

START = "21-36/-/- official"
ROLLED = "21-36/-/- - 1,2,3,5,5,W,W,W official"
KEPT = "21-36/-/- Wx3 official"


def play(phone):
    """Roll, set aside, and begin to tap the next roll."""
    phone.roll("55WWW123")
    phone.at(ROLLED)
    phone.tap("pick-W")
    phone.at(KEPT)
    phone.tap("face-5", "face-5")
    expect(phone.page.locator(".places button")).to_have_count(2)


def test_a_reload_in_the_middle_of_a_roll(phone):
    play(phone)
    phone.page.reload()
    phone.at(KEPT)
    phone.sees("#answer .word")
    expect(phone.page.locator(".places button")).to_have_count(2)
    phone.roll("511")
    phone.at("21-36/-/- Wx3 1,1,5,5,5 official")


def test_a_new_tab_goes_on_with_the_game(phone):
    phone.new_game("Anna", "Bob", "Cleo")
    phone.roll("55WWW123")
    phone.open()
    phone.moves("Anna")
    phone.at("21-36/-/-/- - 1,2,3,5,5,W,W,W official")


def test_the_back_button_undoes(phone):
    play(phone)
    phone.page.go_back()
    phone.at(ROLLED)
    phone.sees("#pick-5")
    phone.page.go_back()
    phone.at(START)
    phone.page.go_forward()
    phone.at(ROLLED)


def test_back_after_undo_goes_further_back(phone):
    phone.roll("55WWW123")
    phone.tap("pick-W")
    phone.at(KEPT)
    phone.tap("undo")
    phone.at(ROLLED)
    phone.page.go_back()
    phone.at(START)
    expect(phone.page.locator("#undo")).to_be_disabled()


def test_back_and_escape_close_a_dialog_and_nothing_else(phone):
    phone.roll("55WWW123")
    dialog = phone.page.locator("dialog")
    for close in (phone.page.go_back, lambda: phone.page.keyboard.press("Escape")):
        phone.tap("open-roller")
        expect(dialog).to_be_visible(timeout=PATIENCE)
        close()
        expect(dialog).to_have_count(0, timeout=PATIENCE)
        phone.at(ROLLED)
        phone.sees("#pick-W")


def test_undo_to_the_beginning_and_no_further(phone):
    phone.new_game("Anna", "Bob", "Cleo")
    phone.roll("55WWW123")
    phone.tap("pick-W")
    phone.roll("55511")
    phone.tap("pick-5")
    phone.sees("#stop-claim-30, #follow")
    phone.page.locator("#follow, #stop-claim-30").filter(has_text="30").tap()
    phone.moves("Bob")
    phone.tap("claim-36")
    phone.moves("Cleo")
    seen = []
    for _ in range(6):
        before = phone.position
        phone.tap("undo")
        expect(phone.page).not_to_have_url(f"{phone.address}/#p={before.replace(' ', '%20')}")
        seen.append(phone.position)
    assert seen == [
        "21-29,31-36/-/-/30 official",
        "21-36/-/-/- 5x3,Wx3 official",
        "21-36/-/-/- Wx3 1,1,5,5,5 official",
        "21-36/-/-/- Wx3 official",
        "21-36/-/-/- - 1,2,3,5,5,W,W,W official",
        "21-36/-/-/- official",
    ]


def test_a_link_to_a_moment_of_a_turn(phone):
    text = "21,23,24,27/22,25/26 5x2,Wx1 1,3,3,4,W official"
    phone.open(text)
    phone.at(text)
    phone.sees("#pick-3")
    assert phone.page.locator("#pick-W").count() == 0
    assert phone.stacks() == [25, 26]


def test_dice_of_a_link_that_nobody_saw_rolled_are_not_recorded(phone):
    phone.open("21,23,24,27/22,25/26 5x3,Wx2 official")
    phone.sees("#answer")
    phone.page.locator("#follow, #stop-claim-24, #stop-claim-27").filter(
        has_text="take"
    ).first.tap()
    phone.moves("Player 2")
    game = json.loads(phone.page.evaluate("localStorage.getItem('wormadvisor')"))["game"]
    assert [turn["throws"] for turn in game["turns"]] == [[]]


def test_a_link_that_makes_no_sense(phone_of):
    phone = phone_of(may_complain=True)
    phone.open("21,23/22/23 official")
    expect(phone.page.locator("#problem")).to_contain_text("23", timeout=PATIENCE)
    phone.tap("dismiss")
    phone.at(START)


@pytest.mark.parametrize("text", ["hello", "21/-/-/-/-/-/-/-/-"])
def test_a_link_that_holds_no_position(phone_of, text):
    phone = phone_of(may_complain=True)
    phone.open(text)
    expect(phone.page.locator("#problem")).to_contain_text("holds no position", timeout=PATIENCE)
    phone.tap("dismiss")
    phone.at(START)


@pytest.mark.parametrize(
    "kept",
    [
        "no JSON",
        "[]",
        '{"game": 7, "settings": 7, "pending": 7}',
        '{"game": {"players": ["A"], "rules": "none", "first": 0, "turns": []}}',
        '{"game": {"players": ["A", "B"], "turns": [{"throws": 7}]}, "pending": ["7"]}',
    ],
)
def test_what_was_kept_makes_no_sense(phone_of, kept):
    phone = phone_of(may_complain=True)
    phone.open()
    phone.page.evaluate("kept => localStorage.setItem('wormadvisor', kept)", kept)
    phone.open()
    phone.moves("Player 1")
    phone.at(START)
