"""The recogniser that travels with companion: PocketSphinx with its own English model and a grammar a hand."""

from __future__ import annotations

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
    """See ``recogniser.Recogniser``. One thread at a time; about 0.02 of real time."""

    title = "PocketSphinx"

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings.load()
        self._decoder: Any = None
        self._grammar: Grammar | None = None
        self._dither = Dither()
        self._kept: list[bytes] = []
        self._live = False

    def hand(self, names: tuple[str, ...]) -> None:
        if self._grammar is not None and self._grammar.names == names:
            return
        grammar = build(names, self.settings, shipped())
        self._decoder = open_decoder(cmn="live", wip=0.5, lw=6.5)
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
        pcm = self._dither.pcm(samples)
        self._kept.append(pcm)
        self._decoder.process_raw(pcm, False, False)

    def so_far(self) -> list[Word]:
        return self._words()

    def finish(self) -> list[Word]:
        """Decodes once more with the whole utterance's mean spectrum, which is surer than the running one."""
        before = self._words()
        if self._live:
            self._decoder.end_utt()
            self._live = False
        self._decoder.start_utt()
        self._decoder.process_raw(b"".join(self._kept), False, True)
        self._decoder.end_utt()
        return self._words() or before  # a sentence that broke off matches no whole grammar

    def _words(self) -> list[Word]:
        if self._decoder.hyp() is None or self._grammar is None:
            return []
        out = []
        for seg in self._decoder.seg():
            place, said = self._grammar.meaning.get(seg.word.partition("(")[0], (-1, ""))
            if place >= 0:
                out.append(Word(said, place, seg.start_frame * FRAME, (seg.end_frame + 1) * FRAME))
        return out
