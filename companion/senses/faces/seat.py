"""A seat: one person followed from frame to frame, with the judge of their signals."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot, log

import numpy as np
import numpy.typing as npt

from companion.senses.faces.face_networks import Region, region_of
from companion.senses.faces.features import FaceFrame
from companion.senses.faces.geometry import Floats, Image, Pose
from companion.senses.faces.identity import FaceShape, look_of, shape_of
from companion.senses.faces.life_signs import LifeSigns
from companion.senses.faces.settings import FaceProfile
from companion.senses.faces.signal_judge import SignalJudge

MIN_SHAKING_DEG_S = 150.0  # degrees a second
COLOUR_INTERVAL_FRAMES = 4  # frames from one look at a followed person's colours to the next
MAX_SHUT_LIP_GAP = (
    0.03  # inner lips' distance under which a mouth that shows nothing is not looked at again on every frame,
)
MAX_STILL_LIP_MOTION = 0.012  # unless the lips moved by this much,
MAX_MOUTH_AGE_S = 0.15  # or after this many seconds
MAX_EMPTY_MOUTH_SCORE = 0.1  # the mouth model's scores under which a mouth shows nothing
PICTURE_CELLS = 24  # a side: a face's picture is compared in so many parts,
MIN_CELL_SAMPLES = 5  # of a side, or a few more: pixels of a part that are looked at
MAX_SAME_CELL_CHANGE = (
    4.0  # of 255, a part's mean: where no part differs by more, a mesh moves by no more than its own jitter
)
MESH_REUSE_S = 0.2  # seconds for which such a mesh stays


@dataclass(frozen=True, slots=True)
class SeatFit:
    """A mesh on a frame: landmarks (478, 3) in pixels, its pose, presence 0..1, its shape if to the front."""

    points: Floats
    pose: Pose
    presence: float
    shape: Floats | None

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The box around all landmarks: left, top, width, height in pixels."""
        (left, top), (right, bottom) = self.points[:, :2].min(0).tolist(), self.points[:, :2].max(0).tolist()
        return left, top, right - left, bottom - top


def fit_of(points: Floats, pose: Pose, presence: float, bgr: npt.NDArray[np.uint8] | None = None) -> SeatFit:
    """``bgr`` is the picture (h, w, 3), for the person's colours."""
    straight = abs(np.degrees(pose.yaw)) < 25 and abs(np.degrees(pose.pitch)) < 25
    if not straight:
        return SeatFit(points, pose, presence, None)
    look = np.full(9, np.nan) if bgr is None else look_of(bgr, points, pose)
    return SeatFit(points, pose, presence, np.concatenate([shape_of(points, pose), look]))


class FacePicture:
    """A face's square on a picture at ``t`` in a few large parts, in which a camera's noise is small."""

    def __init__(self, t: float, region: Region, bgr: Image) -> None:
        import cv2

        self.t, self.region = t, region
        each = max(int(0.8 * region.side) // PICTURE_CELLS, 1)  # pixels of a part's side
        step = max(each // MIN_CELL_SAMPLES, 1)
        side = PICTURE_CELLS * (each // step) * step
        x, y = max(int(region.x) - side // 2, 0), max(int(region.y) - side // 2, 0)
        green = np.ascontiguousarray(bgr[y : y + side : step, x : x + side : step, 1])
        self._parts = (
            cv2.resize(green, (PICTURE_CELLS, PICTURE_CELLS), interpolation=cv2.INTER_AREA) if green.size else None
        )

    def around(self, region: Region) -> bool:
        """Return whether the face that has ``region`` now is still in the middle of this square."""
        off = max(abs(region.x - self.region.x), abs(region.y - self.region.y), abs(region.side - self.region.side) / 2)
        return off < 0.1 * self.region.side

    def like(self, other: FacePicture) -> bool:
        """Return whether no part of two pictures of one square differs."""
        import cv2

        a, b = self._parts, other._parts
        return a is not None and b is not None and cv2.norm(a, b, cv2.NORM_INF) < MAX_SAME_CELL_CHANGE


@dataclass(slots=True, eq=False)
class FaceSeat:
    """``fit`` is None while the face is not seen; ``seen`` is when it last was, ``since`` when the seat was made."""

    number: int
    judge: SignalJudge
    since: float
    last_seen: float
    fit: SeatFit | None = None
    last: SeatFit | None = None
    frame: FaceFrame | None = None
    shape: FaceShape = field(default_factory=FaceShape)
    velocity: tuple[float, float] = (0.0, 0.0)
    state: str = "seen"
    lost: bool = False
    misses: int = 0  # searches in a row that did not find the face where the mesh says it is
    player: str | None = None
    profile: FaceProfile | None = None
    shaking: bool = False  # whether the head turned fast when it was last seen
    light: float = 255.0  # mean brightness of the face, 0..255
    glance: FaceFrame | None = None  # the frame on which the mouth model looked last
    looked: FaceFrame | None = None  # the same of the expression model
    picture: FacePicture | None = None  # on which the mesh was fitted
    life: LifeSigns = field(default_factory=LifeSigns)
    is_living: bool = False  # whether it is somebody: a motionless face is none, until it moves

    @property
    def region(self) -> Region:
        """Return where to look for the face on the next frame."""
        if self.fit is None:
            raise ValueError("a seat that is not followed has no region")
        return region_of(self.fit.points)

    @property
    def needs_colours(self) -> bool:
        """Return whether the person's colours are to be looked at on the next frame."""
        return self.shape.fresh_frames % COLOUR_INTERVAL_FRAMES == 0

    @property
    def fit_time(self) -> float:
        """When the picture was taken on which the mesh was fitted."""
        return self.last_seen if self.picture is None else self.picture.t

    def same(self, bgr: Image, t: float, region: Region) -> bool:
        """Whether the face, in ``region`` now, looks as when the mesh was fitted; if not, this picture is the next."""
        last = self.picture
        if last is not None and last.around(region):
            now = FacePicture(t, last.region, bgr)
            if 0 <= t - last.t < MESH_REUSE_S and now.like(last):
                return True
        else:
            now = FacePicture(t, region, bgr)
        self.picture = now
        return False

    def shut(self, frame: FaceFrame) -> bool:
        """Return whether the mouth on ``frame`` is as shut as when the model last looked, and showed nothing then."""
        last = self.glance
        if last is None or not 0 <= frame.t - last.t < MAX_MOUTH_AGE_S:
            return False
        now, then = frame.measures, last.measures
        if (
            max(now.gap, then.gap) >= MAX_SHUT_LIP_GAP
            or max(abs(now.gap - then.gap), abs(now.width - then.width)) >= MAX_STILL_LIP_MOTION
        ):
            return False
        shown = (last.mouth.tongue_out, last.mouth.teeth)
        return all(score is not None and score < MAX_EMPTY_MOUTH_SCORE for score in shown)

    def sit(self, player: str | None, profile: FaceProfile | None = None) -> None:
        """Seat ``player`` here; ``profile`` is what is known of them. What was known of somebody else is forgotten."""
        if self.profile is not None and self.profile is not profile:
            self.judge.forget()
        self.player, self.profile = player, profile
        if profile is not None:
            self.judge.know(profile.neutral, profile.signals, profile.own)

    def follow(self, t: float, fit: SeatFit, *, sure: bool) -> None:
        """Record that the face was seen at ``t``. ``sure``: nobody is so near that it might be someone else's."""
        if self.fit is not None and t > self.last_seen:
            dt = t - self.last_seen
            moved = ((fit.pose.x - self.fit.pose.x) / dt, (fit.pose.y - self.fit.pose.y) / dt)
            self.velocity = (0.6 * self.velocity[0] + 0.4 * moved[0], 0.6 * self.velocity[1] + 0.4 * moved[1])
        else:
            self.velocity = (0.0, 0.0)
        if fit.shape is not None and fit is not self.fit:
            self.shape.add(fit.shape, learn=sure)
        self.fit = self.last = fit
        self.last_seen = t
        self.life.add(t, fit.points, fit.pose.unit)

    def miss(self) -> None:
        """Record a frame without the face."""
        if self.frame is not None:
            self.shaking = self.frame.speed > MIN_SHAKING_DEG_S
        self.fit = self.picture = None
        self.frame = self.glance = self.looked = None
        self.misses = 0
        self.shape.restart()
        self.life.restart()

    def cost(self, t: float, fit: SeatFit) -> float:
        """Return how unlikely ``fit`` is this seat's face: about 1 for itself where it was, 3 and more for another's.

        Place, size and speed count while they are fresh; the shape of the face counts always.
        """
        if self.last is None:
            return float("inf")
        gone = t - self.last_seen
        ahead = min(gone, 0.3)
        x = self.last.pose.x + self.velocity[0] * ahead
        y = self.last.pose.y + self.velocity[1] * ahead
        away = hypot(fit.pose.x - x, fit.pose.y - y) / max(fit.pose.unit, self.last.pose.unit)
        size = abs(log(fit.pose.unit / self.last.pose.unit))
        place = min(away / (1.5 + 3 * min(gone, 2.0)) + size / (0.3 + min(gone, 1.0)), 2.0)
        unlike = self.shape.unlike(fit.shape)
        moved = hypot(fit.pose.x - self.last.pose.x, fit.pose.y - self.last.pose.y)
        if self.shaking and gone < 0.6 and moved < fit.pose.unit:
            # A head that shakes is blurred and turned: it looks like nobody, but it is where it was.
            return min(place + unlike, 1.5)
        return place + unlike


def near(a: SeatFit, b: SeatFit) -> float:
    """Return the distance of two faces' eyes' middles, in units of the larger face's outer-eye distance."""
    return hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y) / max(a.pose.unit, b.pose.unit)
