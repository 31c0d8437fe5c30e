"""The second look at what may be a shout: its words are heard there, it stands out, and both looks decide together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.senses.speech.phrase_detector import SHOUT, WILD, FoundPhrase, PhraseDetector
from companion.senses.speech.recogniser import RATE
from companion.senses.speech.settings import SpeechSettings
from companion.senses.speech.shout_proof import ShoutProof, rise_of
from tests.needs import needs
from tests.senses.speech_synth import espeak, flite

SETTINGS = SpeechSettings.load()
BARS = SETTINGS.proof["bars"]


@pytest.fixture(scope="module")
def proof() -> ShoutProof:
    return ShoutProof(SETTINGS)


@needs("flite", "espeak-ng")
@pytest.mark.parametrize(
    ("phrase", "said", "others"),
    [
        (SHOUT, "Face off!", ("Elbows off!", "Let us go!", "Two of them!")),
        (WILD, "Wild thing, wild thing!", ("Wild thing!", "Forty two, forty three!", "What is this thing?")),
    ],
)
def test_the_words_of_a_phrase_fit_it_better_than_others_do(
    proof: ShoutProof, phrase: str, said: str, others: tuple[str, ...]
) -> None:
    rng, quiet = np.random.default_rng(1), np.zeros(RATE // 2, np.float32)

    def fit(text: str, voice: str) -> float:
        sound = flite(text, voice[6:]) if voice.startswith("flite") else espeak(text, voice)
        sound = np.concatenate([quiet, sound.astype(np.float32)])
        noise = rng.normal(0, 0.02 * np.sqrt(np.mean(sound**2)), len(sound))
        return float(np.mean(proof.fits(phrase, (sound + noise).astype(np.float32))))

    for voice in ("flite:awb", "en-gb+m7"):
        assert fit(said, voice) > max(fit(text, voice) for text in others) + 0.3


def test_what_stands_out_speaks_for_it() -> None:
    rng = np.random.default_rng(2)
    talk = rng.normal(0, 0.01, RATE // 2).astype(np.float32)
    for decibels in (0.0, 6.0, 12.0):
        sound = np.concatenate([talk, talk * 10 ** (decibels / 20)]).astype(np.float32)
        assert rise_of(sound, len(talk)) == pytest.approx(decibels, abs=1.0)
        assert rise_of(sound * np.float32(0.1), len(talk)) == pytest.approx(decibels, abs=1.0), "a level says nothing"
    assert rise_of(talk, len(talk)) == rise_of(talk, 0) == 0.0


def heard(score: float, speaks: float) -> tuple[list[FoundPhrase], list[tuple[str, float, float]]]:
    """A shout from 1.0 to 1.6 s with that score, and what the second look says; with how it was asked."""
    asked: list[tuple[str, float, float]] = []

    def look(phrase: str, start: float, now: float) -> float:
        asked.append((phrase, start, now))
        return speaks

    phrases, out = PhraseDetector(SETTINGS, look), list[FoundPhrase]()
    for k in range(150):
        now = 0.02 * k
        high = score if 1.6 <= now <= 1.8 else -8.0
        out += phrases.step(now, np.array([high, -8.0, -8.0], np.float32), max(0.0, now - 1.0))
    return out, asked


def test_a_soft_shout_is_believed_where_the_second_look_speaks_for_it() -> None:
    (found,), asked = heard(BARS["face_off"] + 0.5, 1.0)
    assert found.phrase == SHOUT
    assert found.start == pytest.approx(1.0, abs=0.001)
    assert found.over == pytest.approx(1.5, abs=0.001)
    ((phrase, start, now),) = asked
    assert phrase == SHOUT
    assert start == pytest.approx(1.0, abs=0.001)
    assert found.told == pytest.approx(now)
    assert 1.6 + SETTINGS.proof["after"] <= now <= 1.6 + SETTINGS.proof["after"] + 0.1


def test_a_clear_score_is_not_believed_where_the_second_look_speaks_against_it() -> None:
    found, asked = heard(BARS["face_off"] + 2.0, -3.0)
    assert found == []
    assert len(asked) == 1, "one look is enough"


def test_nobody_is_asked_about_what_is_none() -> None:
    assert heard(BARS["face_off"] - 0.5, 9.0) == ([], [])


def test_what_speaks_for_a_phrase_grows_with_fit_and_with_what_stands_out(proof: ShoutProof) -> None:
    rules = SETTINGS.proof["phrases"][SHOUT]
    sound = np.random.default_rng(3).normal(0, 0.01, RATE).astype(np.float32)
    louder = np.concatenate([sound[: RATE // 2], 10 * sound[RATE // 2 :]])
    least = rules["fit"] * SETTINGS.proof["worst"] - rules["enough"]
    most = rules["rise"] * SETTINGS.proof["most"] - rules["enough"]
    assert least <= proof(SHOUT, sound, RATE // 2) <= most
    assert proof(SHOUT, louder, RATE // 2) == pytest.approx(
        rules["fit"] * max(float(np.mean(proof.fits(SHOUT, louder))), SETTINGS.proof["worst"]) + most, abs=1e-6
    )


def test_without_a_second_look_the_first_decides_alone() -> None:
    bars = replace(SETTINGS, shout={**SETTINGS.shout, "face_off": 0.0})
    for score, count in ((0.5, 1), (-0.5, 0)):
        phrases, out = PhraseDetector(bars), list[FoundPhrase]()
        for k in range(150):
            high = score if 80 <= k <= 90 else -8.0
            out += phrases.step(0.02 * k, np.array([high, -8.0, -8.0], np.float32), max(0.0, 0.02 * k - 1.0))
        assert len(out) == count
