"""A microphone's level and its likeliest sounds, five times a second: another sense on the same sound."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np

from companion.events import Event
from companion.senses.sounds.look import Look
from companion.senses.sounds.names import SIGNALS, WILD
from companion.senses.sounds.settings import Settings
from companion.sources.audio import Samples

EVERY: Final = 0.2  # seconds


class Meter:
    """``beside`` and ``watcher`` of an ``EarStation``; ``tell`` gets ``{level, top}`` in the microphone's thread:
    dB, and [name, score, the score from which it is taken] of the three likeliest."""

    def __init__(
        self,
        tell: Callable[[dict[str, Any]], None],
        active: Callable[[], tuple[str, ...]],
        hear: Callable[[Samples, list[list[Any]]], None] = lambda samples, top: None,
    ) -> None:
        self._tell, self._active, self._hear = tell, active, hear
        self._settings = Settings.load()
        self._top: list[tuple[str, float]] = []
        self._t = 0.0

    def look(self, look: Look) -> None:
        self._top = sorted(look.scores.items(), key=lambda item: -item[1])[:3]

    def feed(self, samples: Samples, t: float, lost: float) -> Iterable[Event]:
        if t - self._t >= EVERY and len(samples):
            self._t = t
            level = float(10 * np.log10(float(np.mean(samples.astype(np.float64) ** 2)) + 1e-10))
            top, self._top = [[n, round(v, 2), round(self._threshold(n), 2)] for n, v in self._top], []
            self._tell({"level": round(level, 1), "top": top})
            self._hear(samples, top)
        return ()

    def finish(self) -> Iterable[Event]:
        return ()

    def _threshold(self, name: str) -> float:
        """Without the caution while somebody talks."""
        return self._settings.threshold(name, tuple(n for n in self._active() if n in SIGNALS or n == WILD))
