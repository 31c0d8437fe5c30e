"""The mouth model's own figures, a frame at a time and without hold or neutral face.

Teeth: frames on the core of spans that say so (talking_teeth, teeth, and grins whose note names teeth, against neutral,
talking_no_teeth); spans whose note says that it holds for a part only are left out. Balanced accuracy at 0.5. Tongue:
every still, and the middle frame of every span of a clip; tongue_out against all else. The model's threshold for one
per cent of false alarms is read off the negatives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.evaluate.faces_labels import Span
from companion.senses.faces.features import MouthScores

Moment = tuple[float, MouthScores]
_PARTLY = ("in part", "except")


@dataclass(slots=True)
class MouthFigures:
    """Pairs of truth and score, grown file by file."""

    teeth: list[tuple[bool, float]] = field(default_factory=list)
    tongue: list[tuple[bool, float]] = field(default_factory=list)

    def add(self, moments: Sequence[Moment], spans: Sequence[Span]) -> None:
        """One file's mouths (time, scores) and labels."""
        for span in spans:
            mine = [m for m in moments if _within(m[0], span)]
            teeth = _teeth(span)
            if teeth is not None:
                self.teeth += [(teeth, s.teeth) for _, s in mine if s.teeth is not None]
            middle = mine[len(mine) // 2 : len(mine) // 2 + 1]
            self.tongue += [(span.label == "tongue_out", s.tongue_out) for _, s in middle if s.tongue_out is not None]

    def as_json(self) -> dict[str, dict[str, float | int | None]]:
        """``teeth`` and ``tongue``; figures are None where there was no model or only one kind of frame."""
        return {
            "teeth": {"frames": len(self.teeth), "balanced_accuracy": _balanced(self.teeth)},
            "tongue": {
                "images": len(self.tongue),
                "recall_at_1pct": _recall(self.tongue, 0.01),
                "auc": _auc(self.tongue),
            },
        }


def _within(t: float, span: Span) -> bool:
    if span.start is None or span.end is None:
        return True
    margin = min(0.1, (span.end - span.start) / 4)
    return span.start + margin <= t <= span.end - margin


def _teeth(span: Span) -> bool | None:
    if span.start is None or any(word in span.note for word in _PARTLY):
        return None
    if span.label in ("talking_teeth", "teeth") or (span.label == "grin" and "teeth" in span.note):
        return True
    return False if span.label in ("talking_no_teeth", "neutral") else None


def _split(pairs: list[tuple[bool, float]]) -> tuple[list[float], list[float]] | None:
    yes, no = [s for truth, s in pairs if truth], [s for truth, s in pairs if not truth]
    return (yes, no) if yes and no else None


def _balanced(pairs: list[tuple[bool, float]]) -> float | None:
    both = _split(pairs)
    if both is None:
        return None
    yes, no = both
    return round((sum(s >= 0.5 for s in yes) / len(yes) + sum(s < 0.5 for s in no) / len(no)) / 2, 4)


def _recall(pairs: list[tuple[bool, float]], alarms: float) -> float | None:
    both = _split(pairs)
    if both is None:
        return None
    yes, no = both
    allowed = int(alarms * len(no))
    least = sorted(no, reverse=True)[allowed]
    return round(sum(s > least for s in yes) / len(yes), 4)


def _auc(pairs: list[tuple[bool, float]]) -> float | None:
    both = _split(pairs)
    if both is None:
        return None
    yes, no = (np.array(v) for v in both)
    above = (yes[:, None] > no).mean() + 0.5 * (yes[:, None] == no).mean()
    return round(float(above), 4)
