"""The shout in labelled sound files: found or not by noise and voice, how it is dated, when it is told, false ones."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from companion.senses.speech.keyword_spotter import ShoutListener
from companion.senses.speech.phrase_detector import SHOUT_PHRASE, WILD_PHRASE
from companion.senses.speech.recogniser import RATE, Samples
from measure.evaluate.speech_labels import Row

NEAR = 0.4  # seconds from its first sound within which a shout counts as found
EXACT = 0.05  # within which it counts as dated right
SOON = 0.4  # seconds after its last sound within which it is told in time
KINDS = {"shout": SHOUT_PHRASE, "speech": SHOUT_PHRASE, "wild": WILD_PHRASE}  # what is to be found in files of a label


def found_in(samples: Samples, shouts: ShoutListener, block: int) -> list[tuple[str, float, float]]:
    """(phrase, first sound, told) of a file that is fed in blocks as from a microphone, then a second of silence."""
    padded = np.concatenate([samples, np.zeros(RATE, np.float32)])
    return [
        (found.phrase, found.start, (k + block) / RATE)
        for k in range(0, len(padded), block)
        for found in shouts.feed(padded[k : k + block])
    ]


@dataclass
class ShoutFigures:
    """Counts of one phrase over files, grown one by one; lists of float in seconds."""

    phrase: str = SHOUT_PHRASE
    by_noise: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    by_voice: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    dated: list[float] = field(default_factory=list)
    after_end: list[float] = field(default_factory=list)
    after_onset: list[float] = field(default_factory=list)
    in_time: list[bool] = field(default_factory=list)
    false: int = 0
    talk: float = 0.0

    def add(self, row: Row, heard: Iterable[tuple[float, float]], seconds: float) -> None:
        """``heard``: (first sound, told) of this phrase in one file of that many seconds."""
        heard = list(heard)
        if row.label == "talk":
            self.talk += seconds
            self.false += len(heard)
        if KINDS.get(row.label) != self.phrase or row.onset is None:
            return
        first = next(((onset, told) for onset, told in heard if abs(onset - row.onset) <= NEAR), None)
        self.by_noise[row.snr].append(first is not None)
        self.by_voice[row.voice.partition(":")[0]].append(first is not None)
        if first is None:
            return
        self.dated.append(first[0] - row.onset)
        self.after_onset.append(first[1] - row.onset)
        if row.end is not None and row.label != "speech":  # there the end is that of the whole speech
            self.after_end.append(first[1] - row.end)
            self.in_time.append(first[1] - row.end <= SOON and abs(first[0] - row.onset) <= EXACT)

    def as_json(self) -> dict[str, Any]:
        return {
            "found": shares(self.by_noise),
            "by_synthesiser": {voice: share(found) for voice, found in sorted(self.by_voice.items()) if voice},
            "told_within_0.4_s_and_dated_within_0.05_s_of_found": share(self.in_time),
            "first_sound_off_by_s": spread([abs(v) for v in self.dated]),
            "told_after_its_last_sound_s": spread(self.after_end),
            "told_after_its_first_sound_s": spread(self.after_onset),
            "false": self.false,
            "talk_s": round(self.talk, 1),
            "false_an_hour_of_talk": round(3600 * self.false / self.talk, 2) if self.talk else None,
        }


@dataclass
class PairFigures:
    """Two shouts over each other, by the gap between their first sounds (s, in the row's snr)."""

    near: float  # seconds within which the referee calls two shouts of one microphone too close
    told: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, row: Row, starts: list[float]) -> None:
        """Add a file of label "pair"; ``starts``: the first sounds of the shouts that were heard in it."""
        if row.label == "pair" and row.onset is not None and row.end is not None:
            self.told[row.snr].append(self._ruling(sorted(starts), row.onset, row.end))

    def _ruling(self, starts: list[float], first: float, second: float) -> str:
        if len(starts) < 2:
            return "one" if starts else "none"
        if len(starts) > 2:
            return "more"
        if starts[1] - starts[0] < self.near:
            return "too close"
        return "ordered" if abs(starts[0] - first) <= EXACT * 2 and abs(starts[1] - second) <= EXACT * 2 else "misdated"

    def as_json(self) -> dict[str, Any]:
        return {gap: dict(Counter(told)) for gap, told in sorted(self.told.items())}


def shares(values: dict[str, list[bool]]) -> dict[str, Any]:
    """All together, and by noise level in dB where the rows name it."""
    parts = {snr: share(found) for snr, found in sorted(values.items(), key=lambda item: item[0].zfill(8)) if snr}
    return {"all": share([v for found in values.values() for v in found]), **parts}


def share(values: list[bool]) -> dict[str, Any]:
    """Return counts beside the share."""
    return {"yes": sum(values), "of": len(values), "share": round(sum(values) / len(values), 3) if values else None}


def spread(values: list[float]) -> dict[str, float | None]:
    """Median and the 95th of a hundred."""
    if not values:
        return {"median": None, "p95": None}
    return {"median": round(float(np.median(values)), 3), "p95": round(float(np.percentile(values, 95)), 3)}
