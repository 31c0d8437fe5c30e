"""Poker face: a victory speech without teeth, judged afterwards by the rule that judges it at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.events import Phrase, Teeth
from companion.practice.looks import Look
from companion.referee.victory import Mouth, judge
from companion.senses.speech.settings import Settings

STRIP = 12  # pictures that are shown of a speech
BLOCKS = " ▁▂▃▄▅▆▇█"
ENOUGH = 0.9  # share of the time asked for that must have been seen


def poker_face(frames: Sequence[tuple[float, float | None]], player: str, settings: Settings | None = None) -> Teeth:
    """``frames``: (seconds, teeth 0..1 or None where no mouth was seen), in order. No frames are "unseen"."""
    start, end = (frames[0][0], frames[-1][0]) if frames else (0.0, 0.0)
    speech = Phrase(text="", kind="speech", onset=start, decided=end)
    return judge([Mouth(t, teeth) for t, teeth in frames], speech, player, settings or Settings.load()).event


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of the strip: seconds after the beginning, teeth 0..1 or None, mouth (64, 64, 3) RGB or None."""

    at: float
    teeth: float | None
    mouth: Any


class Poker:
    """Feed looks until ``done``; then ``verdict`` and ``strip``. Pictures stay in memory, and go with this object."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.frames: list[Look] = []

    @property
    def began(self) -> bool:
        return bool(self.frames)

    @property
    def told(self) -> float:
        """Seconds seen since the face was known."""
        return self.frames[-1].t - self.frames[0].t if self.frames else 0.0

    @property
    def done(self) -> bool:
        return self.told >= self.seconds

    @property
    def enough(self) -> bool:
        return self.told >= ENOUGH * self.seconds

    def see(self, look: Look) -> None:
        """One look; those before the face is known do not count."""
        if look.ready or self.frames:
            self.frames.append(look)

    def verdict(self, player: str) -> Teeth:
        return poker_face([(f.t, f.teeth) for f in self.frames], player)

    def strip(self, count: int = STRIP) -> list[Shot]:
        """The speech in ``count`` equal parts: of each the frame with the clearest teeth, or its first."""
        if not self.frames:
            return []
        start, step = self.frames[0].t, max(self.told, 1e-6) / count
        parts: list[list[Look]] = [[] for _ in range(count)]
        for frame in self.frames:
            parts[min(count - 1, int((frame.t - start) / step))].append(frame)
        best = [max(part, key=lambda f: -1.0 if f.teeth is None else f.teeth) for part in parts if part]
        return [Shot(f.t - start, f.teeth, f.mouth) for f in best]


def blocks(strip: Sequence[Shot]) -> str:
    """The strip as a line of text: the higher a block, the clearer the teeth; "?" where no mouth was seen."""
    return "".join("?" if s.teeth is None else BLOCKS[round(s.teeth * (len(BLOCKS) - 1))] for s in strip)
