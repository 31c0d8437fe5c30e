"""Present the table as a device in Home Assistant: its discovery message, and events for lamps and other automations.

The format is that of Home Assistant's MQTT integration. Events are sent only while fresh and are never retained,
because a lamp that flashes an hour late helps nobody.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from companion import resources
from companion.club.facts import TOPIC_ROOT, CountedMessage, RulingTold, topic
from companion.decoder import compact
from companion.facts import JSON, Fact, Value
from companion.words import Language, say

DISCOVERY_PREFIX: Final = "homeassistant"
ENTITIES_FILE: Final = "club/table/home_assistant.toml"
HEALTHY_STATUSES: Final = ("online", "ended", "seen", "learning", "ready", "back", "turned")
"""Statuses of sources and seats without trouble."""


def config_topic(table: str) -> str:
    return f"{DISCOVERY_PREFIX}/device/companion-{table}/config"


def home_topic(slug: str, what: str) -> str:
    """Return a topic that only Home Assistant uses.

    Args:
        slug: The table's part of its topics.
        what: Name of the entity.
    """
    return f"{TOPIC_ROOT}/{slug}/home/{what}"


def config(table: str, slug: str, name: str, version: str, language: Language) -> bytes:
    """Return the discovery message: it describes one device, an entity for each kind of event, and three sensors.

    Args:
        table: The table's ID.
        slug: The table's part of its topics.
        name: The table's name as people write it.
        version: Version of companion.
        language: Language of the entities' names.
    """
    unique = f"companion-{table}"
    parts: dict[str, JSON] = {}
    for what, said in resources.toml(ENTITIES_FILE)["entity"].items():
        rest = {k: f"{TOPIC_ROOT}/{slug}/{v}" if k.endswith("_topic") else v for k, v in said.items()}
        parts[what] = {"unique_id": f"{unique}-{what}", "name": say(f"club.home.{what}", language), **rest}
    online = "{{ 'online' if value_json.online else 'offline' }}"
    body = {
        "device": {
            "identifiers": [unique],
            "name": name,
            "manufacturer": "companion",
            "sw_version": version,
            "model": say("club.home.model", language),
        },
        "origin": {"name": "companion", "sw_version": version},
        "components": parts,
        "availability": [{"topic": topic(slug, "status"), "value_template": online}],
        "qos": 1,
    }
    return compact(body).encode()


def senses(health: Mapping[str, str]) -> bytes:
    """Return the payload that says how the senses are: "none" without cameras and microphones, "trouble", or "ok".

    Args:
        health: Status of each camera, microphone and seat.
    """
    ill = any(status not in HEALTHY_STATUSES for status in health.values())
    state = "none" if not health else "trouble" if ill else "ok"
    return json.dumps({"state": state, "sources": dict(health)}, ensure_ascii=False).encode()


def event_of(message: CountedMessage) -> tuple[str, bytes] | None:
    """Return the entity and the payload of the event for a message; None if it causes none."""
    if not isinstance(message, RulingTold):
        return None
    table = resources.toml(ENTITIES_FILE)
    told, ruled = table["told"], table["ruled"]
    found = next(((told[p.code], p) for p in _facts(message.values.get("told")) if p.code in told), None)
    entity, kind = ruled.get(message.code) or (found[0] if found is not None else ("", ""))
    if not entity:
        return None
    more = {k: v for k, v in (found[1] if found is not None else message).values.items() if _plain(v)}
    body = {**more, "game": message.game, "event_type": kind}
    return entity, compact(body).encode()


def _facts(value: Value) -> Iterator[Fact]:
    """Yield the facts in a value, the outer ones before those nested in them."""
    if isinstance(value, Fact):
        yield value
        for inner in value.values.values():
            yield from _facts(inner)
    elif isinstance(value, (tuple, list)):
        for inner in value:
            yield from _facts(inner)


def _plain(value: Value) -> bool:
    if isinstance(value, (tuple, list)):
        return all(_plain(v) for v in value)
    return value is None or isinstance(value, (bool, int, float, str))
