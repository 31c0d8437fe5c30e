"""Noises of mouths for learning: every time made anew, and still the same noise."""

from __future__ import annotations

import numpy as np
import pytest

from companion.people.lessons.noise_takes import cut, take
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.sound_features import distances
from models.training.voices import mouths
from models.training.voices.source import Speaker, peak


@pytest.mark.parametrize("maker", mouths.NOISES, ids=lambda maker: maker.__name__)
def test_a_noise_is_made_anew_and_stays_the_same_noise(maker: mouths.Maker) -> None:
    rng, who = np.random.default_rng(3), Speaker.draw(np.random.default_rng(4))
    made = [maker(np.random.default_rng(way), rng, who) for way in (1, 1, 2)]
    for sound in made:
        assert np.isfinite(sound).all()
        assert len(cut(peak(sound).astype(np.float32))) > 160
    assert not np.array_equal(made[0][:800], made[1][:800])


def test_takes_of_one_way_are_nearer_than_those_of_another() -> None:
    net, rng, who = NoiseEmbedding(), np.random.default_rng(5), Speaker.draw(np.random.default_rng(6))
    nearer = 0
    for way, maker in enumerate(mouths.NOISES):
        first, again, other = (
            take(peak(maker(np.random.default_rng(w), rng, who)).astype(np.float32), net, alone=True)
            for w in (way, way, way + 100)
        )
        near, far = distances(first.steps, [again.steps, other.steps])
        nearer += near < far
    assert nearer >= 0.75 * len(mouths.NOISES)
