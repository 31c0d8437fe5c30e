"""Messages of tables: what is encoded is decoded, and whatever a stranger puts on the broker is refused in words."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club import facts
from companion.club.codec import MAX_PAYLOAD_BYTES, decode, encode, to_dict
from companion.club.facts import MESSAGE_TYPES, MessageError, parse_topic, slug, topic
from companion.facts import Fact

ID = "0123456789abcdef" * 2
WALL = "2026-11-22T08:00:00.000+00:00"
line = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), min_size=1, max_size=20).filter(
    str.strip
)
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
number = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(-1e12, 1e12)
value = st.recursive(
    st.none() | st.booleans() | number | text,
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple) | st.builds(Fact, line, st.dictionaries(line, inner, max_size=2))
    ),
    max_leaves=6,
)
plain = st.recursive(
    st.none() | st.booleans() | number | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(line, inner, max_size=3),
    max_leaves=6,
)
seconds = st.floats(0, 1e9)
points = st.dictionaries(line, st.integers(-(10**6), 10**6) | st.floats(-1e6, 1e6), max_size=4)
names = st.lists(line, max_size=4).map(tuple)
base = {"table": st.just(ID), "wall": st.just(WALL)}
counted = {**base, "seq": st.integers(0, 2**53 - 1), "game": text, "late": seconds}
told = {
    **counted,
    "at": seconds,
    "code": line,
    "values": st.dictionaries(line, value, max_size=4),
    "number": st.integers(0, 10**6),
}
own: dict[str, dict[str, Any]] = {
    "status": {**base, "online": st.booleans(), "game": st.none() | text},
    "hello": {**base, "name": line, "companion": text, "log_format": st.integers(0, 99)},
    "game": {**counted, "kind": line, "players": names, "options": st.dictionaries(line, plain, max_size=3)},
    "ruling": told,
    "event": told,
    "health": told,
    "score": {
        **counted,
        "points": points,
        "hands": st.none() | st.dictionaries(line, st.integers(0, 99), max_size=4),
        "hand": st.integers(1, 99),
    },
    "result": {**counted, "points": points, "winners": names, "confirmed": st.booleans()},
    "command": {"id": st.just("00ff"), "do": st.sampled_from(facts.ORDER_VERBS), "text": text},
}
any_message = st.one_of(*(st.builds(MESSAGE_TYPES[kind], **parts) for kind, parts in own.items()))
GOOD: dict[str, dict[str, Any]] = {
    "status": {"v": 1, "table": ID, "wall": WALL, "online": True, "game": None},
    "ruling": {"v": 1, "table": ID, "wall": WALL, "seq": 3, "game": "g", "at": 1.0, "code": "trade", "values": {}},
    "score": {"v": 1, "table": ID, "wall": WALL, "seq": 3, "game": "g", "points": {"Ann": 3}, "hands": None},
    "command": {"v": 1, "id": "1", "do": "pause", "text": ""},
}


def test_every_kind_of_message_is_tested() -> None:
    assert set(own) == set(MESSAGE_TYPES)
    for kind, cls in MESSAGE_TYPES.items():
        assert set(own[kind]) == {f.name for f in fields(cls)}


@given(any_message)
def test_what_is_encoded_is_decoded(message: Any) -> None:
    body = encode(message)
    assert len(body) <= MAX_PAYLOAD_BYTES
    again = decode(message.topic, body)
    assert again == message
    assert type(again) is type(message)
    assert encode(again) == body
    assert next(iter(to_dict(message))) == "v"


@pytest.mark.parametrize("kind", GOOD)
def test_a_good_message_is_read(kind: str) -> None:
    assert isinstance(decode(kind, json.dumps(GOOD[kind]).encode()), MESSAGE_TYPES[kind])


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("status", {"v": 2}, "version 2"),
    ("status", {"v": True}, "version"),
    ("status", {"v": "1"}, "version"),
    ("status", {"table": "x" * 32}, "table of a status is an ID"),
    ("status", {"table": ID.upper()}, "ID"),
    ("status", {"online": 1}, "true or false"),
    ("status", {"wall": "yesterday"}, "ISO 8601"),
    ("status", {"wall": "2026-11-22T08:00:00"}, "zone"),
    ("status", {"secret": 1}, "no field 'secret'"),
    ("ruling", {"seq": -1}, "between 0 and"),
    ("ruling", {"seq": 2**53}, "between 0 and"),
    ("ruling", {"seq": True}, "whole number"),
    ("ruling", {"seq": 1.0}, "whole number"),
    ("ruling", {"at": -1}, "between 0 and"),
    ("ruling", {"at": 1e300}, "finite number"),
    ("ruling", {"code": ""}, "one line"),
    ("ruling", {"code": "a\nb"}, "one line"),
    ("ruling", {"code": "a\u202eb"}, "marks that nobody sees"),
    ("ruling", {"code": "a\u200bb"}, "marks that nobody sees"),
    ("ruling", {"values": []}, "object"),
    ("ruling", {"values": {"a": {"b": 1}}}, "no fact"),
    ("ruling", {"values": {"a": "x" * 201}}, "200 characters"),
    ("ruling", {"values": {str(k): k for k in range(65)}}, "between 0 and 64"),
    ("ruling", {"values": {"a": list(range(65))}}, "64 values"),
    ("ruling", {"values": {"a": "\ud800"}}, "whole characters"),
    ("score", {"points": {"Ann": "3"}}, "number"),
    ("score", {"points": {"Ann": 1e13}}, "between -1e"),
    ("score", {"points": {"Ann": True}}, "number"),
    ("score", {"hands": {"Ann": 1.5}}, "whole number"),
    ("command", {"do": "shutdown"}, "one of pause, resume, announce"),
    ("command", {"do": ["pause"]}, "one of"),
    ("command", {"id": "x"}, "hexadecimal"),
    ("command", {"id": "1" * 65}, "hexadecimal"),
    ("command", {"text": "x" * 201}, "200"),
]


@pytest.mark.parametrize(("kind", "change", "said"), WRONG)
def test_a_wrong_field_is_refused_and_said(kind: str, change: dict[str, Any], said: str) -> None:
    body = json.dumps({**GOOD[kind], **change}).encode()
    with pytest.raises(MessageError, match=said):
        decode(kind, body)


@pytest.mark.parametrize("kind", GOOD)
def test_a_missing_field_is_named(kind: str) -> None:
    first = next(name for name in GOOD[kind] if name != "v")
    with pytest.raises(MessageError, match=f"lacks {first}"):
        decode(kind, json.dumps({k: v for k, v in GOOD[kind].items() if k != first}).encode())


def nested(levels: int) -> Any:
    return {"code": "a", "values": {"x": nested(levels - 1)}} if levels else 0


HOSTILE = [
    b"",
    b"\x00",
    b"\xff\xfe",
    b"{",
    b"[]",
    b"null",
    b'"v"',
    b"1e999",
    b'{"v":NaN}',
    b'{"v":1,"v":1}',
    b"[" * 9000,
    b'{"a":' * 2000,
    b"9" * 9000,
    b'{"v":1}' + b" " * MAX_PAYLOAD_BYTES,
    b'{"v":' + b"1" * 6000 + b"}",
    json.dumps({**GOOD["ruling"], "values": {"a": nested(20)}}).encode(),
    json.dumps({**GOOD["ruling"], "values": {"a": nested(300)}}).encode(),
    b'{"v":1,"__class__":"os"}',
    b'{"v":1,"table":"\\ud800"}',
]


@pytest.mark.parametrize("kind", MESSAGE_TYPES)
@pytest.mark.parametrize("body", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_bytes_are_refused(kind: str, body: bytes) -> None:
    with pytest.raises(MessageError):
        decode(kind, body)


@given(st.binary(max_size=200), st.sampled_from(sorted(MESSAGE_TYPES)))
def test_any_bytes_end_in_one_kind_of_error(body: bytes, kind: str) -> None:
    with pytest.raises(MessageError):
        decode(kind, body)


@given(plain, st.sampled_from(sorted(GOOD)), st.sampled_from(["table", "seq", "values", "points", "game", "id"]))
def test_any_value_in_a_field_is_read_or_refused(strange: Any, kind: str, name: str) -> None:
    try:
        message = decode(kind, json.dumps({**GOOD[kind], name: strange}).encode())
    except MessageError:
        return
    encode(message)


def test_what_would_be_refused_is_not_sent() -> None:
    good = decode("ruling", json.dumps(GOOD["ruling"]).encode())
    assert isinstance(good, facts.RulingTold)
    for values in (
        {"a": float("nan")},
        {"a": "x" * 201},
        {str(k): "y" * 190 for k in range(64)} | {"z": ["y" * 200] * 64},
    ):
        with pytest.raises(MessageError):
            encode(facts.RulingTold(table=ID, wall=WALL, seq=1, game="g", at=0.0, code="trade", values=values))


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Tisch 4 (groß)", "tisch-4-gross"),
        ("a/+#b", "a-b"),
        ("", "table"),
        ("####", "table"),
        ("Ä" * 50, "ae" * 20),
        ("東京", "table"),
        ("--x--", "x"),
        ("x" * 39 + " y", "x" * 39),
    ],
)
def test_a_name_becomes_a_part_of_a_topic(name: str, made: str) -> None:
    assert slug(name) == made
    assert parse_topic(topic(made, "status")) == (made, "status")


@given(st.text(max_size=80))
def test_any_name_becomes_one(name: str) -> None:
    assert parse_topic(topic(slug(name), "hello")) == (slug(name), "hello")


@pytest.mark.parametrize(
    "strange",
    [
        "",
        "companion",
        "companion/a",
        "companion//status",
        "companion/a/b",
        "companion/a/status/x",
        "home/a/status",
        "companion/A/status",
        "companion/a b/status",
        "companion/-a/status",
        "companion/" + "a" * 41 + "/status",
        "/" * 99,
    ],
)
def test_other_topics_are_refused(strange: str) -> None:
    with pytest.raises(MessageError):
        parse_topic(strange)


def test_a_topic_is_only_made_of_a_slug() -> None:
    for table, kind in (("a/b", "status"), ("+", "status"), ("a", "#"), ("A", "status")):
        with pytest.raises(MessageError):
            topic(table, kind)
