"""A picture of what the generator makes: `python -m models.training.people.sheet` writes docs/people.jpg."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from .camera import Camera
from .face import render_face
from .figure import Figure
from .gestures import GESTURES
from .identity import sample_identity
from .light import ROOM, sample_light
from .mouth import render_mouth_batch
from .pose import Pose
from .scene import room

ROOT = Path(__file__).resolve().parents[3]
GESTURE_ROWS = (
    ("neutral", "eyes_wide", "eyes_mouth_wide", "sour", "grin", "tongue_out", "fish_shape", "sad_pout"),
    ("tongue_inside", "panting", "smile", "frown", "kiss", "teeth", "wink", "cheeks_puffed"),
)
FACE, CROP = 150, 60


def faces(first: int, labels: tuple[str, ...]) -> npt.NDArray[np.uint8]:
    """A row of different people, each with one gesture."""
    out = []
    for i, label in enumerate(labels):
        rng = np.random.default_rng([first + i, 9])
        who = sample_identity(first + i)
        pose = Pose(**{**who.tongue_build, **GESTURES[label].hold}).with_(yaw=float(rng.normal(0, 9)), pitch=3.0)
        camera = Camera(9.0, 3.05 * FACE, (0.0, 7.05, 0.1), (FACE / 2, FACE * 0.53))
        light = sample_light(rng) if i % 4 == 3 else ROOM
        out.append(render_face(Figure(who), pose, FACE, camera, light, room(FACE, FACE, first + i)).image)
    return np.concatenate(out, axis=1)


def main() -> None:
    """Write the sheet."""
    rows = [faces(300 + 20 * i, labels) for i, labels in enumerate(GESTURE_ROWS)]
    columns = rows[0].shape[1] // CROP
    crops, _ = render_mouth_batch(42, columns * 5, CROP)
    grid = np.concatenate([np.concatenate(list(crops[i * columns : (i + 1) * columns]), axis=1) for i in range(5)])
    sheet = np.concatenate([*rows, grid])
    path = ROOT / "docs" / "people.jpg"
    path.parent.mkdir(exist_ok=True)
    cv2.imwrite(str(path), np.ascontiguousarray(sheet[..., ::-1]), [cv2.IMWRITE_JPEG_QUALITY, 82])
    print(f"{path.name}: {path.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
