"""The page in every language: all there, and nothing that does not fit."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.cli.web.page.screens import BUST, CHOICE, screens
from wormadvisor.cli.language import LANGUAGES

# Whatever people read that sticks out of the window, of the button or box around it, or is cut.
CUT_OFF = """() => {
  const found = [];
  const seen = (one) => one.checkVisibility() && !one.closest(".unseen, [aria-hidden=true]");
  const pen = document.createElement("canvas").getContext("2d");
  for (const one of document.querySelectorAll("body *")) {
    if (!seen(one)) continue;
    const style = getComputedStyle(one);
    if (one.matches("select")) {
      pen.font = style.font;
      const room = one.clientWidth - parseFloat(style.paddingLeft) - 24; // The arrow.
      const text = one.selectedOptions[0].textContent;
      if (pen.measureText(text).width > room) found.push(`select: ${text}`);
      continue;
    }
    const text = [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    if (!text.length) continue;
    const words = text.map((node) => node.data.trim()).join(" ");
    const range = document.createRange();
    for (const node of text) {
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (one.matches(".name")) continue; // Cut with three dots, on purpose.
      if (box.left < -0.5 || box.right > innerWidth + 0.5) found.push(`window: ${words}`);
      const around = one.closest("button, .card, .player, summary, li, label")
        ?.getBoundingClientRect();
      if (around &&
          (box.left < around.left - 0.5 || box.right > around.right + 0.5 ||
           box.top < around.top - 2 || box.bottom > around.bottom + 2)) found.push(`box: ${words}`);
    }
    const cut = style.overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1;
    if (cut && !one.matches(".name, dialog, h1 span")) found.push(`cut: ${words}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
  const dialog = document.querySelector("dialog");
  if (dialog && dialog.scrollWidth > dialog.clientWidth) found.push("the dialog is too wide");
  return found;
}"""


def catalog(lang):
    from wormadvisor.cli.language import messages_for_page

    return messages_for_page(lang)


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_fits(phone_of, lang, width):
    phone = phone_of((width, 844), locale=lang, may_complain=True, reduced_motion="reduce")
    found = {name: phone.page.evaluate(CUT_OFF) for name in screens(phone)}
    assert {name: problems for name, problems in found.items() if problems} == {}
    assert phone.page.locator("html").get_attribute("lang") == lang


@pytest.mark.parametrize("lang", LANGUAGES)
def test_seven_players_with_long_names_fit(phone_of, lang):
    phone = phone_of((320, 844), locale=lang)
    phone.open("30,36/21,28,27,26,25,24,23,22/29/31/32,33/34/35/- official")
    phone.tap("open-settings")
    for seat in range(7):
        phone.page.locator(f"#name-{seat}").fill(f"{seat} Wilhelmina-Mathilde")
    phone.tap("go-on")
    expect(phone.page.locator("dialog")).to_have_count(0)
    phone.sees(".mover")
    assert phone.page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_the_language_of_the_browser(phone_of, lang):
    phone = phone_of(locale=lang)
    phone.open(BUST)
    words = catalog(lang)
    phone.sees("#answer .word", words["BUST"])
    assert words["BUST"] != "BUST"


def test_a_language_chosen_is_kept(phone):
    phone.open(CHOICE)
    reason = phone.page.locator(".card p").last
    expect(reason).to_contain_text("Stopping with 20")
    phone.tap("open-settings")
    phone.page.locator("#language").select_option("nl")
    phone.tap("close")
    expect(phone.page.locator("html")).to_have_attribute("lang", "nl")
    expect(reason).not_to_contain_text("Stopping")
    phone.page.reload()
    words = catalog("nl")
    phone.sees(".mover", words["{name} to move"].format(name="Player 1"))
    expect(phone.page.locator(".worth b")).to_contain_text(re.compile(r"\d,\d"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_empty_name_is_refused_in_every_language(phone_of, lang):
    phone = phone_of((320, 568), locale=lang).open()
    words = catalog(lang)
    message = "A name is empty. Give every player one."
    phone.tap("open-settings")
    for name in ("", "  "):
        for button in ("go-on", "new-game"):
            phone.page.locator("#name-1").fill(name)
            phone.tap(button)
            phone.sees("dialog .problem", words.get(message, message))
            expect(phone.page.locator("dialog .problem")).to_be_in_viewport()
            expect(phone.page.locator("#name-1")).to_be_focused()
    phone.page.locator("#name-1").fill("Ben")
    phone.tap("go-on")
    expect(phone.page.locator("dialog")).to_have_count(0)
    expect(phone.page.locator(".player .name").last).to_have_text("Ben")


def test_without_its_catalog_the_page_speaks_english(phone_of):
    phone = phone_of(locale="de", may_complain=True)
    phone.page.route("**/messages/*", lambda route: route.abort())
    phone.open(BUST)
    phone.sees("#answer .word", "BUST")


def test_the_catalogs_are_served(client):
    for lang in LANGUAGES:
        answer = client.get(f"/messages/{lang}.json")
        assert json.loads(answer.content) == dict(catalog(lang))
