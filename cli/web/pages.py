"""The page's files, all read at the start: no request ever touches the disk."""

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wormadvisor.cli.language import LANGUAGES, messages_for_page

_KINDS: Mapping[str, str] = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "ico": "image/x-icon",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
"""What a file is, by its ending: not every system's own list is right."""


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it is sent."""

    kind: str
    plain: bytes
    packed: bytes
    tag: str

    def response(self, headers: Headers) -> Response:
        packed = "gzip" in headers.get("accept-encoding", "") and len(self.packed) < len(self.plain)
        tag = f'"{self.tag}{"-gzip" if packed else ""}"'
        # Asked for each time, and sent only when it has changed: an update is seen at once.
        more = {"cache-control": "no-cache", "etag": tag, "vary": "accept-encoding"}
        if tag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=more)
        if packed:
            more["content-encoding"] = "gzip"
        return Response(self.packed if packed else self.plain, 200, more, self.kind)


def page_routes() -> list[Route]:
    """Make the routes of the page, its files and its messages."""
    held = {path: _file(path, content) for path, content in _contents()}
    held["/"] = held["/static/index.html"]

    async def page(request: Request) -> Response:
        file = held.get(request.scope["path"])
        if file is None:
            raise HTTPException(404, "there is nothing here")
        return file.response(request.headers)

    return [Route(path, page) for path in ("/", "/static/{path:path}", "/messages/{path}")]


def _contents() -> Iterator[tuple[str, bytes]]:
    yield from _within(files("wormadvisor.cli.web") / "static", "/static")
    for lang in LANGUAGES:
        yield f"/messages/{lang}.json", json.dumps(messages_for_page(lang)).encode()


def _within(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            yield from _within(entry, name)
        else:
            yield name, entry.read_bytes()


def _file(path: str, content: bytes) -> _File:
    kind = _KINDS.get(path.rpartition(".")[2], "application/octet-stream")
    digest = hashlib.sha256(content).hexdigest()[:16]
    return _File(kind, content, gzip.compress(content, mtime=0), digest)
