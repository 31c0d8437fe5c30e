"""One connection's MQTT client, and how a message of a log goes over it."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Final

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from companion.club.codec import SECONDS
from companion.club.table.broker import Broker
from companion.referee.outbox import Post

LATE: Final = 1.0  # seconds of waiting from which a message says how long it did


def client_of(broker: Broker, name: str, protocol: MQTTProtocolVersion, patience: float) -> Client:
    """A client that connects once, within ``patience`` seconds. ``name``: how the broker knows it."""
    clean = None if protocol == MQTTProtocolVersion.MQTTv5 else True  # said when it connects
    client = Client(
        CallbackAPIVersion.VERSION2, name, clean, protocol=protocol, reconnect_on_failure=False
    )  # fmt: skip
    client.connect_timeout = patience
    if broker.user is not None:
        client.username_pw_set(broker.user, broker.password)
    if broker.context is not None:
        client.tls_set_context(broker.context)
    return client


def payload(post: Post) -> bytes:
    """A message with the time that it has waited, by this machine's clock."""
    data = json.loads(post.body)
    late = (datetime.now(timezone.utc) - datetime.fromisoformat(data["wall"])).total_seconds()
    if late < LATE:
        return post.body.encode()
    data["late"] = round(min(late, SECONDS), 1)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
