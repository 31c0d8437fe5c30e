"""Which codecs a clip's container names, read before ffmpeg opens it: rare ones never reach its old decoders.

The ffmpeg inside the locked OpenCV is 5.1; its decoder of MagicYUV, for one, writes out of bounds (CVE-2026-8461). What
cameras, phones and common programs write is let through, in MP4, MOV and AVI by name; Matroska names most codecs
itself, so there its escapes into other systems' names are shut. Sources: ISO/IEC 14496-12, RFC 9559.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path
from typing import Final

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


def known(path: Path) -> bool:
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
