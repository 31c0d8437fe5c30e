"""Renders people who act wild things, signals, talk and other things that are none (needs numba):

    python tests/senses/make_wild_data.py FIRST_SEED PEOPLE OUT.npz

A row a frame: measures, yaw, pitch, roll, size, mouth scores (all 0 where nobody was followed). Each person makes every
wild thing twice, in an order, at a pace and strength of their own. Nobody in them exists.
"""

from __future__ import annotations

import sys
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.senses.faces.features import Measures
from companion.senses.faces.sense import FaceSense
from models.synth.people.face import render_face
from models.synth.people.figure import Figure
from models.synth.people.gestures import WILD
from models.synth.people.identity import sample_identity
from models.synth.people.performance import Cue, Performer
from tests.senses.make_motions_data import COMPOSED, pose_at

FPS = 12.0
PLAY = (
    "talking", "talking_teeth", "laughing", "talking", "nodding", "head_no", "tongue_out", "eyes_wide",
    "eyes_mouth_wide", "sour", "grin", "smile", "talking", "darting_tongue", "panting", "fish_gasp", "wet_dog_shake",
    "look_away", "brows_raised",
)  # fmt: skip
TALK = ("talking", "talking_teeth", "laughing")

Act = tuple[str, float, float, float]


def plan(seed: int) -> list[Act]:
    """Name, start, end, strength of each act, after two calm seconds."""
    rng = np.random.default_rng([seed, 21])
    order = [*WILD, *WILD, *PLAY]
    rng.shuffle(order)
    out, t = [], 2.0
    for name in order:
        length = rng.uniform(2.5, 4.0) if name in TALK else rng.uniform(1.6, 2.3) if name in WILD else 1.2
        out.append((name, t, t + float(length), float(rng.uniform(0.8, 1.1))))
        t += float(length) + float(rng.uniform(0.7, 1.0))
    return out


def act(seed: int) -> np.ndarray:
    """(frames, 32) float32: one person's performance as the face sense sees it."""
    who, acts = sample_identity(seed), plan(seed)
    cues = [Cue(COMPOSED.get(n, n), a, b, s) for n, a, b, s in acts]
    performer, figure = Performer(who, cues, seed, duration=acts[-1][2] + 5), Figure(who)
    timed = [(n, a, b) for n, a, b, _ in acts]
    rows: list[Any] = []
    wide = len(Measures.__dataclass_fields__) + 4 + 8
    with FaceSense("made", workers=1) as sense:
        for k in range(int((acts[-1][2] + 0.8) * FPS)):
            t = k / FPS
            fast = any(n == "wet_dog_shake" and a <= t <= b for n, a, b in timed)
            shots = [
                np.asarray(render_face(figure, pose_at(performer, timed, t + d), 220, oversample=1.0).image, np.float32)
                for d in ((-0.009, 0.0, 0.009) if fast else (0.0,))
            ]
            sense.process(np.ascontiguousarray(np.mean(shots, 0).astype(np.uint8)[..., ::-1]), t)
            seats = [s.frame for s in sense.seats if s.frame is not None]
            if not seats:
                rows.append((0.0,) * wide)
                continue
            f = seats[0]
            mouth = [np.nan if v is None else v for v in astuple(f.mouth)]
            rows.append((*astuple(f.measures), f.yaw, f.pitch, f.roll, f.size, *mouth))
    return np.array(rows, np.float32)


def main() -> None:
    first, people, out = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    kept: dict[str, Any] = {}
    for seed in range(first, first + people):
        kept[f"rows_{seed}"] = act(seed).astype(np.float16)
        kept[f"acts_{seed}"] = np.array([[n, str(a), str(b)] for n, a, b, _ in plan(seed)])
        np.savez_compressed(out, fps=FPS, **kept)
        print(seed, kept[f"rows_{seed}"].shape, flush=True)


if __name__ == "__main__":
    main()
