"""The third voice about noises that nobody taught: when it is asked, and what it may decide."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.senses.sounds.hints import blend, unlike
from companion.senses.sounds.noise_embedding import AudioTagger, NoiseEmbedding, TaggedSound
from companion.senses.sounds.settings import NOISE_SETS, RATE, SoundSettings
from companion.senses.sounds.sound_sense import SoundSense
from tests.senses.test_sounds_sense import laid, told

UNLIKE = SoundSettings.load().unlike
CLASSES = {*UNLIKE["rivals"], *(name for kin in UNLIKE["kin"].values() for name in kin)}


class Voice:
    """Says one label of every second that it is asked about."""

    def __init__(self, labels: tuple[str, ...], says: str) -> None:
        self.labels, self.version, self.asked = labels, "1", 0
        self._logits = np.array([30.0 if label == says else 0.0 for label in labels], np.float32)
        self.classes = {**dict.fromkeys(CLASSES, -12.0), "Moo": 2.0}

    def hear(self, samples: Any) -> Any:
        assert len(samples) == RATE
        self.asked += 1
        return TaggedSound(self._logits, self.classes)


def listening(says: str, settings: SoundSettings | None = None) -> tuple[SoundSense, Voice]:
    net = NoiseEmbedding()
    voice = Voice(net.labels, says)
    net.tagger = voice  # type: ignore[assignment]
    sense = SoundSense("test", net=net, settings=settings)
    sense.restart(NOISE_SETS["C"])
    return sense, voice


def test_it_hears_the_same_labels_as_the_others() -> None:
    tagger = AudioTagger()
    assert tagger.labels == NoiseEmbedding().labels
    heard = tagger.hear(laid("cow", 1)[0][:RATE].astype(np.float32))
    assert heard.logits.shape == (len(tagger.labels),)
    assert set(heard.classes) >= CLASSES


def test_it_is_level_free() -> None:
    second = laid("cow", 1)[0][RATE // 2 : RATE * 3 // 2].astype(np.float32)
    loud, soft = (AudioTagger().hear(second * factor).logits for factor in (1.0, 0.05))
    assert np.allclose(loud, soft, atol=0.05)


@pytest.mark.parametrize(("says", "names"), [("cow", {"cow"}), ("other", set())])
def test_a_signal_is_told_only_where_it_agrees(says: str, names: set[str]) -> None:
    sense, voice = listening(says)
    assert {s.name for s in told(sense, laid("cow", 500)[0]) if s.phase == "on"} == names
    assert voice.asked > 0


def test_laughter_is_no_signal_whatever_the_labels_say() -> None:
    sense, voice = listening("cow")
    voice.classes["Laughter"] = 40.0
    assert told(sense, laid("cow", 500)[0]) == []
    assert voice.asked > 0


def test_a_signal_loses_by_how_much_a_rival_is_clearer_than_its_nearest_kin() -> None:
    rules = {"weight": 0.5, "margin": 1.0, "rivals": ["Laughter", "Dog"], "kin": {"cow": ["Moo"], "seal": ["Dog"]}}
    assert unlike({"Laughter": -3.0, "Dog": 2.0, "Moo": -4.0}, rules) == {"cow": 3.5, "seal": 0.5}
    assert unlike({"Laughter": -3.0, "Dog": -9.0, "Moo": 4.0}, rules) == {"cow": 0.0, "seal": 3.5}


def test_each_signal_gives_it_a_share_of_its_own() -> None:
    told_by_two, told_by_third = {"cow": -1.0, "seal": 3.0}, {"cow": 3.0, "seal": -1.0}
    assert blend(told_by_two, told_by_third, {"cow": 0.25, "seal": 0.5}) == {"cow": 0.0, "seal": 1.0}
    shipped = SoundSettings.load()
    for share, names in ((0.0, {"cow"}), (1.0, set())):
        sense, _ = listening("other", replace(shipped, third={**shipped.third, "cow": share}))
        assert {s.name for s in told(sense, laid("cow", 500)[0]) if s.phase == "on"} == names


def test_it_is_not_asked_about_what_the_others_hear_no_signal_in() -> None:
    sense, voice = listening("cow")
    hiss = np.random.default_rng(3).standard_normal(RATE * 3).astype(np.float32) * 0.1
    assert not [s for s in told(sense, np.concatenate([np.zeros(RATE, np.float32), hiss])) if s.phase == "on"]
    assert voice.asked == 0
