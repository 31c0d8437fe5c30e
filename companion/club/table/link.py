"""The table's connection to the broker: a thread that connects, sends the messages in the logs, and reports trouble.

Each connection is a new MQTT client. A message is deleted from its log once the broker has confirmed it. Messages that
were not confirmed when a connection broke are read from the log again, so that none is lost; receivers drop repetitions
by their number. MQTT 5 is used, because it gives reasons for refusals, or 3.1.1 if the broker knows no other.
"""

from __future__ import annotations

import contextlib
import logging
import random
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import MQTTProtocolVersion
from paho.mqtt.reasoncodes import ReasonCode

from companion.club.facts import MESSAGE_TYPES, GameBegun, topic
from companion.club.table.broker import CONNECT_TIMEOUT_S, Broker, client_of, payload, refusal_fact, why
from companion.club.table.log_queue import LogQueue
from companion.club.table.table_talk import TableTalk
from companion.errors import StorageError
from companion.facts import Fact, fact
from companion.referee.log_writer import LogWriter
from companion.referee.message_outbox import OutboxMessage

MAX_IN_FLIGHT: Final = 20  # unconfirmed messages, the usual default of brokers
KEEPALIVE_S: Final = 20  # seconds between MQTT pings; a cut network is noticed after one and a half times that
FIRST_RETRY_S: Final = 1.0  # seconds until the first retry; doubled for each further one
MAX_RETRY_S: Final = 60.0  # longest time between two retries, in seconds
STEADY_AFTER_S: Final = 10.0  # seconds after which a connection resets the retry delay
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class State:
    """State of the connection.

    Attributes:
        online: True while connected; None before the first attempt.
        why: Why it is offline; None while online.
    """

    online: bool | None = None
    why: Fact | None = None


class Link:
    """Sends a table's messages to the broker in a thread of its own.

    Args:
        broker: The broker.
        talk: Source of the messages that are not in logs.
        on_state: Function that is called with each new state, in the link's thread.
        on_drained: Function that is called with the name of each earlier log that is sent completely, in the link's
            thread.
        first: Seconds until the first retry.
        longest: Longest time between two retries, in seconds.
        keepalive: Seconds between MQTT pings.
    """

    def __init__(
        self,
        broker: Broker,
        talk: TableTalk,
        *,
        on_state: Callable[[State], None] = lambda state: None,
        on_drained: Callable[[str], None] = lambda log: None,
        first: float = FIRST_RETRY_S,
        longest: float = MAX_RETRY_S,
        keepalive: float = KEEPALIVE_S,
    ) -> None:
        self.broker, self.talk = broker, talk
        self.state = State()
        self._on_state, self._on_drained = on_state, on_drained
        self._first, self._longest, self._keepalive = first, longest, int(keepalive)
        self._protocol = MQTTProtocolVersion.MQTTv5
        self._news = threading.Condition()
        self._logs = LogQueue(self._news)
        self._kept: dict[str, OutboxMessage] = {}  # the latest message of each retained kind, of the latest game
        self._under_way: dict[int, tuple[LogWriter, int]] = {}
        self._confirmed: deque[tuple[int, str]] = deque()  # message number, reason of a rejection or ""
        self._up = self._closing = False
        self._end = 0.0
        self._lost: Fact | None = None
        talk.news.add(self.wake)
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def add_earlier_logs(self, logs: Sequence[Path]) -> None:
        """Send the unsent messages in the logs of earlier games first; call it before ``start``."""
        self._logs.add(logs)

    def attach(self, keeper: LogWriter) -> None:
        """Send what is written to the current game's log from now on, after the logs of earlier games."""
        keeper.posted.add(self.wake)
        self._logs.attach(keeper)

    def wake(self) -> None:
        """Make the thread look for messages to send; any thread may call it."""
        with self._news:
            self._news.notify_all()

    def close(self, seconds: float = 3.0) -> None:
        """Send what is queued for at most ``seconds``, then tell that the table is offline, and stop."""
        with self._news:
            self._closing, self._end = True, time.monotonic() + seconds
            self._news.notify_all()
        if self._thread.ident is not None:
            self._thread.join(seconds + 1.0)

    # In its thread

    def _run(self) -> None:
        wait = self._first
        while True:
            began = time.monotonic()
            try:
                trouble = self._connection()
            except Exception as error:  # any error: the game goes on, and the link retries  # noqa: BLE001
                _log.exception("telling the broker")
                trouble = why(error)
            with self._news:
                if self._closing:
                    break
            if trouble is not None:
                self._tell(State(False, trouble))
            if time.monotonic() - began > STEADY_AFTER_S:
                wait = self._first
            with self._news:
                self._news.wait_for(lambda: self._closing, wait * random.uniform(0.8, 1.2))
                if self._closing:
                    break
            wait = min(2 * wait, self._longest)
        self._logs.close()

    def _tell(self, state: State) -> None:
        if state != self.state:
            self.state = state
            self._on_state(state)

    def _connection(self) -> Fact | None:
        """Connect, and send messages until the connection ends; return why it ended, or None after ``close``."""
        client = self._client()
        with self._news:
            self._under_way.clear()
            self._confirmed.clear()
            self._up, self._lost = False, None
            self._logs.again()
        try:
            client.connect(self.broker.host, self.broker.port, self._keepalive)
        except (OSError, ValueError) as error:
            return why(error)
        client.loop_start()
        try:
            with self._news:
                self._news.wait_for(lambda: self._up or self._lost is not None, CONNECT_TIMEOUT_S)
                if not self._up:
                    return self._lost or fact("club.why.silent")
            self._tell(State(True))
            self._serve(client)
            return self._lost
        finally:
            client.disconnect()
            client.loop_stop()

    def _client(self) -> Client:
        client = client_of(self.broker, self.talk.client_id, self._protocol, CONNECT_TIMEOUT_S)
        client.max_inflight_messages_set(MAX_IN_FLIGHT)
        will = self.talk.status(online=False)
        client.will_set(will.topic, will.payload, 1, will.retain)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        client.on_message = self._message
        return client

    def _serve(self, client: Client) -> None:
        """Send messages until the connection ends or ``close`` is called."""
        client.subscribe([(name, 1) for name in self.talk.listens])
        self.talk.on_connected()
        for post in sorted(self._kept.values(), key=lambda p: p.seq):
            self._publish(client, post)  # a broker that crashed may have lost it; receivers drop repetitions
        while True:
            with self._news:
                self._news.wait_for(self._due, 1.0)
                confirmed, self._confirmed, up = self._confirmed, deque(), self._up
            for mid, against in confirmed:  # a message confirmed before the loss is not sent again
                self._settle(mid, against)
            if not up or self._lost is not None:
                return
            for said in self.talk.waiting():
                client.publish(said.topic, said.payload, 1, said.retain)
            more = len(self._under_way) < MAX_IN_FLIGHT and self._send(client)
            if self._closing and (not (more or self._under_way) or time.monotonic() > self._end):
                last = self.talk.status(online=False)
                with contextlib.suppress(ValueError, RuntimeError):  # the connection has gone meanwhile
                    client.publish(last.topic, last.payload, 1, last.retain).wait_for_publish(1.0)
                return

    def _due(self) -> bool:
        if not self._up or self._confirmed or self._closing or self.talk.pending:
            return True
        return len(self._under_way) < MAX_IN_FLIGHT and self._logs.fresh(under_way=bool(self._under_way))

    def _settle(self, mid: int, against: str) -> None:
        """Process the broker's answer to a message: delete it from its log, or end the connection if it was rejected.

        Args:
            mid: The client's number for the message.
            against: Why the broker rejected it; "" if it was confirmed.
        """
        found = self._under_way.pop(mid, None)
        if found is None:
            return
        keeper, seq = found
        if not against:
            self._logs.mark_arrived(keeper, seq)
        elif "authorized" in against.casefold():
            self._lost = fact("club.why.topic", topic=self.broker.slug)
        else:
            self._lost = fact("club.why.other", said=against.casefold())

    def _send(self, client: Client) -> bool:
        """Send the next messages from the logs; return True if there may be more."""
        if (source := self._logs.first()) is None:
            return False
        try:
            keeper, posts = self._logs.next(source, MAX_IN_FLIGHT, {seq for _, seq in self._under_way.values()})
            for post in posts[: MAX_IN_FLIGHT - len(self._under_way)]:
                self._under_way[self._publish(client, post)] = (keeper, post.seq)
                self._logs.mark_sent(post)
                self.talk.on_sent(post)
                if MESSAGE_TYPES[post.kind].retained:
                    self._kept = {} if post.kind == GameBegun.topic else self._kept
                    self._kept[post.kind] = post
            if posts or self._under_way or self._logs.live is keeper:
                return bool(posts)
            if self._logs.finish_log(keeper):
                self._on_drained(keeper.name)
        except StorageError:
            self._logs.on_log_closed(source)
        return True

    def _publish(self, client: Client, post: OutboxMessage) -> int:
        """Publish a message; return the client's number for it, by which it will be confirmed."""
        name = topic(self.broker.slug, post.kind)
        return client.publish(name, payload(post), 1, MESSAGE_TYPES[post.kind].retained).mid

    # In the client's thread

    def _on_connect(self, client: Client, data: object, flags: object, reason: ReasonCode, _: object) -> None:
        with self._news:
            if not reason.is_failure:
                self._up = True
            else:
                self._lost = refusal_fact(str(reason))
                if self._lost.code == "club.why.protocol":
                    self._protocol = MQTTProtocolVersion.MQTTv311
            self._news.notify_all()

    def _on_disconnect(
        self, client: Client, data: object, flags: object, reason: ReasonCode, properties: object
    ) -> None:
        with self._news:
            self._up = False
            if self._lost is None and reason.is_failure:
                self._lost = fact("club.why.broken")
            self._news.notify_all()

    def _on_publish(self, client: Client, data: object, mid: int, reason: ReasonCode, _: object) -> None:
        with self._news:
            self._confirmed.append((mid, str(reason) if reason.is_failure else ""))
            self._news.notify_all()

    def _message(self, client: Client, data: object, message: MQTTMessage) -> None:
        try:
            self.talk.on_message(message.topic, bytes(message.payload), bool(message.retain))
        except Exception:  # anybody may have sent it  # noqa: BLE001
            _log.exception("reading what the broker sent")
