"""Renders people who act Set D and what is near it, and keeps what the face sense measures (needs numba):.

    python tests/senses/make_motions_data.py SEED OUT.npz [CROPS.npz]

A row a frame: seat (0: nobody followed), measures, yaw, pitch, roll, unit, mouth scores. Nobody in them exists. Slow
head shakes, nods and laughs are composed from the acting's poses; fast motion is blurred over the shutter's time.
"""

from __future__ import annotations

import sys
from dataclasses import astuple, replace
from math import pi, sin
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.senses.faces.appearance import MouthClassifier
from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.features import Measures, MouthScores
from models.training.people.face import render_face
from models.training.people.figure import Figure
from models.training.people.identity import sample_identity
from models.training.people.performance import Cue, Performer
from models.training.people.pose import Pose

FPS = 15.0
COMPOSED = {"head_no": "neutral", "nodding": "talking", "laughing": "neutral"}
ORDER = (
    "darting_tongue",
    "talking",
    "panting",
    "head_no",
    "fish_gasp",
    "laughing",
    "wet_dog_shake",
    "nodding",
    "talking_no_teeth",
)


def plan() -> list[tuple[str, float, float]]:
    """Label, start, end of each act; a second's rest between them."""
    out, t = [], 1.4
    for name in ORDER:
        out.append((name, t, t + 2.2))
        t += 2.9
    return out


def pose_at(performer: Performer, acts: list[tuple[str, float, float]], t: float) -> Pose:
    pose = performer.pose(t)
    for name, start, end in acts:
        if not start <= t <= end:
            continue
        x = t - start
        if name == "head_no":
            pose = replace(pose, yaw=pose.yaw + 16 * sin(2 * pi * 1.2 * x))
        elif name == "nodding":
            pose = replace(pose, pitch=pose.pitch + 9 * sin(2 * pi * 1.6 * x))
        elif name == "laughing":
            pose = replace(
                pose,
                smile_l=0.9,
                smile_r=0.9,
                upper_up=0.6,
                cheek_up=0.5,
                jaw=0.28 + 0.14 * sin(2 * pi * 4 * x),
                pitch=pose.pitch + 3 * sin(2 * pi * 2 * x),
            )
    return pose


def main() -> None:
    seed, out = int(sys.argv[1]), Path(sys.argv[2])
    who, acts = sample_identity(seed), plan()
    performer = Performer(who, [Cue(COMPOSED.get(n, n), a, b) for n, a, b in acts], seed)
    figure, model = Figure(who), MouthClassifier()
    crops: list[Any] = []

    def look(images: list[Any]) -> list[MouthScores]:
        crops.extend(images[:1])
        return model(images) if model else [MouthScores()] * len(images)

    rows, wide = [], len(Measures.__dataclass_fields__)
    with FaceSense("made", mouth=look, workers=1) as sense:
        for k in range(int((acts[-1][2] + 0.8) * FPS)):
            t = k / FPS
            fast = any(n == "wet_dog_shake" and a <= t <= b for n, a, b in acts)
            shots = [
                np.asarray(render_face(figure, pose_at(performer, acts, t + d), 240, oversample=1.0).image, np.float32)
                for d in ((-0.009, 0.0, 0.009) if fast else (0.0,))
            ]
            image = np.ascontiguousarray(np.mean(shots, 0).astype(np.uint8)[..., ::-1])
            before = len(crops)
            sense.process(image, t)
            seats = [s for s in sense.seats if s.fit is not None]
            if len(crops) == before:
                crops.append(np.zeros((64, 64, 3), np.uint8))
            if not seats or seats[0].frame is None:
                rows.append((0.0,) * (1 + wide + 4 + 8))
                continue
            f = seats[0].frame
            mouth = [np.nan if v is None else v for v in astuple(f.mouth)]
            rows.append((seats[0].number, *astuple(f.measures), f.yaw, f.pitch, f.roll, f.size, *mouth))
            if k % 15 == 0:
                print(k, flush=True)
    np.savez_compressed(
        out, fps=FPS, rows=np.array(rows, np.float32).round(4), cues=np.array([[str(v) for v in a] for a in acts])
    )
    if len(sys.argv) > 3:
        np.savez_compressed(sys.argv[3], crops=np.array(crops))


if __name__ == "__main__":
    main()
