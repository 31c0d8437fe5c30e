"""The laptop's own browser, opened on the page by itself."""

from __future__ import annotations

import html
import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion import private
from companion.web.kit import peer_owner

_TERMINAL_BROWSERS: Final = ("www-browser", "links", "elinks", "lynx", "w3m")
_REDIRECT_FILE: Final = "open.html"
_REDIRECT_PAGE: Final = (
    '<!doctype html><meta charset="utf-8"><title>companion</title><meta http-equiv="refresh" content="0; url={url}">'
    '<a href="{url}">companion</a>\n'
)


def should_open(asked: bool | None, environment: Mapping[str, str] | None = None) -> bool:
    """Return whether to open one: as it was said, else where somebody sits at a screen (not in CI, not through ssh)."""
    if asked is not None:
        return asked
    known = os.environ if environment is None else environment
    if known.get("CI") or known.get("SSH_CONNECTION") or not sys.stdout.isatty():
        return False
    if sys.platform.startswith("linux") and not (known.get("DISPLAY") or known.get("WAYLAND_DISPLAY")):
        return False
    try:
        return getattr(webbrowser.get(), "name", "") not in _TERMINAL_BROWSERS
    except webbrowser.Error:
        return False


def show(address: str, folder: Path) -> None:
    """Open the page at ``address``, which ends in its token.

    No token stands where other users could read it: where this system tells whose a connection is, the plain address
    does, else a file of this user's alone leads there.
    """
    target = address.partition("#")[0] if peer_owner.available() else _private(address, folder)
    threading.Thread(target=_open, args=(target,), name="browser", daemon=True).start()


def open_again(address: str, folder: Path) -> None:
    """Open the page of a table that is on already, and wait until that is done: this command ends then.

    Where this system does not tell whose a connection is, the file that led to the page when that table began leads
    there again; without it the plain address says how to come in.
    """
    path = folder / _REDIRECT_FILE
    leads = not peer_owner.available() and path.is_file() and address in path.read_text("utf-8", "replace")
    _open(path.absolute().as_uri() if leads else address)


def _open(target: str) -> None:
    with suppress(webbrowser.Error, OSError):  # the printed line is there to click
        webbrowser.open(target)


def _private(address: str, folder: Path) -> str:
    """Return a page that leads to ``address``, readable by this user alone."""
    try:
        path = private.folder(folder) / _REDIRECT_FILE
        private.write(path, _REDIRECT_PAGE.format(url=html.escape(address)).encode())
    except OSError:
        return address.partition("#")[0]
    return path.absolute().as_uri()
