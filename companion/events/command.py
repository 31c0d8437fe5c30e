"""What somebody types, taps or says to the referee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.events.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Event):
    """``text`` in the game's notation or a referee's word (undo...)."""

    type: ClassVar[str] = "command"
    text: str
