"""Summarise what a face did in the last second as one vector, to recognise signals that are not known in advance.

Each trait (22 of them, such as ``brows`` or ``head_turned``) is measured against the player's neutral face; 1 is a
strong gesture. The vector, called a window, has for each trait its mean, its spread and its speed. It does not depend
on the moment within a rhythm.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from companion.facts import Fact
from companion.senses.faces.features import FaceFrame
from companion.senses.faces.geometry import Floats
from companion.senses.faces.neutral_face import Beliefs

# Name of the trait, its change in a strong gesture, and what it is compared with: a measure of the neutral face, "rest"
# (the usual pose of this head and gaze) or nothing. Eyes and the mouth's width are ratios.
_TRAITS: tuple[tuple[str, float, str], ...] = (
    ("right_eye", 0.35, "eye"),
    ("left_eye", 0.35, "eye"),
    ("mouth_width", 0.2, "width"),
    ("brows", 0.04, "brow"),
    ("brow_distance", 0.035, "brow_gap"),
    ("mouth_corners", 0.06, "corner_lift"),
    ("mouth_height", 0.08, "corner"),
    ("upper_lip", 0.04, "upper_lip"),
    ("nose", 0.04, "nose"),
    ("cheeks", 0.04, "cheek"),
    ("lips_forward", 0.05, "pout"),
    ("lips", 0.06, "lips"),
    ("open_mouth", 0.15, ""),
    ("tongue", 0.7, ""),
    ("tongue_side", 0.6, ""),
    ("teeth", 0.8, ""),
    ("mouth_side", 0.08, "rest"),
    ("jaw_side", 0.06, "rest"),
    ("look_side", 0.05, "rest"),
    ("head_turned", 10.0, "rest"),
    ("head_nodded", 7.0, "rest"),
    ("head_tilted", 9.0, "rest"),
)
TRAIT_NAMES = tuple(name for name, _, _ in _TRAITS)
TRAIT_COUNT = len(TRAIT_NAMES)
ASPECTS = ("", "_swing", "_pace")  # suffixes of a window's three parts, in order
_TRAIT_SCALES = np.array([scale for _, scale, _ in _TRAITS])
_RATIO_COUNT = 3  # the first traits are logarithms of ratios
_FIRST_REST_TRAIT = sum(against != "rest" for _, _, against in _TRAITS)
_MAX_GESTURES = 3.0  # limit of a trait's value, in strong gestures
_USUAL_POSE_S = 15.0  # seconds over which the head's usual pose is averaged
_MIN_FRAMES = 5  # minimum number of frames in a window
_STRONG_PACE = 4.0  # unit of speed, in strong gestures a second: from one extreme to the other and back each second


def _row(frame: FaceFrame) -> tuple[float, ...]:
    m, mouth = frame.measures, frame.mouth
    tongue = mouth.tongue_out or 0.0
    return (
        m.eye_r,
        m.eye_l,
        m.width,
        m.brow,
        m.brow_gap,
        m.corner_lift,
        m.corner,
        m.upper_lip,
        m.nose,
        m.cheek,
        m.pout,
        m.lips,
        m.gap,
        tongue,
        tongue * (mouth.tongue_side or 0.0),
        mouth.teeth or 0.0,
        m.mouth_side,
        m.jaw_side,
        m.gaze,
        frame.yaw,
        frame.pitch,
        frame.roll,
    )


class RecentMotion:
    """The frames of one face over the last ``seconds``; add frames in time order and read ``window``."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._rows: deque[tuple[float, tuple[float, ...]]] = deque()
        self._usual: Floats | None = None

    def add(self, frame: FaceFrame) -> None:
        """Add a frame and drop those that are too old."""
        if self._rows and frame.t <= self._rows[-1][0]:
            return
        step = frame.t - self._rows[-1][0] if self._rows else 0.0
        self._rows.append((frame.t, _row(frame)))
        while frame.t - self._rows[0][0] > self._seconds:
            self._rows.popleft()
        now = np.array(self._rows[-1][1][_FIRST_REST_TRAIT:])
        self._usual = now if self._usual is None else self._usual + min(step / _USUAL_POSE_S, 1.0) * (now - self._usual)

    def clear(self) -> None:
        """Drop all frames, as the face was not seen; the usual pose of the head is kept."""
        self._rows.clear()

    def window(self, neutral: Beliefs) -> Floats | None:
        """Return the vector of the last second, (3 * TRAIT_COUNT,); None if there are too few frames.

        It has the means of all traits, then their spreads, then their speeds, on a logarithmic scale.
        """
        if len(self._rows) < _MIN_FRAMES or self._rows[-1][0] - self._rows[0][0] < 0.7 * self._seconds:
            return None
        times = np.array([t for t, _ in self._rows])
        assert self._usual is not None
        seen = _against(np.array([row for _, row in self._rows]), neutral, self._usual)
        mean = seen.mean(0)
        pace = np.abs(np.diff(seen, axis=0)).sum(0) / (times[-1] - times[0]) / _STRONG_PACE
        sizes: Floats = np.log1p(3 * np.concatenate([np.abs(mean), seen.std(0), pace]))
        sizes[:TRAIT_COUNT] *= np.sign(mean)
        return sizes

    def now(self, neutral: Beliefs) -> Floats:
        """Return the traits of the newest frame, (TRAIT_COUNT,); 0 without frames."""
        if self._usual is None:
            return np.zeros(TRAIT_COUNT)
        return _against(np.array([self._rows[-1][1]]), neutral, self._usual)[0] if self._rows else np.zeros(TRAIT_COUNT)


def _against(rows: Floats, neutral: Beliefs, usual: Floats) -> Floats:
    """Return the traits relative to the neutral face and the head's usual pose; 1 is a strong gesture.

    Args:
        rows: Raw traits, (n, TRAIT_COUNT).
        neutral: The player's neutral face.
        usual: The head's usual pose: mean of the traits that have no neutral measure.
    """
    zero = np.array([neutral[against].value if against in neutral else 0.0 for _, _, against in _TRAITS])
    zero[_FIRST_REST_TRAIT:] = usual
    out = rows - zero
    out[:, :_RATIO_COUNT] = np.log(np.maximum(rows[:, :_RATIO_COUNT], 1e-3) / zero[:_RATIO_COUNT])
    clipped: Floats = np.clip(out / _TRAIT_SCALES, -_MAX_GESTURES, _MAX_GESTURES)
    return clipped


_MIRRORED_ORDER = [1, 0, *range(2, TRAIT_COUNT)]
_MIRROR_SIGNS = np.array(
    [-1.0 if "side" in name or name in ("head_turned", "head_tilted") else 1.0 for name in TRAIT_NAMES]
)


def mirror_windows(windows: Floats) -> Floats:
    """Return the windows (n, 3 * TRAIT_COUNT) with left and right exchanged, since people imitate as in a mirror."""
    parts: Floats = windows.reshape(-1, 3, TRAIT_COUNT)[:, :, _MIRRORED_ORDER].copy()
    parts[:, 0] *= _MIRROR_SIGNS
    return parts.reshape(-1, 3 * TRAIT_COUNT)


def feature_name(k: int) -> str:
    """Return the name of the window's element ``k``: its trait, with "_swing" for a spread or "_pace" for a speed."""
    return TRAIT_NAMES[k % TRAIT_COUNT] + ASPECTS[k // TRAIT_COUNT]


def part(k: int) -> Fact:
    """Return the name of the window's element ``k`` as a fact, for display."""
    return Fact(("face.part", "face.swing", "face.pace")[k // TRAIT_COUNT], {"part": TRAIT_NAMES[k % TRAIT_COUNT]})
