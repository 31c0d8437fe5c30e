"""Cameras of this machine by number and name, as far as the system tells without a library."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from companion.errors import BadInput, DeviceUnavailable

SYSFS = Path("/sys/class/video4linux")
DEV = Path("/dev")


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera: its number for OpenCV and the name that the system gives it."""

    index: int
    name: str


def cameras(sysfs: Path = SYSFS) -> list[Camera]:
    """Cameras known to Linux, in order of their numbers; empty elsewhere (names are not to be had there)."""
    found = []
    for folder in sysfs.glob("video*") if sysfs.is_dir() else ():
        number = re.fullmatch(r"video(\d+)", folder.name)
        # A camera's second node carries metadata, not pictures: the system numbers a device's nodes from 0.
        if number and _text(folder / "index") in ("", "0"):
            found.append(Camera(int(number[1]), _text(folder / "name") or folder.name))
    return sorted(found, key=lambda c: c.index)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def by_name(name: str, sysfs: Path = SYSFS) -> Camera:
    """The one camera whose name holds ``name``, in any case. Raises BadInput, DeviceUnavailable."""
    if not sys.platform.startswith("linux"):
        raise BadInput(
            f"cameras go by number on this system: give 0, 1 or 2 instead of {name!r}",
            f"Kameras haben auf diesem System Nummern: nimm 0, 1 oder 2 statt {name!r}",
        )
    known = cameras(sysfs)
    exact = [c for c in known if c.name.casefold() == name.casefold()]
    fits = exact or [c for c in known if name.casefold() in c.name.casefold()]
    if not fits:
        raise DeviceUnavailable(
            f"no camera is called {name!r}: {listed(known)}", f"keine Kamera heißt {name!r}: {_german(known)}"
        )
    if len(fits) > 1:
        raise BadInput(
            f"{len(fits)} cameras are called {name!r}: give the number; {listed(fits)}",
            f"{len(fits)} Kameras heißen {name!r}: nimm die Nummer; {_german(fits)}",
        )
    return fits[0]


def listed(known: list[Camera]) -> str:
    """The cameras in a sentence, for hints."""
    if not known:
        return "this machine has no camera; plug one in, or give a clip or an address"
    return "cameras here: " + ", ".join(f"{c.index} ({c.name})" for c in known)


def _german(known: list[Camera]) -> str:
    if not known:
        return "dieser Rechner hat keine Kamera; stecke eine an, oder nimm einen Clip oder eine Adresse"
    return "Kameras hier: " + ", ".join(f"{c.index} ({c.name})" for c in known)


def check_node(index: int, dev: Path = DEV, sysfs: Path = SYSFS) -> None:
    """On Linux, say why camera ``index`` cannot be opened before trying. Raises DeviceUnavailable."""
    if not sys.platform.startswith("linux"):
        return
    node = dev / f"video{index}"
    if not node.exists():
        known = cameras(sysfs)
        raise DeviceUnavailable(
            f"there is no camera {index}: {listed(known)}", f"eine Kamera {index} gibt es nicht: {_german(known)}"
        )
    if not os.access(node, os.R_OK | os.W_OK):
        raise DeviceUnavailable(
            f"camera {index} may not be opened by this user: run `sudo usermod -aG video $USER` and log in again",
            f"Kamera {index} darf dieser Benutzer nicht öffnen: `sudo usermod -aG video $USER`, dann neu anmelden",
        )
