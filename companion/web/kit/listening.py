"""The pieces of which a served port is made: its socket, its server, and who accepts its connections."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.defaults import TABLE_PORT
from companion.errors import DeviceUnavailable
from companion.web.kit.doorkeeper import ConnectionLimits, Doorkeeper

MAX_SOCKET_MESSAGE_BYTES = 1 << 20  # bytes of one message of a socket


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


class PortServer(uvicorn.Server):
    """One of several in one loop: signals are handled by whoever runs the loop, connections by a ``Doorkeeper``."""

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


def server_config(app: Starlette, **more: object) -> uvicorn.Config:
    options: dict[str, object] = {
        "log_config": None,
        "http": H11Protocol,
        "access_log": False,
        "ws": "websockets-sansio",
        "ws_max_size": MAX_SOCKET_MESSAGE_BYTES,
        "ws_per_message_deflate": False,  # pictures are JPEG already, changes of a game are small
        "lifespan": "off",
        "server_header": False,
        "proxy_headers": False,  # nobody is somebody else by a header
        "timeout_graceful_shutdown": 2,
        "h11_max_incomplete_event_size": 32768,
    }
    return uvicorn.Config(app, **{**options, **more})  # type: ignore[arg-type]


class ServedPort:
    """One port while it is served: a server, and the doorkeeper who accepts for it."""

    def __init__(self, config: uvicorn.Config, bound: socket.socket, places: ConnectionLimits) -> None:
        self._server = PortServer(config)
        self.number: int = bound.getsockname()[1]
        self._bound, self._places = bound, places
        self._doorkeeper: Doorkeeper | None = None
        self._serving = asyncio.ensure_future(self._server.serve(sockets=[]))
        self._accepting = asyncio.ensure_future(self._accept())

    @property
    def tasks(self) -> list[asyncio.Future[None]]:
        """Return what ends only with the port: whoever serves it waits for the first that does."""
        return [self._serving, self._accepting]

    def _make_protocol(self) -> asyncio.Protocol:
        return H11Protocol(self._server.config, self._server.server_state, self._server.lifespan.state)

    async def _accept(self) -> None:
        await self._server.up.wait()
        self._doorkeeper = Doorkeeper(self._bound, self._make_protocol, self._places, self._server.config.ssl)
        await self._doorkeeper.run()

    async def close(self) -> None:
        """Stop accepting, say goodbye on open sockets, cut whatever stays. The tasks keep what they raised."""
        self._server.should_exit = self._server.force_exit = True
        self._accepting.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self._bound.close()
        if self._doorkeeper is not None:
            self._doorkeeper.end_all()
