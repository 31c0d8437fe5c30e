"""This machine's addresses in its networks; the one that other machines most likely reach comes first.

Only the operating system is asked: no packet is sent. A container's bridge (``docker0``) or a VPN's tunnel has an
address too, and is often listed earlier. Phones reach neither, so the interface of the default route comes first.
"""

from __future__ import annotations

import re
import socket
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_ROUTES_FILE: Final = Path("/proc/net/route")
_DEVICES_FOLDER: Final = Path("/sys/class/net")
_POINT_TO_POINT: Final = 0x10  # IFF_POINTOPOINT, of an interface's flags: a tunnel
_ROUTE_UP: Final = 0x1  # RTF_UP, of a route's flags
_ROUTE_TIMEOUT_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class Interface:
    """One network interface.

    Attributes:
        metric: The metric of its default route; None without one.
        is_tunnel: True for a point-to-point interface, such as a VPN's.
        is_real: True for a hardware device, False for a bridge or another software interface.
    """

    name: str
    address: str
    metric: int | None = None
    is_tunnel: bool = False
    is_real: bool = True


def addresses() -> list[str]:
    """Return this machine's IPv4 addresses, the best for other machines first; ``["127.0.0.1"]`` if it has no other."""
    if sys.platform == "win32":
        found = _windows_addresses()
    else:
        found = [interface.address for interface in by_reach(interfaces())]
    return [a for a in dict.fromkeys(found) if not a.startswith(("127.", "169.254."))] or ["127.0.0.1"]


def by_reach(found: list[Interface]) -> list[Interface]:
    """Sort interfaces by how likely other machines in the room reach them, the likeliest first.

    First come those with a default route, by metric, then hardware devices, then bridges of containers and virtual
    machines. Tunnels come last, even if the default route goes through one.
    """

    def rank(one: Interface) -> tuple[bool, bool, int, bool]:
        return one.is_tunnel, one.metric is None, one.metric or 0, not one.is_real

    return sorted(found, key=rank)


def interfaces() -> list[Interface]:
    """Return the interfaces that have an IPv4 address, in the operating system's order."""
    metrics = default_metrics(_ROUTES_FILE) if sys.platform.startswith("linux") else _default_of_bsd()
    found = []
    for _, name in socket.if_nameindex():
        if address := _ask(name, 0x8915 if sys.platform.startswith("linux") else 0xC0206921):  # SIOCGIFADDR
            flags = _ask_flags(name)
            real = not _DEVICES_FOLDER.is_dir() or (_DEVICES_FOLDER / name / "device").exists()
            found.append(Interface(name, socket.inet_ntoa(address[4:8]), metrics.get(name), bool(flags), real))
    return found


def default_metrics(table: Path) -> dict[str, int]:
    """Return a mapping from each interface with a default route to the lowest metric of its default routes.

    Args:
        table: A file in the format of Linux's ``/proc/net/route``.
    """
    try:
        rows = [line.split() for line in table.read_text("ascii", "replace").splitlines()[1:]]
    except OSError:
        return {}
    metrics: dict[str, int] = {}
    for row in rows:
        if len(row) < 8 or row[1] != "00000000" or row[7] != "00000000" or not int(row[3], 16) & _ROUTE_UP:
            continue
        metrics[row[0]] = min(int(row[6]), metrics.get(row[0], int(row[6])))
    return metrics


def _default_of_bsd() -> dict[str, int]:
    """Return a mapping from the interface of macOS's default route to the metric 0.

    It asks the ``route`` command, because macOS has no file with its routes.
    """
    try:
        answer = subprocess.run(
            ["/sbin/route", "-n", "get", "default"], capture_output=True, timeout=_ROUTE_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return {}
    named = re.search(rb"interface: (\S+)", answer.stdout)
    return {named[1].decode("ascii", "replace"): 0} if named else {}


def _windows_addresses() -> list[str]:
    """Return Windows's addresses, that of the default route first."""
    try:
        found = socket.gethostbyname_ex(socket.gethostname())[2]
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
            # Connecting a datagram socket sends nothing. It only binds the address of the route that it would use.
            # The target is an address reserved for documentation.
            any_socket.connect(("192.0.2.1", 9))
            found.insert(0, any_socket.getsockname()[0])
    except OSError:
        return []
    return found


def _ask(name: str, question: int) -> bytes:
    """Return what the ``ioctl`` request number ``question`` answers for an interface; empty if it fails.

    The first 16 bytes of the answer, which repeat the interface's name, are left out.
    """
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        try:
            return fcntl.ioctl(any_socket.fileno(), question, struct.pack("256s", name.encode()[:15]))[16:]
        except OSError:
            return b""


def _ask_flags(name: str) -> int:
    """Return a number other than 0 if the interface is a tunnel (point to point), else 0."""
    answer = _ask(name, 0x8913 if sys.platform.startswith("linux") else 0xC0206911)  # SIOCGIFFLAGS
    return int.from_bytes(answer[:2], sys.byteorder) & _POINT_TO_POINT if len(answer) >= 2 else 0
