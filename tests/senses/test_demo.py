"""The demo: its rulings are held to what the synthetic players really did (companion/demo/demo.json)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from companion import resources
from companion.demo.story import acts
from companion.events import Command, Event, Phrase, Roll, Ruling, Signal, Source
from companion.events.codec import decode
from companion.referee.desk_registry import match_of
from companion.senses.speech.keyword_spotter import ShoutListener
from companion.senses.speech.phrase_detector import WILD_PHRASE
from companion.senses.speech.settings import SpeechSettings
from companion.sources.audio import RATE
from companion.sources.audio_files import read
from models.training.demo import script
from tests import once
from tests.wording import reason, worded

STORY: dict[str, Any] = json.loads(resources.path("demo/demo.json").read_text("utf-8"))
SLACK = 1.2  # seconds that a trade may follow the gesture's clear part: hold, settling, a face that moves in and out
MOST_BYTES = 6_000_000


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> list[list[Event]]:
    """Return the events of each act."""
    lines = (once.demo(tmp_path_factory) / "events.jsonl").read_text("utf-8").splitlines()
    parts: list[list[Event]] = []
    for event in map(decode, lines):
        if isinstance(event, Ruling) and event.number == 1:
            parts.append([])
        parts[-1].append(event)
    return parts


@pytest.fixture(scope="module")
def hand(heard: list[list[Event]]) -> list[Event]:
    return heard[0]


@pytest.fixture(scope="module")
def turn(heard: list[list[Event]]) -> list[Event]:
    return heard[1]


def rulings(events: list[Event], code: str = "") -> list[Ruling]:
    return [e for e in events if isinstance(e, Ruling) and code in ("", e.code)]


def said(kind: str) -> list[dict[str, Any]]:
    return [s for s in STORY["said"] if s["kind"] == kind]


def test_every_trade_that_was_played_is_ruled_once_and_no_other(hand: list[Event]) -> None:
    ruled = rulings(hand, "trade")
    for trade in STORY["trades"]:
        names = " and ".join(trade["players"])
        hits = [r for r in ruled if names in worded(r) and trade["start"] <= r.decided <= trade["end"] + SLACK]
        assert len(hits) == 1, f"{names} {trade['signal']}: {[worded(r) for r in ruled]}"
        what = "Grin" if trade["number"] is None else f"trade {trade['number']} card"
        assert what in worded(hits[0])
        assert reason(hits[0]).startswith("Both show")
    assert len(ruled) == len(STORY["trades"])


def test_no_signal_outside_of_a_gesture_or_a_noise(hand: list[Event]) -> None:
    spans = {p["name"]: p["spans"] for p in STORY["players"]}
    noises = {(n["player"], n["label"]): n for n in STORY["noises"]}
    for event in hand:
        if not isinstance(event, Signal) or event.phase == "off":
            continue
        assert event.player is not None
        if event.source == STORY["sound"]:
            noise = noises.pop((event.player, event.name))
            assert abs(event.onset - noise["start"]) < 0.1
            continue
        near = [s for s in spans[event.player] if s["label"] == event.name]
        assert any(s["start"] - 0.6 <= event.onset <= s["end"] + 0.3 for s in near), event
    assert not noises, "noises that were not heard"


def test_words_are_heard_as_what_they_are_and_talk_as_nothing(hand: list[Event]) -> None:
    phrases = [e for e in hand if isinstance(e, Phrase)]
    (wild,), (speech,) = said("wild_thing"), said("speech")
    assert [p.kind for p in phrases] == ["wild_thing", "shout", "speech"]
    assert phrases[0].player == wild["player"]
    assert phrases[1].player in (None, speech["player"])  # two short words say little of whose they are
    assert wild["start"] - 0.4 <= phrases[0].onset <= wild["end"]
    assert abs(phrases[1].onset - speech["start"]) < 0.4
    assert phrases[2].slots["name"] == STORY["victory"]["player"]
    assert phrases[2].slots["gem"] == STORY["victory"]["gem"]
    assert speech["end"] <= phrases[2].decided <= speech["end"] + 1.5


@pytest.mark.parametrize("pause", [0.0, 0.3, 0.8])
def test_wild_thing_is_heard_with_a_pause_in_it_too(pause: float) -> None:
    sound = read(resources.path("demo/demo.flac"))

    def cut(start: float, end: float) -> npt.NDArray[np.float32]:
        return sound[round(start * RATE) : round(end * RATE)]

    (wild,) = said("wild_thing")
    second = wild["start"] + 0.75  # between the two times that it is said
    sound = np.concatenate([cut(13.5, second), cut(11.0, 11.0 + pause), cut(second, wild["end"] + 1.0)])
    shouts = ShoutListener(SpeechSettings.load())
    found = [f for k in range(0, len(sound), 1600) for f in shouts.feed(sound[k : k + 1600])]
    assert [f.phrase for f in found] == [WILD_PHRASE]
    assert abs(found[0].start - (wild["start"] - 13.5)) < 0.15


def test_the_mistaken_trade_costs_its_giver_and_the_others_answer(hand: list[Event]) -> None:
    mistake = STORY["mistake"]
    (call,), (answer,) = rulings(hand, "call"), rulings(hand, "joined")
    assert mistake["caller"] in worded(call)
    assert mistake["giver"] in worded(call)
    assert re.findall("Ann|Ben|Cleo", worded(answer)) == mistake["joined"]
    assert any(f"{mistake['giver']} {mistake['points']}" in worded(r) for r in rulings(hand, "score"))


def test_the_speech_without_teeth_is_clean_and_the_points_stand(hand: list[Event]) -> None:
    victory = STORY["victory"]
    assert not victory["teeth"]
    assert victory["teeth_area"] < 1e-3
    (claim,), (verdict,) = rulings(hand, "claim"), rulings(hand, "verdict")
    assert victory["player"] in worded(claim)
    assert victory["gem"] in worded(claim)
    (speech,) = said("speech")
    assert verdict.reason is not None
    assert verdict.reason.code == "teeth.none"
    assert verdict.reason.values["n"] >= 0.8 * STORY["fps"] * (speech["end"] - speech["start"])
    assert worded(verdict).startswith(f"A clean speech: {victory['player']}")


def test_the_winner_deals_a_hand_of_the_other_set(hand: list[Event]) -> None:
    first, second = rulings(hand, "new-hand")
    assert f"signal set {STORY['set']}" in worded(first)
    assert f"{STORY['victory']['player']} deals" in worded(second)
    assert worded(second) != worded(first)
    assert rulings(hand, "refused") == []


def test_the_hand_ends_with_its_score(hand: list[Event]) -> None:
    last = rulings(hand)[-1]
    assert last.code == "score"
    assert all(f"{name} {points}" in worded(last) for name, points in STORY["scores"].items())


def test_the_dice_are_read_moves_are_listed_and_one_is_made(turn: list[Event]) -> None:
    dice = STORY["dice"]
    rolls = [e for e in turn if isinstance(e, Roll)]
    assert [sorted(r.values) for r in rolls] == [dice["values"]]
    assert dice["rest"] <= rolls[0].decided <= dice["rest"] + 1.0
    (seen,), (moves,) = rulings(turn, "roll"), rulings(turn, "moves")
    assert [int(d) for d in re.findall(r"\d", worded(seen))] == dice["values"]
    assert worded(moves).startswith(dice["player"])
    assert all(f"{one}: a b c d e" in worded(moves) for one in set(dice["values"]))
    made = rulings(turn, "action")[-1]
    for lane, fields in dice["fields"].items():
        assert re.search(rf"\b{lane} by {fields}\b", worded(made)), worded(made)
    assert made.action == f"{dice['player']}: {dice['move']}"
    assert rulings(turn, "refused") == []


def test_the_same_events_ruled_in_german(heard: list[list[Event]]) -> None:
    for act, events in zip(acts(), heard, strict=True):
        match = match_of(act.head("de"), None)
        ruled = match.begin()
        for event in events:
            if isinstance(event, Ruling):
                ruled += match.advance(event.decided)
            else:
                ruled += match.fold(event)
        ruled += match.fold(Command(onset=match.now, decided=match.now, text="score"))  # said at the end
        ours = rulings(events)
        assert [r.code for r in ruled] == [r.code for r in ours]
        assert all(worded(r, "de") != worded(e) for r, e in zip(ruled, ours, strict=True))


def test_it_is_short_and_small(heard: list[list[Event]]) -> None:
    playing = sum(max(e.decided for e in events if isinstance(e, Source)) for events in heard)
    assert 30 < playing < 60
    folder = Path(resources.path("demo"))
    assert sum(f.stat().st_size for f in folder.rglob("*") if f.is_file() and f.suffix != ".pyc") <= MOST_BYTES


def test_the_bundled_files_belong_to_their_script() -> None:
    story = json.loads(resources.path("demo/game.json").read_text("utf-8"))
    assert story["acts"][0] == json.loads(json.dumps(script.act()))
    for player in STORY["players"]:
        mine = [[s["label"], s["start"], s["end"]] for s in player["spans"] if not s["label"].startswith("talking")]
        assert mine == script.FACES[player["name"]]
    for trade in STORY["trades"]:
        assert trade["end"] - trade["start"] >= 1.0
