"""The sentences of the program and the page, and the catalogs of their translations.

``python -m tests.messages`` (``make messages``) brings the catalogs up to date: it collects
the sentences, puts the new ones untranslated into every ``.po``, drops those that are gone,
and compiles. ``docs/translating.md`` is for people who translate.
"""

import ast
import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from wormadvisor.cli.language import DOMAIN, ENGLISH, LANGUAGES

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "cli"
PAGE = SOURCES / "web" / "static"
LOCALES = SOURCES / "locale"
TRANSLATIONS = tuple(lang for lang in LANGUAGES if lang != ENGLISH)

Message = str | tuple[str, str]

CLICK: tuple[Message, ...] = (
    "Usage:",
    "Options",
    "Commands",
    "Positional arguments",
    "Show this message and exit.",
    "default: {default}",
    "(dynamic)",
    "required",
    "Error: {message}",
    "Missing command.",
    "Missing argument",
    "Missing option",
    "Choose from:\n\t{choices}",
    "No such option {name!r}.",
    "No such command {name!r}.",
    "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}",
    "Option {name!r} does not take a value.",
    "{value!r} is not a valid {number_type}.",
    "{value} is not in the range {range}.",
    "{name} {filename!r} does not exist.",
    "{name} {filename!r} is a directory.",
    "{name} {filename!r} is not readable.",
    "Could not open file {filename!r}: {message}",
    "file",
    "path",
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("Takes {nargs} values but 1 was given.", "Takes {nargs} values but {len} were given."),
)
"""Click's own sentences that a person can meet; it asks our catalogs for them."""

PLURALS = {"nl": "(n != 1)", "de": "(n != 1)", "fr": "(n > 1)"}
"""Which of the two forms a number takes."""

_HEADER = """\
msgid ""
msgstr ""
"Language: {lang}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural={plural};\\n"

"""
SAID = {"say": 1, "mark": 1, "say_count": 2, "mark_count": 2}
"""The functions that sentences go through, and how many forms of one each takes."""


def template() -> Catalog:
    """Collect every sentence, with the files it stands in."""
    catalog = Catalog(fuzzy=False)
    for message in CLICK:
        catalog.add(message, locations=[("click", 0)])
    for path in sorted(SOURCES.rglob("*")):
        for message in _messages_of(path):
            catalog.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)])
    return catalog


def po_file(lang: str) -> Path:
    """Name the file in which a language is translated."""
    return LOCALES / lang / "LC_MESSAGES" / f"{DOMAIN}.po"


def read_catalog(lang: str) -> Catalog:
    """Read what is translated."""
    with po_file(lang).open("rb") as file:
        return read_po(file, lang)


def update(lang: str) -> int:
    """Bring the catalog of a language up to date, compile it, and count what is missing."""
    catalog = read_catalog(lang)
    catalog.update(template(), no_fuzzy_matching=True)
    written = BytesIO()
    options = {"omit_header": True, "include_lineno": False, "ignore_obsolete": True}
    write_po(written, catalog, width=96, **options)
    header = _HEADER.format(lang=lang, plural=PLURALS[lang])
    po_file(lang).write_bytes(header.encode() + written.getvalue())
    for path, content in compiled(lang).items():
        path.write_bytes(content)
    return len(untranslated(catalog))


def compiled(lang: str) -> dict[Path, bytes]:
    """Compile the catalog of a language: for gettext, and for the page."""
    catalog = read_catalog(lang)
    # No dates: the same sentences make the same file.
    catalog.creation_date = catalog.revision_date = datetime.fromtimestamp(0, UTC)
    for_gettext = BytesIO()
    write_mo(for_gettext, catalog)
    page = PAGE.relative_to(ROOT).as_posix()
    for_page = {
        name: text
        for message in catalog
        if any(path.startswith(page) for path, _ in message.locations)
        for name, text in zip(_forms(message.id), _forms(message.string), strict=True)
        if text
    }
    text = json.dumps(for_page, ensure_ascii=False, indent=0, sort_keys=True)
    return {
        po_file(lang).with_suffix(".mo"): for_gettext.getvalue(),
        LOCALES / lang / "page.json": f"{text}\n".encode(),
    }


def untranslated(catalog: Catalog) -> list[str]:
    """List the sentences without a translation, or with one that may not fit any more."""
    return [
        _forms(message.id)[0]
        for message in catalog
        if message.id and (message.fuzzy or not all(_forms(message.string or "")))
    ]


def _forms(texts: Message | list[str]) -> list[str]:
    return [texts] if isinstance(texts, str) else [text or "" for text in texts]


def _messages_of(path: Path) -> Iterator[Message]:
    if path.suffix == ".js":
        for _, message, _, _ in extract_from_file("javascript", path, {"t": None}):
            yield message
    elif path.suffix == ".py":
        for _, name, call in calls(path):
            forms = [arg.value for arg in call.args[: SAID[name]] if isinstance(arg, ast.Constant)]
            if len(forms) == SAID[name]:
                yield forms[0] if SAID[name] == 1 else tuple(forms)


def calls(path: Path) -> Iterator[tuple[int, str, ast.Call]]:
    """Find the calls that say something: line, function, call.

    Babel's own reader of Python does not look into f-strings.
    """
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            found += [(node.lineno, name, node)] if name in SAID else []
    yield from sorted(found, key=lambda call: call[0])


def main() -> int:
    """Update all catalogs; the exit code tells whether something is missing."""
    missing = {lang: update(lang) for lang in TRANSLATIONS}
    for lang, count in missing.items():
        print(f"{lang}: {count} sentences to translate in {po_file(lang).relative_to(ROOT)}")
    return int(any(missing.values()))


if __name__ == "__main__":
    sys.exit(main())
