"""Headers of sound files, read before libsndfile opens them: which kinds are opened, and WAV files to be repaired."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

_PLAIN: Final = {1: "PCM", 3: "float", 6: "A-law", 7: "mu-law", 0xFFFE: "extensible"}  # the last says more further on
_PACKED: Final = {2: "MS ADPCM", 0x11: "IMA ADPCM", 0x31: "GSM", 0x50: "MPEG", 0x55: "MP3", 0xFF: "AAC", 0x161: "WMA"}
_RIFFS: Final = (b"RIFF", b"RF64", b"BW64")
_MAX_CHUNKS: Final = 1000
_MAX_SIZE: Final = 0xFFFFFFFF  # of a chunk: what programs write that send a file through a pipe
_MAX_FORMAT_BYTES: Final = 64


def is_sound(file: BinaryIO) -> bool:
    """Return True for a kind that is opened: WAV of plain samples, FLAC, OGG, AIFF, MP3.

    libsndfile reads many more; its readers of rare kinds (IMA ADPCM, MATLAB, ...) have known faults.
    """
    file.seek(0)
    head = file.read(64)
    if is_wav(head):
        return _format(file) in _PLAIN
    if head[:4] == b"FORM":
        return head[8:12] == b"AIFF" or (head[8:12] == b"AIFC" and b"ima4" not in head + file.read(4096))
    if head[:2] in (b"\xff\xf1", b"\xff\xf9"):  # AAC begins as MP3 does
        return False
    return head[:4] in (b"fLaC", b"OggS") or head[:3] == b"ID3" or (head[:1] == b"\xff" and head[1:2] >= b"\xe0")


def is_wav(head: bytes) -> bool:
    """Return True for WAV, and for its kinds of more than 4 GB."""
    return head[:4] in _RIFFS and head[8:12] == b"WAVE"


def wav_codec(file: BinaryIO) -> str | None:
    """Return what the samples of a WAV file are packed with; None where they are plain, or where it is no WAV file."""
    file.seek(0)
    code = _format(file) if is_wav(file.read(12)) else None
    return None if code is None or code in _PLAIN else _PACKED.get(code, f"{code:#06x}")


def _format(file: BinaryIO) -> int | None:
    for kind, at, size in _chunks(file):
        if kind == b"fmt " and size >= 2:
            file.seek(at)
            return int.from_bytes(file.read(2), "little")
    return None


def _chunks(file: BinaryIO, at: int = 12) -> Iterator[tuple[bytes, int, int]]:
    """Kind, first byte and declared size of each chunk, up to the end of the file: recorders put long ones in front."""
    for _ in range(_MAX_CHUNKS):
        file.seek(at)
        head = file.read(8)
        if len(head) < 8:
            return
        size = int.from_bytes(head[4:], "little")
        yield head[:4], at + 8, size
        at += 8 + size + size % 2


def repaired_wav(path: Path) -> io.RawIOBase | None:
    """Return a WAV file whose header tells no length as one that does; None where there is nothing to repair.

    A recorder that lost its power leaves size 0 (RF64: also the long size), a program that writes to a pipe the
    largest. All that stands behind is sound then. An empty recording, with nothing or whole chunks behind, is left
    alone.
    """
    with path.open("rb") as file:
        if not is_wav(file.read(12)):
            return None
        end, form, long_size = file.seek(0, os.SEEK_END), b"", 0
        for kind, at, size in _chunks(file):
            if kind == b"ds64" and size >= 16:
                file.seek(at + 8)
                long_size = int.from_bytes(file.read(8), "little")
            elif kind == b"fmt ":
                file.seek(at)
                form = file.read(min(size, _MAX_FORMAT_BYTES))
            elif kind == b"data":
                is_unknown = size == 0 or (size == _MAX_SIZE and not 0 < long_size < 1 << 63)
                if not form or not is_unknown or (size == 0 and _is_chain(file, at, end)):
                    return None
                return _Repaired(path, _header(form, end - at), at, end)
    return None


def _is_chain(file: BinaryIO, at: int, end: int) -> bool:
    """Return whether nothing but whole chunks stands from ``at`` to the end of the file."""
    for kind, start, size in _chunks(file, at):
        if not all(32 <= letter < 127 for letter in kind):
            return False
        at = start + size + size % 2
    return at in (end, end + 1)


def _header(form: bytes, size: int) -> bytes:
    size = min(size, _MAX_SIZE - 4096)  # at most 4 GB are read
    align = max(1, int.from_bytes(form[12:14], "little"))
    size -= size % align
    body = b"WAVEfmt " + len(form).to_bytes(4, "little") + form + b"\0" * (len(form) % 2)
    body += b"data" + size.to_bytes(4, "little")
    return b"RIFF" + (len(body) + size).to_bytes(4, "little") + body


class _Repaired(io.RawIOBase):
    """A new header before the samples of a file."""

    def __init__(self, path: Path, header: bytes, begin: int, end: int) -> None:
        self._file, self._header, self._begin = path.open("rb"), header, begin
        self._size, self._at = len(header) + end - begin, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self._at = max(0, offset + {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence])
        return self._at

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer).cast("B")
        found = self._header[self._at : self._at + len(view)]
        if len(found) < len(view):
            self._file.seek(self._begin + max(0, self._at - len(self._header)))
            found += self._file.read(len(view) - len(found))
        view[: len(found)] = found
        self._at += len(found)
        return len(found)

    def close(self) -> None:
        self._file.close()
        super().close()
