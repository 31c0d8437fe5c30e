"""One connection's MQTT client, and how a message of a log goes over it."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Final

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from companion.club.codec import SECONDS
from companion.club.table.broker import Broker
from companion.club.table.talk import Talk
from companion.referee.outbox import Post

LATE: Final = 1.0  # seconds of waiting from which a message says how long it did


def client_of(broker: Broker, talk: Talk, protocol: MQTTProtocolVersion, *, window: int, patience: float) -> Client:
    """A client that connects once, with the last will that the table is gone. ``window``: messages under way."""
    clean = None if protocol == MQTTProtocolVersion.MQTTv5 else True  # said when it connects
    client = Client(
        CallbackAPIVersion.VERSION2, talk.client_id, clean, protocol=protocol, reconnect_on_failure=False
    )  # fmt: skip
    client.connect_timeout = patience
    client.max_inflight_messages_set(window)
    if broker.user is not None:
        client.username_pw_set(broker.user, broker.password)
    if broker.context is not None:
        client.tls_set_context(broker.context)
    will = talk.status(online=False)
    client.will_set(will.topic, will.payload, 1, will.retain)
    return client


def payload(post: Post) -> bytes:
    """A message with the time that it has waited, by this machine's clock."""
    data = json.loads(post.body)
    late = (datetime.now(timezone.utc) - datetime.fromisoformat(data["wall"])).total_seconds()
    if late < LATE:
        return post.body.encode()
    data["late"] = round(min(late, SECONDS), 1)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
