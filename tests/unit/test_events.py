"""The codec of events: what goes in comes out, and what is no event of ours is refused in one sentence."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import events
from companion.events import EventError, notice
from companion.events.codec import EVENT_TYPES, VERSION, decode, encode, from_dict, to_dict
from companion.facts import Fact, fact

seconds = st.floats(0, 1e9) | st.integers(0, 10**6)
text = st.text(max_size=20)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=8,
)
base: dict[str, Any] = {
    "onset": seconds,
    "decided": seconds,
    "confidence": st.floats(0, 1),
    "source": text,
    "player": st.none() | text,
}
values = st.dictionaries(
    text,
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(2**53), 2**53)
        | st.floats(allow_nan=False, allow_infinity=False)
        | text,
        lambda inner: (
            st.lists(inner, max_size=3).map(tuple) | st.builds(Fact, text, st.dictionaries(text, inner, max_size=2))
        ),
        max_leaves=6,
    ),
    max_size=3,
)
told = st.none() | st.builds(Fact, text, values)
words = st.lists(st.tuples(text, st.floats(0, 1e6), st.floats(0, 1e6)), max_size=4).map(tuple)
own: dict[str, dict[str, Any]] = {
    "signal": {
        "name": text,
        "phase": st.sampled_from(["on", "off"]),
        "evidence": st.dictionaries(text, plain, max_size=3),
    },
    "seat": {
        "seat": st.integers(0, 99),
        "state": st.sampled_from(["seen", "lost", "learning", "ready", "turned", "back"]),
        "detail": told,
    },
    "source": {"status": st.sampled_from(["online", "frozen", "offline", "ended", "off"]), "detail": told},
    "phrase": {
        "text": text,
        "kind": st.sampled_from(["shout", "speech", "wild_thing", "other"]),
        "words": words,
        "slots": st.dictionaries(text, text, max_size=3),
    },
    "teeth": {
        "verdict": st.sampled_from(["teeth", "clean", "unseen"]),
        "times": st.lists(seconds, max_size=4).map(tuple),
        "why": told,
    },
    "roll": {
        "values": st.lists(st.integers(0, 6), max_size=6).map(tuple),
        "best": st.lists(st.integers(0, 6), max_size=6).map(tuple),
        "colours": st.lists(text, max_size=6).map(tuple),
        "refused": told,
    },
    "command": {"text": text},
    "ruling": {"code": text, "values": values, "action": text, "number": st.integers(1, 10**6)},
}
notices = st.builds(events.Notice, **base, code=text, values=values)
any_event = st.one_of(notices, *(st.builds(EVENT_TYPES[kind], **base, **parts) for kind, parts in own.items()))
GOOD: dict[str, Any] = {"v": VERSION, "type": "signal", "onset": 1.0, "decided": 1.5, "name": "sour", "phase": "on"}
ROLL: dict[str, Any] = {"v": VERSION, "type": "roll", "onset": 1.0, "decided": 1.5, "values": [1, 2, 3]}


def test_every_type_of_event_is_tested() -> None:
    assert set(own) == set(EVENT_TYPES)
    for kind, cls in EVENT_TYPES.items():
        assert set(own[kind]) | set(base) == {f.name for f in fields(cls) if f.metadata.get("kept", True)}


@given(any_event)
def test_what_is_encoded_is_decoded(event: events.Event) -> None:
    line = encode(event)
    assert "\n" not in line
    again = decode(line)
    assert again == event
    assert type(again) is type(event)
    assert encode(again) == line
    assert decode(line.encode()) == event


@given(any_event)
def test_the_dictionary_is_plain_json(event: events.Event) -> None:
    data = to_dict(event)
    assert list(data)[:2] == ["v", "type"]
    assert json.loads(json.dumps(data)) == data
    assert from_dict(data) == event


@given(any_event)
def test_events_are_frozen(event: events.Event) -> None:
    with pytest.raises(FrozenInstanceError):
        event.onset = 0.0  # type: ignore[misc]


def test_defaults_may_be_left_out() -> None:
    assert from_dict(GOOD) == events.Signal(onset=1.0, decided=1.5, name="sour", phase="on")


def deep(levels: int) -> Any:
    """Return a fact in a fact in a fact."""
    return {"code": "x", "values": {"a": deep(levels - 1)}} if levels else 1


BROKEN: dict[str, tuple[Any, str]] = {
    "no json": ("{", "broken JSON"),
    "empty": ("", "broken JSON"),
    "two values": ("{} {}", "broken JSON"),
    "not utf-8": (b"\xff\xfe\xff", "broken JSON"),
    "deep": ("[" * 100_000, "broken JSON|JSON object"),
    "a list": ("[1]", "an event is a JSON object"),
    "a text": ('"signal"', "an event is a JSON object"),
    "no version": ({**GOOD, "v": None}, "carries its version"),
    "true as version": ({**GOOD, "v": True}, "carries its version"),
    "version 0": ({**GOOD, "v": 0}, "carries its version"),
    "newer": ({**GOOD, "v": VERSION + 1}, rf"of version {VERSION + 1}, newer than {VERSION}: update companion"),
    "newer and unknown": ({"v": 99, "type": "hologram"}, "update companion"),
    "unknown type": ({**GOOD, "type": "hologram"}, "unknown event type 'hologram': one of command, phrase"),
    "type is a list": ({**GOOD, "type": []}, "unknown event type"),
    "a die of 7": ({**ROLL, "values": [3, 7, 1]}, "values of a roll event lie between 0 and 6"),
    "a best die of -1": ({**ROLL, "best": [-1]}, "values of a roll event lie between 0 and 6"),
    "unknown field": ({**GOOD, "colour": "red"}, "a signal event has no field 'colour'"),
    "missing": ({k: v for k, v in GOOD.items() if k not in ("name", "onset")}, "a signal event lacks name, onset"),
    "onset is a text": ({**GOOD, "onset": "1"}, "onset of a signal event is a finite number"),
    "onset is true": ({**GOOD, "onset": True}, "onset of a signal event is a finite number"),
    "onset is nan": ('{"v":1,"type":"command","onset":NaN,"decided":1,"text":"x"}', "NaN is no number"),
    "onset is inf": ('{"v":1,"type":"command","onset":1e999,"decided":1,"text":"x"}', "finite number"),
    "nan in the evidence": (json.dumps({**GOOD, "evidence": {"a": float("nan")}}), "NaN is no number"),
    "confidence above 1": ({**GOOD, "confidence": 1.1}, "lies between 0 and 1"),
    "confidence below 0": ({**GOOD, "confidence": -0.1}, "lies between 0 and 1"),
    "phase": ({**GOOD, "phase": "maybe"}, "phase of a signal event is one of on, off"),
    "phase is a list": ({**GOOD, "phase": ["on"]}, "is one of on, off"),
    "player is a number": ({**GOOD, "player": 3}, "player of a signal event is a text"),
    "evidence is a list": ({**GOOD, "evidence": []}, "evidence of a signal event is an object"),
    "dice are texts": ({**GOOD, "type": "roll", "values": ["1"]}, "."),
    "seat is a half": (
        {"v": 1, "type": "seat", "onset": 0, "decided": 0, "seat": 0.5, "state": "seen"},
        "whole number",
    ),
    "times": ({"v": 1, "type": "teeth", "onset": 0, "decided": 0, "verdict": "teeth", "times": 3}, "is a list"),
    "a time": (
        {"v": 1, "type": "teeth", "onset": 0, "decided": 0, "verdict": "teeth", "times": ["1"]},
        r"times\[0\] of a teeth event",
    ),
    "roll": ({"v": 1, "type": "roll", "onset": 0, "decided": 0, "values": [True]}, r"values\[0\] of a roll event"),
    "a refusal is a text": (
        {"v": 2, "type": "roll", "onset": 0, "decided": 0, "values": [], "refused": "leaning"},
        "refused of a roll event is no fact",
    ),
    "a value of a ruling": (
        {"v": 2, "type": "ruling", "onset": 0, "decided": 0, "code": "x", "values": {"a": {"b": 1}}},
        "values of a ruling event is no fact",
    ),
    "facts without end": (
        {"v": 2, "type": "source", "onset": 0, "decided": 0, "status": "off", "detail": deep(40)},
        "too many facts in each other",
    ),
    "a word": (
        {"v": 1, "type": "phrase", "onset": 0, "decided": 0, "text": "", "kind": "other", "words": [["a", 1]]},
        "holds .word, start, end.",
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_no_event_is_refused_in_one_sentence(kind: str) -> None:
    broken, sentence = BROKEN[kind]
    line = json.dumps(broken) if isinstance(broken, dict) else broken
    with pytest.raises(EventError, match=sentence) as caught:
        decode(line)
    assert "\n" not in str(caught.value).strip()


@given(plain | st.dictionaries(st.sampled_from(["v", "type", *GOOD, "words", "values", "times"]), plain))
def test_nothing_else_than_an_event_error_comes_out(data: Any) -> None:
    try:
        event = from_dict(data)
    except EventError:
        return
    assert isinstance(event, events.Event)


@given(st.data())
def test_one_wrong_value_never_crashes(data: st.DataObject) -> None:
    values = to_dict(data.draw(any_event))
    values[data.draw(st.sampled_from(list(values)))] = data.draw(plain)
    try:
        event = from_dict(values)
    except EventError:
        return
    assert decode(encode(event)) == event


def test_nan_is_never_written() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode(events.Command(onset=float("nan"), decided=0, text="x"))


def test_version_1_is_read_and_its_sentences_kept() -> None:
    old: dict[str, Any] = {"onset": 1.0, "decided": 2.0, "confidence": 1.0, "source": "referee", "player": None}
    trade = {
        "code": "trade",
        "text": "Ann and Ben trade 1 card.",
        "reason": "Both show a pig.",
        "action": "t",
        "number": 3,
    }
    found = from_dict({"v": 1, "type": "ruling", **old, **trade})
    assert isinstance(found, events.Ruling)
    assert (found.code, found.action, found.number) == ("trade", "t", 3)
    assert found.values["text"] == "Ann and Ben trade 1 card."
    assert found.reason == fact("old.said", text="Both show a pig.")
    source = from_dict({"v": 1, "type": "source", **old, "status": "offline", "detail": "unplugged"})
    assert source == events.Source(**old, status="offline", detail=fact("old.said", text="unplugged"))
    roll = from_dict({"v": 1, "type": "roll", **old, "values": [1, 2], "refused": ""})
    assert roll == events.Roll(**old, values=(1, 2))
    slots = {"key": "teeth-other", "speaker": "Ben", "name": "Ann"}
    teeth = from_dict({"v": 1, "type": "teeth", **old, "verdict": "unseen", "detail": "x", "slots": slots})
    assert teeth == events.Teeth(**old, verdict="unseen", why=fact("teeth.other", speaker="Ben", name="Ann"))


UNCLEAR_SPEECH = events.Phrase(
    onset=1.0,
    decided=2.0,
    text="face off NAME has GEM",
    kind="speech",
    slots={"heard": "partly", "name": "", "gem": ""},
    missing=("NAME", "GEM"),
    alternatives={"name": ("Ben", "Ann"), "gem": ()},
)
UNCLEAR_SET = events.Phrase(
    onset=1.0, decided=2.0, text="set", kind="set", slots={"set": ""}, alternatives={"set": ("B", "D")}
)


@pytest.mark.parametrize(
    ("phrase", "slots"),
    [
        (
            UNCLEAR_SPEECH,
            {"heard": "partly", "name": "", "gem": "", "missing": "NAME GEM", "perhaps": "Ben|Ann", "perhaps_gem": ""},
        ),
        (UNCLEAR_SET, {"set": "", "perhaps": "B|D"}),
    ],
)
def test_unclear_words_are_tuples_here_and_texts_in_a_line(phrase: events.Phrase, slots: dict[str, str]) -> None:
    data = to_dict(phrase)
    assert data["slots"] == slots
    assert "missing" not in data
    assert from_dict(data) == phrase
    assert encode(decode(encode(phrase))) == encode(phrase)


@pytest.mark.parametrize("slots", [{"missing": 1}, {"perhaps": ["Ben"]}, {"perhaps_gem": None}])
def test_unclear_words_that_are_no_texts_are_refused(slots: dict[str, object]) -> None:
    with pytest.raises(EventError, match="slots of a phrase event"):
        from_dict(
            {"v": VERSION, "type": "phrase", "onset": 1, "decided": 2, "text": "x", "kind": "speech", "slots": slots}
        )


def test_a_notice_is_a_ruling_without_a_number_in_a_line() -> None:
    told = notice("refused", 2.0, why=fact("question.gone"))
    data = to_dict(told)
    assert (data["type"], data["number"], data["action"], data["source"]) == ("ruling", 0, "", "sitting")
    assert from_dict(data) == told
    assert from_dict({k: v for k, v in data.items() if k not in ("number", "action")}) == told
    assert isinstance(from_dict({**data, "number": 3}), events.Ruling)
    with pytest.raises(EventError, match="action of a ruling event"):
        from_dict({**data, "action": "Ann: claim ruby"})
