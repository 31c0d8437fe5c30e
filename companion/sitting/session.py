"""A sitting: feeds of events from cameras, microphones and keys, folded into one match as they come.

Clips are merged by their own times and give the same rulings on every machine; live feeds run in a thread each and
share the session's clock. A feed that fails becomes an offline status and the game goes on.
"""

from __future__ import annotations

import heapq
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Protocol, TypeAlias

from companion.clock import Clock
from companion.errors import BadInput, CompanionError
from companion.events import Command, Event, Ruling, Source
from companion.referee.match import Match
from companion.senses.wild_sentences import told as wild_told
from companion.sitting.followers.wild_shows import WildShows
from companion.terminal.script import Line

Batch: TypeAlias = tuple[float, list[Event]]
Show: TypeAlias = Callable[[Event], None]
POLL = 0.05  # seconds between looks at the clock while nothing comes


class Feed(Protocol):
    """One source with its sense: batches of (time in seconds up to which all is known, events decided by then)."""

    @property
    def name(self) -> str: ...

    @property
    def live(self) -> bool: ...

    def batches(self) -> Iterator[Batch]: ...

    def drain(self) -> list[Event]: ...

    def seat(self, number: int, name: str, t: float) -> Event: ...

    def close(self) -> None: ...


class Session:
    """Runs one match. ``show`` gets every event, heard and ruled, in the order in which they counted."""

    def __init__(self, match: Match, feeds: list[Feed], show: Show, *, echo: bool = False) -> None:
        self.match = match
        self.echo = echo  # show commands too: they were not typed by whoever looks on
        self.feeds = feeds
        self.wild = WildShows(lambda: self.feeds)
        self.show = show
        self.failed: list[CompanionError] = []
        self.follow: Callable[[Event], list[Event]] | None = None  # what a counted event brings about, counted next
        self.asides: dict[str, Callable[[str], str]] = {}  # first word -> the answer to a command that rules nothing

    def take(self, event: Event) -> list[Ruling]:
        """Fold one event and show it with what followed from it. ``seat 2 Ann`` and ``wild Ann`` are for the senses."""
        if isinstance(event, Command):
            word, _, rest = event.text.strip().partition(" ")
            if word.casefold() == "seat":
                return self._seat(event)
            if word.casefold() == "wild" and self.match.game.name == "face-off":
                return self._teach(event)
            if word.casefold() in self.asides:
                return self._answer(word.casefold(), rest.strip())
        since = self.match.now
        rulings = self.match.fold(event)
        said = self.wild.follow(event, rulings)
        before = [r for r in rulings if r.decided < event.decided]
        for ruling in before:
            self.show(ruling)
        if self.echo or not isinstance(event, Command):
            self.show(replace(event, decided=max(event.decided, since)))
        for ruling in rulings[len(before) :]:
            self.show(ruling)
        if said:
            self._tell("wild", wild_told(said, self.match.language))
        for more in self.follow(event) if self.follow is not None else []:
            rulings += self.take(more)
        return rulings

    def pass_time(self, now: float) -> None:
        for ruling in self.match.advance(now):
            self.show(ruling)

    def _rule_pending(self) -> None:
        """Let time pass until the decision that is pending has been ruled, if there is one."""
        due = self.match.desk.due() if self.match.desk is not None else None
        self.pass_time(max(self.match.now, due or 0.0))

    def begin(self) -> None:
        for ruling in self.match.begin():
            self.show(ruling)

    def end(self) -> None:
        """Let what is pending be ruled, and say the score."""
        self._rule_pending()
        self.echo = False
        self.take(Line(None, "score").command(self.match.now))

    def run_clips(self, timed: Iterable[Line] = (), after: Iterable[Line] = ()) -> None:
        """Read all feeds to their ends at full speed, merged by time with the ``timed`` commands; then ``after``."""
        keys: Iterator[Batch] = ((line.at or 0.0, [line.command(line.at or 0.0)]) for line in timed)
        streams: list[Iterator[Batch]] = [self._guarded(feed) for feed in self.feeds]
        for now, events in heapq.merge(keys, *streams, key=lambda batch: batch[0]):
            for event in events:
                self.take(event)
            self.pass_time(now)
        self._rule_pending()
        for line in after:
            self.take(line.command(self.match.now))

    def run_live(self, clock: Clock, keys: Callable[[], Iterator[Line]], stopped: threading.Event) -> None:
        """Until ``stopped``, or the keys end and no feed lives. Each feed and the keys have a thread."""
        inbox: queue.Queue[Batch | None] = queue.Queue()
        threads = [self._thread(inbox, lambda f=feed: self._guarded(f)) for feed in self.feeds]  # type: ignore[misc]
        threads.append(self._thread(inbox, lambda: ((clock.now(), [x.command(clock.now())]) for x in keys())))
        running = len(threads)
        while running and not stopped.is_set():
            try:
                batch = inbox.get(timeout=POLL)
            except queue.Empty:
                for event in (e for feed in self.feeds for e in feed.drain()):
                    self.take(event)
                self.pass_time(clock.now())
                continue
            if batch is None:
                running -= 1
                continue
            for event in batch[1]:
                self.take(event)
        for feed in self.feeds:
            feed.close()

    def _teach(self, event: Command) -> list[Ruling]:
        """``wild Ann``: Ann shows the hand's Wild Thing to her camera, and its noise to the microphone."""
        name = event.text.partition(" ")[2].strip().casefold()
        player = next((p for p in self.match.players if p.casefold() == name), None)
        if player is None:
            self._complain(self.match.say("write-wild", names=", ".join(self.match.players)))
            return []
        try:
            self.wild.teach(player)
        except BadInput as error:
            self._complain(error.worded(self.match.language))
        return []

    def _seat(self, event: Command) -> list[Ruling]:
        words = event.text.split()
        known = {p.casefold() for p in self.match.players}
        if len(words) != 3 or not words[1].isdigit() or words[2].casefold() not in known:
            self._complain(self.match.say("write-seat", names=", ".join(self.match.players)))
            return []
        problem = self.match.say("no-seats")
        for feed in self.feeds:
            try:
                return self.take(feed.seat(int(words[1]), words[2], self.match.now))
            except BadInput as error:
                problem = error.worded(self.match.language)
        self._complain(problem)
        return []

    def _answer(self, word: str, rest: str) -> list[Ruling]:
        """What was asked for besides the game; nothing of it is logged."""
        try:
            self._tell(word, self.asides[word](rest))
        except CompanionError as error:
            self._complain(error.worded(self.match.language))
        return []

    def _complain(self, text: str) -> None:
        self._tell("refused", text)

    def _tell(self, code: str, text: str) -> None:
        now = self.match.now
        self.show(Ruling(onset=now, decided=now, source="session", code=code, text=text))

    def _thread(self, inbox: queue.Queue[Batch | None], stream: Callable[[], Iterator[Batch]]) -> threading.Thread:
        def work() -> None:
            try:
                for batch in stream():
                    inbox.put(batch)
            finally:
                inbox.put(None)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        return thread

    def _guarded(self, feed: Feed) -> Iterator[Batch]:
        last = 0.0
        try:
            for batch in feed.batches():
                last = batch[0]
                yield batch
        except CompanionError as error:
            self.failed.append(error)
            yield last, [Source(onset=last, decided=last, source=feed.name, status="offline", detail=str(error))]
