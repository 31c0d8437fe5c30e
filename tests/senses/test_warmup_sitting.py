"""The warm-up in a sitting: from files by their own times, with nothing counting in the game meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import soundfile

from companion.clock import MonotonicClock
from companion.events import Notice, Ruling, Signal
from companion.facts import Fact
from companion.people.profile_lookup import EveningMemory
from companion.people.store import People
from companion.people.warmup.round_messages import Chosen
from companion.referee.desk_registry import header, match_of
from companion.senses.sounds.sound_features import OVERRULED
from companion.sitting.requests import JudgePlay
from companion.sitting.table_sitting import TableSitting, table_of
from companion.sitting.typed_sources import open_crew
from companion.sitting.warmup.follower import REMIND_AFTER_S
from tests.senses.test_sounds_enrolment import NAMES, voice

RATE = 16000


def course(names: tuple[str, ...], takes: int = 3, person: int = 5) -> np.ndarray:
    """Return takes of each noise with pauses between, as somebody makes them when asked."""
    rng = np.random.default_rng(2)
    pause = lambda: (rng.standard_normal(int(1.1 * RATE)) * 1e-3).astype(np.float32)  # noqa: E731
    parts = [pause()]
    for name in names:
        for k in range(takes):
            parts += [voice(name, k, person), pause()]
    return np.concatenate(parts)


@pytest.fixture
def sit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[TableSitting, list[Fact]]]:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path))

    def made(sound: np.ndarray, evening: EveningMemory | None = None) -> tuple[TableSitting, list[Fact]]:
        soundfile.write(tmp_path / "table.wav", sound, RATE)
        head = header("face-off", ["Ann", "Ben", "Cleo"], {"signal_set": "C", "cards": "physical"}, 1, "en")
        evening = evening or EveningMemory()
        table = table_of(match_of(head, None), MonotonicClock(), keep=evening.update_from_play, evening=evening)
        told: list[Fact] = []

        def seen(event: Any) -> None:
            what = event.values.get("what") if isinstance(event, Notice) else None
            if isinstance(what, Fact):
                told.append(what)

        table.sitting.observers.add(seen)
        open_crew(table.sitting, [], [str(tmp_path / "table.wav")])
        table.sitting.begin()
        return table, told

    return made


def to_ann(told: list[Fact]) -> list[str]:
    found = [what.values["what"] for what in told if what.code == "warmup.to"]
    return [what.code for what in found if isinstance(what, Fact)]


def test_one_player_alone_teaches_four_noises(sit: Any, tmp_path: Path) -> None:
    """Over ten seconds: a warm-up and a game after it are heard whole."""
    table, told = sit(course(NAMES))
    counted: list[Signal] = []
    table.sitting.observers.add(lambda e: counted.append(e) if isinstance(e, Signal) else None)
    table.sitting.command("warmup Ann")
    table.sitting.run_merged()
    assert to_ann(told)[:4] == ["warmup.ask-noise", "warmup.take", "warmup.take", "warmup.noise-done"]
    assert to_ann(told).count("warmup.noise-done") == 4
    assert not counted  # what is made for the cards trades nothing
    table.sitting.command("warmup skip Ann")  # Face Off!
    table.sitting.command("warmup skip Ann")  # the name
    warmup = table.warmup
    assert warmup is not None
    assert not warmup.round.open
    assert {c.signal for c in warmup.rows["Ann"]} == set(NAMES)
    ear = table.sitting.crew.ears()[0].station
    assert [m.profile.player for m in ear.sense.enrolled.matchers] == ["Ann"]  # type: ignore[union-attr]
    assert told[-1].code == "warmup.sheet"
    assert People().find("Ann") is None  # nothing is kept of whoever was not asked
    table.sitting.command("warmup keep Ann")
    kept = People().sounds("Ann")
    assert kept is not None
    assert set(kept.signals) == set(NAMES)
    assert People().consent("Ann").play is True
    table.sitting.close()


def test_what_was_learned_goes_on_in_the_next_game_and_asks_no_more(sit: Any) -> None:
    evening = EveningMemory()
    table, _ = sit(course(("cow",)), evening)
    table.sitting.command("warmup Ann")
    table.sitting.run_merged()
    table.sitting.command("warmup stop")
    table.sitting.close()
    again, _ = sit(course(("cow",), 1), evening)
    ear = again.sitting.crew.ears()[0].station
    assert [m.profile.signals for m in ear.sense.enrolled.matchers] == [("cow",)]
    again.sitting.command("warmup")
    assert again.warmup is not None
    cards = {p: [c.key for c in m.cards] for p, m in again.warmup.round.piles.items()}
    assert "noise.cow" not in cards["Ann"]
    assert "noise.cow" in cards["Ben"]
    again.sitting.close()


def test_an_overruled_trade_blunts_what_led_to_it(sit: Any) -> None:
    """Ann's cow that the table takes back stands against her cow; her taught takes stay."""
    evening = EveningMemory()
    table, _ = sit(course(("cow",)), evening)
    table.sitting.command("warmup Ann")
    table.sitting.run_merged()
    table.sitting.command("warmup stop")
    table.sitting.close()
    later = np.concatenate([np.zeros(RATE, np.float32), voice("cow", 3), np.zeros(2 * RATE, np.float32)])
    again, _ = sit(later, evening)
    heard: list[Signal] = []
    again.sitting.observers.add(lambda e: heard.append(e) if isinstance(e, Signal) and e.phase == "on" else None)
    again.sitting.run_merged()
    assert {(s.player, s.name) for s in heard} == {("Ann", "cow")}
    before = evening.sounds(["Ann"])[0]
    station = again.sitting.crew.ears()[0].station
    station.answer(JudgePlay(heard[0], "Ann", False, evening.update_from_play))
    after = evening.sounds(["Ann"])[0]
    assert len(after.takes) - len(before.takes) in (0, 1)  # a taught take would be lost by it: then nothing is learned
    assert all(t.kind == OVERRULED for t in after.takes[len(before.takes) :])
    again.sitting.close()


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("warmup skip", "warmup.not-on"),
        ("warmup Nobody", "player.unknown"),
        ("warmup sheet", "warmup.not-on"),
        ("warmup keep", "warmup.nobody-asked"),
        ("warmup stop", "warmup.not-on"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(sit: Any, typed: str, why: str) -> None:
    table, _ = sit(np.zeros(RATE, np.float32))
    refused: list[Fact] = []
    table.sitting.observers.add(
        lambda e: refused.append(e.values["why"]) if isinstance(e, Notice) and e.code == "refused" else None  # type: ignore[arg-type]
    )
    table.sitting.command(typed)
    assert [f.code for f in refused] == [why]
    table.sitting.close()


def test_without_camera_and_microphone_there_is_nothing_to_warm_up_with() -> None:
    head = header("face-off", ["Ann", "Ben", "Cleo"], {"signal_set": "C"}, 1, "en")
    table = table_of(match_of(head, None), MonotonicClock())
    refused: list[Fact] = []
    table.sitting.observers.add(
        lambda e: refused.append(e.values["why"]) if isinstance(e, Notice) and e.code == "refused" else None  # type: ignore[arg-type]
    )
    table.sitting.begin()
    table.sitting.command("warmup")
    assert [f.code for f in refused] == ["warmup.nothing"]


def test_silence_ends_in_one_sentence_and_the_game_goes_on(sit: Any) -> None:
    table, told = sit(np.zeros(12 * RATE, np.float32))
    table.sitting.command("warmup Ann")
    table.sitting.run_merged()
    assert to_ann(told).count("warmup.dead") == 1
    table.sitting.command("warmup stop")
    rulings = table.sitting.command("trade Ann Ben 3")
    assert [r.code for r in rulings] == ["action"]
    table.sitting.close()


def test_a_call_that_was_no_shout_is_asked_for_again(sit: Any) -> None:
    """A cow on the card of "Face Off!": said once it is over, and the card stays."""
    table, told = sit(course(("cow",), 1))
    table.sitting.command("warmup Ann")
    for _ in NAMES:
        table.sitting.command("warmup skip Ann")
    table.sitting.run_merged()
    table.sitting.pass_time(table.sitting.now() + 3.0)
    assert "warmup.shout-again" in to_ann(told)
    assert table.warmup is not None
    card = table.warmup.round.piles["Ann"].card
    assert card is not None
    assert card.kind == "shout"
    table.sitting.close()


@pytest.mark.parametrize("late", [False, True], ids=["by an event", "by time that passed"])
def test_no_warm_up_is_offered_once_trades_work(sit: Any, late: bool) -> None:
    table, _ = sit(np.zeros(RATE, np.float32))
    sitting, warmup = table.sitting, table.warmup
    warmup.pages = SimpleNamespace(on_change=lambda: None, live=lambda *_: None, begin=lambda *_: None, phones=tuple)
    asked = lambda: [q.code for q in sitting.questions()]  # noqa: E731
    assert asked() == ["warmup"]
    now = sitting.now()
    by_event: list[Ruling] = []
    for player in ("Ann", "Ben"):
        shown = Signal(onset=now, decided=now, source="camera", player=player, name="cow", phase="on", confidence=0.9)
        by_event += sitting.take(shown)
    assert not any(r.code == "trade" for r in by_event)
    if late:
        made = sitting.pass_time(now + 2.0)
    else:
        made = sitting.take(replace(shown, onset=now + 2.0, decided=now + 2.0, phase="off"))
    assert any(r.code == "trade" for r in made)
    assert "warmup" not in asked()
    sitting.close()


class Phones:
    """Pages of a table where these players' phones are in."""

    def __init__(self, *players: str) -> None:
        self._players = players

    def phones(self) -> tuple[str, ...]:
        return self._players

    def on_change(self) -> None: ...

    def live(self, player: str, bars: Any) -> None: ...

    def begin(self, players: Any, phone: str | None) -> None: ...


@pytest.mark.parametrize("first", [["Ben"], ["Ben", "Cleo"]], ids=["one phone", "two phones"])
def test_a_microphone_that_comes_on_late_brings_its_players_their_cards(
    first: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The phones' microphones let the table ask, and "yes" comes before the laptop's own is on."""
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path))
    soundfile.write(tmp_path / "quiet.wav", np.zeros(RATE, np.float32), RATE)
    head = header("face-off", ["Ann", "Ben", "Cleo"], {"signal_set": "C", "cards": "physical"}, 1, "en")
    table = table_of(match_of(head, None), MonotonicClock(), evening=EveningMemory())
    sitting, warmup = table.sitting, table.warmup
    assert warmup is not None
    warmup.pages = Phones(*first)
    quiet = str(tmp_path / "quiet.wav")
    sitting.begin()
    for name in first:
        sitting.crew.ear(f"microphone phone {name}", quiet, [], player=name)
    warmup.begin()
    keys = lambda player: {c.key for c in warmup.round.piles[player].cards}  # noqa: E731
    without_phone = [p for p in ("Ann", "Ben", "Cleo") if p not in first]
    assert [keys(p) for p in without_phone] == [set() for _ in without_phone]
    before = {p: warmup.round.piles[p] for p in first}
    sitting.crew.ear("microphone laptop", quiet, [])
    sitting.pass_time(sitting.now() + 0.1)
    for player in without_phone:
        assert keys(player) == keys("Ben"), player
    assert {p: warmup.round.piles[p] for p in first} == before  # nobody is dealt a card twice
    assert warmup.round.turn == without_phone[0]
    assert warmup.round.phones == frozenset(first)
    warmup.take(Chosen("leave", without_phone[0]))
    sitting.crew.close("microphone laptop")
    sitting.pass_time(sitting.now() + 0.1)
    sitting.crew.ear("microphone laptop", quiet, [])
    sitting.pass_time(sitting.now() + 0.1)
    assert not warmup.round.has_cards_out(without_phone[0])  # who has left is not called back
    sitting.close()


def test_a_quiet_hand_of_noises_says_why_and_offers_the_minute_once(sit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """After "no": once a hand, while no trade comes; never where noises are known or a warm-up has begun."""
    table, _ = sit(np.zeros(RATE, np.float32))
    sitting, warmup = table.sitting, table.warmup
    assert warmup is not None
    warmup.pages = Phones()
    asked = lambda: [q for q in sitting.questions() if q.code.startswith("warmup")]  # noqa: E731
    assert [q.code for q in asked()] == ["warmup"]
    sitting.answer(asked()[0].id, "no", "", None, "laptop")
    assert asked() == []  # a hand gets its time first
    sitting.pass_time(REMIND_AFTER_S + 1)
    assert [q.code for q in asked()] == ["warmup-reminder"]
    sitting.answer(asked()[0].id, "no", "", None, "laptop")
    sitting.pass_time(REMIND_AFTER_S + 2)
    assert asked() == []  # once a hand
    dealt_at = sitting.now()
    monkeypatch.setattr(warmup, "_hand", lambda: (99, dealt_at))  # the next hand is dealt
    assert asked() == []
    sitting.pass_time(dealt_at + REMIND_AFTER_S)
    assert [q.code for q in asked()] == ["warmup-reminder"]
    sitting.close()


def test_the_reminder_begins_the_warm_up(sit: Any) -> None:
    table, _ = sit(np.zeros(RATE, np.float32))
    sitting, warmup = table.sitting, table.warmup
    assert warmup is not None
    warmup.pages = Phones()
    sitting.answer(next(iter(sitting.questions())).id, "no", "", None, "laptop")
    assert [q.code for q in sitting.questions() if q.code != "learn"] == []  # a hand gets its time first
    sitting.pass_time(sitting.now() + REMIND_AFTER_S + 1)
    [question] = [q for q in sitting.questions() if q.code != "learn"]
    assert question.code == "warmup-reminder"
    sitting.answer(question.id, "yes", "", None, "laptop")
    assert warmup.round.open
    assert [q for q in sitting.questions() if q.code == "warmup-reminder"] == []
    sitting.close()


@pytest.mark.parametrize("why", ["a trade", "faces alone"])
def test_nobody_is_reminded_where_something_happens_or_nothing_is_to_be_taught(sit: Any, why: str) -> None:
    table, _ = sit(np.zeros(RATE, np.float32))
    sitting, warmup = table.sitting, table.warmup
    assert warmup is not None
    warmup.pages = Phones()
    sitting.answer(next(iter(sitting.questions())).id, "no", "", None, "laptop")
    if why == "a trade":
        assert any(r.code == "action" or r.code == "trade" for r in sitting.command("trade Ann Ben 1"))
    else:
        sitting.crew.close(next(iter(sitting.crew.workers)))
    sitting.pass_time(sitting.now() + 2 * REMIND_AFTER_S)
    assert [q.code for q in sitting.questions() if q.code == "warmup-reminder"] == []
    sitting.close()
