"""Check whether this user's table is already running, so that a second start can open its page instead."""

from __future__ import annotations

import http.client
import json
import os
from contextlib import closing
from typing import Final

from companion.web.kit import peer_owner

PATIENCE_S: Final = 3.0  # seconds to wait for an answer
MAX_BYTES: Final = 16_384  # most bytes read of an answer; a table's is smaller
_TABLES_FILE: Final = "/manifest.webmanifest"  # served by tables only, because only their page can be installed


def find_running_table(port: int) -> str | None:
    """Return the address of this user's table that is served at ``port`` of this machine; None if there is none."""
    if port == 0:
        return None
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as line:
        try:
            line.request("GET", _TABLES_FILE)
            answer = line.getresponse()
            found = json.loads(answer.read(MAX_BYTES))
            is_ours = _is_served_by_this_user(line, port)
        except (OSError, http.client.HTTPException, ValueError, RecursionError):
            return None
    if answer.status != 200 or not is_ours or not isinstance(found, dict) or found.get("name") != "companion":
        return None
    return f"http://127.0.0.1:{port}/"


def _is_served_by_this_user(line: http.client.HTTPConnection, port: int) -> bool:
    """Return True if the server's process belongs to this user, or if this system cannot tell.

    Another user's table would refuse this user.

    Args:
        line: The connection to the server.
        port: The server's port.
    """
    if line.sock is None:
        return not peer_owner.available()
    host, own_port = line.sock.getsockname()[:2]
    owner = peer_owner.owner(("127.0.0.1", port), (host, own_port))
    return owner == os.geteuid() if owner is not None else not peer_owner.available()
