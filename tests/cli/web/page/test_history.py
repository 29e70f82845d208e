"""Going back, reloading, and links."""

import json

import pytest
from playwright.sync_api import expect

from tests.cli.web.page.phone import PATIENCE

START = "21-36/-/- official"
ROLLED = "21-36/-/- - 1,2,3,5,5,W,W,W official"
KEPT = "21-36/-/- Wx3 official"
BEGUN = "21-36/-/- Wx4,5x1 1,2,3"
THROW = {"roll": "1,2,3,5,5,W,W,W", "face": None}


def kept_game(**changes):
    """What the page keeps of a game."""
    game = {"players": ["A", "B"], "rules": "official", "start": None, "first": 0, "turns": []}
    return json.dumps({"game": game | changes})


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
    assert record_of(phone)[-1] == '1. "Player 1": take 24'


def record_of(phone):
    """The lines of the record that is saved."""
    phone.tap("open-settings")
    with phone.page.expect_download() as download:
        phone.tap("save-record")
    phone.tap("close")
    lines = download.value.path().read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line]


def test_a_turn_begun_by_a_link_is_not_recorded_before_its_end(phone):
    phone.open(BEGUN)
    phone.tap("pick-3")
    phone.at("21-36/-/- 3x1,5x1,Wx4 official")
    assert not [line for line in record_of(phone) if line[0] != "["]


def test_undo_in_a_turn_begun_by_a_link(phone_of):
    phone = phone_of().open(BEGUN)
    phone.tap("pick-3")
    phone.at("21-36/-/- 3x1,5x1,Wx4 official")
    phone.sees("#answer")
    phone.page.locator("#follow, #stop-claim-28").filter(has_text="28").first.tap()
    phone.moves("Player 2")
    phone.page.reload()
    phone.moves("Player 2")
    for text in ("3x1,5x1,Wx4", "5x1,Wx4 1,2,3", "5x1,Wx4"):
        phone.tap("undo")
        phone.at(f"21-36/-/- {text} official")
    # Nothing is known of how these dice came to lie there.
    expect(phone.page.locator("#undo")).to_be_disabled()
    phone.roll("123")
    phone.at("21-36/-/- 5x1,Wx4 1,2,3 official")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("21-36/-/- 1x1,2x1,3x1,4x1,5x1,Wx1", None),
        ("21-36/-/- 5x7,Wx1", None),
        ("21-23,30/-/25 wX4,5 1,w,3 Flip+Steal=FORCED", "21-23,30/-/25 5x1,Wx4 1,3,W "
         "flip+steal=forced"),
        ("30,22,21/-/25 W5 112233 OFFICIAL+LOWER_TILE=any", "21,22,30/-/25 5x1,Wx1 1,1,2,2,3,3 "
         "official+lower_tile=any"),
        ("-/22,25,36/28,27 FREE", "-/22,25,36/28,27 free"),
    ],
)  # fmt: skip
def test_a_link_is_read_as_the_commands_read_it(phone, text, canonical):
    phone.open(text)
    phone.at(canonical or f"{text} official")
    phone.tap("open-settings")
    expect(phone.page.locator("#preset")).to_be_visible(timeout=PATIENCE)


def test_switches_of_the_rules_go_along(phone):
    asked = []

    def hear(request):  # Playwright takes no method of a list.
        asked.append(request)

    phone.page.on("request", hear)
    phone.open("21-24,26-36/25/- - 5,5,5,5,W,1,1,1 official+steal=forced")
    phone.tap("pick-5")
    phone.sees("#answer .word")
    phone.page.wait_for_load_state("networkidle")
    bodies = [(one.url, one.post_data or "") for one in asked if "/api/" in one.url]
    assert {url.rpartition("/")[2] for url, _ in bodies} == {"position", "game", "hint", "evaluate"}
    assert all("official+steal=forced" in body for _, body in bodies)
    # The dialog shows the switch, and what it does not change goes on with it.
    phone.tap("open-settings")
    expect(phone.page.locator("#steal")).to_be_visible(timeout=PATIENCE)
    expect(phone.page.locator("#steal")).to_have_value("forced")
    phone.page.locator("#name-0").fill("Anna")
    phone.tap("go-on")
    phone.moves("Anna")
    phone.at("21-24,26-36/25/- 5x4 official+steal=forced")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "column 1: 'hello' is not a tile"),
        ("21,23/22/23", "the tile 23 is in more than one place"),
        ("21/-/-/-/-/-/-/-/-", "8 players"),
        ("21-36/-/- 5x9", "column 13: '9' is not a number of dice from 1 to 8"),
        ("21-36/-/- 5x2,R,7", "column 15: 'R' is not a face"),
        ("21-36/-/- 5x2 1,2,3", "column 15"),
        ("21-36/-/- +steal=forced", "column 11: '' is not a set of rules"),
        ("21-36/-/- official steal=forced", "must be the last field"),
        ("21-36/-/- official+steal=never", "'never' is not possible for steal"),
        ("-/22/21 chess", "'chess' is not a set of rules"),
        ("-/22/21 5x2", "the game is over"),
        ("21-36/-/-" + " 1" * 200, "too many characters; at most 300"),
    ],
)
def test_a_link_that_is_wrong(phone_of, text, words):
    phone = phone_of(may_complain=True)
    phone.open(text)
    said = phone.page.locator("#problem p")
    expect(said).to_contain_text("This link does not work: ", timeout=PATIENCE)
    expect(said).to_contain_text(words)
    phone.tap("dismiss")
    phone.at(START)


def test_a_wrong_link_while_a_game_goes_on(phone_of):
    phone = phone_of(may_complain=True).open()
    phone.roll("55WWW123")
    phone.page.evaluate("location.hash = '#p=21-36/-/- 5x9'")
    expect(phone.page.locator("#problem")).to_contain_text("'9' is not", timeout=PATIENCE)
    phone.tap("dismiss", "pick-W")
    phone.at(KEPT)


@pytest.mark.parametrize(
    "kept",
    [
        "no JSON",
        "[]",
        '{"game": 7, "settings": 7, "pending": 7}',
        '{"game": {"players": ["A"], "rules": "none", "first": 0, "turns": []}}',
        '{"game": {"players": ["A", "B"], "turns": [{"throws": 7}]}, "pending": ["7"]}',
        kept_game(turns=[None]),
        kept_game(turns=[{"throws": [], "outcome": None}]),
        kept_game(turns=[{"throws": [None], "outcome": None}]),
        kept_game(turns=[{"throws": [THROW], "outcome": None, "guessed": True}]),
        kept_game(turns=[{"throws": [THROW], "outcome": 7}]),
        kept_game(players=["A", None]),
        kept_game(rules=None),
        kept_game(start=7),
        kept_game(before=7),
        json.dumps({"settings": {"advised": [0], "rules": "chess"}}),
        json.dumps({"settings": {"advised": [0], "rules": 7, "objective": "glory", "lang": []}}),
        json.dumps({"settings": {"objective": "glory"}, "pending": ["W"] * 20}),
    ],
)
def test_what_was_kept_makes_no_sense(phone_of, kept):
    phone = phone_of(may_complain=True)
    phone.open()
    phone.page.evaluate("kept => localStorage.setItem('wormadvisor', kept)", kept)
    phone.open()
    phone.moves("Player 1")
    phone.at(START)
    phone.tap("open-settings")
    expect(phone.page.locator("#objective")).to_have_value("win", timeout=PATIENCE)
    phone.tap("new-game")
    expect(phone.page.locator("dialog")).to_have_count(0, timeout=PATIENCE)
    phone.roll("55WWW123")
    phone.sees("#answer .word")


def test_rules_in_capitals_that_were_kept(phone):
    phone.page.evaluate(
        "kept => localStorage.setItem('wormadvisor', kept)", kept_game(rules="FLIP")
    )
    phone.open()
    phone.at("21-36/-/- flip")
    phone.tap("open-settings")
    expect(phone.page.locator("#preset")).to_have_value("flip", timeout=PATIENCE)
