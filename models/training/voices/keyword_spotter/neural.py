"""Adds neural utterances to the bank: the phrases, what sounds like them, cries, counting and talk.

python -m models.training.voices.keyword_spotter.neural OUT --part train --count 1500 [--styles FOLDER]
By hibari's one voice made into many people; with the folder of styles, by Kokoro (sixty times slower). Writes
OUT/PART.neural.ENGINE.NNN.npz, shaped as ``bank`` writes; all kinds mixed, so that what is there at any time can be
trained on. Stopped, it goes on where it was.
"""

from __future__ import annotations

import re
import time
from pathlib import Path

import numpy as np
import typer

from models.training.voices.keyword_spotter import hibari_people
from models.training.voices.keyword_spotter.bank import PHRASES, VOICES, save
from models.training.voices.keyword_spotter.kokoro import Kokoro, phonemes
from models.training.voices.source import RATE, Samples
from models.training.voices.speaker import Rng

_CHUNK = 50
_SHARE = {
    "face_off": 0.20, "wild_thing": 0.22, "wild_twice": 0.14, "near": 0.16, "cry": 0.05, "counting": 0.05, "talk": 0.06,
    "alike": 0.08, "rest": 0.01, "mention": 0.03,
}  # fmt: skip
_HOME = ("en-us", "en-us", "en-us", "en-gb", "en-gb", "en-gb-scotland", "en-029")
_VOWEL = re.compile("([aeiouɑɐɒæɔəɛɜɪʊʌAIOQWY])")


def drawn(rng: Rng, kind: str) -> tuple[str, str]:
    """A text of that kind, and the language whose sounds it is said with."""
    negatives, talk = PHRASES["negatives"], PHRASES["talk"]
    if kind in PHRASES["keywords"]:
        spellings = PHRASES["keywords"][kind]
        home = rng.random() < 0.72
        language = "en" if home else str(rng.choice([k for k in spellings if k != "en"]))
        text = spellings["en"][int(rng.integers(2))] if home else str(rng.choice(spellings[language]))
        return text, str(rng.choice(_HOME)) if home else language
    if kind == "alike":
        return alike(rng), str(rng.choice(_HOME))
    texts = {"near": negatives["near"], "cry": negatives["cries"], "mention": negatives["mentions"]}
    texts |= {"talk": [*talk["english"], *talk["german"]], "counting": talk["counting"]}
    if kind == "rest":
        chosen = PHRASES["rest"]
        slots = {"name": rng.choice(chosen["names"]), "gem": rng.choice(chosen["gems"])}
        return str(rng.choice(chosen["texts"])).format(**slots), str(rng.choice(_HOME))
    text = str(rng.choice(texts[kind]))
    german = text in talk["german"] or re.search("[äöüß]|zig|wenn|auf$", text) is not None
    return text, "de" if german else str(rng.choice(_HOME))


def alike(rng: Rng) -> str:
    """Words in any order with two that follow each other as those of a phrase do."""
    words = [w.strip(",.?!") for text in PHRASES["talk"]["english"] for w in text.split()]
    pairs = PHRASES["talk"]["alike"]
    first, second = (str(rng.choice(words_of.split())) for words_of in pairs[str(rng.choice(list(pairs)))])
    before, after = (rng.choice(words, int(rng.integers(1, 5))) for _ in range(2))
    return " ".join([*map(str, before), first, second, *map(str, after)]) + "."


def one(rng: Rng, voices: Kokoro | None, kind: str) -> tuple[str, str, str, Samples]:
    """(kind, text, voice, samples); shouts and cries drawn out now and then, ended as a cry or calmly."""
    text, language = drawn(rng, kind)
    sounds = phonemes(text, language)
    if kind in (*PHRASES["keywords"], "near", "cry"):
        sounds = sounds.rstrip(".!?,") + str(rng.choice(["!", "!", "!!", ".", "", "…"]))
        if rng.random() < 0.3:
            sounds = _VOWEL.sub(r"\1ː", sounds, count=int(rng.integers(1, 3)))
    shown = "talk" if kind in ("counting", "alike") else kind
    if voices is None:
        return shown, text, "hibari", hibari_people.say(rng, sounds)
    style, voice = voices.blend(rng)
    speed = float(np.exp(rng.uniform(-0.3, 0.35)))
    return shown, text, f"kokoro-{voice}", voices.say(sounds, style, speed)


def _kokoro(out: Path, styles: Path, part: str) -> Kokoro:
    held = set(VOICES["kokoro"].split())
    every = {f.stem for f in styles.glob("*.bin")}
    return Kokoro(out, styles, tuple(every & held if part == "tune" else every - held))


def main(out: Path, part: str = "train", count: int = 1500, first: int = 0, styles: Path | None = None) -> None:
    """The chunks that are missing. ``part``: train or tune."""
    voices = _kokoro(out, styles, part) if styles else None
    engine = "kokoro" if styles else "hibari"
    for chunk in range(first, count // _CHUNK):
        target = out / f"{part}.neural.{engine}.{chunk:03d}.npz"
        if target.exists():
            continue
        began = time.process_time()
        rng = np.random.default_rng([part == "tune", chunk, len(engine) * 3, ord(engine[0])])
        kinds = [str(k) for k in rng.choice(list(_SHARE), _CHUNK, p=np.array(list(_SHARE.values())))]
        rows = [one(rng, voices, kind) for kind in kinds]
        save(target, [row for row in rows if 0.15 * RATE < len(row[3]) < 9 * RATE])
        print(target.name, f"{time.process_time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    typer.run(main)
