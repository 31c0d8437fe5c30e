"""The sound interface (``AudioSource``) and what all sound sources need: resampling to 16 kHz, downmix, timing.

Every source yields ``Chunk``: mono float32 samples at 16 kHz with the time of the first one. A microphone that gives
only zeros for ``MUTE_AFTER_S`` seconds is reported as muted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from companion.clock import Clock
from companion.errors import BadInput
from companion.events import Status
from companion.facts import Fact, fact
from companion.sources.picture_source import OnStatus, StatusBoard

RATE = 16000
Samples = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Chunk:
    """A short stretch of mono sound at 16 kHz.

    Attributes:
        samples: Shape (n,), float32 in -1..1.
        t: Time of the first sample, in seconds.
        lost: Seconds of sound that are missing just before the first sample.
    """

    samples: Samples
    t: float
    lost: float = 0.0


MUTE_AFTER_S = 5.0  # seconds of zeros until a microphone counts as muted or blocked
LOSS_NOTICE_S = 30.0  # seconds between two notices of lost sound


class ToldMicrophone:
    """Base class of microphones: publishes their status when sound is silent for long, is lost, or comes back."""

    def __init__(self, name: str, clock: Clock, on_status: OnStatus | None) -> None:
        self.name, self._clock, self._board = name, clock, StatusBoard(name, on_status)
        self._zeros, self._told = 0.0, -LOSS_NOTICE_S

    def _came(self, seconds: float, *, silent: bool, lost: float, back: bool = False) -> None:
        """Update the status after a chunk has arrived.

        Args:
            seconds: Length of the chunk.
            silent: True if all its samples are 0.
            lost: Seconds of sound that are missing before the chunk.
            back: True if it is the first chunk after the microphone was away.
        """
        self._zeros = self._zeros + seconds if silent else 0.0
        if self._zeros > MUTE_AFTER_S:
            self._say("frozen", fact("mic.silent"))
        elif not silent or self._board.status == "offline":
            self._say("online", fact("mic.back") if back else None)
        if lost and self._clock.now() - self._told >= LOSS_NOTICE_S:
            self._told = self._clock.now()
            self._board.note(fact("mic.lost-sound"), self._told)

    def _say(self, status: Status, detail: Fact | None) -> None:
        self._board.publish(status, self._clock.now(), detail)


class AudioSource(Protocol):
    """Interface of one microphone or sound file.

    ``chunks`` ends at the end of a file; for a microphone it goes on until ``close``.
    """

    @property
    def name(self) -> str: ...

    @property
    def live(self) -> bool: ...

    def chunks(self) -> Iterator[Chunk]: ...

    def close(self) -> None: ...


_MIN_OFFSET = 0.01  # share of full scale; smaller offsets are not removed
_OFFSET_LEARNING_S = 1.0  # time constant of the offset's running mean


class _OffsetFilter:
    """Filter that removes the constant (DC) offset which some sound cards and recorders add to all samples.

    With an offset of a fifth of full scale no noise would be recognised. Sound without an offset stays unchanged.
    """

    def __init__(self, rate: int) -> None:
        self._rate, self._offset, self._is_used = rate, 0.0, False

    def feed(self, samples: Samples) -> Samples:
        if not len(samples):
            return samples
        before, mean = self._offset, float(samples.mean(dtype=np.float64))
        self._offset += (mean - before) * -math.expm1(-len(samples) / (self._rate * _OFFSET_LEARNING_S))
        self._is_used = self._is_used or abs(self._offset) > _MIN_OFFSET
        if not self._is_used:
            return samples
        return samples - np.linspace(before, self._offset, len(samples), dtype=np.float32)


class Resampler:
    """Converter of mono float32 blocks at ``rate`` Hz to 16 kHz, without breaks between blocks (soxr, high quality).

    The constructor raises BadInput for a rate outside 4 to 384 kHz.
    """

    def __init__(self, rate: int) -> None:
        if not 4000 <= rate <= 384000:
            raise BadInput("sound-file.rate", rate=rate)
        self.rate = rate
        self._offset = _OffsetFilter(rate)
        self._stream = None
        if rate != RATE:
            import soxr

            self._stream = soxr.ResampleStream(rate, RATE, 1, dtype="float32", quality="HQ")

    def feed(self, samples: Samples, last: bool = False) -> Samples:
        samples = self._offset.feed(samples)
        if self._stream is None:
            return samples
        out: Samples = self._stream.resample_chunk(samples, last=last)
        return out


def mono(samples: npt.NDArray[Any]) -> Samples:
    """Return samples as one channel of float32 in -1..1, shape (n,).

    Values that are not finite become 0 (NaN) or full scale (infinity). Channels are averaged. A channel that is silent
    throughout is left out, so that it does not halve the level.

    Args:
        samples: Floats or integers, shape (n,) or (n, channels).
    """
    x: npt.NDArray[Any] = np.asarray(samples)
    if np.issubdtype(x.dtype, np.integer):
        x = x / np.float32(np.iinfo(x.dtype).max + 1)
    x = np.nan_to_num(x.astype(np.float32), nan=0.0, posinf=1.0, neginf=-1.0)
    if x.ndim == 1:
        return np.asarray(x, dtype=np.float32)
    alive = np.abs(x).max(axis=0, initial=0.0) > 0
    return np.asarray(x[:, alive].mean(axis=1) if alive.any() else x[:, 0] * 0, dtype=np.float32)


_CANCELLED_POWER_SHARE = 0.1  # channels cancel each other if their average has less than this share of the power of one
_POWER_SMOOTHING = 0.1  # weight of a new block in the running mean of a channel's power
_TAKEOVER_POWER_FACTOR = 4.0  # a channel with this many times the power of the one in use replaces it
_MIN_AUDIBLE_POWER = 1e-8  # mean square; -80 dB full scale


class Downmix:
    """Mix of many channels into one, block after block.

    Two channels are averaged. If they cancel each other (a cable or a microphone in antiphase), the stronger one is
    used from then on. Of more than two channels, as audio interfaces have, the loudest one is used.
    """

    def __init__(self) -> None:
        self._power: npt.NDArray[np.float64] | None = None
        self._cancels = False
        self.channel: int | None = None
        """The channel in use, from 0; None while they are averaged."""

    def feed(self, block: npt.NDArray[Any]) -> Samples:
        """Return a block of shape (n, channels) as mono samples of shape (n,)."""
        if block.ndim == 1 or block.shape[1] == 1 or not len(block):
            return mono(block)
        power = np.square(np.nan_to_num(block.astype(np.float64), nan=0.0, posinf=1.0, neginf=-1.0)).mean(axis=0)
        mixed = mono(block)
        self._cancels = self._cancels or self._is_cancelled(mixed, power)
        if not self._cancels and block.shape[1] == 2:
            return mixed
        self._power = power if self._power is None else self._power + _POWER_SMOOTHING * (power - self._power)
        strongest = int(np.argmax(self._power))
        if self._power[strongest] > _MIN_AUDIBLE_POWER and (
            self.channel is None or self._power[strongest] > _TAKEOVER_POWER_FACTOR * self._power[self.channel]
        ):
            self.channel = strongest
        return mixed if self.channel is None else mono(block[:, self.channel])

    @staticmethod
    def _is_cancelled(mixed: Samples, power: npt.NDArray[np.float64]) -> bool:
        left = float(np.mean(mixed.astype(np.float64) ** 2))
        return bool(
            power.max() > _MIN_AUDIBLE_POWER
            and np.sort(power)[-2] > _CANCELLED_POWER_SHARE * power.max()
            and left < _CANCELLED_POWER_SHARE * power.max()
        )


def decibels(samples: npt.NDArray[Any]) -> float:
    """Return the mean level of samples of shape (n,), in dB relative to full scale; -100 for silence."""
    power = float(np.mean(samples.astype(np.float64) ** 2)) if len(samples) else 0.0
    return 10 * float(np.log10(power + 1e-10))


CLOCK_FOLLOW_SHARE = 0.005  # share of the clock error that each chunk corrects; sound cards drift by 0.01 %


class SampleClock:
    """Estimator of each chunk's time, from its arrival and the number of samples so far.

    Chunks may arrive late and in bursts, but never early.

    Args:
        gap: A chunk that arrives this many seconds later than the number of samples predicts means that sound was lost.
    """

    def __init__(self, gap: float) -> None:
        self._gap = gap
        self._start: float | None = None
        self._count = 0.0

    def place(self, came: float, seconds: float, *, overflow: bool = False) -> tuple[float, float]:
        """Return the time of a chunk's first sample, and the seconds of sound lost before it.

        Args:
            came: The chunk's arrival minus its length, in seconds of the clock.
            seconds: Length of the chunk.
            overflow: True if the system reports dropped samples; the loss is then at least ``gap`` seconds.
        """
        if self._start is None:
            self._start = came
        late = came - (self._start + self._count)
        lost = 0.0
        if overflow or late > self._gap:
            lost = max(self._gap, late)
            self._start, self._count = came, 0.0
        elif late < -self._gap:  # the chunk that set the time had itself arrived late
            self._start, self._count = came, 0.0
        else:
            self._start += CLOCK_FOLLOW_SHARE * late
        at = self._start + self._count
        self._count += seconds
        return at, lost

    def restart(self) -> None:
        """Forget the time so far, because the source was away; the next chunk's arrival sets it anew."""
        self._start, self._count = None, 0.0


_SOUND_CARD_RATES = (8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000, 88200, 96000, 176400, 192000)
"""Sample rates of sound cards, in Hz."""
_RATE_WINDOW_S = 8.0  # seconds over which the sample rate is measured
_AGREEING_RATE_WINDOWS = 2  # consecutive measurements that must agree
_RATE_TOLERANCE = 0.015  # share of a rate; the clocks of card and computer differ by far less


class RateMeter:
    """Detector of sound cards that run at another sample rate than ``rate``, which they report.

    With a wrong rate all sound has the wrong pitch and no word is recognised. Adapters between 44.1 and 48 kHz,
    headsets that switch to telephone mode, and faulty drivers cause this.
    """

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._began: float | None = None
        self._count = 0
        self._found: list[int] = []

    def add(self, came: float, frames: int, *, overflow: bool) -> int | None:
        """Record a chunk; return the true sample rate in Hz once it surely differs from the reported one, else None.

        Args:
            came: Time at which the chunk's last sample arrived, in seconds.
            frames: Number of samples in the chunk.
            overflow: True if the system reports dropped samples; the measurement then starts again.
        """
        if overflow or self._began is None:
            self._began, self._count = came, 0
            return None
        self._count += frames
        seconds = came - self._began
        if seconds < _RATE_WINDOW_S:
            return None
        measured = self._count / seconds
        nearest = min(_SOUND_CARD_RATES, key=lambda rate: abs(rate - measured))
        is_other = abs(measured - nearest) < _RATE_TOLERANCE * nearest and (
            abs(nearest - self._rate) > 2 * _RATE_TOLERANCE * self._rate
        )
        self._began, self._count = came, 0
        self._found = [*self._found, nearest][-_AGREEING_RATE_WINDOWS:] if is_other else []
        return nearest if self._found == [nearest] * _AGREEING_RATE_WINDOWS else None


class SampleRing:
    """Ring buffer of the last ``seconds`` of sound. ``end`` is the number of samples ever written."""

    def __init__(self, seconds: float = 6.0) -> None:
        self._data = np.zeros(int(seconds * RATE), np.float32)
        self.end = 0

    def write(self, samples: Samples) -> None:
        size = len(self._data)
        kept = samples[-size:]
        first = (self.end + len(samples) - len(kept)) % size
        head = min(len(kept), size - first)
        self._data[first : first + head] = kept[:head]
        self._data[: len(kept) - head] = kept[head:]
        self.end += len(samples)

    def read(self, start: int, stop: int) -> Samples:
        """Return the samples from number ``start`` up to ``stop``, counted from the first one ever written.

        Samples that are older than the ring, or not written yet, are 0.
        """
        out = np.zeros(max(0, stop - start), np.float32)
        size = len(self._data)
        low, high = max(start, self.end - size, 0), min(stop, self.end)
        if low < high:
            first, at = low % size, low - start
            head = min(high - low, size - first)
            out[at : at + head] = self._data[first : first + head]
            out[at + head : high - start] = self._data[: high - low - head]
        return out
