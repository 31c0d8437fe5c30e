"""Random expressions of whole faces for training, with the hard cases.

What a sour face is mistaken for is drawn often: squints into the sun, frowns, low brows, laughing and shut eyes. Eyes
and brows come with any mouth (`mouth_poses`), so that neither tells the other.
"""

from __future__ import annotations

import numpy as np

from .mouth_poses import CATEGORIES as MOUTHS
from .mouth_poses import Draw, sample_pose, turned
from .pose import Pose

CATEGORIES = (
    "neutral", "look_down", "shut", "sleepy", "squint", "frown", "laugh", "smile", "wide", "stare", "brows", "sour",
    "wink", "disgust", "sad", "grin", "surprise", "closed_grin", "half_sour", "pressed_shut", "bared_laugh",
    "thin_grin", "talk",
)  # fmt: skip
WEIGHTS = (8, 2, 3, 3, 10, 5, 6, 3, 10, 3, 5, 10, 2, 2, 2, 6, 5, 3, 6, 3, 8, 6, 7)
SHARES = tuple(w / sum(WEIGHTS) for w in WEIGHTS)
FREE = ("neutral", "look_down", "shut", "sleepy", "squint", "frown", "wide", "stare", "brows")  # any mouth
FREE_SHARE = 0.45
MOUTH_CONTROLS = (
    "jaw", "jaw_side", "jaw_forward", "stretch", "corner_down", "upper_up", "lower_down", "pucker", "funnel", "press",
    "roll_in", "teeth_back", "pout", "evert", "chin_up", "mouth_side", "tongue_out", "tongue_raise", "tongue_fwd",
    "tongue_side", "tongue_droop", "tongue_width", "tongue_thick", "tongue_twist", "tongue_dome", "tongue_cup",
)  # fmt: skip


def sample_expression(rng: np.random.Generator, category: str, build: dict[str, float]) -> Pose:
    """A pose of a category; the head turns up to 62 degrees, and a third of the cameras look up from a table.

    ``build`` is the person's own tongue.
    """

    d = Draw(rng)
    u, maybe = d.u, d.maybe

    def lids(**values: float) -> dict[str, float]:
        return {k: v for name, value in values.items() for k, v in d.pair(name, value, 0.1).items()}

    c: dict[str, float] = {**build, **turned(rng)}
    if category in FREE and rng.random() < FREE_SHARE:
        mouth = sample_pose(rng, str(rng.choice(MOUTHS)), build)
        c |= {k: getattr(mouth, k) for k in MOUTH_CONTROLS}
    else:
        c |= {"jaw": maybe(0.3, 0, 0.6)}
    c |= {"gaze_x": float(rng.normal(0, 0.35)), "gaze_y": float(np.clip(rng.normal(0, 0.3), -0.6, 0.6))}
    c |= {"brow_inner": maybe(0.3, 0, 0.12), "brow_outer": maybe(0.3, 0, 0.12)}
    c |= {"cheek_up": maybe(0.2, 0, 0.2), "brow_down": maybe(0.2, 0, 0.12), **lids(squint=maybe(0.3, 0, 0.2))}
    made: dict[str, dict[str, float]] = {
        "neutral": {},
        "look_down": {"gaze_y": u(-1.0, -0.6)},
        "shut": lids(shut=u(0.85, 1.05), squint=maybe(0.3, 0, 0.3)),
        "sleepy": lids(shut=u(0.25, 0.7)),
        "squint": {
            **lids(squint=u(0.4, 1.1), shut=maybe(0.5, 0.0, 0.35)), "brow_down": maybe(0.7, 0.1, 0.9),
            "cheek_up": maybe(0.5, 0.1, 0.7), "nose_wrinkle": maybe(0.25, 0.0, 0.3), "upper_up": maybe(0.3, 0.1, 0.6),
            **(lids(smile=u(0.1, 0.6)) if rng.random() < 0.3 else {}),
        },
        "frown": {"brow_down": u(0.5, 1.4), "press": maybe(0.4, 0, 0.6), **lids(squint=maybe(0.5, 0, 0.35))},
        "laugh": {
            **lids(smile=u(0.6, 1.3), squint=u(0.3, 1.1), shut=maybe(0.6, 0.2, 1.0)), "cheek_up": u(0.5, 1.2),
            "upper_up": maybe(0.7, 0.2, 1.0), "jaw": maybe(0.5, 0.1, 0.8), "brow_down": maybe(0.2, 0.0, 0.25),
            "nose_wrinkle": maybe(0.25, 0.0, 0.35), "brow_outer": maybe(0.3, 0.0, 0.3),
        },
        "smile": {**lids(smile=u(0.3, 0.9), squint=u(0.0, 0.4)), "cheek_up": u(0.1, 0.5)},
        "wide": {**lids(wide=u(0.35, 1.3)), "brow_inner": u(0.15, 1.1), "brow_outer": u(0.15, 1.1),
                 "gaze_y": float(rng.normal(0, 0.1)), "jaw": maybe(0.5, 0.2, 1.2)},
        "stare": {**lids(wide=u(0.65, 1.3)), "gaze_y": float(rng.normal(0, 0.1)), "brow_down": maybe(0.2, 0, 0.4)},
        "brows": {"brow_inner": u(0.4, 1.1), "brow_outer": u(0.4, 1.1), **lids(wide=maybe(0.4, 0, 0.15))},
        "sour": {
            **lids(shut=u(0.55, 1.05), squint=u(0.6, 1.3)), "brow_down": u(0.6, 1.6), "nose_wrinkle": u(0.2, 1.4),
            "cheek_up": u(0.3, 1.2), **sour_mouth(rng),
        },
        "wink": {"shut_l": u(0.85, 1.0), "squint_l": u(0, 0.8), "smile_l": u(0, 0.7), "cheek_up": maybe(0.5, 0, 0.4)},
        "disgust": {"nose_wrinkle": u(0.5, 1.3), "upper_up": u(0.1, 0.7), "brow_down": u(0.2, 0.9),
                    **lids(squint=u(0.1, 0.5))},
        "grin": {
            **lids(smile=u(0.6, 1.1), squint=maybe(0.6, 0.0, 0.5)), "stretch": u(0.2, 0.8), "upper_up": u(0.4, 1.0),
            "lower_down": u(0.1, 0.7), "cheek_up": u(0.2, 0.8), "jaw": maybe(0.3, 0, 0.1),
            "brow_down": maybe(0.2, 0, 0.3),
        },
        "surprise": {
            **lids(wide=u(0.5, 1.25)), "brow_inner": u(0.2, 1.1), "brow_outer": u(0.2, 1.1), "jaw": u(0.3, 1.3),
            "gaze_y": float(rng.normal(0, 0.1)), "upper_up": maybe(0.4, 0.0, 0.5), "stretch": maybe(0.3, 0.0, 0.4),
        },
        "closed_grin": {
            **lids(smile=u(0.6, 1.2), squint=maybe(0.6, 0.0, 0.5)), "stretch": u(0.2, 0.8),
            "press": maybe(0.6, 0.1, 0.6),
            "cheek_up": u(0.2, 0.8), "jaw": 0.0,
        },
        "half_sour": {  # eyes nearly shut under drawn brows; the mouth says that it is no squint
            **lids(shut=u(0.38, 0.75), squint=u(0.5, 1.2)), "brow_down": u(0.5, 1.4), "nose_wrinkle": u(0.0, 1.1),
            "cheek_up": u(0.2, 1.0), **sour_mouth(rng),
        },
        "pressed_shut": {**lids(shut=u(0.9, 1.05), squint=u(0.4, 1.1)), "brow_down": maybe(0.3, 0.0, 0.35),
                         "cheek_up": maybe(0.5, 0.0, 0.5)},
        "bared_laugh": {  # laughing eyes, teeth shown: a grin
            **lids(smile=u(0.75, 1.3), squint=u(0.4, 1.2), shut=u(0.2, 0.95)), "cheek_up": u(0.5, 1.2),
            "stretch": u(0.0, 0.7), "upper_up": u(0.35, 1.1), "lower_down": maybe(0.5, 0.0, 0.6),
            "jaw": maybe(0.6, 0.02, 0.35), "brow_down": maybe(0.2, 0.0, 0.3), "nose_wrinkle": maybe(0.3, 0.0, 0.4),
        },
        "thin_grin": {  # a thin strip of teeth between lips drawn wide
            **lids(smile=u(0.65, 1.25), squint=maybe(0.7, 0.0, 0.8), shut=maybe(0.3, 0.0, 0.5)),
            "stretch": u(0.2, 0.9), "upper_up": u(0.05, 0.4), "lower_down": maybe(0.5, 0.0, 0.35),
            "cheek_up": u(0.2, 1.0), "jaw": maybe(0.6, 0.0, 0.1),
        },
        "talk": {  # teeth are seen, and some smile: no grin
            **lids(smile=maybe(0.6, 0.05, 0.45), squint=maybe(0.4, 0.0, 0.4)), "jaw": u(0.03, 0.4),
            "upper_up": u(0.05, 0.6), "lower_down": u(0.0, 0.5), "stretch": maybe(0.5, 0.05, 0.45),
            "funnel": maybe(0.3, 0.1, 0.7), "cheek_up": maybe(0.4, 0.0, 0.35), "brow_inner": maybe(0.3, 0.0, 0.4),
        },
        "sad": {"brow_inner": u(0.5, 1.1), "corner_down": u(0.2, 0.9), **lids(shut=maybe(0.5, 0, 0.4))},
    }  # fmt: skip
    c |= made[category]
    if category == "wink" and rng.random() < 0.5:
        c = {k[:-2] + ("_r" if k.endswith("_l") else "_l") if k[-2:] in ("_l", "_r") else k: v for k, v in c.items()}
    if category == "frown" and rng.random() < 0.3:
        c |= {"nose_wrinkle": u(0.0, 0.2)}
    return Pose(**c)


def sour_mouth(rng: np.random.Generator) -> dict[str, float]:
    """Lips of a sour face: drawn together, pressed, pulled wide over bared teeth, or down."""

    u, kind = Draw(rng).u, rng.random()
    if kind < 0.5:
        return {"pucker": u(0.4, 1.4), "press": u(0, 0.4), "chin_up": u(0, 0.5), "jaw": u(0, 0.1)}
    if kind < 0.65:
        return {"press": u(0.3, 1.0), "roll_in": u(0, 0.6), "corner_down": u(0, 0.8)}
    if kind < 0.85:
        return {"stretch": u(0.3, 1.0), "upper_up": u(0.2, 0.9), "lower_down": u(0, 0.7), "neck": u(0, 1.0),
                "jaw": u(0, 0.2)}  # fmt: skip
    if kind < 0.95:
        return {"corner_down": u(0.3, 1.0), "chin_up": u(0, 0.8), "upper_up": u(0, 0.6)}
    return {"jaw": u(0.25, 0.5), "tongue_fwd": 2.0, "tongue_out": u(0.2, 0.8), "tongue_droop": u(0.2, 0.9)}
