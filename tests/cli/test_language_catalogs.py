"""Every sentence is translated into every language, and nothing else is in the catalogs."""

import ast
import json
import re
from pathlib import Path
from string import Formatter

import click
import pytest
from babel.messages.mofile import read_mo

from tests.messages import (
    CLICK,
    LOCALES,
    PAGE,
    PLURALS,
    ROOT,
    SAID,
    SOURCES,
    TRANSLATIONS,
    compiled,
    po_file,
    read_catalog,
    template,
    untranslated,
)

SAME = {
    "nl": {"[BOTS]...", "score", "stop", "Stop", "STOP", "Elo", "bytes", "worm"},
    "de": {"[BOTS]...", "[NAME]...", "NAME", "TEXT", "Grill", "Elo"},
    "fr": {
        "Options",
        "[OPTIONS]",
        "PAGE",
        "match",
        "score",
        "total",
        "stop",
        "Stop",
        "STOP",
        "Table",
        "table",
        "Elo",
    },
}
"""Sentences that are the same as in English."""
SAME_IN_ALL = {
    "{rate:,.1f}/s",
    "{file}: {names}",
    "{file}: {problem}",
    "{spot}: {problem}",
    "{name}: {checked}",
    "95 %",
}

SPACE = "\N{NO-BREAK SPACE}"
PYTHON = {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES.rglob("*.py")}


@pytest.fixture(scope="module", params=TRANSLATIONS)
def lang(request):
    return request.param


@pytest.fixture(scope="module")
def catalog(lang):
    return read_catalog(lang)


@pytest.fixture(scope="module")
def pairs(catalog):
    """All forms of all sentences, English beside its translation."""
    found = []
    for message in catalog:
        if isinstance(message.id, str):
            found += [(message.id, message.string)] if message.id else []
        else:
            found += zip(message.id, message.string, strict=True)
    return found


def test_nothing_is_missing_and_nothing_is_left_over(catalog):
    """Else: `make messages`, and translate what is new in the .po files."""
    assert {message.id for message in catalog} == {message.id for message in template()}
    assert untranslated(catalog) == []
    assert not catalog.obsolete


def texts(catalog):
    """All translations; a plural is a list in one kind of file, a tuple in another."""
    return {listed(m.id): listed(m.string) for m in catalog if m.id}


def listed(forms):
    return forms if isinstance(forms, str) else tuple(forms)


def test_the_compiled_files_are_up_to_date(lang, catalog):
    for path, content in compiled(lang).items():
        if path.suffix == ".mo":  # Its header names the version of the compiler.
            with path.open("rb") as file:
                assert texts(read_mo(file)) == texts(catalog)
        else:
            assert path.read_bytes() == content


def fields(text):
    return {(name, form, how) for _, name, form, how in Formatter().parse(text) if name is not None}


def test_fields_are_the_same(catalog):
    for message in catalog:
        if isinstance(message.id, str):
            assert fields(message.id) == fields(message.string), message.id
        else:
            known = fields(message.id[0]) | fields(message.id[1])
            assert all(fields(form) <= known for form in message.string), message.id
            assert fields(message.string[-1]) == fields(message.id[1]), message.id


def test_no_english_is_left(lang, pairs):
    same = {english for english, translated in pairs if english == translated.replace(SPACE, " ")}
    assert same - SAME_IN_ALL <= SAME[lang]


@pytest.mark.parametrize("kept", [r"--[a-z][a-z-]*", r"\bWORMADVISOR_\w+", r"\n", r"`[^`]+`"])
def test_what_is_typed_stays_as_it_is(pairs, kept):
    for english, translated in pairs:
        assert sorted(re.findall(kept, english)) == sorted(re.findall(kept, translated)), english


def test_the_end_of_a_sentence_stays(pairs):
    for english, translated in pairs:
        ends = [re.search(r"[.:?!…]*$", text)[0] for text in (english, translated)]
        assert ends[0] == ends[1], english


NEVER = {
    "nl": r"\b([Uu]|[Uu]w)\b|\d %",
    "de": r"\b(Ihnen|Ihr)\b|\d %|\d%(?!-| o)",
    "fr": r"\b([Vv]ous|[Vv]otre|[Vv]os)\b|\w [:;?!%»]|\w[?!]|« |\d%(?! o)",
}
"""Said too formally, or spaced as another language does it."""


def test_how_the_language_is_written(lang, pairs):
    plain = (re.sub(r"{[^}]*}", "x", translated) for _, translated in pairs)
    assert [text for text in plain if re.search(NEVER[lang], text)] == []


def test_plural_forms(lang):
    header = po_file(lang).read_text(encoding="utf-8").partition("\n\n")[0]
    assert f"nplurals=2; plural={PLURALS[lang]};" in header


def test_click_still_says_what_is_translated():
    text = "".join(
        path.read_text(encoding="utf-8") for path in Path(click.__file__).parent.glob("*.py")
    )
    said = re.sub(r'"\s*\n\s*"', "", text)
    for message in CLICK:
        for form in [message] if isinstance(message, str) else message:
            assert json.dumps(form) in said, form


def calls():
    for path, tree in PYTHON.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                yield f"{path.name}:{node.lineno}", name, node


def is_text(node):
    """Tell whether a piece of code is a text with words in it."""
    if isinstance(node, ast.JoinedStr):
        return any(map(is_text, node.values))
    return isinstance(node, ast.Constant) and bool(re.search("[a-z]{2}", str(node.value)))


SHOWN = {"echo", "ClickException", "UsageError", "BadParameter", "fail", "confirm", "prompt"}


def test_no_sentence_goes_around_the_catalogs():
    around = []
    for place, name, call in calls():
        around += [place for node in call.args[:1] if name in SHOWN and is_text(node)]
        around += [
            place
            for keyword in call.keywords
            if keyword.arg in ("help", "short_help", "epilog") and is_text(keyword.value)
        ]
    assert not around


def test_sentences_are_written_where_they_are_found():
    """A sentence put together from pieces is in no catalog."""
    for place, name, call in calls():
        if name in SAID:
            for node in call.args[: SAID[name]]:
                assert not isinstance(node, (ast.JoinedStr, ast.BinOp)), place
    for path in PAGE.rglob("*.js"):
        code = path.read_text(encoding="utf-8")
        assert not re.findall(r"\bt\((?!\")(?!message,)[^)]*\)", code), path


def test_the_page_has_its_own_sentences(lang):
    page = PAGE.relative_to(ROOT).as_posix()
    there = {m.id for m in template() if any(path.startswith(page) for path, _ in m.locations)}
    words = json.loads((LOCALES / lang / "page.json").read_text(encoding="utf-8"))
    assert words.keys() == there
    assert len(words) > 50
