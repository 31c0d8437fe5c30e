"""The speech sense hears synthesised voices: the speech, its names and gems, the shout, and what is not the speech."""

from __future__ import annotations

import numpy as np
import pytest

from companion.events import Phrase
from companion.senses.speech.recogniser import RATE
from companion.senses.speech.settings import SpeechSettings
from companion.senses.speech.speech_sense import SpeechSense
from companion.senses.speech.sphinx_recogniser import SphinxRecogniser
from tests.needs import needs
from tests.senses.speech_synth import TEXTS, espeak, flite, room

NAMES = ("Ann", "Ben", "Cleo", "Jürgen")
SETTINGS = SpeechSettings.load()
START = 1.0

pytestmark = needs("espeak-ng", "flite")


@pytest.fixture(scope="module")
def sphinx() -> SphinxRecogniser:
    return SphinxRecogniser(SETTINGS)


def hear(sphinx: SphinxRecogniser, said: np.ndarray, noise: float = 0.001) -> list[Phrase]:
    """Said in a small room after a second, with some hiss."""
    wet = np.convolve(said, room(0.2))
    sound = np.random.default_rng(0).normal(0, noise, len(wet) + int(3.5 * RATE))
    sound[int(START * RATE) : int(START * RATE) + len(wet)] += wet
    sense = SpeechSense("mic", NAMES, sphinx, SETTINGS)
    out: list[Phrase] = []
    for k in range(0, len(sound), 1600):
        out += sense.feed(sound[k : k + 1600].astype(np.float32), k / RATE)
    return [*out, *sense.finish()]


def speeches(phrases: list[Phrase]) -> list[Phrase]:
    return [p for p in phrases if p.kind == "speech" and p.slots["heard"] == "heard"]


@pytest.mark.parametrize(("name", "gem", "voice"), [("Ben", "ruby", "rms"), ("Jürgen", "topaz", "slt")])
def test_the_speech_is_heard_with_its_name_and_gem(sphinx: SphinxRecogniser, name: str, gem: str, voice: str) -> None:
    said = flite(TEXTS["speech"].format(name=name.replace("ü", "u"), gem=TEXTS["gems"][gem]), voice)
    phrases = hear(sphinx, said)
    (speech,) = speeches(phrases)
    assert (speech.slots["name"], speech.slots["gem"], speech.missing) == (name, gem, ())
    words = [word for word, _, _ in speech.words]
    assert words[:2] == ["face", "off"]
    assert words[-2:] == ["awesome", "player"]
    assert all(a < b for _, a, b in speech.words)
    assert speech.words[0][1] == pytest.approx(START, abs=0.25)
    assert speech.words[-1][2] == pytest.approx(START + len(said) / RATE, abs=0.4)
    (shout,) = [p for p in phrases if p.kind == "shout"]
    assert shout.onset == pytest.approx(START, abs=0.3)


def test_a_high_voice_is_heard(sphinx: SphinxRecogniser) -> None:
    said = espeak(TEXTS["speech"].format(name="Cleo", gem="sapphires"), "en-us+f4", 160, 60)
    (speech,) = speeches(hear(sphinx, said))
    assert (speech.slots["name"], speech.slots["gem"]) == ("Cleo", "sapphire")


@pytest.mark.parametrize(
    "text",
    [
        "Face off! Ben has all of the cards and is a totally awful player!",
        "Face off! Ben has some of the rubies and is a totally boring teacher!",
        "How many points do you have, I have two hundred and ten by now.",
    ],
)
def test_what_is_almost_the_speech_is_not(sphinx: SphinxRecogniser, text: str) -> None:
    assert speeches(hear(sphinx, flite(text, "rms"))) == []


def test_german_table_talk_is_nothing(sphinx: SphinxRecogniser) -> None:
    said = espeak(TEXTS["texts"]["german"][1], "de")
    assert [p.kind for p in hear(sphinx, said)] == []


def test_wild_thing_is_heard(sphinx: SphinxRecogniser) -> None:
    phrases = hear(sphinx, flite("Wild thing, wild thing!", "kal16"))
    assert [p.kind for p in phrases if p.kind != "other"] == ["wild_thing"]
