"""Connections that do not ask: uvicorn waits for them, this lets go of them."""

import asyncio
from collections import Counter
from typing import Any, ClassVar, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from wormadvisor.cli.web.errors import error_body
from wormadvisor.cli.web.headers import HEADERS

HEAD_SECONDS = 10.0
"""Time for the head of a request to come, and for a response to be taken."""
CONNECTIONS = 256
"""Connections at a time."""
CONNECTIONS_OF_ONE = 64
"""Those of one address beyond this computer."""


class Connection(H11Protocol):
    """One connection: a request that does not come in time, or an answer nobody takes, ends it."""

    _counts: ClassVar[Counter[str]] = Counter()
    _waiting: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None
    _address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and close it at once where there are too many."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._counts[self._address] += 1
        local = self.server is not None and self.server[0] == self._address
        if len(self.connections) > CONNECTIONS or (
            not local and self._counts[self._address] > CONNECTIONS_OF_ONE
        ):
            transport.abort()
            return
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self._counts[self._address] -= 1
        if not self._counts[self._address]:
            del self._counts[self._address]
        for timer in (self._waiting, self._stuck):
            if timer:
                timer.cancel()

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        """Give a client that takes nothing some time."""
        super().pause_writing()
        self._stuck = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on sending."""
        super().resume_writing()
        if self._stuck:
            self._stuck.cancel()

    def send_400_response(self, msg: str) -> None:
        """Say that this was no HTTP."""
        body = error_body(400, msg)
        headers = [("content-type", "application/json"), ("connection", "close"), *HEADERS.items()]
        headers.append(("content-length", str(len(body))))
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(cast(Any, self.conn).send(event))
        self.transport.close()

    def _watch(self) -> None:
        """Have the connection closed when the head of a request takes too long."""
        if self.conn.their_state is not h11.IDLE:
            if self._waiting:
                self._waiting.cancel()
            self._waiting = None
        elif self._waiting is None:
            self._waiting = self.loop.call_later(HEAD_SECONDS, self.transport.abort)
