"""Set D: rhythms on rendered performances (features only, from make_motions_data.py) and on drawn-up waves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import pi, sin
from pathlib import Path

import numpy as np
import pytest

from companion.senses.faces.features import FaceFrame, Measures, MouthScores
from companion.senses.faces.motions import Swings
from companion.senses.faces.settings import load_shipped
from companion.senses.faces.signal_judge import SignalJudge
from tests.senses.faces_help import SEEDS, frame

SETTINGS = load_shipped()
MOTIONS = ("darting_tongue", "panting", "fish_gasp", "wet_dog_shake")
FILES = sorted((Path(__file__).parent / "faces_data").glob("motions_*.npz"))
Shown = tuple[str, float, float, float]


def performance(path: Path) -> tuple[list[FaceFrame], list[tuple[str, float, float]]]:
    """Frames of a rendered performance, and its acts."""
    data = np.load(path)
    fps, n = float(data["fps"]), data["rows"].shape[1] - 1 - 4 - 8
    frames: list[FaceFrame] = []
    for k, row in enumerate(data["rows"].astype(float)):
        if row[0] == 0:
            continue
        yaw, pitch, roll, size = row[1 + n : 5 + n]
        b = frames[-1] if frames else None
        speed = fps * max(abs(yaw - b.yaw), abs(pitch - b.pitch), abs(roll - b.roll)) if b else 0.0
        mouth = MouthScores(*row[5 + n :])
        frames.append(FaceFrame(k / fps, Measures(*row[1 : 1 + n]), yaw, pitch, roll, speed, size, mouth))
    return frames, [(str(a), float(b), float(c)) for a, b, c in data["cues"]]


def judge(frames: list[FaceFrame], panted: tuple[float, ...] = ()) -> list[Shown]:
    """Motions shown: name, onset, decision and end. Faces that look away are seen as the sense passes them on.

    ``panted``: when a microphone heard panting, seconds.
    """
    seat, begun, out = SignalJudge(SETTINGS), {}, []
    for f in frames:
        for t in (t for t in panted if 0 <= f.t - t < 0.1):
            seat.hear("panting", t)
        for c in seat.blind(f.t, f) if abs(f.yaw) > SETTINGS.seats["turned"] else seat.see(f):
            if c.edge.on:
                begun[c.name] = c.edge
            else:
                edge = begun.pop(c.name)
                out.append((c.name, edge.onset, edge.decided, c.edge.onset))
    out += [(name, e.onset, e.decided, frames[-1].t) for name, e in begun.items()]
    return [s for s in out if s[0] in MOTIONS]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_rendered_motions_are_recognised_and_nothing_else_is(path: Path) -> None:
    """Also talk, a slow "no", nods and laughs are in the performance: none of them is a motion."""
    frames, acts = performance(path)
    shown = judge(frames)
    for name, start, end in acts:
        mine = [s for s in shown if s[0] == name]
        if name in MOTIONS:
            assert len(mine) == 1, (name, mine)
            assert start - 0.4 <= mine[0][1] <= start + 0.8
            assert mine[0][2] <= end, "decided while it is shown"
            assert mine[0][3] <= end + 1.0
    assert {s[0] for s in shown} == {a[0] for a in acts} & set(MOTIONS)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_panting_is_sooner_told_when_it_is_heard_and_never_by_the_noise_alone(path: Path) -> None:
    frames, acts = performance(path)
    starts = [start for name, start, _ in acts if name == "panting"]
    others = [(start + end) / 2 for name, start, end in acts if name != "panting"]
    seen, heard = judge(frames), judge(frames, panted=tuple(s + 0.6 for s in starts))
    for alone, joined in zip(*([s for s in x if s[0] == "panting"] for x in (seen, heard)), strict=True):
        assert joined[2] < alone[2]
    assert judge(frames, panted=tuple(others)) == seen


def waves(
    rate: float, change: Callable[[FaceFrame, float], FaceFrame], fps: float, label: str = "neutral"
) -> list[FaceFrame]:
    """Return a face at rest, then three seconds in which a sine of ``rate`` per second changes it, then at rest."""
    rest, shown = frame(SEEDS[0], "neutral"), frame(SEEDS[0], label)
    out = []
    for k in range(round(6 * fps)):
        t = k / fps
        on = 1.5 <= t <= 4.5
        out.append(replace(change(shown, sin(2 * pi * rate * (t - 1.5))), t=t) if on else replace(rest, t=t))
    return out


def turned(degrees: float) -> Callable[[FaceFrame, float], FaceFrame]:
    return lambda f, x: replace(f, yaw=f.yaw + degrees * x, speed=300.0)


@pytest.mark.parametrize("fps", [15.0, 30.0])
@pytest.mark.parametrize("rate", [2.8, 4.0])
def test_a_shake_is_fast(fps: float, rate: float) -> None:
    assert [s[0] for s in judge(waves(rate, turned(32), fps))] == ["wet_dog_shake"]


@pytest.mark.parametrize(("rate", "degrees"), [(0.8, 35.0), (1.5, 25.0), (3.5, 5.0)])
def test_a_no_or_a_tremble_is_no_shake(rate: float, degrees: float) -> None:
    assert judge(waves(rate, turned(degrees), 30.0)) == []


def mouth(tongue: Callable[[float], float], area: float) -> Callable[[FaceFrame, float], FaceFrame]:
    def change(f: FaceFrame, x: float) -> FaceFrame:
        scores = MouthScores(tongue_out=tongue(x), tongue_inside=0.5, teeth=0.2, lips_open=0.95, tongue_area=area)
        return replace(f, mouth=scores)

    return change


@pytest.mark.parametrize("rate", [1.2, 2.5])
def test_a_tongue_that_comes_and_goes_darts(rate: float) -> None:
    found = judge(waves(rate, mouth(lambda x: 0.5 + 0.48 * x, 0.3), 30.0, "mouth_wide"))
    assert [s[0] for s in found] == ["darting_tongue"]


@pytest.mark.parametrize(
    ("low", "high", "area"), [(0.9, 0.99, 0.3), (0.0, 0.6, 0.3), (0.02, 0.98, 0.03)], ids=["held", "weak", "lips"]
)
def test_a_held_weak_or_tiny_tongue_does_not_dart(low: float, high: float, area: float) -> None:
    middle, reach = (low + high) / 2, (high - low) / 2
    assert judge(waves(2.0, mouth(lambda x: middle + reach * x, area), 30.0, "mouth_wide")) == []


def test_one_dart_is_not_enough() -> None:
    frames = waves(2.0, mouth(lambda x: 0.5 + 0.48 * x, 0.3), 30.0, "mouth_wide")
    rest = frame(SEEDS[0], "neutral")
    once = [f if f.t < 1.95 else replace(rest, t=f.t, mouth=MouthScores(tongue_out=0.02)) for f in frames]
    assert judge(once) == []


def test_swings_are_turning_points_and_jitter_is_none() -> None:
    swings = Swings(0.5)
    for k in range(90):
        swings.feed(k / 30, sin(2 * pi * k / 30) + 0.05 * (-1) ** k)
    assert [round(u.x) for u in swings.turns if u.t > 0.1] == [1, -1, 1, -1, 1, -1][
        : len([u for u in swings.turns if u.t > 0.1])
    ]
    assert 5 <= len(swings.turns) <= 7
    assert swings.run(3.0, 0.3, 0.7)
    assert swings.run(9.0, 0.3, 0.7) == []


def test_swings_start_anew_after_a_gap() -> None:
    swings = Swings(0.5)
    for k in range(30):
        swings.feed(k / 15, sin(2 * pi * k / 15))
    assert swings.turns
    swings.feed(10.0, 0.0)
    assert swings.turns == []
