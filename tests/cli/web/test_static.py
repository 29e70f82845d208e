"""The page's files: in memory, small, sent again only when they have changed."""

import gzip
import json
import re
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from wormadvisor.cli.language import LANGUAGES
from wormadvisor.cli.web import pages

STATIC = Path(str(files("wormadvisor.cli.web") / "static"))
FILES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())
MOST_BYTES = 150_000
KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_sent_as_it_is(client, name):
    for packing in ("gzip", "identity"):
        response = client.get(f"/static/{name}", headers={"accept-encoding": packing})
        assert response.status_code == 200
        assert response.content == (STATIC / name).read_bytes()
        assert response.headers["content-type"] == KINDS[name.rpartition(".")[2]]
        assert response.headers["cache-control"] == "no-cache"
        assert "accept-encoding" in response.headers["vary"]


def test_the_first_page(client):
    response = client.get("/")
    assert response.content == (STATIC / "index.html").read_bytes()
    assert client.head("/").headers["content-length"] == response.headers["content-length"]


def test_text_is_packed(client):
    packed = client.get("/", headers={"accept-encoding": "gzip"})
    plain = client.get("/", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
    assert packed.headers["etag"] != plain.headers["etag"]


def test_what_has_not_changed_is_not_sent_again(client):
    for packing in ("gzip", "identity"):
        tag = client.get("/", headers={"accept-encoding": packing}).headers["etag"]
        again = {"accept-encoding": packing, "if-none-match": tag}
        response = client.get("/", headers=again)
        assert (response.status_code, response.content) == (304, b"")
        assert response.headers["etag"] == tag
        other = client.get("/", headers={**again, "if-none-match": '"another"'})
        assert other.status_code == 200


def test_all_of_it_is_small(client):
    size = sum(len(gzip.compress((STATIC / name).read_bytes())) for name in FILES)
    assert size < MOST_BYTES


def test_nothing_comes_from_the_network():
    for name in FILES:
        if name.endswith((".html", ".css", ".js", ".webmanifest")):
            text = (STATIC / name).read_text(encoding="utf-8")
            links = re.findall(r"""(?:https?:)?//[\w.-]+\.\w+[^\s"'`)]*""", text)
            assert not [link for link in links if not link.startswith("http://www.w3.org/")], name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_messages(client, lang):
    response = client.get(f"/messages/{lang}.json")
    assert response.headers["content-type"] == "application/json"
    assert bool(response.json()) == (lang != "en")


def test_files_are_read_at_the_start_only(tmp_path, monkeypatch):
    package = tmp_path / "package"
    shutil.copytree(STATIC, package / "static")
    monkeypatch.setattr(pages, "files", lambda _: package)
    app = Starlette(routes=pages.page_routes())
    shutil.rmtree(package)
    with TestClient(app) as client:
        assert client.get("/").content == (STATIC / "index.html").read_bytes()
        json.loads(client.get("/static/manifest.webmanifest").content)
