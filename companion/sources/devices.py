"""Cameras of this machine by number and name, as far as the system tells without a library."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from companion.errors import BadInput, DeviceUnavailable
from companion.facts import Fact, fact

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
        raise BadInput("camera.by-number", name=name)
    known = cameras(sysfs)
    exact = [c for c in known if c.name.casefold() == name.casefold()]
    fits = exact or [c for c in known if name.casefold() in c.name.casefold()]
    if not fits:
        raise DeviceUnavailable("camera.no-name", name=name, known=listed(known))
    if len(fits) > 1:
        raise BadInput("camera.several", name=name, count=len(fits), known=listed(fits))
    return fits[0]


def listed(known: list[Camera]) -> Fact:
    """The cameras, for hints."""
    if not known:
        return fact("camera.none")
    return fact("camera.listed", known=[fact("camera.one", index=c.index, name=c.name) for c in known])


def check_node(index: int, dev: Path = DEV, sysfs: Path = SYSFS) -> None:
    """On Linux, say why camera ``index`` cannot be opened before trying. Raises DeviceUnavailable."""
    if not sys.platform.startswith("linux"):
        return
    node = dev / f"video{index}"
    if not node.exists():
        raise DeviceUnavailable("camera.no-number", index=index, known=listed(cameras(sysfs)))
    if not os.access(node, os.R_OK | os.W_OK):
        raise DeviceUnavailable("camera.not-allowed", index=index)
