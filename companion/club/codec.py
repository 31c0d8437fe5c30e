"""Messages of tables as JSON and back: one strict codec for both sides, made from the types of the fields.

What comes from a broker is anybody's: ``decode`` refuses every payload that is not exactly one message, within bounds.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any, Final

from companion import bounds
from companion.club.facts import LONGEST, NAME, TYPES, VERSION, AnyMessage, MessageError
from companion.decoder import Check, Wrong, built, checks_of
from companion.facts import DEEP, JSON, Fact, Value, plain

LARGEST: Final = 16 << 10  # bytes of a payload
LAST: Final = 2**53 - 1  # the largest seq and count: every reader of JSON has it exactly
MOST: Final = 64  # values of a fact, players, options
SECONDS: Final = 1e9  # no game's clock, and no message's delay, is beyond
POINTS: Final = 1e12


def to_dict(message: AnyMessage) -> dict[str, JSON]:
    """The message as plain JSON values, with the codec's version first."""
    return {"v": VERSION, **{f.name: plain(getattr(message, f.name)) for f in fields(message)}}


def encode(message: AnyMessage) -> bytes:
    """A payload that ``decode`` reads back to an equal message. Raises MessageError for one that it would refuse."""
    data = to_dict(message)
    try:
        body = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except (ValueError, RecursionError) as error:  # surrogates and values that are not numbers
        raise MessageError(f"this cannot be sent: {error}") from None
    decode(type(message).topic, body)
    return body


def decode(kind: str, payload: bytes) -> AnyMessage:
    """What arrived under ``companion/TABLE/KIND``. Raises MessageError, and nothing else, whatever the bytes are."""
    cls = TYPES.get(kind)
    if cls is None:
        raise MessageError(f"unknown kind of message {kind[:NAME]!r}")
    if len(payload) > LARGEST:
        raise MessageError(f"a message of {len(payload)} bytes: more than {LARGEST}")
    try:
        data = json.loads(payload, parse_constant=_no_constant, object_pairs_hook=_pairs)
    except MessageError:
        raise
    except (ValueError, RecursionError):
        raise MessageError("broken JSON") from None
    if not isinstance(data, dict):
        raise MessageError("a message is a JSON object")
    if (version := data.pop("v", None)) != VERSION or isinstance(version, bool) or not isinstance(version, int):
        raise MessageError(f"a message of version {str(version)[:NAME]}: this reads {VERSION}")
    try:
        message: AnyMessage = built(cls, _CHECKS[kind], data)
    except Wrong as wrong:
        raise MessageError(f"{wrong.where} of a {kind} {wrong.what}".removeprefix(" of ")) from None
    return message


def _no_constant(name: str) -> JSON:
    raise MessageError(f"{name} is no number of JSON")


def _pairs(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise MessageError("a name stands twice in one object")
    return found


def _text(value: JSON, longest: int = LONGEST) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise Wrong(f"is a text of at most {longest} characters")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Wrong("is a text of whole characters") from None
    return value


def _told(value: JSON) -> str:
    if not _text(value).strip() or any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in value):
        raise Wrong("is a text in one line, without marks that nobody sees")
    return str(value)


def _id(pattern: str, shape: str) -> Check:
    def check(value: JSON) -> str:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise Wrong(f"is an ID of {shape} hexadecimal digits")
        return value

    return check


def _wall(value: JSON) -> str:
    try:
        if datetime.fromisoformat(_text(value, NAME).replace("Z", "+00:00")).tzinfo is None:
            raise ValueError
    except Wrong:
        raise
    except ValueError:
        raise Wrong("is a time of ISO 8601 with its zone") from None
    return str(value)


def _whole(value: JSON) -> int:
    if (found := bounds.whole(value, 0, LAST)) is None:
        raise Wrong("is a whole number from 0")
    return found


def _number(value: JSON, most: float = LAST) -> float:
    if bounds.number(value, -most, most) is None:
        raise Wrong("is a number within bounds")
    return value  # type: ignore[no-any-return]


def _seconds(value: JSON) -> float:
    if _number(value, SECONDS) < 0:
        raise Wrong("is a time in seconds from 0")
    return float(value)


def _names(value: JSON) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST:
        raise Wrong(f"is a list of at most {MOST} names")
    return tuple(_told(v) for v in value)


def _by_name(check: Callable[[JSON], Any]) -> Check:
    def checked(value: JSON) -> dict[str, Any]:
        if not isinstance(value, dict) or len(value) > MOST:
            raise Wrong(f"is an object of at most {MOST} values")
        return {_told(name): check(v) for name, v in value.items()}

    return checked


def _counts(value: JSON) -> Mapping[str, int] | None:
    return None if value is None else _by_name(_whole)(value)


def _values(value: JSON) -> Mapping[str, Value]:
    """A fact's values: texts, numbers, lists and further facts, no deeper than a fact is read."""
    found = _by_name(lambda v: _bounded(v, 1))(value)
    try:
        return Fact.from_dict({"code": "", "values": found}).values
    except ValueError as error:
        raise Wrong(f"is no fact's: {error}") from None


def _bounded(value: JSON, depth: int, *, keys: bool = False) -> JSON:
    if depth > DEEP:
        raise Wrong("holds too much in each other")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (int, float)):
        return _number(value)
    if len(value) > MOST:
        raise Wrong(f"holds more than {MOST} values")
    if isinstance(value, list):
        return [_bounded(v, depth + 1, keys=keys) for v in value]
    if not keys and set(value) != {"code", "values"}:
        raise Wrong("holds an object that is no fact")
    return {_text(k): _bounded(v, depth + 1, keys=keys or k == "values") for k, v in value.items()}


_BY_NAME: Final[Mapping[str, Check]] = {
    "id": _id("[0-9a-f]{1,64}", "at most 64"), "table": _id("[0-9a-f]{32}", "32"), "wall": _wall, "at": _seconds,
    "late": _seconds, "points": _by_name(lambda v: _number(v, POINTS)), "hands": _counts, "values": _values,
    "options": _by_name(lambda v: _bounded(v, 1, keys=True)), "code": _told, "kind": _told, "name": _told,
    "players": _names, "winners": _names,
}  # fmt: skip
"""What a field's type does not say."""
_CHECKS: Final = {
    kind: {name: _BY_NAME.get(name, check) for name, check in checks_of(cls, {str: _text, int: _whole}).items()}
    for kind, cls in TYPES.items()
}
