"""What a person types for a source, made into one: number or name of a camera, a file, a web or RTSP address."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from companion.clock import Clock, MonotonicClock
from companion.errors import BadInput
from companion.sources import devices
from companion.sources.capture import open_camera, open_rtsp
from companion.sources.clip import Clip
from companion.sources.frame import Limits, OnStatus, Source
from companion.sources.live import Live
from companion.sources.mjpeg import MjpegReader, masked
from companion.sources.still import Still, is_still

_WHAT = "give a camera's number or name, a clip, a picture, or an address that begins with http:// or rtsp://"
_WAS = (
    "nimm Nummer oder Namen einer Kamera, einen Clip, ein Bild oder eine Adresse, die mit http:// oder rtsp:// beginnt"
)


def open_source(
    spec: str,
    *,
    realtime: bool = False,
    clock: Clock | None = None,
    on_status: OnStatus | None = None,
    limits: Limits | None = None,
    size: tuple[int, int] | None = None,
) -> Source:
    """Open what ``spec`` names: "0", "/dev/video0", "camera:Logi", "clip.mp4", "face.jpg", "http://..", "rtsp://..".

    ``realtime``: files at the speed they were filmed. ``clock`` stamps live frames (default: a new MonotonicClock).
    ``size``: what a camera is asked for (default: the settings'). Raises BadInput and DeviceUnavailable.
    """
    spec = spec.strip()
    if not spec:
        raise BadInput(f"no source is given: {_WHAT}", f"eine Quelle fehlt: {_WAS}")
    clock = clock or MonotonicClock()
    limits = limits or Limits()
    scheme = spec.partition("://")[0].lower() if "://" in spec else ""
    if scheme and scheme != "file":
        return _address(spec, scheme, clock, limits, on_status)
    index = _camera(spec)
    if index is not None:
        wanted = size or _camera_size()
        return Live(f"camera {index}", lambda: open_camera(index, wanted), clock, limits, on_status)
    path = Path(unquote(urlsplit(spec).path) if scheme else spec).expanduser()
    head = _head(path, spec)
    if is_still(head, path):
        return Still(path, limits, on_status)
    return Clip(path, clock, limits, realtime=realtime, on_status=on_status)


def _camera_size() -> tuple[int, int]:
    from companion.config import settings  # only here: reading the settings takes longer than opening a clip

    found = settings()
    return found.camera_width, found.camera_height


def _address(spec: str, scheme: str, clock: Clock, limits: Limits, on_status: OnStatus | None) -> Source:
    try:
        url = urlsplit(spec)
        named = bool(url.hostname) and (url.port is None or url.port > 0)
    except ValueError:
        named = False
    if not named:
        raise BadInput(
            f"{masked(spec)} is no address: write it as {scheme}://host:port/path",
            f"{masked(spec)} ist keine Adresse: schreib sie als {scheme}://host:port/pfad",
        )
    name = masked(spec)
    if scheme in ("http", "https"):
        return Live(name, lambda: MjpegReader(spec, limits, clock.now), clock, limits, on_status)
    if scheme in ("rtsp", "rtsps"):
        return Live(name, lambda: open_rtsp(spec, limits), clock, limits, on_status)
    raise BadInput(f"{scheme}:// addresses are not read: {_WHAT}", f"Adressen mit {scheme}:// gehen nicht: {_WAS}")


def _camera(spec: str) -> int | None:
    """The number of the camera that ``spec`` names, None where it names a file."""
    number = re.fullmatch(r"(?:camera:|/dev/video)?(\d{1,3})", spec)
    if number:
        return int(number[1])
    if spec.startswith("camera:"):
        return devices.by_name(spec.removeprefix("camera:").strip()).index
    if any(spec.casefold() in c.name.casefold() for c in devices.cameras()) and not os.path.exists(spec):
        return devices.by_name(spec).index
    return None


def _head(path: Path, spec: str) -> bytes:
    """The file's first bytes. Raises BadInput for what cannot be a clip or picture."""
    try:
        if path.is_dir():
            raise BadInput(
                f"{path} is a folder: give one clip or picture in it",
                f"{path} ist ein Ordner: nimm einen Clip oder ein Bild daraus",
            )
        if not path.exists():
            raise BadInput(
                f"there is no file or camera called {spec[:80]!r}: {_WHAT}",
                f"keine Datei und keine Kamera heißt {spec[:80]!r}: {_WAS}",
            )
        if not path.is_file():
            raise BadInput(f"{path} is no plain file: {_WHAT}", f"{path} ist keine gewöhnliche Datei: {_WAS}")
        with path.open("rb") as file:
            head = file.read(1024)
    except PermissionError:
        raise BadInput(
            f"{path} may not be read: change its permissions, or copy it to your own folder",
            f"{path} darf nicht gelesen werden: ändere die Rechte, oder kopiere es in deinen eigenen Ordner",
        ) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a file name"
        raise BadInput(
            f"{spec[:80]!r} cannot be read ({why.lower()}): {_WHAT}",
            f"{spec[:80]!r} ist nicht zu lesen ({why.lower()}): {_WAS}",
        ) from None
    if not head:
        raise BadInput(
            f"{path.name} is empty: record it again, or give another clip",
            f"{path.name} ist leer: nimm noch einmal auf, oder nimm einen anderen Clip",
        )
    if _is_text(head):
        raise BadInput(
            f"{path.name} is a text file, no video or picture: give an mp4, mov, avi, mkv, jpg or png file",
            f"{path.name} ist Text, kein Video oder Bild: nimm eine Datei in mp4, mov, avi, mkv, jpg oder png",
        )
    return head


def _is_text(head: bytes) -> bool:
    """Texts would reach ffmpeg as subtitles, playlists (which send it to addresses) or terminal art."""
    return not head.startswith(b"YUV4MPEG2 ") and not any(byte < 9 or 13 < byte < 27 for byte in head)
