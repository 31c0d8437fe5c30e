"""What happens in the demo, as data: who shows what, says what and makes which noise when, and what the table says.

All times are seconds of the clip. start to end of a gesture is its clear part. From this come the rendered faces, the
sound track, the table's commands (``game.json``) and the ground truth that a test holds the rulings to (``demo.json``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from models.training.people.gestures import PHONES
from models.training.people.performance import Cue
from models.training.voices import Performance, perform
from models.training.voices.spoken import Spoken, say

from .cast import cast

DURATION, FPS = 40.5, 10.0
GEM, WILD = "ruby", "shake like a wet dog"
OPTIONS = {
    "cards": "physical", "advanced": True, "signal_set": "B", "suits": ["diamond", "ruby", "jade"],
    "dealer": "Ann", "wild_signal": WILD,
}  # fmt: skip

# Stronger than the gestures' own: players overdo it.
MORE: dict[str, dict[str, float]] = {
    "eyes_wide": {"wide_l": 1.4, "wide_r": 1.4, "brow_inner": 1.0, "brow_outer": 1.0},
    "eyes_mouth_wide": {"wide_l": 1.4, "wide_r": 1.4, "brow_inner": 1.0, "brow_outer": 0.9, "jaw": 0.95},
    "sour": {
        "shut_l": 1.0, "shut_r": 1.0, "squint_l": 0.8, "squint_r": 0.8, "brow_down": 1.5, "nose_wrinkle": 2.0,
        "pucker": 1.5, "corner_down": 1.0, "cheek_up": 1.6,
    },
    "wet_dog_shake": {"shut_l": 0.0, "shut_r": 0.0, "squint_l": 0.0, "squint_r": 0.0},  # shut, they are half sour
}  # fmt: skip
STRENGTH = {"wet_dog_shake": 0.75}  # the faces stay in view of the camera
# What the lips do besides the words: over the teeth, as the rules ask of a winner.
OVER_TEETH = {"upper_up": -0.8, "lower_down": -0.75, "roll_in": 0.35, "funnel": 0.25, "jaw": 0.12}
FACES: dict[str, list[tuple[str, float, float]]] = {
    "Ann": [
        ("neutral", 0.0, 3.0), ("eyes_wide", 3.6, 5.8), ("sour", 8.6, 10.8), ("tongue_out", 12.0, 14.2),
        ("wet_dog_shake", 18.4, 20.6),
    ],
    "Ben": [
        ("neutral", 0.0, 3.0), ("eyes_wide", 3.9, 6.0), ("sour", 8.9, 11.1), ("wet_dog_shake", 18.6, 20.6),
        ("grin", 21.8, 23.8), ("eyes_mouth_wide", 25.1, 27.1),
    ],
    "Cleo": [
        ("neutral", 0.0, 3.0), ("tongue_out", 12.3, 14.5), ("grin", 22.1, 24.1), ("eyes_mouth_wide", 24.8, 26.8),
    ],
}  # fmt: skip


@dataclass(frozen=True)
class Line:
    """Words of a player; kind is what they are to the game: talk, wild_thing or speech.

    lips: controls held with the words; strength: how far the mouth moves with them.
    """

    player: str
    start: float
    text: str
    kind: str
    lips: Mapping[str, float] = field(default_factory=dict)
    strength: float = 1.0


@dataclass(frozen=True)
class Noise:
    """A player's animal: the seed chooses the performance."""

    player: str
    start: float
    signal: str
    seed: int


LINES = (
    Line("Cleo", 6.6, "Come on, who trades with me?", "talk"),
    Line("Ann", 15.4, "Wild thing wild thing!", "wild_thing"),
    Line(
        "Ben", 28.3, "Face off! Ben has all of the rubies, and is a totally awesome player!", "speech",
        OVER_TEETH, 1.5,
    ),
)  # fmt: skip
SLAP = 28.15  # the winner's cards on the table
NOISES = (Noise("Ann", 36.4, "lamb", 9), Noise("Cleo", 38.4, "lamb", 15))
COMMANDS = ("@18.0 confirm", "@34.4 confirm", '@35.4 next A wild "kiss"')

TRADES = (
    {"players": ["Ann", "Ben"], "signal": "eyes_wide", "number": 2},
    {"players": ["Ann", "Ben"], "signal": "sour", "number": 4},
    {"players": ["Ann", "Cleo"], "signal": "tongue_out", "number": 1},
    {"players": ["Ben", "Cleo"], "signal": "grin", "number": None},
    {"players": ["Ben", "Cleo"], "signal": "eyes_mouth_wide", "number": 3},
    {"players": ["Ann", "Cleo"], "signal": "lamb", "number": 3},
)
MISTAKE = {"caller": "Ann", "giver": "Cleo", "joined": ["Ann", "Ben"], "points": -50}
VICTORY = {"player": "Ben", "gem": GEM, "points": 90, "teeth": False}
SCORES = {"Ann": 0, "Ben": 90, "Cleo": -50}


def spoken(line: Line) -> Spoken:
    """The line's sound."""
    return _say(line.text, cast()[line.player].voice)


_say = cache(say)


@cache
def made(noise: Noise) -> Performance:
    """The noise's sound."""
    return perform(noise.signal, noise.seed, cast()[noise.player].speaker)


def mouth(line: Line) -> tuple[tuple[float, str], ...]:
    """The mouth of the words: each phone's shape is reached within the phone."""
    shapes, begins = [(line.start, "rest")], 0.0
    for phone, ends in spoken(line).phones:
        shapes.append((line.start + begins + 0.4 * (ends - begins), PHONES[phone]))
        begins = ends
    return (*shapes, (line.start + begins, "rest"))


def bleat(noise: Noise) -> tuple[tuple[float, str], ...]:
    """The mouth of a lamb: it opens with the sound and trembles until it ends."""
    sound = made(noise)
    first, last = noise.start, noise.start + sound.end - sound.onset
    shapes = [(first - 0.2, "rest"), (first, "mb"), (first + 0.1, "ah")]
    while shapes[-1][0] < last - 0.2:
        shapes.append((shapes[-1][0] + 0.1, "eh" if shapes[-1][1] == "ah" else "ah"))
    return (*shapes, (last, "mb"), (last + 0.1, "rest"))


def cues(player: str) -> list[Cue]:
    """All that this player's face does."""
    out = [Cue(label, start, end, STRENGTH.get(label, 1.0), MORE.get(label, {})) for label, start, end in FACES[player]]
    for line in LINES:
        if line.player == player:
            shapes = mouth(line)
            out.append(Cue("talking", shapes[0][0], shapes[-1][0], line.strength, line.lips, shapes))
    for noise in NOISES:
        if noise.player == player:
            shapes = bleat(noise)
            out.append(Cue("talking", shapes[0][0], shapes[-1][0], lips=shapes))
    return out


def span(player: str, label: str) -> tuple[float, float]:
    """When this player's gesture or noise is clear."""
    for noise in NOISES:
        if (noise.player, noise.signal) == (player, label):
            return noise.start, noise.start + made(noise).end - made(noise).onset
    return next((start, end) for found, start, end in FACES[player] if found == label)


def trade(given: dict[str, Any]) -> dict[str, Any]:
    """A trade with the time from which both show it, and until which."""
    spans = [span(name, given["signal"]) for name in given["players"]]
    return {**given, "start": round(max(s[0] for s in spans), 3), "end": round(max(s[1] for s in spans), 3)}


def act() -> dict[str, Any]:
    """The hand as ``demo`` plays it."""
    return {
        "game": "face-off", "players": list(FACES), "options": OPTIONS, "seed": 1,
        "clip": "demo.mp4", "sound": "demo.flac",
        "commands": list(COMMANDS),
    }  # fmt: skip


def ground_truth(teeth: float) -> dict[str, Any]:
    """What the players really did. teeth: the most of them seen on a frame of the speech, in mouth widths squared."""

    def shown(cue: Cue) -> dict[str, Any]:
        begins = round(max(0.0, cue.onset), 3)
        return {"label": cue.label, "onset": begins, "start": cue.start, "end": round(cue.end, 3)}

    players = [{"name": name, "spans": [shown(cue) for cue in cues(name)]} for name in FACES]
    said = []
    for line in LINES:
        first, last = (round(line.start + t, 3) for t in (spoken(line).start, spoken(line).end))
        said.append({"player": line.player, "text": line.text, "kind": line.kind, "start": first, "end": last})
    noises = []
    for noise in NOISES:
        first, last = (round(t, 3) for t in span(noise.player, noise.signal))
        noises.append({"player": noise.player, "label": noise.signal, "start": first, "end": last})
    return {
        "version": 2,
        "note": "made by models/training/demo with what it renders; seconds "
                "of the clip; start to end is the clear part",
        "clip": "demo.mp4", "sound": "demo.flac", "fps": FPS, "duration": DURATION, "set": OPTIONS["signal_set"],
        "players": players, "said": said, "noises": noises, "trades": [trade(t) for t in TRADES], "mistake": MISTAKE,
        "victory": {**VICTORY, "teeth_area": round(teeth, 5)}, "scores": SCORES,
    }  # fmt: skip
