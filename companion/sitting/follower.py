"""Who looks on at a sitting: followers bring about what follows from an event; what is shown waits for the log."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from companion.events import Event, Ruling, Signal, Source, notice
from companion.facts import Fact
from companion.referee.match import Match
from companion.referee.match_view import Stand
from companion.referee.questions import QUESTION_TIMEOUT_S, Answer, Question


class Follower:
    """Does nothing; subclasses do. Everything runs on the sitting's own thread."""

    def holds(self, event: Event) -> bool:
        """Return whether the event is for this follower alone, and does not count: a warm-up's faces and noises."""
        return False

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
        """After ``event`` counted with these rulings; ``told`` is the event with its source's own times.

        What is returned counts next; rulings are shown only.
        """
        return ()

    def tick(self, now: float) -> Iterable[Event]:
        """Time has passed to ``now``, seconds of the match."""
        return ()

    def questions(self) -> Iterable[Question]:
        """Return what the table is asked that rules nothing by itself: whose a sound was, who a face is."""
        return ()

    def on_answer(self, question: Question, answer: Answer) -> None:
        """Handle the answer to one of its questions. Raises BadInput."""


class SilentSources(Follower):
    """Ends the signals that a source reported when it freezes, is lost, ends or is switched off.

    Whoever still shows them when it is back shows them anew.
    """

    def __init__(self) -> None:
        self._on: dict[tuple[str, str | None, str], Signal] = {}

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
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
        """End it when the source gave something new for the last time."""
        return Signal(
            onset=max(shown.onset, event.onset),
            decided=event.decided,
            source=shown.source,
            player=shown.player,
            name=shown.name,
            phase="off",
        )


class DeliveryQueue:
    """``deliver`` gets the events, ``now`` the match's time. Everything is on one thread."""

    def __init__(self, match: Match | None, deliver: Callable[[Event], None], now: Callable[[], float]) -> None:
        self._match, self._deliver, self._now = match, deliver, now
        self.shown: Stand | None = match.stand if match is not None else None
        """The match as far as all of it may be shown: what came later is not on the disk yet."""
        self._waiting: deque[tuple[int, Event | Stand]] = deque()
        self._trouble: Fact | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, *items: Event | Stand) -> None:
        """Show them after all that came before."""
        log = self._match.log if self._match is not None else None
        self._waiting += [(log.last if log is not None else 0, item) for item in items]
        self.release()

    def release(self) -> None:
        """Show what is durable by now, and once what is wrong with the log."""
        log = self._match.log if self._match is not None else None
        if log is not None and log.trouble != self._trouble:
            self._trouble = log.trouble
            if log.trouble is not None:
                self._deliver(notice("told", self._now(), what=log.trouble))
        while self._waiting and (log is None or self._waiting[0][0] <= log.durable):
            _, item = self._waiting.popleft()
            if isinstance(item, Stand):
                self.shown = item
            else:
                self._deliver(item)


def in_turn(questions: Iterable[Question], now: float) -> list[Question]:
    """Return the questions that live at ``now``, those that the game waits for first, then the oldest.

    Of one kind the latest is asked. Where nothing hangs on it, nobody is asked for longer than ``QUESTION_TIMEOUT_S``.
    """
    live = (q for q in questions if q.asked is None or now - q.asked < QUESTION_TIMEOUT_S)
    latest = {(q.code, q.to): q for q in live}
    return sorted(latest.values(), key=lambda q: -1.0 if q.asked is None else q.asked)
