"""Frames of MP3 files, counted before libsndfile opens them.

libsndfile believes the number of frames in the first one (Xing, Info), and where there is none it guesses by that one's
bit rate. So it stops early in a file of changing bit rates, and behind the first of several that were joined. Source:
ISO/IEC 11172-3, 2.4.1.3 and 2.4.2.3.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_BIT_RATES: Final = (  # kbit/s, of layer III
    (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
)
_RATES: Final = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}  # Hz, by version
_HEADER_BIT_RATE: Final = 9  # of the frame that is made here: long enough for its tag in each version
_MAX_JUNK_BYTES: Final = 1 << 20  # between two frames, such as a picture in a tag
_MAX_PARTS: Final = 1000
_MISSING_SHARE: Final = 0.01  # of the frames that a header counts, which may be missing without a word


@dataclass(frozen=True, slots=True)
class Mp3Frame:
    """What a frame's first four bytes say."""

    version: int
    rate_index: int
    kbits: int
    is_mono: bool
    length: int
    tag_at: int  # bytes from the frame's begin to where a Xing tag would stand

    @classmethod
    def of(cls, head: bytes) -> Mp3Frame | None:
        """Return the frame of layer III that begins with these four bytes; None for anything else."""
        if len(head) < 4 or head[0] != 0xFF or head[1] & 0xE6 != 0xE2:
            return None
        version, kbits_index, rate_index = head[1] >> 3 & 3, head[2] >> 4, head[2] >> 2 & 3
        if version == 1 or kbits_index in (0, 15) or rate_index == 3:
            return None
        kbits, is_first = _BIT_RATES[version != 3][kbits_index], version == 3
        length = (144000 if is_first else 72000) * kbits // _RATES[version][rate_index] + (head[2] >> 1 & 1)
        is_mono = head[3] >> 6 == 3
        side = (17 if is_mono else 32) if is_first else (9 if is_mono else 17)
        return cls(version, rate_index, kbits, is_mono, length, 4 + side)

    def is_like(self, other: Mp3Frame) -> bool:
        """Return whether both can follow each other in one stream."""
        return (self.version, self.rate_index, self.is_mono) == (other.version, other.rate_index, other.is_mono)

    @property
    def seconds(self) -> float:
        return (1152 if self.version == 3 else 576) / _RATES[self.version][self.rate_index]


@dataclass(slots=True)
class _Part:
    """Frames that follow each other without a gap. ``told``: how many a frame before them says, None without one."""

    first: Mp3Frame
    begin: int
    end: int
    told: int | None
    count: int = 0
    has_one_bit_rate: bool = True

    def is_told_rightly(self) -> bool:
        """Return whether libsndfile finds the right length by itself."""
        return self.has_one_bit_rate if self.told is None else abs(self.told - self.count) <= 1

    def header(self) -> bytes:
        """Return a frame without sound that says how many follow."""
        first = self.first
        flags = bytes((0xFF, 0xE3 | first.version << 3, _HEADER_BIT_RATE << 4 | first.rate_index << 2))
        head = flags + (b"\xc0" if first.is_mono else b"\0")
        frame = Mp3Frame.of(head)
        assert frame is not None
        tag = b"Xing" + (1).to_bytes(4, "big") + self.count.to_bytes(4, "big")
        return (head + bytes(frame.tag_at - 4) + tag).ljust(frame.length, b"\0")


@dataclass(frozen=True, slots=True)
class Mp3Layout:
    """An MP3 file that libsndfile would not read whole.

    Attributes:
        parts: First byte, end, and a header for each stretch to be read one after the other.
        says_s: How long the file says that it is, where more than a hundredth of that is missing; else None.
        holds_s: How long it is.
    """

    parts: list[tuple[int, int, bytes]]
    says_s: float | None
    holds_s: float


def mp3_layout(path: Path) -> Mp3Layout | None:
    """Return how an MP3 file has to be read; None if libsndfile reads it whole, or for any other file.

    Raises OSError.
    """
    with path.open("rb") as file:
        head = file.read(64)
        if len(head) < 64 or (head[:3] != b"ID3" and Mp3Frame.of(head[:4]) is None):
            return None
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            parts = list(_parts(data))
    if not parts or (len(parts) == 1 and parts[0].is_told_rightly()):
        return None
    says = sum((part.count if part.told is None else part.told) * part.first.seconds for part in parts)
    holds = sum(part.count * part.first.seconds for part in parts)
    lacks = says - holds > _MISSING_SHARE * says
    return Mp3Layout([(p.begin, p.end, p.header()) for p in parts], says if lacks else None, holds)


def _parts(data: mmap.mmap) -> Iterator[_Part]:
    """Yield each stretch of frames. The file has to begin with one, behind its tags."""
    at = _behind_tags(data, 0)
    for _ in range(_MAX_PARTS):
        frame = Mp3Frame.of(data[at : at + 4])
        if frame is None:
            return
        told = _told_frames(data, at, frame)
        begin = at if told is None else at + frame.length
        part = _Part(frame, begin, begin, told)
        _extend(data, part)
        if part.count:
            yield part
        at = _next_stream(data, max(part.end, at + 1))


def _extend(data: mmap.mmap, part: _Part) -> None:
    """Take in all frames that follow the part's end; a frame with a count of its own begins another recording."""
    size, at, kbits = len(data), part.end, None
    while (frame := Mp3Frame.of(data[at : at + 4])) is not None and frame.is_like(part.first):
        if at + frame.length > size or (part.count and _told_frames(data, at, frame) is not None):
            break
        kbits = kbits or frame.kbits
        part.has_one_bit_rate &= frame.kbits == kbits
        part.count += 1
        at += frame.length
    part.end = at


def _told_frames(data: mmap.mmap, at: int, frame: Mp3Frame) -> int | None:
    """Return the number of frames in a Xing, Info or VBRI tag, 0 where it has none; None for a frame of sound."""
    tag = data[at + frame.tag_at : at + frame.tag_at + 12]
    if tag[:4] in (b"Xing", b"Info"):
        return int.from_bytes(tag[8:12], "big") if tag[7:8] and tag[7] & 1 else 0
    other = data[at + 36 : at + 54]
    return int.from_bytes(other[14:18], "big") if other[:4] == b"VBRI" else None


def _behind_tags(data: mmap.mmap, at: int) -> int:
    """Return where the ID3 tags that begin at ``at`` end."""
    while data[at : at + 3] == b"ID3" and len(data) > at + 10:
        a, b, c, d = (byte & 0x7F for byte in data[at + 6 : at + 10])
        at += 10 + (a << 21 | b << 14 | c << 7 | d)
    return at


def _next_stream(data: mmap.mmap, at: int) -> int:
    """Return where frames go on behind a gap, two in a row; the file's end where they do not."""
    at = _behind_tags(data, at)
    stop = min(len(data), at + _MAX_JUNK_BYTES)
    while (at := data.find(b"\xff", at, stop)) >= 0:
        frame = Mp3Frame.of(data[at : at + 4])
        if frame is not None:
            after = Mp3Frame.of(data[at + frame.length : at + frame.length + 4])
            if after is not None and after.is_like(frame):
                return at
        at += 1
    return len(data)
