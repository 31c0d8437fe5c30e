"""Evenings at one rendered table, watched from end to end: throws read, and what was told though nothing was thrown.

python -m measure.rendered.evening --evenings 10 --seed 1

Dominoes, cards, coins and a cup lie on the table and a pawn stands on it. Between the throws a hand takes the dice away
or sets the pawn elsewhere while they lie there; one throw of five has a leaning die. One watcher sees it all.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from companion.events import Roll
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.dice_margins import load
from companion.senses.dice.dice_scene import ExpectedDice
from companion.senses.dice.dice_watcher import DiceWatcher
from measure.rendered.throws import raw_pass, verdict
from models.training.dice import table, things
from models.training.dice.cv import U8, Rng, cv2
from models.training.dice.throws import Kind, Stage, Throw, draw_throw, throw_again

Picture = tuple[float, U8]
_LYING = ((things.domino, 3, 7), (things.card, 0, 3), (things.coin, 0, 3), (things.panel, 0, 2))
"""What lies there: how many at least, and up to but not."""
_TIP = (0.66, 0.5)
"""Where the hand of a throw ends, shares of the picture's side: there the pawn is taken up."""


def laid(rng: Rng, stage: Stage) -> tuple[Stage, list[tuple[float, float]]]:
    """Return the stage with a table on which things lie, and where they are in the picture."""
    texel = float(np.clip(stage.pixels, 14, 90))
    top = np.ascontiguousarray(np.clip(table.surface(rng), 0, 255).astype(np.uint8))
    matrix = stage.camera.plane_matrix(texel, table.SIZE)
    places = []
    for thing, least, most in reversed(_LYING):
        for _ in range(int(rng.integers(least, most))):
            x, y = (float(v) for v in rng.uniform(0.1 * table.SIZE, 0.9 * table.SIZE, 2))
            thing(rng, top, x, y, texel)
            seen = matrix @ (x, y, 1.0)
            places.append((float(seen[0] / seen[2]), float(seen[1] / seen[2])))
    image = cv2.warpPerspective(top.astype(np.float32), matrix, (stage.size, stage.size), borderMode=cv2.BORDER_REFLECT)
    return replace(stage, table=np.clip(image * np.float32(rng.uniform(0.6, 1.0)), 0, 255)), places


def with_pawn(stage: Stage, x: float, y: float, colour: tuple[float, float, float]) -> Stage:
    """Return the stage with a pawn that stands at a pixel."""
    image, k = stage.table.copy(), stage.pixels
    foot = stage.camera.on_plane(x, y, 0.0)
    if foot is None:
        return stage
    for step in range(12):  # from its foot up, each slice a little narrower and lighter, and a ball on top
        (px, py) = stage.camera.project(foot + np.array([0, 0, step / 10]))[0][0]
        width = 0.42 - 0.025 * step if step < 9 else 0.26
        shade = tuple(c * (0.55 + 0.04 * step) for c in colour)
        cv2.circle(image, (round(float(px)), round(float(py))), max(2, round(width * k)), shade, -1, cv2.LINE_AA)
    return replace(stage, table=image)


def _free(throw: Throw, places: list[tuple[float, float]]) -> bool:
    """Whether no die lies on a thing."""
    down = throw.stage.size / 8
    return bool(throw.values) and all(
        math.hypot(x - u, y + down - v) > 2.2 * throw.stage.pixels for x, y, _ in throw.places() for u, v in places
    )


def _passing(rng: Rng, before: Throw, then: Stage, left: int) -> Iterator[Picture]:
    """Yield a hand reaches in and back; from its farthest on the table is ``then``, and ``left`` dice lie."""
    seed = int(rng.integers(1 << 31))
    now, later = (
        throw_again(np.random.default_rng(seed), state, count=0, left=kept, kind="hand")
        for state, kept in ((before, 3), (replace(before, stage=then), left))
    )
    for (t, first), (_, second) in zip(now.frames(), later.frames(), strict=True):
        yield t, first if t < 0.45 else second


def evening(rng: Rng, rounds: int, fps: float) -> Iterator[tuple[Throw | None, Iterator[Picture]]]:
    """Throws, and between them what is none, each with its pictures."""
    last = draw_throw(rng, fps=fps)
    stage, places = laid(rng, last.stage)
    colour = (float(rng.uniform(40, 255)), float(rng.uniform(20, 255)), float(rng.uniform(20, 255)))
    pawn = (_TIP[0] * stage.size, _TIP[1] * stage.size)
    bare, stage = stage, with_pawn(stage, *pawn, colour)
    for _ in range(rounds):
        kind: Kind = "cocked" if rng.random() < 1 / 5 else "plain"
        for _ in range(40):
            throw = throw_again(rng, replace(last, stage=stage), kind=kind)
            if _free(throw, [*places, pawn]):
                break
        else:
            continue
        yield throw, throw.frames()
        last = throw
        what = rng.random()
        if what < 0.4:
            yield None, _passing(rng, throw, stage, 0)
        elif what < 0.8:
            pawn = tuple(np.clip(np.array(pawn) + rng.normal(0, 1.5 * stage.pixels, 2), 90, stage.size - 90))
            stage = with_pawn(bare, *pawn, colour)
            yield None, _passing(rng, throw, stage, 3)


def measure(evenings: int, seed: int, rounds: int, fps: float = 15.0) -> dict[str, Any]:
    """Verdicts on throws by their place in the evening, and the rolls told where nothing was thrown."""
    detector, tally, late = DiceDetector(), Counter[str](), Counter[str]()
    untrue: Counter[str] = Counter()
    delays: list[float] = []
    spent: list[float] = []
    raw: list[float] = []
    for k in range(evenings):
        rng = np.random.default_rng([seed, k])
        watcher, clock = DiceWatcher(detector, margins=load(), expected=ExpectedDice(3)), 0.0
        for n, (throw, pictures) in enumerate(evening(rng, rounds, fps)):
            rolls, begun = [], clock
            for t, image in pictures:
                clock = begun + t
                start = time.thread_time()
                rolls += [(clock - begun, e) for e in watcher.update(clock, image) if isinstance(e, Roll)]
                spent.append(1000 * (time.thread_time() - start))
            clock += 1 / fps
            raw.append(raw_pass(detector))
            if throw is None:
                untrue["segments without a throw"] += 1
                untrue.update("refused" if r.refused else "read" for _, r in rolls)
                said = [(round(t, 2), r.values, str(r.refused)) for t, r in rolls]
                print(seed, k, n, "no throw", said, flush=True)
                continue
            early = [r for t, r in rolls if t < throw.rest]
            untrue.update("before rest, refused" if r.refused else "before rest, read" for r in early)
            told = [r for t, r in rolls if t >= throw.rest]
            result = verdict(throw, told)
            tally[f"{throw.kind} {result}"] += 1
            late[f"{'first two' if n < 3 else 'later'} {result}"] += 1
            if result == "right" and throw.kind == "plain":
                delays.append(rolls[-1][0] - throw.rest)
            said = [(round(t - throw.rest, 2), r.values, str(r.refused)) for t, r in rolls]
            print(seed, k, n, throw.kind, result, throw.values, said, flush=True)
    if not spent:
        raise SystemExit("No throw found room between the things on these tables: ask for another --seed.")
    return {
        "throws": tally,
        "by_time": late,
        "untrue": untrue,
        "rest_to_reading_s": np.percentile(delays, [50, 95]).round(2).tolist() if delays else [],
        "cpu_ms_frame_p50_p95": np.percentile(spent, [50, 95]).round(1).tolist(),
        "cpu_ms_raw_pass": round(float(np.median(raw)), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evenings", type=int, default=5)
    parser.add_argument("--throws", type=int, default=8, help="an evening")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    print(json.dumps(measure(asked.evenings, asked.seed, asked.throws), indent=1))


if __name__ == "__main__":
    main()
