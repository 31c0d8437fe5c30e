"""Key phrases in running sound: "Face Off!" and "Wild thing, wild thing!", with the time of the first sound."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from companion.senses.sounds.ring import Ring
from companion.senses.speech.grammar import PIECES
from companion.senses.speech.lexicon import Lexicon, shipped
from companion.senses.speech.recogniser import RATE, Samples
from companion.senses.speech.settings import Settings
from companion.senses.speech.sphinx import FRAME, Dither, add_words, open_decoder

SHOUT, WILD = "face off", "wild thing wild thing"
# What is no shout: face of, phase of, base of, based off, place of, faced, say so, wild, thing, things.
DECOYS = (
    "F EY S AH V",
    "F EY Z AH V",
    "B EY S AH V",
    "B EY S T AO F",
    "P L EY S AH V",
    "F EY S T",
    "S EY S OW",
    "W AY L D",
    "TH IH NG",
    "TH IH NG Z",
    "AO F",
    "AH V",
    "F AO R",
    "AO F ER",
    "S AH F ER",
    "F EY V ER",
)
_APART = (f"d{DECOYS.index('W AY L D')}", f"d{DECOYS.index('TH IH NG')}")  # "wild thing" understood as two words
_STEP = RATE // 10  # samples between two looks
_RESTART = 20.0  # seconds after which the search starts anew, so that nothing grows
_LONGEST = 1.3  # seconds of the shout
_TWICE = 3.0  # seconds of "wild thing" said twice, the pause with it
_SURE = 0.12  # seconds after a phrase from which the search stays with it
_AGAIN = 1.0  # seconds in which the same phrase is not reported twice


@dataclass(frozen=True)
class Found:
    """A phrase with its first and last sound (s from the first sample fed) and how far it rose over the room, dB."""

    phrase: str
    start: float
    end: float
    rise: float


class Shouts:
    """Feed sound as it comes; about 0.02 of real time. One thread at a time."""

    def __init__(self, settings: Settings, lexicon: Lexicon | None = None) -> None:
        self.settings = settings
        self._ring = Ring(6.0)
        self._dither = Dither()
        self._rest = np.zeros(0, np.float32)
        self._base = 0  # sample at which the running search began
        self._last: dict[str, float] = {}
        lexicon = lexicon or shipped()
        self._decoder = open_decoder(cmn="live", wip=0.5, lw=6.5)
        words, jsgf = _grammar(settings, lexicon)
        add_words(self._decoder, words)
        self._decoder.add_jsgf_string("shouts", jsgf)
        self._decoder.activate_search("shouts")
        self._decoder.start_utt()

    def feed(self, samples: Samples) -> list[Found]:
        self._rest = np.concatenate([self._rest, samples])
        out: list[Found] = []
        while len(self._rest) >= _STEP:
            piece, self._rest = self._rest[:_STEP], self._rest[_STEP:]
            self._ring.write(piece)
            self._decoder.process_raw(self._dither.pcm(piece), False, False)
            out += self._look()
        return out

    def read(self, start: float) -> Samples:
        """The sound from ``start`` seconds on, as far as it is kept (6 s), with what waits for its step."""
        kept = self._ring.read(max(0, int(start * RATE)), self._ring.end)
        return np.asarray(np.concatenate([kept, self._rest]), dtype=np.float32)

    def _look(self) -> list[Found]:
        """Phrases that are over for a moment: the search may still change its mind about the last few frames."""
        out: list[Found] = []
        now = self._ring.end / RATE
        base = self._base / RATE
        for word, start, end in self._words() if self._decoder.hyp() is not None else []:
            first = self._first_sound(base + start, base + end, _TWICE if word == WILD else _LONGEST)
            item = Found(word, first, base + end, self._rise(first, base + end))
            if now - item.end >= _SURE and self._counts(item):
                self._last[item.phrase] = item.end
                out.append(item)
        if out or now - base > _RESTART:
            self._decoder.end_utt()
            self._decoder.start_utt()
            self._base = self._ring.end
        return out

    def _words(self) -> list[tuple[str, float, float]]:
        """Phrases understood so far, times in seconds; "wild thing" counts said twice, in one breath or in two."""
        heard = [(s.word.partition("(")[0], s.start_frame, s.end_frame + 1) for s in self._decoder.seg()]
        segments = [(w, a * FRAME, b * FRAME) for w, a, b in heard if w and w[0] not in "(<"]
        out = [(SHOUT, a, b) for w, a, b in segments if w == "shout"]
        wild = [(a, b) for w, a, b in segments if w == "wild"]
        wild += [(a, b) for (w, a, _), (v, _, b) in pairwise(segments) if (w, v) == _APART]
        wild.sort()
        pairs = [(a, b) for (a, _), (_, b) in zip(wild[::2], wild[1::2], strict=False)]
        return out + [(WILD, a, b) for a, b in pairs if b - a <= _TWICE]

    def _counts(self, item: Found) -> bool:
        if item.start < self._last.get(item.phrase, -9.0) + _AGAIN:
            return False
        rules = self.settings.shout
        return item.phrase != SHOUT or (item.rise >= rules["loud"] and item.end - item.start >= rules["shortest"])

    def _first_sound(self, start: float, end: float, longest: float) -> float:
        """The search gives silence before a phrase to its first sound: the level says where that begins."""
        start = max(start, end - longest, 0.0)
        levels = _levels(self._ring.read(int(start * RATE), int(end * RATE)))
        if len(levels) < 5:
            return start
        quiet, loud = float(np.percentile(levels, 10)), float(np.percentile(levels, 90))
        if loud - quiet < 9.0:
            return start
        return start + float(np.argmax(levels > quiet + 0.35 * (loud - quiet))) * 0.02

    def _rise(self, start: float, end: float) -> float:
        """dB of the phrase's loud half over the quieter half of the two seconds before it."""
        loud = _levels(self._ring.read(int(start * RATE), int(end * RATE)))
        before = _levels(self._ring.read(max(0, int((start - 2.1) * RATE)), max(0, int((start - 0.1) * RATE))))
        if len(loud) < 4 or len(before) < 20:
            return 60.0  # nothing was heard before it
        return float(np.percentile(loud, 75) - np.percentile(before, 50))


def _levels(samples: Samples) -> np.ndarray[Any, np.dtype[np.float64]]:
    """dB full scale of blocks of 20 ms."""
    count = len(samples) // 320
    blocks = samples[: count * 320].reshape(count, 320).astype(np.float64)
    return np.asarray(10 * np.log10(np.mean(blocks**2, axis=1) + 1e-10))


def _grammar(settings: Settings, lexicon: Lexicon) -> tuple[dict[str, list[str]], str]:
    """A loop of the two phrases, of what sounds like them, and of pieces of any talk."""
    face, wild = lexicon.say("face")[0], f"{lexicon.say('wild')[0]} {lexicon.say('thing')[0]}"
    words = {"shout": [f"{face} {off}" for off in ("AO F", "AA F")], "wild": [wild]}
    words |= {f"d{k}": [sounds] for k, sounds in enumerate(DECOYS)} | {f"u{k}": [p] for k, p in enumerate(PIECES)}
    shout, wanted = settings.shout["weight"], settings.shout["wild_weight"]
    rest = (1 - shout - wanted) / (len(words) - 2)
    parts = [f"/{shout}/ shout", f"/{wanted}/ wild wild", *(f"/{rest:.6f}/ {w}" for w in words if w[1:].isdigit())]
    return words, f"#JSGF V1.0;\ngrammar shouts;\npublic <all> = ( {' | '.join(parts)} )+;\n"
