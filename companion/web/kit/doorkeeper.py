"""Accepts the connections of one listening socket, within limits for each client and for all clients together.

A connection that sends nothing, or too slowly, is closed after a timeout, and at once if another one needs its place.
The laptop's own page has a separate socket with its own limits, so that other clients cannot lock it out.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from companion.web.kit.limits import Buckets

HEAD_TIMEOUT_S: Final = 10.0  # seconds for a TLS handshake, a request's head, or until the next request
REQUEST_TIMEOUT_S: Final = 60.0  # seconds for a request and its answer; a poll may take 20
SWEEP_INTERVAL_S: Final = 1.0  # seconds between two checks of timeouts
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Limits on open connections.

    Attributes:
        each: The most connections of one client.
        limit: The most connections of all clients together.
        rate: The most new connections of one client in a second.
    """

    each: int
    limit: int
    rate: float = 20.0


LAPTOP_LIMITS: Final = ConnectionLimits(each=96, limit=96, rate=500.0)
PHONE_LIMITS: Final = ConnectionLimits(each=24, limit=96)


@dataclass(eq=False)
class Guest:
    """One accepted connection.

    Attributes:
        since: When its present state began, in seconds of the event loop's clock.
        doing: Its state at the last call of ``look``: uvicorn's object for the request, and whether its answer is
            pending.
    """

    client: str
    socket: socket.socket
    since: float
    transport: asyncio.BaseTransport | None = None
    doing: object = field(default=None)

    @property
    def is_gone(self) -> bool:
        return self.socket.fileno() < 0

    def look(self, now: float) -> tuple[bool, float]:
        """Return whether the connection is idle, and how many seconds remain before its timeout.

        It is idle if no request is being answered. A WebSocket is never idle: its session and its pings limit it.
        """
        protocol = self._protocol()
        if getattr(protocol, "handshake_complete", False):
            return False, REQUEST_TIMEOUT_S  # a WebSocket: limited by its session and its pings
        cycle = getattr(protocol, "cycle", None)
        busy = cycle is not None and not cycle.response_complete
        doing = (cycle, busy)
        if self.doing is None or doing != self.doing:
            if self.doing is not None:
                self.since = now
            self.doing = doing
        return not busy, self.since + (REQUEST_TIMEOUT_S if busy else HEAD_TIMEOUT_S) - now

    def _protocol(self) -> asyncio.BaseProtocol | None:
        """Return the protocol of the connection; None before it is accepted and after TLS has been torn down."""
        if not isinstance(self.transport, asyncio.Transport):
            return None
        try:
            return self.transport.get_protocol()
        except AttributeError:  # asyncio has already dropped the TLS protocol
            return None

    def end(self) -> None:
        """Abort the connection without an answer."""
        if isinstance(self.transport, asyncio.Transport):
            with contextlib.suppress(AttributeError):  # Python 3.10: TLS is already torn down
                self.transport.abort()
        elif not self.is_gone:
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)


class Doorkeeper:
    """The acceptor of connections on one socket; it closes those that are idle or too slow.

    Args:
        bound: The listening socket.
        protocol: Makes the protocol of one connection (see ``uvicorn.protocols.http.h11_impl``).
        places: The limits on open connections.
        tls: The TLS context; None for plain HTTP.
    """

    def __init__(
        self,
        bound: socket.socket,
        protocol: Callable[[], asyncio.Protocol],
        places: ConnectionLimits,
        tls: ssl.SSLContext | None,
    ) -> None:
        self._bound, self._protocol, self._places, self._tls = bound, protocol, places, tls
        self._guests: list[Guest] = []
        self._rates = Buckets(places.rate, 3 * places.rate)
        self._greeting: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Accept connections until cancelled, then close the listening socket."""
        jobs = [asyncio.ensure_future(self._accept()), asyncio.ensure_future(self._sweep())]
        try:
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                job.result()  # raises its error: without the sweep, the limits fill up for ever
        finally:
            for task in (*jobs, *self._greeting):
                task.cancel()
            self._bound.close()

    def end_all(self) -> None:
        """Abort all open connections."""
        for guest in self._guests:
            guest.end()
        self._guests = []

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                found, address = await loop.sock_accept(self._bound)
            except OSError:  # the client has gone, or no file descriptor is left
                await asyncio.sleep(0.05)
                continue
            self._on_connection(found, str(address[0]), loop.time())

    def _on_connection(self, found: socket.socket, client: str, now: float) -> None:
        if not self._rates.take(client, now) or not self._room(client, now):
            found.close()
            return
        found.setblocking(False)
        guest = Guest(client, found, now)
        self._guests.append(guest)
        task = asyncio.ensure_future(self._greet(guest))
        self._greeting.add(task)
        task.add_done_callback(self._greeting.discard)

    async def _greet(self, guest: Guest) -> None:
        loop = asyncio.get_running_loop()
        more: dict[str, Any] = {} if self._tls is None else {"ssl": self._tls, "ssl_handshake_timeout": HEAD_TIMEOUT_S}
        try:
            guest.transport, _ = await loop.connect_accepted_socket(self._protocol, guest.socket, **more)
        except (OSError, ssl.SSLError, asyncio.CancelledError):
            guest.socket.close()
        except Exception:  # one bad connection must not stop the server  # noqa: BLE001
            _log.exception("greeting a connection")
            guest.socket.close()

    def _room(self, client: str, now: float) -> bool:
        """Return True if one more connection of ``client`` can be accepted, closing an idle one if a limit is reached.

        The connection that has been idle longest is closed. If the client's own limit is reached, it is one of this
        client's; if the limit of all is reached, one of the client that has the most connections.
        """
        self._guests = [g for g in self._guests if not g.is_gone]
        own = [g for g in self._guests if g.client == client]
        if len(own) >= self._places.each:
            return self._clear(own, now)
        if len(self._guests) >= self._places.limit:
            counts: dict[str, list[Guest]] = {}
            for guest in self._guests:
                counts.setdefault(guest.client, []).append(guest)
            return any(self._clear(group, now) for group in sorted(counts.values(), key=len, reverse=True))
        return True

    def _clear(self, group: list[Guest], now: float) -> bool:
        """Close the longest idle connection of ``group``. Returns False if none is idle."""
        waiting = [(left, g) for g in group for idle, left in [g.look(now)] if idle]
        if not waiting:
            return False
        guest = min(waiting, key=lambda pair: pair[0])[1]
        guest.end()
        self._guests.remove(guest)
        return True

    async def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP_INTERVAL_S)
            self._guests = [g for g in self._guests if not g.is_gone]
            for guest in self._guests:
                if guest.look(loop.time())[1] < 0:
                    guest.end()
