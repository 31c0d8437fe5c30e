"""Encode messages between tables and hall as JSON and decode them strictly, by the types of their fields.

Anybody may write to a broker: ``decode`` rejects every payload that is not exactly one message within the limits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import partial
from typing import Annotated, Any, Final, get_type_hints

from companion.club.facts import (
    MAX_COUNT,
    MAX_ITEMS,
    MAX_NAME_CHARS,
    MAX_TEXT_CHARS,
    MESSAGE_TYPES,
    VERSION,
    AnyMessage,
    LineText,
    MessageError,
    ToldMessage,
)
from companion.decoder import Bounds, Check, Wrong, built, check_of, checks_of, compact, parse_json
from companion.facts import JSON, MAX_DEPTH, Fact, Value, plain

MAX_PAYLOAD_BYTES: Final = 16 << 10


def to_dict(message: AnyMessage) -> dict[str, JSON]:
    """Return the message as JSON values, with the version of the format under "v"."""
    return {"v": VERSION, **{f.name: plain(getattr(message, f.name)) for f in fields(message)}}


def encode(message: AnyMessage) -> bytes:
    """Return the message as a payload, which ``decode`` reads back to an equal message.

    Raises:
        MessageError: The message is not valid, so that ``decode`` would reject it.
    """
    data = to_dict(message)
    try:
        body = compact(data).encode()
    except (ValueError, RecursionError) as error:  # surrogates and values that are not numbers
        raise MessageError(f"this cannot be sent: {error}") from None
    decode(type(message).topic, body)
    return body


def decode(kind: str, payload: bytes) -> AnyMessage:
    """Return the message in a payload.

    Args:
        kind: Kind of the message, the last part of its topic.
        payload: The payload.

    Raises:
        MessageError: The payload is no valid message of this kind; no other error is raised.
    """
    cls = MESSAGE_TYPES.get(kind)
    if cls is None:
        raise MessageError(f"unknown kind of message {kind[:MAX_NAME_CHARS]!r}")
    if len(payload) > MAX_PAYLOAD_BYTES:
        raise MessageError(f"a message of {len(payload)} bytes: more than {MAX_PAYLOAD_BYTES}")
    try:
        data = parse_json(payload, _pairs)
    except MessageError:
        raise
    except (ValueError, RecursionError):
        raise MessageError("broken JSON") from None
    if not isinstance(data, dict):
        raise MessageError("a message is a JSON object")
    if (version := data.pop("v", None)) != VERSION or isinstance(version, bool) or not isinstance(version, int):
        raise MessageError(f"a message of version {str(version)[:MAX_NAME_CHARS]}: this reads {VERSION}")
    try:
        message: AnyMessage = built(cls, _CHECKS[kind], data)
    except Wrong as wrong:
        raise MessageError(f"{wrong.where} of a {kind} {wrong.what}".removeprefix(" of ")) from None
    return message


def _pairs(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise MessageError("a name stands twice in one object")
    return found


def _text(value: JSON) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT_CHARS:
        raise Wrong(f"is a text of at most {MAX_TEXT_CHARS} characters")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Wrong("is a text of whole characters") from None
    return value


def _check_values(value: JSON, *, keys: bool = False) -> dict[str, JSON]:
    """Return a JSON object after checking the types, sizes and depth of its values.

    Args:
        value: The object.
        keys: True to allow any objects in it; False to allow only facts.
    """
    return {name: _check_nested(v, 1, keys=keys) for name, v in _CHECK_NAMED_VALUES(value).items()}


def _values(value: JSON) -> Mapping[str, Value]:
    """Return the values of a fact, after checking types, sizes and depth."""
    try:
        return Fact.from_dict({"code": "", "values": _check_values(value)}).values
    except ValueError as error:
        raise error if isinstance(error, Wrong) else Wrong(f"is no fact's: {error}") from None


def _check_nested(value: JSON, depth: int, *, keys: bool) -> JSON:
    if depth > MAX_DEPTH:
        raise Wrong("holds too much in each other")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (int, float)):
        return _CHECK_NUMBER(value)
    if len(value) > MAX_ITEMS:
        raise Wrong(f"holds more than {MAX_ITEMS} values")
    if isinstance(value, list):
        return [_check_nested(v, depth + 1, keys=keys) for v in value]
    if not keys and set(value) != {"code", "values"}:
        raise Wrong("holds an object that is no fact")
    return {_text(k): _check_nested(v, depth + 1, keys=keys or k == "values") for k, v in value.items()}


_CHECK_NUMBER: Final = check_of(Annotated[float, Bounds(-MAX_COUNT, MAX_COUNT)])
_PLAIN_CHECKS: Final[Mapping[Any, Check]] = {str: _text, int: check_of(Annotated[int, Bounds(0, MAX_COUNT)])}
_CHECK_NAMED_VALUES: Final = check_of(
    Annotated[dict[LineText, object], Bounds(0, MAX_ITEMS)], {**_PLAIN_CHECKS, object: lambda value: value}
)
_CUSTOM_CHECKS: Final[Mapping[Any, Check]] = {
    **_PLAIN_CHECKS,
    Mapping[str, Any]: partial(_check_values, keys=True),
    get_type_hints(ToldMessage)["values"]: _values,
}
_CHECKS: Final = {kind: checks_of(cls, _CUSTOM_CHECKS) for kind, cls in MESSAGE_TYPES.items()}
