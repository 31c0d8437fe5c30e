"""What the senses see and hear at this moment, for the curious: each person's likeliest signals, a spectrogram.

Nothing is worked out while nobody looks; a page that looks says so, and is told five times a second.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from companion.senses.faces.seat import Seat
from companion.sources.audio import RATE, Samples
from companion.web.kit.page import Page
from companion.words import Language, term

EVERY: Final = 0.2  # seconds
SHOWN: Final = 5
BANDS: Final = 48  # rows of the spectrogram, from 80 Hz to 7 kHz by equal steps of pitch
QUIET, LOUD = -90.0, -20.0  # dB that are black and white
_FFT: Final = 1024
Message = dict[str, Any]
Tell = Callable[[Callable[[Language], Message], Callable[[Page], bool]], None]


class Glimpse:
    """``tell`` sends a message to pages (see ``PageHub.tell``); ``on`` holds those that look. Cameras and microphones
    call from their threads."""

    def __init__(self, tell: Tell) -> None:
        self.on: set[Page] = set()
        self._tell = tell
        self._seen: dict[str, float] = {}

    def watch(self, page: Page, *, on: bool) -> None:
        """A page begins or ends to look."""
        if on:
            self.on.add(page)
        else:
            self.on.discard(page)

    def look(self, source: str, t: float, seats: list[Seat]) -> Callable[[], None] | None:
        """What to do on the server's thread with this frame; None where nobody looks or it is too soon."""
        if not self.on or t - self._seen.get(source, -1.0) < EVERY:
            return None
        self._seen[source] = t
        people = [(seat.player, seat.number, likeliest(seat)) for seat in seats if seat.fit is not None]

        def message(language: Language) -> Message:
            told = [
                {
                    "player": player, "face": f"{source}/{number}",
                    "signals": [
                        {"id": n, "text": term("signal", n, language), "score": s, "threshold": on, "usual": usual}
                        for n, s, on, usual in signals
                    ],
                }
                for player, number, signals in people
            ]  # fmt: skip
            return {"t": "glimpse", "camera": source, "people": told}

        return lambda: self._tell(message, self.on.__contains__)

    def hear(self, player: str | None, samples: Samples, top: list[list[Any]]) -> Callable[[], None] | None:
        """The same for a piece of sound: a column of the spectrogram, and the likeliest noises."""
        if not self.on or len(samples) < _FFT:
            return None
        row = base64.b64encode(column(samples)).decode("ascii")

        def message(language: Language) -> Message:
            heard = [
                {"id": n, "text": term("signal", n, language), "score": score, "threshold": on} for n, score, on in top
            ]
            return {"t": "glimpse", "player": player, "spectrogram": row, "heard": heard}

        return lambda: self._tell(message, self.on.__contains__)


def likeliest(seat: Seat) -> list[tuple[str, float, float, float]]:
    """(signal, score, its threshold for this player, the usual one) of the five nearest to being told."""
    judge = seat.judge
    found = []
    for name, state in judge.states.items():
        score = judge.scores.get(name)
        if score is not None and np.isfinite(score.value):
            usual = judge.settings.holds[name].on
            found.append((name, round(float(score.value), 3), round(state.hold.on, 3), round(usual, 3)))
    return sorted(found, key=lambda f: f[1] - f[2], reverse=True)[:SHOWN]


def column(samples: Samples) -> bytes:
    """The newest piece of sound as ``BANDS`` bytes from low to high: 0 is quiet, 255 loud."""
    piece = samples[-_FFT:] * np.hanning(_FFT)
    power = np.abs(np.fft.rfft(piece)) ** 2 / _FFT
    edges = np.geomspace(80, 7000, BANDS + 1) * _FFT / RATE
    low = np.minimum(edges[:-1].astype(int), len(power) - 1)
    high = np.maximum(np.minimum(edges[1:].astype(int), len(power) - 1), low)
    total = np.concatenate([[0.0], np.cumsum(power)])
    mean = (total[high + 1] - total[low]) / (high + 1 - low)
    decibels = 10 * np.log10(mean / _FFT + 1e-12)
    scaled = np.clip((decibels - QUIET) / (LOUD - QUIET), 0, 1) * 255
    return bytes(scaled.astype(np.uint8))


def own_threshold(own: Mapping[str, float], signal: str, value: float | None, usual: float) -> dict[str, float]:
    """The player's own thresholds (parts of the usual ones) with this one moved to ``value``; None: as it was."""
    kept = {k: v for k, v in own.items() if k != signal}
    return kept if value is None else {**kept, signal: round(value / usual, 4)}
