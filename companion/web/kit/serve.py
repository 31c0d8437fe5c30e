"""Serving pages: plain HTTP for this machine alone, HTTPS for phones in the local network when asked."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.defaults import TABLE_PORT
from companion.errors import BadInput, DeviceUnavailable
from companion.web.kit.doorkeeper import LAPTOP, PHONES, ConnectionLimits, Doorkeeper
from companion.web.kit.hub import PageHub
from companion.web.kit.network_addresses import addresses

MOST_FRAME = 1 << 20  # bytes of one message of a socket
H = TypeVar("H", bound=PageHub)


@dataclass(frozen=True, slots=True)
class Place:
    """Where to serve.

    ``port`` 0 takes a free one; phones get ``port_lan``, or the next one. ``certificate`` and ``key`` are one's own,
    else one is made. ``listen`` is where the laptop's page is served: on loopback, but in a container, whose own
    loopback nothing outside reaches. ``public``: a name or address that phones shall use.
    """

    port: int = TABLE_PORT
    lan: bool = False
    keep: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    port_lan: int = 0
    listen: str = "127.0.0.1"
    public: str = ""


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises DeviceUnavailable where the port is taken."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except (OSError, OverflowError):
        found.close()
        raise DeviceUnavailable("web.port-taken", port=port) from None
    found.listen(64)
    found.setblocking(False)
    return found


class _Server(uvicorn.Server):
    """Two of them run in one loop: signals are handled by whoever runs the loop, connections by a ``Doorkeeper``."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()

    def install_signal_handlers(self) -> None:
        """Do nothing: whoever runs the loop handles signals."""

    @contextlib.contextmanager
    def capture_signals(self):  # type: ignore[no-untyped-def]
        yield


def _config(app: Starlette, **more: object) -> uvicorn.Config:
    options: dict[str, object] = {
        "log_config": None,
        "http": H11Protocol,
        "access_log": False,
        "ws": "websockets-sansio",
        "ws_max_size": MOST_FRAME,
        "ws_per_message_deflate": False,  # pictures are JPEG already, changes of a game are small
        "lifespan": "off",
        "server_header": False,
        "proxy_headers": False,  # nobody is somebody else by a header
        "timeout_graceful_shutdown": 2,
        "h11_max_incomplete_event_size": 32768,
    }
    return uvicorn.Config(app, **{**options, **more})  # type: ignore[arg-type]


async def serve(hub: H, place: Place, ready: Callable[[str, str], None], make_app: Callable[[H], Starlette]) -> None:
    """Serve until cancelled.

    ``ready`` gets the laptop's address with its token, and the phones' address ("" without).

    Raises DeviceUnavailable, BadInput or StorageError before anything is served; later whatever ended it.
    """
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    here = listen(place.listen, place.port)
    port = here.getsockname()[1]
    app = make_app(hub)
    jobs = [(_Server(_config(app)), here, LAPTOP)]
    if place.lan:
        jobs.append((*_phones(hub, app, place, place.port_lan or (port + 1 if place.port else 0)), PHONES))
    token = hub.door.laptop_token()
    ready(f"http://127.0.0.1:{port}/#{token}", hub.join_base)
    tasks = [asyncio.ensure_future(server.serve(sockets=[])) for server, _, _ in jobs]
    doors = [asyncio.ensure_future(_let_in(*job)) for job in jobs]
    tasks.append(asyncio.ensure_future(hub.run()))
    try:
        await asyncio.wait([*tasks, *doors], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for server, _, _ in jobs:
            server.should_exit = server.force_exit = True
        for task in (*doors, tasks[-1]):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*doors, return_exceptions=True)
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
    for task in (*tasks, *doors):  # nothing goes on without one of them: the first that failed ends the program
        if not task.cancelled() and (error := task.exception()) is not None:
            raise error


def run(hub: H, place: Place, ready: Callable[[str, str], None], make_app: Callable[[H], Starlette]) -> None:
    """Run ``serve`` until Ctrl-C, or until somebody asks the process to end. Raises as it does."""

    async def main() -> None:
        work = asyncio.ensure_future(serve(hub, place, ready, make_app))
        loop = asyncio.get_running_loop()
        for name in ("SIGINT", "SIGTERM"):
            with contextlib.suppress(NotImplementedError, AttributeError):  # Windows
                loop.add_signal_handler(getattr(signal, name), work.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await work

    asyncio.run(main())


def shown_hosts(public: str, good_for: list[str], found: list[str]) -> list[str]:
    """Return what phones may be told to call, the best first.

    Args:
        public: A name or address that people set; "" for none.
        good_for: The names of a certificate of one's own: at an address that it does not name, browsers warn.
        found: This machine's addresses, the best first.
    """
    loopback = ("localhost", "127.0.0.1", "::1")
    named = [n for n in good_for if n not in (*loopback, *found) and not n.startswith("*.") and ":" not in n]
    reached = sorted(found, key=lambda address: address not in good_for)
    return list(dict.fromkeys([*([public] if public else []), *named, *reached]))


async def _let_in(server: _Server, bound: socket.socket, places: ConnectionLimits) -> None:
    """Accept for a server, in place of its own accepting."""
    await server.up.wait()

    def protocol() -> asyncio.Protocol:
        return H11Protocol(server.config, server.server_state, server.lifespan.state)

    await Doorkeeper(bound, protocol, places, server.config.ssl).run()


def _phones(hub: PageHub, app: Starlette, place: Place, port: int) -> tuple[_Server, socket.socket]:
    from companion.web.kit import certificate as certificates  # takes a tenth of a second

    if (place.certificate is None) != (place.key is None):
        raise BadInput("web.certificate-key")
    if place.certificate is not None and place.key is not None:
        chain, key = place.certificate, place.key
        certificates.check_pair(chain, key)
        mark, good_for = certificates.fingerprint(chain), certificates.names_in(chain)
    else:
        assert place.keep is not None
        chain, key, mark = certificates.make(place.keep, place.public)
        good_for = []
    bound = listen("0.0.0.0", port)
    port = bound.getsockname()[1]
    hub.door.hosts |= {name.casefold() for name in (*certificates.certificate_names(place.public), *good_for)}
    hub.join_bases = [f"https://{host}:{port}" for host in shown_hosts(place.public, good_for, addresses())]
    hub.join_base = hub.join_bases[0]
    hub.fingerprint = mark
    return _Server(_config(app, ssl_certfile=str(chain), ssl_keyfile=str(key))), bound
