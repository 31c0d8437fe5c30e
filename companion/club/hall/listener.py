"""The hall's connection to the broker, by paho-mqtt.

The MQTT session is persistent, so the broker keeps messages that tables send while the hall is away. Each message is
acknowledged once the clerk (the writer of the hall's log) has committed it.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from typing import Final

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.club.codec import encode
from companion.club.facts import TABLE_TOPICS, TOPIC_ROOT, Do, Order, topic
from companion.club.hall.clerk import Arrived
from companion.club.table.broker import CONNECT_TIMEOUT_S, Broker, client_of, refusal_fact, why
from companion.ending import Duty
from companion.facts import Fact, fact
from companion.observers import Observers

KEEPALIVE_S: Final = 20  # seconds between two MQTT pings
SESSION_EXPIRY_S: Final = 7 * 86400  # seconds for which the broker keeps messages while the hall is away
MAX_UNACKNOWLEDGED: Final = 1000  # messages that the broker may send ahead of acknowledgement
_log = logging.getLogger(__name__)


class Listener:
    """Connection to the broker that receives all tables' messages, and sends orders.

    Args:
        broker: The broker.
        name: The hall's ID, which is part of its client ID at the broker.
        take: Function that is called with every message, in paho's thread.
    """

    def __init__(self, broker: Broker, name: str, take: Callable[[Arrived], None]) -> None:
        self.connected = False
        self.trouble: Fact | None = None
        self.changed: Observers[[]] = Observers()
        self._broker, self._take = broker, take
        self._line = 0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._client = client = client_of(
            broker, f"companion-hall-{name}", MQTTProtocolVersion.MQTTv5, CONNECT_TIMEOUT_S, manual_ack=True, again=True
        )
        client.reconnect_delay_set(1, 15)
        client.on_connect, client.on_disconnect, client.on_message = (
            self._on_connect,
            self._on_disconnect,
            self._on_message,
        )

    def start(self) -> None:
        """Start a thread that connects, and reconnects whenever the connection breaks."""
        self._thread = Duty("listener", self._run)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._client.disconnect()
        if self._thread is not None:
            self._thread.join(10)

    def _run(self) -> None:
        wants = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        wants.SessionExpiryInterval = SESSION_EXPIRY_S
        wants.ReceiveMaximum = MAX_UNACKNOWLEDGED
        while not self._stop.is_set():
            try:
                self._client.connect(
                    self._broker.host, self._broker.port, KEEPALIVE_S, clean_start=False, properties=wants
                )
                self._client.loop_forever(retry_first_connection=False)
            except (OSError, ValueError) as error:
                self._say(why(error))
            self._stop.wait(1.0)

    def _on_connect(self, client: Client, _: object, flags: object, code: ReasonCode, __: object) -> None:
        self._line += 1
        if code.is_failure:
            self._say(refusal_fact(str(code)))
            client.disconnect()
            return
        # If the broker still has the session, it sends missed messages and no retained ones again.
        how = SubscribeOptions(qos=1, retainHandling=SubscribeOptions.RETAIN_SEND_IF_NEW_SUB)
        client.subscribe([(f"{TOPIC_ROOT}/+/{kind}", how) for kind in TABLE_TOPICS])
        self.connected, self.trouble = True, None
        self.changed()

    def _on_disconnect(self, *_: object) -> None:
        if self.connected:
            self.connected = False
            self._say(fact("club.why.broken"))

    def _on_message(self, client: Client, _: object, message: MQTTMessage) -> None:
        line, mid, qos = self._line, message.mid, message.qos

        def ack() -> None:
            if line == self._line:  # message IDs of an earlier connection may be in use again
                client.ack(mid, qos)

        self._take(Arrived(message.topic, bytes(message.payload), bool(message.retain), ack))

    def _say(self, why: Fact) -> None:
        """Report why there is no connection, unless it was the last trouble reported and is not over."""
        trouble = fact("hall.no-broker", name=f"{self._broker.host}:{self._broker.port}", why=why)
        if trouble != self.trouble and not self._stop.is_set():
            self.trouble = trouble
            _log.info("%s", trouble)
            self.changed()

    def order(self, table: str, do: Do, text: str = "") -> None:
        """Send an order to a table.

        Args:
            table: The table's part of its topics.
            do: The order.
            text: Text of an announcement.
        """
        self._client.publish(
            topic(table, Order.topic), encode(Order(id=secrets.token_hex(16), do=do, text=text)), qos=1
        )
