"""Matching signals with labelled spans.

- A span of a signal is *found* if the signal's on-time (onset to the onset of its end) comes within 0.15 s of it: the
  labels are good to that. Several events on one span find it once; one event may find two spans.
- An event is *false* if it finds no span and overlaps the core of a span with another label; and also if it finds one
  but covers the core of a neutral or talking span as well. A span's core leaves out 0.15 s at either end (a quarter of
  a shorter one).
- Spans whose note says that they show the signal too count neither way (``Span.spares``); ``strict`` counts them.
- An event in time that nobody labelled is counted as unlabelled and is neither right nor wrong: clips show gestures
  between the labelled spans.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from measure.evaluate.faces_labels import AT_REST, SIGNALS, Span

TOLERANCE = 0.15  # s


@dataclass(frozen=True, slots=True)
class Shown:
    """A signal's on-time in a file, seconds."""

    name: str
    start: float
    end: float


@dataclass(slots=True)
class Tally:
    """Counts for one signal: spans and found ones; events that were false, strictly false, or in unlabelled time."""

    events: int = 0
    found: int = 0
    false: int = 0
    false_strict: int = 0
    unlabelled: int = 0

    def f1(self, *, strict: bool = False) -> float | None:
        """None where there was neither a span nor a false event."""
        wrong = self.false_strict if strict else self.false
        total = 2 * self.found + wrong + self.events - self.found
        return None if total == 0 else 2 * self.found / total


@dataclass(slots=True)
class Matched:
    """All clips together.

    ``confusion[label][signal]``: spans of the label on whose core the signal was shown. ``wrong_verdicts``: each
    mistake by file, signal and labelled span alone, so that runs whose events begin a frame apart agree on it.
    """

    signals: dict[str, Tally] = field(default_factory=lambda: {name: Tally() for name in SIGNALS})
    confusion: dict[str, Counter[str]] = field(default_factory=dict)
    spans: Counter[str] = field(default_factory=Counter)
    neutral_false: int = 0
    mistakes: list[str] = field(default_factory=list)
    wrong_verdicts: list[str] = field(default_factory=list)


def match_clip(out: Matched, file: str, shown: Sequence[Shown], spans: Sequence[Span]) -> None:
    """Add one clip's signals and spans."""
    timed = [s for s in spans if s.start is not None]
    for span in timed:
        _confuse(out, span, shown)
    for name in out.signals:
        mine = [s for s in timed if s.label == name]
        events = [e for e in shown if e.name == name]
        tally = out.signals[name]
        tally.events += len(mine)
        for span in mine:
            if any(touches(e, span) for e in events):
                tally.found += 1
            else:
                out.mistakes.append(f"{file} {span.start:.2f}-{span.end:.2f} s: {name} missed")
                out.wrong_verdicts.append(f"{file}: {name} missed on {span.start:.2f}-{span.end:.2f} s")
        for event in events:
            _judge(out, file, event, mine, [s for s in timed if s.label != name])


def _judge(out: Matched, file: str, event: Shown, mine: Iterable[Span], others: Iterable[Span]) -> None:
    tally = out.signals[event.name]
    right = any(touches(event, s) for s in mine)
    hit = [s for s in others if covers(event, s) and (not right or s.label in AT_REST)]
    if not hit and not right:
        tally.unlabelled += 1
    tally.false_strict += bool(hit)
    counted = [s for s in hit if not s.spares(event.name)]
    if counted:
        tally.false += 1
        labelled = [f"{s.label} {s.start:.2f}-{s.end:.2f} s" for s in counted]
        where = ", ".join(labelled)
        out.mistakes.append(f"{file} {event.start:.2f}-{event.end:.2f} s: {event.name} shown, labelled {where}")
        out.wrong_verdicts += [f"{file}: {event.name} shown, labelled {span}" for span in labelled]
    out.neutral_false += sum(s.label == "neutral" for s in hit)


def _confuse(out: Matched, span: Span, shown: Sequence[Shown]) -> None:
    out.spans[span.label] += 1
    row = out.confusion.setdefault(span.label, Counter())
    names = {e.name for e in shown if covers(e, span)}
    row.update(names or {"nothing"})


def touches(event: Shown, span: Span) -> bool:
    """Within the tolerance of the span."""
    start, end = _times(span)
    return event.start <= end + TOLERANCE and event.end >= start - TOLERANCE


def covers(event: Shown, span: Span) -> bool:
    """On some of the span's core."""
    start, end = _times(span)
    margin = min(TOLERANCE, (end - start) / 4)
    return event.start < end - margin and event.end > start + margin


def _times(span: Span) -> tuple[float, float]:
    if span.start is None or span.end is None:
        raise ValueError("a still has no times to match")
    return span.start, span.end
