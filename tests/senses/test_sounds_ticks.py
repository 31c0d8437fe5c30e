"""Ticking as it is laid beside play: steady, and as loud as its name says."""

from __future__ import annotations

import numpy as np

from companion.senses.sounds.settings import RATE
from measure.evaluate.sounds_ticks import LEVELS, ticking
from models.training.voices import things


def test_a_metronome_strikes_at_one_rate_to_the_end() -> None:
    sound = np.abs(things.metronome(np.random.default_rng(1), 4.0, 2.0))
    assert len(sound) == 4 * RATE
    struck = np.nonzero(sound > 0.05 * sound.max())[0]
    firsts = struck[np.diff(struck, prepend=-RATE) > RATE // 5] / RATE
    assert np.allclose(firsts, 0.25 + 0.5 * np.arange(8), atol=0.02)


def test_each_way_is_as_long_and_loud_as_asked() -> None:
    clock = np.random.default_rng(2).standard_normal(RATE).astype(np.float32)
    made = ticking(np.random.default_rng(3), [clock], 6.0)
    assert len(made) == 2 * len(LEVELS)
    for name, sound in made.items():
        level = float(name.split(" at ")[1].removesuffix(" dB"))
        assert abs(20 * np.log10(np.abs(sound).max()) - level) < 0.1
        assert len(sound) >= 6 * RATE
