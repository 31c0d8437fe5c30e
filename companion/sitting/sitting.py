"""A sitting: one inbox, one clock, one match. Whoever shows it is an observer, whoever does something posts into it.

Everything but ``post`` belongs to one thread: the terminal's, or the server's. Workers (see ``worker``) post batches of
events with the clock's times; the sitting counts them with the match's times, lets followers bring about what follows,
and shows observers every event and ruling in the order in which they counted, each when the log has it. Clips can be
merged by their own times instead of being waited for (``run_merged``): the same rulings on every machine.
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
    """Runs one sitting: takes what senses and people bring, has the match rule on it, and shows what follows.

    ``match`` None: nothing is refereed, events are shown as they come (``companion watch``, lessons, drills).
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
        """First word of a command -> what it does besides the game; its answer is shown, nothing is logged."""
        self.posted: Observers[[]] = Observers()
        """Told from any thread when something waits in the inbox."""
        self._inbox: queue.SimpleQueue[Batch | Callable[[], None]] = queue.SimpleQueue()
        self._start = 0.0
        self._now = 0.0
        self._outbox = DeliveryQueue(match, self.observers, self.now)
        if match is not None and match.log is not None:
            match.log.changed.add(lambda: self.post(self._outbox.release))
        self._need()

    # Time

    def go_on(self) -> None:
        """Make the clock's time now the match's: a match that was resumed goes on from where it stood."""
        self._start = self.clock.now() - (self.match.now if self.match is not None else 0.0)

    def now(self) -> float:
        """Return seconds of the match."""
        return max(self._match_now(), self.clock.now() - self._start)

    def at(self, t: float) -> float:
        """Return the match's time for one of the clock (frames and samples are stamped with it)."""
        return t - self._start

    def _match_now(self) -> float:
        return self.match.now if self.match is not None else self._now

    # In

    def post(self, item: Batch | Callable[[], None]) -> None:
        """Queue a batch of events, or something to do on the sitting's thread; from any thread."""
        self._inbox.put(item)
        self.posted()

    def take(self, event: Event, raw_event: Event | None = None) -> list[Ruling]:
        """Count one event, with the match's times, show it with what follows, and return the rulings.

        ``raw_event``: the same event with its source's times, for followers.
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
        """Handle what somebody types or says now.

        Somebody types or says something now, in the notation or in German words for it.

        What it ``means`` already, if a value says so: then ``text`` is what the log keeps. Raises RulesError for an Act
        that breaks a rule.
        """
        now, kept = self.now(), self._to_notation(text) if means is None else text
        return self.take(Command(onset=now, decided=now, source=source, player=player, text=kept, means=means))

    def act(self, actor: Actor, action: object, source: str) -> list[Ruling]:
        """Act for a player, the table or chance with an action of the game; return the rulings.

        Raises RulesError: then nothing was done or logged.
        """
        assert self.match is not None
        name = self.match.players[actor] if actor >= 0 else None
        text = self.match.game.format(action, self.match.options)
        return self.command(text, name, source, Act(((actor, action),)))

    def on_typed_line(self, text: str, source: str = "keys") -> None:
        """Handle what the table types or says: the answer to what is asked where it is one, else a command.

        Raises BadInput.
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
        """Return what the table is asked now: the first is to be shown, the others wait."""
        own = self.match.questions() if self.match is not None else []
        return in_turn([*own, *(q for follower in self.followers for q in follower.questions())], self.now())

    def answer(
        self, name: str, chosen: str, typed_text: str = "", player: str | None = None, source: str = "keys"
    ) -> None:
        """Answer the question whose id is ``name`` with the answer whose id is ``chosen``.

        ``typed_text``: words of the person's own that belong to it. Raises BadInput for a follower's question that is
        not asked of this player; the match refuses the others by a ruling.
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
        """Show them after all that came before, when the log has what it was given so far."""
        self._outbox.put(*events)

    @property
    def stand_on_disk(self) -> Stand | None:
        """The match as far as all of it may be shown: what came later is not on the disk yet."""
        return self._outbox.shown

    @property
    def waiting(self) -> int:
        """Return how many events are not shown yet: those in the inbox, and those that the disk has not."""
        return self._inbox.qsize() + len(self._outbox)

    def drain(self, seconds: float = 30.0) -> None:
        """Wait until the log has everything, so long at most, and show it."""
        if self.match is not None and self.match.log is not None:
            self.match.log.drain(seconds)
        self._outbox.release()

    def tell(self, code: str, **values: Fact | str | None) -> None:
        """Show a word of the sitting's own that rules nothing and is not logged."""
        self.show(notice(code, self.now(), **values))

    def refuse(self, error: CompanionError) -> None:
        """Show why something was not done; it is not logged."""
        self.tell(REFUSED_CODE, why=error.fact)

    # Running

    def begin(self) -> None:
        """Show what the match says at its start, once all followers look on."""
        if self.match is not None:
            self.show(*self.match.begin(), self.match.stand)
        self._need()

    def pass_time(self, now: float) -> list[Ruling]:
        """Let the match's time pass to ``now``; followers act."""
        rulings = self.match.advance(now) if self.match is not None else []
        if self.match is not None and rulings:
            self.show(*rulings, self.match.stand)
        for follower in self.followers:
            for more in follower.tick(now):
                rulings += self.take(more)
        self._need()
        return rulings

    def pump(self, wait: float = 0.0) -> None:
        """Take what is in the inbox, then let time pass to the clock's. ``wait``: seconds to wait for a first item."""
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
        """Return an event of a worker with the match's times."""
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
        """Read all workers to their ends or ``until``, merged by time with the ``timed`` commands; then ``after``."""
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
        """Let time pass until the decision that is pending has been ruled, if there is one."""
        due = self.match.due if self.match is not None else None
        self.pass_time(max(self._match_now(), due or 0.0))

    def close(self, wait: float = 0.0) -> None:
        """End all workers."""
        self.crew.close(wait=wait)

    # Words for the senses, and what the game needs of them

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
