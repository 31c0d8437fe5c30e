"""Films taken apart and put together again: the boxes of MP4, the elements of Matroska, the chunks of AVI.

Tests write a plain clip with OpenCV and give it what phones, recorders and browsers put into theirs.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from pathlib import Path


def change_box(path: Path, names: tuple[bytes, ...], change: Callable[[bytes], bytes]) -> Path:
    """Change the content of the first box at ``names`` (b"moov", ...) of an MP4 whose samples come first."""
    data = path.read_bytes()
    assert data.index(b"mdat") < data.index(b"moov"), "the samples would move"
    path.write_bytes(_changed(data, names, change))
    return path


def _changed(data: bytes, names: tuple[bytes, ...], change: Callable[[bytes], bytes]) -> bytes:
    if not names:
        return change(data)
    out, at, is_done = b"", 0, False
    while at + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        header = 8
        if size == 1:
            size, header = int.from_bytes(data[at + 8 : at + 16], "big"), 16
        body = data[at + header : at + size]
        if kind == names[0] and not is_done:
            is_done = True
            body = _changed(body, names[1:], change)
            out += box(kind, body)
        else:
            out += data[at : at + size]
        at += size
    assert is_done, names
    return out


def box(kind: bytes, body: bytes) -> bytes:
    """Return a box of MP4."""
    return struct.pack(">I4s", 8 + len(body), kind) + body


TABLES = (b"moov", b"trak", b"mdia", b"minf", b"stbl")


def with_durations(path: Path, durations: list[int]) -> Path:
    """Give each sample of an MP4 clip its own duration, in the track's time scale."""
    body = struct.pack(">II", 0, len(durations)) + b"".join(struct.pack(">II", 1, d) for d in durations)
    return change_box(path, (*TABLES, b"stts"), lambda _: body)


def time_scale(path: Path) -> int:
    """Return the units a second of the first track's times."""
    data = path.read_bytes()
    at = data.index(b"mdhd") + 4
    return int.from_bytes(data[at + 12 : at + 16], "big")


def with_edits(path: Path, edits: list[tuple[int, int]]) -> Path:
    """Give an MP4 clip an edit list: (duration in ms, first time in the track's units; -1: nothing is shown)."""
    listed = struct.pack(">II", 0, len(edits)) + b"".join(struct.pack(">IiI", d, at, 1 << 16) for d, at in edits)

    def change(track: bytes) -> bytes:
        head = int.from_bytes(track[:4], "big")  # the track's header comes first
        rest = track[head:]
        if rest[4:8] == b"edts":
            rest = rest[int.from_bytes(rest[:4], "big") :]
        return track[:head] + box(b"edts", box(b"elst", listed)) + rest

    return change_box(path, (b"moov", b"trak"), change)


# Matroska

_SEGMENT, _CLUSTER, _BLOCK, _TIME = b"\x18\x53\x80\x67", b"\x1f\x43\xb6\x75", 0xA3, 0xE7


def _vint(data: bytes, at: int) -> tuple[int, int]:
    """Return an EBML length and how many bytes tell it."""
    used = 9 - data[at].bit_length()
    return int.from_bytes(data[at : at + used], "big") & ((1 << 7 * used) - 1), used


def matroska_blocks(path: Path) -> tuple[bytes, list[bytes]]:
    """Return all of a Matroska clip up to its first cluster, and its simple blocks, without their times."""
    data = path.read_bytes()
    first = data.index(_CLUSTER)
    blocks = []
    for start, end in _clusters(data, first):
        at = start
        while at < end:
            length, used = _vint(data, at + 1)
            body = data[at + 1 + used : at + 1 + used + length]
            if data[at] == _BLOCK:
                blocks.append(body[:1] + b"\0\0" + body[3:])
            elif data[at] == 0xA0:  # a group: its block, a keyframe or not as the codec says
                inner, width = _vint(body, 1)
                assert body[0] == 0xA1
                block = body[1 + width : 1 + width + inner]
                blocks.append(block[:1] + b"\0\0\0" + block[4:])
            at += 1 + used + length
    return data[:first], blocks


def _clusters(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    while data[at : at + 4] == _CLUSTER:
        length, used = _vint(data, at + 4)
        yield at + 4 + used, at + 4 + used + length
        at += 4 + used + length


def write_matroska(path: Path, head: bytes, blocks: list[bytes], times_ms: list[int], *, is_live: bool = False) -> Path:
    """Write a cluster a block with these times; ``is_live``: of unknown lengths, as a browser's recorder writes."""
    out = b""
    for block, time in zip(blocks, times_ms, strict=True):
        body = bytes((_TIME, 0x88)) + time.to_bytes(8, "big")
        body += _simple(block)
        out += _CLUSTER + (b"\x01" + b"\xff" * 7 if is_live else _length(len(body))) + body
    at = head.index(_SEGMENT) + 4
    _, used = _vint(head, at)
    size = b"\x01" + b"\xff" * 7 if is_live else _length(len(head) - at - used + len(out))
    path.write_bytes(head[:at] + size + head[at + used :] + out)
    return path


def _simple(block: bytes) -> bytes:
    return bytes((_BLOCK,)) + _length(len(block)) + block


def _length(size: int) -> bytes:
    return (size | 1 << 56).to_bytes(8, "big")
