"""Renders talking winners for tests and measuring: ``python -m tests.senses.make_speech_clips OUT [PEOPLE]``.

Each person gives the victory speech twice, with teeth and with the lips drawn over them, for ``evaluate faces
OUT/labels.csv``. With ``--test`` it writes the two small clips and the sound that the end-to-end test plays.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import numpy as np
import soundfile

from models.training.people.camera import ROOM, Light, sample_light
from models.training.people.figure import Figure
from models.training.people.identity import sample_identity
from models.training.people.performance import Cue, Performer
from models.training.people.scene import Scene, Seat, write_video
from tests.senses.speech_synth import RATE, TEXTS, flite

FPS, SIZE = 15.0, (240, 240)
QUIET, LENGTH = 3.4, 4.9  # seconds of a relaxed face before the speech, and of the speech
AFTER = 1.6
KINDS = ("talking_teeth", "talking_no_teeth")
TEST_PERSON = 700_002


def scene(person: int, kind: str, light: Light, width: float) -> Scene:
    """One player who rests, gives the speech and rests again."""
    cues = [Cue("neutral", 0.0, QUIET - 0.3), Cue(kind, QUIET, QUIET + LENGTH)]
    who = sample_identity(person).with_(hat="none", beard="none")
    seat = Seat("one", Figure(who), Performer(who, cues, seed=1), SIZE[1] / 2, SIZE[0] * 0.45, width)
    return Scene([seat], SIZE, light, person, grain=0.004)


def render(path: Path, shown: Scene, crf: int = 20) -> None:
    moments = (k / FPS for k in range(round((QUIET + LENGTH + AFTER) * FPS)))
    write_video(path, (shown.frame(t).image for t in moments), FPS, crf=crf)


def people(out: Path, count: int, first: int) -> None:
    """``count`` people in lights and at distances of their own, with labels.csv."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / "labels.csv").open("w", newline="", encoding="utf-8") as lines:
        rows = csv.writer(lines)
        rows.writerow(["file", "start_s", "end_s", "label", "note"])
        for person in range(first, first + count):
            rng = np.random.default_rng([person, 11])
            light, width = sample_light(rng), float(rng.uniform(80, 120))
            for kind in KINDS:
                name = f"{person}_{kind}.mp4"
                render(out / name, scene(person, kind, light, width))
                rows.writerow([name, 0.5, QUIET - 0.4, "neutral", "rendered"])
                rows.writerow([name, QUIET, QUIET + LENGTH, kind, "rendered"])
                lines.flush()


def test_files(out: Path) -> None:
    """The end-to-end test's clips and sound: Ann's speech about rubies begins when her mouth does."""
    out.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        render(out / f"{kind}.mp4", scene(TEST_PERSON, kind, ROOM, 105.0), crf=26)
    sound(out / "speech.flac")


def sound(path: Path) -> None:
    """Write the speech as it begins in the clips, in a quiet room."""
    said = flite(TEXTS["speech"].format(name="Ann", gem="rubies"), "slt", 1.1)
    rng = np.random.default_rng(1)
    total = rng.normal(0, 0.002, round((QUIET + LENGTH + AFTER) * RATE))
    at = round(QUIET * RATE)
    total[at : at + len(said)] += said[: len(total) - at]
    soundfile.write(path, total, RATE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("people", type=int, nargs="?", default=6)
    parser.add_argument("--first", type=int, default=760_000, help="seed of the first person")
    parser.add_argument("--test", action="store_true", help="the end-to-end test's files")
    args = parser.parse_args()
    if args.test:
        test_files(args.out)
    else:
        people(args.out, args.people, args.first)


if __name__ == "__main__":
    main()
