"""A bank of dry utterances: the two phrases, what sounds like them, cries, mentions and table talk, by many voices.

python -m models.training.voices.keyword_spotter.bank SOUNDS OUT [--takes 1.0]
Writes OUT/PART.npz for train, tune (thresholds are chosen there) and report (figures): ``samples`` (int16, 16 kHz, end
to end), ``start``, ``kind``, ``text``, ``voice``. No voice is in two parts; phrases are in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import typer

from models.training import files
from models.training.voices import real
from models.training.voices.recordings import load
from models.training.voices.shouting import face_off, wild_thing
from models.training.voices.source import RATE, Samples
from models.training.voices.speaker import Rng, Speaker
from models.training.voices.synthesisers import VARIANTS, espeak, flite

PHRASES: dict[str, Any] = files.parsed(Path(__file__).with_name("phrases.toml"))
VOICES = PHRASES["voices"]
PARTS = ("train", "tune", "report")
KEYWORDS = ("face_off", "wild_thing")
TWICE = "wild_twice"  # the second of them said twice in one go
WHISPERS = ("whisper", "whisperf")  # a whisper is no shout
# How often every text is said: by espeak-ng in training; a sixth of it in the other parts.
_TAKES = {"near": 12, "cry": 14, "mention": 26, "talk": 14}
_SHOUTS = {"face_off": (2600, 1400), "wild_thing": (2000, 800), TWICE: (1300, 0)}  # by synthesisers, by our own voices


@dataclass(frozen=True)
class Job:
    """One utterance to make: ``kind`` of KEYWORDS or of ``_TAKES``, and the languages that may say it."""

    kind: str
    text: str
    languages: tuple[str, ...]


def variants(part: str) -> tuple[str, ...]:
    """espeak-ng's timbres of a part; without those that whisper."""
    if part != "train":
        return tuple(VOICES[part].split())
    apart = {*VOICES["report"].split(), *VOICES["tune"].split(), *WHISPERS}
    return tuple(v for v in VARIANTS if v not in apart)


def english(part: str) -> tuple[str, ...]:
    return tuple(VOICES["unheard"] if part == "report" else VOICES["english"])


def jobs(rng: Rng, part: str, takes: float) -> Iterator[Job]:
    """What the speech synthesisers say, kind by kind."""
    home, few = english(part), 1.0 if part == "train" else 1 / 6
    for keyword in (*KEYWORDS, TWICE):
        spellings = PHRASES["keywords"][keyword]
        for _ in range(int(_SHOUTS[keyword][0] * takes * few)):
            language = "en" if rng.random() < 0.62 else str(rng.choice([k for k in spellings if k != "en"]))
            yield Job(keyword, str(rng.choice(spellings[language])), home if language == "en" else (language,))
    negatives = PHRASES["negatives"]
    lists = {
        "near": (negatives["near"], (*home, *home, "de")),
        "cry": (negatives["cries"], (*home, "de", "es")),
        "mention": (negatives["mentions"], home),
        "talk": (PHRASES["talk"]["english"], home),
    }
    for kind, (texts, languages) in lists.items():
        for _ in range(max(1, int(_TAKES[kind] * takes * few))):
            yield from (Job(kind, text, languages) for text in texts)
    for _ in range(max(1, int(_TAKES["talk"] * takes * few))):
        yield from (Job("talk", text, ("de",)) for text in PHRASES["talk"]["german"])
        yield from (Job("talk", text, (where,)) for where, texts in PHRASES["talk"]["other"].items() for text in texts)
    for _ in range(max(1, int(6 * takes * few))):
        for text in PHRASES["rest"]["texts"]:
            for name in PHRASES["rest"]["names"]:
                yield Job("rest", text.format(name=name, gem=rng.choice(PHRASES["rest"]["gems"])), home)


def spoken(rng: Rng, part: str, takes: float) -> Iterator[tuple[str, str, str, Samples]]:
    """(kind, text, voice, samples) of all synthesisers' utterances."""
    voices, by_flite = variants(part), VOICES["flite"][part]
    for job in jobs(rng, part, takes):
        share = 0.1 if part == "train" else 0.25
        if job.languages[0].startswith("en") and rng.random() < share:
            voice = str(rng.choice(by_flite))
            yield job.kind, job.text, f"flite-{voice}", flite(rng, job.text, voice)
        else:
            voice = str(rng.choice(voices))
            yield job.kind, job.text, voice, espeak(rng, job.text, voice, job.languages)


def own(rng: Rng, sounds: Path, part: str, takes: float) -> Iterator[tuple[str, str, str, Samples]]:
    """Our source-filter voices, two thirds with a larynx and breath of the recordings of that half."""
    talk = [r for r in load(sounds) if r.label == "speech" and r.held == (part == "report")][::3]
    lenders = real.Lenders.of([r.samples for r in talk], [r.samples for r in talk])
    makers = {"face_off": face_off, "wild_thing": wild_thing}
    for kind, maker in makers.items():
        for _ in range(int(_SHOUTS[kind][1] * takes * (1.0 if part == "train" else 1 / 6))):
            who, lent = Speaker.draw(rng), rng.random() < 0.67
            who = lenders.to(rng, who) if lent else who
            yield kind, "", "larynx" if lent else "own", maker(rng, who)


def build(sounds: Path, out: Path, part: str, takes: float) -> None:
    """One part's file; skipped when it is there."""
    target = out / f"{part}.npz"
    if target.exists():
        return
    rng = np.random.default_rng([PARTS.index(part), 20])
    rows = [row for make in (own(rng, sounds, part, takes), spoken(rng, part, takes)) for row in make]
    rows = [row for row in rows if 0.15 * RATE < len(row[3]) < 9 * RATE]
    save(target, rows)
    kinds = [row[0] for row in rows]
    print(part, {kind: kinds.count(kind) for kind in sorted(set(kinds))}, flush=True)


def save(target: Path, rows: list[tuple[str, str, str, Samples]]) -> None:
    """Utterances (kind, text, voice, samples) as one file; whole or not at all."""
    samples = [(s / np.abs(s).max() * 28000).astype(np.int16) for *_, s in rows]
    start = np.concatenate([[0], np.cumsum([len(s) for s in samples])])
    kinds, texts, voices = (np.array([row[k] for row in rows]) for k in range(3))
    files.save(target, samples=np.concatenate(samples), start=start, kind=kinds, text=texts, voice=voices)


def main(sounds: Path, out: Path, takes: float = 1.0) -> None:
    """All parts."""
    for name in PARTS:
        build(sounds, out, name, takes)


if __name__ == "__main__":
    typer.run(main)
