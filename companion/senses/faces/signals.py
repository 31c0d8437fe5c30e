"""How much a face shows each signal: a score against the player's neutral face, and the values behind it.

Each measure is treated by itself. Eye opening compares with the player's own neutral eye as a ratio (people differ by
more than the gesture does); mouth opening and lip gap are absolute; a grin's width, lifted corners and drawn-back
corners are differences. What the neutral face is still unsure of is taken off the score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log, sqrt

from companion.senses.faces.features import FaceFrame
from companion.senses.faces.neutral import Belief
from companion.senses.faces.settings import Settings

NONE = -1.0  # a gate is closed: the signal is not shown, whatever the rest says
Numbers = Mapping[str, float]
Beliefs = Mapping[str, Belief]


@dataclass(frozen=True, slots=True)
class Score:
    """A signal's score on a frame, and the values that made it (for "why")."""

    value: float
    parts: Mapping[str, float]


def score_all(frame: FaceFrame, neutral: Beliefs, settings: Settings) -> dict[str, Score]:
    """The score on one frame of every signal that one frame can show."""
    doubt = settings.neutral["doubt"]
    return {
        name: SCORERS[name](frame, neutral, numbers, doubt)
        for name, numbers in settings.numbers.items()
        if name in SCORERS
    }


def _eyes(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> tuple[float, dict[str, float]]:
    """How much wider the eyes are than the player's own neutral ones; the brows rise with it, or it is a mere look."""
    m, eye = frame.measures, neutral["eye"]
    ratio = max(m.eye, 1e-3) / eye.value
    brow = m.brow - neutral["brow"].value
    lid = m.lower_lid - neutral["lower_lid"].value
    unsure = doubt * sqrt(
        (eye.unsure / eye.value) ** 2
        + (n["brow"] * neutral["brow"].unsure) ** 2
        + (n["lower_lid"] * neutral["lower_lid"].unsure) ** 2
    )
    value = min(log(ratio), n["eye_most"]) + n["brow"] * brow + n["lower_lid"] * lid - unsure
    parts = {"eye_ratio": ratio, "brow_rise": brow, "lid_drop": lid, "unsure": unsure, "lip_gap": m.gap}
    shown = brow >= n["brow_least"] and log(ratio) >= n["eye_least"]
    return (value if shown else NONE), parts


def eyes_wide(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> Score:
    """Set B 2: eyes as wide as they go, the mouth shut or nearly so."""
    value, parts = _eyes(frame, neutral, n, doubt)
    return Score(value if frame.measures.gap <= n["mouth_shut"] else NONE, parts)


def eyes_mouth_wide(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> Score:
    """Set B 3: eyes and mouth as wide as they go; lips drawn to a small round O are none."""
    m = frame.measures
    value, parts = _eyes(frame, neutral, n, doubt)
    width = m.width / neutral["width"].value
    shown = value > NONE and m.gap >= n["mouth_open"] and width >= n["width_least"]
    value += n["mouth"] * (min(m.gap, n["mouth_most"]) - n["mouth_usual"])
    return Score(value if shown else NONE, {**parts, "mouth_width": width})


def grin(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> Score:
    """Grin like a nut: mouth pulled wide and up with the lips apart. A closed smile is none, nor is a shout."""
    m = frame.measures
    wide = m.width / neutral["width"].value - 1
    back = m.pout - neutral["pout"].value
    lift = m.corner_lift - neutral["corner_lift"].value
    eye = m.eye / neutral["eye"].value
    unsure = doubt * sqrt(
        (neutral["width"].unsure / neutral["width"].value) ** 2
        + (n["pout"] * neutral["pout"].unsure) ** 2
        + (n["corner_lift"] * neutral["corner_lift"].unsure) ** 2
    )
    value = wide + n["pout"] * back + n["corner_lift"] * lift - unsure
    parts = {
        "wide": wide,
        "drawn_back": back,
        "corner_lift": lift,
        "lip_gap": m.gap,
        "eye_ratio": eye,
        "unsure": unsure,
    }
    shown = n["gap_least"] <= m.gap <= n["gap_most"] and eye >= n["eye_least"]
    teeth, tongue = frame.mouth.teeth, frame.mouth.tongue_out
    if teeth is not None and tongue is not None:
        parts |= {"teeth": teeth, "tongue": tongue}
        shown = shown and teeth >= n["teeth_least"] and tongue <= n["tongue_most"]
    return Score(value if shown else NONE, parts)


def sour(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> Score:
    """Set B 4: eyes screwed up and the face drawn together. Relaxed shut eyes have no tension and are none."""
    m = frame.measures
    eye = max(m.eye_r, m.eye_l) / neutral["eye"].value  # both eyes: a wink is none
    down = neutral["brow"].value - m.brow
    together = neutral["brow_gap"].value - m.brow_gap
    purse = max(1 - m.width / neutral["width"].value, 0.0)
    smile = max(m.pout - neutral["pout"].value, 0.0) + max(m.corner_lift - neutral["corner_lift"].value, 0.0)
    parts = {"eye_ratio": eye, "brow_lower": down, "brows_together": together, "purse": purse, "smile": smile}
    value = down + n["brow_gap"] * together + n["purse"] * purse - n["smile"] * smile
    return Score(value if eye <= n["shut"] else NONE, parts)


def tongue_out(frame: FaceFrame, neutral: Beliefs, n: Numbers, doubt: float) -> Score:
    """Set B 1: the mouth model's score against the player's neutral mouth; landmarks cannot see a tongue.

    A tongue past the lips holds them apart and is seen on the lower one; full lips that are shut are none, nor is a
    tongue that stays inside.
    """
    mouth, gap = frame.mouth, frame.measures.gap
    if mouth.tongue_out is None:
        return Score(NONE, {})
    rest = min(neutral["tongue"].value, n["neutral_most"]) if "tongue" in neutral else 0.0
    value = (mouth.tongue_out - rest) / (1 - rest)
    parts = {"tongue": mouth.tongue_out, "neutral_tongue": rest, "lip_gap": gap}
    shown = gap >= n["gap_least"]
    if mouth.tongue_area is not None and mouth.lips_open is not None:
        parts |= {"tongue_area": mouth.tongue_area, "lips_open": mouth.lips_open}
        shown = shown and mouth.tongue_area >= n["area_least"] and mouth.lips_open >= n["lips_least"]
    return Score(value if shown else NONE, parts)


SCORERS: dict[str, Callable[[FaceFrame, Beliefs, Numbers, float], Score]] = {
    "tongue_out": tongue_out,
    "eyes_wide": eyes_wide,
    "eyes_mouth_wide": eyes_mouth_wide,
    "sour": sour,
    "grin": grin,
}
