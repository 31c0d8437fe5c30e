"""Events as lines of JSON and back: one codec, made from the types of the fields.

A line begins with the codec's version and the event's type. What is read is checked whole: types, ranges, unknown and
missing fields, numbers that are none. Lines of older versions are read too (``old.py``). Pydantic was measured: it
writes faster and reads a fifth slower than the checks that stood here before; these are faster than both.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, get_type_hints

from companion.decoder import Check, Wrong, as_object, built, checks_of, number
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
TYPES: dict[str, type[Event]] = {c.type: c for c in (Signal, Seat, Source, Phrase, Teeth, Roll, Command, Ruling)}


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
    try:
        event = built(cls, _CHECKS[cls.type], data)
    except Wrong as wrong:
        raise EventError(f"{wrong.where} of a {cls.type} event {wrong.what}".removeprefix(" of ")) from None
    if not 0 <= event.confidence <= 1:
        raise EventError(f"confidence of a {cls.type} event lies between 0 and 1")
    return event


def _word(value: JSON) -> tuple[str, float, float]:
    if not isinstance(value, (list, tuple)):
        raise Wrong("holds a value of the wrong kind")
    if len(value) != 3 or not isinstance(value[0], str):
        raise Wrong("holds (word, start, end)")
    return (value[0], float(number(value[1])), float(number(value[2])))


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


_OWN: Mapping[Any, Check] = {
    Fact: _fact, tuple[str, float, float]: _word, Mapping[str, str]: as_object,
    get_type_hints(Ruling)["values"]: _values,
}  # fmt: skip
_CHECKS = {kind: checks_of(cls, _OWN) for kind, cls in TYPES.items()}
