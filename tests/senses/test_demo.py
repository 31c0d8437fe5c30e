"""The demo: its rulings are held to what the synthetic players really did (companion/demo/demo.json, sounds.json)."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from companion import resources
from companion.events import Event, Ruling, Signal, decode

STORY: dict[str, Any] = json.loads(resources.path("demo/demo.json").read_text("utf-8"))
HEARD: dict[str, Any] = json.loads(resources.path("demo/sounds.json").read_text("utf-8"))
SLACK = 1.0  # seconds that a trade may follow the gesture's clear part: hold, settling, a face that moves in and out


@pytest.fixture(scope="module")
def events() -> list[Event]:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "demo", "--json"], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return [decode(line) for line in done.stdout.splitlines()]


def mouth_model() -> bool:
    try:
        resources.path("models/mouth/model.onnx")
    except resources.ResourceMissing:
        return False
    return True


def trades(events: list[Event], *, heard: bool = False) -> list[Ruling]:
    """Those of the hand that is seen, or of the one after it that is heard."""
    found = [e for e in events if isinstance(e, Ruling) and e.code == "trade"]
    return [r for r in found if (r.decided > STORY["duration"]) == heard]


def test_every_trade_that_was_played_is_ruled_once_and_no_other(events: list[Event]) -> None:
    played = [t for t in STORY["trades"] if t["signal"] != "tongue_out" or mouth_model()]
    ruled = trades(events)
    for trade in played:
        names = " and ".join(trade["players"])
        hits = [r for r in ruled if names in r.text and trade["start"] - 0.5 <= r.decided <= trade["end"] + SLACK]
        assert len(hits) == 1, f"{names} {trade['signal']}: {[r.text for r in ruled]}"
        if trade["number"] is not None:
            assert f"trade {trade['number']} card" in hits[0].text
    assert len(ruled) == len(played)


def test_three_who_show_the_same_are_listed(events: list[Event]) -> None:
    (listed,) = STORY["listed"]
    several = [e for e in events if isinstance(e, Ruling) and e.code == "several"]
    assert len(several) == 1
    assert all(name in several[0].text for name in listed["players"])
    assert listed["start"] <= several[0].decided <= listed["end"] + SLACK


def test_no_signal_outside_of_a_gesture(events: list[Event]) -> None:
    spans = {p["name"]: p["spans"] for p in STORY["players"]}
    for event in events:
        if isinstance(event, Signal) and event.phase == "on" and event.source != HEARD["clip"]:
            assert event.player is not None
            near = [s for s in spans[event.player] if s["label"] == event.name]
            assert any(s["start"] - 0.6 <= event.onset <= s["end"] + 0.3 for s in near), event


def test_noises_are_heard_with_their_players_and_nothing_else_is(events: list[Event]) -> None:
    made = [s for s in HEARD["spans"] if s["label"] not in ("speech", "laughter")]
    found = [e for e in events if isinstance(e, Signal) and e.phase == "on" and e.source == HEARD["clip"]]
    assert [(e.player, e.name) for e in found] == [(s["player"], s["label"]) for s in made]
    for event, span in zip(found, made, strict=True):
        assert abs(event.onset - span["onset"]) < 0.05


def test_two_who_make_the_same_noise_trade(events: list[Event]) -> None:
    ruled = trades(events, heard=True)
    assert len(ruled) == len(HEARD["trades"])
    for ruling, played in zip(ruled, HEARD["trades"], strict=True):
        assert all(name in ruling.text for name in played["players"]), ruling


def test_it_ends_with_the_score(events: list[Event]) -> None:
    last = events[-1]
    assert isinstance(last, Ruling)
    assert last.code == "score"
    assert "Ann 90" in last.text


def test_it_prints_for_people_in_german_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "demo", "--de"], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0
    assert "Ann und Ben tauschen 2 Karten." in done.stdout
    assert done.stdout.rstrip().endswith("Ben 0, Cleo 0.")
