"""Damage of every kind, to bytes and to values of JSON, out of one random source."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

ODD_BYTES = [
    b"",
    b"\0",
    b"\xff",
    b"\xff\xff\xff\xff",
    b"\x7f\xff\xff\xff",
    b"\x80\0\0\0",
    b"\0" * 64,
    b"\xff\xda",
    b"\xff\xd9",
    b"\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03",
    b"\r\n\r\n",
    b"--frame",
    b"%s%n",
    b"{",
    b"[" * 300,
    b'"',
    b"NaN",
    b"1e999",
    b"-0",
    b"\xed\xa0\x80",
    b"\xc3\x28",
    b"' OR 1=1 --",
    b"../",
    b"PK\x05\x06",
    b"\x93NUMPY",
    b"<script>",
]
ODD_VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    2**63,
    -(2**63),
    2**64,
    10**400,
    0.5,
    -0.0,
    1e308,
    float("inf"),
    float("nan"),
    "",
    " ",
    "\0",
    "x" * 5000,
    "\ud800",
    "²",
    "٣",
    "../../x",
    "Ann",
    "<img src=x>",
    "{name}",
    "%s",
    [],
    {},
    [[]],
    {"": None},
    [0] * 300,
    {"code": "x", "values": {}},
    "undo",
    "2026-01-01T00:00:00+00:00",
]
WAYS = ("cut", "drop", "put", "write", "flip", "twice", "swap")
MOST = 4 << 20  # bytes of what comes out


def mangled(data: bytes, random: Random) -> bytes:
    """Return ``data`` with a few edits, one after the other."""
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        kind = random.choice(WAYS)
        at = random.randrange(len(data) + 1)
        to = min(len(data), at + random.choice((1, 4, 40, len(data))))
        more = random.choice((random.choice(ODD_BYTES), random.randbytes(random.randrange(12))))
        if kind == "cut":
            data = data[:at]
        elif kind == "drop":
            data = data[:at] + data[to:]
        elif kind == "put":
            data = data[:at] + more + data[at:]
        elif kind == "write":
            data = data[:at] + more + data[at + len(more) :]
        elif kind == "flip" and at < len(data):
            data = data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]
        elif kind == "twice":
            data = data[:to] + data[at:to] + data[to:]
        elif kind == "swap":
            data = data[at:] + data[:at]
        data = data[:MOST]
    return data


def changed(value: Any, random: Random) -> Any:
    """Return a value of JSON with a few changes, each to one of its parts."""
    box = [copy.deepcopy(value)]
    for _ in range(random.choice((1, 1, 2, 3, 5))):
        holder, key = random.choice(list(_places(box)))
        part = holder[key]
        odd = random.choice(
            (random.choice(ODD_VALUES), random.randint(-9, 99), random.uniform(-2, 2), random.choice("aZ%²"))
        )
        kind = random.choice(("set", "set", "drop", "key", "twice", "wrap", "text"))
        if kind == "drop" and holder is not box:
            del holder[key]
        elif kind == "key" and isinstance(holder, dict):
            holder[str(odd)[:40]] = holder.pop(key)
        elif kind == "twice" and isinstance(holder, list) and holder is not box:
            holder.insert(key, part)
        elif kind == "wrap":
            holder[key] = random.choice(([part], {"x": part}))
        elif kind == "text":
            holder[key] = str(part)[:5000]
        else:
            holder[key] = copy.copy(odd)
    return box[0]


def _places(holder: Any) -> Iterator[tuple[Any, Any]]:
    """Every (holder, key) below."""
    for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
        yield holder, key
        if isinstance(holder[key], (list, dict)) and holder[key]:
            yield from _places(holder[key])
