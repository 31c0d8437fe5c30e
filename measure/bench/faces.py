"""Milliseconds a frame at 1, 4 and 8 faces, against raw FaceMesh on the same faces in the same run.

The peer is FaceMesh as MediaPipe packages it (refined, following). One face: on the same whole picture. More: one
instance a face on that face's own part, one after the other; it is spared the search for faces at a table, which its
short-range detector cannot do (what it finds on the whole picture is ``raw_found``). Ours runs on one thread for the
comparison and on two for the frame rate. Both are timed in turn, so that other work on the machine weighs alike. A
film keeps its own pace: pictures between two of its own are faded.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from companion import events, resources
from companion.errors import BadInput
from companion.senses.faces.face_sense import FaceSense
from companion.sources import open_source
from measure.bench._films import Film, Image
from measure.mediapipe_reference import drop_stderr, whole_mediapipe

SIZE: Final = (720, 1280)
COUNTS: Final = (1, 4, 8)
GRID: Final = {1: (1, 1), 4: (2, 2), 8: (2, 4)}
RATE: Final = {1: 30.0, 4: 30.0, 8: 15.0}  # frames a second that are to be kept up with
MORE: Final = 0.25
LATENCY_MS: Final = 60.0


@dataclass(frozen=True, slots=True)
class Row:
    """One number of faces. Times are milliseconds a frame; ``ratio`` is the median of the frames' own ratios."""

    faces: int
    seats: int
    frames: int
    raw_ms: float
    raw_found: int
    one_thread_ms: float
    ratio: float
    two_threads_ms: float
    p95_ms: float
    fps: float
    signals: int

    @property
    def within(self) -> bool:
        return self.ratio <= 1 + MORE and self.fps >= RATE[self.faces] and self.p95_ms < LATENCY_MS

    def as_dict(self) -> dict[str, Any]:
        budget = {"ratio": 1 + MORE, "fps": RATE[self.faces], "p95_ms": LATENCY_MS}
        return {**asdict(self), "budget": budget, "within": self.within}


def bench(seconds: float = 12.0, clip: Path | None = None) -> list[Row]:
    """All three counts, about so many seconds together. ``clip`` shows at least one face; default: the demo's."""
    path = clip or resources.path("demo/demo.mp4")
    people = faces_of(path)
    return [measure(count, people, seconds / len(COUNTS)) for count in COUNTS]


def faces_of(path: Path, most: int = 150) -> list[Film]:
    """Square films (480 px) of each face of a clip, cut around where it sat first. Raises BadInput."""
    frames: list[Image] = []
    t = 0.0
    with FaceSense(path.name, mouth=None) as sense, open_source(str(path)) as source:
        for frame in source.frames():
            if len(frames) < 15:
                sense.process(frame.image, frame.t)
            frames.append(frame.image)
            t = frame.t
            if len(frames) >= most:
                break
        seats = [s.last for s in sense.seats if s.last is not None]
    if not seats:
        raise BadInput("measure.no-face", name=path.name)
    fps = (len(frames) - 1) / t if t else RATE[1]
    return [
        Film([_cut(f, s.pose.x, s.pose.y + 0.4 * s.pose.unit, 4.2 * s.pose.unit) for f in frames], fps) for s in seats
    ]


def _cut(image: Image, x: float, y: float, side: float) -> Image:
    import cv2

    scale = 480 / side
    matrix = np.array([[scale, 0, 240 - scale * x], [0, scale, 240 - scale * y]])
    return np.asarray(cv2.warpAffine(image, matrix, (480, 480), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def table(count: int, people: list[Film]) -> Iterator[tuple[Image, list[Image]]]:
    """Endless frames (720, 1280) of ``count`` faces, with each face's own part. Films run out of step."""
    import cv2

    rows, columns = GRID[count]
    side = min(SIZE[0] // rows, SIZE[1] // columns)
    k = 0
    while True:
        frame = np.full((*SIZE, 3), 96, np.uint8)
        parts = []
        for n in range(count):
            picture = people[n % len(people)].at(k / RATE[count] + 3.7 * n)
            if n >= len(people) and n % 2:
                picture = np.ascontiguousarray(picture[:, ::-1])
            part = np.asarray(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
            y, x = (n // columns) * side, (n % columns) * (SIZE[1] // columns)
            frame[y : y + side, x : x + side] = part
            parts.append(part)
        yield frame, parts
        k += 1


def measure(count: int, people: list[Film], seconds: float, warm: int = 12) -> Row:
    """One number of faces for about so many seconds; the first frames are not counted."""
    import cv2

    raw = [_face_mesh(1) for _ in range(count)]
    whole = _face_mesh(count)
    with FaceSense("bench", workers=1) as one, FaceSense("bench", workers=2) as two:
        times: list[tuple[float, float, float]] = []
        signals, found, began = 0, 0, time.perf_counter()
        for k, (frame, parts) in enumerate(table(count, people)):
            t = k / RATE[count]
            a, _ = _timed(_peer, raw, parts if count > 1 else [frame])
            b, _ = _timed(one.process, frame, t)
            c, told = _timed(two.process, frame, t)
            if k == warm:
                seen = whole.process(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)).multi_face_landmarks
                found = len(seen or [])
                began = time.perf_counter()
            elif k > warm:
                times.append((a, b, c))
                signals += sum(isinstance(e, events.Signal) and e.phase == "on" for e in told)
            if k > warm + 20 and time.perf_counter() - began >= seconds:
                break
        seats = len(two.seating.tracked_seats)
    for mesh in [*raw, whole]:
        mesh.close()
    return _row(count, seats, found, signals, np.array(times, float) * 1000.0)


def _row(count: int, seats: int, found: int, signals: int, ms: npt.NDArray[np.float64]) -> Row:
    raw, one, two = np.median(ms, axis=0)
    return Row(
        faces=count,
        seats=seats,
        frames=len(ms),
        raw_ms=round(float(raw), 2),
        raw_found=found,
        one_thread_ms=round(float(one), 2),
        ratio=round(float(np.median(ms[:, 1] / ms[:, 0])), 3),
        two_threads_ms=round(float(two), 2),
        p95_ms=round(float(np.quantile(ms[:, 2], 0.95)), 2),
        fps=round(1000 / float(ms[:, 2].mean()), 1),
        signals=signals,
    )


def _face_mesh(faces: int) -> Any:
    mp = whole_mediapipe()
    with drop_stderr():
        mesh = mp.solutions.face_mesh.FaceMesh(static_image_mode=False, max_num_faces=faces, refine_landmarks=True)
        mesh.process(np.zeros((64, 64, 3), np.uint8))
    return mesh


def _peer(meshes: list[Any], pictures: list[Image]) -> None:
    import cv2

    for mesh, picture in zip(meshes, pictures, strict=True):
        mesh.process(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))


def _timed(do: Callable[..., Any], *args: Any) -> tuple[float, Any]:
    start = time.perf_counter()
    result = do(*args)
    return time.perf_counter() - start, result


def lines(rows: list[Row]) -> Iterator[str]:
    """Yield the table for reading."""
    yield "faces: milliseconds a frame of 1280x720; raw is FaceMesh on the same faces"
    yield f"{'faces':>5} {'seats':>5} {'raw':>7} {'ours':>7} {'ratio':>6} {'threaded':>9} {'p95':>7} {'fps':>6}  budget"
    for r in rows:
        yield (
            f"{r.faces:5} {r.seats:5} {r.raw_ms:7.1f} {r.one_thread_ms:7.1f} {r.ratio:6.2f} {r.two_threads_ms:9.1f} "
            f"{r.p95_ms:7.1f} {r.fps:6.0f}  {'within' if r.within else 'OVER'} "
            f"(ratio {1 + MORE}, {RATE[r.faces]:.0f} fps, p95 {LATENCY_MS:.0f} ms)"
        )
        if r.raw_found < r.faces:
            yield f"{'':11} raw FaceMesh on the whole picture finds {r.raw_found} of {r.faces} faces"
