"""What a picture says of itself in its header, read before a byte of it is decoded: kind, size, number of scans.

Only kinds that are named here ever reach a decoder: OpenCV's readers of JPEG 2000, TIFF, GIF and the rest stay shut
(CVE-2025-53644 is in that of JPEG 2000). Sizes are taken as libjpeg, libpng and libwebp take them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LEAST_SIDE: Final = 16  # pixels
MOST_ASPECT: Final = 20  # the longer side by the shorter
_FRAMES: Final = frozenset((0xC0, 0xC1, 0xC2))  # baseline, extended, progressive: what libjpeg decodes by Huffman codes
_OTHER_FRAMES: Final = frozenset((0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF))
_BARE: Final = frozenset((0x01, *range(0xD0, 0xD9)))  # markers without a length


@dataclass(frozen=True, slots=True)
class PictureHeader:
    """``scans``: how many a JPEG can hold at most; each costs a decoder a pass over the whole picture."""

    kind: str
    width: int
    height: int
    scans: int = 1

    def fits(self, most_pixels: int, most_scans: int) -> bool:
        """Whether it may be decoded: not too large, no sliver, no scan after scan."""
        short, long = sorted((self.width, self.height))
        return (
            short >= LEAST_SIDE
            and long <= MOST_ASPECT * short
            and self.width * self.height <= most_pixels
            and self.scans <= most_scans
        )


def header_of(data: bytes) -> PictureHeader | None:
    """Of a JPEG, PNG, WebP or BMP picture; None for any other kind, or a header that is cut or damaged."""
    if data[:3] == b"\xff\xd8\xff":
        return _jpeg(data)
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return _png(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    if data[:2] == b"BM" and len(data) >= 26:
        return _bmp(data)
    return None


def _jpeg(data: bytes) -> PictureHeader | None:
    """The first frame that libjpeg would find: it skips what lies between segments up to the next marker."""
    at = 2
    while (at := data.find(b"\xff", at)) >= 0 and at + 1 < len(data):
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker == 0 or marker in _BARE:
            at += 2
        elif marker in _FRAMES:
            if len(data) < at + 10:
                return None
            height, width = _pair(data, at + 5, 2, "big")
            return PictureHeader("jpeg", width, height, data.count(b"\xff\xda"))
        elif marker in _OTHER_FRAMES or marker in (0xD9, 0xDA):
            return None
        else:
            length = int.from_bytes(data[at + 2 : at + 4], "big")
            if length < 2:
                return None
            at += 2 + length
    return None


def _png(data: bytes) -> PictureHeader | None:
    """None where a chunk says that it is longer than the file: OpenCV makes room for what it says, up to 4 GB."""
    if data[12:16] != b"IHDR":
        return None
    at = 8
    while at + 12 <= len(data):
        if data[at + 4 : at + 8] == b"IEND":
            return PictureHeader("png", *_pair(data, 16, 4, "big"))
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    return None


def _webp(data: bytes) -> PictureHeader | None:
    """Of its first chunk: VP8X (the canvas), VP8 (lossy) or VP8L."""
    kind, body = data[12:16], data[20:30]
    if len(body) < 10:
        return None
    if kind == b"VP8X":
        width, height = (int.from_bytes(body[k : k + 3], "little") + 1 for k in (4, 7))
    elif kind == b"VP8 " and body[3:6] == b"\x9d\x01\x2a":
        width, height = (n & 0x3FFF for n in _pair(body, 6, 2, "little"))
    elif kind == b"VP8L" and body[0] == 0x2F:
        bits = int.from_bytes(body[1:5], "little")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    else:
        return None
    return PictureHeader("webp", width, height)


def _bmp(data: bytes) -> PictureHeader | None:
    old = int.from_bytes(data[14:18], "little") == 12
    size = 2 if old else 4
    width, height = (
        int.from_bytes(data[18 + k * size : 18 + (k + 1) * size], "little", signed=not old) for k in (0, 1)
    )
    return PictureHeader("bmp", width, abs(height)) if width > 0 and height else None


def _pair(data: bytes, at: int, size: int, order: str) -> tuple[int, int]:
    first, second = (int.from_bytes(data[at + k * size : at + (k + 1) * size], order) for k in (0, 1))  # type: ignore[arg-type]
    return first, second
