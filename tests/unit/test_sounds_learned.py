"""Plays that led to a trade are learned once the table has let it stand; what was taken back is not."""

from __future__ import annotations

import pytest

from companion.events import Command, Signal
from companion.referee.face_off_desk import FaceOffDesk
from companion.referee.face_off_memory import Timing
from companion.referee.match import Match
from companion.rules.face_off.game import GAME
from companion.sitting.followers.learning import CONFIRMED_AFTER_S, NoiseLearning

NAMES = ["Ann Marie", "Ben", "Cleo"]


class Table:
    """A hand of set C with two microphones' worth of confirmations noted."""

    def __init__(self) -> None:
        self.match = Match(
            GAME, GAME.options(NAMES, cards="physical", signal_set="C"), 1, FaceOffDesk(Timing(settle=0.5))
        )
        self.match.begin()
        self.asked: list[tuple[str, float, str]] = []
        self.overruled: list[tuple[str, float, str]] = []
        self.learning = NoiseLearning(self.match, self._judged)

    def _judged(self, signal: Signal, player: str, stands: bool) -> None:
        (self.asked if stands else self.overruled).append((signal.name, signal.onset, player))

    def sound(self, player: str, t: float, *, phase: str = "on", taught: bool = True, shift: float = 0.0) -> None:
        evidence = {"score": 0.4} if taught and phase == "on" else {}
        event = Signal(onset=t, decided=t + 0.4, player=player, name="cow", phase=phase, evidence=evidence)  # type: ignore[arg-type]
        told = Signal(onset=t + shift, decided=t + shift, name="cow", phase="on")
        self.match.fold(event)
        self.learning.follow(event, (), told if shift else event)

    def word(self, text: str, t: float) -> None:
        event = Command(onset=t, decided=t, text=text)
        self.match.fold(event)
        self.learning.follow(event, (), event)


def traded(**options: object) -> Table:
    table = Table()
    for player, t in (("Ann Marie", 1.0), ("Ben", 1.2)):
        table.sound(player, t, **options)  # type: ignore[arg-type]
    for player, t in (("Ann Marie", 2.0), ("Ben", 2.1)):
        table.sound(player, t, phase="off")
    table.word("score", 4.0)
    assert "trade" in [r.code for r in table.match.rulings.values()]
    return table


def test_both_plays_of_a_trade_that_stands_are_learned_once() -> None:
    table = traded()
    assert table.asked == []
    table.word("score", 2.5 + CONFIRMED_AFTER_S)
    table.word("score", 20.0 + CONFIRMED_AFTER_S)
    assert table.asked == [("cow", 1.0, "Ann Marie"), ("cow", 1.2, "Ben")]


def test_a_trade_that_was_taken_back_teaches_nothing() -> None:
    table = traded()
    table.word("undo", 5.0)
    table.word("score", 30.0)
    assert table.asked == []
    assert table.overruled == [("cow", 1.0, "Ann Marie"), ("cow", 1.2, "Ben")]


def test_sounds_that_no_takes_told_and_sounds_without_a_trade_teach_nothing() -> None:
    table = traded(taught=False)
    table.sound("Cleo", 8.0)
    table.word("score", 40.0)
    assert table.asked == []


def test_the_sense_is_asked_with_the_times_that_it_gave_itself() -> None:
    table = traded(shift=100.0)
    table.word("score", 30.0)
    assert [onset for _, onset, _ in table.asked] == [101.0, pytest.approx(101.2)]
