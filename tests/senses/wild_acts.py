"""Wild things and ordinary play composed from the landmarks of rendered people (faces_data/people.npz).

Poses are blends of one person's rendered expressions, with the head turned and the mouth moved; the mouth model's
scores are composed as well. Nobody acts twice alike: pace, phase, strength, style, camera rate and tracker noise are
drawn. ``python -m tests.senses.wild_acts`` writes the shipped talk (calibration/faces_wild.npz) anew.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import pi, sin
from pathlib import Path

import numpy as np

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.senses.faces.features import FaceFrame, MouthScores, measure
from companion.senses.faces.geometry import pose_of
from companion.senses.faces.neutral_face import NeutralFace
from companion.senses.faces.recent_motion import RecentMotion
from companion.senses.faces.settings import load_shipped
from tests.senses.faces_help import PEOPLE, SEEDS

COHORT, TABLE = SEEDS[:2], SEEDS[2:]  # whose talk is shipped; who is measured


@dataclass
class Face:
    """Weights of rendered expressions; upper and lower halves of one side apart; degrees; shifts in eye distances."""

    blend: dict[str, float] = field(default_factory=dict)
    half: dict[tuple[str, str], float] = field(default_factory=dict)  # (expression, "upper left"...) -> weight
    yaw: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0
    pucker: float = 0.0
    mouth_x: float = 0.0
    jaw_x: float = 0.0
    tongue: float = 0.03
    tongue_side: float = 0.0
    teeth: float = 0.05


def wave(t: float, rate: float) -> float:
    return sin(2 * pi * rate * t)


def up(t: float, rate: float) -> float:
    return 0.5 - 0.5 * float(np.cos(2 * pi * rate * t))


Act = Callable[[float, float], Face]  # (time in seconds, strength) -> face
WILD: dict[str, Act] = {
    "brow dance": lambda t, a: Face({"brows_raised": 1.2 * a * up(t, 2.0)}),
    "chewing": lambda t, a: Face({"mouth_wide": 0.5 * a * up(t, 2.2)}, jaw_x=0.1 * a * wave(t, 1.1)),
    "grinning nod": lambda t, a: Face({"grin": 0.7 * a}, pitch=10 * a * wave(t, 1.4), teeth=0.9),
    "winks": lambda t, a: Face(
        half={
            ("sour", "upper left"): a * max(wave(t, 1.2), 0.0),
            ("sour", "upper right"): a * max(-wave(t, 1.2), 0.0),
        }
    ),
    "head circles": lambda t, a: Face(yaw=16 * a * wave(t, 0.9), pitch=11 * a * wave(t + 0.28, 0.9)),
    "super-hero": lambda t, a: Face({"frown": a, "smile": 0.6 * a}, pitch=-13 * a),
    "about to sneeze": lambda t, a: Face(
        {"mouth_wide": 0.6 * a * ((0.9 * t) % 1)},
        {("sour", "upper left"): a * ((0.9 * t) % 1), ("sour", "upper right"): a * ((0.9 * t) % 1)},
        pitch=-14 * a * ((0.9 * t) % 1),
    ),
    "tongue wagging": lambda t, a: Face({"mouth_wide": 0.4}, tongue=0.92, tongue_side=0.8 * a * wave(t, 1.5)),
    "kiss and sway": lambda t, a: Face(pucker=a, roll=10 * a * wave(t, 1.1)),
    "mouth to and fro": lambda t, a: Face(pucker=0.4, mouth_x=0.14 * a * wave(t, 1.4)),
    "happy sway": lambda t, a: Face({"smile": a}, roll=16 * a * wave(t, 0.9)),
    "startled shake": lambda t, a: Face({"eyes_mouth_wide": a}, yaw=10 * a * wave(t, 1.9), teeth=0.5),
    "snarl": lambda t, a: Face(
        half={("grin", "lower left"): 1.1 * a, ("frown", "upper left"): a, ("frown", "upper right"): 0.4 * a}, teeth=0.9
    ),
    "fish look-round": lambda t, a: Face({"eyes_wide": 0.8 * a}, pucker=0.8 * a, yaw=14 * a * wave(t, 0.8)),
}


class Talk:
    """Somebody who talks, laughs, nods, blinks and looks about: a function of time."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._open = rng.gamma(2.0, 0.11, 4000)
        self._round = np.clip(rng.normal(0.0, 0.25, 4000), 0, 0.8)
        self._wide = np.clip(rng.normal(0.1, 0.2, 4000), 0, 0.7)
        self._mood = rng.uniform(0, 1, 400)  # of three seconds each
        self._rate = rng.uniform(4.0, 6.0)
        self._phase = rng.uniform(0, 6, 4)
        self._blinks = np.cumsum(rng.gamma(4.0, 1.0, 400))

    def __call__(self, t: float, a: float = 1.0) -> Face:
        k, part = divmod(t * self._rate, 1)
        i, mood = int(k), self._mood[int(t / 3)]
        ease = part * part * (3 - 2 * part)
        now = (v[i] * (1 - ease) + v[i + 1] * ease for v in (self._open, self._round, self._wide))
        opening, pucker, wide = (float(v) for v in now)
        since = t - self._blinks[max(0, int(np.searchsorted(self._blinks, t)) - 1)]
        shut = max(0.0, 1 - abs(since - 0.1) / 0.1)
        face = Face(
            {"mouth_wide": min(opening, 0.7), "smile": wide, "brows_raised": 0.5 * max(0.0, self._slow(t, 0.31, 0))},
            {("sour", "upper left"): 0.7 * shut, ("sour", "upper right"): 0.7 * shut},
            3 * self._slow(t, 0.13, 1),
            2 * self._slow(t, 0.9, 2),
            2 * self._slow(t, 0.11, 3),
            pucker,
            teeth=min(0.9, 2 * opening * (1 - pucker)),
            tongue=0.05 + 0.3 * float(self._round[i] > 0.5),
        )
        if mood < 0.15:  # laughs
            face.blend |= {"smile": 0.9, "mouth_wide": 0.3 + 0.15 * wave(t, 4.0)}
            face.pitch, face.teeth = 4 * wave(t, 2.0), 0.95
        elif mood < 0.25:  # nods
            face.pitch += 8 * wave(t, 1.6)
        elif mood < 0.35:  # says no
            face.yaw += 14 * wave(t, 1.1)
        elif mood < 0.5:  # listens
            face.blend, face.pucker, face.teeth = {"smile": 0.3 * wide}, 0.0, 0.03
            face.yaw += 18 * max(0.0, self._slow(t, 0.2, 0))
        return face

    def _slow(self, t: float, rate: float, k: int) -> float:
        return sin(2 * pi * rate * t + float(self._phase[k]))


class Actor:
    """One rendered person before a camera of their own: frames of acts, with a tracker's noise."""

    def __init__(self, seed: int, take: int) -> None:
        self.rng = np.random.default_rng([seed, take])
        self._people = {label: p for (s, label), p in PEOPLE.items() if s == seed}
        rest = self._people["neutral"]
        self._unit = float(np.linalg.norm(rest[263] - rest[33]))
        self._middle = (rest[33] + rest[263]) / 2
        self._upper = rest[:, 1] < rest[1, 1]
        self._left = rest[:, 0] > rest[2, 0]
        mouth = rest[[61, 291, 13, 14]].mean(0)
        away = np.hypot(*((rest - mouth)[:, :2] / self._unit).T)
        self._lips = np.exp(-((away / 0.35) ** 4))
        self._jaw = np.clip((rest[:, 1] - mouth[1]) / self._unit / 0.3, 0, 1)
        self._mouth = mouth
        self.fps = float(self.rng.uniform(12, 30))
        self.strength = float(self.rng.uniform(0.75, 1.15))
        self.pace = float(self.rng.uniform(0.8, 1.25))
        self._lean = self.rng.normal(0, (4, 3, 2))
        self._style = {k: float(self.rng.normal(0, 0.05)) for k in ("smile", "brows_raised", "frown")}

    def frames(self, act: Act, start: float, seconds: float) -> Iterator[FaceFrame]:
        """Yield the act, begun at a moment of its own, as frames from ``start`` on."""
        phase = float(self.rng.uniform(0, 3))
        before: FaceFrame | None = None
        for k in range(int(seconds * self.fps)):
            at = k / self.fps
            frame = self._frame(act(phase + at * self.pace, self.strength), start + at)
            if before is not None:
                turned = max(abs(getattr(frame, n) - getattr(before, n)) for n in ("yaw", "pitch", "roll"))
                frame = replace(frame, speed=turned * self.fps)
            before = frame
            yield frame

    def _frame(self, face: Face, t: float) -> FaceFrame:
        rest = self._people["neutral"]
        points = rest.copy()
        for label in {*face.blend, *self._style}:
            points += (face.blend.get(label, 0.0) + self._style.get(label, 0.0)) * (self._people[label] - rest)
        for (label, part), weight in face.half.items():
            here = (self._upper if "upper" in part else ~self._upper) & (self._left if "left" in part else ~self._left)
            points += weight * here[:, None] * (self._people[label] - rest)
        lips = self._lips[:, None]
        points += 0.35 * face.pucker * lips * (self._mouth - points) * (1.0, 0.2, 0.0)
        points[:, 2] -= 0.08 * face.pucker * self._lips * self._unit
        points[:, 0] += (face.mouth_x * self._lips + face.jaw_x * self._jaw) * self._unit
        points = self._turned(points, face)
        points += self.rng.normal(0, 0.004 * self._unit, points.shape)
        pose = pose_of(points)
        yaw, pitch, roll = (float(np.degrees(v)) for v in (pose.yaw, pose.pitch, pose.roll))
        near = self.rng.normal(0, 0.03, 3)
        tongue = float(np.clip(face.tongue + near[0], 0, 1))
        mouth = MouthScores(
            tongue_out=tongue,
            teeth=float(np.clip(face.teeth + near[1], 0, 1)),
            tongue_area=0.3 * tongue,
            tongue_side=float(np.clip(face.tongue_side + near[2], -1, 1)),
            lips_open=0.5,
        )
        return FaceFrame(t, measure(points, pose), yaw, pitch, roll, 0.0, pose.unit, mouth)

    def _turned(self, points: np.ndarray, face: Face) -> np.ndarray:
        y, p, r = np.radians(np.array([face.yaw, face.pitch, face.roll]) + self._lean)
        about_y = np.array([[np.cos(y), 0, np.sin(y)], [0, 1, 0], [-np.sin(y), 0, np.cos(y)]])
        about_x = np.array([[1, 0, 0], [0, np.cos(p), -np.sin(p)], [0, np.sin(p), np.cos(p)]])
        about_z = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
        turned: np.ndarray = (points - self._middle) @ (about_z @ about_y @ about_x).T + self._middle
        return turned


def CALM(t: float, a: float) -> Face:
    """Return a face at rest."""
    return Face()


def talk_windows(seed: int, seconds: float, every: float) -> list[np.ndarray]:
    """Windows of somebody who talks, after a calm look."""
    actor, neutral = Actor(seed, 0), NeutralFace(load_shipped())
    actor.fps = min(actor.fps, 16.0)
    for frame in actor.frames(CALM, 0.0, 3.0):
        neutral.learn(frame.t, frame.measures, frame.mouth)
    recent, out, last = RecentMotion(load_shipped().wild["window_s"]), [], 0.0
    for frame in actor.frames(Talk(actor.rng), 3.0, seconds):
        recent.add(frame)
        window = recent.window(neutral.beliefs) if frame.t - last >= every else None
        if window is not None:
            out.append(window)
            last = frame.t
    return out


if __name__ == "__main__":
    where = Path(__file__).resolve().parents[2] / "calibration" / "faces_wild.npz"
    kept = np.array([w for seed in COHORT for w in talk_windows(seed, 75.0, 0.75)])
    np.savez_compressed(where, talk=kept.astype(np.float16))
    print(where.name, kept.shape)
