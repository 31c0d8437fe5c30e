"""Who listens to a test's broker."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion


def until(true: Callable[[], Any], seconds: float = 30.0, what: str = "") -> Any:
    """Wait until something holds; what it gave. Fails the test where it does not."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, f"waited {seconds} s for {what or true}"
        time.sleep(0.02)
    return found


@dataclass
class Got:
    topic: str
    payload: bytes
    retain: bool

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.payload)
        return found

    @property
    def kind(self) -> str:
        return self.topic.rpartition("/")[2]


@dataclass
class Listener:
    """Hears everything, with a session that the broker keeps while it is away; ``send`` says something itself."""

    port: int
    name: str = "listener"
    user: tuple[str, str] | None = None
    got: list[Got] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2, self.name, False)
        if self.user is not None:
            self.client.username_pw_set(*self.user)
        self.subscribed = threading.Event()
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda c, *rest: c.subscribe("#", 1)
        self.client.on_disconnect = lambda *rest: self.subscribed.clear()
        self.client.on_subscribe = lambda *rest: self.subscribed.set()
        self.client.on_message = lambda c, d, m: self.got.append(Got(m.topic, bytes(m.payload), bool(m.retain)))

    def start(self) -> Listener:
        self.client.connect("127.0.0.1", self.port, 5)
        self.client.loop_start()
        assert self.subscribed.wait(20)
        return self

    def stop(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()

    def send(self, topic: str, payload: bytes | str | dict[str, Any], retain: bool = False) -> None:
        body = json.dumps(payload) if isinstance(payload, dict) else payload
        self.client.publish(topic, body, 1, retain).wait_for_publish(10)

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Return the messages under companion/TABLE/KIND, in the order in which they came."""
        return [g.data for g in list(self.got) if g.topic.count("/") == 2 and g.kind == kind]

    def counted(self, *kinds: str) -> list[dict[str, Any]]:
        """All with a number that came live, as they came, doubles and all; of all kinds, or these."""
        kinds = kinds or ("game", "ruling", "event", "health", "score", "result")
        return [g.data for g in list(self.got) if g.topic.count("/") == 2 and g.kind in kinds and not g.retain]

    def once(self, *kinds: str) -> list[dict[str, Any]]:
        """Return what a receiver keeps of them: each (table, seq) once, by its number; of all kinds, or these."""
        found = {(m["table"], m["seq"]): m for m in self.counted(*kinds)}
        return [found[key] for key in sorted(found)]

    def rulings(self) -> list[tuple[str, int]]:
        """(code, number) of the rulings that a receiver keeps."""
        return [(m["code"], m["number"]) for m in self.once("ruling")]


@contextlib.contextmanager
def listening(port: int, **more: Any) -> Iterator[Listener]:
    listener = Listener(port, **more).start()
    try:
        yield listener
    finally:
        listener.stop()
