"""Messages of tables as JSON and back: one strict codec for both sides, made from the types of the fields.

What comes from a broker is anybody's: ``decode`` refuses every payload that is not exactly one message, within bounds.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from datetime import datetime
from types import NoneType
from typing import Any, Final, get_args, get_origin, get_type_hints

from companion.club.facts import DO, LONGEST, NAME, TYPES, VERSION, AnyMessage, MessageError
from companion.facts import Fact

LARGEST: Final = 16 << 10  # bytes of a payload
LAST: Final = 2**53 - 1  # the largest seq and count: every reader of JSON has it exactly
MOST: Final = 64  # values of a fact, players, options
DEEP: Final = 8
SECONDS: Final = 1e9  # no game's clock, and no message's delay, is beyond
POINTS: Final = 1e12
_ID: Final = re.compile(r"[0-9a-f]{32}")
_ORDER: Final = re.compile(r"[0-9a-f]{1,64}")


def to_dict(message: AnyMessage) -> dict[str, Any]:
    """The message as plain JSON values, with the codec's version first."""
    return {"v": VERSION, **{f.name: _plain(getattr(message, f.name)) for f in fields(message)}}


def encode(message: AnyMessage) -> bytes:
    """A payload that ``decode`` reads back to an equal message. Raises MessageError for one that it would refuse."""
    data = to_dict(message)
    try:
        body = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except (ValueError, RecursionError) as error:  # surrogates and numbers that are none
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
    message: AnyMessage = _built(kind, cls, data)
    return message


def _built(kind: str, cls: type[Any], data: dict[str, Any]) -> Any:
    checks, found = _CHECKS[kind], dict[str, Any]()
    for name, value in data.items():
        check = checks.get(name)
        if check is None:
            raise MessageError(f"a {kind} has no field {name[:NAME]!r}")
        try:
            found[name] = check(value)
        except _Wrong as wrong:
            raise MessageError(f"{name} of a {kind} {wrong}") from None
    lacking = [f.name for f in fields(cls) if f.name not in found and _required(f)]
    if lacking:
        raise MessageError(f"a {kind} lacks {', '.join(lacking)}")
    return cls(**found)


class _Wrong(Exception):
    """What a value is not, as the end of a sentence."""


def _no_constant(name: str) -> Any:
    raise MessageError(f"{name} is no number of JSON")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise MessageError("a name stands twice in one object")
    return found


def _required(f: Any) -> bool:
    return f.default is MISSING and f.default_factory is MISSING


def _plain(value: Any) -> Any:
    if isinstance(value, Fact):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    return [_plain(v) for v in value] if isinstance(value, (tuple, list)) else value


def _text(value: Any, longest: int = LONGEST) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise _Wrong(f"is a text of at most {longest} characters")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _Wrong("is a text of whole characters") from None
    return value


def _told(value: Any) -> str:
    if not _text(value).strip() or any(unicodedata.category(c) in ("Cc", "Cs") for c in value):
        raise _Wrong("is a text in one line")
    return str(value)


def _identity(value: Any) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise _Wrong("is an ID of 32 hexadecimal digits")
    return value


def _order(value: Any) -> str:
    if not isinstance(value, str) or not _ORDER.fullmatch(value):
        raise _Wrong("is an ID of at most 64 hexadecimal digits")
    return value


def _wall(value: Any) -> str:
    try:
        if datetime.fromisoformat(_text(value, NAME).replace("Z", "+00:00")).tzinfo is None:
            raise ValueError
    except ValueError:
        raise _Wrong("is a time of ISO 8601 with its zone") from None
    return str(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _Wrong("is true or false")
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LAST:
        raise _Wrong("is a whole number from 0")
    return value


def _number(value: Any, most: float = LAST) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -most <= value <= most:
        raise _Wrong("is a number within bounds")
    return value


def _seconds(value: Any) -> float:
    if _number(value, SECONDS) < 0:
        raise _Wrong("is a time in seconds from 0")
    return float(value)


def _do(value: Any) -> str:
    if not isinstance(value, str) or value not in DO:
        raise _Wrong(f"is one of {', '.join(DO)}")
    return value


def _names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST:
        raise _Wrong(f"is a list of at most {MOST} names")
    return tuple(_told(v) for v in value)


def _by_name(value: Any, check: Callable[[Any], Any]) -> Any:
    if not isinstance(value, dict) or len(value) > MOST:
        raise _Wrong(f"is an object of at most {MOST} values")
    return {_told(name): check(v) for name, v in value.items()}


def _points(value: Any) -> Any:
    return _by_name(value, lambda v: _number(v, POINTS))


def _counts(value: Any) -> Any:
    return None if value is None else _by_name(value, _whole)


def _options(value: Any) -> Any:
    return _by_name(value, lambda v: _bounded(v, 1, keys=True))


def _values(value: Any) -> Any:
    """A fact's values: texts, numbers, lists and further facts, no deeper than a fact is read."""
    found = _by_name(value, lambda v: _bounded(v, 1))
    try:
        return Fact.from_dict({"code": "", "values": found}).values
    except ValueError as error:
        raise _Wrong(f"is no fact's: {error}") from None


def _bounded(value: Any, depth: int, *, keys: bool = False) -> Any:
    if depth > DEEP:
        raise _Wrong("holds too much in each other")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (int, float)):
        return _number(value)
    if len(value) > MOST:
        raise _Wrong(f"holds more than {MOST} values")
    if isinstance(value, list):
        return [_bounded(v, depth + 1, keys=keys) for v in value]
    if not keys and set(value) != {"code", "values"}:
        raise _Wrong("holds an object that is no fact")
    return {_text(k): _bounded(v, depth + 1, keys=keys or k == "values") for k, v in value.items()}


_SPECIAL: Final[dict[str, Callable[[Any], Any]]] = {
    "id": _order, "table": _identity, "wall": _wall, "at": _seconds, "late": _seconds, "points": _points,
    "hands": _counts, "options": _options, "values": _values, "do": _do, "code": _told, "kind": _told, "name": _told,
}  # fmt: skip
_SIMPLE: Final[dict[Any, Callable[[Any], Any]]] = {str: _text, bool: _flag, int: _whole}


def _check(name: str, hint: Any) -> Callable[[Any], Any]:
    """The function that returns this field's value, or raises _Wrong."""
    if name in _SPECIAL:
        return _SPECIAL[name]
    if get_origin(hint) is tuple:
        return _names
    parts: Sequence[Any] = get_args(hint)
    if NoneType in parts:
        inner = _SIMPLE[next(p for p in parts if p is not NoneType)]
        return lambda value: None if value is None else inner(value)
    return _SIMPLE[hint]


def _checks(cls: type[Any]) -> Mapping[str, Callable[[Any], Any]]:
    hints = get_type_hints(cls, localns={"Fact": Fact})
    return {f.name: _check(f.name, hints[f.name]) for f in fields(cls)}


_CHECKS: Final = {kind: _checks(cls) for kind, cls in TYPES.items()}
