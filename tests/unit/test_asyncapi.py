"""What docs/asyncapi.yaml says against what the code does: structure, messages, examples."""

from __future__ import annotations

import json
import re
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from companion import resources
from companion.club import codec
from companion.club.facts import (
    MAX_COUNT,
    MAX_DURATION_S,
    MAX_ITEMS,
    MAX_TEXT_CHARS,
    MESSAGE_TYPES,
    ORDER_VERBS,
    TOPIC_ROOT,
    MessageError,
    topic,
)
from companion.club.table import home_assistant
from tests.unit.test_club_facts import WRONG, any_message

PATH = Path(__file__).resolve().parents[2] / "docs" / "asyncapi.yaml"
QUICK = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same in C, where yaml was built with it
DOCUMENT: dict[str, Any] = yaml.load(PATH.read_text("utf-8"), Loader=QUICK)
MESSAGES: dict[str, Any] = DOCUMENT["components"]["messages"]
RAW = "#/components/schemas/"


def schema(kind: str) -> dict[str, Any]:
    """Return a message's payload as a JSON schema that stands alone."""
    inner = json.loads(json.dumps(DOCUMENT["components"]["schemas"]).replace(RAW, "#/$defs/"))
    return {"$ref": MESSAGES[kind]["payload"]["$ref"].replace(RAW, "#/$defs/"), "$defs": inner}


def resolved(reference: str) -> Any:
    found: Any = DOCUMENT
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found


def references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [r for v in value.values() for r in references(v)]
    return [r for v in value for r in references(v)] if isinstance(value, list) else []


# What AsyncAPI 3.0.0 asks of a document, as far as this one uses it.
REFERENCE = {
    "type": "object",
    "required": ["$ref"],
    "properties": {"$ref": {"type": "string"}},
    "additionalProperties": False,
}
TEXTS = {"type": "string", "minLength": 1}
ASYNCAPI: dict[str, Any] = {
    "type": "object",
    "required": ["asyncapi", "info"],
    "properties": {
        "asyncapi": {"const": "3.0.0"},
        "info": {
            "type": "object",
            "required": ["title", "version"],
            "additionalProperties": False,
            "properties": {"title": TEXTS, "version": TEXTS, "description": TEXTS, "license": {"required": ["name"]}},
        },
        "defaultContentType": TEXTS,
        "servers": {
            "additionalProperties": {
                "type": "object",
                "required": ["host", "protocol"],
                "additionalProperties": False,
                "properties": {
                    "host": TEXTS,
                    "protocol": {"enum": ["mqtt", "mqtts", "secure-mqtt"]},
                    "description": TEXTS,
                },
            }
        },
        "channels": {
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "address": TEXTS,
                    "description": TEXTS,
                    "messages": {"additionalProperties": REFERENCE},
                    "parameters": {"additionalProperties": {"oneOf": [REFERENCE, {"$ref": "#/$defs/parameter"}]}},
                },
            }
        },
        "operations": {
            "additionalProperties": {
                "type": "object",
                "required": ["action", "channel"],
                "additionalProperties": False,
                "properties": {
                    "action": {"enum": ["send", "receive"]},
                    "channel": REFERENCE,
                    "bindings": {"additionalProperties": False, "properties": {"mqtt": {"$ref": "#/$defs/mqtt"}}},
                },
            }
        },
        "components": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "parameters": {"additionalProperties": {"$ref": "#/$defs/parameter"}},
                "schemas": {"type": "object"},
                "messages": {
                    "additionalProperties": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {
                            "title": TEXTS,
                            "payload": REFERENCE,
                            "examples": {
                                "type": "array",
                                "minItems": 1,
                                "items": {
                                    "type": "object",
                                    "additionalProperties": False,
                                    "properties": {"payload": {"type": "object"}, "name": TEXTS, "summary": TEXTS},
                                },
                            },
                        },
                    }
                },
            },
        },
    },
    "additionalProperties": False,
    "$defs": {
        "parameter": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"description": TEXTS, "enum": {"type": "array", "items": TEXTS}, "default": TEXTS},
        },
        "mqtt": {  # a binding of operations
            "type": "object",
            "additionalProperties": False,
            "properties": {"qos": {"enum": [0, 1, 2]}, "retain": {"type": "boolean"}},
        },
    },
}


def test_the_document_has_the_structure_of_asyncapi_3() -> None:
    Draft202012Validator(ASYNCAPI).validate(DOCUMENT)
    for reference in references(DOCUMENT):
        assert resolved(reference) is not None
    for name, channel in DOCUMENT["channels"].items():
        wanted = set(re.findall(r"\{(\w+)\}", channel["address"]))
        assert wanted == set(channel["parameters"]), name
    used = {o["channel"]["$ref"] for o in DOCUMENT["operations"].values()}
    assert used == {f"#/channels/{name}" for name in DOCUMENT["channels"]}
    for name in DOCUMENT["components"]["schemas"]:
        assert f"{RAW}{name}" in references(DOCUMENT), name
    for kind in MESSAGES:
        Draft202012Validator.check_schema(schema(kind))


def test_every_kind_has_its_channel_and_direction() -> None:
    assert set(DOCUMENT["channels"]) == {*MESSAGE_TYPES, "home"}
    for kind in MESSAGE_TYPES:
        channel = DOCUMENT["channels"][kind]
        assert channel["address"].replace("{table}", "a") == topic("a", kind)
        (operation,) = [o for o in DOCUMENT["operations"].values() if o["channel"]["$ref"].endswith(f"/{kind}")]
        assert operation["action"] == ("receive" if kind == "command" else "send")
        assert operation["bindings"]["mqtt"] == {"qos": 1, "retain": getattr(MESSAGE_TYPES[kind], "retained", False)}


@pytest.mark.parametrize("kind", MESSAGE_TYPES)
def test_a_message_has_the_fields_of_its_dataclass(kind: str) -> None:
    found = resolved(MESSAGES[kind]["payload"]["$ref"])
    own = fields(MESSAGE_TYPES[kind])
    assert set(found["properties"]) == {"v", *(f.name for f in own)}
    needed = {f.name for f in own if f.default is MISSING and f.default_factory is MISSING}
    assert set(found["required"]) == {"v", *needed}
    assert found["additionalProperties"] is False


@pytest.mark.parametrize("kind", MESSAGE_TYPES)
def test_each_example_decodes_and_is_valid(kind: str) -> None:
    for example in MESSAGES[kind]["examples"]:
        Draft202012Validator(schema(kind)).validate(example["payload"])
        message = codec.decode(kind, json.dumps(example["payload"]).encode())
        assert example["payload"].items() <= codec.to_dict(message).items()


@given(any_message)
def test_every_message_that_is_sent_is_valid_by_it(message: Any) -> None:
    Draft202012Validator(schema(message.topic)).validate(json.loads(codec.encode(message)))


BEYOND_A_SCHEMA = ("ISO", "zone", "whole characters", "one line", "marks that nobody sees", "between -")
"""What a schema cannot say: a time's zone, whole characters, one line without invisible marks, the largest numbers."""
# A float that is whole is a whole number to a schema.
IN_STRUCTURE = [w for w in WRONG if w[1] != {"seq": 1.0} and not any(said in w[2] for said in BEYOND_A_SCHEMA)]


@pytest.mark.parametrize(("kind", "change", "said"), IN_STRUCTURE)
def test_what_the_codec_refuses_in_structure_is_invalid(kind: str, change: dict[str, Any], said: str) -> None:
    from tests.unit.test_club_facts import GOOD

    with pytest.raises(ValidationError):
        Draft202012Validator(schema(kind)).validate({**GOOD[kind], **change})
    with pytest.raises(MessageError):
        codec.decode(kind, json.dumps({**GOOD[kind], **change}).encode())


def test_bounds_are_the_codecs() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    assert schemas["text"]["maxLength"] == schemas["name"]["maxLength"] == MAX_TEXT_CHARS
    assert schemas["values"]["maxProperties"] == schemas["points"]["maxProperties"] == MAX_ITEMS
    assert schemas["seq"]["maximum"] == MAX_COUNT
    assert schemas["late"]["maximum"] == schemas["told"]["properties"]["at"]["maximum"] == MAX_DURATION_S
    assert schemas["command"]["properties"]["do"]["enum"] == list(ORDER_VERBS)
    assert str(codec.MAX_PAYLOAD_BYTES) in DOCUMENT["info"]["description"]


def test_the_homes_messages_are_those_that_are_sent() -> None:
    entities = resources.toml(home_assistant.ENTITIES_FILE)["entity"]
    events = {name: said["event_types"] for name, said in entities.items() if "event_types" in said}
    kinds = {kind for types in events.values() for kind in types}
    assert set(DOCUMENT["components"]["schemas"]["home"]["properties"]["event_type"]["enum"]) == kinds
    channel = DOCUMENT["channels"]["home"]
    assert set(channel["parameters"]["what"]["enum"]) == {*events, "senses"}
    assert channel["address"] == f"{TOPIC_ROOT}/{{table}}/home/{{what}}"
    for name in ("home", "senses"):
        for example in MESSAGES[name]["examples"]:
            Draft202012Validator(schema(name)).validate(example["payload"])
    Draft202012Validator(schema("senses")).validate(json.loads(home_assistant.senses({"camera 0": "online"})))


@given(st.sampled_from(sorted(MESSAGE_TYPES)), st.binary(max_size=60))
def test_the_codec_refuses_what_is_no_message(kind: str, body: bytes) -> None:
    with pytest.raises(MessageError):
        codec.decode(kind, body)
