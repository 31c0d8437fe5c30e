"""What models/phoneme_encoder makes of sound: rows, no level, phones that were said, noise."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from companion.senses.speech.phoneme_encoder import PhonemeEncoder, shipped_phones
from companion.senses.speech.recogniser import RATE, judge
from companion.senses.speech.settings import SpeechSettings
from companion.senses.speech.sphinx_recogniser import SphinxRecogniser
from tests.needs import needs
from tests.senses.speech_synth import PARTS, TEXTS, Scenes, flite

SETTINGS = SpeechSettings.load()
spoken = needs("espeak-ng", "flite")


@pytest.fixture(scope="module")
def phones() -> PhonemeEncoder:
    return PhonemeEncoder()


def test_a_row_a_hundredth_of_a_second_whatever_the_level(phones: PhonemeEncoder) -> None:
    sound = (np.random.default_rng(0).normal(0, 0.05, 2 * RATE) * np.hanning(2 * RATE)).astype(np.float32)
    rows = phones(sound)
    assert rows.shape == (200, 3 * len(shipped_phones().numbers))
    assert (rows[::2] == rows[1::2]).all()
    for gain in (0.01, 4.0):
        assert phones(sound * np.float32(gain)) == pytest.approx(rows, abs=0.02)


def test_silence_and_a_constant_have_numbers_too(phones: PhonemeEncoder) -> None:
    for nothing in (np.zeros(2 * RATE, np.float32), np.full(2 * RATE, 0.5, np.float32), np.zeros(400, np.float32)):
        assert np.isfinite(phones(nothing)).all()


@spoken
def test_the_states_of_what_is_said_are_likely(phones: PhonemeEncoder) -> None:
    numbers = shipped_phones().numbers
    said = flite("Sophie sees the moon.", "slt")
    sound = np.concatenate([np.zeros(RATE // 2), said, np.zeros(RATE // 2)]).astype(np.float32)
    odds = phones(sound).reshape(-1, len(numbers), 3).max(axis=2)[::2]
    two = np.argsort(-odds, axis=1)[:, :2]  # the likeliest of each 20 ms: a short vowel may be taken for its neighbour
    for first, then in (("F", "IY"), ("S", "IY"), ("M", "UW"), ("UW", "N")):
        follows = [numbers[first] in a and numbers[then] in b for a, b in itertools.pairwise(two)]
        assert any(follows), (first, then)
    for first, then in (("K", "AA"), ("SH", "ER"), ("B", "AY"), ("G", "OW")):  # nobody said these
        follows = [numbers[first] in a and numbers[then] in b for a, b in itertools.pairwise(two)]
        assert not any(follows), (first, then)


@spoken
@pytest.mark.parametrize("voice", ["flite:slt", "espeak:en-us+f2"])
def test_a_speech_is_heard_through_others_who_talk(voice: str) -> None:
    """Ten decibels over company in a room; PocketSphinx's Gaussians alone heard none of these."""
    scenes = Scenes(PARTS["tune"], 5, (voice,))
    sphinx = SphinxRecogniser(SETTINGS)
    sphinx.hand(("Ann", "Ben", "Cleo"), ("ruby", "jade", "pearl"))
    sound, _ = scenes.scene(scenes.say(TEXTS["speech"], "Ben", "ruby"), 10.0)
    heard = judge(sphinx.words(sound[2 * RATE : -RATE].astype(np.float32)), SETTINGS)
    assert (heard.verdict, heard.name, heard.gem) == ("heard", "Ben", "ruby")


def test_every_microphone_hears_with_the_same_weights(phones: PhonemeEncoder) -> None:
    """Unpacked they are 40 MB, and a table may have several microphones; what each heard last is its own."""
    other = PhonemeEncoder()
    sound = np.random.default_rng(1).normal(0, 0.05, RATE).astype(np.float32)
    assert other._session is phones._session
    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(lambda ears: ears(sound), (phones, other))
    assert first is not second
    assert (first == second).all()
