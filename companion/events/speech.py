"""The shout, the victory speech, and the mouth over it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from companion.events.base import Event
from companion.facts import Fact


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
    """The mouth over a speech: teeth, clean or unseen, with the times (s) at which teeth showed and the reason."""

    type: ClassVar[str] = "teeth"
    verdict: Literal["teeth", "clean", "unseen"]
    times: tuple[float, ...] = ()
    why: Fact | None = None
