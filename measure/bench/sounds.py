"""The sound sense on a bundled minute of sound, heard again and again: processor time, onsets, time to the label.

With Set C in play: with nobody enrolled, with three players' takes, and with all that listens at a table. There the
shout and the speech are listened for as well, while company talks all the time, 10 dB under the players. What sounded
when is in companion/demo/sounds.json (synthesised voices).
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from companion import resources
from companion.events import Signal
from companion.people import profile_files
from companion.senses.sounds.levels import BLOCK_S, LevelMeter
from companion.senses.sounds.settings import NOISE_SETS, RATE, SIGNALS
from companion.senses.sounds.sound_features import NoiseProfile
from companion.senses.sounds.sound_sense import SoundSense
from companion.senses.speech.speech_sense import SpeechSense
from companion.senses.speech.sphinx_recogniser import SphinxRecogniser
from companion.sources.audio import Samples
from companion.sources.audio_files import read

SHARE: Final = 0.05  # of one core, in real time
TOGETHER: Final = 0.06  # of one core, where speech is listened for as well and company talks
ONSET_MS: Final = 30.0
LABEL_S: Final = 1.0
_PIECE: Final = RATE // 20
_UNDER: Final = 10 ** (-10 / 20)  # of the company's talk


def taught_in_demo() -> list[NoiseProfile]:
    """Return the noises that the demo's players have taught, by name."""
    paths = sorted(resources.path("demo/profiles").glob("*.sounds.npz"))
    return [profile_files.sounds_of(profile_files.read(path)) for path in paths]


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
    company: bool = False  # that talks; then the speech is listened for as well, and the share alone has a budget

    @property
    def within(self) -> bool:
        if self.company:
            return self.share < TOGETHER
        return self.share < SHARE and self.onset_ms <= ONSET_MS and self.label_s <= LABEL_S

    def as_dict(self) -> dict[str, Any]:
        budget = {"share": TOGETHER} if self.company else {"share": SHARE, "onset_ms": ONSET_MS, "label_s": LABEL_S}
        return {**asdict(self), "budget": budget, "within": self.within}


def bench(seconds: float = 12.0) -> list[Row]:
    """Three rows; each hears the minute once, and again until a third of ``seconds`` of processor time is spent.

    Where ``seconds`` is 0, the first time is taken.
    """
    samples = read(resources.path("demo/sounds.ogg"))
    story = json.loads(resources.path("demo/sounds.json").read_text("utf-8"))
    made = [span for span in story["spans"] if span["label"] in SIGNALS]
    active, error = NOISE_SETS[story["set"]], onsets(samples, story["spans"])
    taught = SoundSense("bench", profiles=taught_in_demo())
    count = len(taught.enrolled.matchers)
    busy = samples + company(samples, story["spans"])
    error_busy = onsets(busy, story["spans"])
    speech = SpeechSense(
        "bench", tuple(matcher.profile.player for matcher in taught.enrolled.matchers), SphinxRecogniser()
    )
    return [
        measure(SoundSense("bench"), active, samples, made, error, 0, seconds / 3),
        measure(taught, active, samples, made, error, count, seconds / 3),
        measure(taught, active, busy, made, error_busy, count, seconds / 3, speech),
    ]


def company(samples: Samples, spans: list[dict[str, Any]]) -> Samples:
    """Talk without a pause: what the players say, one sentence after the other, as long as ``samples``."""
    talk = [samples[int(s["onset"] * RATE) : int(s["end"] * RATE)] for s in spans if s["label"] == "speech"]
    return np.resize(np.concatenate(talk), len(samples)) * np.float32(_UNDER)


def onsets(samples: Samples, spans: list[dict[str, Any]]) -> float:
    """Return the 90th percentile in ms of the distance from a sound's begin to the nearest stamped onset."""
    levels = LevelMeter()
    found: set[int] = set()
    for start in range(0, len(samples), _PIECE):
        list(levels.feed(samples[start : start + _PIECE]))
        found |= set(levels.onsets)
    times = np.array(sorted(found)) * BLOCK_S
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
    speech: SpeechSense | None = None,
) -> Row:
    """One way of listening, with ``speech`` beside it or alone; the first pass is timed only where it is the last."""
    passes, began = 1, time.process_time()
    told = _hear(sense, active, samples, speech)
    late = [waited for span in made if (waited := _waited(told, span)) is not None]
    if seconds > 0:
        passes, began = 0, time.process_time()
    while passes == 0 or time.process_time() - began < seconds:
        _hear(sense, active, samples, speech)
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
        company=speech is not None,
    )


def _waited(told: list[Signal], span: dict[str, Any]) -> float | None:
    """Seconds from a noise's onset until it was first named, or None; a second mention is not a late first one."""
    own = (e for e in told if e.name == span["label"] and span["onset"] - 0.1 <= e.onset <= span["end"])
    return min((event.decided - span["onset"] for event in own), default=None)


def _hear(
    sense: SoundSense, active: tuple[str, ...], samples: Samples, speech: SpeechSense | None = None
) -> list[Signal]:
    sense.restart(active)
    found = []
    for start in range(0, len(samples), _PIECE):
        piece = samples[start : start + _PIECE]
        found += sense.feed(piece, start / RATE)
        if speech is not None:
            speech.feed(piece, start / RATE)
    return [event for event in [*found, *sense.finish()] if isinstance(event, Signal) and event.phase == "on"]


def lines(rows: list[Row]) -> list[str]:
    """Return the table for people."""
    out = ["sounds: the demo's minute of talk, laughter and noises (synthesised), in pieces of 50 ms"]
    out.append(f"  {'enrolled':>8} {'core':>7} {'onset p90':>10} {'slowest label':>14} {'told':>6}")
    for r in rows:
        out.append(
            f"  {r.players:8} {r.share:7.1%} {r.onset_ms:7.0f} ms {r.label_s:12.2f} s"
            f" {r.told:3}/{r.made}  {'within' if r.within else 'OVER'} "
            + (
                f"({TOGETHER:.0%} of a core; speech listened for, company talks)"
                if r.company
                else f"({SHARE:.0%} of a core, {ONSET_MS:.0f} ms, {LABEL_S:.0f} s)"
            )
        )
    return out
