"""Encodes events as lines of JSON and decodes them, by the types of their fields.

A line begins with the version of this format and the event's type. Decoding checks everything: types, ranges, unknown
and missing fields, NaN and infinity. Lines of older versions are accepted, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, get_type_hints

from companion.decoder import Check, Wrong, as_object, built, checks_of, compact, number, parse_json
from companion.events.kinds import (
    Command,
    Event,
    EventError,
    Notice,
    Phrase,
    Roll,
    Ruling,
    Seat,
    Signal,
    Source,
    Teeth,
)
from companion.facts import JSON, Fact, Value, plain

VERSION = 2
EVENT_TYPES: dict[str, type[Event]] = {c.type: c for c in (Signal, Seat, Source, Phrase, Teeth, Roll, Command, Ruling)}


def to_dict(event: Event) -> dict[str, JSON]:
    """Return the event as plain JSON values: first the format's version ("v") and the event's type, then its fields."""
    fields = _NOTICE_FIELDS if isinstance(event, Notice) else _CHECKS[event.type]
    values = {name: plain(getattr(event, name)) for name in fields}
    if isinstance(event, Notice):
        values |= {"action": "", "number": 0}
    if isinstance(event, Phrase):
        values["slots"] = {**values["slots"], **_slots_of_unclear_words(event)}
    return {"v": VERSION, "type": event.type, **values}


def encode(event: Event) -> str:
    """Return the event as one line of JSON, which ``decode`` reads back as an equal event.

    Raises ValueError for NaN and infinity.
    """
    return compact(to_dict(event))


def decode(text: str | bytes) -> Event:
    """Return the event that one line of JSON holds.

    Raises EventError for broken JSON, a newer version, an unknown type or a wrong field.
    """
    try:
        data = parse_json(text)
    except (ValueError, RecursionError) as e:
        raise EventError(f"this is not an event: broken JSON ({e})") from None
    return from_dict(data)


def from_dict(data: JSON) -> Event:
    """Return the event that plain JSON values describe.

    Raises EventError for a value that is no object, a newer version, an unknown type or a wrong field.
    """
    if not isinstance(data, dict):
        raise EventError("an event is a JSON object")
    version = data.get("v")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise EventError("an event carries its version as a whole number in 'v'")
    if version > VERSION:
        raise EventError(f"this event is of version {version}, newer than {VERSION}: update companion to read it")
    kind = data.get("type")
    cls = EVENT_TYPES.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise EventError(f"unknown event type {kind!r}: one of {', '.join(sorted(EVENT_TYPES))}")
    values = {k: v for k, v in data.items() if k not in ("v", "type")}
    return _built(cls, _upgrade_fields(cls.type, values) if version < VERSION else values)


def _built(cls: type[Event], data: dict[str, JSON]) -> Event:
    try:
        event = built(cls, _CHECKS[cls.type], {"number": 0, **data} if cls is Ruling else data)
        if isinstance(event, Phrase):
            event = _with_unclear_words(event)
        if isinstance(event, Ruling) and not event.number:
            event = _as_notice(event)
    except Wrong as wrong:
        raise EventError(f"{wrong.where} of a {cls.type} event {wrong.what}".removeprefix(" of ")) from None
    if not 0 <= event.confidence <= 1:
        raise EventError(f"confidence of a {cls.type} event lies between 0 and 1")
    if isinstance(event, Roll) and not all(0 <= value <= 6 for value in (*event.values, *event.best)):
        raise EventError("values of a roll event lie between 0 and 6")
    return event


def _as_notice(ruling: Ruling) -> Notice:
    """Return a decoded ruling without a number as a notice, since notices are encoded that way.

    Raises Wrong if the ruling has an action.
    """
    if ruling.action:
        raise Wrong("is of a ruling with a number", "action")
    return Notice(**{name: getattr(ruling, name) for name in _NOTICE_FIELDS})


_ALTERNATIVES_KEYS: Final = {"name": "perhaps", "gem": "perhaps_gem"}  # slot -> key of its alternatives in JSON
_SET_ALTERNATIVES_KEYS: Final = {"set": "perhaps"}


def _alternatives_keys(phrase: Phrase) -> Mapping[str, str]:
    return _SET_ALTERNATIVES_KEYS if phrase.kind == "set" else _ALTERNATIVES_KEYS


def _slots_of_unclear_words(phrase: Phrase) -> dict[str, JSON]:
    """Return the phrase's ``missing`` and ``alternatives`` as text, in the form of slots."""
    keys = _alternatives_keys(phrase)
    slots: dict[str, JSON] = {keys[slot]: "|".join(found) for slot, found in phrase.alternatives.items()}
    return {**slots, "missing": " ".join(phrase.missing)} if phrase.missing or "heard" in phrase.slots else slots


def _with_unclear_words(phrase: Phrase) -> Phrase:
    """Return a decoded phrase whose ``missing`` and ``alternatives`` are read from its slots.

    Raises Wrong if these slots are no texts.
    """
    slots, keys = dict(phrase.slots), _alternatives_keys(phrase)
    texts = {slot: slots.pop(key) for slot, key in keys.items() if key in slots}
    missing = slots.pop("missing", "")
    if not all(isinstance(text, str) for text in (*texts.values(), missing)):
        raise Wrong("holds texts", "slots")
    alternatives = {slot: tuple(text.split("|")) if text else () for slot, text in texts.items()}
    return replace(phrase, slots=slots, missing=tuple(missing.split()), alternatives=alternatives)


# Version 1 kept sentences: these become facts with the code "old.said", whose text is the sentence.
_SENTENCE_KEYS: Final = {"seat": "detail", "source": "detail", "roll": "refused"}


def _legacy_text(text: object) -> JSON:
    return {"code": "old.said", "values": {"text": text}} if text else None


def _upgrade_fields(kind: str, values: dict[str, JSON]) -> dict[str, JSON]:
    """Return the fields of an event of version 1 as version 2 has them."""
    values = dict(values)
    if kind in _SENTENCE_KEYS and _SENTENCE_KEYS[kind] in values:
        values[_SENTENCE_KEYS[kind]] = _legacy_text(values[_SENTENCE_KEYS[kind]])
    if kind == "teeth":
        detail, slots = values.pop("detail", ""), values.pop("slots", None)
        values["why"] = _legacy_text(detail)
        if isinstance(slots, dict) and isinstance(slots.get("key"), str):
            values["why"] = {"code": f"teeth.{slots.pop('key').removeprefix('teeth-')}", "values": slots}
    if kind == "ruling":
        row: dict[str, JSON] = {"text": values.pop("text", "")}
        if reason := _legacy_text(values.pop("reason", "")):
            row["reason"] = reason
        values["values"] = row
    return values


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


_CUSTOM_CHECKS: Mapping[Any, Check] = {
    Fact: _fact,
    tuple[str, float, float]: _word,
    Mapping[str, str]: as_object,
    get_type_hints(Ruling)["values"]: _values,
}
_CHECKS = {kind: checks_of(cls, _CUSTOM_CHECKS) for kind, cls in EVENT_TYPES.items()}
_NOTICE_FIELDS: Final = tuple(name for name in _CHECKS[Ruling.type] if name not in ("action", "number"))
