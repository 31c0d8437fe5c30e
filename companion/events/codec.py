"""Events as lines of JSON and back: one codec, made from the types of the fields.

A line begins with the codec's version and the event's type. What is read is checked whole: types, ranges, unknown and
missing fields, numbers that are none. Lines of older versions are read too (``old.py``). Pydantic was measured: it
writes faster and reads a fifth slower than the checks that stood here before; these are faster than both.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from companion.events.base import JSON, Event, EventError
from companion.events.command import Command
from companion.events.dice import Roll
from companion.events.old import upgraded
from companion.events.ruling import Ruling
from companion.events.signal import Signal
from companion.events.speech import Phrase, Teeth
from companion.events.status import Seat, Source
from companion.facts import Fact, Value

VERSION = 2
LARGEST = 1e300  # no number of an event is as large; integers of JSON can be beyond every float
TYPES: dict[str, type[Event]] = {c.type: c for c in (Signal, Seat, Source, Phrase, Teeth, Roll, Command, Ruling)}
Check = Callable[[JSON], Any]


class Wrong(Exception):
    """What a value is not, as the end of a sentence: "is a finite number"."""


def to_dict(event: Event) -> dict[str, JSON]:
    """The event as plain JSON values, with its type and the codec's version first."""
    values = {name: plain(getattr(event, name)) for name in _CHECKS[event.type]}
    return {"v": VERSION, "type": event.type, **values}


def encode(event: Event) -> str:
    """One line of JSON; ``decode`` gives an equal event back. Raises ValueError for numbers that are none."""
    return json.dumps(to_dict(event), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def decode(text: str | bytes) -> Event:
    """Read one line. Raises EventError for broken JSON, a newer version, an unknown type or a wrong field."""
    try:
        data = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as e:
        raise EventError(f"this is not an event: broken JSON ({e})") from None
    return from_dict(data)


def _no_constant(name: str) -> JSON:
    raise ValueError(f"{name} is no number of JSON")


def from_dict(data: JSON) -> Event:
    """Build an event from plain JSON values. Raises EventError."""
    if not isinstance(data, dict):
        raise EventError("an event is a JSON object")
    version = data.get("v")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise EventError("an event carries its version as a whole number in 'v'")
    if version > VERSION:
        raise EventError(f"this event is of version {version}, newer than {VERSION}: update companion to read it")
    kind = data.get("type")
    cls = TYPES.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise EventError(f"unknown event type {kind!r}: one of {', '.join(sorted(TYPES))}")
    values = {k: v for k, v in data.items() if k not in ("v", "type")}
    return _built(cls, upgraded(cls.type, values) if version < VERSION else values)


def _built(cls: type[Event], data: dict[str, JSON]) -> Event:
    checks, found = _CHECKS[cls.type], dict[str, Any]()
    for name, value in data.items():
        check = checks.get(name)
        if check is None:
            raise EventError(f"a {cls.type} event has no field {name!r}")
        try:
            found[name] = check(value)
        except Wrong as wrong:
            raise EventError(f"{name} of a {cls.type} event {wrong}") from None
    try:
        event = cls(**found)
    except TypeError:
        missing = sorted(f.name for f in fields(cls) if f.name not in data and _required(f))
        raise EventError(f"a {cls.type} event lacks {', '.join(missing)}") from None
    if not 0 <= event.confidence <= 1:
        raise EventError(f"confidence of a {cls.type} event lies between 0 and 1")
    return event


def _required(field: Any) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _check(hint: Any) -> Check:
    """The function that returns a value of this type, or raises Wrong."""
    parts, origin = get_args(hint), get_origin(hint)
    if origin is Literal:
        return lambda value: _one_of(value, parts)
    if NoneType in parts:
        inner = _check(next(p for p in parts if p is not NoneType))
        return lambda value: None if value is None else inner(value)
    if origin is tuple and parts[-1] is Ellipsis:
        item = _word if get_origin(parts[0]) is tuple else _item(_check(parts[0]))
        return lambda value: tuple(item(v) for v in _list(value))
    if origin is not None:
        return _object if parts[1] in (Any, str) else _values
    simple: dict[Any, Check] = {float: _number, int: _whole, str: _text, Fact: _fact}
    return simple[hint]


def _one_of(value: JSON, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise Wrong(f"is one of {', '.join(allowed)}")
    return value


def _number(value: JSON) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -LARGEST < value < LARGEST:
        raise Wrong("is a finite number")
    return value


def _whole(value: JSON) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Wrong("is a whole number")
    return value


def _text(value: JSON) -> str:
    if not isinstance(value, str):
        raise Wrong("is a text")
    return value


def _object(value: JSON) -> Any:
    if not isinstance(value, dict):
        raise Wrong("is an object")
    return value


def _list(value: JSON) -> Any:
    if not isinstance(value, (list, tuple)):
        raise Wrong("is a list")
    return value


def _item(check: Check) -> Check:
    def checked(value: JSON) -> Any:
        try:
            return check(value)
        except Wrong:
            raise Wrong("holds a value of the wrong kind") from None

    return checked


def _word(value: JSON) -> tuple[str, float, float]:
    if not isinstance(value, (list, tuple)):
        raise Wrong("holds a value of the wrong kind")
    if len(value) != 3 or not isinstance(value[0], str):
        raise Wrong("holds (word, start, end)")
    return (value[0], float(_number(value[1])), float(_number(value[2])))


def _fact(value: JSON) -> Fact:
    try:
        return Fact.from_dict(value)
    except ValueError as error:
        raise Wrong(f"is no fact: {error}") from None


def _values(value: JSON) -> Mapping[str, Value]:
    return _fact({"code": "", "values": value}).values


def plain(value: Any) -> JSON:
    """A field's value as JSON has it: lists for tuples, objects for mappings and facts."""
    if value is None or type(value) in (str, float, int, bool):
        return value
    if isinstance(value, Fact):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(v) for v in value]
    return value


def _checks(cls: type[Event]) -> Mapping[str, Check]:
    """A check for each field, from its type."""
    hints = get_type_hints(cls)
    return {f.name: _check(hints[f.name]) for f in fields(cls)}


_CHECKS = {kind: _checks(cls) for kind, cls in TYPES.items()}
