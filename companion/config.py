"""Settings of this machine: from the environment (``COMPANION_...``) over shipped defaults; nothing is written back.

COMPANION_DATA_FOLDER moves everything that companion keeps (game logs, profiles); COMPANION_CAMERA and
COMPANION_MICROPHONE name the devices that are used when none is given.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import platformdirs
from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from companion import private
from companion.errors import BadInput, StorageError, system_says

PREFIX = "COMPANION_"


def _data_folder() -> Path:
    try:
        return platformdirs.user_data_path("companion", appauthor=False)
    except RuntimeError:
        raise BadInput("config.no-home", variable=f"{PREFIX}DATA_FOLDER") from None


def _expanded(path: Path) -> Path:
    try:
        return private.expanded(path).absolute()
    except BadInput as error:
        raise ValueError(str(error)) from None


Folder = Annotated[Path, AfterValidator(_expanded)]


class MachineSettings(BaseSettings):
    """What may differ from machine to machine. Sizes in pixels."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="ignore", env_ignore_empty=True)

    data_folder: Folder = Field(default_factory=_data_folder)
    camera: str = "0"
    camera_width: int = Field(default=1280, ge=160, le=7680)
    camera_height: int = Field(default=720, ge=120, le=4320)
    microphone: str = ""

    @property
    def games(self) -> Path:
        """Where game logs lie."""
        return self.data_folder / "games"

    @property
    def profiles(self) -> Path:
        """Where players' neutral faces and sounds lie."""
        return self.data_folder / "profiles"


def settings() -> MachineSettings:
    """The settings as the environment stands now. Raises BadInput for a value that cannot be used."""
    try:
        return MachineSettings()
    except ValidationError as error:
        first = error.errors()[0]
        name = PREFIX + "_".join(str(part) for part in first["loc"]).upper()
        raise BadInput("config.value", name=name, value=os.environ.get(name, ""), why=first["msg"].lower()) from None


def writable(folder: Path) -> Path:
    """``folder``, made for this user alone if it is not there. Raises StorageError where it cannot be written into."""
    chosen = Path(named).absolute() if (named := os.environ.get(f"{PREFIX}DATA_FOLDER")) else None  # left as it is
    try:
        private.folder(folder) if folder != chosen else folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / f".writable-{os.getpid()}"
        probe.write_bytes(b"companion")
        probe.unlink()
    except OSError as error:
        raise StorageError(
            "config.not-writable", folder=str(folder), why=system_says(error), variable=f"{PREFIX}DATA_FOLDER"
        ) from None
    return folder
