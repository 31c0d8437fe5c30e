"""A camera or microphone that gives nothing new proves nothing: what it saw somebody show ends with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.events import Event, Ruling, Signal, Source
from companion.sitting.follower import Follower


class SilentSources(Follower):
    """Ends the signals that a source reported when it freezes, is lost, ends or is switched off: no trade comes from a
    picture that stands still. Whoever still shows them when it is back shows them anew."""

    def __init__(self) -> None:
        self._on: dict[tuple[str, str | None, str], Signal] = {}

    def follow(self, event: Event, rulings: Sequence[Ruling], told: Event) -> Iterable[Event]:
        if isinstance(event, Signal):
            key = (event.source, event.player, event.name)
            if event.phase == "on":
                self._on[key] = event
            else:
                self._on.pop(key, None)
            return ()
        if not isinstance(event, Source) or event.status == "online":
            return ()
        ended = [key for key in self._on if key[0] == event.source]
        return [self._off(self._on.pop(key), event) for key in ended]

    def _off(self, shown: Signal, event: Source) -> Signal:
        """It ended when the source gave something new for the last time."""
        return Signal(
            onset=max(shown.onset, event.onset), decided=event.decided, source=shown.source, player=shown.player,
            name=shown.name, phase="off",
        )  # fmt: skip
