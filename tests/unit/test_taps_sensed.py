"""Where a camera or a microphone notices a signal, picking cards does not show it: the player does."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.clock import ManualClock
from companion.referee.desk_registry import header, match_of
from companion.sitting.table_sitting import TableSitting, table_of
from companion.web.kit.door import Door
from companion.web.table.hub import TableHub

FACES = frozenset({"tongue_out", "eyes_wide", "eyes_mouth_wide", "sour"})
NOISES = frozenset({"chicken", "pig", "lamb", "turkey"})


def digital(letter: str = "B") -> TableSitting:
    head = header("face-off", ["Ann", "Ben", "Cleo"], {"signal_set": letter}, 5, "en")
    table = table_of(match_of(head, None), ManualClock())
    table.sitting.begin()
    return table


def offers(table: TableSitting) -> None:
    """Ann and Ben put a card aside each."""
    for seat in (0, 1):
        hand = table.match.game.view(table.match.state, seat)["hand"]
        gem = next(gem for gem, count in hand.items() if isinstance(count, int) and count > 0)
        table.taps.act(seat, f"offer 1 {gem}", "phone")


def test_without_senses_a_pick_shows_the_signal() -> None:
    table = digital()
    offers(table)
    assert set(table.taps.shown) == {"Ann", "Ben"}
    assert table.taps.is_tapping


def test_with_a_camera_a_pick_shows_nothing_until_the_face_does_or_a_tap() -> None:
    table = digital()
    table.taps.sensed = FACES
    offers(table)
    assert table.taps.shown == {}
    assert not table.taps.is_tapping
    for event in table.taps.show("Ann", "tongue_out", "tap"):
        table.sitting.take(event)
    assert table.taps.shown == {"Ann": "tongue_out"}
    table.taps.act(0, "withdraw", "phone")  # what a tap began, a tap ends
    assert table.taps.shown == {}


@pytest.mark.parametrize("tapped", [True, False])
def test_what_the_table_wants_comes_before_what_is_sensed(tapped: bool) -> None:
    table = digital()
    table.taps.sensed, table.taps.tapped = FACES, tapped
    offers(table)
    assert bool(table.taps.shown) is tapped


def test_a_camera_alone_notices_no_noise() -> None:
    table = digital("A")
    table.taps.sensed = FACES
    offers(table)
    assert set(table.taps.shown) == {"Ann", "Ben"}


@pytest.mark.parametrize(
    ("letter", "watching", "listening", "wanted"),
    [
        ("B", True, False, FACES),
        ("B", False, True, frozenset()),
        ("A", True, False, frozenset()),
        ("A", False, True, NOISES),
        ("A", False, False, frozenset()),
        ("D", True, False, frozenset({"darting_tongue", "panting", "fish_gasp", "wet_dog_shake"})),
        ("D", False, True, frozenset({"panting"})),
    ],
)
def test_the_table_knows_which_signals_its_devices_notice(
    letter: str, watching: bool, listening: bool, wanted: frozenset[str], tmp_path: Path
) -> None:
    hub: Any = TableHub(None, Door(keep=tmp_path / "joined.json"))
    hub.devices = SimpleNamespace(watching=watching, listening=listening)
    assert hub._sensed_signals(digital(letter)) == wanted
