"""The teeth verdict on small and badly packed pictures: `python -m measure.evaluate.faces_verdicts LABELS.csv`.

Every stretch of talk or rest that could be a speech (faces_mouth.py) is shrunk to faces of given widths, packed as JPEG
of quality 30, followed by a face sense, and judged as the referee would. Printed by width: verdicts that are right,
wrong, and "cannot judge".
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.seat import FaceSeat
from companion.sources import open_source
from measure.evaluate.faces_labels import Span, read
from measure.evaluate.faces_mouth import Moment, judged, right_verdict

FACE_WIDTH_EYE_DISTANCES = 1.55  # a face's width in outer-eye distances
WIDTHS = (0, 110, 80, 70, 62, 60, 55, 50, 45)  # pixels of the face's width; 0 = as it is
BEFORE = 0.5  # seconds before a stretch from which on the sense follows the face
Picture = npt.NDArray[np.uint8]


def packed(image: Picture, by: float) -> Picture:
    """Shrunk ``by`` this and through a JPEG of quality 30."""
    h, w = image.shape[:2]
    small = cv2.resize(image, (max(round(w * by), 40), max(round(h * by), 40)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 30])[1], 1), np.uint8)


def verdict(frames: list[tuple[float, Picture]], span: Span, width: int) -> str:
    """Return what the referee would say of the span, its faces ``width`` pixels wide; "" if they are smaller."""
    moments: list[Moment] = []
    by = 0.0
    with FaceSense("speech", workers=1) as sense:
        for t, image in frames:
            if not width:
                sense.process(image, t)
            else:
                if not by:
                    by = _shrunk(image, width)
                if not by:
                    continue
                if by > 1:
                    return ""
                sense.process(packed(image, by), t)
            seat = _largest(sense.seats)
            if seat is not None and seat.frame is not None:
                moments.append((t, seat.frame.mouth))
    return judged(moments, span)


def _largest(seats: list[FaceSeat]) -> FaceSeat | None:
    return max((s for s in seats if s.fit), key=lambda s: s.fit.pose.unit if s.fit else 0.0, default=None)


def _shrunk(image: Picture, width: int) -> float:
    """Return the scale at which the largest face is ``width`` pixels wide; 0 where none is found."""
    with FaceSense("still", workers=1) as sense:
        sense.process(image, 0.0)
        seat = _largest(sense.seats)
        return width / (FACE_WIDTH_EYE_DISTANCES * seat.fit.pose.unit) if seat is not None and seat.fit else 0.0


def main() -> None:
    """Print the verdicts by width, and every wrong one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--widths", type=int, nargs="*", default=WIDTHS)
    given = parser.parse_args()
    told: Counter[tuple[int, str]] = Counter()
    for file, rows in groupby(sorted(read(given.labels), key=lambda s: s.file), key=lambda s: s.file):
        spans = [s for s in rows if right_verdict(s)]
        if not spans:
            continue
        with open_source(str(given.labels.parent / file)) as source:
            every = [(f.t, f.image) for f in source.frames()]
        for span in spans:
            start, end = (span.start or 0.0) - BEFORE, (span.end or 0.0) + 0.2
            mine = [(t, image) for t, image in every if start <= t <= end]
            for width in given.widths:
                found = verdict(mine, span, width)
                if found:
                    kind = {right_verdict(span): "right", "unseen": "cannot judge"}.get(found, "wrong")
                    told[width, kind] += 1
                    if kind == "wrong":
                        print(f"{file} {span.start:.2f}-{span.end:.2f} s at {width} px: {found}")
    for width in given.widths:
        kinds = ("right", "wrong", "cannot judge")
        print(f"face {width or 'full'} px: " + ", ".join(f"{told[width, kind]} {kind}" for kind in kinds))


if __name__ == "__main__":
    main()
