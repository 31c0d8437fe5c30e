"""One sound that several microphones hear: whose phone was nearest."""

from __future__ import annotations

from typing import Final

from companion.people.warmup.observations import NoiseObservation

SAME: Final = 0.35  # seconds by which two microphones hear one sound apart
LOUDER: Final = 3.0  # dB by which the other microphone must be louder for the sound to be somebody else's


class SharedNoises:
    """The newest noises. With several microphones each waits a moment for what the others heard of it."""

    def __init__(self) -> None:
        self._recent: list[NoiseObservation] = []
        self._waiting: list[tuple[float, NoiseObservation]] = []

    def heard(self, noise: NoiseObservation, now: float, *, several: bool) -> bool:
        """Whether it can be judged at once; else ``due`` gives it."""
        self._recent = [*self._recent[-12:], noise]
        if several:
            self._waiting.append((now + SAME, noise))
        return not several

    def due(self, now: float) -> list[NoiseObservation]:
        """Noises that have waited long enough."""
        found = [n for t, n in self._waiting if t <= now]
        self._waiting = [(t, n) for t, n in self._waiting if t > now]
        return found

    def louder(self, noise: NoiseObservation) -> str | None:
        """Whose phone heard the same sound clearly louder; None where none did."""
        for other in self._recent:
            same = other.source != noise.source and abs(other.onset - noise.onset) < SAME
            if same and other.owner is not None and other.level > noise.level + LOUDER:
                return other.owner
        return None
