"""What people answer reaches the reader: a tap on a die, values typed for a refused roll; what would help is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from companion.bounds import as_integer
from companion.clock import MonotonicClock
from companion.errors import BadInput
from companion.events import Event, Notice, Roll, Source
from companion.facts import fact
from companion.referee.desk_registry import header, match_of
from companion.senses.dice.dice_scene import DiceCandidates
from companion.senses.dice.seen_die import SeenDie
from companion.sitting import throw_station
from companion.sitting.followers.learning import DiceLearning
from companion.sitting.requests import CorrectDie, NameDice, Request
from companion.sitting.sitting import Sitting
from companion.sitting.throw_station import ThrowStation
from companion.sources.picture_source import Frame


class Eye:
    """A dice camera's worker and station in one: notes what it is asked."""

    is_threaded = False

    def __init__(self) -> None:
        self.named_values: list[tuple[int, ...]] = []
        self.taps: list[tuple[float, float, int]] = []
        self.station = self

    def ask(self, request: Request, refused: Callable[[Exception], None] | None = None) -> None:
        try:
            self.answer(request)
        except BadInput as error:
            assert refused is not None
            refused(error)

    def answer(self, request: Request) -> tuple[()]:
        if isinstance(request, NameDice):
            self.named_values.append(request.values)
        elif isinstance(request, CorrectDie):
            self.taps.append((request.x, request.y, request.value))
            if request.x > 0.5:
                raise BadInput("dice.no-tap")
        return ()


def table(monkeypatch: pytest.MonkeyPatch) -> tuple[Sitting, Eye, list[Event]]:
    shown: list[Event] = []
    sitting = Sitting(
        match_of(header("keep-smiling", ["Ann", "Ben"], {}, 5, "en"), None), MonotonicClock(), observers=[shown.append]
    )
    sitting.followers.append(DiceLearning(sitting))
    sitting.begin()
    eye = Eye()
    monkeypatch.setattr(sitting.crew, "eyes", lambda: [eye])
    monkeypatch.setattr(sitting.crew, "need", lambda needs: None)
    sitting.command("Ann: place S G N S G")
    sitting.command("Ben: place S S G G N")
    return sitting, eye, shown


def refused(sitting: Sitting, *values: int, best: tuple[int, ...] = ()) -> None:
    at = sitting.now() + 1
    why = fact("dice.unsure", die="red", a=5, b=6)
    sitting.take(Roll(onset=at, decided=at, source="camera 0", values=values, refused=why, best=best))


def test_values_typed_for_a_refused_roll_are_told_to_its_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, eye, _ = table(monkeypatch)
    refused(sitting, 3, 0, 6)
    sitting.command("5")
    assert eye.named_values == [(3, 5, 6)]


def test_accepting_the_roll_as_it_lies_teaches_too_and_a_roll_that_was_read_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting, eye, _ = table(monkeypatch)
    refused(sitting, 3, 0, 6, best=(3, 4, 6))
    sitting.command("accept")
    assert eye.named_values == [(3, 4, 6)]
    other, unasked, _ = table(monkeypatch)
    at = other.now() + 1
    other.take(Roll(onset=at, decided=at, source="camera 0", values=(1, 2, 2)))
    other.command("scores")
    assert unasked.named_values == []


def test_a_tapped_die_is_told_to_the_camera_and_a_tap_beside_it_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, eye, shown = table(monkeypatch)
    tap = CorrectDie(0.25, 0.5, 6)
    sitting.crew.ask_first_accepting(tap, BadInput("dice.no-tap"), sitting.refuse)
    assert eye.taps == [(0.25, 0.5, 6)]
    sitting.crew.ask_first_accepting(CorrectDie(0.75, 0.5, 6), BadInput("dice.no-tap"), sitting.refuse)
    last = shown[-1]
    assert isinstance(last, Notice)
    assert last.values["why"] == fact("dice.no-tap")


@pytest.mark.parametrize(
    ("value", "right"), [(1, True), (6, True), (0, False), (7, False), (True, False), (2.0, False)]
)
def test_faces_of_a_die_are_one_to_six(value: object, right: bool) -> None:
    assert (as_integer(value, 1, 6) is not None) is right


class Still:
    """A source of one picture."""

    name, live = "photo", False

    def frames(self) -> Iterator[Frame]:
        yield Frame(np.full((200, 400, 3), 90, np.uint8), 0.0, 0, "photo")


def test_a_refused_photo_says_what_would_help(monkeypatch: pytest.MonkeyPatch) -> None:
    chances = np.array([0.5, 0.5, 0, 0, 0, 0], np.float32)
    small = SeenDie(100.0, 50.0, (92.0, 42.0, 108.0, 58.0), 0.9, chances, 0.0)

    monkeypatch.setattr(throw_station, "candidates", lambda *_: DiceCandidates((small,)))
    source: Any = Still()
    station = ThrowStation(source, None, count=1)
    roll, hint = station.feed(next(iter(station.items(source)))).events
    assert isinstance(roll, Roll)
    assert roll.refused is not None
    assert isinstance(hint, Source)
    assert hint.detail is not None
    assert (hint.detail.code, hint.detail.values["x"], hint.detail.values["y"]) == ("dice.hint.closer", 0.25, 0.25)
    with pytest.raises(BadInput):
        station.answer(CorrectDie(0.25, 0.25, 2))
