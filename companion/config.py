"""Settings of this machine, read from environment variables (``COMPANION_...``) with shipped defaults.

``COMPANION_DATA_FOLDER``: the folder of all data that companion stores (game logs, profiles).
``COMPANION_CAMERA``, ``COMPANION_MICROPHONE``: the devices to use if none is named.
``COMPANION_CAMERA_WIDTH``, ``COMPANION_CAMERA_HEIGHT``: the camera's picture, in pixels.
``COMPANION_LISTEN``: the address of the laptop's page (0.0.0.0 in a container).
``COMPANION_ADDRESS``: the name or address that phones use for this machine.
``COMPANION_SPEECH_MODEL``: the folder of a Vosk model.
``COMPANION_CALL_NAME``: the word that precedes spoken commands.

Nothing is written back.
"""

from __future__ import annotations

import ipaddress
import os
import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import platformdirs

from companion import bounds, private
from companion.errors import BadInput, storing

VARIABLE_PREFIX = "COMPANION_"
_HOST_PATTERN = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")
_PIXEL_RANGES = {"camera_width": (160, 7680), "camera_height": (120, 4320)}


@dataclass(frozen=True)
class MachineSettings:
    """The settings of this machine; the module's description explains each."""

    data_folder: Path
    camera: str = "0"
    camera_width: int = 1280
    camera_height: int = 720
    microphone: str = ""
    listen: str = "127.0.0.1"
    address: str = ""
    speech_model: str = ""
    call_name: str = ""

    @property
    def games(self) -> Path:
        """The folder in which games are logged."""
        return self.data_folder / "games"

    @property
    def profiles(self) -> Path:
        """The folder of players' profiles: neutral faces and sounds."""
        return self.data_folder / "profiles"


def settings() -> MachineSettings:
    """Return the settings, read from the environment at each call. Raises BadInput for a value that is not allowed."""
    variables = {field.name: VARIABLE_PREFIX + field.name.upper() for field in fields(MachineSettings)}
    found: dict[str, Any] = {name: given for name, variable in variables.items() if (given := os.environ.get(variable))}
    for name in sorted(_PIXEL_RANGES.keys() & found.keys()):
        (least, most), given = _PIXEL_RANGES[name], found[name]
        found[name] = bounds.digits(given, least, most)
        if found[name] is None:
            raise BadInput("config.pixels", name=variables[name], value=given, least=least, most=most)
    if "listen" in found and not _is_ipv4(found["listen"]):
        raise BadInput("config.listen", name=variables["listen"], value=found["listen"][:80])
    if "address" in found and not _HOST_PATTERN.fullmatch(found["address"]):
        raise BadInput("config.address", name=variables["address"], value=found["address"][:80])
    return MachineSettings(**{**found, "data_folder": _folder(found.get("data_folder"))})


def _is_ipv4(text: str) -> bool:
    try:
        ipaddress.IPv4Address(text)
    except ValueError:
        return False
    return True


def _folder(named: str | None) -> Path:
    """Return the folder for all data: ``named`` if given, else the operating system's folder for this user's data.

    Raises BadInput if the home folder that it needs is unknown.
    """
    if named:
        try:
            return private.expand_user(named).absolute()
        except BadInput:
            raise BadInput("path.no-home", path=f"{VARIABLE_PREFIX}DATA_FOLDER={named}"[:80]) from None
    try:
        return platformdirs.user_data_path("companion", appauthor=False)
    except RuntimeError:
        raise BadInput("config.no-home", variable=f"{VARIABLE_PREFIX}DATA_FOLDER") from None


def writable(folder: Path) -> Path:
    """Return ``folder``, after creating it for this user only. Raises StorageError if it cannot be written to."""
    # The permissions of a folder that the user has chosen are left unchanged.
    chosen = Path(named).absolute() if (named := os.environ.get(f"{VARIABLE_PREFIX}DATA_FOLDER")) else None
    with storing("config.not-writable", folder=str(folder), variable=f"{VARIABLE_PREFIX}DATA_FOLDER"):
        private.folder(folder) if folder != chosen else folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / f".writable-{os.getpid()}"
        probe.write_bytes(b"companion")
        probe.unlink()
    return folder
