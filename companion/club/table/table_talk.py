"""A table's messages that are not in logs (status, name, Home Assistant's), and the messages that it receives.

Tables with the same name notice each other when a message of another ID arrives under the name. Orders are refused
unless the table's options allow them; orders that the broker had kept (retained) are ignored.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.club.codec import decode, encode
from companion.club.facts import CountedMessage, Hello, MessageError, Order, Status, parse_topic, topic
from companion.club.rate import Rate
from companion.club.table import home_assistant
from companion.club.table.broker import Broker
from companion.club.table.herald import now
from companion.installation import version
from companion.observers import Observers
from companion.referee.log_header import FORMAT_VERSION
from companion.referee.message_outbox import OutboxMessage
from companion.words import Language

MAX_NEWS_AGE_S: Final = 30.0  # seconds after which an event is not sent to Home Assistant any more
MAX_QUEUED_EVENTS: Final = 500  # events for Home Assistant that wait for their message to be sent
MAX_ORDERS_PER_WINDOW: Final = 5  # orders that are obeyed in RATE_WINDOW_S seconds
MAX_ANSWERS: Final = 5  # times in RATE_WINDOW_S seconds that status or name are published again
MAX_CLASH_NEWS: Final = 4  # reports in RATE_WINDOW_S seconds that another table has, or no longer has, this name
MAX_REMEMBERED_ORDERS: Final = 256  # IDs of orders, to recognise repetitions


@dataclass(frozen=True, slots=True)
class Announcement:
    topic: str
    payload: bytes
    retain: bool = True


class TableTalk:
    """Makes a table's messages that are not in logs, and processes the messages that it receives.

    Args:
        broker: The broker.
        table: The table's ID.
        language: Language of names in Home Assistant.
        on_order: Function that is called with each order to obey, in the link's threads.
        on_clash: Function that is called with True when another table has the same name, and with False when that is
            over.
        monotonic: Clock, in seconds.
    """

    def __init__(
        self,
        broker: Broker,
        table: str,
        *,
        language: Language = "en",
        on_order: Callable[[Order], None] = lambda order: None,
        on_clash: Callable[[bool], None] = lambda clash: None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._broker, self.table, self._language = broker, table, language
        self._on_order, self._on_clash, self._monotonic = on_order, on_clash, monotonic
        self.client_id = f"companion-{table[:16]}"
        self.game: str | None = None
        self.clash = ""
        """The ID of another table with this name; "" for none."""
        self.news: Observers[[]] = Observers()
        self._lock = threading.Lock()
        self._queue: deque[Announcement] = deque()
        self._flashes: OrderedDict[int, tuple[float, Announcement]] = OrderedDict()
        self._senses = home_assistant.senses({})
        self._greeted = False
        self._answered: set[str] = set()
        self._orders: deque[str] = deque(maxlen=MAX_REMEMBERED_ORDERS)
        self._obeyed, self._restated, self._clash_news = (
            Rate(MAX_ORDERS_PER_WINDOW),
            Rate(MAX_ANSWERS),
            Rate(MAX_CLASH_NEWS),
        )
        self._to_restate: set[str] = set()  # kinds of message to publish again as soon as the rate limit allows
        self._clash_on_page = False

    @property
    def listens(self) -> list[str]:
        kinds = [Status.topic, Hello.topic, *([Order.topic] if self._broker.commands else [])]
        return [topic(self._broker.slug, kind) for kind in kinds]

    @property
    def pending(self) -> bool:
        return bool(self._queue) or (bool(self._to_restate) and self._restated.is_free(self._monotonic()))

    def waiting(self) -> list[Announcement]:
        """Return the messages to publish now; call it repeatedly, because a rate limit delays some."""
        self._tell_clash()
        with self._lock:
            if self._greeted and self._to_restate and self._restated.take(self._monotonic()):
                self._queue += [self._own(kind) for kind in sorted(self._to_restate, reverse=True)]
                self._to_restate.clear()
            said, self._queue = list(self._queue), deque()
        return said

    def status(self, *, online: bool) -> Announcement:
        message = Status(table=self.table, wall=now(), online=online, game=self.game)
        return Announcement(topic(self._broker.slug, Status.topic), encode(message))

    def hello(self) -> Announcement:
        message = Hello(
            table=self.table,
            wall=now(),
            name=self._broker.name,
            companion=version(),
            log_format=FORMAT_VERSION,
        )
        return Announcement(topic(self._broker.slug, Hello.topic), encode(message))

    def _own(self, kind: str) -> Announcement:
        return self.hello() if kind == Hello.topic else self.status(online=True)

    def on_connected(self) -> None:
        """Queue the messages that a new connection needs: status, name, and those for Home Assistant."""
        slug = self._broker.slug
        body = home_assistant.config(self.table, slug, self._broker.name, version(), self._language)
        kept = [
            Announcement(home_assistant.config_topic(self.table), body),
            Announcement(home_assistant.home_topic(slug, "senses"), self._senses),
        ]
        with self._lock:
            self._greeted, self._answered = True, set()
            self._to_restate.clear()
            self._queue = deque([self.status(online=True), self.hello(), *kept])

    def playing(self, game: str | None) -> None:
        """Queue a status message with the ID of the current game; None for no game."""
        self.game = game
        self._say(self.status(online=True))

    def feels(self, senses: bytes) -> None:
        """Queue the payload about the senses (see ``home_assistant.senses``) if it has changed."""
        if senses != self._senses:
            self._senses = senses
            self._say(Announcement(home_assistant.home_topic(self._broker.slug, "senses"), senses))

    def _say(self, announcement: Announcement) -> None:
        with self._lock:
            if self._greeted:
                self._queue.append(announcement)
        self.news()

    # Events for Home Assistant

    def note(self, post: OutboxMessage, message: CountedMessage) -> None:
        """Keep the Home Assistant event of a message until the message itself is sent."""
        if (found := home_assistant.event_of(message)) is not None:
            said = Announcement(home_assistant.home_topic(self._broker.slug, found[0]), found[1], retain=False)
            with self._lock:
                self._flashes[post.seq] = (time.monotonic(), said)
                while len(self._flashes) > MAX_QUEUED_EVENTS:
                    self._flashes.popitem(last=False)

    def on_sent(self, post: OutboxMessage) -> None:
        """Queue the Home Assistant event of a message that was just sent, if the event is less than 30 s old."""
        with self._lock:
            made, said = self._flashes.pop(post.seq, (0.0, None))
            if said is not None and time.monotonic() - made < MAX_NEWS_AGE_S:
                self._queue.append(said)

    # Messages from others

    def on_message(self, name: str, payload: bytes, retained: bool) -> None:
        """Process a message that arrived; it is ignored unless it is under this table's name.

        Args:
            name: Topic of the message.
            payload: Payload of the message.
            retained: True if the broker had kept the message from before.
        """
        try:
            slug, kind = parse_topic(name)
            message = decode(kind, payload)
        except MessageError:
            return
        if slug != self._broker.slug:
            return
        if isinstance(message, Order):
            if not retained:
                self._order(message)
        elif isinstance(message, (Status, Hello)) and message.table != self.table:
            self._other(message, retained)

    def _other(self, message: Status | Hello, retained: bool) -> None:
        gone = isinstance(message, Status) and not message.online
        if gone:
            if not retained:  # it has replaced our retained messages at the broker
                self._restate(Status.topic, Hello.topic)
            if self.clash == message.table:
                self._clashes("")
            return
        if not retained:  # it is online now; a retained message may be of a table that is gone
            self._clashes(message.table)
        if message.table not in self._answered and len(self._answered) < MAX_REMEMBERED_ORDERS:
            self._answered.add(message.table)
            self._restate(Hello.topic)

    def _restate(self, *kinds: str) -> None:
        """Queue the current status or name again when the rate limit allows; several requests give one message.

        Args:
            *kinds: ``Status.topic`` or ``Hello.topic``.
        """
        with self._lock:
            self._to_restate.update(kinds)
        self.news()

    def _clashes(self, other: str) -> None:
        self.clash = other
        self._tell_clash()

    def _tell_clash(self) -> None:
        """Call ``on_clash`` if it has changed whether another table has this name.

        If the rate limit forbids it now, a later call does it.
        """
        with self._lock:
            clash = bool(self.clash)
            if clash == self._clash_on_page or not self._clash_news.take(self._monotonic()):
                return
            self._clash_on_page = clash
        self._on_clash(clash)

    def _order(self, order: Order) -> None:
        if order.do not in self._broker.commands or order.id in self._orders:
            return
        if not self._obeyed.take(self._monotonic()):
            return
        self._orders.append(order.id)
        self._on_order(order)
