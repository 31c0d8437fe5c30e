"""Serves pages: plain HTTP on loopback for the laptop, and an HTTPS port for phones that can be opened and closed.

The laptop's port is ``Place.port`` (``companion.defaults.TABLE_PORT``), the phones' port ``Place.port_lan``.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Callable
from typing import TypeVar

from starlette.applications import Starlette

from companion.web.kit.doorkeeper import LAPTOP_LIMITS
from companion.web.kit.hub import PageHub
from companion.web.kit.listening import Place, ServedPort, listen, server_config
from companion.web.kit.phone_door import PhoneDoor, shown_hosts

__all__ = ["Place", "listen", "run", "serve", "shown_hosts"]

H = TypeVar("H", bound=PageHub)


async def serve(hub: H, place: Place, ready: Callable[[str, str], None], make_app: Callable[[H], Starlette]) -> None:
    """Serve pages until cancelled.

    Args:
        hub: The hub of the pages.
        place: Ports, addresses and certificate.
        ready: Called with the laptop's address, which holds its token, and the phones' address ("" without one).
        make_app: Makes the application of the hub.

    Raises:
        DeviceUnavailable: The port is in use.
        BadInput: The certificate and key do not fit.
        StorageError: The certificate cannot be read or stored.
        Exception: Whatever ended the server later.
    """
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    here = listen(place.listen, place.port)
    port = here.getsockname()[1]
    app = make_app(hub)
    phones = PhoneDoor(hub, app, place, place.port_lan or (port + 1 if place.port else 0))
    hub.phone_door = phones
    laptop: ServedPort | None = None
    passing = None
    try:
        if place.lan:
            await phones.open()
        ready(f"http://127.0.0.1:{port}/#{hub.door.laptop_token()}", hub.join_base)
        laptop = ServedPort(server_config(app), here, LAPTOP_LIMITS)
        passing = asyncio.ensure_future(hub.run())
        await asyncio.wait([*laptop.tasks, passing, phones.broken], return_when=asyncio.FIRST_COMPLETED)
    finally:
        await phones.close()
        if laptop is None or passing is None:
            here.close()
        else:
            passing.cancel()
            await laptop.close()
            await asyncio.gather(passing, return_exceptions=True)
    for task in (*laptop.tasks, passing, phones.broken):
        # All of them are needed: the first error ends the server.
        if task.done() and not task.cancelled() and (error := task.exception()) is not None:
            raise error


def run(hub: H, place: Place, ready: Callable[[str, str], None], make_app: Callable[[H], Starlette]) -> None:
    """Run ``serve`` until Ctrl-C or SIGTERM. Raises what ``serve`` raises."""

    async def main() -> None:
        work = asyncio.ensure_future(serve(hub, place, ready, make_app))
        loop = asyncio.get_running_loop()
        for name in ("SIGINT", "SIGTERM"):
            with contextlib.suppress(NotImplementedError, AttributeError):  # Windows
                loop.add_signal_handler(getattr(signal, name), work.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await work

    asyncio.run(main())
