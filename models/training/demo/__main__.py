"""Renders the demo: `python -m models.training.demo` writes what lies in companion/demo.

Three players at a table with their words and noises, the slap of the cards and a quiet room; and the Keep Smiling!
turn: a throw of three dice, and the commands around it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import soundfile
import typer

from models.training.demo.script import cast
from models.training.dice.throws import Throw, draw_throw
from models.training.people.figure import Figure
from models.training.people.performance import Performer
from models.training.people.scene import Scene, Seat, write_video
from models.training.voices.rooms import convolve
from models.training.voices.shouting import slap
from models.training.voices.source import RATE, Samples, Speaker, band, lay, peak

from . import script

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "companion" / "demo"
SCALE = 1.2
SIZE = (460, 864)
NO_TEETH = 1e-3  # mouth widths squared
SOUND, THROW = 9, 15  # seeds
ROOM = 0.0006  # deviation of the room's noise: 64 dB under full scale
LOUD = 0.6  # a player's peak, the nearest mouth at full voice
DICE_FPS = 20.0
REST = 1.6  # seconds that the dice lie there after the throw's own end


def scene() -> Scene:
    """Return the table with its three players."""
    seats = [
        Seat(
            name,
            Figure(part.who),
            Performer(part.who, script.cues(name), seed=5),
            part.x * SCALE,
            part.y * SCALE,
            part.face_width * SCALE,
            part.facing,
        )
        for name, part in cast().items()
    ]
    return Scene(seats, SIZE, seed=4, grain=0.004)


def frames(teeth: list[float]) -> Iterator[npt.NDArray[np.uint8]]:
    """Yield the pictures in order, RGB.

    Of those of the speech ``teeth`` gets the visible ones of the winner.
    """
    line = script.LINES[-1]
    first, last = line.start + script.spoken(line).start, line.start + script.spoken(line).end
    for frame in scene().frames(script.DURATION, script.FPS):
        if first <= frame.time <= last:
            teeth.append(round(frame.labels[line.player].teeth_up + frame.labels[line.player].teeth_low, 5))
        yield frame.image


def track() -> Samples:
    """[n] mono at ``RATE``, as long as the clip."""
    rng = np.random.default_rng(SOUND)
    out = np.zeros(round(script.DURATION * RATE))
    for line in script.LINES:
        level = 0.4 if line.kind == "talk" else LOUD
        lay(out, peak(script.spoken(line).samples, level), round(line.start * RATE))
    for noise in script.NOISES:
        sound = script.made(noise)
        lay(out, peak(sound.samples, LOUD), round((noise.start - sound.onset) * RATE))
    lay(out, 0.5 * slap(rng, Speaker.draw(rng)), round(script.SLAP * RATE))
    out = convolve(out, echoes(rng))[: len(out)]
    out += ROOM * band(rng.standard_normal(len(out)), 60, 3000) / 0.6
    return np.clip(out, -1, 1)


def echoes(rng: np.random.Generator) -> Samples:
    """Return a furnished room: 0.15 s of reverberation, 20 dB under the voice."""
    n = round(0.15 * RATE)
    tail: Samples = rng.standard_normal(n) * 10 ** (-3 * np.arange(n) / n) * np.sqrt(1 / n) * 0.1
    tail[: round(0.003 * RATE)] = 0.0
    tail[0] = 1.0
    return tail


def throw() -> Throw:
    """Return the throw of the clip."""
    return draw_throw(np.random.default_rng(THROW), "plain", 3, DICE_FPS)


def write_throw(path: Path) -> dict[str, Any]:
    """Render the clip; what was thrown, as ground truth."""
    thrown = throw()
    pictures = [image[..., ::-1] for _, image in thrown.frames()]
    pictures += [pictures[-1]] * round(REST * DICE_FPS)
    write_video(path, pictures, DICE_FPS, crf=24)
    return {
        "clip": path.name,
        "values": sorted(thrown.values),
        "rest": round(thrown.rest, 3),
        "duration": len(pictures) / DICE_FPS,
        "player": "Ann",
        "move": move(),
        "fields": fields(),
    }


def fields() -> dict[str, int]:
    """How far the applied move takes each piece: the two highest dice together, and the lowest."""
    low, middle, high = sorted(throw().values)
    return {"b": middle + high, "d": low}


def move() -> str:
    """Return the move in the game's notation."""
    low, middle, high = sorted(throw().values)
    return f"move b:{middle}+{high} d:{low}"


def turn() -> dict[str, Any]:
    """Return the turn as ``demo`` plays it."""
    said = round(throw().rest + 1.6, 2)
    return {
        "game": "keep-smiling",
        "players": ["Ann", "Ben"],
        "options": {"first": "Ann"},
        "seed": 1,
        "clip": "dice.mp4",
        "commands": ["@0.0 Ann: place S G N S G", "@0.0 Ben: place G S N G S", f"@{said} {move()}"],
    }


def write(path: Path, data: dict[str, Any]) -> None:
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")


def main(out: Path = FOLDER) -> None:
    """Write all files. Raises ValueError where the teeth of the render are not what the script says."""
    teeth: list[float] = []
    write_video(out / "demo.mp4", frames(teeth), script.FPS, crf=26)
    if (max(teeth) > NO_TEETH) != script.VICTORY["teeth"]:
        raise ValueError(f"the script says teeth: {script.VICTORY['teeth']}, the render shows {max(teeth)} of them")
    soundfile.write(out / "demo.flac", (track() * 32767).astype(np.int16), RATE, format="FLAC", subtype="PCM_16")
    dice = write_throw(out / "dice.mp4")
    write(out / "demo.json", {**script.ground_truth(max(teeth)), "dice": dice})
    write(out / "game.json", {"acts": [script.act(), turn()]})
    for path in sorted(out.glob("d*.*")):
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    typer.run(main)
