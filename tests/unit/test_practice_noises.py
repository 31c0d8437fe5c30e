"""Coaching for noises, which signals go with which devices, and the texts."""

from __future__ import annotations

import string

import numpy as np
import pytest
from practice_clips import noise

from companion.errors import BadInput
from companion.practice.coaching import TEXTS as COACHING
from companion.practice.coaching_sounds import Heard, coach_sound
from companion.practice.hearing import Ears
from companion.practice.signals import (
    EARS,
    EYES,
    heard_with,
    is_mixed,
    letters,
    of_sets,
    senses_for,
    senses_of,
    shown_as,
)
from companion.practice.texts import HOW, NAMES, TEXTS
from companion.rules.face_off.data import SIGNAL_SETS
from companion.senses.sounds.rhythm import Rhythm
from companion.sources.audio import Chunk
from companion.web.practice.words import PAGE

ON = {"cow": 1.5, "seal": 1.5, "monkey": 1.5, "donkey": 1.5}


def heard(level: float = -25.0, talk: float = 0.0, pulses: int = 1, longest: float = 0.8, **scores: float) -> Heard:
    return Heard(level, -65.0, scores, talk, Rhythm(pulses, longest, 0.0))


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
def test_the_first_thing_that_is_wrong_is_named(signal: str, look: Heard | None, missing: str) -> None:
    assert coach_sound(signal, look, ON).missing == missing


def test_the_bar_grows_with_the_score() -> None:
    near = [coach_sound("cow", heard(cow=score), ON).near for score in (-9.0, -3.0, 0.0, 1.4, 1.5, 5.0)]
    assert near == sorted(near)
    assert near[0] == 0.0
    assert near[-2] == near[-1] == 1.0
    assert near[3] < 1.0


def test_sentences_name_the_noise() -> None:
    short = coach_sound("cow", heard(longest=0.15, cow=0.5), ON)
    assert short.sentence("en") == "nearly: your cow is short: hold it longer"
    assert short.sentence("de") == "fast: dein Laut (Kuh) ist kurz: halte ihn länger"
    assert coach_sound("cow", heard(cow=2.0), ON, taught=True).missing == "own_way"


def test_a_noise_is_heard_coached_and_cut_out() -> None:
    ears = Ears("file", ("cow", "seal", "monkey", "donkey"))
    samples = noise(("cow",), before=1.5, rest=2.5)
    found = [ears.hear(Chunk(samples[k : k + 1600], k / 16000)) for k in range(0, len(samples), 1600)]
    on = [s for h in found for s in h.signals if s.phase == "on"]
    assert [s.name for s in on] == ["cow"]
    assert max(h.coached("cow").near for h in found if h.coached("cow")) == 1.0  # type: ignore[union-attr]
    assert found[0].coached("grin") is None
    (cut,) = [n for h in found for n in h.noises]
    assert cut.signal == "cow"
    assert cut.onset == pytest.approx(1.6, abs=0.1)
    assert 1.2 < len(cut.samples) / 16000 < 3.0
    assert float(np.abs(cut.samples).max()) == pytest.approx(float(np.abs(samples).max()), rel=1e-3)


def test_devices_limit_what_is_asked() -> None:
    assert of_sets("A", {EARS}) == SIGNAL_SETS["A"]
    assert of_sets("B", {EYES}) == (*SIGNAL_SETS["B"], "grin")
    assert of_sets("AD", {EARS}) == (*SIGNAL_SETS["A"], "panting")
    assert senses_for(SIGNAL_SETS["D"]) == {EYES}
    assert senses_for((*SIGNAL_SETS["A"], "grin")) == {EYES, EARS}
    assert senses_of("wild_thing") == (EYES, EARS)
    assert senses_of("nonsense") == ()
    assert heard_with(("cow",)) == SIGNAL_SETS["C"]
    assert heard_with(("panting", "grin")) == ("panting",)
    assert heard_with(("wild_thing",)) == ("wild_thing",)


def test_cards() -> None:
    names = ("chicken", "seal", "grin", "wild_thing")
    assert [shown_as(s, mixed=False) for s in names] == ["1", "2", "grin", "Wild Thing"]
    assert shown_as("grin", mixed=True, language="de") == "Grinsen"
    assert shown_as("seal", mixed=True) == "C 2"
    assert is_mixed(("chicken", "seal"))
    assert not is_mixed(("chicken", "pig", "grin"))


@pytest.mark.parametrize(("typed", "meant"), [("a", "A"), ("DB", "BD"), ("mixed", "ABCD"), ("AA", "A")])
def test_set_letters(typed: str, meant: str) -> None:
    assert letters(typed) == meant


@pytest.mark.parametrize("typed", ["", "E", "A,B", "AZ"])
def test_no_set(typed: str) -> None:
    with pytest.raises(BadInput, match="no signal set"):
        letters(typed)


@pytest.mark.parametrize("texts", [TEXTS, PAGE, HOW, NAMES, COACHING], ids=["texts", "page", "how", "names", "coach"])
def test_both_languages_fill_the_same_places(texts: dict[str, tuple[str, str]]) -> None:
    def places(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    assert not [key for key, (en, de) in texts.items() if not en.strip() or not de.strip() or places(en) != places(de)]


def test_every_signal_has_a_name_and_a_way_to_make_it() -> None:
    signals = {*(s for four in SIGNAL_SETS.values() for s in four), "grin", "wild_thing"}
    assert signals <= set(NAMES)
    assert signals == set(HOW)
