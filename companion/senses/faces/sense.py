"""The face sense: frames of one source in, events out. It knows nothing of rules."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import degrees
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from companion import events
from companion.errors import DeviceUnavailable
from companion.facts import Fact, fact
from companion.senses.faces import settings as shipped_settings
from companion.senses.faces.appearance import Appearance, FaceModel, MouthModel
from companion.senses.faces.features import FaceFrame, measure
from companion.senses.faces.geometry import pose_of
from companion.senses.faces.graph import Detection, FaceMesh, Image, Region, region_of
from companion.senses.faces.judge import Change, Judge
from companion.senses.faces.picture import light_of
from companion.senses.faces.picture import to_rgb as to_rgb
from companion.senses.faces.search import Search
from companion.senses.faces.seat import Fit, Seat, fit_of
from companion.senses.faces.seating import Seating
from companion.senses.faces.settings import Settings

SeatState: TypeAlias = Literal["seen", "lost", "learning", "ready", "turned", "back"]
SURER = 0.1  # of a detection's score
PRESENT = 0.5  # the mesh's face presence from which a face that was found is believed


class FaceSense:
    """Follows the faces of one source and judges their signals.

    ``mouth`` scores mouth crops (64, 64, 3) RGB, ``face`` face crops (96, 96) grey; None leaves them unscored, and the
    default is the model that travels with the program, if one does. Not for two threads at once; inside, faces are
    fitted by ``workers`` threads.
    """

    def __init__(
        self,
        source: str = "",
        settings: Settings | None = None,
        *,
        mouth: MouthModel | Literal["shipped"] | None = "shipped",
        face: FaceModel | Literal["shipped"] | None = "shipped",
        workers: int = 2,
    ) -> None:
        self.source = source
        self.settings = settings or shipped_settings.shipped()
        self.seating = Seating(self.settings, lambda: Judge(self.settings))
        self._appearance = Appearance(self.settings, mouth, face)
        self.failure: DeviceUnavailable | None = self._appearance.failure
        """Why tongue and teeth are not judged, where that is so."""
        self._search = Search(self.settings)
        self._meshes = [FaceMesh() for _ in range(max(1, workers))]
        self._pool = ThreadPoolExecutor(len(self._meshes)) if len(self._meshes) > 1 else None
        self._size: tuple[int, int] | None = None
        self._t = 0.0
        self._standing = 0
        self._nobody: float | None = None
        self._light = 255.0  # mean brightness of the picture while nobody is seen
        self._told_nobody = False
        self._told_over = False
        self._told: list[events.Event] = []

    @property
    def seats(self) -> list[Seat]:
        """Everybody known, also those who left."""
        return self.seating.seats

    def process(self, image: npt.NDArray[Any], t: float) -> list[events.Event]:
        """One frame: (h, w, 3) BGR or (h, w) grey, uint8, at ``t`` seconds. Gives what happened, in order."""
        self._t = t
        rgb = to_rgb(image)
        if rgb is None:
            for seat in self.seating.followed:
                seat.miss()
            return self._report(t)
        self._resized(rgb)
        followed = self.seating.followed
        fits = self._fit(rgb, [(s.region, s.coloured) for s in followed])
        self.seating.advance(t, list(zip(followed, fits, strict=True)))
        self._told = [self._says(t, trouble) for trouble in self._appearance.trouble]
        self._appearance.trouble.clear()
        if self._search.due(t, self.seating.hurry):
            self._look(rgb, t)
            self._told += self._exchanged(t)
        if not self.seating.followed:
            self._light = float(rgb[::16, ::16].mean())
        self._frames(rgb, t)
        return [*self._told, *self._report(t)]

    def hear(self, name: str, player: str | None, t: float) -> None:
        """A microphone heard the noise of signal ``name`` at ``t`` (s), of ``player`` or nobody knows of whom."""
        for seat in self.seats:
            if player in (None, seat.player):
                seat.judge.hear(name, t)

    def finish(self) -> list[events.Event]:
        """The source ended: signals still shown stop now."""
        out: list[events.Event] = []
        for seat in self.seats:
            out += [self._signal(seat, c) for c in seat.judge.end(self._t)]
        if not self.seats and not self._told_nobody:
            out.append(self._nobody_event(self._t))
        return out

    def close(self) -> None:
        """Frees the models; the sense cannot be used afterwards."""
        if self._pool:
            self._pool.shutdown()
        for mesh in self._meshes:
            mesh.close()
        self._search.close()

    def __enter__(self) -> FaceSense:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _resized(self, rgb: Image) -> None:
        h, w = rgb.shape[:2]
        if self._size not in (None, (w, h)):
            assert self._size is not None
            self.seating.rescale(w / self._size[0], h / self._size[1])
        self._size = (w, h)

    def _fit(self, rgb: Image, wanted: list[tuple[Region, bool]], *, settle: int = 0) -> list[Fit | None]:
        """Meshes in regions, and whether colours are wanted; with ``settle`` rounds more, each in the region that the
        one before gives."""

        def share(k: int) -> list[Fit | None]:
            return [_fit_one(self._meshes[k], rgb, *w, settle) for w in wanted[k :: len(self._meshes)]]

        if self._pool is None or len(wanted) < 2:
            return [_fit_one(self._meshes[0], rgb, *w, settle) for w in wanted]
        shares = list(self._pool.map(share, range(len(self._meshes))))
        return [shares[k % len(shares)][k // len(shares)] for k in range(len(wanted))]

    def _look(self, rgb: Image, t: float) -> None:
        """Search the whole frame for faces that nobody follows."""
        found = self._search.find(rgb, anybody=bool(self.seating.followed))
        if not self.seating.followed and self._turned_over(rgb, found, t):
            return
        if any(s.fit is None for s in self.seating.seats):
            found = self._closer(rgb, found, t)
        new = self.seating.unclaimed(found)
        fits = self._fit(rgb, [(d.region, True) for d in new], settle=2)
        if self._search.again(t, any(not _there(f) for f in fits)):
            fits = [f if _there(f) else self._other_regions(rgb, d) for d, f in zip(new, fits, strict=True)]
        good = [(d, f) for d, f in zip(new, fits, strict=True) if f is not None and _there(f)]
        self.seating.place(t, good)

    def _other_regions(self, rgb: Image, found: Detection) -> Fit | None:
        """The surest mesh of regions other than the detector's own: those of a head turned far are often off."""
        fits = self._fit(rgb, [(region, True) for region in found.others], settle=2)
        return max((f for f in fits if f is not None), key=lambda f: f.presence, default=None)

    def _closer(self, rgb: Image, found: list[Detection], t: float) -> list[Detection]:
        """What was found, and faces of lost seats found by looking closer at where each was seen last."""
        for seat in self.seating.seats:
            if seat.fit is not None or seat.last is None or t - seat.seen > self.settings.seats["closer_s"]:
                continue
            pose = seat.last.pose
            if not any(d.x <= pose.x <= d.x + d.width and d.y <= pose.y <= d.y + d.height for d in found):
                found = [*found, *self._search.closer(rgb, pose.x, pose.y, pose.unit)]
        return found

    def _exchanged(self, t: float) -> list[events.Event]:
        """The camera mirrors its picture all at once: faces keep their seats, and it is said."""
        pairs = self.seating.exchanged()
        names = [[s.player or fact("face.seat", seat=s.number) for s in pair] for pair in pairs]
        detail = fact("face.exchanged", pairs=[fact("face.pair", names=pair) for pair in names])
        return [events.Source(onset=t, decided=t, source=self.source, status="online", detail=detail)] if pairs else []

    def _turned_over(self, rgb: Image, found: list[Detection], t: float) -> bool:
        """Whether faces are seen better with the picture on its head; asked while nobody is followed.

        The detector takes some heads for upright that stand on theirs, but is less sure of them.
        """
        over = self._search.find(np.ascontiguousarray(rgb[::-1, ::-1]), anybody=True)
        now = bool(over) and over[0].score > (found[0].score if found else 0.0) + SURER
        if now and not self._told_over:
            self._told.append(self._says(t, fact("face.upside-down")))
        self._told_over = now
        return now

    def _frames(self, rgb: Image, t: float) -> None:
        """Measure every followed face, with the networks' view where there are any."""
        for seat in self.seating.followed:
            if seat.fit is not None:
                seat.frame = frame_of(t, seat.fit, seat.frame)
                seat.light = light_of(rgb, seat.fit.points)
        self._appearance.look(rgb, self.seating.followed)

    def _report(self, t: float) -> list[events.Event]:
        out: list[events.Event] = []
        for seat in self.seats:
            out += self._judge(seat, t)
        if len(self.seating.standing) != self._standing:
            self._standing = len(self.seating.standing)
            out += self._crowd(t)
        out += self._nobody_here(t)
        return out

    def _judge(self, seat: Seat, t: float) -> list[events.Event]:
        why = self._why_not(seat)
        if seat.fit is None and t - seat.seen >= self.settings.seats["lost_s"]:
            changes = seat.judge.blind(t)
            gone = self._state(seat, t, "lost", fact("face.not-seen"), seat.seen)
            return [*(self._signal(seat, c) for c in changes), *gone]
        if seat.fit is None or seat.frame is None:
            return [self._signal(seat, c) for c in seat.judge.blind(t)]
        if why:
            near = seat.frame.size >= self.settings.seats["smallest"]
            changes = seat.judge.blind(t, seat.frame if near else None)
            return [*(self._signal(seat, c) for c in changes), *self._state(seat, t, "turned", why, t)]
        changes = seat.judge.see(seat.frame)
        ready = seat.judge.neutral.ready
        state = self._state(seat, t, "ready" if ready else "learning", None, t)
        return [*state, *(self._signal(seat, c) for c in changes)]

    def _why_not(self, seat: Seat) -> Fact | None:
        if seat.frame is None:
            return None
        if abs(seat.frame.yaw) > self.settings.seats["turned"]:
            return fact("face.turned")
        if seat.frame.size < self.settings.seats["smallest"]:
            return fact("face.far")
        if seat.light < self.settings.seats["dark"]:
            return fact("face.dark")
        return None

    def _state(self, seat: Seat, t: float, state: SeatState, detail: Fact | None, onset: float) -> list[events.Event]:
        """Events for a change of the seat's state; none if it is as it was."""
        before, seat.state = seat.state, state
        if before == state and not (state == "learning" and seat.since == t):
            return []
        names: list[SeatState] = [state]
        if before == "seen":
            names = ["seen", state]
        elif before == "lost":
            names = ["back", state]
        return [
            events.Seat(
                onset=onset,
                decided=t,
                source=self.source,
                player=seat.player,
                seat=seat.number,
                state=n,
                detail=detail,
            )
            for n in names
        ]

    def _signal(self, seat: Seat, change: Change) -> events.Signal:
        edge, hold = change.edge, change.hold
        evidence: dict[str, Any] = {"seat": seat.number, "frames": change.frames}
        confidence = 1.0
        if change.score is not None:
            evidence |= {k: round(v, 4) for k, v in change.score.parts.items()}
            evidence |= {"score": round(change.score.value, 4), "threshold": hold.on if edge.on else hold.off}
            confidence = _confidence(change.score.value, hold.on, hold.off) if edge.on else 1.0
        evidence |= {"held_s": round(edge.decided - edge.onset, 3), "hold_s": hold.hold if edge.on else hold.release}
        return events.Signal(
            onset=edge.onset,
            decided=edge.decided,
            confidence=confidence,
            source=self.source,
            player=seat.player,
            name=change.name,
            phase="on" if edge.on else "off",
            evidence=evidence,
        )

    def _crowd(self, t: float) -> list[events.Event]:
        most = int(self.settings.seats["most"])
        detail = fact("face.crowd", most=most)
        return [
            events.Seat(onset=t, decided=t, source=self.source, seat=most + k + 1, state="seen", detail=detail)
            for k in range(self._standing)
        ]

    def _nobody_here(self, t: float) -> list[events.Event]:
        """No face: said once, after a second without any."""
        if self.seating.followed:
            self._nobody, self._told_nobody = None, False
        elif self._nobody is None:
            self._nobody = t
        elif t - self._nobody >= 1.0 and not self._told_nobody and not self.seats:
            return [self._nobody_event(self._nobody)]
        return []

    def _says(self, t: float, detail: Fact) -> events.Event:
        """Something that concerns the whole picture."""
        return events.Source(onset=t, decided=t, source=self.source, status="online", detail=detail)

    def _nobody_event(self, onset: float) -> events.Event:
        self._told_nobody = True
        detail = fact("face.dark" if self._light < self.settings.seats["dark"] else "face.nobody")
        return events.Seat(onset=onset, decided=self._t, source=self.source, seat=0, state="lost", detail=detail)


def _there(fit: Fit | None) -> bool:
    """Whether the mesh says that a face is where it lies."""
    return fit is not None and fit.presence >= PRESENT


def _fit_one(mesh: FaceMesh, rgb: Image, region: Region, coloured: bool, settle: int) -> Fit | None:
    points, presence = mesh.fit(rgb, region)
    for _ in range(settle):
        if points is None:
            return None
        points, presence = mesh.fit(rgb, region_of(points))
    return None if points is None else fit_of(points, pose_of(points), presence, rgb if coloured else None)


def frame_of(t: float, fit: Fit, before: FaceFrame | None) -> FaceFrame:
    """The measures of a fitted face; its speed against the frame before. Nothing is known of the mouth yet."""
    yaw, pitch, roll = degrees(fit.pose.yaw), degrees(fit.pose.pitch), degrees(fit.pose.roll)
    speed = 0.0
    if before is not None and t > before.t:
        turned = max(abs(yaw - before.yaw), abs(pitch - before.pitch), abs(roll - before.roll))
        speed = turned / (t - before.t)
    return FaceFrame(t, measure(fit.points, fit.pose), yaw, pitch, roll, speed, fit.pose.unit, fit.presence)


def _confidence(score: float, on: float, off: float) -> float:
    """From 0.5 at the threshold towards 1 as the score rises over it by the width of the hysteresis."""
    over = (score - on) / max(on - off, 1e-6)
    return round(float(1 / (1 + np.exp(-2 * over))), 3)
