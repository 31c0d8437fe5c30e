"""Utterances with their phones: said by synthesisers, changed into other people, laid under their words.

python -m models.training.voices.phoneme_encoder.said OUT [--part train] [--chunks 40]
Writes OUT/PART.ENGINE.NNN.npz: ``samples`` (int16, 16 kHz, end to end) and ``start``; ``labels`` (a byte each 20 ms:
three to a phone of ``PHONES``, UNKNOWN where a word did not fit what was said) and ``first``; ``text``, ``voice``.
The network that ships lays each clean utterance under its words (version 1 and 2 had PocketSphinx's own Gaussians for
it). Stopped, it goes on.
"""

from __future__ import annotations

import time
from functools import lru_cache
from pathlib import Path

import numpy as np
import typer

from companion.senses.speech.best_path import Laid
from companion.senses.speech.grammar import with_accents
from companion.senses.speech.lexicon import shipped
from companion.senses.speech.phoneme_encoder import SILENCE, STATES, Index, PhonemeEncoder, shipped_phones
from companion.senses.speech.sentence_network import Choice, SentenceNetwork
from models.training import files
from models.training.voices import real
from models.training.voices.keyword_spotter import hibari_people
from models.training.voices.keyword_spotter.bank import VOICES, variants
from models.training.voices.keyword_spotter.kokoro import phonemes
from models.training.voices.phoneme_encoder.foreign import said
from models.training.voices.phoneme_encoder.texts import Text, draw
from models.training.voices.shouting import shouted
from models.training.voices.source import RATE, Samples, peak
from models.training.voices.speaker import Rng
from models.training.voices.synthesisers import espeak, flite

UNKNOWN = 255
STEP = 320  # samples of one label
_CHUNK = 60
_FIT = -2.5  # mean of a word's frames against any talk, under which it is not what was said
_WHOLE = -1.0  # the same of an utterance


def phones() -> dict[str, int]:
    """Phone -> its number in PocketSphinx's model; labels count three states of each."""
    return shipped_phones().numbers


def choices(word: str, language: str) -> list[Choice]:
    if language == "de":
        sounds: list[str] = list(said(word))
        if word == "off":
            sounds = ["AO F", "AA F"]
    else:
        sounds = list(
            dict.fromkeys([*shipped().say(word)[:2], *(shipped().name(word)[1:2] if word[0].isupper() else [])])
        )
    return [Choice(word, tuple(s.split())) for s in with_accents(tuple(sounds))]


def labelled(sound: Samples, text: Text) -> tuple[Index, float] | None:
    """A label each STEP samples and the mean fit; None where the sound is none of the text's."""
    places = [choices(word, text.language) for word in text.words]
    if not places or not all(places):
        return None
    laid = Laid(SentenceNetwork(shipped_phones(), places), 8.0)
    heard = _ears()(np.asarray(sound, dtype=np.float32))
    if len(heard) < 30:
        return None
    look = laid.look(heard)
    pieces = look.found.pieces
    words = [p for p in pieces if laid.network.arcs[p.arc].place >= 0]
    if len(words) < len(places) or look.fit[words[0].start : words[-1].end].mean() < _WHOLE:
        return None
    each = np.full(len(heard), STATES * phones()[SILENCE] + 1, dtype=np.int64)
    for piece in pieces:
        span = slice(piece.start, piece.end)
        each[span] = laid.network.column[look.found.states[span]]
        if laid.network.arcs[piece.arc].place >= 0 and look.fit[span].mean() < _FIT:
            each[span] = UNKNOWN
    return each[::2], float(look.fit[words[0].start : words[-1].end].mean())


@lru_cache(maxsize=1)
def _ears() -> PhonemeEncoder:
    return PhonemeEncoder()


def spoken(rng: Rng, text: Text, engine: str, part: str) -> tuple[str, Samples]:
    """By one of the engine's voices, now and then made into somebody else or louder."""
    if engine == "hibari":
        voice, sound = "hibari", hibari_people.say(rng, phonemes(text.text, text.language))
    elif engine == "flite" and text.language != "de":
        voice = str(rng.choice(VOICES["flite"][part]))
        sound = flite(rng, text.text, voice)
    else:
        voice = str(rng.choice(variants(part)))
        sound = espeak(rng, text.text, voice, (text.language,))
    if len(sound) < RATE // 2:
        return voice, sound
    roll = rng.random()
    if roll < 0.25:
        pitch, size = float(np.exp(rng.uniform(-0.3, 0.5))), float(np.exp(rng.uniform(-0.15, 0.25)))
        sound = real.bend(rng, sound, pitch, size, float(np.exp(rng.uniform(-0.2, 0.25))))
    elif roll < 0.55:
        sound = shouted(rng, sound, float(rng.random()), 0.004)
    edge = np.zeros(int(0.15 * RATE))
    return voice, np.concatenate([edge, peak(sound), edge])


def build(out: Path, part: str, engine: str, chunks: range) -> None:
    for chunk in chunks:
        target = out / f"{part}.{engine}.{chunk:03d}.npz"
        if target.exists():
            continue
        began, kept, fits = time.process_time(), [], []
        rng = np.random.default_rng([part == "tune", chunk, ord(engine[0]), 31])
        for _ in range(_CHUNK):
            text = draw(rng)
            voice, sound = spoken(rng, text, engine, part)
            if not 0.7 * RATE < len(sound) < 10 * RATE:
                continue
            found = labelled(sound, text)
            if found is not None:
                kept.append((sound, found[0], text.text, voice))
                fits.append(found[1])
        save(target, kept)
        seconds = sum(len(k[0]) for k in kept) / RATE
        spent = f"fit {np.mean(fits):.2f}, {time.process_time() - began:.0f} s"
        print(target.name, len(kept), f"{seconds:.0f} s, {spent}", flush=True)


def save(target: Path, kept: list[tuple[Samples, Index, str, str]]) -> None:
    pcm = [(k[0] / np.abs(k[0]).max() * 28000).astype(np.int16) for k in kept]
    edges = [np.concatenate([[0], np.cumsum([len(x) for x in xs])]) for xs in (pcm, [k[1] for k in kept])]
    files.save(
        target, samples=np.concatenate(pcm), start=edges[0], first=edges[1],
        labels=np.concatenate([k[1] for k in kept]).astype(np.uint8),
        text=np.array([k[2] for k in kept]), voice=np.array([k[3] for k in kept]),
    )  # fmt: skip


def main(out: Path, part: str = "train", engines: str = "hibari,espeak,hibari,flite", chunks: int = 20) -> None:
    """Chunks of each engine, as many as it is named. ``part``: train or tune."""
    for chunk in range(chunks):
        for engine in dict.fromkeys(engines.split(",")):
            again = engines.split(",").count(engine)
            build(out, part, engine, range(chunk * again, (chunk + 1) * again))


if __name__ == "__main__":
    typer.run(main)
