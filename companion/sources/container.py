"""What kind of clip a file is by its first bytes, and whether it ends before its own structure says.

Reads headers only: MP4/MOV boxes, RIFF (AVI), EBML (MKV). Kinds that are not named here never reach ffmpeg: playlists
and scripts can send it to other files and addresses, and its readers of rare kinds are old.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

_TOP_BOXES = 10_000
_BOXES = (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot")
_BEGINNINGS = (
    b"\x1aE\xdf\xa3",  # Matroska, WebM
    b"\xff\xd8\xff",  # JPEGs in a row
    b"\x00\x00\x01\xba", b"\x00\x00\x01\xb3", b"\x00\x00\x01\xb0",  # MPEG: programs, video alone
    b"\x00\x00\x00\x01", b"\x00\x00\x01\x67", b"\x00\x00\x01\x40",  # H.264 and H.265 alone
    b"YUV4MPEG2 ",
)  # fmt: skip
JPEG_2000 = frozenset(("mjp2", "mj2c", "mj2k", "ljpg2", "lj2k", "ipj2", "avj2"))
"""Names of a codec that is not decoded here, inside whatever clip."""


def is_clip(head: bytes) -> bool:
    """Whether a file that begins with ``head`` (200 bytes or more, if it has so many) is of a kind that is opened."""
    if head[4:8] in _BOXES or head.startswith(_BEGINNINGS):
        return True
    if head[:4] == b"RIFF":
        return head[8:12] in (b"AVI ", b"AVIX")
    return any(head[at : at + 1] == b"\x47" == head[at + 188 + at : at + 189 + at] for at in (0, 4))  # MPEG-TS, M2TS


def is_cut(path: Path) -> bool:
    """True where the file is shorter than the sizes written in it. Other formats are never called cut."""
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(16)
        file.seek(0)
        if head[4:8] in _BOXES:
            return _boxes_end(file, size) > size
        if head[:4] == b"RIFF":
            return _riff_end(file, size) > size
        if head[:4] == b"\x1aE\xdf\xa3":
            return _ebml_end(file) > size
    return False


def _boxes_end(file: BinaryIO, size: int) -> int:
    """Where the last top-level box ends."""
    at = 0
    for _ in range(_TOP_BOXES):
        file.seek(at)
        head = file.read(16)
        if len(head) < 8:
            return at + (8 if head else 0)
        length = int.from_bytes(head[:4], "big")
        if length == 0:  # to the end of the file
            return size
        if length == 1:
            length = int.from_bytes(head[8:16], "big")
        if length < 8:
            return at
        at += length
        if at >= size:
            break
    return at


def _riff_end(file: BinaryIO, size: int) -> int:
    """Where the last RIFF chunk ends; a clip that was never closed carries size 0 and its index is missing."""
    at = 0
    for _ in range(_TOP_BOXES):
        file.seek(at)
        head = file.read(8)
        if len(head) < 8 or head[:4] != b"RIFF":
            return at
        at += 8 + int(struct.unpack("<I", head[4:])[0])
        if at >= size:
            break
    return at


def _ebml_end(file: BinaryIO) -> int:
    """Where the segment ends, 0 if it does not say (streams)."""
    at = 0
    for _ in range(2):  # the EBML header, then the segment
        file.seek(at)
        head = file.read(12)
        length, used = _vint(head[4:])
        if length is None:
            return 0
        at += 4 + used + length
    return at


def _vint(data: bytes) -> tuple[int | None, int]:
    """An EBML length: (value or None where unknown, bytes used)."""
    if not data or data[0] == 0:
        return None, 0
    used = 9 - data[0].bit_length()
    if len(data) < used:
        return None, used
    value = int.from_bytes(data[:used], "big") & ((1 << (7 * used)) - 1)
    return (None if value == (1 << (7 * used)) - 1 else value), used
