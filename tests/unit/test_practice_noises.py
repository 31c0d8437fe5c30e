"""Coaching for noises, and which signals go with which devices."""

from __future__ import annotations

from types import SimpleNamespace as Namespace

import numpy as np
import pytest

from companion.errors import BadInput
from companion.events import Signal
from companion.facts import fact
from companion.practice.coaching import coach_sound
from companion.practice.drills import (
    EARS_SENSE,
    EYES_SENSE,
    card_of,
    heard_with,
    is_mixed,
    letters,
    of_sets,
    senses_for,
    senses_of,
)
from companion.practice.noise_samples import LEAD_S, HeardNoises, NoiseSample, NoiseSamples
from companion.rules.face_off.data import SIGNAL_SETS
from companion.senses.sounds.hints import Rhythm, SoundLook
from companion.sitting.microphone_station import MicrophoneStation
from companion.sitting.requests import ListenFor
from companion.sources.audio import Chunk
from tests.practice_clips import noise

ON = {"cow": 1.5, "seal": 1.5, "monkey": 1.5, "donkey": 1.5}


def heard(level: float = -25.0, talk: float = 0.0, pulses: int = 1, longest: float = 0.8, **scores: float) -> SoundLook:
    return SoundLook(0.0, level, -65.0, scores, talk, Rhythm(pulses, longest))


@pytest.mark.parametrize(
    ("signal", "look", "missing"),
    [
        ("cow", None, "how.cow"),
        ("cow", heard(level=-60.0, cow=-2.0), "louder"),
        ("cow", heard(level=-1.0, cow=-2.0), "softer"),
        ("cow", heard(talk=0.9, cow=-2.0), "talk"),
        ("cow", heard(longest=0.15, cow=-2.0), "short.cow"),
        ("seal", heard(longest=1.4, pulses=3, seal=-2.0), "long.seal"),
        ("seal", heard(longest=0.3, pulses=1, seal=-2.0), "few.seal"),
        ("cow", heard(cow=-2.0, seal=3.0), "like.seal"),
        ("cow", heard(cow=-2.0), "how.cow"),
        ("cow", heard(cow=2.0), "heard"),
    ],
)
def test_the_first_thing_that_is_wrong_is_named(signal: str, look: SoundLook | None, missing: str) -> None:
    assert coach_sound(signal, look, ON).missing == missing


def test_the_bar_grows_with_the_score() -> None:
    near = [coach_sound("cow", heard(cow=score), ON).near for score in (-9.0, -3.0, 0.0, 1.4, 1.5, 5.0)]
    assert near == sorted(near)
    assert near[0] == 0.0
    assert near[-2] == near[-1] == 1.0
    assert near[3] < 1.0


def test_facts_name_the_noise() -> None:
    short = coach_sound("cow", heard(longest=0.15, cow=0.5), ON)
    assert short.as_fact == fact("coach.nearly", what=fact("coach.short", signal="cow"))
    assert coach_sound("cow", heard(cow=2.0), ON, taught=True).missing == "own_way"


def test_a_noise_is_heard_coached_and_cut_out() -> None:
    hearings, cutter = NoiseSamples(), HeardNoises()
    station = MicrophoneStation(Namespace(name="file", live=False), [], None, player="Ann")
    hearings.join(station)
    station.answer(ListenFor(("cow", "seal", "monkey", "donkey")))
    samples = noise(("cow",), before=1.5, rest=2.5)
    events = [
        e for k in range(0, len(samples), 1600) for e in station.feed(Chunk(samples[k : k + 1600], k / 16000)).events
    ]
    signals = [e for e in events if isinstance(e, Signal)]
    found = [e for e in events if isinstance(e, NoiseSample)]
    assert [(s.name, s.player) for s in signals if s.phase == "on"] == [("cow", "Ann")]
    assert max(h.coaching_for("cow").near for h in found if h.coaching_for("cow")) == 1.0  # type: ignore[union-attr]
    assert found[0].coaching_for("grin") is None
    cuts = []
    for event in events:
        if isinstance(event, Signal):
            cutter.signal(event)
        elif isinstance(event, NoiseSample):
            cuts += cutter.hear(event)
    (cut,) = cuts
    assert cut.signal == "cow"
    assert cut.onset == pytest.approx(1.6, abs=0.1)
    assert 1.2 < len(cut.samples) / 16000 < 3.0
    assert float(np.abs(cut.samples).max()) == pytest.approx(float(np.abs(samples).max()), rel=1e-3)


def test_a_noise_that_a_file_ends_in_is_cut_where_it_sounded() -> None:
    """The end of a file is silence: what was on ends there, and its samples are not those of a second before."""
    hearings, cutter, cuts = NoiseSamples(), HeardNoises(), []
    station = MicrophoneStation(Namespace(name="file", live=False), [], None, player="Ann")
    hearings.join(station)
    station.answer(ListenFor(("cow", "seal", "monkey", "donkey")))
    samples = noise(("cow",), before=1.5, rest=0.0)
    batches = [station.feed(Chunk(samples[k : k + 1600], k / 16000)) for k in range(0, len(samples), 1600)]
    for event in [e for b in [*batches, station.finish()] for e in b.events]:
        if isinstance(event, Signal):
            cutter.signal(event)
        elif isinstance(event, NoiseSample):
            cuts += cutter.hear(event)
    (cut,) = cuts
    start = round((cut.onset - LEAD_S) * 16000)
    whole = np.concatenate([samples, np.zeros(24000, np.float32)])
    there = [np.abs(whole[start + k : start + k + len(cut.samples)] - cut.samples).max() for k in range(-2, 3)]
    assert min(there) < 1e-6


def test_devices_limit_what_is_asked() -> None:
    assert of_sets("A", {EARS_SENSE}) == SIGNAL_SETS["A"]
    assert of_sets("B", {EYES_SENSE}) == (*SIGNAL_SETS["B"], "grin")
    assert of_sets("AD", {EARS_SENSE}) == (*SIGNAL_SETS["A"], "panting")
    assert senses_for(SIGNAL_SETS["D"]) == {EYES_SENSE}
    assert senses_for((*SIGNAL_SETS["A"], "grin")) == {EYES_SENSE, EARS_SENSE}
    assert senses_of("wild_thing") == (EYES_SENSE, EARS_SENSE)
    assert senses_of("nonsense") == ()
    assert heard_with(("cow",)) == SIGNAL_SETS["C"]
    assert heard_with(("panting", "grin")) == ("panting",)
    assert heard_with(("wild_thing",)) == ("wild_thing",)


def test_cards() -> None:
    names = ("chicken", "seal", "grin", "wild_thing")
    cards = [card_of(s, mixed=False) for s in names]
    assert [c.code for c in cards] == ["card.number", "card.number", "card.signal", "card.signal"]
    assert [c.values.get("n") for c in cards] == [1, 2, None, None]
    assert card_of("grin", mixed=True) == fact("card.signal", signal="grin")
    assert card_of("seal", mixed=True) == fact("card.of-set", set="C", n=2)
    assert is_mixed(("chicken", "seal"))
    assert not is_mixed(("chicken", "pig", "grin"))


@pytest.mark.parametrize(("typed", "meant"), [("a", "A"), ("DB", "BD"), ("mixed", "ABCD"), ("AA", "A")])
def test_set_letters(typed: str, meant: str) -> None:
    assert letters(typed) == meant


@pytest.mark.parametrize("typed", ["", "E", "A,B", "AZ"])
def test_no_set(typed: str) -> None:
    with pytest.raises(BadInput) as caught:
        letters(typed)
    assert caught.value.fact == fact("practice.no-set", given=typed)
