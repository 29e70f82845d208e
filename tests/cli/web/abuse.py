"""Bad requests of all kinds, many at a time."""

import json
import random
import socket
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from tests.cli.web.raw import connect, request, rest_of
from wormadvisor.cli.web.limits import MAX_BODY

AT_ONCE = 8
_KEPT_OPEN = 40
"""Slow connections that each thread leaves open, the oldest closed for a new one."""

QUESTIONS = ("hint", "evaluate", "odds", "position", "game", "record", "analyze")


def abuse(address, count, seed=1):
    """Send that many bad requests; count the statuses, None where the server hung up."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        parts = [
            threads.submit(_abuse, address, count // AT_ONCE, random.Random(seed + part))
            for part in range(AT_ONCE)
        ]
        return sum((part.result() for part in parts), Counter())


def _abuse(address, count, rng):
    statuses = Counter()
    slow = []
    for number in range(count):
        make = KINDS[number % len(KINDS)]
        connection = connect(address)
        with suppress(ConnectionError):  # It has seen enough.
            connection.sendall(make(rng))
        if make in LEFT:
            slow.append(connection)
            if len(slow) > _KEPT_OPEN:
                slow.pop(0).close()
            continue
        with connection:
            statuses[_status(connection)] += 1
    for connection in slow:
        connection.close()
    return statuses


def _status(connection):
    connection.shutdown(socket.SHUT_WR)
    received = rest_of(connection)
    return int(received.split()[1]) if received else None


def path(rng):
    return f"/api/v1/{rng.choice(QUESTIONS)}"


def huge(rng):
    return request(path(rng), b" " * rng.randint(MAX_BODY + 1, 3 * MAX_BODY))


def claimed(rng):
    return request(path(rng), b"{}", f"content-length: {10 ** rng.randint(6, 300)}")


def long_head(rng):
    return request(path(rng) + "?" + "x" * 100_000)


def wrong_type(rng):
    value = rng.choice([None, 1, -(10**40), 1e300, [], {}, True, [[]], "x" * 1000, "\0", "\u2603"])
    name = rng.choice(["position", "game", "depth", "lang", "objective", "x"])
    body = {"position": "21-36/-/-", name: value}
    if rng.random() < 0.5:
        body = {"game": {"players": value, "turns": [{"throws": value}]}}
    return request(path(rng), json.dumps(body).encode())


def deep(rng):
    depth = rng.randint(13, 60_000)
    return request(path(rng), b"[" * depth + b"]" * depth)


def no_text(rng):
    return request(path(rng), b'{"position": "' + rng.randbytes(50) + b'\xff"}')


def no_json(rng):
    return request(path(rng), bytes(rng.choices(b'{}[]",:0x', k=rng.randint(1, 300))))


def no_http(rng):
    return rng.randbytes(rng.randint(1, 3000))


def bad_chunks(rng):
    return request(path(rng), b"zz\r\n" + rng.randbytes(9), "transfer-encoding: chunked")


def no_position(rng):
    text = "".join(rng.choices("21-36/,W5x +official=", k=rng.randint(1, 300)))
    return request(path(rng), json.dumps({"position": text}).encode())


def slow_head(rng):
    return request(path(rng), b"{}")[: rng.randint(0, 60)]


def slow_body(rng):
    return request(path(rng), b'{"pos', "content-length: 1000")


def left_alone(rng):
    """A good question that nobody waits for."""
    body = {"position": f"21-{rng.randint(25, 36)}/-/-/- Wx{rng.randint(1, 7)}", "depth": 2}
    return request("/api/v1/hint", json.dumps(body).encode())


LEFT = (slow_head, slow_body, left_alone)
KINDS = (
    huge, claimed, long_head, wrong_type, deep, no_text, no_json, no_http, bad_chunks, no_position,
    *LEFT,
)  # fmt: skip
