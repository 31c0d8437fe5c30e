"""How long a room goes on sounding, and what follows for taught takes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.people.lessons.noise_takes import cut, echoing, take
from companion.senses.sounds.enrolled_players import EnrolledPlayers
from companion.senses.sounds.levels import BLOCK_SAMPLES
from companion.senses.sounds.noise_matcher import NoiseMatcher
from companion.senses.sounds.settings import RATE, SoundSettings
from companion.senses.sounds.sound_features import IN_ECHO, TAUGHT, NoiseProfile, NoiseTake
from companion.senses.sounds.sound_sense import SoundSense
from companion.senses.sounds.sound_spans import Reverberation, SoundSpan, decay
from models.training.voices import perform
from tests.senses.test_sounds_enrolment import NAMES, network, taken, voice

Array = np.ndarray


def levels(samples: Array) -> Array:
    blocks = samples[: len(samples) // BLOCK_SAMPLES * BLOCK_SAMPLES].reshape(-1, BLOCK_SAMPLES).astype(float)
    return np.asarray(10 * np.log10((blocks**2).mean(axis=1) + 1e-12))


def words(seconds: float, count: int = 8) -> list[Array]:
    """Levels of synthesised words in a room of so many seconds of reverberation, half a second of quiet after each."""
    said = [perform("speech", seed).samples[: RATE // 2].astype(np.float32) for seed in range(count)]
    quiet = np.zeros(RATE, np.float32)
    return [levels(echoing(np.concatenate([word, quiet]), seconds, 1.2, 45.0)) for word in said]


@pytest.mark.parametrize("seconds", [0.4, 0.9])
def test_the_rooms_echo_is_told_by_a_few_words(seconds: float) -> None:
    room = Reverberation()
    for k, heard in enumerate(words(seconds)):
        assert (room.seconds is None) == (k < 5)
        room.restart()
        room.hear(heard, len(heard), SoundSpan(0, len(heard) - 30, True))
    assert room.seconds == pytest.approx(seconds, rel=0.25)


def test_what_goes_on_or_was_counted_tells_nothing_of_the_room() -> None:
    room, heard = Reverberation(), words(0.4, 1)[0]
    for _ in range(9):
        room.hear(heard, len(heard), SoundSpan(0, len(heard) - 30, True))
        room.hear(heard, len(heard), SoundSpan(500, 600, False))
    assert room.seconds is None, "one sound counts once"
    assert decay(np.full(100, -60.0)) is None, "a hum does not fall"
    assert decay(np.linspace(-30, -36, 100)) is None, "so little is nothing to go by"


def test_a_running_sense_knows_its_room() -> None:
    sense = SoundSense("test", profiles=[NoiseProfile("Ann", [NoiseTake("cow", TAUGHT, taken("cow", 0))])])
    sense.restart(NAMES)
    said = [np.concatenate([perform("speech", k).samples[: RATE // 2], np.zeros(RATE)]) for k in range(8)]
    heard = echoing(np.concatenate(said).astype(np.float32), 0.9, 1.2, 45.0)
    for at in range(0, len(heard), RATE // 10):
        sense.feed(heard[at : at + RATE // 10], at / RATE)
    assert sense.room.seconds is not None
    assert 0.7 < sense.room.seconds < 1.2


def test_a_take_is_known_in_an_echo_too() -> None:
    """In an echo a noise is nearer to what its takes would be there; in a dry room it is compared with them alone."""
    net = network()
    takes = [NoiseTake(n, TAUGHT, taken(n, i)) for n in NAMES for i in range(3)]
    free = replace(SoundSettings.load(), elsewhere=(0.0, 0.0, 0.0))
    enrolled = EnrolledPlayers([NoiseProfile("Ann", takes, net.version)], free, net.version)
    assert all(len(t.sound.beside) == IN_ECHO + 1 for t in takes)
    better = []
    for name in NAMES:
        sound = cut(echoing(voice(name, 99), 0.9, 1.0, 40.0))
        heard = take(sound, net, alone=True)
        dry, wet = (enrolled.verdict(heard, (name,), True, echo) for echo in (0.4, 0.9))
        assert dry is not None
        assert wet is not None
        better.append(wet.margin - dry.margin)
    assert min(better) >= 0.0
    assert np.mean(better) > 0.3


def test_what_is_like_no_take_is_not_looked_for_in_other_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is most of what people say, and half of the work while they talk."""
    net = network()
    takes = [NoiseTake(n, TAUGHT, taken(n, i)) for n in NAMES for i in range(3)]
    enrolled = EnrolledPlayers([NoiseProfile("Ann", takes, net.version)], SoundSettings.load(), net.version)
    compared: list[int] = []
    compare = NoiseMatcher.compare

    def counted(self: NoiseMatcher, *given: Any) -> Any:
        compared.append(1)
        return compare(self, *given)

    monkeypatch.setattr(NoiseMatcher, "compare", counted)
    enrolled.verdict(take(voice("cow", 50), net, alone=True), NAMES, False, 0.9)
    assert len(compared) == 4, "as it is, in talk, from afar, in an echo"
    compared.clear()
    hiss = (np.random.default_rng(0).standard_normal(RATE // 2) * 0.1).astype(np.float32)
    told = enrolled.verdict(take(hiss, net, alone=True), NAMES, False, 0.9)
    assert told is not None
    assert told.margin < -8.0
    assert len(compared) == 1
