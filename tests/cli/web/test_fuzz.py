"""The OpenAPI document held against the server: what it says is true, and nothing breaks it."""

import random

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from tests.cli.moments import random_moment
from tests.cli.web.games import as_json
from tests.games import ALL_RULES, play
from wormadvisor.solver.notation import format_position

QUESTIONS = ("hint", "evaluate", "odds", "position", "game", "record", "analyze")
SECONDS = 60
"""No answer takes as long: one that does is a hang."""
CALM = {"deadline": None, "suppress_health_check": list(HealthCheck)}


@pytest.fixture(scope="module")
def document(client):
    return schemathesis.openapi.from_dict(client.get("/openapi.json").json())


def fuzz(document, address, name, mode, examples):
    """Ask what the document allows, or forbids, and hold every answer against it."""
    operation = document[f"/api/v1/{name}"]["POST"]

    @settings(max_examples=examples, **CALM)
    @given(case=operation.as_strategy(generation_mode=mode), seed=st.integers(0, 2**32))
    def ask(case, seed):
        if mode is GenerationMode.POSITIVE and isinstance(case.body, dict):
            case.body = sensible(case.body, random.Random(seed))
        response = case.call(base_url=address, timeout=SECONDS)
        assert response.status_code < 500
        # A text that is allowed can still be no position: 422 is an answer too.
        excluded = [positive_data_acceptance]
        if response.status_code == 413:  # A refusal that schemathesis does not know as one.
            excluded.append(negative_data_rejection)
        case.validate_response(response, excluded_checks=excluded)

    ask()


def sensible(body, rng):
    """Mostly ask about something that can be."""
    if "position" in body and rng.random() < 0.7:
        body = {**body, "position": format_position(*random_moment(rng))}
        return body if "objective" not in body else {**body, "objective": "win"}
    if "game" in body and rng.random() < 0.7:
        played = play(rng, rng.randint(2, 4), rng.choice(ALL_RULES), most=4)
        return {**body, "game": as_json(played)}
    return body


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("name", QUESTIONS)
def test_fuzzed(document, address, name, mode):
    fuzz(document, address, name, mode, 12)


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("name", QUESTIONS)
def test_fuzzed_for_longer(document, address, name, mode):
    fuzz(document, address, name, mode, 400)


def test_every_question_is_fuzzed(client):
    paths = client.get("/openapi.json").json()["paths"]
    assert set(paths) == {f"/api/v1/{name}" for name in QUESTIONS}
