"""One served port: its address and settings (``Place``), its listening socket, its uvicorn server and its doorkeeper.

The default port is ``companion.defaults.TABLE_PORT``.
"""

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

MAX_SOCKET_MESSAGE_BYTES = 1 << 20  # bytes of one WebSocket message


@dataclass(frozen=True, slots=True)
class Place:
    """Where pages are served.

    Attributes:
        port: The laptop's port; 0 takes any free one.
        lan: True to open the phones' port at the start.
        keep: The folder of the certificate that is made here; None makes none.
        certificate: The user's own certificate; None uses one that is made here.
        key: The key of that certificate.
        port_lan: The phones' port; 0 takes the one after ``port``.
        listen: The address of the laptop's port: loopback, except in a container, whose loopback is not reachable.
        public: A name or address that phones shall use; "" for none.
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
    """Return a non-blocking listening socket. Raises DeviceUnavailable if the port is in use."""
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
    """A uvicorn server that shares its event loop with other servers.

    The owner of the loop handles signals. A ``Doorkeeper`` accepts connections.
    """

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()

    def install_signal_handlers(self) -> None:
        """Do nothing: the owner of the event loop handles signals."""

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
        "ws_per_message_deflate": False,  # pictures are compressed already, other messages are small
        "lifespan": "off",
        "server_header": False,
        "proxy_headers": False,  # a header must not change the client's address
        "timeout_graceful_shutdown": 2,
        "h11_max_incomplete_event_size": 32768,
    }
    return uvicorn.Config(app, **{**options, **more})  # type: ignore[arg-type]


class ServedPort:
    """A port that is being served: its uvicorn server, and the doorkeeper that accepts its connections."""

    def __init__(self, config: uvicorn.Config, bound: socket.socket, places: ConnectionLimits) -> None:
        self._server = PortServer(config)
        self.number: int = bound.getsockname()[1]
        self._bound, self._places = bound, places
        self._doorkeeper: Doorkeeper | None = None
        self._serving = asyncio.ensure_future(self._server.serve(sockets=[]))
        self._accepting = asyncio.ensure_future(self._accept())

    @property
    def tasks(self) -> list[asyncio.Future[None]]:
        """The tasks of the server and the doorkeeper. Each ends only when the port closes or fails."""
        return [self._serving, self._accepting]

    def _make_protocol(self) -> asyncio.Protocol:
        return H11Protocol(self._server.config, self._server.server_state, self._server.lifespan.state)

    async def _accept(self) -> None:
        await self._server.up.wait()
        self._doorkeeper = Doorkeeper(self._bound, self._make_protocol, self._places, self._server.config.ssl)
        await self._doorkeeper.run()

    async def close(self) -> None:
        """Stop accepting, close WebSockets properly, then abort the remaining connections. Errors stay in ``tasks``."""
        self._server.should_exit = self._server.force_exit = True
        self._accepting.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self._bound.close()
        if self._doorkeeper is not None:
            self._doorkeeper.end_all()
