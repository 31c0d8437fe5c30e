"""The sound sense on a bundled minute of sound, heard again and again: processor time, onsets, time to the label.

Twice, with Set C in play: with nobody enrolled, and with three players' takes. What sounded when is in
companion/demo/sounds.json (synthesised voices).
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from companion import resources
from companion.events import Signal
from companion.people.profile_files import sounds_in
from companion.senses.sounds.levels import SECONDS, LevelMeter
from companion.senses.sounds.settings import RATE, SETS, SIGNALS
from companion.senses.sounds.sound_sense import SoundSense
from companion.sources.audio import Samples
from companion.sources.audio_files import read

SHARE: Final = 0.05  # of one core, in real time
ONSET_MS: Final = 30.0
LABEL_S: Final = 1.0
_PIECE: Final = RATE // 20


@dataclass(frozen=True, slots=True)
class Row:
    """``share`` of one core; ``onset_ms`` the 90th percentile of the error; ``label_s`` the slowest after the onset."""

    players: int
    minutes: float
    share: float
    onset_ms: float
    label_s: float
    told: int
    made: int

    @property
    def within(self) -> bool:
        return self.share < SHARE and self.onset_ms <= ONSET_MS and self.label_s <= LABEL_S

    def as_dict(self) -> dict[str, Any]:
        budget = {"share": SHARE, "onset_ms": ONSET_MS, "label_s": LABEL_S}
        return {**asdict(self), "budget": budget, "within": self.within}


def bench(seconds: float = 12.0) -> list[Row]:
    """Both rows; each hears the minute once, and again until half of ``seconds`` of processor time are spent."""
    samples = read(resources.path("demo/sounds.ogg"))
    story = json.loads(resources.path("demo/sounds.json").read_text("utf-8"))
    made = [span for span in story["spans"] if span["label"] in SIGNALS]
    error = onsets(samples, story["spans"])
    taught = SoundSense("bench", profiles=sounds_in(resources.path("demo/profiles")))
    return [
        measure(SoundSense("bench"), SETS[story["set"]], samples, made, error, 0, seconds / 2),
        measure(taught, SETS[story["set"]], samples, made, error, len(taught.enrolled.matchers), seconds / 2),
    ]


def onsets(samples: Samples, spans: list[dict[str, Any]]) -> float:
    """The 90th percentile of the distance in ms between where a sound began and the nearest onset that was stamped."""
    levels = LevelMeter()
    found: set[int] = set()
    for start in range(0, len(samples), _PIECE):
        list(levels.feed(samples[start : start + _PIECE]))
        found |= set(levels.onsets)
    times = np.array(sorted(found)) * SECONDS
    errors = [float(np.abs(times - span["onset"]).min()) for span in spans if span["label"] in SIGNALS]
    return float(np.percentile(errors, 90) * 1000)


def measure(
    sense: SoundSense,
    active: tuple[str, ...],
    samples: Samples,
    made: list[dict[str, Any]],
    error: float,
    players: int,
    seconds: float,
) -> Row:
    """One way of listening; the first pass is not timed."""
    told = _hear(sense, active, samples)
    late = [waited for span in made if (waited := _waited(told, span)) is not None]
    passes, began = 0, time.process_time()
    while passes == 0 or time.process_time() - began < seconds:
        _hear(sense, active, samples)
        passes += 1
    heard = passes * len(samples) / RATE
    return Row(
        players=players,
        minutes=round(heard / 60, 1),
        share=round((time.process_time() - began) / heard, 4),
        onset_ms=round(error, 1),
        label_s=round(max(late, default=float("inf")), 2),
        told=len(late),
        made=len(made),
    )


def _waited(told: list[Signal], span: dict[str, Any]) -> float | None:
    """Seconds from a noise's onset until it was first named, or None; a second mention is not a late first one."""
    own = (e for e in told if e.name == span["label"] and span["onset"] - 0.1 <= e.onset <= span["end"])
    return min((event.decided - span["onset"] for event in own), default=None)


def _hear(sense: SoundSense, active: tuple[str, ...], samples: Samples) -> list[Signal]:
    sense.restart(active)
    found = []
    for start in range(0, len(samples), _PIECE):
        found += sense.feed(samples[start : start + _PIECE], start / RATE)
    return [event for event in [*found, *sense.finish()] if isinstance(event, Signal) and event.phase == "on"]


def lines(rows: list[Row]) -> list[str]:
    """The table for people."""
    out = ["sounds: the demo's minute of talk, laughter and noises (synthesised), in pieces of 50 ms"]
    out.append(f"  {'enrolled':>8} {'core':>7} {'onset p90':>10} {'slowest label':>14} {'told':>6}")
    for r in rows:
        out.append(
            f"  {r.players:8} {r.share:7.1%} {r.onset_ms:7.0f} ms {r.label_s:12.2f} s"
            f" {r.told:3}/{r.made}  {'within' if r.within else 'OVER'}"
            f" ({SHARE:.0%} of a core, {ONSET_MS:.0f} ms, {LABEL_S:.0f} s)"
        )
    return out
