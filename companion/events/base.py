"""What all events carry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

JSON: TypeAlias = Any


class EventError(ValueError):
    """A text that is no event of ours: what was wrong, in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """``onset`` is when a thing began and ``decided`` when it was known for sure, seconds of the injected clock.

    ``confidence`` is in 0..1; ``source`` names the camera, microphone, phone or key; ``player`` is the seat's player
    name, or None while it is not known whose it is.
    """

    type: ClassVar[str] = "event"
    onset: float
    decided: float
    confidence: float = 1.0
    source: str = ""
    player: str | None = None
