"""A whole game, by taps."""

from playwright.sync_api import expect

from tests.cli.web.page.phone import PATIENCE


def results(phone, *tiles):
    """Tap the tile that each player took, one after the other."""
    for tile in tiles:
        phone.tap(f"claim-{tile}")
        expect(phone.page.locator(f"#claim-{tile}")).to_have_count(0, timeout=PATIENCE)


def test_a_game_of_three_by_taps(phone):
    phone.new_game("Anna", "Bob", "Cleo")

    # Anna's dice, with advice: 3 W, then 5 x 5 takes the 30.
    phone.roll("55WWW123")
    phone.tap("pick-W")
    phone.at("21-36/-/-/- Wx3 official")
    phone.roll("55511")
    phone.tap("pick-5")
    phone.at("21-36/-/-/- 5x3,Wx3 official")
    phone.sees("#stop-claim-30, #follow")
    stop = phone.page.locator("#stop-claim-30")
    phone.sees("#answer")
    (stop if stop.count() else phone.page.locator("#follow")).tap()
    phone.moves("Bob")
    assert phone.stacks() == [30, None, None]

    # The others by their results.
    results(phone, 36)
    phone.moves("Cleo")
    phone.tap("steal-30")
    phone.moves("Anna")
    phone.at("21-29,31-35/-/36/30 official")
    assert phone.stacks() == [None, 36, 30]

    # A roll of eight 1 is over: no W, a bust, and Anna has no tile to lose.
    phone.roll("11111111")
    phone.tap("pick-1")
    phone.says("STOP")
    phone.tap("follow")
    phone.moves("Bob")
    results(phone, 35)

    # Cleo's bust: the 30 goes back, and the 34 is flipped.
    phone.moves("Cleo")
    phone.tap("bust")
    phone.moves("Anna")
    phone.at("21-33/-/36,35/- official")
    assert phone.stacks() == [None, 35, None]

    phone.tap("way-result")
    results(phone, *range(33, 20, -1))
    phone.sees(".end .word", "Bob wins!")
    # Worms: Anna 4+3+2+1+1, Bob 4+4+3+3+2+1, Cleo 3+2+2+1.
    scores = phone.page.locator(".scores > li").all_inner_texts()
    assert [text.split() for text in scores] == [
        ["Bob", "worms:", "17", "36", "35", "32", "29", "26", "23"],
        ["Anna", "worms:", "11", "33", "30", "27", "24", "21"],
        ["Cleo", "worms:", "8", "31", "28", "25", "22"],
    ]

    after_the_end(phone)


def after_the_end(phone):
    """Undo and do again; then the record, the analysis, and another game."""
    phone.tap("undo")
    phone.moves("Anna")
    results(phone, 21)
    phone.sees(".end .word", "Bob wins!")

    with phone.page.expect_download() as download:
        phone.tap("save-record")
    record = download.value.path().read_text(encoding="utf-8")
    assert "[players Anna Bob Cleo]" in record
    assert "Bob: take 36" in record
    assert "steal 30 from Anna" in record

    phone.tap("analyse")
    lines = phone.page.locator(".graph svg[role=img] path:not(.axis)")
    expect(lines).to_have_count(3, timeout=60_000)
    # From about a third each to Bob's win: 19 turns, 20 points.
    points = lines.nth(1).get_attribute("d").lstrip("M").split("L")
    heights = [float(point.split()[1]) for point in points]
    assert len(points) == 20
    assert heights[0] > 150 > heights[-1]
    assert heights[-1] == min(heights) == 12

    phone.tap("again")
    phone.moves("Bob")
    phone.at("21-36/-/-/- official")


def test_the_advice_is_followed_with_one_tap_a_step(phone):
    phone.open("21,23,24,27/22,25/26 official")
    phone.roll("55W11223")
    phone.sees("#follow")
    best = phone.page.locator(".ranking details").first.get_attribute("id").removeprefix("choice-")
    phone.tap("follow")
    phone.sees(".kept")
    assert phone.position.split()[1][0] == best


def test_a_roll_without_a_new_face(phone):
    phone.open("25-29,33/30/- Wx6 W,W official")
    phone.says("BUST")
    phone.tap("stop-bust-")
    phone.moves("Player 2")
    phone.at("25-30/-/- official")  # The 33 is flipped.


def test_a_choice_of_two_tiles(phone):
    phone.open("21,23/30/22 4x3,Wx2 official")
    phone.sees("#answer")
    ways = phone.page.locator("#follow, [id^=stop-]")
    expect(ways.filter(has_text="steal 22 from Player 2")).to_have_count(1, timeout=PATIENCE)
    ways.filter(has_text="take 21").tap()
    phone.moves("Player 2")
    phone.at("23/22/30,21 official")


def test_dice_taken_back(phone):
    phone.tap("face-1", "face-2", "face-W")
    phone.tap("place-1")
    expect(phone.page.locator(".places button")).to_have_count(2)
    phone.tap("die-back")
    expect(phone.page.locator(".places button")).to_have_count(1)
    phone.tap("undo")
    expect(phone.page.locator(".places button")).to_have_count(0)
    expect(phone.page.locator("#undo")).to_be_disabled()


def test_the_table_edited(phone):
    phone.tap("open-edit")
    phone.page.locator("label[for=target-0]").tap()
    phone.tap("edit-22", "edit-25")
    phone.page.locator("label[for=target-1]").tap()
    phone.tap("edit-26", "edit-36", "edit-36")
    phone.page.locator("label[for=target-out]").tap()
    phone.tap(*(f"edit-{tile}" for tile in range(30, 37)))
    phone.page.locator("label[for=mover-1]").tap()
    phone.tap("edit-done")
    phone.moves("Player 2")
    phone.at("21,23,24,27-29/26/22,25 official")
    phone.tap("undo")
    phone.moves("Player 1")
    phone.at("21-36/-/- official")


def test_other_rules_for_the_same_table(phone):
    phone.open("21,23,24,27/22,25/26 official")
    phone.tap("open-settings")
    phone.page.locator("#preset").select_option("free")
    phone.page.locator("#switches summary").tap()
    phone.page.locator("#steal").select_option("forced")
    phone.tap("go-on")
    phone.at("21,23,24,27/22,25/26 free+steal=forced")


def test_names_that_do_not_fit(phone_of):
    phone = phone_of(may_complain=True).open()
    phone.tap("open-settings")
    phone.page.locator("#name-1").fill("Player 1")
    phone.tap("new-game")
    phone.sees("dialog .problem")
    problem = "This does not work: 'Player 1' is the name of two players; make them differ"
    phone.sees("dialog .problem", problem)
