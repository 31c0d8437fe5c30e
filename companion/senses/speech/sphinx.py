"""The recogniser that travels with companion: PocketSphinx with its own English model and a grammar a hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from companion.errors import CompanionError
from companion.senses.speech.grammar import Grammar, build
from companion.senses.speech.lexicon import model_folder, shipped
from companion.senses.speech.recogniser import RATE, Samples, Word
from companion.senses.speech.settings import Settings

DITHER = 2.0  # 16-bit steps; digital silence and steps at block borders upset the model
# Narrower than PocketSphinx's own: in a noisy room its search takes many times longer than the sound lasts.
_NARROW = {"maxhmmpf": 1500, "beam": 1e-40, "wbeam": 1e-20, "pbeam": 1e-30}
FRAME = 0.01  # seconds
_BEFORE = 0.4  # seconds of sound before the sentence: more of the room spoils the mean spectrum


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
        raise CompanionError(f"the speech recogniser does not start ({error}): install companion again") from None


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
    """See ``recogniser.Recogniser``. One thread at a time; 0.02 of real time, and at the end as much for each speed."""

    title = "PocketSphinx"

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings.load()
        self._decoder: Any = None
        self._grammar: Grammar | None = None
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
            listed = ", ".join(names)
            raise CompanionError(f"no grammar can be made for {listed} ({error}): shorten the names") from None
        self._grammar = grammar

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
        """Decodes the whole utterance again, at several speeds: the whole one's mean spectrum is surer than the running
        one, and a slower voice is a lower one, nearer to the grown-ups that the model knows."""
        before = self._places()
        if self._live:
            self._decoder.end_utt()
            self._live = False
        sound = np.concatenate(self._kept) if self._kept else np.zeros(0, np.float32)
        first = max(0.0, said(before)[0].start - _BEFORE) if said(before) else 0.0
        passes = [self._decode(sound[int(first * RATE) :], speed) for speed in self.settings.speeds]
        chosen = best(passes, self.settings)
        if not chosen:
            return said(before)  # a sentence that broke off matches no whole grammar
        return [replace(w, start=w.start + first, end=w.end + first) for w in said(vote([*passes, before], chosen))]

    def _decode(self, sound: Samples, speed: float) -> list[Word]:
        """The places of the sentence in the sound played at ``speed``, in seconds of the sound itself."""
        if speed != 1.0 and len(sound):
            import soxr

            sound = np.asarray(soxr.resample(sound, RATE, RATE / speed), dtype=np.float32)
        self._decoder.start_utt()
        self._decoder.process_raw(Dither().pcm(sound), False, True)
        self._decoder.end_utt()
        return [replace(w, start=w.start * speed, end=w.end * speed) for w in self._places()]

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


def vote(passes: list[list[Word]], chosen: list[Word]) -> list[Word]:
    """``chosen`` with the word of each place that most passes understood there; its own where they are even."""

    def ranked(word: Word) -> Word:
        heard = Counter(w.said for p in passes for w in p if w.place == word.place and w.said)
        first, *others = sorted(heard, key=lambda said: (-heard[said], said != word.said))
        return replace(word, said=first, others=tuple(others))

    return [ranked(w) if w.said else w for w in chosen]


def best(passes: list[list[Word]], settings: Settings) -> list[Word]:
    """The pass with most words of the sentence, unless more passes say that several of them were others."""
    whole = [p for p in passes if len(p) == len(settings.words)]
    contradicts = [p for p in whole if len(p) - len(said(p)) >= settings.doubt]
    if 2 * len(contradicts) > len(whole):
        whole = contradicts
    return max(whole or passes, key=lambda p: len(said(p)), default=[])
