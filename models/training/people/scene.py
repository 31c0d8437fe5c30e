"""Several people at a table in one picture, frame by frame, with exact labels for each; clips as H.264."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.training.people.camera import ROOM, Camera, Light
from models.training.people.face import Labels, render_face
from models.training.people.figure import Figure
from models.training.people.mesh import F32
from models.training.people.performance import Performer
from models.training.people.raster import cloud

U8 = npt.NDArray[np.uint8]
EYES = 7.284  # height of the eyes in the head's own space
TABLE_TOP = 0.84  # of the picture's height, from where on down the table lies


@dataclass(frozen=True)
class Seat:
    """A person at the table: head centre x, y and face width (ear to ear) in pixels; turn to the camera, degrees."""

    name: str
    figure: Figure
    performer: Performer
    x: float
    y: float
    face_width: float
    facing: float = 0.0


@dataclass(frozen=True)
class Frame:
    """time in seconds, image (h, w, 3) RGB uint8, labels by name."""

    time: float
    image: U8
    labels: dict[str, Labels]


def room(height: int, width: int, seed: int = 1) -> F32:
    """Return a soft wall with blurred pictures and a shelf, display values (h, w, 3)."""
    rng = np.random.default_rng([seed, 6])
    wall = np.array([0.72, 0.69, 0.62]) * rng.uniform(0.6, 1.05) * np.exp(rng.normal(0, 0.05, 3))
    shade = np.linspace(1.04, 0.86, height)[:, None, None] * np.linspace(1.03, 0.93, width)[None, :, None]
    out = (np.ones((height, width, 3)) * wall * shade).astype(np.float32)
    for _ in range(int(rng.integers(3, 7))):
        x, y = rng.uniform(0, width), rng.uniform(0, 0.55 * height)
        w, h = rng.uniform(0.05, 0.16) * width, rng.uniform(0.08, 0.3) * height
        colour = tuple(float(v) for v in rng.uniform(0.12, 0.75, 3))
        cv2.rectangle(out, (int(x), int(y)), (int(x + w), int(y + h)), colour, -1)
    out = cv2.GaussianBlur(out, (0, 0), width * 0.012).astype(np.float32)
    rough = cv2.resize(cloud(), (width, height), interpolation=cv2.INTER_LINEAR)[..., None]
    return np.clip(out * (1 + 0.012 * rough), 0, 1).astype(np.float32)


def table(image: F32, top: float, seed: int = 1) -> F32:
    """Return a wooden table with cards across the bottom of the picture, from the fraction `top` of its height down."""
    h, w = image.shape[:2]
    rng = np.random.default_rng([seed, 7])
    start = int(h * top)
    grain_lines = cv2.resize(cloud()[:24, :], (w, h - start), interpolation=cv2.INTER_CUBIC)[..., None]
    wood = np.array([0.46, 0.31, 0.19]) * (1 + 0.05 * grain_lines) * np.linspace(0.85, 1.08, h - start)[:, None, None]
    out = image.copy()
    out[start:] = wood
    out[start : start + 2] *= 0.75
    for _ in range(5):
        x, y = rng.uniform(0.08, 0.92) * w, start + rng.uniform(0.35, 0.8) * (h - start)
        a, s = rng.uniform(-0.4, 0.4), 0.055 * w
        c = np.array([[-0.5, -0.22], [0.5, -0.22], [0.58, 0.22], [-0.58, 0.22]]) * s
        turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a) * 0.5, np.cos(a)]])
        corners = (c @ turn.T + [x, y]).astype(np.int32)
        cv2.fillConvexPoly(out, corners, tuple(float(v) for v in rng.uniform(0.5, 0.95, 3)), cv2.LINE_AA)
    return np.clip(out, 0, 1).astype(np.float32)


class Scene:
    """People in front of a room. size is (height, width)."""

    def __init__(
        self,
        seats: list[Seat],
        size: tuple[int, int] = (360, 640),
        light: Light = ROOM,
        seed: int = 1,
        grain: float = 0.006,
    ) -> None:
        self.seats = seats
        self.size = size
        self.light = light
        self.seed = seed
        self.grain = grain
        self.wall = room(*size, seed)

    def frame(self, t: float) -> Frame:
        """Return the picture at t."""
        image, labels = self._people(t)
        image = table(image, TABLE_TOP, self.seed)
        noise = np.random.default_rng([self.seed, round(t * 1000)]).standard_normal(image.shape).astype(np.float32)
        out = np.clip(image + self.grain * noise, 0, 1)
        return Frame(t, (out * 255 + 0.5).astype(np.uint8), labels)

    def frames(self, duration: float, fps: float) -> Iterator[Frame]:
        """All frames from 0 to duration."""
        for i in range(round(duration * fps)):
            yield self.frame(i / fps)

    def _people(self, t: float) -> tuple[F32, dict[str, Labels]]:
        h, w = self.size
        image = self.wall.copy()
        labels: dict[str, Labels] = {}
        for seat in self.seats:
            half = seat.face_width * 1.75
            x0, x1 = max(0, int(seat.x - half)), min(w, int(seat.x + half))
            y0 = max(0, int(seat.y - seat.face_width * 1.3))
            distance = 9.0
            focal = seat.face_width * (distance - 0.6) / 1.55
            camera = Camera(distance, focal, (0.0, EYES - 0.15, 0.2), (seat.x - x0, seat.y - y0))
            pose = seat.performer.pose(t)
            pose = pose.with_(yaw=pose.yaw + seat.facing)
            tile = image[y0:h, x0:x1]
            face = render_face(seat.figure, pose, (h - y0, x1 - x0), camera, self.light, tile)
            image[y0:h, x0:x1] = face.image.astype(np.float32) / 255
            labels[seat.name] = face.labels
        return image, labels


def write_video(path: Path, images: Iterable[U8], fps: float, crf: int = 20) -> int:
    """Write RGB images (h, w, 3; even sides) and return how many. crf: 18 (fine) .. 30 (small)."""
    import av

    count = 0
    with av.open(str(path), "w") as container:
        stream = None
        for image in images:
            if stream is None:
                stream = container.add_stream("libx264", rate=round(fps))
                stream.height, stream.width, stream.pix_fmt = image.shape[0], image.shape[1], "yuv420p"
                stream.options = {"crf": str(crf), "preset": "slow"}
            container.mux(stream.encode(av.VideoFrame.from_ndarray(np.ascontiguousarray(image), format="rgb24")))
            count += 1
        if stream is not None:
            container.mux(stream.encode())
    return count
