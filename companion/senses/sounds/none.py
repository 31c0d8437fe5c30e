"""In place of the sense of noises where its model is missing or damaged: nothing is heard, the rest goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.errors import DeviceUnavailable
from companion.events import Event, Signal, Source
from companion.senses.sounds.profile import Profile


class NoSounds:
    """Answers like ``SoundSense`` that hears nothing; says once why (``failure``)."""

    def __init__(self, source: str, failure: DeviceUnavailable) -> None:
        self.source, self.failure = source, failure
        self.wild: Any = None
        self.on_level: Callable[[float, float], None] | None = None
        self.onsets: Sequence[float] = ()
        self._told = False

    def feed(self, samples: Any, t: float, lost: float = 0.0) -> list[Event]:
        if self._told:
            return []
        self._told = True
        return [Source(onset=t, decided=t, source=self.source, status="online", detail=self.failure.fact)]

    def finish(self) -> list[Event]:
        return []

    def going(self, name: str) -> bool:
        """Whether this noise goes on: nothing is heard."""
        return False

    def set_active(self, names: Sequence[str]) -> None:
        """Nothing is listened for."""

    def know(self, profiles: Iterable[Profile]) -> None:
        """Nobody is recognised."""

    def confirm(self, signal: Signal, player: str) -> None:
        """Nothing is learned."""

    def blunt(self, signal: Signal, player: str) -> None:
        """Nothing was heard that could be overruled."""
        return None

    def embedding(self, start: float, stop: float) -> None:
        """Nothing was heard."""
