"""Every event between senses, referee and table: frozen values with one versioned JSON codec.

``onset`` is when a thing began and ``decided`` when the sense was sure of it, both seconds of the injected clock.
``player`` is the seat's player name, or None while it is not known whose it is.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal, TypeAlias, get_args

VERSION = 1
JSON: TypeAlias = Any

Phase: TypeAlias = Literal["on", "off"]
Status: TypeAlias = Literal["online", "frozen", "offline", "ended"]


class EventError(ValueError):
    """A text that is no event of ours: what was wrong, in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What all events carry. ``confidence`` is in 0..1; ``source`` names the camera, microphone, phone or key."""

    type: ClassVar[str] = "event"
    onset: float
    decided: float
    confidence: float = 1.0
    source: str = ""
    player: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal(Event):
    """A trading signal starts ("on") or stops ("off"). ``evidence``: values it was decided on, against thresholds."""

    type: ClassVar[str] = "signal"
    name: str
    phase: Phase
    evidence: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Event):
    """A seat's state: seen, lost, learning (the neutral face), ready, turned (beyond 30 degrees: not judged)."""

    type: ClassVar[str] = "seat"
    seat: int
    state: Literal["seen", "lost", "learning", "ready", "turned", "back"]
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(Event):
    """A camera, clip or microphone changes its status."""

    type: ClassVar[str] = "source"
    status: Status
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase(Event):
    """Speech heard: the shout, the victory speech, "Wild thing" or a signal set. ``words``: (word, start s, end s)."""

    type: ClassVar[str] = "phrase"
    text: str
    kind: Literal["shout", "speech", "wild_thing", "set", "other"]
    words: tuple[tuple[str, float, float], ...] = ()
    slots: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Teeth(Event):
    """The mouth over a speech: teeth, clean or unseen, with the times (s) at which teeth showed.

    ``detail`` is the reason in English; ``slots`` is the same by key and values, for ``messages.reason``.
    """

    type: ClassVar[str] = "teeth"
    verdict: Literal["teeth", "clean", "unseen"]
    times: tuple[float, ...] = ()
    detail: str = ""
    slots: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Event):
    """Dice at rest. ``refused`` says why nothing was read; then ``values`` holds what is known, 0 for unread, and
    ``best`` what they show as they lie, for the table to accept (empty where it is no roll)."""

    type: ClassVar[str] = "roll"
    values: tuple[int, ...]
    colours: tuple[str, ...] = ()
    refused: str = ""
    best: tuple[int, ...] = ()

    def filled(self, typed: Sequence[int]) -> tuple[int, ...]:
        """Typed values in place of the unread ones; where they are not as many, they replace the roll."""
        if len(typed) != self.values.count(0):
            return tuple(typed)
        left = iter(typed)
        return tuple(v or next(left) for v in self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Event):
    """Somebody's typed, tapped or spoken command: ``text`` in the game's notation or a referee's word (undo...)."""

    type: ClassVar[str] = "command"
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Event):
    """What the referee ruled: its number (to overrule it), a code, the sentence, the reason, the rules' actions."""

    type: ClassVar[str] = "ruling"
    code: str
    text: str
    reason: str = ""
    action: str = ""
    number: int = 0


TYPES: dict[str, type[Event]] = {c.type: c for c in (Signal, Seat, Source, Phrase, Teeth, Roll, Command, Ruling)}


def to_dict(event: Event) -> dict[str, JSON]:
    """The event as plain JSON values, with its type and the codec's version first."""
    values = {f.name: _plain(getattr(event, f.name)) for f in fields(event)}
    return {"v": VERSION, "type": event.type, **values}


def encode(event: Event) -> str:
    """One line of JSON; ``decode`` gives an equal event back."""
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
    names = {f.name for f in fields(cls)}
    unknown = sorted(set(data) - names - {"v", "type"})
    if unknown:
        raise EventError(f"a {kind} event has no field {unknown[0]!r}")
    try:
        return cls(**{name: _typed(cls, name, data[name]) for name in names if name in data})
    except TypeError:
        missing = sorted(f.name for f in fields(cls) if f.name not in data and _required(cls, f.name))
        raise EventError(f"a {kind} event lacks {', '.join(missing)}") from None


def _required(cls: type[Event], name: str) -> bool:
    from dataclasses import MISSING

    f = cls.__dataclass_fields__[name]
    return f.default is MISSING and f.default_factory is MISSING


_NUMBERS = {"onset", "decided", "confidence"}
_TEXTS = {"source", "name", "detail", "text", "refused", "code", "reason", "action"}
_CHOICES: dict[tuple[str, str], tuple[str, ...]] = {
    ("signal", "phase"): get_args(Phase),
    ("source", "status"): get_args(Status),
    ("seat", "state"): ("seen", "lost", "learning", "ready", "turned", "back"),
    ("phrase", "kind"): ("shout", "speech", "wild_thing", "set", "other"),
    ("teeth", "verdict"): ("teeth", "clean", "unseen"),
}


def _typed(cls: type[Event], name: str, value: JSON) -> JSON:
    where = f"{name} of a {cls.type} event"
    if name in _NUMBERS:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise EventError(f"{where} is a finite number")
        if name == "confidence" and not 0 <= value <= 1:
            raise EventError(f"{where} lies between 0 and 1")
        return value
    if (cls.type, name) in _CHOICES:
        if value not in _CHOICES[cls.type, name]:
            raise EventError(f"{where} is one of {', '.join(_CHOICES[cls.type, name])}")
        return value
    if name in _TEXTS or (name == "player" and value is not None):
        if not isinstance(value, str):
            raise EventError(f"{where} is a text")
        return value
    return _shaped(where, name, value)


def _shaped(where: str, name: str, value: JSON) -> JSON:
    if name in ("seat", "number") and (isinstance(value, bool) or not isinstance(value, int)):
        raise EventError(f"{where} is a whole number")
    if name in ("evidence", "slots") and not isinstance(value, dict):
        raise EventError(f"{where} is an object")
    if name in ("times", "values", "best", "colours", "words"):
        if not isinstance(value, (list, tuple)):
            raise EventError(f"{where} is a list")
        want: tuple[type, ...] = {
            "times": (int, float),
            "values": (int,),
            "best": (int,),
            "colours": (str,),
        }.get(name, (list, tuple))
        if any(isinstance(v, bool) or not isinstance(v, want) for v in value):
            raise EventError(f"{where} holds a value of the wrong kind")
        if name == "words":
            return tuple(_word(where, w) for w in value)
        return tuple(value)
    return value


def _word(where: str, value: JSON) -> tuple[str, float, float]:
    if len(value) != 3 or not isinstance(value[0], str) or not all(isinstance(t, (int, float)) for t in value[1:]):
        raise EventError(f"{where} holds (word, start, end)")
    return (value[0], float(value[1]), float(value[2]))


def _plain(value: JSON) -> JSON:
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(v) for v in value]
    return value
