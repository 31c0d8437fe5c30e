"""Ticking beside play: what clocks and metronomes are taken for, and which noises are lost over them.

python -m measure.evaluate.sounds_ticks SOUNDS
Two families as in `warmup_family.py` (sets A and C, nobody talks): an evening's trades over nothing, over a metronome
at three rates and over recorded kitchen clocks that nothing was trained on, each soft and loud; then a minute and a
half of the ticking alone, heard with everybody's takes and with nobody's.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.settings import RATE, SETS
from companion.senses.sounds.sound_features import NoiseProfile
from companion.sources.audio import Samples
from measure.evaluate.warmup_family import NAMES, Member, evening, heard, judged, warmed
from measure.evaluate.warmup_noises import studio
from models.training.voices import things
from models.training.voices.recordings import load
from models.training.voices.source import Rng

ALONE = 90  # seconds of ticking without anything else
LEVELS = (-40.0, -22.0)  # dB full scale of the ticks' peak; noises peak at -6 to -20
RATES = (1.0, 2.0, 3.5)  # strikes a second


def ticking(rng: Rng, clocks: list[Samples], seconds: float) -> dict[str, Samples]:
    """Ways to tick by their names, each as long as asked, its peak at each of LEVELS."""
    steady = np.concatenate([things.metronome(rng, seconds / len(RATES) + 1, rate) for rate in RATES])
    kitchen = np.concatenate([clocks[int(i)] for i in rng.permutation(len(clocks))])
    made = {"metronome": steady, "kitchen clocks": np.resize(kitchen, int(seconds * RATE))}
    return {
        f"{name} at {level:.0f} dB": np.asarray(x / np.abs(x).max() * 10 ** (level / 20), np.float32)
        for name, x in made.items()
        for level in LEVELS
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("sounds", type=Path)
    sounds: Path = parser.parse_args().sounds
    made, net = studio(sounds), NoiseEmbedding()
    clocks = [np.asarray(r.samples, np.float32) for r in load(sounds) if r.held and "clock_tick" in r.file]
    for number, letter in enumerate("AC"):
        signals, rng = SETS[letter], np.random.default_rng([9, number])
        room = int(rng.integers(1 << 30))
        taught: list[NoiseProfile] = []
        members = {n: Member(np.random.default_rng([9, number, k]), made, signals, room) for k, n in enumerate(NAMES)}
        for name, member in members.items():
            if (profile := warmed(member, name, signals, net, taught)) is not None:
                taught.append(profile)
        table = evening(rng, members, signals, [np.zeros(RATE, np.float32)])
        quiet = (rng.standard_normal(ALONE * RATE) * 1e-3).astype(np.float32)
        print(letter, "over nothing", judged(table.meant, heard(table.whole, signals, taught, net)), flush=True)
        for way, sound in ticking(rng, clocks, len(table.whole) / RATE).items():
            over = table.whole + np.resize(sound, len(table.whole))
            alone = quiet + np.resize(sound, len(quiet))
            told = [[e.name for e in heard(alone, signals, profiles, net)] for profiles in (taught, [])]
            print(letter, way, judged(table.meant, heard(over, signals, taught, net)), "alone", *told, flush=True)


if __name__ == "__main__":
    main()
