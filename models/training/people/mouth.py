"""Mouth crops for training: `render_mouth_batch(seed, n, size)` gives pictures and exact labels."""

from __future__ import annotations

from functools import partial

import numpy as np
import numpy.typing as npt

from models.training.people.camera import sample_light
from models.training.people.face import measure
from models.training.people.identity import mouth_person
from models.training.people.render import shade

from .camera import Affine, mouth_crop
from .crop import U8, Crops, Rng, Shot, crops, exposed, look, put_in_front, sensed, shoot
from .figure import CLOTH, HAND, Figure
from .identity import Identity
from .mesh import F32, MARK
from .poses import MOUTH_SHARES, MOUTHS, sample_mouth
from .render import Drawn

NUMBERS = (
    "tongue_past",
    "tongue_over",
    "tongue_lip",
    "tongue_in",
    "tip_past",
    "tongue_side",
    "teeth_up",
    "teeth_low",
    "teeth_faint",
    "opening",
    "mouth_px",
)
POSES_A_PERSON, LOOKS = 6, 2  # poses of a person; each is seen in so many colours and lights
HAND_SHARE, THING_SHARE = 0.09, 0.10  # how often a hand, or a cup, microphone, food ..., comes to the mouth
DRAWN = (60, 104)  # smallest and largest side that is drawn; the camera's own resolution comes after
CORNERS, EYES = ("lip_corner_r", "lip_corner_l"), ("eye_r_outer", "eye_l_outer")


def _shot(rng: Rng, figure: Figure) -> Shot:
    """Return a pose of the person, perhaps with a hand."""
    pose = sample_mouth(rng, str(rng.choice(list(MOUTHS), p=MOUTH_SHARES)), figure.identity.tongue_build)
    native = float(np.exp(rng.uniform(np.log(30), np.log(DRAWN[1]))))
    side = int(np.clip(1.35 * native, *DRAWN))

    def crop(screen: F32, unit: float) -> Affine:
        corners, eyes = (screen[[MARK[name] for name in names]] for names in (CORNERS, EYES))
        return mouth_crop(corners, eyes, side, rng)

    return shoot(rng, figure, pose, native, side, CORNERS, (HAND_SHARE, 0.0, 1.0), crop)


def _photo(rng: Rng, shot: Shot, who: Identity, size: int) -> tuple[U8, dict[str, float]]:
    """Return the shot in the colours of `who`, in some light, as some camera takes it; and its labels."""
    drawn, model, camera = shot.drawn, shot.model, shot.camera
    light = sample_light(rng)
    depth = float(rng.uniform(0.1, 0.4) if rng.random() < 0.7 else rng.uniform(0.3, 1.0))
    linear = shade(drawn, model, who, light, shot.scale, depth * (0.6 + 1.2 * min(model.gap, 0.5)))
    marks = shot.affine.apply(camera.project(model.marks))[:, :2]
    image, hidden = _photograph(drawn, marks, exposed(rng, linear, drawn, light, 0.7), rng)
    labels = measure(drawn, model, shot.pose, camera, shot.affine, hidden=hidden)
    shown = sensed(rng, image, max(28, int(shot.native * rng.uniform(0.75, 1.0))), size, cubic=0.4)
    middle = shown[size // 5 : size * 3 // 5, size // 5 : size * 4 // 5].astype(np.float32).mean(2) / 255
    row = {k: float(getattr(labels, k)) for k in NUMBERS}
    return shown, row | {
        "covered": _covered(hidden, marks),
        "level": float(middle.mean()),
        "contrast": float(middle.std()),
    }


def _photograph(drawn: Drawn, marks: F32, image: F32, rng: Rng) -> tuple[F32, npt.NDArray[np.bool_]]:
    """Things in front of the mouth, frame borders and the look of the camera: the picture and what hides the face."""
    hidden = (drawn.material == HAND) | (drawn.material == CLOTH)
    left, right = marks[MARK["lip_corner_l"]], marks[MARK["lip_corner_r"]]
    middle, width = (left + right) / 2, float(np.linalg.norm(left - right))
    if rng.random() < THING_SHARE:
        skin = image[drawn.rows, drawn.cols].reshape(-1, 3)
        colour = np.median(skin, 0) if len(skin) else np.full(3, 0.5)
        image, cover = put_in_front(image, colour, (float(middle[0]), float(middle[1])), width, rng)
        hidden |= cover > 0.5
    image = look(image, rng)
    if rng.random() < 0.08:
        edge = int(rng.uniform(0.62, 0.98) * len(image))
        image[edge:] = image[edge - 1 : edge] if rng.random() < 0.5 else 0
        hidden[edge:] = True
    if rng.random() < 0.05:
        edge = int(rng.uniform(0.03, 0.25) * len(image))
        image[:, :edge] = image[:, edge : edge + 1] if rng.random() < 0.5 else 0
        hidden[:, :edge] = True
    return image, hidden


def _covered(hidden: npt.NDArray[np.bool_], marks: F32) -> float:
    """Share of the box around the mouth that is hidden."""
    left, right = marks[MARK["lip_corner_l"]], marks[MARK["lip_corner_r"]]
    middle, half = (left + right) / 2, max(2, int(0.5 * np.linalg.norm(left - right)))
    x, y = int(middle[0]), int(middle[1])
    box = hidden[max(0, y - half // 2) : max(1, y + half), max(0, x - half) : max(1, x + half)]
    return float(box.mean()) if box.size else 1.0


def render_mouth_batch(seed: int, n: int, size: int = 64) -> Crops:
    """Return crops (n, size, size, 3) RGB uint8 and labels by name, each (n,) float32.

    Labels: NUMBERS (see labels.Labels; areas in mouth widths squared), `covered` (share of the mouth that something
    hides), `level` and `contrast` (brightness there, its mean and deviation 0..1). Crop i is the same for any n > i.
    """
    return crops(
        n,
        seed * 1_000_003,
        3,
        POSES_A_PERSON,
        LOOKS,
        lambda person: Figure(mouth_person(person), crop=True),
        _shot,
        partial(_photo, size=size),
    )
