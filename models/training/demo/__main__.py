"""Renders the demo: `python -m models.training.demo [--frames FOLDER]` writes what lies in companion/demo.

Frames are kept in FOLDER, so that a render that was cut off goes on; delete some to have them rendered again.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import typer

from models.training.people.figure import Figure
from models.training.people.performance import Performer
from models.training.people.scene import Scene, Seat
from models.training.people.video import write_video

from . import script, sound, throw
from .cast import cast

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "companion" / "demo"
SCALE = 1.2
SIZE = (460, 864)
NO_TEETH = 1e-3  # mouth widths squared


def scene() -> Scene:
    """The table with its three players."""
    seats = [
        Seat(
            name, Figure(part.who), Performer(part.who, script.cues(name), seed=5),
            part.x * SCALE, part.y * SCALE, part.face_width * SCALE, part.facing,
        )
        for name, part in cast().items()
    ]  # fmt: skip
    return Scene(seats, SIZE, seed=4, grain=0.004)


def render(folder: Path) -> None:
    """Every frame that the folder lacks, as NUMBER.png with the visible teeth of each player in NUMBER.json."""
    folder.mkdir(parents=True, exist_ok=True)
    table = scene()
    for k in range(round(script.DURATION * script.FPS)):
        told = folder / f"{k:04d}.json"
        if told.exists():
            continue
        frame = table.frame(k / script.FPS)
        cv2.imwrite(str(told.with_suffix(".png")), frame.image[..., ::-1])
        teeth = {name: round(found.teeth_up + found.teeth_low, 5) for name, found in frame.labels.items()}
        told.write_text(json.dumps({"time": frame.time, "teeth": teeth}) + "\n")


def images(folder: Path) -> Iterator[npt.NDArray[np.uint8]]:
    """The rendered frames in order, RGB."""
    for path in sorted(folder.glob("*.png")):
        read = cv2.imread(str(path))
        assert read is not None, f"{path} is damaged: delete it and its .json"
        yield np.asarray(read[..., ::-1], np.uint8)


def teeth_seen(folder: Path) -> float:
    """The most teeth of the winner on a frame of the speech. Raises ValueError where the script says otherwise."""
    line = script.LINES[-1]
    first, last = line.start + script.spoken(line).start, line.start + script.spoken(line).end
    frames = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    most = max(float(f["teeth"][line.player]) for f in frames if first <= f["time"] <= last)
    if (most > NO_TEETH) != script.VICTORY["teeth"]:
        raise ValueError(f"the script says teeth: {script.VICTORY['teeth']}, the render shows {most} of them")
    return most


def write(path: Path, data: dict[str, Any]) -> None:
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")


def main(frames: Path | None = None, out: Path = FOLDER) -> None:
    """Render what is missing and write all files. ``frames``: where frames are kept (default: nowhere)."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as spare:
        frames = frames or Path(spare)
        render(frames)
        write_video(out / "demo.mp4", images(frames), script.FPS, crf=26)
        truth = script.ground_truth(teeth_seen(frames))
    sound.write(out / "demo.flac")
    dice = throw.write(out / "dice.mp4")
    write(out / "demo.json", {**truth, "dice": dice})
    write(out / "game.json", {"acts": [script.act(), throw.act()]})
    for path in sorted(out.glob("d*.*")):
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    typer.run(main)
