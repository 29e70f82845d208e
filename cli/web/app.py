"""The whole application: the API, the page, and what guards both."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from wormadvisor.cli.web.api import router
from wormadvisor.cli.web.errors import refusal
from wormadvisor.cli.web.headers import HEADERS, SafeHeaders
from wormadvisor.cli.web.hosts import LOOPBACK, Hosts, is_loopback
from wormadvisor.cli.web.limits import Limits, Rate
from wormadvisor.cli.web.misfit import misfit
from wormadvisor.cli.web.pages import page_routes
from wormadvisor.cli.web.pool import Pool


def application(pool: Pool, host: str = LOOPBACK) -> FastAPI:
    """Make the application.

    Parameters
    ----------
    pool
        What computes answers; started and stopped with the application.
    host
        The address it is reached at. Beyond this computer, requests are counted.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await pool.start()
        try:
            yield
        finally:
            await pool.stop()

    app = FastAPI(
        title="wormadvisor",
        summary="Optimal play for Pickomino: stop or roll?",
        version=version("wormadvisor"),
        # The pages that show the document load their scripts from the network.
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.include_router(router(pool))
    app.router.routes += page_routes()
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Exception, _failed)
    app.add_middleware(Limits, hosts=Hosts(host), rate=None if is_loopback(host) else Rate())
    app.add_middleware(SafeHeaders)  # The last one added is the outermost.
    return app


async def _invalid(_: Request, error: Exception) -> Response:
    """Say which field is missing, unknown or not as its type has it."""
    assert isinstance(error, RequestValidationError)
    where, message = misfit(error)
    return refusal(422, message, where)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return refusal(error.status_code, str(error.detail), headers=error.headers)


async def _failed(_: Request, __: Exception) -> Response:
    """Answer where the program has a mistake, which the log tells."""
    return refusal(500, "the program failed; its log says why", headers=HEADERS)
