"""Writes shards of scenes: log-mel in 256 steps, the phrases' times, the slaps' times."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from companion.senses.speech.loudness import BLOCK_SAMPLES, Gain
from models.training.files import missing, save
from models.training.voices.keyword_spotter.bank import PARTS
from models.training.voices.keyword_spotter.net import FLOOR, FrontEnd
from models.training.voices.keyword_spotter.scenes import Scene, Studio, scene
from models.training.voices.log_mel import FRAME, HOP

_LATER = 0.75  # share of scenes that are heard after something else
SCALE = 42.0  # steps of a byte in a unit of the front end: 0.4 dB
MOST = 2  # phrases and slaps that a scene has
_KEYWORD = (0.12, 0.34)  # share of scenes with each phrase; the rest has none


def packed(mel: np.ndarray) -> np.ndarray:
    """Return the front end's values as bytes."""
    return np.asarray(np.clip(np.round((mel + 2.1) * SCALE), 0, 255), dtype=np.uint8)


def unpacked(mel: np.ndarray) -> np.ndarray:
    return np.asarray(mel.astype(np.float32) / SCALE - 2.1, dtype=np.float32)


def table(scenes: list[Scene]) -> dict[str, np.ndarray]:
    """Phrases [n, MOST, 3] (keyword, onset, end) and slaps [n, MOST], -1 where there is none; seconds."""
    said, slaps = np.full((len(scenes), MOST, 3), -1.0), np.full((len(scenes), MOST), -1.0)
    for i, one in enumerate(scenes):
        for k, phrase in enumerate(one.said[:MOST]):
            said[i, k] = phrase.keyword, phrase.onset, phrase.end
        slaps[i, : len(one.slaps)] = one.slaps
    return {"said": said, "slaps": slaps, "note": np.array([one.note for one in scenes])}


def listened(rng: np.random.Generator, samples: np.ndarray) -> np.ndarray:
    """Return the gain [blocks] with which the sense hears a scene, mostly after it has heard something like it."""
    blocks = samples[: len(samples) // BLOCK_SAMPLES * BLOCK_SAMPLES].reshape(-1, BLOCK_SAMPLES)
    gain = Gain()
    if rng.random() < _LATER:
        for block in np.roll(blocks, int(rng.integers(len(blocks))), axis=0):
            gain(block)
    return np.array([gain(block) for block in blocks])


def heard(front: FrontEnd, samples: np.ndarray, gains: np.ndarray) -> np.ndarray:
    """[BANDS, frames] as the front end gives them, each frame with the gain of the block that it ends in."""
    with torch.no_grad():
        power = front.power(torch.tensor(samples[None], dtype=torch.float32)).numpy()[0]
    ends = np.arange(power.shape[1]) * HOP + FRAME - 1
    factor = gains[np.minimum(ends // BLOCK_SAMPLES, len(gains) - 1)]
    return np.asarray((np.log(power * factor**2 + FLOOR) + 8.0) / 4.0)


def shard(seed: tuple[int, int], studio: Studio, count: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    chances = [*_KEYWORD, 1 - sum(_KEYWORD)]
    scenes = [scene(rng, studio, (0, 1, None)[int(rng.choice(3, p=chances))]) for _ in range(count)]
    front = FrontEnd()
    mel = [packed(heard(front, one.samples, listened(rng, one.samples))) for one in scenes]
    return {"mel": np.array(mel), **table(scenes)}


def main(
    sounds: Path, bank: Path, out: Path, part: str = "train", first: int = 0, shards: int = 40, scenes: int = 500
) -> None:
    """Write the shards that are missing.

    ``part``: of PARTS.
    """
    studio = Studio(bank, sounds, part)
    for index, target in missing(out, f"{part}_{{:04d}}.npz", range(first, first + shards)):
        save(target, **shard((PARTS.index(part), index), studio, scenes))
