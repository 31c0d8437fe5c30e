"""Random mouths and faces for training, as poses.toml says: with the hard cases.

What a sour face is mistaken for is drawn often: squints into the sun, frowns, low brows, laughing and shut eyes.
"""

from __future__ import annotations

import numpy as np

from companion.resources import toml

from .pose import Pose

Rng = np.random.Generator
_POSES = toml("models/training/people/poses.toml")
MOUTHS, FACES, _SOUR = _POSES["mouths"], _POSES["faces"], list(_POSES["sour_mouths"].values())
MOUTH_SHARES = [made["share"] for made in MOUTHS.values()]
FACE_SHARES = np.array([made["weight"] for made in FACES.values()]) / sum(made["weight"] for made in FACES.values())
ANY_MOUTH = 0.45  # how often a face that may have any mouth gets one
EYES = ("gaze", "brow", "nose", "cheek", "shut", "wide", "squint", "smile", "yaw", "pitch", "roll", "flare", "neck")
"""How the controls begin that a face does not take over from a mouth."""
_PAIRS = ("smile", "shut", "squint", "wide")


def value(rng: Rng, text: str) -> float:
    """Return a number drawn as the text says (see poses.toml)."""
    if " / " in text:
        ways = [way.split(" @ ") for way in text.split(" / ")]
        return float(rng.choice([value(rng, way) for way, _ in ways], p=[float(share) for _, share in ways]))
    if " * " in text:
        share, one = text.split(" * ")
        one, _, other = one.partition(" | ")
        return value(rng, one if rng.random() < float(share) else other or "0")
    if text.startswith("beta"):
        _, a, b = text.split()
        return float(rng.beta(float(a), float(b)))
    if text.startswith("~"):
        spread, _, most = text[1:].partition("<")
        drawn = float(rng.normal(0, float(spread)))
        return float(np.clip(drawn, -float(most), float(most))) if most else drawn
    low, _, high = text.partition("..")
    return float(rng.uniform(float(low), float(high))) if high else float(low)


def drawn(rng: Rng, text: str, apart: float) -> dict[str, float]:
    """Return the controls of a text with their values; ``apart``: by how much the sides of a pair differ."""
    found: dict[str, float] = {}
    for name, _, how in (part.partition(" ") for part in text.split(", ") if part):
        number = value(rng, how)
        if name not in _PAIRS:
            found[name] = number
        elif number:
            d = float(rng.normal(0, apart))
            found |= {name + "_l": number * (1 + d), name + "_r": number * (1 - d)}
    return found


def turned(rng: Rng) -> dict[str, float]:
    """How the head stands to the camera, degrees: turned up to 62, seen from below (a laptop on the table) often."""
    yaw = rng.normal(0, 14) if rng.random() < 0.55 else rng.uniform(-62, 62)
    pick = rng.random()
    pitch = rng.normal(-2, 9) if pick < 0.5 else rng.uniform(-40, -10) if pick < 0.85 else rng.uniform(8, 28)
    clipped = {"yaw": float(np.clip(yaw, -62, 62)), "pitch": float(np.clip(pitch, -40, 30))}
    return {**clipped, "roll": float(rng.normal(0, 6))}


def sample_mouth(rng: Rng, category: str, build: dict[str, float]) -> Pose:
    """Return a pose of a mouth of MOUTHS.

    `build` is the person's own tongue.
    """
    c = {**build, **turned(rng), "jaw_side": float(rng.normal(0, 0.2)), "mouth_side": float(rng.normal(0, 0.15))}
    c |= drawn(rng, _POSES["anybody"], 0.25)
    c["teeth_back"] = value(rng, f"{MOUTHS[category].get('covered', 0.0)} * 0.4..1.3")
    if category == "pout" and rng.random() < 0.3:
        c |= drawn(rng, _POSES["duck"], 0.25)
    else:
        calm = _POSES["calm"][int(rng.integers(len(_POSES["calm"])))] if category == "neutral" else ""
        c |= drawn(rng, ", ".join(filter(None, (MOUTHS[category]["drawn"], calm))), 0.25)
    if c["tongue_fwd"] > 1.0:
        c["jaw"] = max(c["jaw"], 0.10 + 0.16 * c["tongue_thick"])
    return Pose(**c)


def sample_face(rng: Rng, category: str, build: dict[str, float]) -> Pose:
    """Draw a pose of a face of FACES; the head turns up to 62 degrees, a third of the cameras look up."""
    made = FACES[category]
    c: dict[str, float] = {**build, **turned(rng)}
    if made.get("any_mouth") and rng.random() < ANY_MOUTH:
        mouth = sample_mouth(rng, str(rng.choice(list(MOUTHS))), build)
        c |= {name: number for name, number in vars(mouth).items() if not name.startswith(EYES)}
    else:
        c |= drawn(rng, _POSES["any_face"]["jaw"], 0.1)
    c |= drawn(rng, _POSES["any_face"]["drawn"], 0.1) | drawn(rng, made["drawn"], 0.1)
    if made.get("sour_mouth"):
        lips = _SOUR[int(rng.choice(len(_SOUR), p=[way["share"] for way in _SOUR]))]
        c |= drawn(rng, lips["drawn"], 0.1)
    if category == "wink" and rng.random() < 0.5:
        c = {k[:-2] + ("_r" if k.endswith("_l") else "_l") if k[-2:] in ("_l", "_r") else k: v for k, v in c.items()}
    return Pose(**c)
