"""What faces do at a table without any signal, rendered: `python -m measure.rendered.table_looks OUT --people 600`.

One picture a person, as JPEG, with a labels.csv as in ../shared/data/faces: eyes on the cards, reading, frowning in
thought, a squint into the sun, chewing, drinking, laughing with shut eyes, talking. A third of them are old, a quarter
wear glasses that reflect a window, a quarter are half lit by a screen. `--looks` picks some, or signals by the same
hand, to compare with (`sour`, `tongue_out` ...). The notes hold what was drawn. Pictures that exist are kept.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from measure.rendered.strangers import face_of
from models.training.people import poses
from models.training.people.camera import ROOM, Light, lamp, portrait, sample_light
from models.training.people.expression_crop import sun
from models.training.people.face import render_face
from models.training.people.figure import Figure
from models.training.people.identity import Identity, sample_identity
from models.training.people.mesh import F32, MARK
from models.training.people.pose import Pose
from models.training.people.scene import room

SIZE = 360  # pixels of a picture's side
LOOKS = {
    "cards": "gaze_y -1..-0.5, gaze_x ~0.25, shut 0.1..0.65, press 0.3 * 0.1..0.6",
    "reading": "gaze_y -0.9..-0.2, gaze_x ~0.35, shut 0.05..0.45, squint 0.2..0.8, brow_down 0.2..0.9",
    "frown": "brow_down 0.5..1.4, squint 0.5 * 0.1..0.6, shut 0.3 * 0.1..0.35, press 0.4 * 0.1..0.6, mouth_side ~0.2, "
    "corner_down 0.3 * 0.1..0.6, chin_up 0.3 * 0.1..0.4, gaze_y ~0.4<0.9",
    "squint": "squint 0.5..1.1, shut 0..0.5, brow_down 0.3..1, cheek_up 0.1..0.6, nose_wrinkle 0.25 * 0..0.3, "
    "upper_up 0.25 * 0.1..0.4",
    "chewing": "jaw 0.03..0.3, jaw_side ~0.5, press 0.6 * 0.1..0.7, cheek_puff 0.6 * 0.1..0.7, mouth_side ~0.3, "
    "pucker 0.4 * 0.1..0.6, gaze_y ~0.4<0.9, shut 0.3 * 0.1..0.6",
    "drinking": "pucker 0.2..0.8, funnel 0.5 * 0.1..0.6, jaw 0.05..0.3, gaze_y ~0.4<0.9, shut 0.6 * 0.2..1",
    "laughing": "smile 0.7..1.3, squint 0.5..1.1, shut 0.5..1, cheek_up 0.6..1.2, upper_up 0.3..1, jaw 0.1..0.7, "
    "nose_wrinkle 0.3 * 0..0.4",
    "talking": "jaw 0.03..0.4, upper_up 0.05..0.5, lower_down 0..0.4, stretch 0.5 * 0.05..0.45, funnel 0.3 * 0.1..0.7, "
    "gaze_y ~0.4<0.9, shut 0.4 * 0.1..0.5, brow_down 0.3 * 0.1..0.6",
}
DOWN = ("cards", "reading", "drinking")  # looks whose head is held low, or thrown back
SIGNALS = ("sour", "half_sour", "tongue_out", "eyes_wide", "eyes_mouth_wide", "grin")
OLD_SHARE, REFLECTION_SHARE, HALF_LIT_SHARE = 0.33, 0.25, 0.25
Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn of a person: the look, and what makes it harder."""

    look: str
    pose: Pose
    old: bool
    reflects: bool
    half_lit: bool

    @property
    def note(self) -> str:
        more = [name for name in ("old", "reflects", "half_lit") if getattr(self, name)]
        return (
            f"rendered: {self.look}; {' '.join(more) or 'plain'}; yaw {self.pose.yaw:.0f}; pitch {self.pose.pitch:.0f}"
        )


def sample_scene(who: Identity, looks: Sequence[str]) -> Scene:
    """Return a random scene, the same for the same person."""
    rng = np.random.default_rng([who.seed, 41])
    look = str(rng.choice(list(looks)))
    if look in poses.FACES and look in SIGNALS:
        pose = poses.sample_face(rng, look, who.tongue_build)
    elif look in SIGNALS:
        pose = face_of(look, who, rng)
    else:
        pose = Pose(**{**who.tongue_build, **poses.drawn(rng, LOOKS[look], 0.1)})
    pitch = rng.uniform(4, 26) if look in DOWN[:2] and rng.random() < 0.7 else rng.normal(-4, 9)
    if look == "drinking":
        pitch = rng.uniform(-22, 4)
    yaw = rng.normal(0, 12) if rng.random() < 0.7 else rng.uniform(-40, 40)
    pose = pose.with_(yaw=float(yaw), pitch=float(np.clip(pitch, -30, 30)), roll=float(rng.normal(0, 5)))
    old, reflects, half_lit = (bool(rng.random() < by) for by in (OLD_SHARE, REFLECTION_SHARE, HALF_LIT_SHARE))
    return Scene(look, pose, old, reflects, half_lit)


def draw_scene(who: Identity, scene: Scene) -> Picture:
    """Return the picture, BGR (SIZE, SIZE, 3)."""
    rng = np.random.default_rng([who.seed, 42])
    if scene.old:
        who = who.with_(wrinkles=float(rng.uniform(0.5, 1.0)), lid_rest=float(rng.uniform(0.15, 0.4)))
    if scene.reflects and who.glasses in ("none", "sun"):
        who = who.with_(glasses=str(rng.choice(["thin", "thick"])))
    figure, camera = Figure(who), portrait(SIZE, float(rng.uniform(5, 10)), float(rng.uniform(0.4, 0.62)))
    light = _light(rng, scene)
    shown = render_face(figure, scene.pose, SIZE, camera, light, room(SIZE, SIZE, who.seed), oversample=1.0).image
    marks = camera.project(figure.pose(scene.pose).marks)
    if scene.reflects:
        shown = _reflect(shown, marks, rng)
    if scene.look == "drinking":
        shown = _hold_cup(shown, marks, rng)
    return np.ascontiguousarray(shown[..., ::-1])


def _light(rng: np.random.Generator, scene: Scene) -> Light:
    if scene.half_lit:
        side = float(rng.choice([-1, 1])) * float(rng.uniform(0.4, 1.2))
        screen = lamp(side, float(rng.uniform(-0.7, 0.2)), float(rng.uniform(0.2, 0.8)), float(rng.uniform(0.5, 1.1)))
        dim = np.full(3, rng.uniform(0.04, 0.14), np.float32) * np.array([0.9, 0.95, 1.1], np.float32)
        return Light(dim, dim, (screen,), shadow=0.8)
    if scene.look == "squint" and rng.random() < 0.6:
        return sun(rng)
    return ROOM if rng.random() < 0.5 else sample_light(rng)


def _reflect(image: Picture, marks: F32, rng: np.random.Generator) -> Picture:
    """Lay the light of a window over both glasses."""
    cover = np.zeros(image.shape[:2], np.float32)
    outer = {side: marks[MARK[f"eye_{side}_outer"], :2] for side in "rl"}
    unit = float(np.linalg.norm(outer["r"] - outer["l"]))
    shift, size = rng.normal(0, 0.06, 2) * unit, rng.uniform(0.08, 0.2, 2) * unit
    for side in "rl":
        middle = (outer[side] + marks[MARK[f"eye_{side}_inner"], :2]) / 2 + shift
        corners = np.array([[-1, -1], [1, -0.8], [0.8, 1], [-1, 0.9]]) * size + middle
        cv2.fillConvexPoly(cover, corners.astype(np.int32), (1.0,), cv2.LINE_AA)
    cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), 0.02 * unit), np.float32) * float(rng.uniform(0.3, 0.9))
    window = np.array([0.9, 0.95, 1.0]) * 255
    return (image * (1 - cover[..., None]) + window * cover[..., None]).astype(np.uint8)


def _hold_cup(image: Picture, marks: F32, rng: np.random.Generator) -> Picture:
    """Draw a cup before the lower lip."""
    corners = [marks[MARK[f"lip_corner_{side}"], :2] for side in "rl"]
    unit = float(np.linalg.norm(corners[0] - corners[1])) + 1.0
    rim = (corners[0] + corners[1]) / 2 + np.array([rng.normal(0, 0.1), rng.uniform(0.05, 0.35)]) * unit
    half, tall = unit * rng.uniform(0.6, 1.0), unit * rng.uniform(1.2, 2.2)
    colour = tuple(float(v) for v in rng.uniform(20, 245, 3))
    body = np.array([[-half, 0], [half, 0], [half * 0.85, tall], [-half * 0.85, tall]]) + rim
    out = np.ascontiguousarray(image)
    cv2.fillConvexPoly(out, body.astype(np.int32), colour, cv2.LINE_AA)
    edge = tuple(0.75 * v for v in colour)
    cv2.ellipse(out, (int(rim[0]), int(rim[1])), (int(half), int(half * 0.22)), 0, 0, 360, edge, -1, cv2.LINE_AA)
    return out


def main() -> None:
    """Render what is missing and write labels.csv."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--people", type=int, default=600)
    parser.add_argument("--first", type=int, default=1_500_000)
    parser.add_argument("--looks", nargs="*", choices=[*LOOKS, *SIGNALS], default=list(LOOKS))
    given = parser.parse_args()
    cv2.setNumThreads(1)
    (given.out / "stills").mkdir(parents=True, exist_ok=True)
    rows = []
    for seed in range(given.first, given.first + given.people):
        who = sample_identity(seed)
        scene = sample_scene(who, given.looks)
        file = f"stills/{seed}_{scene.look}.jpg"
        if not (given.out / file).exists():
            quality = int(np.random.default_rng([seed, 43]).uniform(40, 95))
            cv2.imwrite(str(given.out / file), draw_scene(who, scene), [cv2.IMWRITE_JPEG_QUALITY, quality])
        label = scene.look.removeprefix("half_") if scene.look in SIGNALS else "other"
        # A laugh may well be told as a grin: the note says so, and it counts neither way.
        note = scene.note.replace("laughing", "laugh")
        rows.append([file, "", "", label, note])
    with (given.out / "labels.csv").open("w", newline="") as f:
        csv.writer(f).writerows([["file", "start_s", "end_s", "label", "note"], *rows])


if __name__ == "__main__":
    main()
