"""The phones' door: an HTTPS port of the local network that opens and closes while the laptop's page is served.

Until it is opened everything is served on loopback alone. Closing it ends every phone's connection. Their sessions
stay, so that phones that were in come back when it opens again, at the same port.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.applications import Starlette

from companion.errors import BadInput, DeviceUnavailable
from companion.web.kit.doorkeeper import PHONE_LIMITS
from companion.web.kit.hub import PageHub
from companion.web.kit.listening import Place, ServedPort, listen, server_config
from companion.web.kit.network_addresses import addresses

EVERY_INTERFACE: Final = "0.0.0.0"


@dataclass(frozen=True, slots=True)
class Credentials:
    """What phones see of the table's certificate: its files, its fingerprint, and the names that it is good for.

    ``good_for`` is empty for one that was made here: that one names all of this machine's addresses.
    """

    certificate: Path
    key: Path
    fingerprint: str
    names: tuple[str, ...]
    good_for: tuple[str, ...] = ()


class PhoneDoor:
    """``port`` is where phones come in, 0 for any free one. All methods belong to the server's loop."""

    def __init__(self, hub: PageHub, app: Starlette, place: Place, port: int) -> None:
        self._hub, self._app, self._place, self._port = hub, app, place, port
        self._own_hosts = hub.door.hosts
        self._served: ServedPort | None = None
        self._changing = asyncio.Lock()
        self.broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Ends with the error that broke an open door; never by closing it."""

    async def open(self, *, at_any_port: bool = False) -> None:
        """Let phones in from now on; nothing changes where the door is open.

        Args:
            at_any_port: Take a free port where the usual one is taken.

        Raises:
            BadInput: A certificate came without its key, or does not fit it.
            StorageError: A certificate cannot be read, or kept.
            DeviceUnavailable: The port is taken.
        """
        async with self._changing:
            if self._served is not None:
                return
            shown = await asyncio.to_thread(load_credentials, self._place)
            try:
                bound = listen(EVERY_INTERFACE, self._port)
            except DeviceUnavailable:
                if not at_any_port:
                    raise
                bound = listen(EVERY_INTERFACE, 0)
            tls = server_config(self._app, ssl_certfile=str(shown.certificate), ssl_keyfile=str(shown.key))
            self._served = ServedPort(tls, bound, PHONE_LIMITS)
            self._port = self._served.number
            for task in self._served.tasks:
                task.add_done_callback(self._on_task_done)
            self._show(shown)

    def _show(self, shown: Credentials) -> None:
        hub, port = self._hub, self._port
        hub.door.hosts = self._own_hosts | {name.casefold() for name in (*shown.names, *shown.good_for)}
        hosts = shown_hosts(self._place.public, list(shown.good_for), addresses())
        hub.join_bases = [f"https://{host}:{port}" for host in hosts]
        hub.join_base = hub.join_bases[0]
        hub.fingerprint = shown.fingerprint

    async def close(self) -> None:
        """Serve loopback alone again: phones' connections end, and nobody new comes in."""
        async with self._changing:
            served, self._served = self._served, None
            if served is None:
                return
            hub = self._hub
            hub.join_base, hub.join_bases, hub.fingerprint = "", [], ""
            await served.close()
            hub.door.hosts = self._own_hosts

    def _on_task_done(self, task: asyncio.Future[None]) -> None:
        """Pass on what broke an open door. How a task ends while the door closes breaks nothing."""
        is_closing = self._served is None or task not in self._served.tasks
        if is_closing or task.cancelled() or self.broken.done():
            return
        error = task.exception()
        if error is None:
            self.broken.set_result(None)
        else:
            self.broken.set_exception(error)


def load_credentials(place: Place) -> Credentials:
    """Return the certificate of one's own that ``place`` names, else one that is made and kept here.

    Raises as ``PhoneDoor.open`` does.
    """
    from companion.web.kit import certificate as certificates  # takes a tenth of a second

    if (place.certificate is None) != (place.key is None):
        raise BadInput("web.certificate-key")
    names = tuple(certificates.certificate_names(place.public))
    if place.certificate is not None and place.key is not None:
        chain, key = place.certificate, place.key
        certificates.check_pair(chain, key)
        return Credentials(chain, key, certificates.fingerprint(chain), names, tuple(certificates.names_in(chain)))
    if place.keep is None:
        raise BadInput("web.no.lan")
    return Credentials(*certificates.make(place.keep, place.public), names)


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
