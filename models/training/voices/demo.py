"""A minute of sound at the table for `bench sounds`: three players talk, laugh, then play a hand of Set C by ear.

`python -m models.training voices.demo` writes companion/demo/sounds.ogg, its script sounds.json (ground truth for tests
and for `companion bench sounds`), and the players' taught takes profiles/NAME.sounds.npz, made as
`companion enrol --sounds` makes them.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.people.lessons.noise_lesson import NoiseLesson
from companion.people.profile_files import sounds_bytes
from companion.private import write
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from models.training.voices import SIGNALS, people
from models.training.voices.real import bend
from models.training.voices.rooms import room
from models.training.voices.source import RATE, Samples, Speaker, lay, peak

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "companion" / "demo"
SECONDS = 63.0
VOICES = {"Ann": ("woman", 3), "Ben": ("man", 8), "Cleo": ("child", 5)}
LENGTH = 1.1  # seconds of a performance: the first of its kind
# player, label, seconds: talk in the pauses of the clip's hand, then Set C; two who make the same sound trade
SCRIPT = (
    ("Ann", "speech", 7.5),
    ("Ben", "speech", 13.5),
    ("Ben", "speech", 20.6),
    ("Cleo", "speech", 25.2),
    ("Ben", "laughter", 30.4),
    ("Ann", "speech", 33.7),
    ("Cleo", "laughter", 37.6),
    ("Ann", "cow", 41.0),
    ("Ben", "cow", 42.7),
    ("Cleo", "speech", 45.2),
    ("Cleo", "seal", 48.0),
    ("Ann", "seal", 49.7),
    ("Ben", "laughter", 52.2),
    ("Ben", "monkey", 55.0),
    ("Cleo", "monkey", 56.7),
    ("Ann", "donkey", 60.0),
)
TRADES = (("Ann", "Ben", "cow"), ("Ann", "Cleo", "seal"), ("Ben", "Cleo", "monkey"))


def performance(player: str, label: str, take: int) -> Samples:
    """Return a player's version of a signal: the same every time but for a little pitch, size and speed."""
    kind, seed = VOICES[player]
    who = Speaker.draw(np.random.default_rng(seed), kind)
    sound = SIGNALS[label](np.random.default_rng([seed, len(label)]), who)
    rng = np.random.default_rng([seed, take, len(label)])
    factors = np.exp(rng.uniform(-0.05, 0.05, 3))
    return peak(bend(rng, sound, factors[0], 1 + (factors[1] - 1) / 2, factors[2])[: int(LENGTH * RATE)], 0.5)


def talk(player: str, label: str, at: float) -> Samples:
    """Babble or laughter of a player."""
    kind, seed = VOICES[player]
    who = Speaker.draw(np.random.default_rng(seed), kind)
    make = people.babble if label == "speech" else people.laughter
    return peak(make(np.random.default_rng([seed, int(at * 10)]), who)[: 2 * RATE], 0.3)


def evening() -> tuple[Samples, list[dict[str, object]]]:
    """All of it in one room, and what sounded when: player, label, onset and end in seconds."""
    rng = np.random.default_rng(11)
    out, spans = np.zeros(int(SECONDS * RATE)), []
    for player, label, at in SCRIPT:
        dry = performance(player, label, 9) if label in SIGNALS else talk(player, label, at)
        start, loud = int(at * RATE), np.nonzero(np.abs(dry) > 0.02)[0]
        lay(out, peak(room(np.random.default_rng(2), dry), float(np.abs(dry).max())), start)
        onset, end = at + loud[0] / RATE, at + loud[-1] / RATE
        spans.append({"player": player, "label": label, "onset": round(onset, 3), "end": round(end, 3)})
    return out + rng.standard_normal(len(out)) * 1e-3, spans


def main(folder: Path = FOLDER) -> None:
    import soundfile

    sound, spans = evening()
    soundfile.write(folder / "sounds.ogg", sound.astype(np.float32), RATE, format="OGG", subtype="VORBIS")
    truth = {
        "version": 1,
        "clip": "sounds.ogg",
        "duration": SECONDS,
        "note": "synthesised by models/training/voices; times in seconds of the file",
        "set": "C",
        "spans": spans,
        "trades": [{"players": [one, other], "signal": signal} for one, other, signal in TRADES],
    }
    (folder / "sounds.json").write_text(json.dumps(truth, indent=1) + "\n", "utf-8")
    net = NoiseEmbedding()
    for player in VOICES:
        lesson = NoiseLesson(player, ("cow", "seal", "monkey", "donkey"), net)
        for label in lesson.signals:
            for take in range(lesson.takes):
                reason = lesson.offer_as(label, performance(player, label, take).astype(np.float32))
                if reason:
                    raise SystemExit(f"{player}'s {label}: {reason}")
        lesson.negative(talk(player, "speech", 99.0).astype(np.float32))
        print(player, lesson.warnings())
        profile = lesson.profile()
        alone = [replace(t, sound=replace(t.sound, beside=())) for t in profile.takes]  # its room is quiet
        write(folder / "profiles" / f"{lesson.player}.sounds.npz", sounds_bytes(replace(profile, takes=alone)))
