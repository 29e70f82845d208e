"""Dice as people write them in their own language.

The notation knows one letter for the worm, W. What somebody types may have the letter of
the word that the edition in their country uses; position texts and answers never have.
"""

from collections.abc import Mapping

from wormadvisor.cli.language import language

WORMS: Mapping[str, str] = {"en": "", "nl": "R", "de": "", "fr": "V"}
"""Letters for the worm besides W: *regenworm*, *ver*; *Wurm* and *worm* have the W."""


def is_worm(text: str) -> bool:
    """Tell whether a text is one of the language's own letters for the worm, and no more."""
    return len(text) == 1 and text.upper() in WORMS[language()]


def plain_dice(text: str) -> str:
    """Write every worm of a dice text as W, in as many characters."""
    letters = WORMS[language()]
    return text.translate(dict.fromkeys(map(ord, letters + letters.lower()), "W"))
