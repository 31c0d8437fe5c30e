"""One connection's MQTT client: how a message of a log goes over it, and whether a broker lets this table in."""

from __future__ import annotations

import json
import threading
from datetime import datetime, timezone
from typing import Final
from uuid import uuid4

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.reasoncodes import ReasonCode

from companion.club.facts import SECONDS
from companion.club.table.broker import Broker, refused, why
from companion.decoder import compact
from companion.doctor import Check
from companion.facts import Fact, fact
from companion.referee.message_outbox import MessageOutbox

PATIENCE: Final = 5.0  # seconds for a connection, and for the broker's welcome
TRUST: Final = ("club.why.expired", "club.why.other-name", "club.why.untrusted", "club.why.tls")
LATE: Final = 1.0  # seconds of waiting from which a message says how long it did


def client_of(
    broker: Broker, name: str, protocol: MQTTProtocolVersion, patience: float, *, manual_ack: bool = False,
    again: bool = False,
) -> Client:  # fmt: skip
    """A client that connects within ``patience`` seconds, once or ``again`` and again. ``name``: how the broker knows
    it."""
    clean = None if protocol == MQTTProtocolVersion.MQTTv5 else True  # said when it connects
    client = Client(
        CallbackAPIVersion.VERSION2, name, clean, protocol=protocol, reconnect_on_failure=again, manual_ack=manual_ack
    )
    client.connect_timeout = patience
    if broker.user is not None:
        client.username_pw_set(broker.user, broker.password)
    if broker.context is not None:
        client.tls_set_context(broker.context)
    return client


def payload(post: MessageOutbox) -> bytes:
    """A message with the time that it has waited, by this machine's clock."""
    data = json.loads(post.body)
    late = (datetime.now(timezone.utc) - datetime.fromisoformat(data["wall"])).total_seconds()
    if late < LATE:
        return post.body.encode()
    data["late"] = round(min(late, SECONDS), 1)
    return compact(data).encode()


def check(broker: Broker) -> Check:
    """What the doctor says of a broker that was named: one that cannot be told is missing."""
    where = f"{broker.host}:{broker.port}"
    if (said := unreached(broker)) is not None:
        mend = {"club.why.password": "doctor.mend-password"} | dict.fromkeys(TRUST, "doctor.mend-tls")
        return Check(
            "MQTT", "missing", fact("doctor.no-broker", name=where, why=said),
            fact(mend.get(said.code, "doctor.mend-broker")),
        )  # fmt: skip
    if broker.bare:
        return Check("MQTT", "note", fact("doctor.broker", name=where), fact("club.bare", host=broker.host))
    return Check("MQTT", "ok", fact("doctor.broker" if broker.context is None else "doctor.broker-tls", name=where))


def unreached(broker: Broker, patience: float = PATIENCE) -> Fact | None:
    """Connect and say good-bye: why that fails; None where the broker lets us in."""
    said: Fact | None = None
    for protocol in (MQTTProtocolVersion.MQTTv5, MQTTProtocolVersion.MQTTv311):
        said = _tried(broker, protocol, patience)
        if said is None or said.code != "club.why.protocol":
            break
    return said


def _tried(broker: Broker, protocol: MQTTProtocolVersion, patience: float) -> Fact | None:
    answered, found = threading.Event(), [fact("club.why.silent")]

    def connected(client: Client, data: object, flags: object, reason: ReasonCode, properties: object) -> None:
        found[:] = [refused(str(reason))] if reason.is_failure else []
        answered.set()

    def left(*_: object) -> None:
        if not answered.is_set():
            found[:] = [fact("club.why.broken")]
            answered.set()

    client = client_of(broker, f"companion-doctor-{uuid4().hex[:8]}", protocol, patience)
    client.on_connect, client.on_disconnect = connected, left
    try:
        client.connect(broker.host, broker.port, keepalive=10)
    except (OSError, ValueError) as error:
        return why(error)
    client.loop_start()
    try:
        answered.wait(patience)
        return found[0] if found else None
    finally:
        client.disconnect()
        client.loop_stop()
