"""``wormadvisor serve``: the page on the phone, and its HTTP API."""

import os
import socket
import sys
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from wormadvisor.cli.language import say
from wormadvisor.cli.ready_made import ready_made

if TYPE_CHECKING:  # Optional, and slow to import.
    from uvicorn import Server

    from wormadvisor.cli.web.pool import Pool

_HOST, _PORT = "127.0.0.1", 8421
_NEEDED = ("fastapi", "uvicorn", "segno")
_FEWEST, _MOST = 2, 4
"""Processes that compute: one more than a long analysis takes, and enough for a table's phones."""
_GRACE = 3
"""Seconds for answers under way when the server is ended."""


@click.command(
    short_help=say("The page for the phone, and the HTTP API."),
    help=say(
        "Serve the page for the phone and the HTTP API, until interrupted. Nothing is loaded "
        "from the network.\n\n"
        "By default only this computer can reach it; --host 0.0.0.0 lets the phones in the "
        "same network in, and shows the code that they can scan."
    ),
)
@click.option("--host", default=_HOST, show_default=True, metavar=say("ADDRESS"),
              help=say("The address to listen on; 0.0.0.0: all of this computer."))  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), default=_PORT, show_default=True,
              help=say("The port; 0: any that is free."))  # fmt: skip
def serve(host: str, port: int) -> None:
    """Serve until interrupted."""
    if not all(map(find_spec, _NEEDED)):
        raise click.UsageError(
            say("the server needs more; install it with: pip install 'wormadvisor[web]'")
        )
    from wormadvisor.cli.web.pool import Pool
    from wormadvisor.cli.web.worker import Worker

    with _listening(host, port) as listener:
        cores = os.cpu_count() or 1
        workers = [Worker() for _ in range(min(max(cores, _FEWEST), _MOST))]
        server = server_for(Pool(workers), host)
        tell(host, listener.getsockname()[1])
        with suppress(KeyboardInterrupt):  # The way to end it.
            server.run(sockets=[listener])


def server_for(pool: "Pool", host: str) -> "Server":
    """Make a server that is ready to run.

    Parameters
    ----------
    pool
        What computes answers.
    host
        The address it is reached at.
    """
    from uvicorn import Config, Server

    from wormadvisor.cli.web.app import application
    from wormadvisor.cli.web.protocol import Connection

    config = Config(
        application(pool, host),
        http=Connection,
        ws="none",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GRACE,
    )
    return Server(config)


def _listening(host: str, port: int) -> socket.socket:
    """Open the port."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        both = family == socket.AF_INET6 and host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server((host, port), family=family, dualstack_ipv6=both)
    except (OSError, UnicodeError) as error:
        raise click.ClickException(
            say(
                "cannot listen on {host}, port {port}: {reason}; try another --port or --host",
                host=host,
                port=str(port),
                reason=ready_made(_reason(error)),
            )
        ) from error


def _reason(error: OSError | UnicodeError) -> str:
    """Tell why an address cannot be listened on; the library adds its own words to some."""
    if isinstance(error, OSError) and error.errno and error.errno > 0:
        return os.strerror(error.errno)
    return str(error.args[-1])


def tell(host: str, port: int) -> None:
    """Say where the page is, and for phones show a code to scan."""
    from wormadvisor.cli.web.hosts import is_loopback, lan_address

    everywhere = host in ("0.0.0.0", "::")
    here = _HOST if everywhere else host
    click.echo(say("The page: {address} (Ctrl+C ends the server)", address=_url(here, port)))
    there = lan_address() if everywhere else None if is_loopback(host) else host
    if there is None:
        return
    import segno

    address = _url(there, port)
    click.echo(say("On a phone in the same network: {address}", address=address))
    try:
        segno.make(address, error="l").terminal(sys.stdout, compact=True)
    except UnicodeEncodeError:  # No blocks to draw it with: the address must do.
        click.echo()


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
