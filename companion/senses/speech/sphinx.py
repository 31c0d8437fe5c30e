"""The recogniser that travels with companion: PocketSphinx with its own English model and a grammar a hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from companion.errors import CompanionError
from companion.senses.speech.aligning import Aligner
from companion.senses.speech.grammar import Grammar, build
from companion.senses.speech.lexicon import model_folder, shipped
from companion.senses.speech.recogniser import RATE, Samples, Word
from companion.senses.speech.settings import Settings

DITHER = 2.0  # 16-bit steps; digital silence and steps at block borders upset the model
# Narrower than PocketSphinx's own: in a noisy room its search takes many times longer than the sound lasts.
_NARROW = {"maxhmmpf": 1500, "beam": 1e-40, "wbeam": 1e-20, "pbeam": 1e-30}
FRAME = 0.01  # seconds
_AROUND = 0.4  # seconds of sound kept around the sentence: more of the room spoils the mean spectrum


def open_decoder(**options: Any) -> Any:
    """A decoder with the wheel's model and an empty dictionary. Raises CompanionError."""
    folder = model_folder()
    try:
        import pocketsphinx

        config = pocketsphinx.Config(
            hmm=str(folder / "en-us"), dict=None, lm=None, loglevel="FATAL", dither=False, **_NARROW, **options
        )
        return pocketsphinx.Decoder(config)
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        raise CompanionError("speech.recogniser", why=str(error)) from None


def add_words(decoder: Any, words: dict[str, list[str]]) -> None:
    """Words with their pronunciations; those that the decoder has already stay as they are."""
    for token, sounds in words.items():
        for k, phones in enumerate(dict.fromkeys(sounds)):
            name = token if k == 0 else f"{token}({k + 1})"
            if decoder.lookup_word(name) is None:
                decoder.add_word(name, phones, False)


class Dither:
    """Sound to 16-bit samples with a little noise, the same every time."""

    def __init__(self) -> None:
        self._noise = np.random.default_rng(1).normal(0, DITHER, RATE)
        self._at = 0

    def pcm(self, samples: Samples) -> bytes:
        index = (self._at + np.arange(len(samples))) % RATE
        self._at = (self._at + len(samples)) % RATE
        loud = np.clip(samples * 32768.0 + self._noise[index], -32768, 32767)
        return np.asarray(loud, dtype="<i2").tobytes()


class Sphinx:
    """See ``recogniser.Recogniser``. One thread at a time; 0.02 of real time while it follows, and at the end the
    ``Aligner``'s look at the whole."""

    title = "PocketSphinx"

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings.load()
        self._decoder: Any = None
        self._grammar: Grammar | None = None
        self._aligner: Aligner | None = None
        self._dither = Dither()
        self._kept: list[Samples] = []
        self._live = False

    def hand(self, names: tuple[str, ...]) -> None:
        if self._grammar is not None and self._grammar.names == names:
            return
        grammar = build(names, self.settings, shipped())
        self._decoder = open_decoder(cmn="batch", wip=0.5, lw=6.5)
        add_words(self._decoder, grammar.words)
        try:
            self._decoder.add_jsgf_string("speech", grammar.jsgf)
            self._decoder.activate_search("speech")
        except (RuntimeError, ValueError) as error:
            raise CompanionError("speech.grammar", names=list(names), why=str(error)) from None
        self._grammar = grammar
        self._aligner = Aligner(names, self.settings, shipped())

    def begin(self) -> None:
        if self._grammar is None:
            raise ValueError("hand() comes before begin()")
        self._kept = []
        self._dither = Dither()
        if self._live:
            self._decoder.end_utt()
        self._decoder.start_utt()
        self._live = True

    def feed(self, samples: Samples) -> None:
        self._kept.append(samples)
        self._decoder.process_raw(self._dither.pcm(samples), False, False)

    def so_far(self) -> list[Word]:
        return said(self._places())

    def finish(self) -> list[Word]:
        """Follows the utterance to its end, then looks at it as a whole (see ``aligning``)."""
        assert self._aligner is not None, "hand() comes before finish()"
        before = said(self._places())
        if self._live:
            self._decoder.end_utt()
            self._live = False
        sound = np.concatenate(self._kept) if self._kept else np.zeros(0, np.float32)
        first = max(0.0, before[0].start - _AROUND) if before and before[0].place == 0 else 0.0
        whole = before and before[-1].place == len(self.settings.words) - 1
        last = before[-1].end + _AROUND if whole else len(sound) / RATE
        words = self._aligner.words(sound[int(first * RATE) : int(last * RATE)])
        return [replace(w, start=w.start + first, end=w.end + first) for w in words]

    def _places(self) -> list[Word]:
        """What was understood in each place of the sentence; ``said`` is "" for a decoy."""
        if self._decoder.hyp() is None or self._grammar is None:
            return []
        out = []
        for seg in self._decoder.seg():
            place, word = self._grammar.meaning.get(seg.word.partition("(")[0], (-1, ""))
            if place >= 0:
                out.append(Word(word, place, seg.start_frame * FRAME, (seg.end_frame + 1) * FRAME))
        return out


def said(places: list[Word]) -> list[Word]:
    """The words of the sentence among them."""
    return [w for w in places if w.said]
