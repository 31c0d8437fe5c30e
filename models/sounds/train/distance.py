"""Enrolled at the table, played at a distance: shares of real people's words in worse and worse rooms.

python -m models.sounds.train.distance VOICES
Three takes are taught near a laptop in a quiet room, or in the place itself; the rest is played from further away in
livelier rooms, over a fan, or under two people who talk. Judged as the running sense judges, and for comparison by the
takes alone. Only the speakers that nothing was trained on.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.people.lessons.sounds_takes import take
from companion.senses.sounds.enrolled import Enrolled
from companion.senses.sounds.features import Sound
from companion.senses.sounds.level import levels_of
from companion.senses.sounds.net import SoundNet
from companion.senses.sounds.profile import TAUGHT, Profile, Take
from companion.senses.sounds.room import Room
from companion.senses.sounds.settings import Settings
from companion.senses.sounds.spans import spans
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


def heard(samples: Samples, net: SoundNet, room: Room) -> tuple[Sound, bool]:
    """The sound in what a microphone heard, and whether it stands out clearly; the room is got to know."""
    levels = levels_of(samples)
    found = spans(levels, len(levels))
    room.restart()
    for span in found[:1]:
        room.hear(levels, len(levels), replace(span, over=True))
    clear = bool(found) and found[0].clear > Settings.load().clear
    return take(samples.astype(np.float32), net, alone=True), clear


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("voices", type=Path)
    folder, net, settings = parser.parse_args().voices, SoundNet(), Settings.load()
    sounds = {
        name: {d: [read(folder / name / f"{d}_{k}.flac").astype(float) for k in range(6)] for d in "0123456789"}
        for name in HELD_SPEAKERS
    }
    rows: dict[tuple[str, str], list[tuple[bool, bool, bool]]] = {}
    for name, words in sounds.items():
        rng = np.random.default_rng(4)
        talk = [x for other, w in sounds.items() if other != name for x in w["7"]]
        near = enrolled(words, lambda x: placed(rng, x, "0.3 m", []), net, settings)  # noqa: B023
        alone = enrolled(words, lambda x: placed(rng, x, "0.3 m", []), net, settings, alone=True)  # noqa: B023
        for place in PLACES:
            quiet = place.split(", two")[0]  # nobody talks while a family shows its noises
            there = enrolled(words, lambda x: placed(rng, x, quiet, []), net, settings)  # noqa: B023
            room = Room()
            made = {(d, k): placed(rng, takes[k], place, talk) for d, takes in words.items() for k in range(3, 6)}
            found = {key: heard(x, net, room) for key, x in made.items()}
            for (d, _), (sound, clear) in found.items():
                for way, judge in (("takes alone", alone), ("near", near), ("there", there)):
                    told = judge.verdict(sound, list("0123456789"), clear, room.seconds)
                    assert told is not None
                    row = (d not in UNKNOWN, told.match.name == d, told.over > 0)
                    rows.setdefault((place, way), []).append(row)
    for (place, way), told_of in rows.items():
        known, right, taken = np.array(told_of).T
        shares = right[known].mean(), (right & taken)[known].mean(), taken[~known].mean()
        print(f"{place:26s} {way:12s} named, accepted and right, unknown accepted:", *(f"{x:.2f}" for x in shares))


def enrolled(
    words: dict[str, list[Samples]],
    place: Callable[[Samples], Samples],
    net: SoundNet,
    settings: Settings,
    alone: bool = False,
) -> Enrolled:
    """Three takes of each known word, heard in a place; `alone` without what they would be elsewhere."""
    taught = [
        Take(d, TAUGHT, take(place(x).astype(np.float32), net, alone=alone))
        for d, takes in words.items()
        if d not in UNKNOWN
        for x in takes[:3]
    ]
    return Enrolled([Profile("one", taught, net.version)], settings, net.version)


if __name__ == "__main__":
    main()
