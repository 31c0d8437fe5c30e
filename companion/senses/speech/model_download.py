"""Which speech model is used, where it lies, and fetching one when asked: its size, hash and paths are checked."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from companion import private
from companion.config import settings as machine
from companion.errors import BadInput, DeviceUnavailable, StorageError, system_says
from companion.facts import fact
from companion.senses.speech.recogniser import Recogniser
from companion.senses.speech.settings import SpeechSettings

_BLOCK = 1 << 16
_LARGEST = 400_000_000  # bytes that the unpacked model may take
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Archive:
    """A model's archive as its maker publishes it. ``size`` in bytes."""

    name: str
    url: str
    size: int
    sha256: str
    licence: str
    folder: str


KNOWN = {
    "vosk-small-en": Archive(
        "vosk-small-en",
        "https://alphacephei.com/vosk/models/vosk-model-small-en-us-0.15.zip",
        41_205_931,
        "30f26242c4eb449f948e42cb302dd7a686cb29a3423a8367f99ff41780942498",
        "Apache License 2.0, by Alpha Cephei",
        "vosk-model-small-en-us-0.15",
    )
}


def place_of(archive: Archive, folder: Path) -> Path:
    """Where the model lies once fetched."""
    return folder / archive.folder


def fetch(archive: Archive, folder: Path, progress: Progress, opened: BinaryIO | None = None) -> Path:
    """Fetch, check and unpack into ``folder``; a model that is there already stays. ``opened`` replaces the network.

    Raises DeviceUnavailable when offline, BadInput for a wrong archive, StorageError where it cannot be kept.
    """
    target = place_of(archive, folder)
    if target.is_dir():
        return target
    try:
        private.folder(folder)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".fetching-") as work:
            packed = Path(work) / "model.zip"
            with opened or _open(archive, target) as stream, packed.open("wb") as out:
                _copy(stream, out, archive, target, progress)
            unpack(packed, Path(work) / "out")
            found = Path(work) / "out" / archive.folder
            if not found.is_dir():
                raise BadInput("fetch.no-folder", folder=archive.folder)
            shutil.move(str(found), str(target))
    except OSError as error:
        raise StorageError("fetch.no-room", folder=str(folder), why=system_says(error)) from None
    return target


def _open(archive: Archive, target: Path) -> BinaryIO:
    try:
        stream: BinaryIO = urllib.request.urlopen(archive.url, timeout=30)
    except (urllib.error.URLError, TimeoutError, OSError):
        raise DeviceUnavailable("fetch.unreachable", url=archive.url, target=str(target)) from None
    return stream


def _copy(stream: BinaryIO, out: BinaryIO, archive: Archive, target: Path, progress: Progress) -> None:
    digest, size = hashlib.sha256(), 0
    while True:
        try:
            block = stream.read(_BLOCK)
        except (OSError, TimeoutError):
            raise DeviceUnavailable("fetch.broken", url=archive.url, target=str(target)) from None
        if not block:
            break
        size += len(block)
        if size > archive.size:
            break
        digest.update(block)
        out.write(block)
        progress(size, archive.size)
    if size != archive.size:
        found = fact("fetch.more") if size > archive.size else fact("fetch.bytes", count=size)
        raise BadInput("fetch.size", name=archive.name, size=archive.size, found=found)
    if digest.hexdigest() != archive.sha256:
        raise BadInput("fetch.hash", name=archive.name)


def unpack(packed: Path, folder: Path) -> None:
    """Unpack plain files and folders below ``folder``. Raises BadInput for any other path, a link or a bomb."""
    try:
        with zipfile.ZipFile(packed) as archive:
            items = archive.infolist()
            if sum(item.file_size for item in items) > _LARGEST:
                raise BadInput("fetch.bomb")
            for item in items:
                path = PurePosixPath(item.filename)
                linked = (item.external_attr >> 16) & 0o170000 == 0o120000
                if path.is_absolute() or ".." in path.parts or "\\" in item.filename or ":" in item.filename or linked:
                    raise BadInput("fetch.outside", path=item.filename)
            archive.extractall(folder)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError):
        raise BadInput("fetch.no-zip") from None


def model_folder() -> Path | None:
    """The Vosk folder that is configured, or was fetched; None for the model that travels with companion."""
    configured = machine().speech_model
    if configured is not None:
        return configured
    fetched = place_of(KNOWN["vosk-small-en"], models_folder())
    return fetched if fetched.is_dir() else None


def models_folder() -> Path:
    """Where fetched models lie."""
    return machine().data_folder / "models"


def recogniser(settings: SpeechSettings | None = None) -> Recogniser:
    """Raises BadInput for a configured folder that is no model, CompanionError where nothing runs."""
    from companion.senses.speech.sphinx_recogniser import SphinxRecogniser

    settings = settings or SpeechSettings.load()
    folder = model_folder()
    if folder is None:
        return SphinxRecogniser(settings)
    from companion.senses.speech.vosk_recogniser import CombinedRecogniser, VoskRecogniser

    return CombinedRecogniser(SphinxRecogniser(settings), VoskRecogniser(folder, settings), settings)
