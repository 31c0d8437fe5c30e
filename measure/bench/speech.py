"""The speech sense on the bundled sounds: processor time, time to the shout's and the speech's verdict.

Two rows: a minute of talk, laughter and noises, and the demo's game with "Wild thing!" and the whole victory speech.
Who says what when is in companion/demo/demo.json (synthesised voices).
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from typing import Any, Final

from companion import resources
from companion.events import Phrase
from companion.senses.speech.recogniser import RATE
from companion.senses.speech.speech_sense import SpeechSense
from companion.senses.speech.sphinx_recogniser import SphinxRecogniser
from companion.sources.audio import Samples
from companion.sources.audio_files import read

SHARE: Final = 0.06  # of one core, in real time
WILD_S: Final = 0.4  # after its last sound
SPEECH_S: Final = 1.0  # after its last word
_PIECE: Final = RATE // 20


@dataclass(frozen=True, slots=True)
class Row:
    """Share of a core, and seconds from the last sound to the verdict: -1 if nobody says it, infinite if unheard."""

    clip: str
    minutes: float
    share: float
    wild_s: float
    speech_s: float

    @property
    def within(self) -> bool:
        return self.share <= SHARE and self.wild_s <= WILD_S and self.speech_s <= SPEECH_S

    def as_dict(self) -> dict[str, Any]:
        budget = {"share": SHARE, "wild_s": WILD_S, "speech_s": SPEECH_S}
        return {**asdict(self), "budget": budget, "within": self.within}


def bench(seconds: float = 12.0) -> list[Row]:
    """Both rows; each clip is heard once, and again until half of ``seconds`` of processor time are spent."""
    story = json.loads(resources.path("demo/demo.json").read_text("utf-8"))
    ends = {said["kind"]: float(said["end"]) for said in story["said"]}
    names, ears = tuple(player["name"] for player in story["players"]), SphinxRecogniser()
    return [
        measure("sounds.ogg", {}, names, ears, seconds / 2),
        measure(story["sound"], ends, names, ears, seconds / 2),
    ]


def measure(clip: str, ends: dict[str, float], names: tuple[str, ...], ears: SphinxRecogniser, seconds: float) -> Row:
    """One clip; ``ends``: the last sound of each kind of phrase in it, s. The first pass is not timed."""
    samples = read(resources.path(f"demo/{clip}"))
    told = _hear(samples, names, ears)
    passes, began = 0, time.process_time()
    while passes == 0 or time.process_time() - began < seconds:
        _hear(samples, names, ears)
        passes += 1
    heard = passes * len(samples) / RATE
    share = (time.process_time() - began) / heard
    wild, speech = (_waited(told, kind, ends) for kind in ("wild_thing", "speech"))
    return Row(clip, round(heard / 60, 1), round(share, 4), wild, speech)


def _waited(told: dict[str, float], kind: str, ends: dict[str, float]) -> float:
    return round(told.get(kind, float("inf")) - ends[kind], 2) if kind in ends else -1.0


def _hear(samples: Samples, names: tuple[str, ...], ears: SphinxRecogniser) -> dict[str, float]:
    """Kind of phrase -> when the first of it was told, s of the clip."""
    sense, out = SpeechSense("bench", names, ears), dict[str, float]()
    for start in range(0, len(samples), _PIECE):
        since = time.process_time()
        heard: list[Phrase] = sense.feed(samples[start : start + _PIECE], start / RATE)
        for phrase in heard:
            out.setdefault(phrase.kind, phrase.decided + time.process_time() - since)
    return out


def lines(rows: list[Row]) -> list[str]:
    """Return the table for people."""
    out = ["speech: the demo's talk and its game with the victory speech (synthesised), in pieces of 50 ms"]
    out.append(f"  {'clip':>10} {'core':>7} {'wild thing':>11} {'speech':>8}")
    for r in rows:
        waits = "".join(f" {'-' if w < -0.5 else f'{w:.2f} s':>{n}}" for w, n in ((r.wild_s, 11), (r.speech_s, 8)))
        out.append(
            f"  {r.clip:>10} {r.share:7.1%}{waits}  {'within' if r.within else 'OVER'}"
            f" ({SHARE:.0%} of a core, {WILD_S} s, {SPEECH_S} s)"
        )
    return out
