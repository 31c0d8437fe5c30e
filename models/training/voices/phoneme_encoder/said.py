"""Utterances with their phones: said by synthesisers, changed into other people, laid under their words.

Writes OUT/train.ENGINE.NNN.npz: ``samples`` (int16, 16 kHz, end to end) and ``start``; ``labels`` (a byte each 20 ms:
three to a phone of ``phones``, UNKNOWN where a word did not fit what was said) and ``first``; ``text``, ``voice``.
The network that ships lays each clean utterance under its words (version 1 and 2 had PocketSphinx's own Gaussians for
it). German words get the phones of the English dictionary, from what espeak-ng makes of them. Stopped, it goes on.

What is said: the sentence with anything in its places, sentences of this project's pages, words in any order. No word
of the sentence may follow from the others: whatever learns from it must hear, not guess.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from companion.resources import toml
from companion.senses.speech.best_path import Laid
from companion.senses.speech.lexicon import Lexicon, shipped_lexicon, with_accents
from companion.senses.speech.phoneme_encoder import SILENCE, STATES_PER_PHONE, Index, PhonemeEncoder, shipped_phones
from companion.senses.speech.sentence_network import Choice, SentenceNetwork
from models.training import files
from models.training.voices import real
from models.training.voices.keyword_spotter import neural_voices
from models.training.voices.keyword_spotter.bank import PHRASES, VOICES, variants
from models.training.voices.keyword_spotter.neural_voices import ipa, phonemes
from models.training.voices.shouting import shouted
from models.training.voices.source import RATE, Rng, Samples, peak
from models.training.voices.synthesisers import espeak, flite

TEXTS: dict[str, Any] = toml("models/training/voices/phoneme_encoder/texts.toml")
PAGES = Path(__file__).resolve().parents[4] / "docs"
_HOME = ("en-us", "en-us", "en-us", "en-gb", "en-gb", "en-gb-scotland", "en-029", "en-gb-x-rp", "en-us-nyc")
_SHARE = {"sentence": 0.34, "page": 0.2, "words": 0.22, "talk": 0.06, "german": 0.11, "german_talk": 0.07}
_KEPT = 0.62  # share of the sentence's words that are its own
_WORD = re.compile(r"[A-Za-z']+")


@dataclass(frozen=True)
class Text:
    """What a synthesiser is given, and the language that it speaks it in."""

    text: str
    language: str

    @property
    def words(self) -> list[str]:
        return [w for w in re.split(r"[^\w']+", self.text) if re.search("[A-Za-z]", w)]


def draw(rng: Rng) -> Text:
    kind = str(rng.choice(list(_SHARE), p=list(_SHARE.values())))
    if kind == "german":
        return Text(_german(rng), "de")
    if kind == "german_talk":
        return Text(_piece(rng, str(rng.choice(PHRASES["talk"]["german"]))), "de")
    makers = {"sentence": _sentence, "page": _page, "words": _any_words, "talk": _talk}
    return Text(makers[kind](rng), str(rng.choice(_HOME)))


def _sentence(rng: Rng) -> str:
    """Face off! NAME has all of the GEM, and is a totally awesome player! - with others in their places."""

    def word(right: str) -> str:
        roll = rng.random()
        if roll < _KEPT:
            return right
        others = TEXTS["instead"].get(right)
        return str(rng.choice(others)) if others and roll < 0.85 else _any(rng)

    name = str(rng.choice(TEXTS["names"])) if rng.random() < 0.6 else _any(rng)
    roll = rng.random()
    pool = TEXTS["gems"] if roll < 0.5 else TEXTS["cards"] if roll < 0.75 else None
    gem = str(rng.choice(pool)) if pool else _any(rng)
    middle = rng.choice([", and", " and", ". And", ", and"])
    said = f"{name} {word('has')} {word('all')} of the {gem}{middle} {word('is')} {word('a')} {word('totally')} "
    said += f"{word('awesome')} {word('player')}"
    if rng.random() < 0.6:
        said = "Face off" + str(rng.choice(["! ", ", ", " ", "... "])) + said
    if rng.random() < 0.2:
        said = _piece(rng, said)
    return said + str(rng.choice(["!", ".", "", "!"]))


def _german(rng: Rng) -> str:
    t = TEXTS["german"]

    def word(right: str, others: str) -> str:
        return right if rng.random() < _KEPT else str(rng.choice(t[others]))

    gem = str(rng.choice(t["gems"] if rng.random() < 0.65 else t["cards"]))
    said = f"{rng.choice(t['names'])} hat {word('alle', 'alle')} {gem} und ist ein {word('total', 'total')} "
    said += f"{word('toller', 'toller')} {word('Spieler', 'spieler')}"
    return ("Fehs off! " if rng.random() < 0.6 else "") + said + "!"


def _page(rng: Rng) -> str:
    return _piece(rng, sentences()[int(rng.integers(len(sentences())))])


def _talk(rng: Rng) -> str:
    negatives = PHRASES["negatives"]
    known = [t for t in [*PHRASES["talk"]["english"], *negatives["mentions"]] if _english(t)]
    return _piece(rng, str(rng.choice(known)))


def _any_words(rng: Rng) -> str:
    words = [_any(rng) for _ in range(int(rng.integers(3, 9)))]
    return " ".join(w + (str(rng.choice([",", "."])) if rng.random() < 0.15 else "") for w in words)


def _piece(rng: Rng, text: str) -> str:
    """At most eleven words of it, from anywhere."""
    words = text.split()
    count = min(len(words), int(rng.integers(4, 12)))
    at = int(rng.integers(len(words) - count + 1))
    return " ".join(words[at : at + count])


def _any(rng: Rng) -> str:
    """Return a word of the pages, or, less often, any of the dictionary."""
    pool = page_words() if rng.random() < 0.6 else dictionary()
    return str(pool[int(rng.integers(len(pool)))])


def _english(text: str) -> bool:
    return all(shipped_lexicon().has_word(w) for w in _WORD.findall(text)) and not re.search(r"[0-9äöüß]", text)


@cache
def sentences() -> tuple[str, ...]:
    """Sentences of the project's own English pages whose words the dictionary knows."""
    out = []
    for file in [*sorted(PAGES.glob("*.md")), PAGES.parent / "README.md"]:
        text = re.sub(r"```.*?```|`[^`]*`|\[([^\]]*)\]\([^)]*\)|[*_#>|]", r" \1", file.read_text("utf-8"), flags=re.S)
        out += [" ".join(s.split()) for s in re.split(r"(?<=[.!?:;])\s|\n\s*\n", text)]
    plain = (s for s in out if 4 <= len(s.split()) <= 40 and s.isascii() and not re.search(r"[^A-Za-z ,.!?:;'-]", s))
    return tuple(dict.fromkeys(s for s in plain if _english(s)))


@cache
def page_words() -> tuple[str, ...]:
    return tuple(sorted({w.lower() for s in sentences() for w in _WORD.findall(s) if len(w) > 2}))


@cache
def dictionary() -> tuple[str, ...]:
    lexicon: Lexicon = shipped_lexicon()
    return tuple(w for w in lexicon._words if 3 <= len(w) <= 10)


_SOUNDS: dict[str, list[str]] = {ipa: phones.split(", ") for ipa, phones in TEXTS["sounds"].items()}
_ANY = re.compile("|".join(map(re.escape, sorted(_SOUNDS, key=len, reverse=True))))
MOST = 6


@cache
def said(word: str, language: str = "de") -> tuple[str, ...]:
    """Pronunciations of a word: the first of every sound, then each with one other."""
    sounds = [_SOUNDS[found] for found in _ANY.findall(re.sub("[ˈˌ]", "", ipa(word, language)))]
    out = [" ".join(each[0] for each in sounds)]
    for k, each in enumerate(sounds):
        out += [" ".join(o if i == k else s[0] for i, s in enumerate(sounds)) for o in each[1:]]
    return tuple(dict.fromkeys(o for o in out if o))[:MOST]


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
            dict.fromkeys(
                [*shipped_lexicon().say(word)[:2], *(shipped_lexicon().name(word)[1:2] if word[0].isupper() else [])]
            )
        )
    return [Choice(word, tuple(s.split())) for s in with_accents(tuple(sounds))]


def labelled(sound: Samples, text: Text) -> Index | None:
    """Return a label each STEP samples; None where the sound is none of the text's."""
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
    each = np.full(len(heard), STATES_PER_PHONE * phones()[SILENCE] + 1, dtype=np.int64)
    for piece in pieces:
        span = slice(piece.start, piece.end)
        each[span] = laid.network.column[look.found.states[span]]
        if laid.network.arcs[piece.arc].place >= 0 and look.fit[span].mean() < _FIT:
            each[span] = UNKNOWN
    return each[::2]


@lru_cache(maxsize=1)
def _ears() -> PhonemeEncoder:
    return PhonemeEncoder()


def spoken(rng: Rng, text: Text, engine: str) -> tuple[str, Samples]:
    """By one of the engine's voices, now and then made into somebody else or louder."""
    if engine == "hibari":
        voice, sound = "hibari", neural_voices.say(rng, phonemes(text.text, text.language))
    elif engine == "flite" and text.language != "de":
        voice = str(rng.choice(VOICES["flite"]["train"]))
        sound = flite(rng, text.text, voice)
    else:
        voice = str(rng.choice(variants("train")))
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


def build(target: Path, engine: str, chunk: int) -> None:
    """One file of utterances whose words fit what was said."""
    kept: list[tuple[Samples, Index, str, str]] = []
    rng = np.random.default_rng([0, chunk, ord(engine[0]), 31])
    for _ in range(_CHUNK):
        text = draw(rng)
        voice, sound = spoken(rng, text, engine)
        if 0.7 * RATE < len(sound) < 10 * RATE and (found := labelled(sound, text)) is not None:
            kept.append((sound, found, text.text, voice))
    laid = files.end_to_end([k[1] for k in kept], np.uint8)
    texts, voices = (np.array([row[k] for row in kept]) for k in (2, 3))
    sounds = files.end_to_end([files.pcm(k[0]) for k in kept])
    files.save(target, **sounds, labels=laid["samples"], first=laid["start"], text=texts, voice=voices)


def main(out: Path, chunks: int = 20) -> None:
    """So many chunks of espeak-ng's and of flite's, and twice as many of hibari's."""
    for chunk in range(chunks):
        for engine, again in {"hibari": 2, "espeak": 1, "flite": 1}.items():
            numbers = range(chunk * again, (chunk + 1) * again)
            for number, target in files.missing(out, f"train.{engine}.{{:03d}}.npz", numbers):
                build(target, engine, number)
