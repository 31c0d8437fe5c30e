"""The table as a device of Home Assistant: its MQTT discovery message, and the events that lamps can follow.

The format is Home Assistant's (MQTT integration: device discovery, event and sensor). Events are said while they are
fresh, and never again: a lamp that flashes an hour late helps nobody. What must not be lost is in the other topics.
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
"""The statuses of sources and seats that are no trouble."""


def config_topic(table: str) -> str:
    return f"{DISCOVERY_PREFIX}/device/companion-{table}/config"


def home_topic(slug: str, what: str) -> str:
    """Beside the table's own topics: what is for a home alone."""
    return f"{TOPIC_ROOT}/{slug}/home/{what}"


def config(table: str, slug: str, name: str, version: str, language: Language) -> bytes:
    """Return the discovery message: one device, an entity for each kind of event, three sensors."""
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
    """Return how the senses are: state "none" without any, "trouble" where one is not well."""
    ill = any(status not in HEALTHY_STATUSES for status in health.values())
    state = "none" if not health else "trouble" if ill else "ok"
    return json.dumps({"state": state, "sources": dict(health)}, ensure_ascii=False).encode()


def event_of(message: CountedMessage) -> tuple[str, bytes] | None:
    """(entity, payload) of a ruling that lamps can follow; None for the others."""
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
    """Yield a fact and those in it, the outermost first."""
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
