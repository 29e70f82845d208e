"""Words and numbers in the user's language.

Every sentence that people read goes through `say`: a whole sentence with named fields, so
that a translation may put them in any order. English is what stands in the code; the other
languages are gettext catalogs in ``locale``, made as ``docs/translating.md`` tells.

The language is that of the context (`using`), so that a server can answer in several at
once. What is for programs is never translated: whoever writes it does not come here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from itertools import pairwise
from pathlib import Path

ENGLISH = "en"
LANGUAGES = (ENGLISH, "nl", "de", "fr")
OPTION = "--lang"
DOMAIN = "wormadvisor"
LOCALES = Path(__file__).with_name("locale")

_VARIABLES = ("WORMADVISOR_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
_MOST_DIGITS = 9
_SPACE = "\N{NO-BREAK SPACE}"
_POINTS: Mapping[str, Mapping[int, int]] = {
    ENGLISH: {},
    "nl": str.maketrans(".,", ",."),
    "de": str.maketrans(".,", ",."),
    "fr": str.maketrans(".,", "," + _SPACE),
}
"""How the decimal point and the comma between thousands are written."""
_PERCENT: Mapping[str, str] = {ENGLISH: "%", "nl": "%", "de": _SPACE + "%", "fr": _SPACE + "%"}

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """Tell which language is spoken here and now."""
    return _language.get()


@contextmanager
def using(lang: str) -> Iterator[None]:
    """Speak a language, one of `LANGUAGES`, within the block."""
    token = _language.set(lang)
    try:
        yield
    finally:
        _language.reset(token)


def language_asked(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """Find the language that a command line asks for, or else the environment; or English.

    Parameters
    ----------
    words
        The command line: ``--lang de`` anywhere in it decides.
    environment
        The first variable that is set of WORMADVISOR_LANG, LC_ALL, LC_MESSAGES and LANG
        names a locale, such as ``de`` or ``de_AT.UTF-8``.
    """
    said = [part for word in words for part in word.split("=", 1)]
    asked = [lang for option, lang in pairwise(said) if option == OPTION and lang in LANGUAGES]
    if asked:
        return asked[-1]
    locale = next(filter(None, map(environment.get, _VARIABLES)), "")
    lang = locale.partition(".")[0].partition("_")[0].lower()
    return lang if lang in LANGUAGES else ENGLISH


def mark(message: str) -> str:
    """Mark a sentence of a table for translation; `say` translates it when it is used."""
    return message


def mark_count(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence of a table that depends on a number, for `say_count`."""
    return one, many


def say(message: str, /, **fields: object) -> str:
    """Translate a sentence, then fill in its fields, numbers as the language writes them."""
    return _filled(_catalog(language()).gettext(message), fields)


def say_count(one: str, many: str, count: int, /, **fields: object) -> str:
    """Translate a sentence that depends on a number, its field ``{count}``."""
    message = _catalog(language()).ngettext(one, many, count)
    return _filled(message, {"count": count, **fields})


def messages_for_page(lang: str) -> dict[str, str]:
    """Give the web page's English sentences with their translations; none for English."""
    import json  # Only the server needs it.

    if lang == ENGLISH:
        return {}
    text = (LOCALES / lang / "page.json").read_text(encoding="utf-8")
    messages: dict[str, str] = json.loads(text)
    return messages


def number(value: float, form: str) -> str:
    """Write a number in one of Python's formats (``,`` or ``.1e``), as the language does."""
    return format(value, form).translate(_POINTS[language()])


def decimal(value: float, digits: int, *, sign: bool = False) -> str:
    """Write a number with that many digits after the point; zero has no sign."""
    text = number(value, f"+.{digits}f" if sign else f".{digits}f")
    return text if any(digit in text for digit in "123456789") else text.lstrip("+-")


def percent(chance: float, digits: int = 1) -> str:
    """Write a chance; only 0 and 1 themselves look like certainty."""
    form, unit = f".{digits}f", _PERCENT[language()]
    if chance in (0.0, 1.0):
        return f"{chance * 100:.0f}{unit}"
    step = 10.0**-digits
    shown = min(max(chance * 100, 0.0), 100.0)
    if shown < step / 2:
        return f"<{number(step, form)}{unit}"
    if shown > 100 - step / 2:
        return f">{number(100 - step, form)}{unit}"
    return f"{number(shown, form)}{unit}"


def digits_for(difference: float, least: int) -> int:
    """Count the digits after the point, at least some, that show a difference."""
    digits = least
    while digits < _MOST_DIGITS and 0 < abs(difference) < 10.0**-digits:
        digits += 1
    return digits


def listed(items: Iterable[object]) -> str:
    """Write a list of things."""
    return ", ".join(map(str, items))


def together(items: Iterable[object]) -> str:
    """Write a list of things that belong together: ``a, b and c``."""
    *others, last = map(str, items)
    return say("{some} and {last}", some=listed(others), last=last) if others else last


class _Number:
    """A number in a sentence."""

    def __init__(self, value: float) -> None:
        self._value = value

    def __format__(self, form: str) -> str:
        return number(self._value, form)


def _filled(message: str, fields: Mapping[str, object]) -> str:
    written = {
        name: _Number(value) if isinstance(value, (int, float)) else value
        for name, value in fields.items()
    }
    return message.format_map(written)


@cache
def _catalog(lang: str) -> NullTranslations:
    if lang == ENGLISH:
        return NullTranslations()
    with (LOCALES / lang / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)
