"""Requests that do not fit their types: what is wrong is said in the language they ask for."""

import pytest

from wormadvisor.cli.language import LANGUAGES
from wormadvisor.cli.web import asked as asked_types
from wormadvisor.cli.web.misfit import SENTENCES

GAME = {"players": ["A", "B"]}
OUTCOME = {"type": "claim", "tile": 30}
MISFITS = [
    ("odds", {}, "position", "this field is missing"),
    ("odds", {"position": "21-36/-/-", "a b": 1}, "a b", "there is no such field"),
    ("odds", {"position": ""}, "position", "too few characters; at least 1"),
    ("odds", {"position": "2" * 301}, "position", "too many characters; at most 300"),
    ("odds", {"position": 21}, "position", "this must be text"),
    ("game", {"game": 7}, "game", "this must be an object with fields"),
    ("game", {"game": GAME | {"turns": 7}}, "game.turns", "this must be a list"),
    ("game", {"game": {"players": ["A"]}}, "game.players", "too few in this list; at least 2"),
    ("game", {"game": {"players": ["A"] * 8}}, "game.players", "too many in this list; at most 7"),
    ("game", {"game": {"players": ["A", ""]}}, "game.players[1]", "too few characters; at least 1"),
    ("game", {"game": GAME | {"first": 0.5}}, "game.first", "this must be a whole number"),
    (
        "game",
        {"game": GAME | {"turns": [{"outcome": OUTCOME | {"tile": 20}}]}},
        "game.turns[0].outcome.tile",
        "this number is too low; at least 21",
    ),
    (
        "game",
        {"game": GAME | {"turns": [{"outcome": OUTCOME | {"from": 7}}]}},
        "game.turns[0].outcome.from",
        "this number is too high; at most 6",
    ),
    (
        "game",
        {"game": GAME | {"turns": [{"outcome": {"type": "take"}}]}},
        "game.turns[0].outcome.type",
        "this must be one of: claim, steal, bust",
    ),
]


@pytest.mark.parametrize(("name", "fields", "where", "words"), MISFITS)
def test_what_does_not_fit_is_said_in_every_language(post, name, fields, where, words):
    said = {}
    for lang in (None, *LANGUAGES):
        error = post(name, **fields, **({"lang": lang} if lang else {})).json()["error"]
        assert (error["kind"], error["where"]) == ("usage", where)
        said[lang] = error["message"]
    assert said[None] == said["en"] == f"{where}: {words}"
    assert len(set(said.values())) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("lang", "words"),
    [("xx", "lang: this must be one of: en, nl, de, fr"), (["de"], "this must be one of: ")],
)
def test_a_language_that_is_none_is_refused_in_english(post, lang, words):
    assert words in post("odds", position="21-36/-/-", lang=lang).json()["error"]["message"]


def test_all_that_can_misfit_has_its_sentence(client):
    kinds = {
        "minLength": "string_too_short",
        "maxLength": "string_too_long",
        "minItems": "too_short",
        "maxItems": "too_long",
        "minimum": "greater_than_equal",
        "maximum": "less_than_equal",
        "required": "missing",
        "additionalProperties": "extra_forbidden",
        "enum": "literal_error",
        "string": "string_type",
        "integer": "int_type",
        "array": "list_type",
        "object": "model_type",
    }
    # What says nothing of what fits; and null, which pydantic never asks for alone.
    silent = {"properties", "items", "anyOf", "$ref", "type", "default", "null"}
    silent |= {"title", "description", "examples"}
    document = client.get("/openapi.json").json()
    asked = [
        schema
        for name, schema in document["components"]["schemas"].items()
        if issubclass(getattr(asked_types, name, str), asked_types.Asked)
    ]
    assert len(asked) >= 7
    used = {word for schema in asked for word in words_of(schema)} - silent
    assert used <= kinds.keys()
    assert {kinds[word] for word in used} <= SENTENCES.keys()


def words_of(schema):
    """The words of a JSON schema that say what fits."""
    for word, value in schema.items():
        yield word
        if word == "type":
            yield value
        elif word == "properties":
            yield from (found for part in value.values() for found in words_of(part))
        elif word == "items":
            yield from words_of(value)
        elif word == "anyOf":
            yield from (found for part in value for found in words_of(part))
