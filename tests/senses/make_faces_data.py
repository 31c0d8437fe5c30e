"""Render the synthetic people of the face tests anew (needs numba, see models/training):.

    python tests/senses/make_faces_data.py [PERFORMANCES]

people.npz: FaceMesh landmarks of rendered people (seed, label, points in pixels). plays.npz: measures of rendered
performances, a row a frame, and their cues. *.jpg: three rendered people. Nobody in them exists.
"""

from __future__ import annotations

import sys
from dataclasses import astuple
from pathlib import Path
from typing import Any

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.senses.faces.face_networks import FaceDetector, FaceMesh, region_of
from companion.senses.faces.features import measure
from companion.senses.faces.geometry import pose_of
from models.training.people.camera import ROOM, sample_light
from models.training.people.face import render_face
from models.training.people.figure import Figure
from models.training.people.identity import sample_identity
from models.training.people.performance import Cue, Performer
from models.training.people.pose import GESTURES, Pose

HERE = Path(__file__).parent / "faces_data"
SEEDS = (700002, 700003, 700006, 700008, 700009)  # 700003 wears thick glasses over the brows
STILLS = ("neutral", "eyes_wide", "eyes_mouth_wide", "mouth_wide", "sour", "grin", "smile", "brows_raised", "frown")
PLAYS = (910000, 910001, 910002)
FPS = 12.0
ACTS = (
    "eyes_wide",
    "brows_raised",
    "grin",
    "smile",
    "eyes_mouth_wide",
    "mouth_wide",
    "sour",
    "eyes_shut",
    "talking",
    "frown",
    "fish_shape",
    "kiss",
    "teeth",
)


def points_of(mesh: FaceMesh, detector: FaceDetector, image: Any) -> Any:
    """Landmarks of the one face of a picture."""
    region = detector.find(image)[0].region
    for _ in range(3):
        points, presence = mesh.fit(image, region)
        assert points is not None
        assert presence > 0.5
        region = region_of(points)
    return points


def people(mesh: FaceMesh, detector: FaceDetector) -> None:
    rows: list[tuple[int, str, Any]] = []
    for seed in SEEDS:
        figure = Figure(sample_identity(seed))
        for name in STILLS:
            pose = Pose(**dict(GESTURES[name].hold))
            image = np.ascontiguousarray(render_face(figure, pose, 360).image)
            rows.append((seed, name, points_of(mesh, detector, image)))
            if name in ("neutral", "grin", "eyes_wide") and seed in SEEDS[:3]:
                path = HERE / f"{seed}_{name}.jpg"
                cv2.imwrite(str(path), image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])
    np.savez_compressed(
        HERE / "people.npz",
        seed=[r[0] for r in rows],
        label=[r[1] for r in rows],
        points=np.array([r[2] for r in rows], np.float32).round(2),
    )


def play(mesh: FaceMesh, detector: FaceDetector, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    order = list(ACTS)
    rng.shuffle(order)
    cues, t = [], 1.2
    for name in order:
        talk = name == "talking"
        length = 2.0 if talk else float(rng.uniform(0.7, 1.3))
        cues.append(Cue(name, t, t + length, 1.0 if talk else float(rng.uniform(0.85, 1.1))))
        t += length + float(rng.uniform(0.7, 1.1))
    who = sample_identity(seed)
    performer, figure = Performer(who, cues, seed), Figure(who)
    light = ROOM if rng.random() < 0.4 else sample_light(rng)
    rows, region = [], None
    for k in range(int(t * FPS)):
        image = np.ascontiguousarray(
            render_face(figure, performer.pose(k / FPS), 300, light=light, oversample=1.25).image
        )
        if region is None:
            region = detector.find(image)[0].region
        points, _ = mesh.fit(image, region)
        assert points is not None
        pose, region = pose_of(points), region_of(points)
        rows.append((*astuple(measure(points, pose)), *np.degrees([pose.yaw, pose.pitch, pose.roll]), pose.unit))
    return np.array(rows, np.float32).round(4), np.array([(c.csv_label, c.start, c.end) for c in cues])


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    tools = FaceMesh(), FaceDetector()
    people(*tools)
    plays = {}
    for seed in PLAYS:
        plays[f"rows_{seed}"], plays[f"cues_{seed}"] = play(*tools, seed)
        print(seed, len(plays[f"rows_{seed}"]), flush=True)
    np.savez_compressed(HERE / "plays.npz", fps=FPS, **plays)
