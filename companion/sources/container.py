"""What kind of clip a file is, which codecs it names, whether it is cut: read before ffmpeg opens it.

Playlists and scripts could send ffmpeg to other files and addresses, and its readers of rare kinds are old: version 5.1
inside the locked OpenCV writes out of bounds in MagicYUV (CVE-2026-8461). So common kinds and codecs alone are let
through: MP4 and MOV boxes, RIFF (AVI), EBML (Matroska). Sources: ISO/IEC 14496-12, RFC 9559.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator
from os import SEEK_END
from pathlib import Path
from typing import BinaryIO, Final

_TOP_BOXES = 10_000
_BOXES = (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot")
_BEGINNINGS = (
    b"\x1aE\xdf\xa3",  # Matroska, WebM
    b"\xff\xd8\xff",  # JPEGs in a row
    b"\x00\x00\x01\xba",
    b"\x00\x00\x01\xb3",
    b"\x00\x00\x01\xb0",  # MPEG: programs, video alone
    b"\x00\x00\x00\x01",
    b"\x00\x00\x01\x67",
    b"\x00\x00\x01\x40",  # H.264 and H.265 alone
    b"YUV4MPEG2 ",
)
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
    with path.open("rb") as file:
        head = file.read(8)
        if head[4:8] in _BOXES:
            return _is_cut(file, _box)
        if head[:4] == b"\x1aE\xdf\xa3":
            return _is_cut(file, _element, 2)  # the EBML header, then the segment
        return head[:4] == b"RIFF" and _is_cut(file, _chunk)


def _is_cut(file: BinaryIO, length_of: Callable[[bytes], int | None], max_boxes: int = _TOP_BOXES) -> bool:
    """Whether a part on top ends behind the file. ``length_of`` its first 16 bytes: None where none is told."""
    size, at = file.seek(0, SEEK_END), 0
    for _ in range(max_boxes):
        file.seek(at)
        length = length_of(file.read(16))
        if length is None:
            break
        at += length
        if at >= size:
            break
    return at > size


def _box(head: bytes) -> int | None:
    if len(head) < 8:
        return 8 if head else None
    length = int.from_bytes(head[:4], "big")
    if length == 1:
        length = int.from_bytes(head[8:16], "big")
    return length if length >= 8 else None  # 0: to the end of the file


def _chunk(head: bytes) -> int | None:
    """A clip that was never closed carries size 0, and its index is missing."""
    return 8 + int.from_bytes(head[4:8], "little") if len(head) >= 8 and head[:4] == b"RIFF" else None


def _element(head: bytes) -> int | None:
    """Streams do not say how long they are."""
    length, used = _vint(head[4:12])
    return None if length is None else 4 + used + length


def _vint(data: bytes) -> tuple[int | None, int]:
    """An EBML length: (value or None where unknown, bytes used)."""
    if not data or data[0] == 0:
        return None, 0
    used = 9 - data[0].bit_length()
    if len(data) < used:
        return None, used
    value = int.from_bytes(data[:used], "big") & ((1 << (7 * used)) - 1)
    return (None if value == (1 << (7 * used)) - 1 else value), used


VIDEO: Final = frozenset(
    b"avc1 avc3 h264 x264 davc hvc1 hev1 hevc dvh1 dvhe vp08 vp09 vp80 vp90 av01 mp4v fmp4 divx dx50 xvid 3iv2 mjpg"
    b" jpeg mjpa s263 h263 mpg1 mpg2 mp1v mp2v m1v1 m2v1 mpeg apcn apch apcs apco ap4h ap4x i420 iyuv yv12 yuy2 nv12"
    b" 2vuy yuvs raw rgba"
    b" \0\0\0\0 \1\0\0\0 \2\0\0\0".split(b" ")
)
"""Folded; two-letter endings as the containers pad them ("raw ")."""
OTHER: Final = frozenset(
    b"mp4a sowt twos alac ac-3 ec-3 samr sawb lpcm in24 in32 fl32 fl64 none ulaw alaw opus flac .mp3 mp4s tmcd text"
    b" tx3g mebx gpmd fdsc camm mett metx urim rtmd c608 c708 stpp wvtt rtp hint ipcm fpcm mha1 mhm1 qdm2 qdmc"
    b" ms\0\x11 ms\0\x02".split(b" ")
)
"""Sound, times and texts beside the picture: nothing of them is decoded here."""
_ESCAPES: Final = (b"V_MS/VFW", b"V_QUICKTIME", b"V_REAL", b"V_SNOW", b"V_DIRAC", b"V_UNCOMPRESSED")
_SKIPPED: Final = (b"mdat", b"free", b"skip", b"wide")
_HEADERS: Final = 32 << 20  # bytes in which an AVI's headers must end


def has_known_codecs(path: Path) -> bool:
    """Whether every codec that the container names is a common one. Other kinds of files name none. Raises OSError."""
    if path.stat().st_size < 16:
        return True
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        head = data[:16]
        if head[:4] == b"RIFF":
            return all(_is(code, VIDEO) for code in _avi(data))
        if head[:4] == b"\x1aE\xdf\xa3":
            return all(data.find(escape) < 0 for escape in _ESCAPES)
        if head[4:8].isalnum() and head[:3] != b"\xff\xd8\xff" and head[:2] != b"\0\0\0\1":
            return all(_is(code, VIDEO | OTHER) for code in _boxes(data))
    return True


def _is(code: bytes, names: frozenset[bytes]) -> bool:
    return code.lower() in names or code.lower().rstrip(b" ") in names


def _boxes(data: mmap.mmap) -> Iterator[bytes]:
    """The names of all sample descriptions outside of the media itself; b"cmov" for a header that is packed."""
    at, size = 0, len(data)
    while at + 8 <= size:
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if length == 1:
            length = int.from_bytes(data[at + 8 : at + 16], "big")
        end = size if length == 0 else min(size, at + max(length, 8))
        if kind not in _SKIPPED:
            yield from _descriptions(data, at, end)
        at = end


def _descriptions(data: mmap.mmap, at: int, end: int) -> Iterator[bytes]:
    if data.find(b"cmov", at, end) >= 0:
        yield b"cmov"
    place = at
    while (place := data.find(b"stsd", place, end)) >= 0:
        count, entry = int.from_bytes(data[place + 8 : place + 12], "big"), place + 12
        for _ in range(min(count, 64)):
            if entry + 8 > end:
                break
            yield data[entry + 4 : entry + 8]
            entry += max(8, int.from_bytes(data[entry : entry + 4], "big"))
        place += 4


def _avi(data: mmap.mmap) -> Iterator[bytes]:
    """What each video stream's format and header call its codec, up to where the pictures begin."""
    end = data.find(b"movi", 0, _HEADERS)
    if end < 0:
        yield b"????"
        return
    at = 0
    while (at := data.find(b"strh", at, end)) >= 0:
        kind, handler = data[at + 8 : at + 12], data[at + 12 : at + 16]
        form = data.find(b"strf", at, end)
        if kind == b"vids" and form >= 0:
            yield data[form + 24 : form + 28]
            yield handler
        elif kind not in (b"auds", b"txts", b"mids"):
            yield kind
        at += 4
