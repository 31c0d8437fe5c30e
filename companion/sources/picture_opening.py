"""``open_source``, which opens what a person types: a camera's number or name, a file, a web or RTSP address."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from companion.clock import Clock, MonotonicClock
from companion.errors import BadInput, DeviceUnavailable, TooLarge
from companion.facts import fact
from companion.private import expand_user, readable_name
from companion.sources import capture
from companion.sources.capture import Camera, CaptureReader, open_camera, open_rtsp
from companion.sources.clip import Clip
from companion.sources.file_kinds import picture_kind
from companion.sources.live_source import LiveSource
from companion.sources.mjpeg import MjpegReader, has_odd_password, mask_credentials
from companion.sources.picture_source import Frame, FrameSource, Limits, OnStatus
from companion.sources.pixels import MAX_PHOTO_PIXELS, decode_photo, header_of, photo_scans

_MAX_MEGAPIXELS = MAX_PHOTO_PIXELS // 1_000_000
_GIVE_ADVICE = fact("source.give")


def open_source(
    spec: str,
    *,
    realtime: bool = False,
    clock: Clock | None = None,
    on_status: OnStatus | None = None,
    limits: Limits | None = None,
    size: tuple[int, int] | None = None,
) -> FrameSource:
    """Open the source that ``spec`` names.

    Args:
        spec: "0", "/dev/video0", "camera:Logi", "clip.mp4", "face.jpg", "http://..", "rtsp://.." ...
        realtime: True to play files at the speed they were filmed.
        clock: Gives live frames their time (default: a new MonotonicClock).
        on_status: Callback for each change of status.
        limits: Time-outs and sizes (default: ``Limits()``).
        size: Width and height requested from a camera (default: those of the settings).

    Raises:
        BadInput: If ``spec`` names nothing that can be read.
        DeviceUnavailable: If the camera or stream does not open.
    """
    spec = spec.strip()
    if not spec:
        raise BadInput("source.none", give=_GIVE_ADVICE)
    clock = clock or MonotonicClock()
    limits = limits or Limits()
    scheme = spec.partition("://")[0].lower() if "://" in spec else ""
    if scheme and scheme != "file":
        return _address(spec, scheme, clock, limits, on_status)
    index = _camera(spec)
    if index is not None:
        found = _Same(index, size or _camera_size())
        return LiveSource(f"camera {index}", found.connect, clock, limits, on_status)
    path = expand_user(unquote(urlsplit(spec).path) if scheme else spec)
    head = _head(path, spec)
    if is_still(head, path):
        return StillPicture(path, limits, on_status)
    return Clip(path, clock, limits, realtime=realtime, on_status=on_status)


class _Same:
    """One camera, found again after replugging even if the system gives it another number.

    It is identified by its name, or by its port if several cameras have that name. Another camera is never opened.

    Args:
        index: The camera's number when it was first opened.
        size: Width and height to request from it.
    """

    def __init__(self, index: int, size: tuple[int, int]) -> None:
        self._index, self._size = index, size
        self._camera = self._found()
        self._has_twin = len(self._alike()) > 1

    def connect(self) -> CaptureReader:
        """Open the camera. Raises DeviceUnavailable if it is unplugged or gives no picture."""
        if self._camera is not None and self._found() != self._camera:
            self._index = self._moved_to()
        reader = open_camera(self._index, self._size)
        if self._camera is None:
            self._camera = self._found()
        return reader

    def _found(self) -> Camera | None:
        return next((c for c in capture.cameras() if c.index == self._index), None)

    def _alike(self) -> list[Camera]:
        return [c for c in capture.cameras() if self._camera is not None and c.name == self._camera.name]

    def _moved_to(self) -> int:
        """Return the camera's current number.

        Raises DeviceUnavailable if it is unplugged or another camera might be taken for it.
        """
        assert self._camera is not None
        alike, known = self._alike(), capture.list_cameras(capture.cameras())
        self._has_twin = self._has_twin or len(alike) > 1
        same = [c for c in alike if c.port and c.port == self._camera.port] or ([] if self._has_twin else alike)
        if not same:
            raise DeviceUnavailable("camera.no-name", name=self._camera.name, known=known)
        self._camera = same[0]
        return same[0].index


def _camera_size() -> tuple[int, int]:
    from companion.config import settings  # imported here: loading the settings takes longer than opening a clip

    found = settings()
    return found.camera_width, found.camera_height


def _address(spec: str, scheme: str, clock: Clock, limits: Limits, on_status: OnStatus | None) -> FrameSource:
    try:
        url = urlsplit(spec)
        named = bool(url.hostname) and (url.port is None or url.port > 0)
    except ValueError:
        named = False
    if has_odd_password(spec):
        raise BadInput("source.password", address=mask_credentials(spec))
    if not named:
        raise BadInput("source.no-address", address=mask_credentials(spec), scheme=scheme)
    name = mask_credentials(spec)
    if scheme in ("http", "https"):
        return LiveSource(name, lambda: MjpegReader(spec, limits, clock.now), clock, limits, on_status)
    if scheme in ("rtsp", "rtsps"):
        return LiveSource(name, lambda: open_rtsp(spec, limits), clock, limits, on_status)
    raise BadInput("source.scheme", scheme=scheme, give=_GIVE_ADVICE)


def _camera(spec: str) -> int | None:
    """Return the number of the camera that ``spec`` names; None if it names a file."""
    number = re.fullmatch(r"(?:camera:|/dev/video)?([0-9]{1,3})", spec)
    if number:
        return int(number[1])
    if spec.startswith("camera:"):
        return capture.by_name(spec.removeprefix("camera:").strip()).index
    if any(spec.casefold() in c.name.casefold() for c in capture.cameras()) and not os.path.exists(spec):
        return capture.by_name(spec).index
    return None


def _head(path: Path, spec: str) -> bytes:
    """Return the file's first bytes. Raises BadInput if it cannot be a clip or picture."""
    try:
        if path.is_dir():
            raise BadInput("source.folder", path=str(path))
        if not path.exists():
            raise BadInput("source.no-file", path=spec[:80], give=_GIVE_ADVICE)
        if not path.is_file():
            raise BadInput("source.no-plain-file", path=str(path), give=_GIVE_ADVICE)
        with path.open("rb") as file:
            head = file.read(1024)
    except PermissionError:
        raise BadInput("source.not-allowed", path=str(path)) from None
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None)
        why = fact("system.said", why=said.lower()) if said else fact("source.no-name")
        raise BadInput("source.unreadable", path=spec[:80], why=why, give=_GIVE_ADVICE) from None
    if not head:
        raise BadInput("source.empty", name=path.name)
    if _is_text(head):
        raise BadInput("source.text", name=path.name)
    return head


def _is_text(head: bytes) -> bool:
    """Return True for text, which ffmpeg would read as subtitles, as a playlist (with addresses) or as ASCII art."""
    return not head.startswith(b"YUV4MPEG2 ") and not any(byte < 9 or 13 < byte < 27 for byte in head)


READABLE_MAGICS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM", b"RIFF")
"""First bytes of the supported picture formats: JPEG, PNG, BMP and WebP (see ``pixels``)."""


def is_still(head: bytes, path: Path) -> bool:
    """Return True if a file is a still picture. A file of many JPEGs (.mjpeg) is none.

    Args:
        head: The file's first bytes.
        path: The file's path, for its ending.
    """
    if path.suffix.lower() in (".mjpg", ".mjpeg"):
        return False
    return is_readable(head) or picture_kind(head) is not None


def is_readable(head: bytes) -> bool:
    """Return True if a file's first bytes are those of a supported picture format."""
    return head.startswith(READABLE_MAGICS) if head[:4] != b"RIFF" else head[8:12] == b"WEBP"


class StillPicture(FrameSource):
    """A picture file as a source of one frame at t = 0."""

    is_still = True

    def __init__(self, path: Path, limits: Limits, on_status: OnStatus | None = None) -> None:
        """Open the file. Raises BadInput if it is not a readable picture, TooLarge for too many bytes or pixels."""
        super().__init__(readable_name(path), on_status)
        if path.stat().st_size > limits.max_bytes * 8:
            raise TooLarge("still.large", name=self.name, megabytes=limits.max_bytes * 8 >> 20)
        data = path.read_bytes()
        if not is_readable(data[:16]):
            raise BadInput("still.kind", name=self.name, kind=picture_kind(data[:64]) or path.suffix.lstrip("."))
        header = header_of(data)
        if header is not None and header.width * header.height > MAX_PHOTO_PIXELS:
            raise TooLarge(
                "still.pixels", name=self.name, width=header.width, height=header.height, most=_MAX_MEGAPIXELS
            )
        if header is not None and not header.fits(MAX_PHOTO_PIXELS, photo_scans(header)):
            raise BadInput("still.passes", name=self.name, width=header.width, height=header.height)
        image = decode_photo(data, limits.max_pixels)
        if image is None:
            raise BadInput("still.damaged", name=self.name)
        self._frame = Frame(image, 0.0, 0, self.name)

    def frames(self) -> Iterator[Frame]:
        """Yield the one frame."""
        if self._board.status == "offline":
            self._board.publish("online", 0.0)
            yield self._frame
            self._board.publish("ended", 0.0)

    def close(self) -> None:
        self._board.publish("ended", 0.0)
