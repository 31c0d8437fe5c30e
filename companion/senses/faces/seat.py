"""A seat at the camera: one person tracked from frame to frame, with the judge that decides which signals they show."""

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
from companion.senses.hysteresis import TIME_TOLERANCE_S

MIN_SHAKING_DEG_S = 150.0  # turning speed of a head that shakes, in degrees a second
COLOUR_INTERVAL_FRAMES = 4  # frames between two measurements of a tracked person's colours
MAX_SHUT_LIP_GAP = (
    0.03  # distance of the inner lips below which a mouth that showed nothing is not classified on every frame
)
MAX_STILL_LIP_MOTION = 0.012  # change of the lips from which such a mouth is classified again
MAX_MOUTH_AGE_S = 0.15  # seconds after which such a mouth is classified again anyway
MAX_EMPTY_MOUTH_SCORE = 0.1  # tongue and teeth scores below which a mouth shows nothing
PICTURE_CELLS = 24  # cells per side in which two pictures of a face are compared
MIN_CELL_SAMPLES = 5  # minimum number of pixels sampled per side of a cell
# Grey levels (of 255): if no cell changes by this much, new landmarks would differ by no more than their jitter.
MAX_SAME_CELL_CHANGE = 4.0
MESH_REUSE_S = 0.2  # maximum seconds for which landmarks are reused while the picture is unchanged


@dataclass(frozen=True, slots=True)
class SeatFit:
    """Landmarks fitted to one face on a frame.

    Attributes:
        points: Landmarks in pixels, (478, 3).
        pose: Pose of the head.
        presence: Probability that a face is here, 0..1.
        shape: Descriptor of the face (``identity.FaceShape``), (26,); None unless it looks to the front.
    """

    points: Floats
    pose: Pose
    presence: float
    shape: Floats | None

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The box around all landmarks: left, top, width and height, in pixels."""
        (left, top), (right, bottom) = self.points[:, :2].min(0).tolist(), self.points[:, :2].max(0).tolist()
        return left, top, right - left, bottom - top


def fit_of(points: Floats, pose: Pose, presence: float, bgr: npt.NDArray[np.uint8] | None = None) -> SeatFit:
    """Return a SeatFit of these landmarks, with the face's descriptor if it looks to the front.

    Args:
        points: Landmarks in pixels, (478, 3).
        pose: Pose of the head.
        presence: Probability that a face is here, 0..1.
        bgr: The picture (h, w, 3), for the person's colours; None leaves them unknown.
    """
    straight = abs(np.degrees(pose.yaw)) < 25 and abs(np.degrees(pose.pitch)) < 25
    if not straight:
        return SeatFit(points, pose, presence, None)
    look = np.full(9, np.nan) if bgr is None else look_of(bgr, points, pose)
    return SeatFit(points, pose, presence, np.concatenate([shape_of(points, pose), look]))


class FacePicture:
    """Small grey copy of the square around a face at ``t`` seconds, which shows whether the face has changed since.

    It has ``PICTURE_CELLS`` cells a side; averaging over each removes the camera's noise.
    """

    def __init__(self, t: float, region: Region, bgr: Image) -> None:
        import cv2

        self.t, self.region = t, region
        each = max(int(0.8 * region.side) // PICTURE_CELLS, 1)  # side of a cell in pixels
        step = max(each // MIN_CELL_SAMPLES, 1)
        side = PICTURE_CELLS * (each // step) * step
        x, y = max(int(region.x) - side // 2, 0), max(int(region.y) - side // 2, 0)
        green = np.ascontiguousarray(bgr[y : y + side : step, x : x + side : step, 1])
        self._parts = (
            cv2.resize(green, (PICTURE_CELLS, PICTURE_CELLS), interpolation=cv2.INTER_AREA) if green.size else None
        )

    def covers(self, region: Region) -> bool:
        """Return True if ``region`` has almost the same middle and side as the region of this picture."""
        off = max(abs(region.x - self.region.x), abs(region.y - self.region.y), abs(region.side - self.region.side) / 2)
        return off < 0.1 * self.region.side

    def equals(self, other: FacePicture) -> bool:
        """Return True if two pictures of the same square differ by less than ``MAX_SAME_CELL_CHANGE`` in each cell."""
        import cv2

        a, b = self._parts, other._parts
        return a is not None and b is not None and cv2.norm(a, b, cv2.NORM_INF) < MAX_SAME_CELL_CHANGE


@dataclass(slots=True, eq=False)
class FaceSeat:
    """A person tracked at the camera.

    Attributes:
        number: Seat number, counted from 1.
        judge: Decides which signals the person shows.
        since: Time when the seat was created, in seconds.
        last_seen: Time when the face was last seen, in seconds.
        fit: Landmarks on the current frame; None while the face is not seen.
        last: The latest landmarks, kept while the face is not seen.
        frame: Measures of the face on the current frame; None while it is not seen.
        velocity: Speed of the face in pixels a second, right and down.
    """

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
    misses: int = 0  # searches in a row that did not detect the face at its landmarks
    player: str | None = None
    profile: FaceProfile | None = None
    shaking: bool = False  # whether the head turned fast when it was last seen
    light: float = 255.0  # mean brightness of the face, 0..255
    last_mouth_frame: FaceFrame | None = None  # latest frame that the mouth model scored
    last_expression_frame: FaceFrame | None = None  # latest frame that the expression model scored
    picture: FacePicture | None = None  # picture on which the landmarks were fitted
    life: LifeSigns = field(default_factory=LifeSigns)
    is_living: bool = False  # whether it is a person: a face that never moved may be a picture

    @property
    def region(self) -> Region:
        """The region in which to fit the face on the next frame."""
        if self.fit is None:
            raise ValueError("a seat that is not followed has no region")
        return region_of(self.fit.points)

    @property
    def needs_colours(self) -> bool:
        """True if the person's colours are to be measured on the next frame, which is every fourth one."""
        return self.shape.fresh_frames % COLOUR_INTERVAL_FRAMES == 0

    @property
    def fit_time(self) -> float:
        """Time of the picture on which the landmarks were fitted, in seconds."""
        return self.last_seen if self.picture is None else self.picture.t

    def looks_unchanged(self, bgr: Image, t: float, region: Region) -> bool:
        """Return True if the face in ``region`` still looks as it did when its landmarks were fitted.

        If it does not, this picture is stored, since the landmarks will now be fitted on it.
        """
        last = self.picture
        if last is not None and last.covers(region):
            now = FacePicture(t, last.region, bgr)
            if 0 <= t - last.t < MESH_REUSE_S - TIME_TOLERANCE_S and now.equals(last):
                return True
        else:
            now = FacePicture(t, region, bgr)
        self.picture = now
        return False

    def is_mouth_still_shut(self, frame: FaceFrame) -> bool:
        """Return True if the mouth classifier need not run on this frame.

        That is so if it ran a moment ago and saw neither tongue nor teeth, and the lips are shut and have hardly moved
        since.
        """
        last = self.last_mouth_frame
        if last is None or not 0 <= frame.t - last.t < MAX_MOUTH_AGE_S - TIME_TOLERANCE_S:
            return False
        now, then = frame.measures, last.measures
        if (
            max(now.gap, then.gap) >= MAX_SHUT_LIP_GAP
            or max(abs(now.gap - then.gap), abs(now.width - then.width)) >= MAX_STILL_LIP_MOTION
        ):
            return False
        shown = (last.mouth.tongue_out, last.mouth.teeth)
        return all(score is not None and score < MAX_EMPTY_MOUTH_SCORE for score in shown)

    def assign_player(self, player: str | None, profile: FaceProfile | None = None) -> None:
        """Assign a player to this seat, and use their face profile.

        If another profile was in use, the neutral face that was learned is discarded.
        """
        if self.profile is not None and self.profile is not profile:
            self.judge.forget()
        self.player, self.profile = player, profile
        if profile is not None:
            self.judge.know(profile.neutral, profile.signals, profile.own)

    def follow(self, t: float, fit: SeatFit, *, sure: bool) -> None:
        """Record that the face was seen at ``t`` seconds.

        Args:
            t: Time of the frame, in seconds.
            fit: Landmarks of the face on the frame.
            sure: True if no other person is near enough to be confused with this one.
        """
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
        """Record that the face was not found on a frame; tracking stops until a search finds it again."""
        if self.frame is not None:
            self.shaking = self.frame.speed > MIN_SHAKING_DEG_S
        self.fit = self.picture = None
        self.frame = self.last_mouth_frame = self.last_expression_frame = None
        self.misses = 0
        self.shape.restart()
        self.life.restart()

    def mismatch(self, t: float, fit: SeatFit) -> float:
        """Return how unlikely it is that ``fit`` is this seat's face: about 1 for the same face, from 3 for another.

        Place and size weigh most shortly after the face was last seen; its descriptor always weighs the same.
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
            # A head that shakes is blurred and turned: its shape matches nobody, but its place does.
            return min(place + unlike, 1.5)
        return place + unlike


def near(a: SeatFit, b: SeatFit) -> float:
    """Return the distance between two faces, in distances between the outer eye corners of the larger face."""
    return hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y) / max(a.pose.unit, b.pose.unit)
