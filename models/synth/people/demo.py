"""The demo clip: three players at a table trade faces of Set B. `python -m models.synth.people.demo` renders it again.

Writes companion/demo/demo.mp4 and companion/demo/demo.json, the script as ground truth for tests.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from .figure import Figure
from .identity import Identity, rgb, sample_identity
from .performance import Cue, Performer
from .scene import Scene, Seat
from .video import write_video

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "companion" / "demo"
SIZE, FPS, DURATION = (384, 720), 20.0, 38.0
SEATS = (("Ann", 128, 148, 102, 2.0), ("Ben", 362, 132, 108, 0.0), ("Cleo", 594, 152, 102, -2.0))

# player -> (label, start, end) of the clear part in seconds; talk fills the pauses
SCRIPT: dict[str, list[tuple[str, float, float]]] = {
    "Ann": [
        ("neutral", 0.0, 3.2),
        ("eyes_wide", 4.0, 6.2),
        ("talking", 7.4, 9.4),
        ("talking", 11.4, 13.2),
        ("eyes_mouth_wide", 16.0, 18.2),
        ("tongue_out", 20.8, 23.2),
        ("grin", 26.0, 28.4),
        ("talking", 33.6, 36.0),
    ],
    "Ben": [
        ("neutral", 0.0, 3.2),
        ("eyes_wide", 4.3, 6.6),
        ("sour", 10.0, 12.4),
        ("talking", 13.4, 15.0),
        ("eyes_mouth_wide", 16.4, 18.6),
        ("talking", 20.4, 23.4),
        ("grin", 26.4, 28.8),
        ("talking", 30.2, 32.4),
    ],
    "Cleo": [
        ("neutral", 0.0, 3.2),
        ("talking", 4.2, 6.4),
        ("sour", 10.4, 12.8),
        ("eyes_mouth_wide", 16.2, 18.4),
        ("tongue_out", 21.1, 23.5),
        ("talking", 25.0, 28.0),
        ("eyes_wide", 30.4, 32.4),
    ],
}
TRADES = [
    {"players": ["Ann", "Ben"], "signal": "eyes_wide", "number": 2, "start": 4.3, "end": 6.2},
    {"players": ["Ben", "Cleo"], "signal": "sour", "number": 4, "start": 10.4, "end": 12.4},
    {"players": ["Ann", "Cleo"], "signal": "tongue_out", "number": 1, "start": 21.1, "end": 23.2},
    {"players": ["Ann", "Ben"], "signal": "grin", "number": None, "start": 26.4, "end": 28.4},
]
LISTED = [{"players": ["Ann", "Ben", "Cleo"], "signal": "eyes_mouth_wide", "number": 3, "start": 16.4, "end": 18.2}]
ALONE = [{"players": ["Cleo"], "signal": "eyes_wide", "number": 2, "start": 30.4, "end": 32.4}]


def cast() -> dict[str, Identity]:
    """The three players."""
    plain: dict[str, object] = {
        "hat": "none",
        "glasses": "none",
        "braces": False,
        "lid_rest": 0.08,
        "brow": 1.0,
        "freckles": 0.0,
        "collar": 0.0,
    }
    ann = sample_identity(19).with_(
        **plain,
        cloth=rgb(0.10, 0.32, 0.36),
        cloth2=rgb(0.3, 0.5, 0.5),
        hair=rgb(0.16, 0.07, 0.03),
        iris=rgb(0.09, 0.10, 0.05),
        tooth=rgb(0.80, 0.75, 0.66),
        hair_style="long",
        shape={
            "macro:caucasian-female-young": 0.9,
            "macro:asian-female-young": 0.1,
            "shape:mouth-upperlip-volume-incr": 0.3,
            "shape:nose-point-up": 0.3,
            "shape:head-oval": 0.3,
        },
    )
    ben = sample_identity(12).with_(
        **plain,
        cloth=rgb(0.36, 0.27, 0.10),
        cloth2=rgb(0.12, 0.08, 0.05),
        brow_thick=1.2,
        hair=rgb(0.03, 0.02, 0.013),
        skin=rgb(0.52, 0.31, 0.22),
        lip=rgb(0.42, 0.17, 0.14),
        tooth=rgb(0.72, 0.68, 0.58),
        iris=rgb(0.07, 0.04, 0.02),
        hair_style="short",
        beard="full",
        beard_density=0.9,
        shape={
            "macro:caucasian-male-young": 0.75,
            "macro:asian-male-young": 0.25,
            "shape:chin-width-incr": 0.4,
            "shape:nose-width2-incr": 0.3,
            "shape:head-square": 0.3,
        },
    )
    cleo = sample_identity(14).with_(
        seed=1016,
        **plain,
        cloth=rgb(0.45, 0.08, 0.12),
        cloth2=rgb(0.5, 0.4, 0.3),
        hair_style="full",
        lip=rgb(0.33, 0.08, 0.08),
        hair=rgb(0.012, 0.009, 0.007),
        brow_thick=1.35,
        tooth=rgb(0.75, 0.72, 0.64),
        skin=rgb(0.25, 0.13, 0.082),
        shape={"macro:african-female-young": 0.85, "macro:caucasian-female-young": 0.15, "shape:cheek-bones-incr": 0.3},
    )
    return {"Ann": ann, "Ben": ben, "Cleo": cleo}


def scene() -> Scene:
    """The table with its three players."""
    seats = []
    for (name, x, y, width, facing), who in zip(SEATS, cast().values(), strict=True):
        cues = [Cue(label, start, end) for label, start, end in SCRIPT[name]]
        seats.append(Seat(name, Figure(who), Performer(who, cues, seed=5), x, y, width, facing))
    return Scene(seats, SIZE, seed=4, grain=0.004)


def ground_truth() -> dict[str, object]:
    """What happens in the clip, players left to right."""
    players = []
    for name, *_ in SEATS:
        spans = [
            {"label": cue.label, "onset": round(max(0.0, cue.onset), 3), "start": cue.start, "end": cue.end}
            for cue in (Cue(*span) for span in SCRIPT[name])
        ]
        players.append({"name": name, "spans": spans})
    return {
        "version": 1,
        "clip": "demo.mp4",
        "fps": FPS,
        "duration": DURATION,
        "width": SIZE[1],
        "height": SIZE[0],
        "note": "rendered by models/synth/people; times in seconds of the clip; start to end is a gesture's clear part",
        "set": "B",
        "players": players,
        "trades": TRADES,
        "listed": LISTED,
        "alone": ALONE,
    }


def main() -> None:
    """Render the clip and write its script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--start", type=float, default=0.0, help="first second to render (for looking at a part)")
    parser.add_argument("--end", type=float, default=DURATION)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "demo.json").write_text(json.dumps(ground_truth(), indent=1) + "\n")
    path = args.out / "demo.mp4"
    table = scene()
    moments = (i / FPS for i in range(round(args.start * FPS), round(args.end * FPS)))
    write_video(path, (table.frame(t).image for t in moments), FPS, crf=26)
    print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
