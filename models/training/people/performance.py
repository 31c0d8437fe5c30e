"""Acting: a person's timeline of cues becomes a pose for any moment, with blinks, gaze, breath and talk in between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from models.training.people.pose import GESTURES, SPEECH, TALK, VISEMES, Gesture

from .identity import Identity
from .pose import Pose

EYE_SHUTTERS = ("shut_l", "shut_r")
# How far a head and a face move unasked: degrees, decimetres, shares of a control.
HEAD = {"yaw": 3.0, "pitch": 1.8, "roll": 1.5, "shift_x": 0.06, "shift_y": 0.02, "shift_z": 0.08}
FACE = {"brow_inner": 0.05, "brow_outer": 0.05, "smile_l": 0.04, "smile_r": 0.04, "press": 0.06}
LEAN = {"yaw": (0, 2), "pitch": (2, 2), "roll": (0, 1.5)}  # mean and spread of how a head is held, degrees


@dataclass(frozen=True)
class Cue:
    """One gesture or stretch of talk. start and end bound its clear part (s); it swells before, fades after.

    more: controls held besides the gesture's own (or in their place). lips: visemes of given words, (time they are
    reached in seconds, name), instead of invented talk.
    """

    label: str
    start: float
    end: float
    strength: float = 1.0
    more: Mapping[str, float] = field(default_factory=dict)
    lips: tuple[tuple[float, str], ...] = ()

    def __post_init__(self) -> None:
        if self.label not in GESTURES and self.label not in TALK:
            raise ValueError(f"no gesture is called {self.label!r}: use one of {', '.join([*GESTURES, *TALK])}")
        if self.end <= self.start:
            raise ValueError(f"{self.label} ends at {self.end} s, not after its start at {self.start} s")

    @property
    def gesture(self) -> Gesture:
        """How it is made; talk begins and ends sooner than any."""
        return GESTURES.get(self.label, SPEECH)

    @property
    def onset(self) -> float:
        """When its first motion begins."""
        return self.start - self.gesture.attack

    @property
    def csv_label(self) -> str:
        """Its label in labels.csv."""
        return self.gesture.csv or self.label

    def level(self, t: float) -> float:
        """How far the gesture is made at t: minimum-jerk swell and fade, 0..strength."""
        attack, release = self.gesture.attack, self.gesture.release
        up = ease((t - (self.start - attack)) / attack)
        down = ease((self.end + release - t) / release)
        return self.strength * min(up, down)


def ease(x: float) -> float:
    """Minimum-jerk step from 0 to 1."""
    x = min(1.0, max(0.0, x))
    return x * x * x * (10 - 15 * x + 6 * x * x)


class Wander:
    """Smooth noise of time: a few sines of random phase; deviation about 1."""

    def __init__(self, rng: np.random.Generator, slow: float, fast: float, waves: int = 5) -> None:
        self.rates = np.exp(rng.uniform(np.log(slow), np.log(fast), waves)) * 2 * np.pi
        self.phases = rng.uniform(0, 2 * np.pi, waves)
        self.sizes = (slow * 2 * np.pi / self.rates) ** 0.5
        self.sizes /= np.sqrt((self.sizes**2).sum() / 2)

    def __call__(self, t: float) -> float:
        return float((self.sizes * np.sin(self.rates * t + self.phases)).sum())


class Performer:
    """Plays cues as one person does: `pose(t)` is a function of time alone, the same for the same seed.

    life scales everything unasked: head motion, gaze, blinks, small expressions (0 = a wax figure).
    """

    def __init__(
        self, who: Identity, cues: Sequence[Cue], seed: int = 0, life: float = 1.0, duration: float = 120.0
    ) -> None:
        self.cues = sorted(cues, key=lambda c: c.start)
        self.build = dict(who.tongue_build)
        self.life = life
        rng = np.random.default_rng([who.seed, seed, 4])
        self.head = {k: (Wander(rng, 0.07, 0.6), size) for k, size in HEAD.items()}
        self.face = {k: (Wander(rng, 0.15, 1.2), size) for k, size in FACE.items()}
        self.lean = {k: float(rng.normal(mean, spread)) for k, (mean, spread) in LEAN.items()}
        self.blinks = np.cumsum(rng.gamma(4.0, 1.0, int(duration / 2) + 20)) - 1.0
        self.looks = np.cumsum(rng.gamma(2.0, 0.8, int(duration) + 40)) - 1.0
        self.targets = rng.normal(0, [0.22, 0.12], (len(self.looks), 2)) * rng.choice(
            [0.3, 1.6], (len(self.looks), 1), p=[0.7, 0.3]
        )
        self.breath = rng.uniform(0.2, 0.3), rng.uniform(0, 6.28)
        self.syllables = self._talk_plan(rng, duration)
        self.rates = {id(c): float(rng.uniform(*GESTURES[c.label].rate)) for c in self.cues if c.label in GESTURES}
        self.style = {
            k: float(np.exp(rng.normal(0, 0.10))) for k in sorted({k for g in GESTURES.values() for k in g.hold})
        }

    @staticmethod
    def _talk_plan(rng: np.random.Generator, duration: float) -> tuple[list[float], list[str], list[float]]:
        """Return times, visemes and loudness of speech that could be heard at any moment."""
        times, names, force = [0.0], ["rest"], [1.0]
        vowels, others = ("ah", "eh", "ee", "oh", "oo"), ("mb", "fv", "sz", "l", "th", "r")
        left = 0
        while times[-1] < duration:
            if left <= 0:
                left = int(rng.integers(8, 26))
                times.append(times[-1] + float(rng.uniform(0.15, 0.45)))
                names.append("rest")
                force.append(1.0)
            vowel = len(names) % 2 == 0
            names.append(str(rng.choice(vowels if vowel else others)))
            times.append(times[-1] + float(rng.uniform(0.07, 0.15)))
            force.append(float(rng.uniform(0.6, 1.15)))
            left -= 1
        return times, names, force

    def pose(self, t: float) -> Pose:
        """Return the pose at t seconds."""
        c: dict[str, float] = dict.fromkeys(Pose.__dataclass_fields__, 0.0)
        c.update({"tongue_droop": 0.5, "tongue_fwd": 0.3, "tongue_raise": 0.1, **self.build})
        for name, value in self.lean.items():
            c[name] += value
        calm = 1.0 - 0.5 * max(
            (q.level(t) for q in self.cues if q.label in GESTURES and q.label != "neutral"), default=0.0
        )
        for name, (wander, size) in {**self.head, **self.face}.items():
            c[name] += self.life * size * calm * wander(t)
        c["breath"] += 0.5 + 0.5 * float(np.sin(2 * np.pi * self.breath[0] * t + self.breath[1]))
        i = max(0, int(np.searchsorted(self.looks, t)) - 1)
        k = ease((t - self.looks[i]) / 0.07)
        gaze = self.targets[i - 1] * (1 - k) + self.targets[i] * k
        c["gaze_x"] += self.life * float(gaze[0])
        c["gaze_y"] += self.life * float(gaze[1])
        blinking = True
        for cue in self.cues:
            level = cue.level(t)
            if level <= 0:
                continue
            if cue.label in TALK:
                self._talk(c, cue, t, level)
            else:
                blinking &= GESTURES[cue.label].blinks or level < 0.05
                self._act(c, cue, t, level)
        if blinking and self.life > 0:
            since = t - self.blinks[max(0, int(np.searchsorted(self.blinks, t)) - 1)]
            closed = ease(since / 0.09) * ease((0.30 - since) / 0.17) if 0 <= since < 0.3 else 0.0
            for name in EYE_SHUTTERS:
                c[name] = max(c[name], closed)
        return Pose(**c)

    def _act(self, c: dict[str, float], cue: Cue, t: float, level: float) -> None:
        gesture = GESTURES[cue.label]
        held = {**gesture.hold, **cue.more}
        goals = {k: v if k.startswith("tongue_fwd") else v * self.style.get(k, 1.0) for k, v in held.items()}
        phase = (t - cue.onset) * self.rates[id(cue)]
        wave = float(np.sin(2 * np.pi * (phase - 0.25)))
        if gesture.wave == "dart":
            wave = float(np.clip(1.8 * wave - 0.1, -1, 1))
        for name, (centre, reach) in gesture.swing.items():
            even = name in ("yaw", "roll", "mouth_side")
            goals[name] = centre + reach * (float(np.sin(2 * np.pi * phase)) if even else wave)
        for name, goal in goals.items():
            whole = name in gesture.swing or name.startswith(("tongue", "jaw"))
            c[name] += level * (goal - (c[name] if whole else 0.0))

    def _talk(self, c: dict[str, float], cue: Cue, t: float, level: float) -> None:
        times, names, force = self.syllables
        if cue.lips:
            times, names, force = [u for u, _ in cue.lips], [v for _, v in cue.lips], [1.0] * len(cue.lips)
        i = min(len(times) - 2, max(0, int(np.searchsorted(times, t)) - 1))
        k = ease((t - times[i]) / max(1e-3, times[i + 1] - times[i]))
        shape: dict[str, float] = {}
        for name, f, w in ((names[i], force[i], 1 - k), (names[i + 1], force[i + 1], k)):
            for control, value in VISEMES[name].items():
                shape[control] = shape.get(control, 0.0) + value * f * w
        for control, value in {**TALK[cue.label], **cue.more}.items():
            shape[control] = shape.get(control, 0.0) + value
        if cue.label == "talking_no_teeth":
            shape["jaw"] = 0.55 * max(0.0, shape.get("jaw", 0.0))
            shape["stretch"] = 0.3 * shape.get("stretch", 0.0)
        for control, value in shape.items():
            c[control] += level * value
        c["pitch"] += level * 1.5 * float(np.sin(2 * np.pi * 0.9 * t))
        c["brow_outer"] += level * 0.15 * max(0.0, float(np.sin(2 * np.pi * 0.37 * t + 1)))
