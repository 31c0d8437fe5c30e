"""Crops from brows to mouth for training: `render_expressions(seed, n)` gives pictures and exact labels."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.people.camera import Light, lamp, sample_light
from models.training.people.face import measure
from models.training.people.render import shade

from .camera import Affine
from .crop import U8, Crops, Rng, Shot, crops, exposed, look, sensed, shoot
from .figure import Figure
from .identity import Identity, sample_identity
from .mesh import F32, MARK
from .poses import FACE_SHARES, FACES, sample_face

SIZE = 96  # pixels of a crop
ACROSS = 1.6  # its side in outer-eye distances as seen from the front
DOWN = 0.33  # its centre below the middle of the outer eye corners, in its unit
SUN_SHARE = 0.5  # of squints: into the sun
POSES_A_PERSON, LOOKS = 4, 3
HAND_SHARE = 0.05
EYES = ("eye_r_outer", "eye_l_outer")
CONTROLS = (
    "shut_l",
    "shut_r",
    "wide_l",
    "wide_r",
    "squint_l",
    "squint_r",
    "brow_down",
    "nose_wrinkle",
    "cheek_up",
    "smile_l",
    "smile_r",
    "stretch",
)


def lined_person(seed: int) -> Identity:
    """Return a person from a seed, with eyes of more kinds and more lines than `sample_identity` gives.

    Eyes that are large or small at rest, and brows that sit high or low: what a gesture is mistaken for.
    """
    who = sample_identity(seed)
    rng = np.random.default_rng([seed, 12])
    if rng.random() < 0.3:
        who = who.with_(wrinkles=float(rng.uniform(0.2, 1.0)))
    eyes, brows, rest = rng.random(), rng.random(), dict(who.rest)
    shape = dict(who.shape)
    if eyes < 0.3:
        who = who.with_(lid_rest=float(rng.uniform(0.15, 0.42)))
    elif eyes < 0.65:
        rest |= dict.fromkeys(("wide_l", "wide_r"), float(rng.uniform(0.05, 0.5)))
        who = who.with_(lid_rest=float(rng.uniform(0.0, 0.08)))
    if rng.random() < 0.4:
        way = "incr" if eyes > 0.3 else "decr"
        for part in ("eye-height1", "eye-height2", "eye-height3", "eye-scale"):
            shape.pop(f"shape:{part}-{'decr' if way == 'incr' else 'incr'}", None)
            shape[f"shape:{part}-{way}"] = float(rng.uniform(0.0, 0.8))
    if brows < 0.3:
        rest |= {"brow_inner": float(rng.uniform(0.0, 0.5)), "brow_outer": float(rng.uniform(0.05, 0.5))}
    elif brows < 0.5:
        rest |= {"brow_down": float(rng.uniform(0.1, 0.5))}
    return who.with_(shape=shape, rest=rest)


def crop_of(outer: F32, unit: float, width: int, rng: Rng | None = None) -> Affine:
    """Return the crop (square, width pixels): outer eye corners (2, 2) left to right on screen, unit in its pixels.

    With rng it is jittered like that of a landmark tracker.
    """
    along = outer[1] - outer[0]
    side, angle = ACROSS * unit, float(np.arctan2(along[1], along[0]))
    offset = np.zeros(2)
    if rng is not None:
        side *= float(np.exp(rng.normal(0, 0.09)))
        angle += float(np.deg2rad(rng.normal(0, 4)))
        offset = rng.normal(0, 0.03, 2) * unit
    return Affine.square(outer.mean(0), angle, DOWN * unit, offset, side, width)


def render_expressions(seed: int, n: int) -> Crops:
    """Return crops (n, SIZE, SIZE, 3) RGB uint8 and labels by name, each (n,).

    Labels: CONTROLS of the pose, `eye_l`, `eye_r` (opening over its width), `level`, `contrast` (brightness 0..1),
    `teeth`, `teeth_faint`, `opening` (face.py), `sun` (wears sunglasses) and `category` (index).
    """
    first, figure_of = seed * 1_000_003 + 17, lambda person: Figure(lined_person(person))
    return crops(n, first, 13, POSES_A_PERSON, LOOKS, figure_of, _shot, _photo)


def _shot(rng: Rng, figure: Figure) -> Shot:
    category = int(rng.choice(len(FACES), p=FACE_SHARES))
    pose = sample_face(rng, list(FACES)[category], figure.identity.tongue_build)
    native = float(np.exp(rng.uniform(np.log(30), np.log(130))))
    width = int(np.clip(1.1 * native, 64, 104))

    def crop(screen: F32, unit: float) -> Affine:
        return crop_of(screen[[MARK[name] for name in EYES]], unit, width, rng)

    return shoot(rng, figure, pose, native, width, EYES, (HAND_SHARE, 0.35, 0.6), crop, category)


def _photo(rng: Rng, shot: Shot, who: Identity) -> tuple[U8, dict[str, float]]:
    """Return the shot in the colours of ``who``, in some light, as some camera takes it; and its labels."""
    light = sample_light(rng)
    if list(FACES)[shot.category] == "squint" and rng.random() < SUN_SHARE:
        light = sun(rng)
    linear = shade(shot.drawn, shot.model, who, light, shot.scale, 0.2)
    image = look(exposed(rng, linear, shot.drawn, light, 0.75), rng)
    crop = sensed(rng, image, max(26, int(shot.native * rng.uniform(0.75, 1.0))), SIZE)
    grey = cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY)
    labels = measure(shot.drawn, shot.model, shot.pose, shot.camera, shot.affine)
    row = {k: float(getattr(shot.pose, k)) for k in CONTROLS}
    return crop, row | {
        "eye_l": labels.eye_l,
        "eye_r": labels.eye_r,
        "level": float(grey.mean()) / 255,
        "contrast": float(grey.std()) / 255,
        "sun": float(who.glasses == "sun"),
        "teeth": labels.teeth_up + labels.teeth_low,
        "teeth_faint": labels.teeth_faint,
        "opening": labels.opening,
        "category": float(shot.category),
    }


def sun(rng: Rng) -> Light:
    """Return a high sun, half from the side: deep shadows of brows and nose."""
    colour = (1.0, float(rng.uniform(0.9, 1.0)), float(rng.uniform(0.75, 0.95)))
    high = lamp(rng.normal(0, 0.7), rng.uniform(0.4, 1.6), rng.uniform(0.4, 1.0), rng.uniform(0.9, 1.8), colour)
    sky = rng.uniform(0.08, 0.35) * np.array([0.9, 0.97, 1.1])
    return Light(sky.astype(np.float32), (sky * rng.uniform(0.4, 0.9)).astype(np.float32), (high,), shadow=0.9)
