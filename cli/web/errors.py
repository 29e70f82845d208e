"""Requests without an answer: JSON with a kind, as the commands' errors have.

In English like all JSON, but for questions that do not fit their types (`misfit`); the page
has sentences of its own for the other kinds.
"""

import json
from collections.abc import Mapping

from starlette.responses import Response

KINDS: Mapping[int, str] = {
    400: "not_json",
    403: "host",
    404: "not_found",
    405: "method",
    408: "slow",
    413: "too_large",
    415: "media_type",
    422: "usage",
    429: "too_many",
    500: "internal",
    503: "busy",
    504: "time",
}
"""HTTP status -> what is wrong with a request, where it is not the question it asks."""


def error_body(status: int, message: str, where: str | None = None) -> bytes:
    """Write why there is no answer."""
    error = {"kind": KINDS.get(status, "usage"), "message": message, "where": where}
    return json.dumps({"schema": 1, "error": error}).encode()


def refusal(
    status: int,
    message: str,
    where: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Say why there is no answer.

    Parameters
    ----------
    status
        HTTP status, one of `KINDS`.
    message
        A sentence.
    where
        The spot in the request.
    headers
        More headers.
    """
    body = error_body(status, message, where)
    return Response(body, status, headers, media_type="application/json")
