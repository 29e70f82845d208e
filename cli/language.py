"""Words and numbers in the user's language.

Every sentence that people read goes through `say`: a whole sentence with named fields, so
that a translation may put them in any order. English is what stands in the code.
"""

from collections.abc import Iterable
from gettext import NullTranslations

_catalog = NullTranslations()

_MOST_DIGITS = 9


def mark(message: str) -> str:
    """Mark a sentence of a table for translation; `say` translates it when it is used."""
    return message


def say(message: str, /, **fields: object) -> str:
    """Translate a sentence, then fill in its fields."""
    return _catalog.gettext(message).format_map(fields)


def say_count(one: str, many: str, count: int, /, **fields: object) -> str:
    """Translate a sentence that depends on a number, its field ``{count}``."""
    return _catalog.ngettext(one, many, count).format_map({"count": count, **fields})


def decimal(value: float, digits: int, *, sign: bool = False) -> str:
    """Write a number with that many digits after the point; zero has no sign."""
    text = f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}"
    return text if any(digit in text for digit in "123456789") else text.lstrip("+-")


def percent(chance: float, digits: int = 1) -> str:
    """Write a chance; only 0 and 1 themselves look like certainty."""
    if chance in (0.0, 1.0):
        return f"{chance:.0%}"
    step = 10.0**-digits
    shown = min(max(chance * 100, 0.0), 100.0)
    if shown < step / 2:
        return f"<{step:.{digits}f}%"
    if shown > 100 - step / 2:
        return f">{100 - step:.{digits}f}%"
    return f"{shown:.{digits}f}%"


def digits_for(difference: float, least: int) -> int:
    """Count the digits after the point, at least some, that show a difference."""
    digits = least
    while digits < _MOST_DIGITS and 0 < abs(difference) < 10.0**-digits:
        digits += 1
    return digits


def listed(items: Iterable[object]) -> str:
    """Write a list of things."""
    return ", ".join(map(str, items))
