"""What a request may cost before anything is computed: its size, its time, its frequency."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from ipaddress import IPv6Address, ip_address

from pydantic_core import from_json
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wormadvisor.cli.web.errors import refusal
from wormadvisor.cli.web.hosts import Hosts

MAX_BODY = 128 * 1024
"""Bytes of a request: a game of 400 turns is some 60 kB."""
_DRAINED = 8 * MAX_BODY
"""Bytes that are read all the same, so that the client is there to be told."""
BODY_SECONDS = 10.0
"""Time for all of a body to come."""
MAX_NESTING = 12
"""Lists and objects within each other; a game has six."""

RATE, BURST = 10.0, 60.0
"""Questions a second of one address, and how many may come at once."""
FILE = 0.1
"""What a file of the page costs, in questions."""
_ADDRESSES = 4096

_CLOSE = {"connection": "close"}


class BadRequestError(Exception):
    """A request that is refused unseen.

    Parameters
    ----------
    status
        HTTP status.
    message
        What is wrong.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(status, message)
        self.status, self.message = status, message


class Rate:
    """Counts what each address asks.

    Parameters
    ----------
    rate, burst
        Questions a second, and how many may come at once after a pause.
    now
        The clock.
    """

    def __init__(
        self,
        rate: float = RATE,
        burst: float = BURST,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._seen: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str, cost: float = 1.0) -> float:
        """Count a request, and tell in how many seconds it may come; 0: now.

        Parameters
        ----------
        address
            Who asks.
        cost
            What it costs; most cost 1.
        """
        network, now = _network(address), self._now()
        left, last = self._seen.pop(network, (self._burst, now))
        left = min(self._burst, left + (now - last) * self._rate)
        granted = left >= cost
        self._seen[network] = (left - cost if granted else left, now)
        if len(self._seen) > _ADDRESSES:
            self._seen.popitem(last=False)
        return 0.0 if granted else (cost - left) / self._rate


class Limits:
    """Refuses what is not worth looking at, and hands on whole requests only.

    Parameters
    ----------
    app
        The application.
    hosts
        The names under which it may be asked.
    rate
        Counts requests; None: as many as there are.
    """

    def __init__(self, app: ASGIApp, *, hosts: Hosts, rate: Rate | None = None) -> None:
        self._app, self._hosts, self._rate = app, hosts, rate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; see the ASGI specification."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            # First of all the body: a connection with half a body is of no use any more.
            body = await _read(receive, headers)
            if body is None:
                return
            self._check(scope, headers)
            if scope["method"] == "POST":
                _check_json(headers, body)
        except BadRequestError as error:
            more = {"retry-after": "1"} if error.status == 429 else {}
            more |= _CLOSE if error.status in (408, 413) else {}
            await refusal(error.status, error.message, headers=more)(scope, receive, send)
            return
        await self._app(scope, _again(body, receive), send)

    def _check(self, scope: Scope, headers: Headers) -> None:
        if not self._hosts.accepts(headers.get("host", "")):
            raise BadRequestError(403, "this server is not known under that name")
        client, cost = scope.get("client"), 1.0 if scope["method"] == "POST" else FILE
        if self._rate and client and self._rate.wait(client[0], cost):
            raise BadRequestError(429, "too many requests; ask again in a moment")


async def _read(receive: Receive, headers: Headers) -> bytes | None:
    """Read the whole body; None when the client has gone."""
    length = headers.get("content-length", "0")
    too_large = BadRequestError(413, f"the request is larger than {MAX_BODY} bytes")
    if len(length) > len(str(_DRAINED)) or int(length) > _DRAINED:
        raise too_large
    body, size = bytearray(), 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while size <= _DRAINED:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                size += len(message.get("body", b""))
                if size <= MAX_BODY:
                    body += message.get("body", b"")
                if not message.get("more_body", False):
                    break
    except TimeoutError as error:
        raise BadRequestError(408, "the request came too slowly") from error
    if size > MAX_BODY:
        raise too_large
    return bytes(body)


def _check_json(headers: Headers, body: bytes) -> None:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise BadRequestError(415, "the content-type must be application/json")
    try:
        read = from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise BadRequestError(400, f"the body is not JSON in UTF-8: {error}") from error
    level: list[object] = [read]
    for _ in range(MAX_NESTING):
        level = [item for value in level for item in _items(value) if isinstance(item, dict | list)]
        if not level:
            return
    raise BadRequestError(400, f"more than {MAX_NESTING} lists and objects within each other")


def _items(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _again(body: bytes, receive: Receive) -> Receive:
    """Give the body that was read, and after it what comes: that the client has gone."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return first.pop() if first else await receive()

    return receive_again


def _network(address: str) -> str:
    """Take the 2**64 addresses that one IPv6 connection comes with as one."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or ip.exploded[:19])
    return address
