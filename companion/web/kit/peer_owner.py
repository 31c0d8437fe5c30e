"""Whose program is at the other end of a connection on this machine, where the system tells.

Linux lists each TCP socket with its owner in /proc/net/tcp. A browser of the user who started the server may then come
in by the plain address; a browser of another user of this machine may not, whatever it knows.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from pathlib import Path
from typing import Final

_CONNECTIONS_FILE: Final = Path("/proc/net/tcp")
_ESTABLISHED: Final = "01"
_NOBODY: Final = 65534  # what the system shows for users of another name space
Address = tuple[str, int]


def available() -> bool:
    """Return whether this system tells whose a connection is."""
    return sys.platform.startswith("linux") and os.access(_CONNECTIONS_FILE, os.R_OK) and os.geteuid() != _NOBODY


def owner(client: Address | None, server: Address | None) -> int | None:
    """Return the user id behind a connection between two ends on loopback; None where that is not to be known."""
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
    """Whether the connection comes from a program of the user who started this server; False where nobody can tell."""
    found = owner(client, server)
    return found is not None and found == os.geteuid()


def stranger(client: Address | None, server: Address | None) -> bool:
    """Return whether it surely comes from another user's program (not root's: root relays for any user)."""
    found = owner(client, server)
    return found is not None and found not in (0, os.geteuid())


def _loopback(address: Address) -> bool:
    """Return whether it is an IPv4 address of this machine with a port; a server may leave its port out."""
    try:
        return ipaddress.IPv4Address(address[0]).is_loopback and isinstance(address[1], int)
    except ValueError:
        return False


def _hex(address: Address) -> str:
    """Write an end as the table has it: the address's bytes in this machine's order, the port's in the network's."""
    packed = ipaddress.IPv4Address(address[0]).packed
    number = int.from_bytes(packed, sys.byteorder)
    return f"{number:08X}:{address[1]:04X}"
