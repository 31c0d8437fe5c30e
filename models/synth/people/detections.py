"""What the face sense makes of rendered people: `python -m models.synth.people.detections` writes docs/detections.jpg.

Each person rests for a second, then holds one face for a second; the sense judges as it does live. People are seen by
turns from the front, with the head turned by 40 degrees and by a camera 28 degrees below (VIEWS). Prints how often each
signal was told from each side, and every signal told of a face that shows another or none. `--people 24 --sheet 3`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.events import Signal
from companion.senses.faces.sense import FaceSense

from .camera import portrait
from .face import render_face
from .figure import Figure
from .gestures import GESTURES
from .identity import sample_identity
from .light import ROOM, sample_light
from .pose import Pose
from .scene import room

SIGNALS = ("eyes_wide", "eyes_mouth_wide", "sour", "grin", "tongue_out")
OTHERS = ("brows_raised", "frown", "sad_pout", "eyes_shut", "tongue_inside", "smile", "kiss")
SIZE, TILE, FPS = 420, 200, 10
VIEWS = {"front": (0.0, 0.0), "turned 40": (40.0, 0.0), "from 28 below": (0.0, -28.0)}  # yaw, pitch in degrees
Picture = npt.NDArray[np.uint8]
GREEN, RED, GREY = (90, 190, 90), (70, 70, 220), (150, 150, 150)


def shot(figure: Figure, label: str, seed: int, view: tuple[float, float] = (0.0, 0.0)) -> Picture:
    """One person with one face, BGR (SIZE, SIZE, 3), lit by a light of the person's own, seen from ``view``."""
    rng = np.random.default_rng([seed, 11])
    pose = Pose(**{**figure.identity.tongue_build, **GESTURES[label].hold}).with_(
        yaw=float(rng.normal(0, 7)) + view[0] * (1 if seed % 2 else -1), pitch=float(rng.normal(3, 3)) + view[1]
    )
    light = sample_light(rng) if seed % 3 == 2 else ROOM
    shown = render_face(figure, pose, SIZE, portrait(SIZE, head_share=0.5), light, room(SIZE, SIZE, seed)).image
    return np.ascontiguousarray(shown[..., ::-1])


def told(rest: Picture, shown: Picture) -> list[Signal]:
    """The signals that start while the person turns from rest to the other picture and holds it."""
    rng = np.random.default_rng(3)
    out: list[Signal] = []
    with FaceSense("rendered", workers=1) as sense:
        for k in range(2 * FPS + 4):
            image = (rest if k < FPS + 4 else shown).astype(np.int16) + rng.integers(-3, 4, rest.shape, np.int16)
            found = sense.process(np.clip(image, 0, 255).astype(np.uint8), k / FPS)
            out += [e for e in found if isinstance(e, Signal) and e.phase == "on"]
    return out


def tile(image: Picture, label: str, found: list[Signal]) -> Picture:
    """A small picture with what was told below it; the frame is green where it is right."""
    wanted = {label} & set(SIGNALS)
    names = {e.name for e in found}
    colour = GREEN if names == wanted else RED
    small = cv2.resize(image, (TILE, TILE), interpolation=cv2.INTER_AREA)
    text = ", ".join(f"{e.name} {e.confidence:.0%}" for e in found) or "nothing"
    cv2.rectangle(small, (0, TILE - 34), (TILE, TILE), (20, 20, 20), -1)
    cv2.putText(small, f"shows {label}", (5, TILE - 21), cv2.FONT_HERSHEY_SIMPLEX, 0.37, GREY, 1, cv2.LINE_AA)
    cv2.putText(small, text, (5, TILE - 7), cv2.FONT_HERSHEY_SIMPLEX, 0.37, (255, 255, 255), 1, cv2.LINE_AA)
    cv2.rectangle(small, (0, 0), (TILE - 1, TILE - 1), colour, 3)
    return np.asarray(small, np.uint8)


def main() -> None:
    """Render, judge, count, and write the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=24)
    parser.add_argument("--first", type=int, default=4000, help="seed of the first person")
    parser.add_argument("--sheet", type=int, default=3, help="people on the sheet")
    given = parser.parse_args()
    right: Counter[tuple[str, str]] = Counter()
    people: Counter[str] = Counter()
    false: Counter[tuple[str, str]] = Counter()
    rows: list[Picture] = []
    for seed in range(given.first, given.first + given.people):
        figure = Figure(sample_identity(seed))
        view = list(VIEWS)[(seed - given.first) % len(VIEWS)]
        people[view] += 1
        rest = shot(figure, "neutral", seed)
        row: list[Picture] = []
        for label in (*SIGNALS, *OTHERS):
            picture = shot(figure, label, seed, VIEWS[view])
            found = told(rest, picture)
            right[view, label] += any(e.name == label for e in found)
            false.update((label, e.name) for e in found if e.name != label)
            row.append(tile(picture, label, found))
        if len(rows) < given.sheet:
            rows.append(np.concatenate(row[: len(SIGNALS) + 2], axis=1))
    for view, count in people.items():
        print(f"{view}: " + ", ".join(f"{label} {right[view, label]} of {count}" for label in SIGNALS))
    for (label, name), count in sorted(false.items()):
        print(f"{name} told of {label}: {count} of {given.people}")
    path = Path(__file__).resolve().parents[3] / "docs" / "detections.jpg"
    cv2.imwrite(str(path), np.concatenate(rows), [cv2.IMWRITE_JPEG_QUALITY, 80])
    print(f"{path.name}: {path.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
