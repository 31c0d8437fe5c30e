"""Followers of a sitting: they see each event after it counted, and bring about what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.events import Event, Ruling
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
