"""A bank of dry utterances: the two phrases, what sounds like them, cries, mentions and table talk, by many voices.

Engines: "spoken" (espeak-ng and flite), "own" (our source-filter voices), "hibari" (one neural voice made into many
people) and, with a folder of styles, "kokoro" (a hundred times slower). Parts: train, tune (thresholds are chosen by
it) and report (figures). No voice is in two parts; phrases are in all of them. Writes OUT/PART.ENGINE.NNN.npz:
``samples`` (int16, 16 kHz, end to end), ``start``, ``kind``, ``text``, ``voice``; all kinds mixed, so that what is
there at any time can be trained on. Stopped, it goes on where it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from companion.resources import toml
from models.training import files
from models.training.voices import real
from models.training.voices.keyword_spotter import neural_voices
from models.training.voices.keyword_spotter.neural_voices import Kokoro, phonemes
from models.training.voices.recordings import load
from models.training.voices.shouting import face_off, wild_thing
from models.training.voices.source import RATE, Rng, Samples, Speaker
from models.training.voices.synthesisers import VARIANTS, espeak, flite

PHRASES: dict[str, Any] = toml("models/training/voices/keyword_spotter/phrases.toml")
VOICES = PHRASES["voices"]
PARTS = ("train", "tune", "report")
KEYWORDS = ("face_off", "wild_thing")
TWICE = "wild_twice"  # the second of them said twice in one go
WHISPERS = ("whisper", "whisperf")  # a whisper is no shout
ENGINES = ("spoken", "own", "hibari", "kokoro")
_CHUNK = 50
# Shares of each kind among what is said.
_SHARE = {
    "face_off": 0.20,
    "wild_thing": 0.19,
    TWICE: 0.12,
    "near": 0.17,
    "cry": 0.07,
    "counting": 0.04,
    "talk": 0.09,
    "alike": 0.06,
    "rest": 0.02,
    "mention": 0.04,
}
_OWN = {"face_off": 0.64, "wild_thing": 0.36}
_HOME_SHARE, _FLITE_SHARE = 0.67, 0.15  # of the phrases that are spelled in English; of "spoken" that are flite's
_VOWEL = re.compile("([aeiouɑɐɒæɔəɛɜɪʊʌAIOQWY])")
_GERMAN = re.compile("[äöüß]|zig|wenn|auf$")
Row = tuple[str, str, str, Samples]
"""Kind, text, voice, samples."""


def variants(part: str) -> tuple[str, ...]:
    """espeak-ng's timbres of a part; without those that whisper."""
    if part != "train":
        return tuple(VOICES[part].split())
    apart = {*VOICES["report"].split(), *VOICES["tune"].split(), *WHISPERS}
    return tuple(v for v in VARIANTS if v not in apart)


def drawn(rng: Rng, kind: str, part: str) -> tuple[str, str]:
    """Return a text of that kind, and the language whose sounds it is said with."""
    negatives, talk, rest = PHRASES["negatives"], PHRASES["talk"], PHRASES["rest"]
    home = str(rng.choice(VOICES["unheard"] if part == "report" else VOICES["english"]))
    if kind in PHRASES["keywords"]:
        spellings = PHRASES["keywords"][kind]
        language = "en" if rng.random() < _HOME_SHARE else str(rng.choice([k for k in spellings if k != "en"]))
        return str(rng.choice(spellings[language])), home if language == "en" else language
    if kind == "alike":
        return alike(rng), home
    if kind == "rest":
        slots = {"name": rng.choice(rest["names"]), "gem": rng.choice(rest["gems"])}
        return str(rng.choice(rest["texts"])).format(**slots), home
    if kind == "talk":
        spoken = {"en": talk["english"], "de": talk["german"], **talk["other"]}
        language = str(rng.choice(list(spoken), p=(count := np.array([*map(len, spoken.values())])) / count.sum()))
        return str(rng.choice(spoken[language])), home if language == "en" else language
    texts = {"near": negatives["near"], "cry": negatives["cries"], "mention": negatives["mentions"]}
    text = str(rng.choice(talk["counting"] if kind == "counting" else texts[kind]))
    return text, "de" if _GERMAN.search(text) else home


def alike(rng: Rng) -> str:
    """Words in any order with two that follow each other as those of a phrase do."""
    words = [w.strip(",.?!") for text in PHRASES["talk"]["english"] for w in text.split()]
    pairs = PHRASES["talk"]["alike"]
    first, second = (str(rng.choice(words_of.split())) for words_of in pairs[str(rng.choice(list(pairs)))])
    before, after = (rng.choice(words, int(rng.integers(1, 5))) for _ in range(2))
    return " ".join([*map(str, before), first, second, *map(str, after)]) + "."


def spoken(rng: Rng, part: str, text: str, language: str) -> tuple[str, Samples]:
    """Return the text by a timbre of espeak-ng or a voice of flite, and which."""
    if language.startswith("en") and rng.random() < _FLITE_SHARE:
        voice = str(rng.choice(VOICES["flite"][part]))
        return f"flite-{voice}", flite(rng, text, voice)
    voice = str(rng.choice(variants(part)))
    return voice, espeak(rng, text, voice, (language,))


def neural(rng: Rng, kind: str, text: str, language: str, voices: Kokoro | None = None) -> tuple[str, Samples]:
    """By Kokoro or by hibari; shouts and cries drawn out now and then, ended as a cry or calmly."""
    sounds = phonemes(text, language)
    if kind in (*PHRASES["keywords"], "near", "cry"):
        sounds = sounds.rstrip(".!?,") + str(rng.choice(["!", "!", "!!", ".", "", "…"]))
        if rng.random() < 0.3:
            sounds = _VOWEL.sub(r"\1ː", sounds, count=int(rng.integers(1, 3)))
    if voices is None:
        return "hibari", neural_voices.say(rng, sounds)
    style, voice = voices.blend(rng)
    return f"kokoro-{voice}", voices.say(sounds, style, float(np.exp(rng.uniform(-0.3, 0.35))))


@cache
def lenders(sounds: Path, report: bool) -> real.Lenders:
    """Larynges and breath of the recordings of that half."""
    talk = [r.samples for r in load(sounds) if r.label == "speech" and r.held == report][::3]
    return real.Lenders.of(talk, talk)


def own(rng: Rng, kind: str, lent: real.Lenders) -> Row:
    """Our source-filter voices, two thirds with a recorded larynx and breath."""
    who, with_another = Speaker.draw(rng), rng.random() < 0.67
    who = lent.to(rng, who) if with_another else who
    maker = {"face_off": face_off, "wild_thing": wild_thing}[kind]
    return kind, "", "larynx" if with_another else "own", maker(rng, who)


def save(target: Path, rows: list[Row]) -> None:
    """Utterances as one file; whole or not at all."""
    kinds, texts, voices = (np.array([row[k] for row in rows]) for k in range(3))
    files.save(target, **files.end_to_end([files.pcm(row[3]) for row in rows]), kind=kinds, text=texts, voice=voices)


def maker_of(sounds: Path, part: str, engine: str, styles: Path | None) -> Callable[[Rng, str], Row]:
    """Return what says something of a kind.

    Raises SystemExit for an engine that there is not, or that lacks its styles.
    """
    if engine not in ENGINES or (engine == "kokoro") != (styles is not None):
        raise SystemExit(f"engines: {', '.join(ENGINES)}; kokoro, and no other, needs --styles")
    if engine == "own":
        return lambda rng, kind: own(rng, kind, lenders(sounds, part == "report"))
    held = VOICES["kokoro"].split()
    voices = Kokoro(styles, lambda name: (name in held) == (part == "tune")) if styles else None

    def say(rng: Rng, kind: str) -> Row:
        text, language = drawn(rng, kind, part)
        shown = "talk" if kind in ("counting", "alike") else kind
        said = spoken(rng, part, text, language) if engine == "spoken" else neural(rng, kind, text, language, voices)
        return shown, text, *said

    return say


def main(
    sounds: Path, out: Path, engine: str = "spoken", part: str = "train", count: int = 15000, styles: Path | None = None
) -> None:
    """Write the chunks that are missing of so many utterances."""
    make, share = maker_of(sounds, part, engine, styles), _OWN if engine == "own" else _SHARE
    for chunk, target in files.missing(out, f"{part}.{engine}.{{:03d}}.npz", range(count // _CHUNK)):
        rng = np.random.default_rng([PARTS.index(part), chunk, ENGINES.index(engine), 20])
        rows = [make(rng, str(kind)) for kind in rng.choice(list(share), _CHUNK, p=list(share.values()))]
        save(target, [row for row in rows if 0.15 * RATE < len(row[3]) < 9 * RATE])
