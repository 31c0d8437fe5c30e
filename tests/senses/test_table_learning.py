"""A table without a warm-up: what is learned once it has agreed, what it is asked, and what is forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.clock import ManualClock
from companion.events import Event, Notice, Signal
from companion.facts import Fact
from companion.people.profile_lookup import EveningMemory
from companion.people.store import People
from companion.people.warmup.judging import Judging
from companion.referee.desk_registry import header, match_of
from companion.senses.sounds.settings import RATE
from companion.senses.sounds.sound_features import CONFIRMED, OVERRULED
from companion.senses.sounds.sound_sense import SoundSense
from companion.sitting.followers import table_learning
from companion.sitting.followers.table_learning import FREE_S, PAIR_PATIENCE_S, QUIET_S, TableLearning
from companion.sitting.microphone_station import MicrophoneStation
from companion.sitting.requests import RecalledNoise
from companion.sitting.table_sitting import table_of
from companion.sources.audio import Chunk
from tests.senses.test_sounds_enrolment import network, voice

PEOPLE = {"Ann": 5, "Ben": 77, "Cleo": 31}  # seeds of their voices
QUIET = (np.random.default_rng(1).standard_normal(RATE) * 1e-3).astype(np.float32)


class Ear:
    """A microphone without sound of its own: pieces are given to its station."""

    name, live = "table", False

    def chunks(self) -> Iterator[Chunk]:
        yield from ()

    def close(self) -> None: ...


class Table:
    """Face Off! with cards of paper and set C; noises come as the microphone's station tells them."""

    def __init__(self, evening: EveningMemory | None = None, *, agreed: str = "evening", start: float = 0.0) -> None:
        self.clock = ManualClock(start)
        head = header("face-off", list(PEOPLE), {"signal_set": "C", "cards": "physical"}, 1, "en")
        self.evening = evening or EveningMemory()
        keep = self.evening.update_from_play
        made = table_of(match_of(head, None), self.clock, keep=keep, evening=self.evening)
        assert made.learning is not None
        self.table, self.sitting, self.learning = made, made.sitting, made.learning
        self.learning._by = Judging(network)
        station = self.sitting.crew.ear("microphone 0", lambda told: Ear(), []).station
        assert isinstance(station, MicrophoneStation)
        self.station: Any = station
        station.beside.clear()
        self.sitting.begin()
        self.takes_made = 0
        if agreed:
            self.sitting.command(f"learn {agreed}")

    def noise(self, player: str, name: str, mouths: Mapping[str, float] | None = None) -> RecalledNoise:
        """One noise of a player, heard now; ``mouths``: as the camera saw them, by itself the player's alone moved."""
        self.takes_made += 1
        samples = voice(name, self.takes_made, PEOPLE[player])[: RATE * 6 // 5]
        onset = self.clock.now()
        self.pass_time(len(samples) / RATE)
        seen = {p: 0.8 if p == player else 0.02 for p in PEOPLE} if mouths is None else mouths
        heard = RecalledNoise("table", onset, self.clock.now(), samples, None, seen)
        self.learning.hear(heard)
        return heard

    def both(self, one: str, other: str, name: str, mouths: Mapping[str, float] | None = None) -> None:
        """Two make one noise, the second soon after the first."""
        self.noise(one, name, mouths)
        self.pass_time(0.3)
        self.noise(other, name, mouths)

    def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.sitting.pump()

    def kinds(self, player: str, name: str = "cow") -> list[str]:
        found = self.evening.sounds([player])
        return [take.kind for profile in found for take in profile.takes if take.name == name]

    def asked(self, code: str) -> list[Any]:
        return [q for q in self.sitting.questions() if q.code == code]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path))
    return tmp_path


def test_a_trade_that_the_table_enters_teaches_both_noises_and_undo_unlearns_them() -> None:
    table = Table()
    table.both("Ann", "Ben", "cow")
    table.pass_time(4.0)
    table.sitting.command("trade Ann Ben 1")
    assert (table.kinds("Ann"), table.kinds("Ben"), table.kinds("Cleo")) == ([CONFIRMED], [CONFIRMED], [])
    table.sitting.command("undo")
    assert table.kinds("Ann") == table.kinds("Ben") == []
    table.sitting.command("trade Ann Ben 1")  # after all: the same noises are named again
    assert (table.kinds("Ann"), table.kinds("Ben")) == ([CONFIRMED], [CONFIRMED])


def test_what_was_learned_is_told_at_the_table_from_then_on() -> None:
    """The microphone that is open gets it; after two, another take of Ann's is told as hers."""
    table = Table()
    for _ in range(2):
        table.both("Ann", "Ben", "cow")
        table.pass_time(3.0)
        table.sitting.command("trade Ann Ben 1")
        table.pass_time(5.0)
    sense: SoundSense = table.station.sense
    assert sense.enrolled.names == {"cow"}
    sound = np.concatenate([QUIET, voice("cow", 90, PEOPLE["Ann"]), QUIET])
    sense.restart(("cow", "seal", "monkey", "donkey"))
    events = [e for at in range(0, len(sound), 1600) for e in sense.feed(sound[at : at + 1600], 200 + at / RATE)]
    told = [e for e in [*events, *sense.finish()] if isinstance(e, Signal) and e.phase == "on"]
    assert [(e.name, e.evidence["by"]) for e in told[:1]] == [("cow", "takes")]
    assert told[0].player == "Ann" or "Ann" in told[0].evidence["candidates"]  # type: ignore[operator]


@pytest.mark.parametrize("agreed", ["", "no"])
def test_without_a_yes_nothing_is_learned_and_nothing_remembered(agreed: str) -> None:
    table = Table(agreed=agreed)
    table.both("Ann", "Ben", "cow")
    assert not table.learning._noises
    table.sitting.command("trade Ann Ben 1")
    assert table.kinds("Ann") == table.kinds("Ben") == []
    assert table.station.sense.on_finished is None


def test_a_no_forgets_what_was_learned_before() -> None:
    table = Table()
    table.both("Ann", "Ben", "cow")
    table.sitting.command("trade Ann Ben 1")
    table.sitting.command("learn no")
    assert table.kinds("Ann") == []
    assert not table.station.sense.enrolled


@pytest.mark.parametrize(("agreed", "kept"), [("evening", False), ("keep", True)])
def test_the_disk_gets_noises_only_where_the_table_wants_them_kept(agreed: str, kept: bool) -> None:
    table = Table(agreed=agreed)
    table.both("Ann", "Ben", "cow")
    table.sitting.command("trade Ann Ben 1")
    found = People().sounds("Ann") if People().find("Ann") is not None else None
    assert (found is not None and found.signals == ("cow",)) is kept
    assert table.kinds("Ann") == [CONFIRMED]


def test_the_next_game_of_the_evening_goes_on_with_it_and_asks_no_more() -> None:
    first = Table()
    first.both("Ann", "Ben", "cow")
    first.sitting.command("trade Ann Ben 1")
    second = Table(first.evening, agreed="", start=100.0)
    assert not second.asked("learn")
    assert second.kinds("Ann") == [CONFIRMED]
    assert second.station.sense.enrolled.names == {"cow"}
    second.both("Ann", "Cleo", "cow")
    second.sitting.command("trade Ann Cleo 1")
    second.sitting.command("undo")
    assert second.kinds("Ann") == [CONFIRMED], "the first game's trade was not taken back"


def test_the_table_is_asked_once_as_people_sit_down() -> None:
    table = Table(agreed="")
    for _ in range(4):
        table.pass_time(30.0)
        (question,) = table.asked("learn")
    assert [a.id for a in question.answers] == ["evening", "keep", "no"]
    assert question.to == "laptop"
    table.sitting.answer(question.id, "evening")
    assert not table.asked("learn")
    assert table.learning.is_on


def test_the_question_goes_when_the_game_has_begun_and_nobody_has_answered() -> None:
    table = Table(agreed="")
    assert table.asked("learn")
    table.sitting.command("trade Ann Ben 1")
    table.pass_time(60.0)
    assert not table.asked("learn")


def test_a_tap_on_a_signal_names_the_noise_beside_it() -> None:
    for first in ("tap", "noise"):
        table = Table()
        if first == "noise":
            table.noise("Ann", "seal")
        for event in table.table.taps.show("Ann", "seal", "tap"):
            table.sitting.take(event)
        if first == "tap":
            table.noise("Ann", "seal")
        assert table.kinds("Ann", "seal") == [CONFIRMED], first
        late = Table()
        late.noise("Ann", "seal")
        late.pass_time(5.0)
        for event in late.table.taps.show("Ann", "seal", "tap"):
            late.sitting.take(event)
        assert late.kinds("Ann", "seal") == []


def test_a_tap_does_not_name_a_noise_of_another_mouth() -> None:
    table = Table()
    table.noise("Ben", "seal")
    for event in table.table.taps.show("Ann", "seal", "tap"):
        table.sitting.take(event)
    assert table.kinds("Ann", "seal") == table.kinds("Ben", "seal") == []


def test_noises_that_no_camera_saw_wait_for_a_second_trade() -> None:
    """By ear alone it is open whose each of two is, until one of them trades with somebody else."""
    table = Table()
    table.both("Ann", "Ben", "cow", {})
    table.sitting.command("trade Ann Ben 1")
    assert table.kinds("Ann") == table.kinds("Ben") == []
    table.pass_time(30.0)
    table.both("Cleo", "Ann", "cow", {})
    table.sitting.command("trade Ann Cleo 1")
    assert {len(table.kinds(player)) for player in PEOPLE} == {1, 2}
    assert len(table.kinds("Ann")) == 2


def test_two_who_answer_each_other_are_asked_about_with_one_tap(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    table.both("Ann", "Cleo", "cow")
    (question,) = table.asked("learn-pair")
    assert {question.text.values["a"], question.text.values["b"]} == {"Ann", "Cleo"}
    assert {a.id for a in question.answers} == {"cow", "seal", "monkey", "donkey", "nobody"}
    table.sitting.answer(question.id, "cow")
    assert not table.asked("learn-pair")
    trades = [r for r in table.sitting.match.rulings.values() if "trade" in r.action]  # type: ignore[union-attr]
    assert len(trades) == 1
    assert (table.kinds("Ann"), table.kinds("Cleo")) == ([CONFIRMED], [CONFIRMED])


@pytest.mark.parametrize(
    "mouths",
    [{}, {"Ann": 0.8, "Ben": 0.02, "Cleo": 0.02}, {"Ann": 0.8, "Ben": 0.5, "Cleo": 0.7}],
    ids=["no camera", "one mouth", "all talk"],
)
def test_nobody_is_asked_where_mouths_do_not_say_who(mouths: dict[str, float]) -> None:
    table = Table()
    table.both("Ann", "Cleo", "cow", mouths)
    assert not table.asked("learn-pair")


def test_pairs_are_asked_about_seldom_after_the_first_ten_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_learning, "likeliest_signal", lambda *known: "cow")
    table = Table()
    asked = []
    while table.clock.now() < FREE_S + 2 * QUIET_S:
        table.both("Ann", "Cleo", "cow")
        asked += [question.asked for question in table.asked("learn-pair")]
        table.pass_time(PAIR_PATIENCE_S + 10.0)
    late = [t for t in asked if t > FREE_S]
    assert len(asked) > 10
    assert 1 <= len(late) <= 3
    assert all(b - a >= QUIET_S for a, b in pairwise(late))


def test_a_trade_that_was_overruled_stands_against_whoever_it_was_laid_to() -> None:
    """Ben's noise was told as Ann's; the table takes the trade back and names who it was."""
    table = Table()
    for _ in range(2):
        table.both("Ann", "Cleo", "cow")
        table.sitting.command("trade Ann Cleo 1")
        table.pass_time(10.0)
    start = table.clock.now()
    table.both("Ben", "Cleo", "cow")
    onsets = [noise.onset for noise in table.learning._noises if noise.onset >= start]
    for player, onset in zip(("Ann", "Cleo"), onsets, strict=True):
        evidence = {"score": 2.0, "by": "takes"}
        table.sitting.take(
            Signal(
                onset=onset,
                decided=table.clock.now(),
                source="table",
                player=player,
                name="cow",
                phase="on",
                evidence=evidence,
            )
        )
    table.pass_time(3.0)
    assert [r.code for r in table.sitting.match.rulings.values()][-1] == "trade"  # type: ignore[union-attr]
    table.sitting.command("undo")
    assert table.kinds("Ann") == [CONFIRMED, CONFIRMED, OVERRULED]
    table.sitting.command("trade Ben Cleo 1")
    assert table.kinds("Ben") == [CONFIRMED]
    assert table.kinds("Cleo") == [CONFIRMED] * 3


def test_the_word_is_refused_where_it_means_nothing() -> None:
    table = Table()
    refused: list[str] = []

    def on_event(event: Event) -> None:
        if isinstance(event, Notice) and event.is_refusal and isinstance(why := event.values["why"], Fact):
            refused.append(why.code)

    table.sitting.observers.add(on_event)
    table.sitting.command("learn everything")
    assert refused == ["learn.which"]
    assert isinstance(table.learning, TableLearning)
