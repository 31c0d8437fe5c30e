"""Rendered people for measuring the face sense: `python -m measure.rendered.strangers OUT --people 200`.

For each person a neutral portrait (label neutral) and one face of another label, as JPEGs with a labels.csv as in
../shared/data/faces; the notes hold what was drawn (yaw, pitch, camera's pixels). Heads turn up to 60 degrees, every
third camera looks up from the table. Pictures that exist are kept, so it resumes. `--grid` draws instead each label of
SIGNALS at every angle of GRID, for curves over yaw and pitch. Figures measured on them are figures on
renders; a set of seeds that chose a threshold is not the one that is reported.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.training.people.camera import ROOM, portrait, sample_light
from models.training.people.face import render_face
from models.training.people.figure import Figure
from models.training.people.identity import Identity, sample_identity
from models.training.people.pose import GESTURES, Pose
from models.training.people.scene import room

SIZE = 360
LABELS = (
    "tongue_out",
    "eyes_wide",
    "eyes_mouth_wide",
    "sour",
    "grin",
    "laugh",
    "licking",
    "squint",
    "frown",
    "eyes_shut",
    "mouth_wide",
    "tongue_inside",
    "smile",
    "brows_raised",
    "talking",
    "low_brows",
)
SHARES = (3, 2, 2, 3, 2, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1)
CSV = {"laugh": "grin", "licking": "tongue_out", "mouth_wide": "mouth_wide", "tongue_inside": "tongue_inside"}
SIGNALS = ("tongue_out", "eyes_wide", "eyes_mouth_wide", "sour", "grin", "neutral")
GRID = ((0, 0), (15, 0), (30, 0), (45, 0), (60, 0), (0, -20), (0, -35), (0, 20))  # yaw, pitch in degrees
Picture = npt.NDArray[np.uint8]


def face_of(label: str, who: Identity, rng: np.random.Generator) -> Pose:
    """Return the label's face, more or less of it, asymmetric as people are."""
    by = float(rng.uniform(0.8, 1.15))
    extra: dict[str, dict[str, float]] = {
        "laugh": {
            "smile_l": 1.0,
            "smile_r": 1.0,
            "cheek_up": 0.9,
            "upper_up": 0.7,
            "jaw": 0.25,
            "squint_l": 0.8,
            "squint_r": 0.8,
            "shut_l": 0.55,
            "shut_r": 0.55,
        },
        "licking": {
            "jaw": 0.3,
            "tongue_fwd": 2.0,
            "tongue_out": 0.6,
            "tongue_droop": float(rng.uniform(-0.9, 0.2)),
            "tongue_side": float(rng.choice([-0.9, 0.0, 0.9])),
        },
        "squint": {"squint_l": 0.9, "squint_r": 0.9, "brow_down": 0.6, "cheek_up": 0.4, "shut_l": 0.15, "shut_r": 0.15},
        "low_brows": {"brow_down": 0.6},
        "talking": {"jaw": 0.25, "upper_up": 0.2, "stretch": 0.25},
    }
    hold = extra.get(label) or dict(GESTURES[label].hold)
    build = {k: v for k, v in who.tongue_build.items() if k not in hold}
    return Pose(**build, **{k: v if k.startswith("tongue") else v * by for k, v in hold.items()})


def turned(pose: Pose, rng: np.random.Generator, *, still: bool) -> Pose:
    """To the front for ``still`` (a portrait), else turned up to 60 degrees and often seen from below."""
    if still:
        return pose.with_(yaw=float(rng.normal(0, 6)), pitch=float(rng.normal(0, 5)), roll=float(rng.normal(0, 3)))
    yaw = rng.normal(0, 12) if rng.random() < 0.5 else rng.uniform(-60, 60)
    pitch = rng.uniform(-38, -15) if rng.random() < 0.33 else rng.normal(0, 7)
    return pose.with_(yaw=float(yaw), pitch=float(pitch), roll=float(rng.normal(0, 5)))


def picture(figure: Figure, pose: Pose, seed: int, rng: np.random.Generator) -> Picture:
    """BGR (SIZE, SIZE, 3)."""
    light = ROOM if rng.random() < 0.5 else sample_light(rng)
    share = float(rng.uniform(0.4, 0.62))
    camera = portrait(SIZE, float(rng.uniform(5, 10)), share)
    shown = render_face(figure, pose, SIZE, camera, light, room(SIZE, SIZE, seed), oversample=1.0).image
    return np.ascontiguousarray(shown[..., ::-1])


def main() -> None:
    """Render what is missing and write labels.csv."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--first", type=int, default=60_000)
    parser.add_argument("--grid", nargs="*", choices=SIGNALS, help="these labels (or all) at every angle of GRID")
    given = parser.parse_args()
    (given.out / "stills").mkdir(parents=True, exist_ok=True)
    rows = []
    for seed in range(given.first, given.first + given.people):
        who = sample_identity(seed)
        shots = _one_of_each(who) if given.grid is None else _grid(who, given.grid or SIGNALS)
        figure: Figure | None = None
        for name, tag, pose in shots:
            file = f"stills/{seed}_{tag}.jpg"
            if not (given.out / file).exists():
                figure = figure or Figure(who)
                made = np.random.default_rng([seed, 22, len(tag)])
                quality = [cv2.IMWRITE_JPEG_QUALITY, int(made.uniform(40, 95))]
                cv2.imwrite(str(given.out / file), picture(figure, pose, seed, made), quality)
            told = CSV.get(name, name if name in SIGNALS else "other")
            rows.append([file, "", "", told, f"rendered: {name}; yaw {pose.yaw:.0f}; pitch {pose.pitch:.0f}"])
    with (given.out / "labels.csv").open("w", newline="") as f:
        csv.writer(f).writerows([["file", "start_s", "end_s", "label", "note"], *rows])


def _one_of_each(who: Identity) -> list[tuple[str, str, Pose]]:
    """Return a neutral portrait and one other face: label, tag of the file, pose."""
    rng = np.random.default_rng([who.seed, 21])
    label = str(rng.choice(LABELS, p=np.array(SHARES) / sum(SHARES)))
    rest = turned(Pose(**who.tongue_build), rng, still=True)
    return [("neutral", "neutral", rest), (label, label, turned(face_of(label, who, rng), rng, still=False))]


def _grid(who: Identity, labels: Sequence[str]) -> list[tuple[str, str, Pose]]:
    rng = np.random.default_rng([who.seed, 23])
    faces = {label: face_of(label, who, rng) for label in labels}
    side = float(rng.choice([-1, 1]))
    return [
        (label, f"{label}_{yaw}_{pitch}", face.with_(yaw=side * yaw, pitch=float(pitch)))
        for label, face in faces.items()
        for yaw, pitch in GRID
    ]


if __name__ == "__main__":
    main()
