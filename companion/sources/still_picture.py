"""One picture from a file, turned as its EXIF says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.errors import BadInput, TooLarge
from companion.sources.picture_source import Frame, FrameSource, Limits, OnStatus
from companion.sources.pixels import decode

READ = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM", b"RIFF")
"""How the kinds begin that are read: JPEG, PNG, BMP and WebP (see ``picture_header``)."""
_OTHERS = (
    b"II*\x00", b"MM\x00*", b"\x00\x00\x01\x00", b"GIF8", b"\x00\x00\x00\x0cjP  ", b"\xff\x4f\xff\x51",
    b"8BPS", b"\x76\x2f\x31\x01", b"#?RADIANCE", b"\x59\xa6\x6a\x95", b"P1", b"P2", b"P3", b"P4", b"P5", b"P6", b"P7",
)  # fmt: skip
"""TIFF, icons, GIF, JPEG 2000, Photoshop, OpenEXR, HDR, Sun raster, portable maps: told by name, never decoded."""
MAGIC = (*(kind for kind in READ if kind != b"RIFF"), *_OTHERS)


def is_still(head: bytes, path: Path) -> bool:
    """Whether a file that begins with ``head`` is a picture; a file of JPEGs in a row (.mjpeg) is a clip."""
    if path.suffix.lower() in (".mjpg", ".mjpeg"):
        return False
    return head.startswith(MAGIC) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP") or is_heif(head)


def is_heif(head: bytes) -> bool:
    """Phones' own format (HEIC, AVIF), which OpenCV does not read everywhere."""
    return head[4:8] == b"ftyp" and head[8:12] in (b"heic", b"heix", b"mif1", b"msf1", b"avif")


class StillPicture(FrameSource):
    """A source of one frame at t = 0."""

    def __init__(self, path: Path, limits: Limits, on_status: OnStatus | None = None) -> None:
        """Raises BadInput where the file is no picture that can be read."""
        super().__init__(path.name, on_status)
        if path.stat().st_size > limits.max_bytes * 8:
            raise TooLarge("still.large", name=path.name, megabytes=limits.max_bytes * 8 >> 20)
        data = path.read_bytes()
        image = decode(data, limits.max_pixels)
        if image is None and is_heif(data[:16]):
            raise BadInput("still.heif", name=path.name)
        if image is None and not data.startswith(READ):
            raise BadInput("still.kind", name=path.name)
        if image is None:
            raise BadInput("still.damaged", name=path.name)
        self._frame = Frame(image, 0.0, 0, path.name)

    def frames(self) -> Iterator[Frame]:
        """The one frame."""
        if self._board.status == "offline":
            self._board.publish("online", 0.0)
            yield self._frame
            self._board.publish("ended", 0.0)

    def close(self) -> None:
        self._board.publish("ended", 0.0)
