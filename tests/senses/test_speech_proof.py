"""The second look at what may be a shout: its words are heard there, and both looks decide together."""

from __future__ import annotations

import numpy as np
import pytest

from companion.senses.speech.best_path import LaidWord
from companion.senses.speech.phoneme_encoder import ROW_S
from companion.senses.speech.phrase_detector import (
    SHOUT_PHRASE,
    WILD_PHRASE,
    FoundPhrase,
    PhraseDetector,
    ShoutProof,
    loudness_gain_over_talk,
)
from companion.senses.speech.recogniser import RATE
from companion.senses.speech.settings import SpeechSettings
from tests.needs import needs
from tests.senses.speech_synth import espeak, flite

SETTINGS = SpeechSettings.load()
BARS, RULES = SETTINGS.proof["bars"], SETTINGS.proof["phrases"][SHOUT_PHRASE]


@pytest.fixture(scope="module")
def proof() -> ShoutProof:
    return ShoutProof(SETTINGS)


@needs("flite", "espeak-ng")
@pytest.mark.parametrize(
    ("phrase", "said", "others"),
    [
        (SHOUT_PHRASE, "Face off!", ("Elbows off!", "Let us go!", "Two of them!")),
        (WILD_PHRASE, "Wild thing, wild thing!", ("Wild thing!", "Forty two, forty three!", "What is this thing?")),
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


def heard(score: float, speaks: float) -> tuple[list[FoundPhrase], list[tuple[str, float, float]]]:
    """Return a shout from 1.0 to 1.6 s with that score, and what the second look says; with how it was asked."""
    asked: list[tuple[str, float, float]] = []

    def look(phrase: str, start: float, now: float) -> float:
        asked.append((phrase, start, now))
        return speaks

    phrases, out = PhraseDetector(SETTINGS, look), list[FoundPhrase]()
    for k in range(150):
        now = 0.02 * k
        high = score if 1.6 <= now <= 1.8 else -8.0
        out += phrases.step(now, np.array([high, -8.0, -8.0], np.float32), np.full(2, max(0.0, now - 1.0), np.float32))
    return out, asked


def test_a_doubtful_score_is_believed_where_the_words_fit() -> None:
    (found,), asked = heard(BARS["face_off"] + 0.5, 0.0)
    assert found.phrase == SHOUT_PHRASE
    assert found.start == pytest.approx(1.0, abs=0.001)
    assert found.excess_log_odds == pytest.approx(RULES["score"] * (BARS["face_off"] + 0.5), abs=0.001)
    ((phrase, start, now),) = asked
    assert phrase == SHOUT_PHRASE
    assert start == pytest.approx(1.0, abs=0.001)
    assert found.report_time == pytest.approx(now)
    assert 1.6 + SETTINGS.proof["after"] <= now <= 1.6 + SETTINGS.proof["after"] + 0.1


def test_no_score_is_so_clear_that_other_words_are_believed() -> None:
    worst = (RULES["worst"] + RULES["mean"]) * SETTINGS.proof["least"] - RULES["enough"]
    found, asked = heard(12.0, worst)
    assert found == []
    assert len(asked) == 1, "one look is enough"


def test_nobody_is_asked_about_what_is_none() -> None:
    assert heard(BARS["face_off"] - 0.5, 9.0) == ([], [])


@pytest.mark.parametrize(("fits", "mean"), [((-0.5, -1.0), -0.75), ((0.0, -9.0), -3.0)])
def test_the_worst_word_and_the_mean_count_down_to_the_least_fit(
    proof: ShoutProof, monkeypatch: pytest.MonkeyPatch, fits: tuple[float, float], mean: float
) -> None:
    monkeypatch.setattr(proof, "fits", lambda phrase, sound: list(fits))
    worst = max(fits[1], SETTINGS.proof["least"])
    wanted = RULES["worst"] * worst + RULES["mean"] * mean - RULES["enough"]
    for over, counted in ((0.0, 0.0), (30.0, SETTINGS.proof["louder"]), (-30.0, SETTINGS.proof["softer"])):
        told = proof(SHOUT_PHRASE, np.zeros(RATE, np.float32), over)
        assert told == pytest.approx(wanted + RULES["over"] * counted)


def test_a_word_that_is_over_too_soon_is_none(proof: ShoutProof, monkeypatch: pytest.MonkeyPatch) -> None:
    shortest = round(RULES["shortest"] / ROW_S)
    face = LaidWord(0, 50, 80, -0.2)
    for frames, fit in ((shortest, 0.1), (shortest - 1, SETTINGS.proof["least"])):
        laid = (face, LaidWord(1, 80, 80 + frames, 0.1))
        monkeypatch.setattr(proof, "words", lambda phrase, sound, laid=laid: laid)
        assert proof.fits(SHOUT_PHRASE, np.zeros(RATE, np.float32)) == [-0.2, fit]


def test_a_call_is_compared_with_the_talk_of_the_last_minute_and_not_with_the_silence_before_it() -> None:
    talk = np.concatenate([np.full(20, -30.0), np.full(300, -65.0)])
    assert loudness_gain_over_talk(talk, np.full(10, -30.0)) == pytest.approx(0.0)
    assert loudness_gain_over_talk(talk, np.full(10, -21.0)) == pytest.approx(9.0)
    assert (
        loudness_gain_over_talk(talk[:0], np.full(10, -21.0))
        == loudness_gain_over_talk(talk[:2], np.full(10, -21.0))
        == 0.0
    )
