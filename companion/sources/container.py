"""Does a clip's file end before its own structure says? Reads headers only: MP4/MOV boxes, RIFF (AVI), EBML (MKV)."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

_TOP_BOXES = 10_000


def is_cut(path: Path) -> bool:
    """True where the file is shorter than the sizes written in it. Other formats are never called cut."""
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(16)
        file.seek(0)
        if head[4:8] in (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip"):
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
