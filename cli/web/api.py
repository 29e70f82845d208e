"""The HTTP API: every question of the commands as one POST request with a JSON body."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from wormadvisor.cli.web import asked as wanted
from wormadvisor.cli.web import said, said_of_games
from wormadvisor.cli.web.errors import refusal
from wormadvisor.cli.web.pool import BusyError, Pool
from wormadvisor.cli.web.worker import LostError, TookTooLongError

SECONDS = 10.0
"""Time for computing one answer."""
LONG_SECONDS = 60.0
"""Time for the analysis of a game."""
PATIENCE = 90.0
"""Time for waiting and computing together."""

_REFUSED: dict[int | str, dict[str, Any]] = {
    status: {"model": said.ErrorSaid, "description": description}
    for status, description in {
        400: "The body is not JSON.",
        403: "Asked under a foreign name.",
        408: "The body came too slowly.",
        413: "The body is too large.",
        415: "The body is not said to be JSON.",
        422: "The question is wrong, or too much to answer.",
        429: "Too many requests.",
        503: "Too many questions wait.",
        504: "It took too long.",
    }.items()
}


def _answers(model: type[BaseModel]) -> dict[int | str, dict[str, Any]]:
    return {200: {"model": model}, **_REFUSED}


def router(pool: Pool) -> APIRouter:
    """Make the routes, which have their answers computed by these workers."""
    api = APIRouter(prefix="/api/v1", tags=["questions"])

    @api.post("/hint", responses=_answers(said.HintSaid))
    async def hint(asked: wanted.HintAsked, request: Request) -> Response:
        """Say which dice to set aside, and whether to stop or roll."""
        return await _answer(pool, request, "hint", asked)

    @api.post("/evaluate", responses=_answers(said.EvaluateSaid))
    async def evaluate(asked: wanted.EvaluateAsked, request: Request) -> Response:
        """Say how likely each player is to win the game."""
        return await _answer(pool, request, "evaluate", asked)

    @api.post("/position", responses=_answers(said.QuestionSaid))
    async def position(asked: wanted.MomentAsked, request: Request) -> Response:
        """Read a position text, and write it in its one canonical form."""
        return await _answer(pool, request, "position", asked)

    @api.post("/odds", responses=_answers(said.OddsSaid))
    async def odds(asked: wanted.MomentAsked, request: Request) -> Response:
        """Say how likely every total is, played for it alone."""
        return await _answer(pool, request, "odds", asked)

    @api.post("/game", responses=_answers(said_of_games.GameSaid))
    async def game(asked: wanted.GameAsked, request: Request) -> Response:
        """Say where a game stands."""
        return await _answer(pool, request, "game", asked)

    @api.post("/record", responses=_answers(said_of_games.RecordSaid))
    async def record(asked: wanted.GameAsked, request: Request) -> Response:
        """Write a game as a record, to be kept and read by `wormadvisor analyze`."""
        return await _answer(pool, request, "record", asked)

    @api.post("/analyze", responses=_answers(said_of_games.AnalyzeSaid))
    async def analyze(asked: wanted.AnalyzeAsked, request: Request) -> Response:
        """Say what luck and choices did to everybody in a game."""
        return await _answer(pool, request, "analyze", asked, long=True)

    return api


async def _answer(
    pool: Pool, request: Request, name: str, asked: BaseModel, *, long: bool = False
) -> Response:
    """Compute an answer, as long as somebody waits for it."""
    fields = asked.model_dump(by_alias=True, exclude_none=True)
    seconds = LONG_SECONDS if long else SECONDS
    answering = asyncio.ensure_future(pool.answer(name, fields, seconds=seconds, long=long))
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait(
            {answering, leaving}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED
        )
        if not answering.done():
            if leaving.done():
                return Response(status_code=499)  # Nobody reads it.
            raise TookTooLongError
        reply = answering.result()
    except BusyError:
        message = "too many questions wait; ask again in a moment"
        return refusal(503, message, headers={"retry-after": "1"})
    except TookTooLongError:
        return refusal(504, "this takes too long to answer")
    except LostError:
        return refusal(500, "the computation was lost; ask again")
    finally:
        answering.cancel()
        leaving.cancel()
    return Response(reply.body, reply.status, media_type="application/json")


async def _gone(request: Request) -> None:
    """Wait until the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
