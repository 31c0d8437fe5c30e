"""Observe players for a warm-up in the threads of cameras and microphones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from companion.events import Event
from companion.people.lessons.noise_lesson import Bouts
from companion.people.warmup.cards import FaceObservation, MicrophoneLevels, NoiseObservation
from companion.senses.faces.identity import BONE_COUNT
from companion.senses.faces.seat import FaceSeat
from companion.senses.sounds.levels import BLOCK_S, BLOCK_SAMPLES, loudness_of
from companion.sitting.camera_stations import CameraStation, FaceStation
from companion.sitting.microphone_station import MicrophoneStation, SoundObserver
from companion.sources.audio import RATE, Samples, decibels
from companion.sources.picture_source import Frame

GLANCE_INTERVAL_S = 0.06  # seconds between two observations of a camera


class FaceObserver:
    """Camera observer that reports each player's face while a warm-up is on.

    Args:
        wanted: Returns True while reports are wanted.
        tell: Called with each report.
    """

    def __init__(self, wanted: Callable[[], bool], tell: Callable[[FaceObservation], None]) -> None:
        self._wanted, self._tell = wanted, tell
        self._last: dict[int, float] = {}

    def __call__(self, station: CameraStation, frame: Frame) -> tuple[()]:
        if not isinstance(station, FaceStation) or not self._wanted():
            return ()
        if 0 <= frame.t - self._last.get(id(station), -1.0) < GLANCE_INTERVAL_S:
            return ()
        self._last[id(station)] = frame.t
        seats = [s for s in station.sense.seats if s.fit is not None]
        seated = {s.player: s for s in seats if s.player is not None}
        behind = float(frame.image[::16, ::16].mean()) if frame.image.size else 255.0
        for player in station.places.players:
            seat = seated.get(player)
            known = FaceObservation(frame.t, faces=len(seats))
            if seat is not None:
                known = glance(seat, frame.t, behind, len(seats))
            crowd = len(station.places.players) == 1 and len(seats) > 1
            self._tell(replace(known, player=player, crowd=crowd))
        return ()


def glance(seat: FaceSeat, t: float, behind: float, faces: int) -> FaceObservation:
    """Return what a frame shows of the face in a seat.

    Args:
        seat: The seat.
        t: Time of the frame, seconds.
        behind: Mean brightness of the picture, 0..255.
        faces: Number of faces in the picture.
    """
    judge, long = seat.judge, seat.shape.long
    if seat.frame is None:
        return FaceObservation(t, faces=faces)
    return FaceObservation(
        t,
        seat.frame,
        seat.light,
        behind,
        faces,
        beliefs=dict(judge.neutral.beliefs),
        scores={name: score.value for name, score in judge.scores.items()},
        on={name: state.hold.on for name, state in judge.states.items()},
        shown=frozenset(judge.shown_signals),
        bones=() if long is None or np.isnan(long[:BONE_COUNT]).any() else tuple(float(v) for v in long[:BONE_COUNT]),
    )


DEAD_AFTER_S = 3.0  # seconds of digital silence after which a microphone counts as dead
BUSY_AFTER_S = 4.0  # seconds without a pause after which the room counts as busy (music, talk)
_SILENCE_DBFS = -95.0  # level below which sound is digital silence, dB full scale


class NoiseObserver(SoundObserver):
    """Sound observer that reports noises and levels at one microphone while a warm-up is on.

    Args:
        station: The microphone's station.
        wanted: Returns True while reports are wanted.
        tell: Called with each noise and, several times a second, with the levels.
    """

    def __init__(
        self,
        station: MicrophoneStation,
        wanted: Callable[[], bool],
        tell: Callable[[NoiseObservation | MicrophoneLevels], None],
    ) -> None:
        self._station, self._wanted, self._tell = station, wanted, tell
        self._bouts: Bouts | None = None
        self._t = self._told = 0.0
        self._silent = self._loud = 0.0
        self._floor = -60.0

    def feed(self, samples: Samples, t: float, lost: float) -> Iterable[Event]:
        self._t = t + len(samples) / RATE
        if not self._wanted():  # skip the work while nobody wants it
            self._bouts = None
            return ()
        self._bouts = self._bouts or Bouts()
        heard = list(self._bouts.feed(samples))
        level = decibels(samples)
        self._silent = self._silent + len(samples) / RATE if level < _SILENCE_DBFS else 0.0
        self._loud = 0.0 if heard or not self._bouts.on else self._loud + len(samples) / RATE
        for piece, room in heard:
            self._floor = room
            self._tell(self._noise(piece, room))
        if self._t - self._told >= 0.15 or heard:
            self._told = self._t
            tail = fall(heard[-1][0]) if heard else None
            dead, busy = self._silent > DEAD_AFTER_S, self._loud > BUSY_AFTER_S
            self._tell(MicrophoneLevels(self._t, level, self._floor, dead, busy, tail, self._station.player))
        return ()

    def finish(self) -> Iterable[Event]:
        for piece, room in self._bouts.finish() if self._wanted() and self._bouts is not None else ():
            self._tell(self._noise(piece, room))
        return ()

    def _noise(self, samples: Samples, room: float) -> NoiseObservation:
        one, end, onset = self._station, self._t, self._t - len(samples) / RATE
        mouths = one.whose(onset, end)
        return NoiseObservation(onset, end, samples, room, loudest(samples), one.name, one.player, mouths)


def loudest(samples: Samples) -> float:
    """Return the level of the loudest hundredth of a second, dB full scale."""
    return float(loudness_of(samples).max()) if len(samples) else -100.0


def fall(samples: Samples) -> float | None:
    """Return the seconds that a sound takes to fall 30 dB below its loudest; None if it never does.

    They are counted from the last hundredth of a second that is within 6 dB of the loudest.
    """
    if len(samples) < 5 * BLOCK_SAMPLES:
        return None
    level = loudness_of(samples)
    loud = np.flatnonzero(level > level.max() - 6.0)
    after = np.flatnonzero(level[loud[-1] :] < level.max() - 30.0)
    return float(after[0] * BLOCK_S) if len(after) else None
