"""The names under which the server may be asked.

A foreign page can point a name of its own at this address, and so reach what listens here
(DNS rebinding). The browser sends that name along: it is neither an address nor ours.
"""

import socket
from ipaddress import ip_address

LOOPBACK = "127.0.0.1"


def is_loopback(host: str) -> bool:
    """Tell whether only this computer can reach the address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


class Hosts:
    """Says which Host headers are accepted.

    Parameters
    ----------
    host
        The address, or the name, that the server listens on.
    """

    def __init__(self, host: str = LOOPBACK) -> None:
        self._loopback_only = is_loopback(host)
        own = socket.gethostname().lower()
        names = {"localhost"} if self._loopback_only else {host.lower(), own, f"{own}.local"}
        self._names = names | {"localhost"}

    def accepts(self, header: str) -> bool:
        """Tell whether a Host header names this server."""
        name = _without_port(header).lower().removesuffix(".")
        if name in self._names:
            return True
        try:
            address = ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self._loopback_only


def lan_address() -> str | None:
    """Find the address under which others in the network reach this computer, if any."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this asks which way a packet would go. The address is reserved
            # for documentation.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if is_loopback(address) or address == "0.0.0.0" else address


def _without_port(header: str) -> str:
    if header.startswith("["):
        return header[1:].partition("]")[0]
    name, colon, port = header.rpartition(":")
    return name if colon and port.isdigit() else header
