"""Which user owns the program at the other end of a local connection, where the operating system says so.

Linux lists each TCP socket with its owner in /proc/net/tcp. A browser of the user who started the server may then join
from the plain address. A browser of another user of this machine may not, even with a token.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from pathlib import Path
from typing import Final

_CONNECTIONS_FILE: Final = Path("/proc/net/tcp")
_ESTABLISHED: Final = "01"
_NOBODY: Final = 65534  # the user id that Linux shows for users of another namespace
Address = tuple[str, int]


def available() -> bool:
    """Return True if this system says who owns a connection."""
    return sys.platform.startswith("linux") and os.access(_CONNECTIONS_FILE, os.R_OK) and os.geteuid() != _NOBODY


def owner(client: Address | None, server: Address | None) -> int | None:
    """Return the user id behind a connection between two loopback addresses; None where it cannot be known."""
    if client is None or server is None or not (_loopback(client) and _loopback(server)) or not available():
        return None
    wanted = _hex(client), _hex(server), _ESTABLISHED
    try:
        lines = _CONNECTIONS_FILE.read_text("ascii", "replace").splitlines()[1:]
    except OSError:
        return None
    for line in lines:
        parts = line.split()
        if len(parts) > 7 and (parts[1], parts[2], parts[3]) == wanted:
            return None if int(parts[7]) == _NOBODY else int(parts[7])
    return None


def ours(client: Address | None, server: Address | None) -> bool:
    """Return True if the connection's program belongs to the user who started this server. Returns False if unknown."""
    found = owner(client, server)
    return found is not None and found == os.geteuid()


def stranger(client: Address | None, server: Address | None) -> bool:
    """Return True if the connection's program is known to belong to another user.

    Root is never a stranger, because its programs may relay the connections of any user.
    """
    found = owner(client, server)
    return found is not None and found not in (0, os.geteuid())


def _loopback(address: Address) -> bool:
    """Return True for an IPv4 loopback address with a port.

    The server's address may lack a port; the result is then False.
    """
    try:
        return ipaddress.IPv4Address(address[0]).is_loopback and isinstance(address[1], int)
    except ValueError:
        return False


def _hex(address: Address) -> str:
    """Return an address as /proc/net/tcp writes it: the IPv4 bytes in this machine's order, then the port, in hex."""
    packed = ipaddress.IPv4Address(address[0]).packed
    number = int.from_bytes(packed, sys.byteorder)
    return f"{number:08X}:{address[1]:04X}"
