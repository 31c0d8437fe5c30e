"""Who plays in the demo: faces, seats before the camera, voices."""

from __future__ import annotations

from dataclasses import dataclass

from models.training.people.identity import Identity, rgb, sample_identity

PLAIN: dict[str, object] = {
    "hat": "none", "glasses": "none", "braces": False, "lid_rest": 0.08, "brow": 1.0, "freckles": 0.0, "collar": 0.0,
}  # fmt: skip


@dataclass(frozen=True)
class Part:
    """A player: identity, voice of flite, kind of speaker for noises, and the place in the picture.

    x, y and face_width are those of ``scene.Seat`` in pixels of a picture 384 high; facing in degrees.
    """

    who: Identity
    voice: str
    speaker: str
    x: float
    y: float
    face_width: float
    facing: float


def cast() -> dict[str, Part]:
    """The three players from the camera's left to its right."""
    ann = sample_identity(19).with_(
        **PLAIN,
        cloth=rgb(0.10, 0.32, 0.36), cloth2=rgb(0.3, 0.5, 0.5), hair=rgb(0.16, 0.07, 0.03), hair_style="long",
        iris=rgb(0.09, 0.10, 0.05), tooth=rgb(0.80, 0.75, 0.66),
        shape={
            "macro:caucasian-female-young": 0.9, "macro:asian-female-young": 0.1,
            "shape:mouth-upperlip-volume-incr": 0.3, "shape:nose-point-up": 0.3, "shape:head-oval": 0.3,
        },
    )  # fmt: skip
    ben = sample_identity(12).with_(
        **PLAIN,
        cloth=rgb(0.36, 0.27, 0.10), cloth2=rgb(0.12, 0.08, 0.05), hair=rgb(0.03, 0.02, 0.013), hair_style="short",
        brow_thick=1.2, beard="full", beard_density=0.9, skin=rgb(0.52, 0.31, 0.22), lip=rgb(0.42, 0.17, 0.14),
        tooth=rgb(0.72, 0.68, 0.58), iris=rgb(0.07, 0.04, 0.02),
        shape={
            "macro:caucasian-male-young": 0.75, "macro:asian-male-young": 0.25,
            "shape:chin-width-incr": 0.4, "shape:nose-width2-incr": 0.3, "shape:head-square": 0.3,
        },
    )  # fmt: skip
    cleo = sample_identity(14).with_(
        seed=1016, **PLAIN,
        cloth=rgb(0.45, 0.08, 0.12), cloth2=rgb(0.5, 0.4, 0.3), hair=rgb(0.012, 0.009, 0.007), hair_style="full",
        brow_thick=1.35, lip=rgb(0.33, 0.08, 0.08), tooth=rgb(0.75, 0.72, 0.64), skin=rgb(0.25, 0.13, 0.082),
        shape={
            "macro:african-female-young": 0.85, "macro:caucasian-female-young": 0.15, "shape:cheek-bones-incr": 0.3,
        },
    )  # fmt: skip
    return {
        "Ann": Part(ann, "slt", "woman", 128, 148, 104, 2.0),
        "Ben": Part(ben, "rms", "man", 362, 134, 110, 0.0),
        "Cleo": Part(cleo, "slt", "woman", 594, 152, 104, -2.0),
    }
