"""A Wild Thing's noise from two shows: told in other voices and not in talk; what is said of shows that will not do."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from companion.errors import BadInput
from companion.events import Signal
from companion.facts import fact
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.settings import NOISE_SETS, RATE, WILD_THING
from companion.senses.sounds.sound_sense import SoundSense
from companion.senses.sounds.wild_thing import WildSound, embed
from models.training.voices import perform
from models.training.voices import wild as voices
from models.training.voices.source import Speaker, peak

Array = npt.NDArray[np.float32]


@pytest.fixture(scope="module")
def net() -> NoiseEmbedding:
    return NoiseEmbedding()


def noise(kind: int, person: int) -> Array:
    """Return a Wild Thing as one person makes it, in a faintly noisy room."""
    who = Speaker.draw(np.random.default_rng(person))
    dry = peak(voices.wild(np.random.default_rng([7, kind]), who), 0.5)
    rng = np.random.default_rng(person)
    sound = np.concatenate([np.zeros(RATE), dry, np.zeros(RATE)])
    return (sound + rng.standard_normal(len(sound)) * 1e-3).astype(np.float32)


def told(sense: SoundSense, sound: Array, start: float = 0.0) -> list[str]:
    sense.restart((*NOISE_SETS["C"], WILD_THING))
    events = [e for at in range(0, len(sound), 1600) for e in sense.feed(sound[at : at + 1600], start + at / RATE)]
    return [e.name for e in [*events, *sense.finish()] if isinstance(e, Signal) and e.phase == "on"]


def test_shown_twice_it_is_told_in_other_voices_and_not_in_talk(net: NoiseEmbedding) -> None:
    sense = SoundSense("test", net=net)
    right = 0
    for kind in range(6):
        shows = []
        for person in (100 + kind, 100 + kind):
            sense.wild = None
            told(sense, noise(kind, person), start=50.0)
            vector = sense.embedding(50.5, 52.5)
            assert vector is not None
            shows.append(vector)
        sense.wild = WildSound(shows)
        right += sum(WILD_THING in told(sense, noise(kind, 200 + 10 * kind + j)) for j in range(2))
        talk = np.concatenate([perform("speech", 900 + kind).samples, perform("laughter", 900 + kind).samples])
        assert WILD_THING not in told(sense, np.float32(0.5) * talk.astype(np.float32))
    assert right >= 9, f"{right} of 12"


def test_silence_shows_nothing(net: NoiseEmbedding) -> None:
    sense = SoundSense("test", net=net)
    assert sense.embedding(0.0, 1.0) is None
    sense.feed(np.zeros(RATE, np.float32), 0.0)
    assert sense.embedding(0.0, 1.0) is None


def test_shows_that_will_not_do(net: NoiseEmbedding) -> None:
    kiss, waggle = (embed(noise(kind, 100)[RATE:-RATE], net) for kind in (0, 3))
    with pytest.raises(BadInput) as error:
        WildSound([kiss])
    assert error.value.fact.code == "wild.few-noises"
    assert WildSound([kiss, kiss]).trouble is None
    assert WildSound([kiss, kiss]).margin(kiss) == pytest.approx(1.0, abs=1e-5)
    assert WildSound([kiss, waggle]).trouble == fact("wild.noises-differ")
    people = [perform(label, 70_000 + i).samples for label in ("speech", "laughter") for i in range(6)]
    refused = [WildSound([embed(sound.astype(np.float32), net)] * 2).trouble for sound in people]
    assert refused.count(fact("wild.talk")) >= 4
