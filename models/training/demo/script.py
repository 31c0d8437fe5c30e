"""The demo's script (script.toml): who plays, shows, says and makes which noise when, and what the table says.

From it come the rendered faces, the sound track, the table's commands (``game.json``) and the ground truth that a test
holds the rulings to (``demo.json``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from companion.resources import toml
from models.training.people.identity import Identity, rgb, sample_identity
from models.training.people.performance import Cue
from models.training.people.pose import PHONES, held
from models.training.voices import Performance, perform
from models.training.voices.synthesisers import Spoken, say

SCRIPT: dict[str, Any] = toml("models/training/demo/script.toml")
DURATION, FPS, SLAP = SCRIPT["duration"], SCRIPT["fps"], SCRIPT["slap"]
OPTIONS = {**SCRIPT["options"], "wild_signal": SCRIPT["wild"]}
FACES: dict[str, list[Any]] = SCRIPT["faces"]
VICTORY = SCRIPT["victory"]


@dataclass(frozen=True)
class Part:
    """A player: identity, voice of flite, kind of speaker for noises, and the place in the picture."""

    who: Identity
    voice: str
    speaker: str
    x: float
    y: float
    face_width: float
    facing: float


@dataclass(frozen=True)
class Line:
    """Words of a player; ``lips``: controls held with them."""

    player: str
    start: float
    text: str
    kind: str
    lips: Mapping[str, float] = field(default_factory=dict)
    strength: float = 1.0


@dataclass(frozen=True)
class Noise:
    """A player's animal."""

    player: str
    start: float
    signal: str
    seed: int


LINES = tuple(Line(**{**line, "lips": held(line.get("lips", ""))}) for line in SCRIPT["lines"])
NOISES = tuple(Noise(**noise) for noise in SCRIPT["noises"])


def cast() -> dict[str, Part]:
    """Return the players."""
    found = {}
    for name, part in SCRIPT["cast"].items():
        given = {**SCRIPT["plain"], **part["look"]}
        look = {key: rgb(*value) if isinstance(value, list) else value for key, value in given.items()}
        places = {key: value for key, value in part.items() if key not in ("seed", "look")}
        found[name] = Part(sample_identity(part["seed"]).with_(**look), **places)
    return found


def spoken(line: Line) -> Spoken:
    """Return the line's sound."""
    return _say(line.text, cast()[line.player].voice)


_say = cache(say)


@cache
def made(noise: Noise) -> Performance:
    """Return the noise's sound."""
    return perform(noise.signal, noise.seed, cast()[noise.player].speaker)


def mouth(line: Line) -> tuple[tuple[float, str], ...]:
    """Return the mouth of the words: each phone's shape is reached within the phone."""
    shapes, begins = [(line.start, "rest")], 0.0
    for phone, ends in spoken(line).phones:
        shapes.append((line.start + begins + 0.4 * (ends - begins), PHONES[phone]))
        begins = ends
    return (*shapes, (line.start + begins, "rest"))


def bleat(noise: Noise) -> tuple[tuple[float, str], ...]:
    """Return the mouth of a lamb: it opens with the sound and trembles until it ends."""
    sound = made(noise)
    first, last = noise.start, noise.start + sound.end - sound.onset
    shapes = [(first - 0.2, "rest"), (first, "mb"), (first + 0.1, "ah")]
    while shapes[-1][0] < last - 0.2:
        shapes.append((shapes[-1][0] + 0.1, "eh" if shapes[-1][1] == "ah" else "ah"))
    return (*shapes, (last, "mb"), (last + 0.1, "rest"))


def cues(player: str) -> list[Cue]:
    """All that this player's face does."""
    more, strength = SCRIPT["more"], SCRIPT["strength"]
    out = [Cue(k, start, end, strength.get(k, 1.0), held(more.get(k, ""))) for k, start, end in FACES[player]]
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
    """Return a trade with the time from which both show it, and until which."""
    spans = [span(name, given["signal"]) for name in given["players"]]
    return {
        **given,
        "number": given.get("number"),
        "start": round(max(s[0] for s in spans), 3),
        "end": round(max(s[1] for s in spans), 3),
    }


def act() -> dict[str, Any]:
    """Return the hand as ``demo`` plays it."""
    return {
        "game": "face-off",
        "players": list(FACES),
        "options": OPTIONS,
        "seed": 1,
        "clip": "demo.mp4",
        "sound": "demo.flac",
        "commands": SCRIPT["commands"],
    }


def ground_truth(teeth: float) -> dict[str, Any]:
    """Return what the players really did; ``teeth``: the most on a frame of the speech, in mouth widths squared."""

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
        "clip": "demo.mp4",
        "sound": "demo.flac",
        "fps": FPS,
        "duration": DURATION,
        "set": OPTIONS["signal_set"],
        "players": players,
        "said": said,
        "noises": noises,
        "trades": [trade(t) for t in SCRIPT["trades"]],
        "mistake": SCRIPT["mistake"],
        "victory": {**VICTORY, "teeth_area": round(teeth, 5)},
        "scores": SCRIPT["scores"],
    }
