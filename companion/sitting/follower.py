"""Followers of a sitting: they see each event after it counted, and bring about what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.events import Event, Ruling, Signal, Source
from companion.referee.questions import Answer, Question


class Follower:
    """Does nothing; subclasses do. Everything runs on the sitting's own thread."""

    def holds(self, event: Event) -> bool:
        """Whether the event is for this follower alone, and does not count: a warm-up's faces and noises."""
        return False

    def follow(self, event: Event, rulings: Sequence[Ruling], told: Event) -> Iterable[Event]:
        """After ``event`` counted with these rulings; ``told`` is the event with its source's own times.

        What is returned counts next; rulings are shown only.
        """
        return ()

    def tick(self, now: float) -> Iterable[Event]:
        """Time has passed to ``now``, seconds of the match."""
        return ()

    def questions(self) -> Iterable[Question]:
        """What the table is asked that rules nothing by itself: whose a sound was, who a face is."""
        return ()

    def answered(self, question: Question, answer: Answer) -> None:
        """One of its questions is answered. Raises BadInput."""


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
