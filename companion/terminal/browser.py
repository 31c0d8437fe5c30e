"""Open a page of companion in this machine's browser."""

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
    """Return True if a browser should be opened.

    Args:
        asked: True for ``--browser``, False for ``--no-browser``. With None, the result is True at a terminal that is
            not in CI or over SSH, if there is a graphical browser.
        environment: Environment variables; None for this process's.
    """
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
    """Open the page at ``address``, which ends in an access token.

    Other users must not be able to read the token in the browser's command line. If the server can tell which user
    connects, the address is opened without its token. Otherwise a file in ``folder`` that only this user can read is
    opened, and redirects to the address.
    """
    target = address.partition("#")[0] if peer_owner.available() else _private(address, folder)
    threading.Thread(target=_open, args=(target,), name="browser", daemon=True).start()


def open_again(address: str, folder: Path) -> None:
    """Open the page of a table that is already running, and return when the browser has started.

    If the server cannot tell which user connects, the redirecting file that the table wrote is opened. If the file is
    missing, the address is opened without a token, and its page says how to get in.

    Args:
        address: Address of the page, without a token.
        folder: Folder with the redirecting file.
    """
    path = folder / _REDIRECT_FILE
    leads = not peer_owner.available() and path.is_file() and address in path.read_text("utf-8", "replace")
    _open(path.absolute().as_uri() if leads else address)


def _open(target: str) -> None:
    with suppress(webbrowser.Error, OSError):  # the address is printed as well
        webbrowser.open(target)


def _private(address: str, folder: Path) -> str:
    """Return the address of a file, readable only by this user, that redirects to ``address``.

    If the file cannot be written, return ``address`` without its token.
    """
    try:
        path = private.folder(folder) / _REDIRECT_FILE
        private.write(path, _REDIRECT_PAGE.format(url=html.escape(address)).encode())
    except OSError:
        return address.partition("#")[0]
    return path.absolute().as_uri()
