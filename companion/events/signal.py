"""Trading signals: faces and noises that were shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from companion.events.base import JSON, Event

Phase: TypeAlias = Literal["on", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal(Event):
    """A trading signal starts ("on") or stops ("off"). ``evidence``: values it was decided on, against thresholds."""

    type: ClassVar[str] = "signal"
    name: str
    phase: Phase
    evidence: Mapping[str, JSON] = field(default_factory=dict)
