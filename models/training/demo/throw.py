"""The Keep Smiling! turn: a rendered throw of three dice, and the commands around it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from models.training.dice.throws import Throw, draw_throw
from models.training.people.video import write_video

SEED, FPS = 15, 20.0
REST = 1.6  # seconds that the dice lie there after the throw's own end


def throw() -> Throw:
    """The throw of the clip."""
    return draw_throw(np.random.default_rng(SEED), "plain", 3, FPS)


def write(path: Path) -> dict[str, Any]:
    """Render the clip; what was thrown, as ground truth."""
    thrown = throw()
    pictures = [image[..., ::-1] for _, image in thrown.frames()]
    pictures += [pictures[-1]] * round(REST * FPS)
    write_video(path, pictures, FPS, crf=24)
    return {
        "clip": path.name, "values": sorted(thrown.values), "rest": round(thrown.rest, 3),
        "duration": len(pictures) / FPS, "player": "Ann", "move": move(), "fields": fields(),
    }  # fmt: skip


def fields() -> dict[str, int]:
    """How far the applied move takes each piece: the two highest dice together, and the lowest."""
    low, middle, high = sorted(throw().values)
    return {"b": middle + high, "d": low}


def move() -> str:
    """The move in the game's notation."""
    low, middle, high = sorted(throw().values)
    return f"move b:{middle}+{high} d:{low}"


def act() -> dict[str, Any]:
    """The turn as ``demo`` plays it."""
    said = round(throw().rest + 1.6, 2)
    return {
        "game": "keep-smiling", "players": ["Ann", "Ben"], "options": {"first": "Ann"}, "seed": 1,
        "clip": "dice.mp4",
        "commands": ["@0.0 Ann: place S G N S G", "@0.0 Ben: place G S N G S", f"@{said} {move()}"],
    }  # fmt: skip
