"""The mouth model's own figures, a frame at a time and without hold or neutral face.

Teeth: frames on the core of spans that say so (talking_teeth, teeth, and grins whose note names teeth, against neutral,
talking_no_teeth); spans whose note says that it holds for a part only are left out. Balanced accuracy at 0.5. Verdicts:
what the referee would say of each such span, and of talk with teeth in a part of it, were it the speech. Tongue:
every still, and the middle frame of every span of a clip; tongue_out against all else. The model's threshold for one
per cent of false alarms is read off the negatives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from companion.events import Phrase
from companion.referee.speech_verdict import judge
from companion.senses.faces.features import MouthScores
from companion.senses.speech.settings import SpeechSettings
from companion.sitting.mouth_watch import FilmedMouth
from measure.evaluate.faces_labels import Span

Moment = tuple[float, MouthScores]
_PARTLY = ("in part", "except")
_SHORTEST = 0.8  # seconds of a span that could be a speech


@dataclass(slots=True)
class MouthFigures:
    """Pairs of truth and score, grown file by file."""

    teeth: list[tuple[bool, float]] = field(default_factory=list)
    tongue: list[tuple[bool, float]] = field(default_factory=list)
    verdicts: list[tuple[str, str]] = field(default_factory=list)  # (right verdict, the referee's)

    def add(self, moments: Sequence[Moment], spans: Sequence[Span]) -> None:
        """One file's mouths (time, scores) and labels."""
        for span in spans:
            mine = [m for m in moments if _within(m[0], span)]
            teeth = _teeth(span)
            if teeth is not None:
                self.teeth += [(teeth, s.teeth) for _, s in mine if s.teeth is not None]
            right = right_verdict(span)
            if right:
                self.verdicts.append((right, judged(moments, span)))
            middle = mine[len(mine) // 2 : len(mine) // 2 + 1]
            self.tongue += [(span.label == "tongue_out", s.tongue_out) for _, s in middle if s.tongue_out is not None]

    def as_json(self) -> dict[str, dict[str, Any]]:
        """``teeth``, ``teeth_verdicts``, ``tongue``; figures are None without a model or one kind of frame."""
        return {
            "teeth": {"frames": len(self.teeth), "balanced_accuracy": _balanced(self.teeth)},
            "teeth_verdicts": {
                "spans": len(self.verdicts),
                "right": sum(truth == found for truth, found in self.verdicts),
                "wrong": [f"{found} for {truth}" for truth, found in self.verdicts if truth != found],
            },
            "tongue": {
                "images": len(self.tongue),
                "recall_at_1pct": _recall(self.tongue, 0.01),
                "auc": _auc(self.tongue),
            },
        }


def judged(moments: Sequence[Moment], span: Span) -> str:
    """Return the referee's verdict if the span were the speech: clean, teeth or unseen."""
    start, end = span.start or 0.0, span.end or 0.0
    speech = Phrase(onset=start, decided=end, text="speech", kind="speech", words=(("speech", start, end),))
    mouths = [FilmedMouth(t, scores.teeth) for t, scores in moments]
    return judge(mouths, speech, "", SpeechSettings.load()).event.verdict


def right_verdict(span: Span) -> str:
    """Return the right verdict over a stretch of talk or rest; "" where the label leaves it open."""
    if span.start is None or (span.end or 0.0) - span.start < _SHORTEST or "except" in span.note:
        return ""
    if span.label in ("talking_teeth", "teeth") or (span.label == "talking" and "teeth" in span.note):
        return "teeth"
    return "clean" if span.label in ("talking_no_teeth", "neutral") else ""


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
