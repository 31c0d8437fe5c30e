"""Create the events of the face sense: state of each seat, start and end of signals, too many faces, nobody in view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Literal, TypeAlias

import numpy as np

from companion import events
from companion.facts import Fact, fact
from companion.senses.faces.seat import FaceSeat
from companion.senses.faces.seating import DECISION_TIMEOUT_S, FaceSeating
from companion.senses.faces.second_look import SecondScores
from companion.senses.faces.settings import FaceSettings
from companion.senses.faces.signal_judge import LookAgain, SignalChange

SeatState: TypeAlias = Literal["seen", "lost", "learning", "ready", "turned", "back"]


MAX_MOTION_WAIT_S = 2.5  # seconds after a face's appearance within which a signal may end and still be reported
PICTURE_AFTER_S = 4.0  # seconds after which a face that has not moved is reported as a picture


class FaceEvents:
    """Creates the events of the face sense; each change is reported once.

    A face that has not moved may be a picture of one. Its events are held back until it moves, and reported then.

    Attributes:
        light: Mean brightness of the last frame without anybody, 0..255.
    """

    def __init__(self, source: str, settings: FaceSettings) -> None:
        self._source, self._seats = source, settings.seats
        self.light = 255.0
        self._standing = 0
        self._nobody: float | None = None
        self._told_nobody = False
        self._waiting: dict[FaceSeat, list[events.Event]] = {}
        self._told_pictures: set[FaceSeat] = set()

    def of(
        self, seating: FaceSeating, t: float, look_again: Callable[[FaceSeat], SecondScores | None] = lambda _: None
    ) -> list[events.Event]:
        """Return the events of a frame, in order.

        Args:
            seating: All seats at the camera, already updated for this frame.
            t: Time of the frame, in seconds.
            look_again: Function that returns a second opinion on a seat's face.
        """
        out: list[events.Event] = []
        for seat in seating.wake_seats():
            out += self._release(seat, t)
        for seat in seating.seats:
            shown = self._judge(seat, t, partial(look_again, seat))
            if seat.is_living:
                out += shown
            else:
                self._hold(seat, shown)
                out += self._picture(seat, t)
        for gone in self._waiting.keys() - set(seating.seats):
            del self._waiting[gone]
        self._told_pictures &= set(seating.seats)
        if len(seating.standing) != self._standing:
            self._standing = len(seating.standing)
            out += self._crowd(t)
        return [*out, *self._nobody_here(seating, t)]

    def last(self, seating: FaceSeating, t: float) -> list[events.Event]:
        """Return the final events, as the source ended at ``t`` seconds.

        They end all signals still shown, and report faces that never moved, or that nobody was seen.
        """
        seats = seating.living_seats
        out: list[events.Event] = [self._signal(seat, c) for seat in seats for c in seat.judge.end(t)]
        for seat in seating.tracked_seats:
            out += self._picture(seat, t, ended=True)
        return out if seats or self._told_nobody or self._told_pictures else [*out, self._nobody_event(t, t)]

    def _hold(self, seat: FaceSeat, shown: list[events.Event]) -> None:
        """Hold back the events of a face that may be a picture.

        A signal that ended more than ``MAX_MOTION_WAIT_S`` after the face appeared is dropped.
        """
        waiting = self._waiting.setdefault(seat, [])
        for event in shown:
            if (
                isinstance(event, events.Signal)
                and event.phase == "off"
                and event.onset - seat.since > MAX_MOTION_WAIT_S
            ):
                begun = [e for e in waiting if isinstance(e, events.Signal) and e.name == event.name]
                waiting[:] = [e for e in waiting if e not in begun]
            elif isinstance(event, events.Seat):
                waiting[:] = [e for e in waiting if not isinstance(e, events.Seat) or e.state != event.state]
                waiting.append(event)
            else:
                waiting.append(event)

    def _release(self, seat: FaceSeat, t: float) -> list[events.Event]:
        """Return the events held back for a face that is now known to be alive, with its seat number."""
        out: list[events.Event] = []
        for event in self._waiting.pop(seat, []):
            if isinstance(event, events.Seat):
                out.append(replace(event, decided=t, seat=seat.number))
            elif isinstance(event, events.Signal):
                out.append(replace(event, decided=t, evidence={**event.evidence, "seat": seat.number}))
        return out

    def _picture(self, seat: FaceSeat, t: float, *, ended: bool = False) -> list[events.Event]:
        """Return an event, once, if the face has not moved for ``PICTURE_AFTER_S`` and is therefore ignored.

        If the source ended (``ended``), the face is reported without that delay.
        """
        if seat.is_living or seat in self._told_pictures or seat.fit is None:
            return []
        if not ended and t - seat.since < PICTURE_AFTER_S:
            return []
        self._told_pictures.add(seat)
        is_brief = t - seat.since < DECISION_TIMEOUT_S  # people who sit calmly may not have moved yet
        return [self.says(t, fact("face.brief" if is_brief else "face.motionless"))]

    def says(self, t: float, detail: Fact) -> events.Event:
        """Return an event with a message about the whole source, not about one seat."""
        return events.Source(onset=t, decided=t, source=self._source, status="online", detail=detail)

    def _judge(self, seat: FaceSeat, t: float, look_again: LookAgain) -> list[events.Event]:
        why = self._why_not(seat)
        if seat.fit is None and t - seat.last_seen >= self._seats["lost_s"]:
            changes = seat.judge.blind(t)
            gone = self._state(seat, t, "lost", fact("face.not-seen"), seat.last_seen)
            return [*(self._signal(seat, c) for c in changes), *gone]
        if seat.fit is None or seat.frame is None:
            return [self._signal(seat, c) for c in seat.judge.blind(t)]
        if why:
            near = seat.frame.size >= self._seats["smallest"]
            changes = seat.judge.blind(t, seat.frame if near else None)
            return [*(self._signal(seat, c) for c in changes), *self._state(seat, t, "turned", why, t)]
        changes = seat.judge.see(seat.frame, look_again)
        ready = seat.judge.neutral.ready
        state = self._state(seat, t, "ready" if ready else "learning", None, t)
        return [*state, *(self._signal(seat, c) for c in changes)]

    def _why_not(self, seat: FaceSeat) -> Fact | None:
        if seat.frame is None:
            return None
        if abs(seat.frame.yaw) > self._seats["turned"]:
            return fact("face.turned")
        if seat.frame.size < self._seats["smallest"]:
            return fact("face.far")
        if seat.light < self._seats["dark"]:
            return fact("face.dark")
        return None

    def _state(
        self, seat: FaceSeat, t: float, state: SeatState, detail: Fact | None, onset: float
    ) -> list[events.Event]:
        """Return the events for a change of the seat's state; none if it is unchanged."""
        before, seat.state = seat.state, state
        if before == state and not (state == "learning" and seat.since == t):
            return []
        first: dict[str, SeatState] = {"seen": "seen", "lost": "back"}
        names = [first[before], state] if before in first else [state]
        source, player, number = self._source, seat.player, seat.number
        told = partial(events.Seat, onset=onset, decided=t, source=source, player=player, seat=number, detail=detail)
        return [told(state=name) for name in names]

    def _signal(self, seat: FaceSeat, change: SignalChange) -> events.Signal:
        edge, hold = change.edge, change.hold
        evidence: dict[str, object] = {"seat": seat.number, "frames": change.frames}
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
            source=self._source,
            player=seat.player,
            name=change.name,
            phase="on" if edge.on else "off",
            evidence=evidence,
        )

    def _crowd(self, t: float) -> list[events.Event]:
        most = int(self._seats["most"])
        detail = fact("face.crowd", most=most)
        return [
            events.Seat(onset=t, decided=t, source=self._source, seat=most + k + 1, state="seen", detail=detail)
            for k in range(self._standing)
        ]

    def _nobody_here(self, seating: FaceSeating, t: float) -> list[events.Event]:
        """Return an event, once, if no face has been seen for a second and no seat is kept for anybody."""
        if seating.tracked_seats:
            self._nobody, self._told_nobody = None, False
        elif self._nobody is None:
            self._nobody = t
        elif t - self._nobody >= 1.0 and not self._told_nobody and not seating.seats:
            return [self._nobody_event(self._nobody, t)]
        return []

    def _nobody_event(self, onset: float, t: float) -> events.Event:
        self._told_nobody = True
        detail = fact("face.dark" if self.light < self._seats["dark"] else "face.nobody")
        return events.Seat(onset=onset, decided=t, source=self._source, seat=0, state="lost", detail=detail)


def _confidence(score: float, on: float, off: float) -> float:
    """Return the confidence of a score: 0.5 at the threshold ``on``, rising towards 1 above it.

    The farther the threshold ``off`` lies below ``on``, the slower it rises.
    """
    over = (score - on) / max(on - off, 1e-6)
    return round(float(1 / (1 + np.exp(-2 * over))), 3)
