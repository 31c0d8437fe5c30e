"""Messages to Home Assistant, against the formats that it documents (MQTT integration: discovery, event, sensor)."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion import resources
from companion.club.facts import RulingTold, topic
from companion.club.table import home_assistant
from companion.facts import Fact, fact
from companion.words import languages

ID = "0123456789abcdef" * 2
WALL = "2026-11-22T08:00:00.000+00:00"
TEXT = {"type": "string", "minLength": 1}
# A topic to subscribe to without wildcards.
TOPIC = {"type": "string", "pattern": "^[^+#\\s]+$", "maxLength": 200}
TEMPLATE = {"type": "string", "pattern": r"\{\{.*\}\}"}
# Device discovery: topic homeassistant/device/OBJECT_ID/config; abbreviations are optional, full names are used here.
DEVICE = {
    "type": "object",
    "required": ["identifiers", "name"],
    "properties": {
        "identifiers": {"type": "array", "items": TEXT, "minItems": 1},
        "name": TEXT,
        "manufacturer": TEXT,
        "model": TEXT,
        "sw_version": TEXT,
    },
    "additionalProperties": False,
}
ORIGIN = {
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {"name": TEXT, "sw_version": TEXT, "support_url": TEXT},
}
ENTITY = {"platform": TEXT, "unique_id": TEXT, "name": TEXT, "icon": {"type": "string", "pattern": "^mdi:[a-z0-9-]+$"}}
EVENT = {
    "type": "object",
    "required": ["platform", "unique_id", "state_topic", "event_types"],
    "properties": {
        **ENTITY,
        "platform": {"const": "event"},
        "state_topic": TOPIC,
        "event_types": {"type": "array", "items": TEXT, "minItems": 1, "uniqueItems": True},
    },
    "additionalProperties": False,
}
SENSOR = {
    "type": "object",
    "required": ["platform", "unique_id", "state_topic"],
    "properties": {
        **ENTITY,
        "platform": {"const": "sensor"},
        "state_topic": TOPIC,
        "value_template": TEMPLATE,
        "json_attributes_topic": TOPIC,
        "json_attributes_template": TEMPLATE,
        "entity_category": {"enum": ["diagnostic", "config"]},
        "device_class": {"const": "enum"},
        "options": {"type": "array", "items": TEXT, "minItems": 1},
    },
    # options belong to the device class enum, and to no state class or unit
    "dependentRequired": {"options": ["device_class"], "json_attributes_template": ["json_attributes_topic"]},
    "additionalProperties": False,
}
CONFIG = {
    "type": "object",
    "required": ["device", "origin", "components"],
    "properties": {
        "device": DEVICE,
        "origin": ORIGIN,
        "qos": {"enum": [0, 1, 2]},
        "components": {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"pattern": "^[a-zA-Z0-9_-]+$"},
            "additionalProperties": {"oneOf": [EVENT, SENSOR]},
        },
        "availability": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["topic"],
                "additionalProperties": False,
                "properties": {
                    "topic": TOPIC,
                    "value_template": TEMPLATE,
                    "payload_available": TEXT,
                    "payload_not_available": TEXT,
                },
            },
        },
    },
    "additionalProperties": False,
}
# The payload of an event: an object with its event_type, the rest becomes attributes.
PAYLOAD = {"type": "object", "required": ["event_type"], "properties": {"event_type": TEXT}}


def config(language: Any = "en") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(home_assistant.config(ID, "table-1", "Table 1", "0.1.0", language))
    return found


@pytest.mark.parametrize("language", languages())
def test_the_discovery_message_is_as_documented(language: Any) -> None:
    Draft202012Validator.check_schema(CONFIG)
    Draft202012Validator(CONFIG).validate(config(language))


def test_the_schema_refuses_what_is_wrong() -> None:
    good = config()
    for path, value in (
        (("components", "trade", "event_types"), []),
        (("components", "trade", "state_topic"), "a/#"),
        (("components", "trade", "unit"), "x"),
        (("device", "identifiers"), []),
        (("origin", "name"), ""),
        (("components", "score", "platform"), "event"),
        (("qos",), 3),
    ):
        broken = json.loads(json.dumps(good))
        place = broken
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        assert not Draft202012Validator(CONFIG).is_valid(broken), path


def test_the_topics_are_home_assistants_and_ours() -> None:
    name = home_assistant.config_topic(ID)
    assert re.fullmatch(r"homeassistant/device/[a-zA-Z0-9_-]+/config", name)
    parts = config()["components"]
    assert set(parts) == {"trade", "win", "verdict", "roll", "score", "hand", "senses"}
    assert {p["platform"] for p in parts.values()} == {"event", "sensor"}
    assert len({p["unique_id"] for p in parts.values()}) == len(parts)
    assert parts["score"]["state_topic"] == topic("table-1", "score")
    assert config()["availability"][0]["topic"] == topic("table-1", "status")


def test_each_language_has_names_of_its_own() -> None:
    names = [{k: p["name"] for k, p in config(language)["components"].items()} for language in languages()]
    assert names[0] != names[1]
    assert all(not name.startswith("club.") for found in names for name in found.values())


def told(code: str, what: Fact | None = None, /, **values: Any) -> RulingTold:
    more = {"told": what} if what is not None else {}
    return RulingTold(table=ID, wall=WALL, seq=1, game="g", at=0.0, code=code, values={**values, **more}, number=1)


CASES = [
    (told("trade", a="Ann", b="Ben", what=fact("cards.gems", n=2)), "trade", "trade", {"a": "Ann", "b": "Ben"}),
    (told("action", fact("face-off.trade", one="Ann", other="Ben", shown="2")), "trade", "trade", {"one": "Ann"}),
    (told("shout", t=3.0, name="Ann"), "win", "shout", {"name": "Ann"}),
    (
        told("claim", fact("rules.sentences", parts=[fact("face-off.won", who="Ann", points=90), fact("x")])),
        "win",
        "won",
        {"who": "Ann", "points": 90},
    ),
    (told("over", names=("Ann",), scores=fact("score.list")), "win", "over", {"names": ["Ann"]}),
    (told("verdict", fact("face-off.clean", who="Ann")), "verdict", "clean", {"who": "Ann"}),
    (told("action", fact("face-off.teeth", who="Ann")), "verdict", "teeth", {}),
    (told("action", fact("face-off.unseen", who="Ann")), "verdict", "unseen", {}),
    (told("roll", fact("keep-smiling.roll", who="Ann", dice=(1, 2, 6))), "roll", "roll", {"dice": [1, 2, 6]}),
]


@pytest.mark.parametrize(("message", "entity", "kind", "values"), CASES, ids=lambda v: v if isinstance(v, str) else "")
def test_rulings_that_lamps_can_follow(message: RulingTold, entity: str, kind: str, values: dict[str, Any]) -> None:
    found = home_assistant.event_of(message)
    assert found is not None
    payload = json.loads(found[1])
    Draft202012Validator(PAYLOAD).validate(payload)
    assert found[0] == entity
    assert payload["event_type"] == kind
    assert kind in config()["components"][entity]["event_types"]
    assert values.items() <= payload.items()
    assert payload["game"] == "g"


def test_the_others_are_none() -> None:
    undone = told("undone", n=3, what=fact("face-off.trade", one="Ann", other="Ben"))
    for message in (undone, told("turn", name="Ann"), told("refused"), told("new-hand", n=1)):
        assert home_assistant.event_of(message) is None


def test_every_event_type_can_come() -> None:
    table = resources.toml(home_assistant.ENTITIES_FILE)
    kinds = {tuple(said) for name in ("told", "ruled") for said in table[name].values()}
    events = {name: said.get("event_types", ()) for name, said in table["entity"].items()}
    assert kinds == {(entity, kind) for entity, types in events.items() for kind in types}


@pytest.mark.parametrize(
    ("health", "state"),
    [
        ({}, "none"),
        ({"camera 0": "online"}, "ok"),
        ({"camera 0": "online", "seat 1": "lost"}, "trouble"),
        ({"microphone 0": "frozen"}, "trouble"),
        ({"camera 0": "off"}, "trouble"),
        ({"camera 0": "ended"}, "ok"),
    ],
)
def test_the_senses_are_one_of_the_options(health: dict[str, str], state: str) -> None:
    found = json.loads(home_assistant.senses(health))
    assert found == {"state": state, "sources": health}
    assert found["state"] in config()["components"]["senses"]["options"]
