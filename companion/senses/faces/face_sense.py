"""The face sense: turn the frames of one camera or file into events, without knowing any rules of the game."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from math import degrees
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from companion import events
from companion.errors import DeviceUnavailable
from companion.facts import fact
from companion.senses.faces import settings as shipped_settings
from companion.senses.faces.appearance import Appearance, FaceModel, MouthModel, SecondModel
from companion.senses.faces.face_events import FaceEvents
from companion.senses.faces.face_networks import Detection, FaceMesh, Region, region_of
from companion.senses.faces.face_search import FaceSearch
from companion.senses.faces.features import FaceFrame, measure
from companion.senses.faces.geometry import Image, light_of, pose_of, to_bgr
from companion.senses.faces.seat import FaceSeat, SeatFit, fit_of
from companion.senses.faces.seating import FaceSeating
from companion.senses.faces.settings import FaceSettings
from companion.senses.faces.signal_judge import SignalJudge

MIN_SCORE_LEAD = 0.1  # lead in detection score that shows a picture is upside down
MIN_PRESENCE = 0.5  # minimum probability that there is a face at the fitted landmarks


class FaceSense:
    """Tracks the faces of one source, and decides which signals they show.

    Not for use by two threads at once. Internally, ``workers`` threads fit the faces.

    Args:
        source: Name of the source, for its events.
        settings: Thresholds; None for the shipped ones.
        mouth: Model that scores mouth crops (64, 64, 3) RGB; None leaves mouths unscored.
        face: Model that scores face crops (96, 96) grey; None leaves faces unscored.
        second: Model that gives a second opinion on a face; None for none.
        mesh: The landmark network; None loads the shipped one.
        workers: Number of threads that fit faces.
        needs_life: Take a face for a picture until it moves: it gets no seat and no signals. Leave it False for still
            pictures.
    """

    def __init__(
        self,
        source: str = "",
        settings: FaceSettings | None = None,
        *,
        mouth: MouthModel | Literal["shipped"] | None = "shipped",
        face: FaceModel | Literal["shipped"] | None = "shipped",
        second: SecondModel | Literal["shipped"] | None = "shipped",
        mesh: FaceMesh | None = None,
        workers: int = 2,
        needs_life: bool = False,
    ) -> None:
        self.source = source
        self.settings = settings or shipped_settings.load_shipped()
        self.seating = FaceSeating(self.settings, lambda: SignalJudge(self.settings), needs_life=needs_life)
        self._appearance = Appearance(self.settings, mouth, face, second)
        self.failure: DeviceUnavailable | None = self._appearance.failure
        """Error of a network that could not be loaded; None if all are. Signals that need it are not judged."""
        self._search = FaceSearch(self.settings)
        self._mesh = mesh or FaceMesh()
        self._pool = ThreadPoolExecutor(workers) if workers > 1 else None
        self._size: tuple[int, int] | None = None
        self._t = 0.0
        self._events = FaceEvents(source, self.settings)
        self._told_over = False
        self._told: list[events.Event] = []

    @property
    def seats(self) -> list[FaceSeat]:
        """The seats of all people known, also of those who left.

        With ``needs_life``, faces that have not moved yet are left out.
        """
        return self.seating.living_seats

    def is_undecided(self, t: float) -> bool:
        """Return True if a face in view has not moved yet but may still turn out to be a person."""
        return self.seating.is_undecided(t)

    def process(self, image: npt.NDArray[Any], t: float) -> list[events.Event]:
        """Return the events of one frame, in order.

        Args:
            image: The frame, (h, w, 3) BGR or (h, w) grey.
            t: Time of the frame, in seconds.
        """
        self._t = t
        bgr = to_bgr(image)
        if bgr is None:
            for seat in self.seating.tracked_seats:
                seat.miss()
            return self._events.of(self.seating, t)
        self._on_frame_size(bgr)
        regions = {s: s.region for s in self.seating.tracked_seats}
        changed = [s for s in regions if not s.looks_unchanged(bgr, t, regions[s])]
        fits = dict(zip(changed, self._fit(bgr, [(regions[s], s.needs_colours) for s in changed]), strict=True))
        self.seating.advance(t, [(s, fits.get(s, s.fit)) for s in regions])
        self._told = [self._events.says(t, trouble) for trouble in self._appearance.trouble]
        self._appearance.trouble.clear()
        if self._search.due(t, self.seating.hurry):
            self._look(bgr, t)
            self._told += self._report_exchanged(t)
        if not self.seating.tracked_seats:
            self._events.light = float(bgr[::16, ::16].mean())
        self._frames(bgr, t)
        return [*self._told, *self._events.of(self.seating, t, partial(self._appearance.look_again, bgr))]

    def hear(self, name: str, player: str | None, t: float) -> None:
        """Record that a microphone heard the noise of signal ``name``: a face then needs fewer movements to show it.

        Args:
            name: The signal.
            player: Who made the noise; None if unknown: then it is recorded for everybody.
            t: Time of the noise, in seconds.
        """
        for seat in self.seats:
            if player in (None, seat.player):
                seat.judge.hear(name, t)

    def finish(self) -> list[events.Event]:
        """Return the final events, as the source ended: the ends of signals still shown, and faces that never moved."""
        return self._events.last(self.seating, self._t)

    def close(self) -> None:
        """Stop the worker threads. The sense cannot be used afterwards."""
        if self._pool:
            self._pool.shutdown()

    def __enter__(self) -> FaceSense:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _on_frame_size(self, bgr: Image) -> None:
        h, w = bgr.shape[:2]
        if self._size not in (None, (w, h)):
            assert self._size is not None
            self.seating.rescale(w / self._size[0], h / self._size[1])
        self._size = (w, h)

    def _fit(self, bgr: Image, wanted: list[tuple[Region, bool]], *, settle: int = 0) -> list[SeatFit | None]:
        """Fit landmarks in each region, in parallel if there are several workers.

        Args:
            bgr: The picture, (h, w, 3) BGR.
            wanted: Regions, each with True if the person's colours are needed.
            settle: Number of further fits of each face, each in the region around the landmarks of the fit before it.
        """

        def fit_one(region: tuple[Region, bool]) -> SeatFit | None:
            return _fit_one(self._mesh, bgr, *region, settle)

        if self._pool is None or len(wanted) < 2:
            return [fit_one(region) for region in wanted]
        return list(self._pool.map(fit_one, wanted))

    def _look(self, bgr: Image, t: float) -> None:
        """Search the whole frame for faces that are not tracked, and give them seats."""
        found = self._search.find(bgr, anybody=bool(self.seating.tracked_seats))
        if not self.seating.tracked_seats and self._is_upside_down(bgr, found, t):
            return
        if any(s.fit is None for s in self.seating.seats):
            found = self._closer(bgr, found, t)
        new = self.seating.match_detections(found)
        fits = self._fit(bgr, [(d.region, True) for d in new], settle=2)
        if self._search.may_retry(t, any(not _there(f) for f in fits)):
            fits = [f if _there(f) else self._other_regions(bgr, d) for d, f in zip(new, fits, strict=True)]
        good = [(d, f) for d, f in zip(new, fits, strict=True) if f is not None and _there(f)]
        self.seating.place(t, good)

    def _other_regions(self, bgr: Image, found: Detection) -> SeatFit | None:
        """Return the best fit of landmarks over the detection's ``other_regions``; None if there is none.

        Its first region is often off for a head turned far.
        """
        fits = self._fit(bgr, [(region, True) for region in found.other_regions], settle=2)
        return max((f for f in fits if f is not None), key=lambda f: f.presence, default=None)

    def _closer(self, bgr: Image, found: list[Detection], t: float) -> list[Detection]:
        """Return the detections, and further ones from enlarged parts of the frame where lost faces were last seen."""
        for seat in self.seating.seats:
            if seat.fit is not None or seat.last is None or t - seat.last_seen > self.settings.seats["closer_s"]:
                continue
            pose = seat.last.pose
            if not any(d.x <= pose.x <= d.x + d.width and d.y <= pose.y <= d.y + d.height for d in found):
                found = [*found, *self._search.find_enlarged(bgr, pose.x, pose.y, pose.unit)]
        return found

    def _report_exchanged(self, t: float) -> list[events.Event]:
        """Return an event if two faces changed places at once, as when the camera mirrors its picture.

        The seats follow their faces.
        """
        pairs = self.seating.find_exchanged()
        names = [[s.player or fact("face.seat", seat=s.number) for s in pair] for pair in pairs]
        detail = fact("face.exchanged", pairs=[fact("face.pair", names=pair) for pair in names])
        return [self._events.says(t, detail)] if pairs else []

    def _is_upside_down(self, bgr: Image, found: list[Detection], t: float) -> bool:
        """Return True if faces are detected with a clearly higher score when the picture is turned by 180 degrees.

        The detector takes some upside-down heads for upright ones, but with a lower score. The first such frame is
        reported.
        """
        over = self._search.find(np.ascontiguousarray(bgr[::-1, ::-1]), anybody=True)
        now = bool(over) and over[0].score > (found[0].score if found else 0.0) + MIN_SCORE_LEAD
        if now and not self._told_over:
            self._told.append(self._events.says(t, fact("face.upside-down")))
        self._told_over = now
        return now

    def _frames(self, bgr: Image, t: float) -> None:
        """Store the measures of every tracked face in its seat, and add the networks' scores."""
        for seat in self.seating.tracked_seats:
            if seat.frame is not None and seat.fit_time < t:
                seat.frame = replace(seat.frame, t=t, speed=0.0)
            elif seat.fit is not None:
                seat.frame = frame_of(t, seat.fit, seat.frame)
                seat.light = light_of(bgr, seat.fit.points)
        self._appearance.look(bgr, self.seating.tracked_seats)


def _there(fit: SeatFit | None) -> bool:
    """Return True if landmarks were fitted and a face is probable enough there."""
    return fit is not None and fit.presence >= MIN_PRESENCE


def _fit_one(mesh: FaceMesh, bgr: Image, region: Region, coloured: bool, settle: int) -> SeatFit | None:
    points, presence = mesh.fit(bgr, region)
    for _ in range(settle):
        if points is None:
            return None
        points, presence = mesh.fit(bgr, region_of(points))
    return None if points is None else fit_of(points, pose_of(points), presence, bgr if coloured else None)


def frame_of(t: float, fit: SeatFit, before: FaceFrame | None) -> FaceFrame:
    """Return the measures of a fitted face, with the head's turning speed since the previous frame ``before``.

    The networks' scores are not filled in.
    """
    yaw, pitch, roll = degrees(fit.pose.yaw), degrees(fit.pose.pitch), degrees(fit.pose.roll)
    speed = 0.0
    if before is not None and t > before.t:
        turned = max(abs(yaw - before.yaw), abs(pitch - before.pitch), abs(roll - before.roll))
        speed = turned / (t - before.t)
    return FaceFrame(t, measure(fit.points, fit.pose), yaw, pitch, roll, speed, fit.pose.unit)
