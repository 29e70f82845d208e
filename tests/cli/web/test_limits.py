"""What is refused before anything is computed; each refusal is JSON with a kind."""

import asyncio
import json
import random
import socket
import time

import pytest

from tests.cli.web.raw import connect, request, rest_of, status_and_error, talk
from tests.cli.web.serving import FakeWorker, serving
from wormadvisor.cli.web import limits, protocol
from wormadvisor.cli.web.hosts import Hosts
from wormadvisor.cli.web.limits import MAX_BODY, MAX_NESTING, Limits, Rate

QUESTION = {"position": "21-36/-/-"}


@pytest.fixture(scope="module")
def hurried():
    """A server that waits half a second for slow clients."""
    patch = pytest.MonkeyPatch()
    patch.setattr(limits, "BODY_SECONDS", 0.5)
    patch.setattr(protocol, "HEAD_SECONDS", 0.5)
    with serving(FakeWorker()) as found:
        yield found
    patch.undo()


def refused(address, *pieces):
    status, error = status_and_error(talk(address, *pieces))
    assert error.keys() == {"kind", "message", "where"}
    return status, error["kind"]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "not_json"),
        (b"{", "not_json"),
        (b'{"position": "21-36/-/-"} {}', "not_json"),
        (b"\xff\xfe{}", "not_json"),
        (b'{"position": "\xff"}', "not_json"),
        (b'{"position": "\xed\xa0\x80"}', "not_json"),
        (rb'{"position": "\ud800"}', "not_json"),
        ('{"position": "21-36/-/-"}'.encode("utf-16"), "not_json"),
        (b"\xef\xbb\xbf{}", "not_json"),
        (b'{"position": NaN}', "not_json"),
        (b'{"position": 1' + b"0" * 5000 + b"}", "not_json"),
        (b"[" * 50_000 + b"]" * 50_000, "not_json"),
        (b'{"a":' * 100 + b"1" + b"}" * 100, "not_json"),
        (b"null", "usage"),
        (b"[]", "usage"),
        (b'"21-36/-/-"', "usage"),
        (b"{}", "usage"),
        (b'{"position": null}', "usage"),
        (b'{"position": 21}', "usage"),
        (b'{"position": ["21-36/-/-"]}', "usage"),
        (b'{"position": "21-36/-/-", "depth": 2}', "usage"),
        (b'{"position": "' + b"2" * 400 + b'"}', "usage"),
    ],
)
def test_what_is_no_question(address, body, kind):
    status = 422 if kind == "usage" else 400
    assert refused(address, request("/api/v1/odds", body)) == (status, kind)


def test_the_spot_of_what_is_wrong(post):
    error = post("odds", position="21-36/-/-", roll="5").json()["error"]
    assert (error["kind"], error["where"]) == ("usage", "roll")
    turn = {"throws": [{"roll": "5", "face": "6"}]}
    error = post("game", game={"players": ["A", "B"], "turns": [turn]}).json()["error"]
    assert (error["kind"], error["where"]) == ("usage", "game.turns[0].throws[0].face")
    assert error["message"].startswith("game.turns[0].throws[0].face: ")


@pytest.mark.parametrize("depth", [MAX_NESTING, MAX_NESTING + 1])
def test_nesting_up_to_its_limit(address, depth):
    body = b'{"position":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"
    expected = (422, "usage") if depth <= MAX_NESTING else (400, "not_json")
    assert refused(address, request("/api/v1/odds", body)) == expected


def padded(size):
    body = json.dumps(QUESTION).encode()
    return body + b" " * (size - len(body))


def test_size_up_to_its_limit(client):
    headers = {"content-type": "application/json"}
    response = client.post("/api/v1/odds", content=padded(MAX_BODY), headers=headers)
    assert response.status_code == 200
    response = client.post("/api/v1/odds", content=padded(MAX_BODY + 1), headers=headers)
    assert (response.status_code, response.json()["error"]["kind"]) == (413, "too_large")


def test_a_size_that_is_only_claimed(address):
    head = request("/api/v1/odds", b"", f"content-length: {10**12}")
    assert refused(address, head) == (413, "too_large")


@pytest.mark.parametrize("claim", ["-1", "1e3", "0x10", "", "9" * 400])
def test_a_size_that_is_no_number(address, claim):
    head = request("/api/v1/odds", b"", f"content-length: {claim}")
    assert refused(address, head)[0] in (400, 413)


def keep_sending(connection, piece):
    for _ in range(1000):
        connection.sendall(piece)
        time.sleep(0.01)


CHUNK = b"10000\r\n" + b" " * 2**16 + b"\r\n"


def test_chunks_are_counted_too(address):
    head = request("/api/v1/odds", b"", "transfer-encoding: chunked")
    assert refused(address, head, CHUNK * 3, b"0\r\n\r\n") == (413, "too_large")


def test_nobody_reads_on_and_on(address):
    with connect(address) as connection:
        connection.sendall(request("/api/v1/odds", b"", "transfer-encoding: chunked"))
        with pytest.raises(ConnectionError):
            keep_sending(connection, CHUNK)


def test_a_question_in_chunks(address):
    head = request("/api/v1/odds", b"", "transfer-encoding: chunked")
    body = json.dumps(QUESTION).encode()
    pieces = [b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:7], body[7:])]
    assert talk(address, head, *pieces, b"0\r\n\r\n").startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_page_elsewhere_can_send_no_json(client, kind):
    # These are the kinds that a browser sends anywhere without asking first.
    response = client.post(
        "/api/v1/odds", content=json.dumps(QUESTION), headers={"content-type": kind}
    )
    assert (response.status_code, response.json()["error"]["kind"]) == (415, "media_type")
    response = client.options(
        "/api/v1/odds",
        headers={"origin": "http://elsewhere.example", "access-control-request-method": "POST"},
    )
    assert "access-control-allow-origin" not in response.headers


def test_unknown_paths_and_methods(client):
    nothing = ["/nothing", "/api/v1/nothing", "/messages/xx.json", "/docs", "/redoc"]
    elsewhere = ["../api.py", "%2e%2e/%2e%2e/models.py", "/etc/passwd", "%00", "index.html/"]
    for path in (*nothing, *(f"/static/{path}" for path in elsewhere)):
        response = client.get(path)
        assert (response.status_code, response.json()["error"]["kind"]) == (404, "not_found"), path
    for method, path in (("GET", "/api/v1/hint"), ("DELETE", "/"), ("PUT", "/api/v1/odds")):
        response = client.request(method, path)
        assert (response.status_code, response.json()["error"]["kind"]) == (405, "method")


def test_a_body_that_does_not_come(hurried):
    head = request("/api/v1/odds", b"", "content-length: 100")
    assert refused(hurried, head, b'{"posi') == (408, "slow")


@pytest.mark.parametrize("begun", [b"", b"POST /api", b"POST /api/v1/odds HTTP/1.1\r\nhost: l"])
def test_a_head_that_does_not_come(hurried, begun):
    assert talk(hurried, begun) == b""


def test_the_second_head_does_not_come(hurried):
    with connect(hurried) as connection:
        connection.sendall(b"GET /static/icon.svg HTTP/1.1\r\nhost: localhost\r\n\r\nGET /")
        assert rest_of(connection).startswith(b"HTTP/1.1 200")


def test_an_answer_that_nobody_takes(hurried):
    with connect(hurried) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        ask = b"GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n"
        with pytest.raises(ConnectionError):
            keep_sending(connection, ask * 10)


def test_what_is_no_http(address):
    rng = random.Random(5)
    for _ in range(50):
        status, kind = refused(address, rng.randbytes(200) + b"\r\n\r\n")
        assert (status, kind) == (400, "not_json")


def test_connections_have_a_limit(hurried, monkeypatch):
    monkeypatch.setattr(protocol, "CONNECTIONS", 20)
    open_ones = [connect(hurried) for _ in range(19)]
    assert talk(hurried, request("/static/icon.svg", method="GET")).startswith(b"HTTP/1.1 200")
    one_too_many = [connect(hurried) for _ in range(5)]
    assert all(rest_of(connection) == b"" for connection in one_too_many[1:])
    for connection in (*open_ones, *one_too_many):
        connection.close()


@pytest.mark.parametrize(
    ("host", "header", "accepted"),
    [
        ("127.0.0.1", "127.0.0.1:8421", True),
        ("127.0.0.1", "localhost", True),
        ("127.0.0.1", "LOCALHOST.:80", True),
        ("127.0.0.1", "[::1]:8421", True),
        ("127.0.0.1", "evil.example", False),
        ("127.0.0.1", "127.0.0.1.evil.example", False),
        ("127.0.0.1", "192.168.1.7:8421", False),
        ("127.0.0.1", "", False),
        ("127.0.0.1", "[::1", True),
        ("0.0.0.0", "192.168.1.7:8421", True),
        ("0.0.0.0", "[fe80::1]:8421", True),
        ("0.0.0.0", "evil.example:8421", False),
        ("games.example", "games.example:8421", True),
        ("games.example", "evil.example:8421", False),
    ],
)
def test_names_of_the_server(host, header, accepted):
    assert Hosts(host).accepts(header) == accepted


def test_a_foreign_name_is_refused(client):
    for path in ("/", "/openapi.json", "/static/icon.svg"):
        response = client.get(path, headers={"host": "evil.example"})
        assert (response.status_code, response.json()["error"]["kind"]) == (403, "host")


def test_the_rate_of_one_address():
    clock = [0.0]
    rate = Rate(rate=2.0, burst=3.0, now=lambda: clock[0])
    assert [rate.wait("10.0.0.1") for _ in range(5)] == [0, 0, 0, 0.5, 0.5]
    assert rate.wait("10.0.0.2") == 0
    clock[0] = 0.5
    assert [rate.wait("10.0.0.1") for _ in range(2)] == [0, 0.5]
    clock[0] = 100.0
    assert [rate.wait("10.0.0.1") for _ in range(4)] == [0, 0, 0, 0.5]


def test_one_ipv6_network_is_one_client():
    rate = Rate(rate=1.0, burst=1.0, now=lambda: 0.0)
    assert rate.wait("2001:db8::1") == 0
    assert rate.wait("2001:db8::ffff:2") > 0
    assert rate.wait("2001:db8:0:1::1") == 0


def test_one_address_in_two_notations():
    rate = Rate(rate=1.0, burst=1.0, now=lambda: 0.0)
    assert rate.wait("::ffff:10.0.0.1") == 0
    assert rate.wait("::ffff:10.0.0.2") == 0
    assert rate.wait("10.0.0.1") > 0


def test_files_cost_little():
    rate = Rate(rate=1.0, burst=1.0, now=lambda: 0.0)
    waits = [rate.wait("10.0.0.1", 0.25) for _ in range(5)]
    assert waits == [0, 0, 0, 0, 0.25]
    assert rate.wait("10.0.0.1") == 1


def test_addresses_are_forgotten():
    rate = Rate(rate=1.0, burst=1.0, now=lambda: 0.0)
    assert rate.wait("10.0.0.1") == 0
    for number in range(5000):
        rate.wait(f"10.1.{number // 250}.{number % 250}")
    assert rate.wait("10.0.0.1") == 0


def test_too_many_requests_from_the_network():
    """Asked through ASGI, as no address but the loopback one may be used here."""

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body"})

    async def get():
        sent = []

        async def receive():
            return {"type": "http.request", "body": b"{}"}

        async def send(message):
            sent.append(message)

        scope = {
            "type": "http",
            "method": "POST",
            "path": "/",
            "client": ("192.168.1.7", 5),
            "headers": [(b"host", b"192.168.1.2:8421"), (b"content-type", b"application/json")],
        }
        await guarded(scope, receive, send)
        return sent[0]["status"], dict(sent[0]["headers"])

    guarded = Limits(app, hosts=Hosts("0.0.0.0"), rate=Rate(1.0, 2.0, lambda: 0.0))
    answers = [asyncio.run(get()) for _ in range(3)]
    assert [status for status, _ in answers] == [200, 200, 429]
    assert answers[2][1][b"retry-after"] == b"1"


def test_headers_of_every_answer(client):
    for path in ("/", "/static/icon.svg", "/nothing", "/openapi.json", "/api/v1/hint"):
        headers = client.get(path).headers
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] in ("no-store", "no-cache")
        assert "server" not in headers
