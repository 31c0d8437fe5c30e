"""The phones' port: HTTPS in the local network, opened and closed while the laptop's page is served.

Before it is opened, pages are served on loopback alone. Closing it ends the connections of all phones. Their sessions
stay, so that phones rejoin when it opens again, on the same port.
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
    """The certificate of the phones' port.

    Attributes:
        names: The names and addresses of this machine.
        good_for: The names in the user's own certificate; empty for one made here, which covers all of ``names``.
    """

    certificate: Path
    key: Path
    fingerprint: str
    names: tuple[str, ...]
    good_for: tuple[str, ...] = ()


class PhoneDoor:
    """The phones' port, which can be opened and closed. All methods must run on the server's loop.

    Args:
        hub: The hub of the pages.
        app: The application to serve.
        place: Where pages are served.
        port: The port for phones; 0 takes any free one.
    """

    def __init__(self, hub: PageHub, app: Starlette, place: Place, port: int) -> None:
        self._hub, self._app, self._place, self._port = hub, app, place, port
        self._own_hosts = hub.door.hosts
        self._served: ServedPort | None = None
        self._changing = asyncio.Lock()
        self.broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Completes with the error if the open port fails; closing the port does not complete it."""

    async def open(self, *, at_any_port: bool = False) -> None:
        """Open the port for phones. Does nothing if it is open.

        Args:
            at_any_port: True to take any free port if the usual one is in use.

        Raises:
            BadInput: A certificate came without its key, or does not fit it.
            StorageError: The certificate cannot be read or stored.
            DeviceUnavailable: The port is in use.
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
        """Close the port: the phones' connections end, and pages are served on loopback alone."""
        async with self._changing:
            served, self._served = self._served, None
            if served is None:
                return
            hub = self._hub
            hub.join_base, hub.join_bases, hub.fingerprint = "", [], ""
            await served.close()
            hub.door.hosts = self._own_hosts

    def _on_task_done(self, task: asyncio.Future[None]) -> None:
        """Report the failure of an open port in ``broken``. Tasks that end because the port closes are ignored."""
        is_closing = self._served is None or task not in self._served.tasks
        if is_closing or task.cancelled() or self.broken.done():
            return
        error = task.exception()
        if error is None:
            self.broken.set_result(None)
        else:
            self.broken.set_exception(error)


def load_credentials(place: Place) -> Credentials:
    """Return the certificate that ``place`` names, else one that is made and stored here.

    Raises:
        BadInput: A certificate came without its key, or does not fit it, or none can be made.
        StorageError: The certificate cannot be read or stored.
    """
    from companion.web.kit import certificate as certificates  # slow: the import takes a tenth of a second

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
    """Return the names and addresses that invitations may show, the best first.

    Args:
        public: A name or address from the settings; "" for none.
        good_for: The names in the user's own certificate. Browsers warn at an address that it does not name.
        found: This machine's addresses, the best first.
    """
    loopback = ("localhost", "127.0.0.1", "::1")
    named = [n for n in good_for if n not in (*loopback, *found) and not n.startswith("*.") and ":" not in n]
    reached = sorted(found, key=lambda address: address not in good_for)
    return list(dict.fromkeys([*([public] if public else []), *named, *reached]))
