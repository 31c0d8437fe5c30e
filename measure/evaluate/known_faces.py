"""Whether a face that was named by a tap is known again: on rendered people, on clips and on stills.

    python -m measure.evaluate.known_faces --renders 60 --first 71000
    python -m measure.evaluate.known_faces --labels ../shared/data/faces/labels.csv

Each person's look is taken from some pictures, and compared with looks of other pictures of the same and of every other
person, as a table of four does it: the one who was named and three others. "again": known as themselves. "asked": the
table would ask. "wrong": taken for somebody else. A stranger is compared with four who were named.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.geometry import Floats, Image
from companion.senses.faces.known_faces import KnownFaces
from companion.sources import open_source

FRAMES = 4  # rendered pictures of which a look is the mean
TABLE = 4  # people of whom one is known again
SEEN = 8  # frames to the front after which a clip's person has a look


@dataclass
class Person:
    """``named``: the look that was named. ``later``: looks of other pictures, by what is different there."""

    key: str
    named: Floats
    later: dict[str, list[Floats]] = field(default_factory=dict)


def look_of(pictures: Sequence[Image]) -> Floats | None:
    """Return the look of the one person in pictures (BGR), None where nobody is seen to the front."""
    with FaceSense("pictures", mouth=None, face=None, workers=1) as sense:
        for k, picture in enumerate(pictures):
            sense.process(picture, k / 10)
        seen = [seat.shape.long for seat in sense.seats if seat.shape.long is not None]
    return seen[0] if len(seen) == 1 else None


def render_people(first: int, count: int) -> Iterator[Person]:
    """Render people in one light, once more in it, and in another one. Needs the training's requirements."""
    from measure.rendered.strangers import SIZE
    from models.training.people.camera import Light, portrait, sample_light
    from models.training.people.face import render_face
    from models.training.people.figure import Figure
    from models.training.people.identity import sample_identity
    from models.training.people.pose import Pose
    from models.training.people.scene import room

    for seed in range(first, first + count):
        who, rng = sample_identity(seed), np.random.default_rng([seed, 31])
        figure, here, elsewhere = Figure(who), sample_light(rng), sample_light(rng)

        def take(light: Light, share: float, distance: float) -> Floats | None:
            pictures = []
            for _ in range(FRAMES):
                pose = Pose(**who.tongue_build).with_(  # noqa: B023
                    yaw=float(rng.normal(0, 9)),  # noqa: B023
                    pitch=float(rng.normal(0, 6)),  # noqa: B023
                    roll=float(rng.normal(0, 4)),  # noqa: B023
                    smile_l=float(rng.uniform(0, 0.5)),  # noqa: B023
                )
                camera = portrait(SIZE, distance, share)
                shown = render_face(figure, pose, SIZE, camera, light, room(SIZE, SIZE, seed), oversample=1.0).image  # noqa: B023
                pictures.append(np.ascontiguousarray(shown[..., ::-1]))
            return look_of(pictures)

        named = take(here, 0.5, 8.0)
        if named is None:
            continue
        later = {"same light": take(here, 0.45, 9.0), "another light": take(elsewhere, 0.45, 9.0)}
        yield Person(str(seed), named, {what: [look] for what, look in later.items() if look is not None})


def people_of_clips(labels: Path) -> Iterator[Person]:
    """Take the look of each clip's person in its first half, and once more in its second."""
    for file in _files(labels, timed=True):
        with FaceSense(file, mouth=None, face=None, workers=1) as sense, open_source(str(labels.parent / file)) as clip:
            frames = [frame.image for frame in clip.frames()]
            halves: list[Floats] = []
            for part in (frames[: len(frames) // 2], frames[len(frames) // 2 :]):
                for seat in sense.seats:
                    seat.shape.long, seat.shape.frames = None, 0
                for k, image in enumerate(part):
                    sense.process(image, (len(halves) * len(frames) + k) / 25)
                seen = [s.shape for s in sense.seats if s.shape.long is not None and s.shape.frames >= SEEN]
                if len(seen) == 1 and seen[0].long is not None:
                    halves.append(seen[0].long)
        if len(halves) == 2:
            yield Person(file, halves[0], {"later in the clip": [halves[1]]})


def people_of_stills(labels: Path) -> Iterator[Person]:
    """Take the look of each still's person, and once more a tenth smaller, lighter, and as a coarser JPEG."""
    for file in _files(labels, timed=False):
        picture = cv2.imread(str(labels.parent / file))
        named = None if picture is None else look_of([np.asarray(picture, np.uint8)])
        if picture is None or named is None:
            continue
        h, w = picture.shape[:2]
        small = cv2.resize(picture, (round(0.9 * w), round(0.9 * h)), interpolation=cv2.INTER_AREA)
        lighter = np.asarray(cv2.convertScaleAbs(small, alpha=1.02, beta=2), np.uint8)
        coarse = cv2.imdecode(cv2.imencode(".jpg", lighter, [cv2.IMWRITE_JPEG_QUALITY, 70])[1], cv2.IMREAD_COLOR)
        again = None if coarse is None else look_of([np.asarray(coarse, np.uint8)])
        if again is not None:
            yield Person(file, named, {"another picture of it": [again]})


def _files(labels: Path, *, timed: bool) -> list[str]:
    with labels.open(newline="") as f:
        rows = list(csv.DictReader(f))
    return list(dict.fromkeys(row["file"] for row in rows if bool(row["start_s"]) == timed))


def count_verdicts(people: Sequence[Person], seed: int = 1, tables: int = 40) -> dict[str, Counter[str]]:
    """Return how often each person, and strangers, are known again, asked for or taken for somebody else."""
    rng, found = np.random.default_rng(seed), {"stranger": Counter[str]()}
    for k, person in enumerate(people):
        rest = [p for i, p in enumerate(people) if i != k]
        for _ in range(tables):
            others = [rest[i] for i in rng.choice(len(rest), min(TABLE, len(rest)), replace=False)]
            for what, looks in person.later.items():
                told = found.setdefault(what, Counter())
                for look in looks:
                    mine = _known([person, *others[: TABLE - 1]]).recognise(look)
                    told["again" if mine.player == person.key else "wrong" if mine.player else mine.verdict] += 1
                    met = _known(others).recognise(look)
                    found["stranger"]["wrong" if met.player else met.verdict] += 1
    return found


def _known(people: Sequence[Person]) -> KnownFaces:
    known = KnownFaces()
    for person in people:
        known.learn(person.key, person.named)
    return known


def main() -> None:
    """Print the figures of what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renders", type=int, default=0, help="how many rendered people")
    parser.add_argument("--first", type=int, default=71_000, help="the first one's seed")
    parser.add_argument("--labels", type=Path, action="append", default=[], help="labels.csv of clips and stills")
    given = parser.parse_args()
    groups = {"rendered": list(render_people(given.first, given.renders))} if given.renders else {}
    for labels in given.labels:
        groups[f"clips of {labels.parent.name}"] = list(people_of_clips(labels))
        groups[f"stills of {labels.parent.name}"] = list(people_of_stills(labels))
    for name, people in groups.items():
        print(f"{name}: {len(people)} people")
        for what, told in count_verdicts(people).items():
            print(f"  {what}: " + ", ".join(f"{verdict} {n}" for verdict, n in sorted(told.items())))


if __name__ == "__main__":
    main()
