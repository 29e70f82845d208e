"""What is wrong with a request that does not fit its types, in the language it asks for."""

import re
from collections.abc import Mapping
from typing import Any

from fastapi.exceptions import RequestValidationError

from wormadvisor.cli.language import ENGLISH, LANGUAGES, listed, mark, say, using

_BODY = "body"
_OBJECT = mark("this must be an object with fields")

SENTENCES: Mapping[str, str] = {
    "missing": mark("this field is missing"),
    "extra_forbidden": mark("there is no such field"),
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "list_type": mark("this must be a list"),
    "string_type": mark("this must be text"),
    "int_type": mark("this must be a whole number"),
    "literal_error": mark("this must be one of: {allowed}"),
    "string_too_short": mark("too few characters; at least {lowest}"),
    "string_too_long": mark("too many characters; at most {highest}"),
    "too_short": mark("too few in this list; at least {lowest}"),
    "too_long": mark("too many in this list; at most {highest}"),
    "greater_than_equal": mark("this number is too low; at least {lowest}"),
    "less_than_equal": mark("this number is too high; at most {highest}"),
}
"""By pydantic's kind of an error."""

_OTHERWISE = mark("this does not fit; /openapi.json says what does")
_BOUNDS = {"min_length": "lowest", "ge": "lowest", "max_length": "highest", "le": "highest"}


def misfit(error: RequestValidationError) -> tuple[str | None, str]:
    """Say what does not fit first.

    Returns
    -------
    Where in the body it is (``game.turns[0].outcome``; None: all of it), and the message.
    """
    problem = error.errors()[0]
    where = _spot(problem["loc"][1:])
    with using(_language_of(error.body)):
        words = say(SENTENCES.get(problem["type"], _OTHERWISE), **_fields(problem))
        return where or None, say("{spot}: {problem}", spot=where or _BODY, problem=words)


def _fields(problem: Mapping[str, Any]) -> dict[str, object]:
    context = problem.get("ctx", {})
    fields: dict[str, object] = {
        ours: context[theirs] for theirs, ours in _BOUNDS.items() if theirs in context
    }
    # Of what is allowed pydantic keeps only a sentence: 'claim', 'steal' or 'bust'.
    return fields | {"allowed": listed(re.findall("'(.*?)'", context.get("expected", "")))}


def _language_of(body: object) -> str:
    lang = body.get("lang") if isinstance(body, dict) else None
    return lang if lang in LANGUAGES else ENGLISH


def _spot(steps: tuple[str | int, ...]) -> str:
    """Write where in the body: ``game.turns[0].outcome``."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return text.removeprefix(".")
