"""Followers, which react to events of a sitting, and the queue that shows events once they are in the log."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from companion.events import Event, Ruling, Signal, Source, notice
from companion.facts import Fact
from companion.referee.match import Match
from companion.referee.match_view import Stand
from companion.referee.questions import QUESTION_TIMEOUT_S, Answer, Question


class Follower:
    """Base class of objects that react to a sitting's events; its methods do nothing.

    All are called on the sitting's thread.
    """

    def holds(self, event: Event) -> bool:
        """Return True to keep an event out of the match, as a warm-up does with the faces and noises made for it."""
        return False

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
        """React to an event after the match has ruled on it; the sitting takes the returned events next.

        Args:
            event: The event with the match's times.
            rulings: The rulings that the event led to.
            raw_event: The event with its source's own times.
        """
        return ()

    def tick(self, now: float) -> Iterable[Event]:
        """React to the match's time reaching ``now`` (seconds); the sitting takes the returned events next."""
        return ()

    def questions(self) -> Iterable[Question]:
        """Return open questions of this follower's own, such as who a face is; they are not the match's."""
        return ()

    def on_answer(self, question: Question, answer: Answer) -> None:
        """Apply the answer to one of this follower's questions. Raises BadInput if that is no longer possible."""


class SilentSources(Follower):
    """Follower that ends the signals of a source that freezes, is lost, ends or is switched off.

    A player who still shows a signal when the source returns begins a new one.
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
        """Return the end of a signal, at the time of the source's last new data."""
        return Signal(
            onset=max(shown.onset, event.onset),
            decided=event.decided,
            source=shown.source,
            player=shown.player,
            name=shown.name,
            phase="off",
        )


class DeliveryQueue:
    """Queue that delivers events and match snapshots in order, each once the log has written what came before it.

    Args:
        match: The match with the log; without one everything is delivered at once.
        deliver: Called with each event.
        now: Returns the match's time, seconds.
    """

    def __init__(self, match: Match | None, deliver: Callable[[Event], None], now: Callable[[], float]) -> None:
        self._match, self._deliver, self._now = match, deliver, now
        self.shown: Stand | None = match.stand if match is not None else None
        """The latest match snapshot that the log has written completely, and that may be shown."""
        self._waiting: deque[tuple[int, Event | Stand]] = deque()
        self._trouble: Fact | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, *items: Event | Stand) -> None:
        """Queue events or snapshots, and deliver what the log has already written."""
        log = self._match.log if self._match is not None else None
        self._waiting += [(log.last if log is not None else 0, item) for item in items]
        self.release()

    def release(self) -> None:
        """Deliver everything that the log has written; report a new fault of the log."""
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
    """Return the questions open at ``now`` in the order to ask them: those that the game waits for, then the oldest.

    Of several questions with the same code for the same people only the latest is kept. A question with a time of
    asking (the game does not wait for it) is dropped after ``QUESTION_TIMEOUT_S`` seconds.
    """
    live = (q for q in questions if q.asked is None or now - q.asked < QUESTION_TIMEOUT_S)
    latest = {(q.code, q.to): q for q in live}
    return sorted(latest.values(), key=lambda q: -1.0 if q.asked is None else q.asked)
