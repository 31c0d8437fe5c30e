"""Sound of a microphone as noises for a warm-up: another sense beside its own, in the microphone's thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from companion.events import Event
from companion.people.lessons.noise_lesson import Bouts
from companion.people.warmup.observations import MicrophoneLevels, NoiseObservation
from companion.senses.sounds.levels import BLOCK, SECONDS, loudness_of
from companion.sitting.sound_observer import SoundObserver
from companion.sources.audio import RATE, Samples

if TYPE_CHECKING:
    from companion.sitting.microphone_station import MicrophoneStation

DEAD = 3.0  # seconds of digital silence after which a microphone hears nothing
BUSY = 4.0  # seconds without a pause after which something plays or somebody talks on
_FLOOR = -95.0  # dB full scale


class NoiseObserver(SoundObserver):
    """Beside the sense of one microphone. ``wanted`` says whether anybody asks; ``tell`` gets noises and levels."""

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
        if not self._wanted():  # nobody asks: it costs nothing
            self._bouts = None
            return ()
        self._bouts = self._bouts or Bouts()
        heard = list(self._bouts.feed(samples))
        power = float(np.mean(samples.astype(np.float64) ** 2)) if len(samples) else 0.0
        level = float(10 * np.log10(power + 1e-10))
        self._silent = self._silent + len(samples) / RATE if level < _FLOOR else 0.0
        self._loud = 0.0 if heard or not self._bouts.on else self._loud + len(samples) / RATE
        for piece, room in heard:
            self._floor = room
            self._tell(self._noise(piece, room))
        if self._t - self._told >= 0.15 or heard:
            self._told = self._t
            tail = fall(heard[-1][0]) if heard else None
            dead, busy = self._silent > DEAD, self._loud > BUSY
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
    """Level of the loudest hundredth of a second, dB full scale."""
    return float(loudness_of(samples).max()) if len(samples) else -100.0


def fall(samples: Samples) -> float | None:
    """Seconds from the last loud block to 30 dB under the loudest; None where it does not fall so far."""
    if len(samples) < 5 * BLOCK:
        return None
    level = loudness_of(samples)
    loud = np.flatnonzero(level > level.max() - 6.0)
    after = np.flatnonzero(level[loud[-1] :] < level.max() - 30.0)
    return float(after[0] * SECONDS) if len(after) else None
