"""Labelled clips of one person each: `python -m models.synth.people.clips OUT --people 4 --plan motions`.

Writes OUT/clips/*.mp4, OUT/labels.csv in the format of ../shared/data/faces/labels.csv, and OUT/frames.csv with the
exact numbers of every frame. These are renders: a figure measured on them says so.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .figure import Figure
from .gestures import WILD
from .identity import sample_identity
from .labels import Labels
from .light import sample_light
from .performance import Cue, Performer
from .scene import Scene, Seat
from .video import write_video

PLANS: dict[str, tuple[str, ...]] = {
    "set_b": ("tongue_out", "eyes_wide", "eyes_mouth_wide", "sour", "grin"),
    "negatives": (
        "talking",
        "brows_raised",
        "frown",
        "sad_pout",
        "eyes_shut",
        "tongue_inside",
        "fish_shape",
        "smile",
        "tongue_on_lip",
        "mouth_wide",
        "wink",
        "kiss",
        "cheeks_puffed",
        "lips_rolled_in",
        "look_away",
    ),
    "motions": ("darting_tongue", "panting", "fish_gasp", "wet_dog_shake"),
    "wild": tuple(WILD),
    "teeth": ("talking_teeth", "talking_no_teeth", "grin", "talking"),
}
NUMBERS = (
    "tongue_past",
    "tongue_lip",
    "tongue_in",
    "tip_past",
    "teeth_up",
    "teeth_low",
    "opening",
    "eye_l",
    "eye_r",
    "mouth_px",
)
QUIET = 3.0  # seconds of neutral face at the start of a clip
POSES = (
    "yaw",
    "pitch",
    "roll",
    "jaw",
    "wide_l",
    "wide_r",
    "shut_l",
    "shut_r",
    "brow_down",
    "brow_outer",
    "nose_wrinkle",
)


@dataclass(frozen=True)
class Clip:
    """A clip to render: its name, who acts (identity seed), the cues and its length in seconds."""

    name: str
    person: int
    cues: tuple[Cue, ...]
    duration: float
    fps: float = 25.0
    size: tuple[int, int] = (360, 480)


def plan(name: str, person: int, labels: Sequence[str], rng: np.random.Generator) -> Clip:
    """Neutral first, then each label for about two seconds with a pause in which the person may talk."""
    cues = [Cue("neutral", 0.0, QUIET)]
    t = QUIET + 0.6
    for label in rng.permutation(np.array(labels)):
        length = float(rng.uniform(1.6, 2.6))
        cues.append(Cue(str(label), round(t, 2), round(t + length, 2)))
        t += length + float(rng.uniform(1.2, 1.8))
    return Clip(f"{name}_{person}.mp4", person, tuple(cues), round(t, 2))


def make_scene(clip: Clip) -> Scene:
    """One person in front of a wall, in a light and at a distance of their own."""
    rng = np.random.default_rng([clip.person, 8])
    who = sample_identity(clip.person)
    h, w = clip.size
    width = float(rng.uniform(0.16, 0.34)) * w
    seat = Seat("one", Figure(who), Performer(who, clip.cues, seed=1), w / 2 + rng.normal(0, 0.04 * w), h * 0.42, width)
    return Scene(
        [seat], clip.size, sample_light(rng), clip.person, shutter=0.6 / clip.fps, grain=float(rng.uniform(0.002, 0.02))
    )


def label_at(cues: Sequence[Cue], t: float) -> str:
    """The label whose clear part holds t; empty between gestures."""
    return next((c.csv_label for c in cues if c.start <= t <= c.end), "")


def frame_row(clip: Clip, t: float, labels: Labels) -> list[str]:
    """One line of frames.csv."""
    numbers = [getattr(labels, k) for k in NUMBERS] + [getattr(labels.pose, k) for k in POSES]
    return [f"clips/{clip.name}", f"{t:.3f}", label_at(clip.cues, t), *[f"{v:.4f}" for v in numbers]]


def render(clips: Sequence[Clip], out: Path) -> None:
    """Write the clips and both tables."""
    (out / "clips").mkdir(parents=True, exist_ok=True)
    with (out / "labels.csv").open("w", newline="") as f, (out / "frames.csv").open("w", newline="") as g:
        spans, frames = csv.writer(f), csv.writer(g)
        spans.writerow(["file", "start_s", "end_s", "label", "note"])
        frames.writerow(["file", "time_s", "label", *NUMBERS, *POSES])
        for clip in clips:
            scene = make_scene(clip)
            images = []
            for frame in scene.frames(clip.duration, clip.fps):
                images.append(frame.image)
                frames.writerow(frame_row(clip, frame.time, frame.labels["one"]))
            write_video(out / "clips" / clip.name, images, clip.fps)
            for cue in clip.cues:
                note = "rendered" if cue.csv_label == cue.label else f"rendered: {cue.label}"
                spans.writerow([f"clips/{clip.name}", cue.start, cue.end, cue.csv_label, note])
            print(f"{clip.name}: {len(images)} frames", flush=True)


def main() -> None:
    """Render the clips that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--plan", choices=sorted(PLANS), default="set_b")
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--first", type=int, default=900_000, help="identity seed of the first person")
    args = parser.parse_args()
    rng = np.random.default_rng([args.first, args.people])
    render([plan(args.plan, args.first + i, PLANS[args.plan], rng) for i in range(args.people)], args.out)


if __name__ == "__main__":
    main()
