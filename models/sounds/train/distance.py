"""Enrolled at the table, played at a distance: shares of real people's words in worse and worse rooms.

python -m models.sounds.train.distance VOICES
Three takes are taught half a metre from a laptop in a quiet room; the rest is played from further away in livelier
rooms, over a fan, or under two people who talk. Only the speakers that nothing was trained on.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from companion.people.lessons.sounds_takes import take
from companion.senses.sounds.cohort import cohort
from companion.senses.sounds.enrolled import accepts
from companion.senses.sounds.match import Matcher
from companion.senses.sounds.net import SoundNet
from companion.senses.sounds.profile import TAUGHT, Profile, Take
from companion.senses.sounds.settings import Settings
from companion.sources.audio_files import read
from models.sounds.train.recordings import HELD_SPEAKERS
from models.synth.voices.rooms import convolve
from models.synth.voices.source import RATE, Samples, band

UNKNOWN = ("3", "8")
_CRITICAL = 0.8  # metres at which a living room's echo is as loud as the voice
# metres, seconds of reverberation (0: none), the fan in dB under the voice at half a metre, talk in dB under it
PLACES = {
    "0.3 m": (0.3, 0.4, 45.0, None),
    "1 m": (1.0, 0.4, 45.0, None),
    "2 m": (2.0, 0.4, 45.0, None),
    "3 m": (3.0, 0.4, 45.0, None),
    "1 m, kitchen": (1.0, 0.9, 45.0, None),
    "3 m, kitchen": (3.0, 0.9, 45.0, None),
    "1 m, fan": (1.0, 0.4, 25.0, None),
    "3 m, fan": (3.0, 0.4, 25.0, None),
    "1 m, two talk 20 dB below": (1.0, 0.4, 45.0, 20.0),
    "1 m, two talk 10 dB below": (1.0, 0.4, 45.0, 10.0),
}


def placed(rng: np.random.Generator, dry: Samples, place: str, talk: list[Samples]) -> Samples:
    """A voice at a distance: its own sound falls with it, the room's echo, the fan and others' talk do not."""
    metres, seconds, fan, others = PLACES[place]
    n = int(seconds * RATE)
    tail = rng.standard_normal(n) * 10 ** (-3 * np.arange(n) / n)
    tail[:80] = 0
    tail *= 0.5 / _CRITICAL * np.sqrt(0.4 / seconds) ** -1 / np.sqrt(np.sum(tail**2))
    tail[0] = 0.5 / metres
    out = np.pad(convolve(dry, tail), (RATE // 4, RATE // 4))
    level = float(np.sqrt(np.mean(np.sort(np.abs(dry))[len(dry) // 2 :] ** 2)))
    noise = band(rng.standard_normal(len(out)), 60, 2500)
    out = out + noise / noise.std() * level * 10 ** (-fan / 20)
    if others is not None:
        for _ in range(2):
            words = np.resize(talk[int(rng.integers(len(talk)))], len(out))
            out = out + words / (words.std() + 1e-9) * level * 10 ** (-others / 20) / np.sqrt(2)
    return out


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("voices", type=Path)
    folder, net, settings = parser.parse_args().voices, SoundNet(), Settings.load()
    sounds = {
        name: {d: [read(folder / name / f"{d}_{k}.flac").astype(float) for k in range(6)] for d in "0123456789"}
        for name in HELD_SPEAKERS
    }
    found: dict[str, list[tuple[bool, bool, bool]]] = {place: [] for place in PLACES}
    for name, words in sounds.items():
        rng = np.random.default_rng(4)
        talk = [x for other, w in sounds.items() if other != name for x in w["7"]]
        taught = [
            Take(d, TAUGHT, take(placed(rng, x, "0.3 m", []).astype(np.float32), net))
            for d, takes in words.items()
            if d not in UNKNOWN
            for x in takes[:3]
        ]
        matcher = Matcher(Profile(name, taught), True, cohort())
        for place in PLACES:
            for d, takes in words.items():
                for x in takes[3:]:
                    match = matcher.compare(take(placed(rng, x, place, talk).astype(np.float32), net))
                    assert match is not None
                    found[place].append((d not in UNKNOWN, match.name == d, accepts(match, settings) > 0))
    for place, rows in found.items():
        known, right, taken = np.array(rows).T
        print(
            f"{place:26s} named {right[known].mean():.2f}, accepted and right {(right & taken)[known].mean():.2f}, "
            f"unknown accepted {taken[~known].mean():.3f} ({known.sum()}, {(~known).sum()})",
            flush=True,
        )


if __name__ == "__main__":
    main()
