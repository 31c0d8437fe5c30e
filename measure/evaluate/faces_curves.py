"""How far each signal holds as faces get smaller or turn: `python -m measure.evaluate.faces_curves LABELS.csv`.

Every still, and a few frames of every labelled span, is shrunk to faces of given widths and packed as JPEG of quality
30, then judged as one picture against the typical face (no neutral, no hold). Turned heads are read from the notes of
rendered stills ("yaw 45; pitch 0", measure/rendered/strangers.py --grid), and other pictures' heads are turned by
``--turns`` (``turned.py``: the picture's own mesh and colours). Teeth are judged by frame, as over a speech: right,
wrong, or cannot judge.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.geometry import pose_of
from companion.senses.faces.seat import FaceSeat
from companion.senses.faces.signal_judge import SignalJudge
from companion.sources import open_source
from measure.evaluate.faces_labels import SIGNALS, Span, read
from measure.evaluate.turned import turned

FACE = 1.55  # a face's width in outer-eye distances
WIDTHS = (0, 160, 110, 80, 60, 45, 35)  # pixels of the face's width; 0 = as it is
TURNS = ((15, 0), (30, 0), (45, 0), (0, -20), (0, -35))  # degrees of yaw and pitch (below 0: a camera below)
TEETH = {"talking_teeth": True, "teeth": True, "talking_no_teeth": False, "neutral": False}
_TURNED = re.compile(r"yaw (-?\d+); pitch (-?\d+)")
Picture = npt.NDArray[np.uint8]


def pictures(labels: Path, each: int) -> Iterator[tuple[Span, Picture]]:
    """Stills, and up to ``each`` frames of every span (BGR). Spans that hold for a part only are left out."""
    for file, rows in groupby(sorted(read(labels), key=lambda s: s.file), key=lambda s: s.file):
        spans = [s for s in rows if "in part" not in s.note and "except" not in s.note]
        wanted = [(t, s) for s in spans for t in _times(s, each)]
        with open_source(str(labels.parent / file)) as source:
            for frame in source.frames():
                for _, span in [w for w in wanted if w[0] <= frame.t]:
                    yield span, frame.image
                wanted = [w for w in wanted if w[0] > frame.t]


def _times(span: Span, each: int) -> list[float]:
    if span.start is None or span.end is None:
        return [0.0]
    return [float(t) for t in np.linspace(span.start, span.end, each + 2)[1:-1]]


class Glimpse:
    """One face sense used for single pictures: found at full size, judged at another."""

    def __init__(self) -> None:
        self.sense = FaceSense("still", workers=1)
        self._fresh = self.sense.seating

    def seats(self, image: Picture) -> list[FaceSeat]:
        """The seats of a picture that nobody has been seen on before."""
        self.sense.seating.seats.clear()
        self.sense.seating.hurry = True
        self.sense.process(image, self.sense._t + 10.0)  # noqa: SLF001
        return [s for s in self.sense.seats if s.fit is not None]

    def at(self, image: Picture, width: int) -> FaceSeat | None:
        """The largest face, judged with its width shrunk to ``width`` pixels (0: as it is); None if none is found."""
        seats = self.seats(image)
        if not seats or not width:
            return max(seats, key=lambda s: s.fit.pose.unit if s.fit else 0.0, default=None)
        unit = max(s.fit.pose.unit for s in seats if s.fit)
        by = width / (FACE * unit)
        if by >= 1:
            return None
        h, w = image.shape[:2]
        small = cv2.resize(image, (max(round(w * by), 40), max(round(h * by), 40)), interpolation=cv2.INTER_AREA)
        packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 30])[1]
        found = self.seats(np.asarray(cv2.imdecode(packed, 1), np.uint8))
        return max(found, key=lambda s: s.fit.pose.unit if s.fit else 0.0, default=None)


def shown(seat: FaceSeat | None, settings: SignalJudge) -> set[str]:
    """The signals over their thresholds on this one picture."""
    if seat is None:
        return set()
    return {n for n, s in seat.judge.scores.items() if s.value >= settings.settings.holds[n].on}


def main() -> None:
    """Print recall and false alarms by width (and by angle, where the notes say one), and teeth by width."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--each", type=int, default=3, help="frames of a span")
    parser.add_argument("--widths", type=int, nargs="*", default=WIDTHS)
    parser.add_argument("--turns", action="store_true", help="turn the heads by the angles of TURNS")
    given = parser.parse_args()
    glimpse = Glimpse()
    judge = SignalJudge(glimpse.sense.settings)
    counts: Counter[tuple[str, str, str]] = Counter()
    teeth: Counter[tuple[int, str]] = Counter()
    for span, image in pictures(given.labels, given.each):
        for width in given.widths:
            seat = glimpse.at(image, width)
            if width and seat is None and not glimpse.seats(image):
                continue
            _count(counts, span, width, shown(seat, judge))
            if not width and given.turns and seat is not None and seat.fit is not None:
                for (yaw, pitch), other in _other_sides(image, seat.fit.points, glimpse):
                    _count(counts, span, 0, shown(other, judge), f"turned by yaw {yaw:2} pitch {pitch:3}")
            if span.label in TEETH:
                teeth[width, _teeth(seat, TEETH[span.label])] += 1
    _print(counts, teeth, given.widths)


def _other_sides(
    image: Picture, points: npt.NDArray[np.float64], glimpse: Glimpse
) -> Iterator[tuple[tuple[int, int], FaceSeat | None]]:
    """The same head turned by each of TURNS, away from the side that it shows already; None where it is not found."""
    side = 1 if pose_of(points).yaw >= 0 else -1
    points = points.copy()
    for yaw, pitch in TURNS:
        yield (yaw, pitch), glimpse.at(turned(image, points, side * yaw, pitch), 0)


def _count(
    counts: Counter[tuple[str, str, str]], span: Span, width: int, names: set[str], row: str | None = None
) -> None:
    rows = [row or f"face {width or 'full'} px"]
    if row is None and not width and (noted := _TURNED.search(span.note)):
        rows.append(f"yaw {abs(int(noted[1])):2} pitch {noted[2]:>3}")
    for row in rows:
        for name in SIGNALS:
            if span.label == name:
                counts[row, name, "all"] += 1
                counts[row, name, "right"] += name in names
            elif not span.spares(name):
                counts[row, name, "others"] += 1
                counts[row, name, "false"] += name in names


def _teeth(seat: FaceSeat | None, truth: bool) -> str:
    if seat is None or seat.frame is None or seat.frame.mouth.teeth is None:
        return "unjudged"
    return "right" if (seat.frame.mouth.teeth >= 0.5) == truth else "wrong"


def _print(counts: Counter[tuple[str, str, str]], teeth: Counter[tuple[int, str]], widths: tuple[int, ...]) -> None:
    for row in dict.fromkeys(k[0] for k in counts):
        cells = []
        for name in SIGNALS:
            right, every = counts[row, name, "right"], counts[row, name, "all"]
            cells.append(f"{name} {right}/{every} false {counts[row, name, 'false']}/{counts[row, name, 'others']}")
        print(f"{row:20} " + "; ".join(cells))
    for width in widths:
        told = {k: teeth[width, k] for k in ("right", "wrong", "unjudged")}
        print(f"teeth, face {width or 'full'} px: " + ", ".join(f"{v} {k}" for k, v in told.items()))


if __name__ == "__main__":
    main()
