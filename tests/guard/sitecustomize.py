"""Loaded by a Python that a test starts: writes every address that is connected to or looked up into a file."""

import os
import sys

_log = os.environ.get("COMPANION_TEST_SOCKETS", "")


def _watch(event, args):
    if event == "socket.connect":
        address = args[1]
        text = repr(address) if not isinstance(address, tuple) else str(address[0])
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        text = "look-up of " + str(args[0])
    else:
        return
    with open(_log, "a") as file:
        file.write(text + "\n")


if _log:
    sys.addaudithook(_watch)
