"""Whether a broker lets this table in: one connection, on which nothing is said."""

from __future__ import annotations

import threading
from typing import Any, Final
from uuid import uuid4

from paho.mqtt.enums import MQTTProtocolVersion

from companion.club.table.broker import Broker, refused, why
from companion.club.table.client import client_of
from companion.doctor import Check
from companion.facts import Fact, fact

PATIENCE: Final = 5.0  # seconds for a connection, and for the broker's welcome
TRUST: Final = ("club.why.expired", "club.why.other-name", "club.why.untrusted", "club.why.tls")


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

    def connected(client: Any, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        found[:] = [refused(str(reason))] if reason.is_failure else []
        answered.set()

    def left(*_: Any) -> None:
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
