"""Settings of this machine: from the environment (``COMPANION_...``) over shipped defaults; nothing is written back.

COMPANION_DATA_FOLDER moves everything that companion keeps (game logs, profiles); COMPANION_CAMERA and
COMPANION_MICROPHONE name the devices that are used when none is given. COMPANION_LISTEN is the address that the
laptop's page is served on (0.0.0.0 in a container), COMPANION_ADDRESS what phones shall call this machine.
COMPANION_SPEECH_MODEL is the folder of a Vosk model, COMPANION_CALL_NAME what commands are called by.
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
    """What may differ from machine to machine. Sizes in pixels."""

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
        """Return where game logs lie."""
        return self.data_folder / "games"

    @property
    def profiles(self) -> Path:
        """Return where players' neutral faces and sounds lie."""
        return self.data_folder / "profiles"


def settings() -> MachineSettings:
    """Return the settings as the environment stands now. Raises BadInput for a value that cannot be used."""
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
    """Return the one that is named, or the system's for this user."""
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
    """``folder``, made for this user alone if it is not there. Raises StorageError where it cannot be written into."""
    chosen = (
        Path(named).absolute() if (named := os.environ.get(f"{VARIABLE_PREFIX}DATA_FOLDER")) else None
    )  # left as it is
    with storing("config.not-writable", folder=str(folder), variable=f"{VARIABLE_PREFIX}DATA_FOLDER"):
        private.folder(folder) if folder != chosen else folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / f".writable-{os.getpid()}"
        probe.write_bytes(b"companion")
        probe.unlink()
    return folder
