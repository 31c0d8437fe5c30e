"""What one look of the sound sense found: for `--explain`, meters and measuring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.facts import Fact, fact
from companion.senses.sounds.rhythm import Rhythm


@dataclass(frozen=True)
class Look:
    """What one look found, for `--explain`: time, level in dB, floor, scores by signal, talk 0..1, rhythm."""

    t: float
    level: float
    floor: float
    scores: Mapping[str, float]
    talk: float
    rhythm: Rhythm

    @property
    def told(self) -> Fact:
        """Time, level, the best three signals with their scores, talk."""
        best = sorted(self.scores.items(), key=lambda item: -item[1])[:3]
        scores = [fact("sound.score", name=name, score=round(value, 2)) for name, value in best]
        bar = "#" * max(0, min(20, int((self.level + 70) / 3)))
        values = {"t": round(self.t, 3), "level": round(self.level, 2), "talk": round(self.talk, 3)}
        return fact("sound.look", bar=bar, best=scores, **values)
