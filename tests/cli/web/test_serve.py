"""The command `serve` as people start it."""

import re
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from tests.cli.web.serving import SECONDS
from wormadvisor.cli import serve as serve_module
from wormadvisor.cli.web import hosts

CLI = [sys.executable, "-m", "wormadvisor.cli", "serve"]


@contextmanager
def started(*options):
    """Start the program; give the process and its first line."""
    process = subprocess.Popen(
        [*CLI, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert select.select([process.stdout], [], [], SECONDS)[0]
        yield process, process.stdout.readline()
    finally:
        process.kill()
        process.communicate()


def children_of(process):
    """Name the processes that a server has started, once it has answered."""
    command = ["pgrep", "-P", str(process.pid)]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert len(found) >= 2
    return found


def alive(pid):
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def until_gone(pids):
    """Wait for processes to end, some of which do only after their parent."""
    end = time.monotonic() + SECONDS
    while any(map(alive, pids)):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_the_address_is_told_and_works():
    with started("--port", "0") as (process, line):
        address = re.fullmatch(r"The page: (http://127\.0\.0\.1:\d+/) .*\n", line)[1]
        ask(address)
        children = children_of(process)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=SECONDS)
        assert (process.returncode, errors) == (0, "")
        until_gone(children)


def ask(address):
    question = {"position": "21-36/-/-"}
    response = httpx2.post(f"{address}api/v1/odds", json=question, timeout=SECONDS)
    assert response.status_code == 200


def test_a_killed_server_leaves_no_process():
    with started("--port", "0") as (process, line):
        ask(line.split()[2])
        children = children_of(process)
        process.kill()
        process.communicate()
        until_gone(children)


def test_a_port_that_is_taken(run):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--port", str(port))
    assert result.exit_code == 1
    assert result.stderr == (
        f"Error: cannot listen on 127.0.0.1, port {port}: Address already in use; "
        "try another --port or --host\n"
    )


@pytest.mark.parametrize("host", ["no such host", "203.0.113.9", "x" * 300, "\N{SNOWMAN}."])
def test_an_address_that_is_not_ours(run, host):
    result = run("serve", "--host", host, "--port", "0")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: cannot listen on {host}, port 0: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("package", ["fastapi", "uvicorn", "segno"])
def test_without_the_extra(run, monkeypatch, package):
    find = serve_module.find_spec
    monkeypatch.setattr(
        serve_module, "find_spec", lambda name: None if name == package else find(name)
    )
    result = run("serve")
    assert result.exit_code == 2
    assert "pip install 'wormadvisor[web]'" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("host", "found", "expected"),
    [
        ("127.0.0.1", "192.168.1.7", ["http://127.0.0.1:80/"]),
        ("localhost", "192.168.1.7", ["http://localhost:80/"]),
        ("::1", "192.168.1.7", ["http://[::1]:80/"]),
        ("0.0.0.0", "192.168.1.7", ["http://127.0.0.1:80/", "http://192.168.1.7:80/"]),
        ("0.0.0.0", None, ["http://127.0.0.1:80/"]),
        ("192.168.1.7", None, ["http://192.168.1.7:80/", "http://192.168.1.7:80/"]),
        ("::", "192.168.1.7", ["http://127.0.0.1:80/", "http://192.168.1.7:80/"]),
    ],
)
def test_the_addresses_that_are_told(capsys, monkeypatch, host, found, expected):
    monkeypatch.setattr(hosts, "lan_address", lambda: found)
    serve_module.tell(host, 80)
    shown = capsys.readouterr().out
    assert re.findall(r"http://\S+", shown) == expected
    has_code = "█" in shown
    assert has_code == (len(expected) == 2)


def test_the_address_in_the_network():
    """Whatever it is on this machine: an address of its own, and no loopback one."""
    found = hosts.lan_address()
    if found is not None:
        assert not hosts.is_loopback(found)
        with socket.create_server((found, 0)):
            pass
