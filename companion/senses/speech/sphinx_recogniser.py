"""The recogniser that travels with companion: PocketSphinx's words laid over what the phoneme encoder hears."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.senses.speech.aligner import Aligner
from companion.senses.speech.best_path import any_talk
from companion.senses.speech.lexicon import shipped_lexicon
from companion.senses.speech.phoneme_encoder import ROW_S, ROW_SAMPLES, SILENCE, PhonemeEncoder, powers
from companion.senses.speech.recogniser import RATE, Samples, SpeechGlance, SpokenWord
from companion.senses.speech.settings import Language, SpeechSettings

_MARGIN_SAMPLES = int(0.06 * RATE)  # samples kept on both sides of what was said
_SILENCE_SAMPLES = int(0.5 * RATE)  # samples of silence laid around it: the network knows no sound as short as a name
_QUIET_BELOW_PEAK_DB = 25.0  # dB under the loudest hundredth of a second, where it is quiet
_MIN_NAME_S, _MAX_NAME_S = 0.15, 2.5  # seconds of a name
_MAX_NAME_PHONES = 16  # phones of a name
_MIN_PHONES = 2


def phones_of(sound: Samples, phones: PhonemeEncoder) -> tuple[str, ...]:
    """Return the phones that a sound is made of, without silence.

    Return the phones that [n] samples at 16 kHz sound like to ``phones``, without silence; () where no name can have
    been said.
    """
    said = _spoken(sound)
    if said is None or len(said) < _MIN_NAME_S * RATE:
        return ()
    rest = np.zeros(_SILENCE_SAMPLES, np.float32)
    heard = phones(np.concatenate([rest, said, rest]))
    run = any_talk().phones(heard)
    spoken = tuple(phone for phone in run if phone != SILENCE)
    return spoken if _MIN_PHONES <= len(spoken) <= _MAX_NAME_PHONES else ()


def _spoken(sound: Samples) -> Samples | None:
    """From the first to the last loud sound, with a little room; None for nothing or for more than a name."""
    power = powers(sound)
    loud = np.flatnonzero(power > max(power.max(initial=0.0) * 10 ** (-_QUIET_BELOW_PEAK_DB / 10), 1e-9))
    if not len(loud) or not _MIN_NAME_S <= (loud[-1] - loud[0]) * ROW_S <= _MAX_NAME_S:
        return None
    return sound[max(0, loud[0] * ROW_SAMPLES - _MARGIN_SAMPLES) : (loud[-1] + 1) * ROW_SAMPLES + _MARGIN_SAMPLES]


_MAX_TAKES_PER_NAME = 3  # of one name that are kept


class SphinxRecogniser:
    """Looks at a whole stretch of sound at a time; nothing is followed while it is said. One thread at a time.

    A glance takes 0.03 of the sound's time, the words 0.1; twice that where another language is spoken besides English.
    ``phones`` also look twice at what may be a shout, and hear the choice of a set. ``takes``: name to how its owner
    says it, each take as phones.
    """

    title = "PocketSphinx"

    def __init__(self, settings: SpeechSettings | None = None) -> None:
        self.settings = settings or SpeechSettings.load()
        self.phones: PhonemeEncoder = PhonemeEncoder(self.settings.align["weight"])
        self._made: tuple[tuple[str, ...], tuple[str, ...], Language] | None = None
        self.takes: dict[str, tuple[str, ...]] = {}
        self._aligners: list[Aligner] = []

    def hand(self, names: tuple[str, ...], gems: tuple[str, ...] = (), language: Language = "en") -> None:
        """Set the players, the gems of this hand (all where none is given), and what is spoken besides English."""
        if self._made == (names, gems, language):
            return
        spoken: tuple[Language, ...] = ("en", language) if language in self.settings.sentence else ("en",)
        self._aligners = [
            Aligner(names, self.settings, shipped_lexicon(), gems, self.takes, each, self.phones) for each in spoken
        ]
        self._made = (names, gems, language)

    def learn(self, name: str, sound: Samples) -> bool:
        """Learn from a sound how its owner says a name; the sound holds the name alone.

        Return False where too little was said. It counts from now on. The last ``_MAX_TAKES_PER_NAME`` takes of a name
        are kept, beside the pronunciations of the dictionary.
        """
        phones = phones_of(sound, self.phones)
        if not phones:
            return False
        self.know({name: tuple(dict.fromkeys([*self.takes.get(name, ()), " ".join(phones)]))[-_MAX_TAKES_PER_NAME:]})
        return True

    def know(self, takes: Mapping[str, tuple[str, ...]]) -> None:
        """Add what another microphone's recogniser has learned of names."""
        self.takes.update(takes)
        if self._made is not None:  # the names are weighed with them from now on
            made, self._made = self._made, None
            self.hand(*made)

    def glance(self, sound: Samples) -> SpeechGlance:
        return max((aligner.glance(sound) for aligner in self._aligners), key=lambda glance: glance.fit)

    def words(self, sound: Samples) -> list[SpokenWord]:
        """In the language in which most of the sentence's words were made out."""
        return max((aligner.words(sound) for aligner in self._aligners), key=_recognised_words)


def _recognised_words(words: list[SpokenWord]) -> tuple[float, float]:
    """Return share of the words that were made out, and how well they fit."""
    said = [word.fit for word in words if word.word]
    return (len(said) / len(words), sum(said) / len(said)) if said else (0.0, 0.0)
