"""The sitting: runs one match on one thread, from one inbox and one clock.

Observers display events; everything else posts them to the inbox. Only ``post`` may be called from any thread. The rest
belongs to one thread: the terminal's or the server's.

Workers (see ``worker``) post batches of events with the clock's times. The sitting converts these to the match's times,
has the match rule on the events, and calls the followers. It shows events and rulings to the observers in the order of
the match, each once the log has written it. Clips can instead be merged by their own times (``run_merged``), which
gives the same rulings on every machine.
"""

from __future__ import annotations

import contextlib
import heapq
import queue
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from companion.clock import Clock
from companion.errors import BadInput, CompanionError
from companion.events import Act, Command, Event, Phrase, Reply, Ruling, Statement, notice
from companion.events.kinds import REFUSED_CODE
from companion.facts import Fact
from companion.observers import Observers
from companion.referee.match import ANSWER_COMMAND, CountedEvent, Match
from companion.referee.match_view import Stand
from companion.referee.questions import Question
from companion.rules.protocol import Actor
from companion.sitting import recording
from companion.sitting.crew import Crew
from companion.sitting.follower import DeliveryQueue, Follower, in_turn
from companion.sitting.typed_answers import parse_answer
from companion.sitting.worker import Batch
from companion.words.typed_words import canonical

Observer: TypeAlias = Callable[[Event], None]
Word: TypeAlias = Callable[[str, Command], Fact | None]


class Sitting:
    """Event loop of one match: takes events from senses and people, has the match rule on them, and shows the results.

    With ``match`` None nothing is refereed and events are shown as they come (``companion watch``, lessons, drills).
    """

    def __init__(self, match: Match | None, clock: Clock, *, observers: Sequence[Observer] = ()) -> None:
        self.match = match
        self.clock = clock
        self.observers: Observers[[Event]] = Observers(*observers)
        self.followers: list[Follower] = []
        self.crew = Crew(self.post, clock)
        if recording.current is not None:
            recording.current.join(self.crew)
        self.words: dict[str, Word] = {}
        """Handlers of commands that are not the game's, by first word; their reply is shown and not logged."""
        self.posted: Observers[[]] = Observers()
        """Called from any thread when an item is added to the inbox."""
        self._inbox: queue.SimpleQueue[Batch | Callable[[], None]] = queue.SimpleQueue()
        self._start = 0.0
        self._now = 0.0
        self._outbox = DeliveryQueue(match, self.observers, self.now)
        if match is not None and match.log is not None:
            match.log.changed.add(lambda: self.post(self._outbox.release))
        self._need()

    # Time

    def go_on(self) -> None:
        """Align the match's time with the clock, so that a resumed match continues from its last time."""
        self._start = self.clock.now() - (self.match.now if self.match is not None else 0.0)

    def now(self) -> float:
        """Return the match's time, seconds."""
        return max(self._match_now(), self.clock.now() - self._start)

    def at(self, t: float) -> float:
        """Convert a time of the clock, as frames and samples have it, to the match's time (seconds)."""
        return t - self._start

    def _match_now(self) -> float:
        return self.match.now if self.match is not None else self._now

    # In

    def post(self, item: Batch | Callable[[], None]) -> None:
        """Queue a batch of events, or a function to call on the sitting's thread. Safe from any thread."""
        self._inbox.put(item)
        self.posted()

    def take(self, event: Event, raw_event: Event | None = None) -> list[Ruling]:
        """Have the match rule on one event, show it, run the followers, and return all rulings.

        Three kinds of events do not reach the match: statements, which are only shown; events that a follower holds;
        and commands with a handler in ``words``.

        Args:
            event: The event with the match's times.
            raw_event: The same event with its source's times, for followers.
        """
        if isinstance(event, Statement):
            self.show(event)
            return []
        if any(follower.holds(event) for follower in self.followers):
            return []
        if isinstance(event, Command) and self._aside(event):
            return []
        counted = self._count(event)
        rulings = [*counted.due, *counted.rulings]
        for follower in self.followers:
            for more in follower.follow(counted.event, rulings, raw_event or event):
                rulings += self.take(more)
        self._need()
        return rulings

    def command(
        self, text: str, player: str | None = None, source: str = "keys", means: Act | Reply | None = None
    ) -> list[Ruling]:
        """Give the match a command that somebody types or says now, in the notation or in German words for it.

        Args:
            text: What was typed or said; the log keeps it.
            player: Who typed or said it; None for the table.
            source: Where it comes from.
            means: The parsed meaning, where it is known; ``text`` is then kept as it is.

        Raises:
            RulesError: An ``Act`` in ``means`` breaks a rule.
        """
        now, kept = self.now(), self._to_notation(text) if means is None else text
        return self.take(Command(onset=now, decided=now, source=source, player=player, text=kept, means=means))

    def act(self, actor: Actor, action: object, source: str) -> list[Ruling]:
        """Do a game action for a player, the table or chance, and return the rulings.

        Raises:
            RulesError: The action breaks a rule; nothing was done or logged.
        """
        assert self.match is not None
        name = self.match.players[actor] if actor >= 0 else None
        text = self.match.game.format(action, self.match.options)
        return self.command(text, name, source, Act(((actor, action),)))

    def on_typed_line(self, text: str, source: str = "keys") -> None:
        """Take a line that the table types or says: the answer to the first open question if it fits, else a command.

        Raises:
            BadInput: The answer cannot be given.
        """
        dice = self.match is not None and self.match.needs.dice > 0
        found = parse_answer(self.questions(), text, numbers=not dice)
        if found is None:
            self.command(text, source=source)
        else:
            self.answer(found.question.id, found.answer.id, found.typed_text, source=source)

    def _to_notation(self, text: str) -> str:
        match = self.match
        return canonical(text) if match is None else canonical(text, match.players, match.game.name)

    def questions(self) -> list[Question]:
        """Return the open questions in order: the first is to be shown, the others wait."""
        own = self.match.questions() if self.match is not None else []
        return in_turn([*own, *(q for follower in self.followers for q in follower.questions())], self.now())

    def answer(
        self, name: str, chosen: str, typed_text: str = "", player: str | None = None, source: str = "keys"
    ) -> None:
        """Answer an open question.

        Args:
            name: Id of the question.
            chosen: Id of the answer.
            typed_text: The person's own words, where the answer needs some.
            player: Who answers; None for the table.
            source: Where the answer comes from.

        Raises:
            BadInput: A follower put the question to somebody else. If the match put it, a ruling rejects the answer
                instead.
        """
        for follower in self.followers:
            for question in follower.questions():
                answer = question.answer(chosen)
                if question.id == name and answer is not None:
                    seat = None if self.match is None or player is None else self.match.seat(player)
                    if not question.concerns(seat if player is None or seat is not None else -1):
                        raise BadInput("question.others")
                    follower.on_answer(question, answer)
                    return
        self.command(
            f"{ANSWER_COMMAND} {name} {chosen} {typed_text}".rstrip(), player, source, Reply(name, chosen, typed_text)
        )

    def _count(self, event: Event) -> CountedEvent:
        if self.match is None:
            self._now = max(self._now, event.decided)
            self.show(event)
            return CountedEvent([], event, [])
        counted = self.match.count(event)
        self.show(*counted.due, counted.event, *counted.rulings, self.match.stand)
        return counted

    # Out

    def show(self, *events: Event | Stand) -> None:
        """Show events and match snapshots to the observers, in order, once the log has written what came before."""
        self._outbox.put(*events)

    @property
    def stand_on_disk(self) -> Stand | None:
        """The latest match snapshot that is on the disk, and so may be shown."""
        return self._outbox.shown

    @property
    def waiting(self) -> int:
        """The number of items not shown yet: those in the inbox, and those that the log has not written."""
        return self._inbox.qsize() + len(self._outbox)

    def drain(self, seconds: float = 30.0) -> None:
        """Wait until the log has written everything, at most ``seconds``, and show it."""
        if self.match is not None and self.match.log is not None:
            self.match.log.drain(seconds)
        self._outbox.release()

    def tell(self, code: str, **values: Fact | str | None) -> None:
        """Show a notice of the sitting itself; it is no ruling and is not logged."""
        self.show(notice(code, self.now(), **values))

    def refuse(self, error: CompanionError) -> None:
        """Show why something was refused; it is not logged."""
        self.tell(REFUSED_CODE, why=error.fact)

    # Running

    def begin(self) -> None:
        """Show the match's opening rulings; call it once all followers are added."""
        if self.match is not None:
            self.show(*self.match.begin(), self.match.stand)
        self._need()

    def pass_time(self, now: float) -> list[Ruling]:
        """Advance the match's time to ``now``, run the followers' ticks, and return the rulings."""
        rulings = self.match.advance(now) if self.match is not None else []
        if self.match is not None and rulings:
            self.show(*rulings, self.match.stand)
        for follower in self.followers:
            for more in follower.tick(now):
                rulings += self.take(more)
        self._need()
        return rulings

    def pump(self, wait: float = 0.0) -> None:
        """Process all items of the inbox, then advance the match's time to the clock.

        ``wait`` is how many seconds to wait for a first item.
        """
        if wait > 0:
            with contextlib.suppress(queue.Empty):
                self._handle(self._inbox.get(timeout=wait))
        self._empty()
        self.pass_time(self.now())

    def _empty(self) -> None:
        while not self._inbox.empty():
            self._handle(self._inbox.get())

    def _handle(self, item: Batch | Callable[[], None]) -> None:
        if not isinstance(item, Batch):
            item()
            return
        for event in item.events:
            self.take(self._to_match_time(event), event)

    def _to_match_time(self, event: Event) -> Event:
        """Return a worker's event with its times converted to the match's."""
        if self._start == 0.0:
            return event
        moved = replace(event, onset=self.at(event.onset), decided=self.at(event.decided))
        if isinstance(moved, Phrase):
            moved = replace(moved, words=tuple((w, self.at(a), self.at(b)) for w, a, b in moved.words))
        return moved

    def run_merged(
        self,
        timed: Iterable[tuple[float, str]] = (),
        after: Iterable[str] = (),
        *,
        until: Callable[[], bool] = lambda: False,
    ) -> None:
        """Read all sources without threads, merged by their times with typed commands.

        Args:
            timed: Commands with their times, (seconds, text).
            after: Commands to give when the sources have ended.
            until: Checked after each batch; True stops reading.
        """
        keys: Iterator[Batch] = (Batch(t, [self._typed_command(t, text)]) for t, text in timed)
        streams = [worker.batches() for worker in self.crew.workers.values()]
        for batch in heapq.merge(keys, *streams, key=lambda b: b.t):
            for event in batch.events:
                self.take(event)
            self._empty()
            self.pass_time(batch.t)
            if until():
                break
        self.rule_pending()
        for text in after:
            self.take(self._typed_command(self._match_now(), text))
        self.drain()

    def _typed_command(self, t: float, text: str) -> Command:
        return Command(onset=t, decided=t, source="keys", text=self._to_notation(text))

    def rule_pending(self) -> None:
        """Advance the time until the ruling that is due next has been made, if there is one."""
        due = self.match.due if self.match is not None else None
        self.pass_time(max(self._match_now(), due or 0.0))

    def close(self, wait: float = 0.0) -> None:
        """Close all workers; ``wait`` seconds at most for each thread to end."""
        self.crew.close(wait=wait)

    # Commands for the senses, and what the game needs of them

    def _aside(self, event: Command) -> bool:
        word, _, rest = event.text.strip().partition(" ")
        work = self.words.get(word.casefold())
        if work is None:
            return False
        try:
            answer = work(rest.strip(), event)
        except CompanionError as error:
            self.refuse(error)
        else:
            if answer is not None:
                self.tell(word.casefold() if word.casefold() in ("wild", "evidence") else "told", what=answer)
        return True

    def _need(self) -> None:
        if self.match is not None and (needs := self.match.needs) != self.crew.needs:
            self.crew.need(needs)
