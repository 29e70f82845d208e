"""Requests that no well-behaved library sends, byte by byte."""

import json
import socket
from urllib.parse import urlsplit

SECONDS = 30
"""Longer than any answer here takes: who waits for it has found a hang."""


def connect(address):
    """Open a connection."""
    at = urlsplit(address)
    return socket.create_connection((at.hostname, at.port), SECONDS)


def talk(address, *pieces):
    """Send bytes, and read until the server closes the connection; bytes of the answer."""
    with connect(address) as connection:
        for piece in pieces:
            connection.sendall(piece)
        return rest_of(connection)


def rest_of(connection):
    """Read until the server closes the connection; it may have no patience for the rest."""
    received = b""
    while True:
        try:
            more = connection.recv(2**16)
        except ConnectionResetError:
            return received
        if not more:
            return received
        received += more


def request(path="/api/v1/odds", body=b"", *headers, method="POST"):
    """Write a whole request that asks for the connection to be closed after it."""
    lines = [
        f"{method} {path} HTTP/1.1",
        "host: localhost",
        "connection: close",
        "content-type: application/json",
        *headers,
    ]
    if not any(line.lower().startswith(("content-length", "transfer-")) for line in headers):
        lines.append(f"content-length: {len(body)}")
    return "\r\n".join((*lines, "", "")).encode() + body


def status_and_error(received):
    """Take an answer apart: its status, and the error it tells of."""
    head, _, body = received.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["error"]
