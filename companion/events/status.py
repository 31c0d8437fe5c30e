"""How sources and seats are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from companion.events.base import Event
from companion.facts import Fact

Status: TypeAlias = Literal["online", "frozen", "offline", "ended", "off"]
"""One vocabulary for every camera, microphone, clip and phone: frozen gives nothing new, offline is sought again,
ended has no more to give, off was switched off after its sense failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(Event):
    """A camera, clip or microphone changes its status, or says something of itself under the one that stands."""

    type: ClassVar[str] = "source"
    status: Status
    detail: Fact | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Event):
    """A seat's state: seen, lost, learning (the neutral face), ready, turned (beyond what is judged), back."""

    type: ClassVar[str] = "seat"
    seat: int
    state: Literal["seen", "lost", "learning", "ready", "turned", "back"]
    detail: Fact | None = None
