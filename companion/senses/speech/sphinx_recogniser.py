"""Built-in recogniser of the victory speech: aligns the dictionary's words with the phoneme encoder's output."""

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
_SILENCE_SAMPLES = int(
    0.5 * RATE
)  # silence added before and after a name, as the network was not trained on sounds as short as that
_QUIET_BELOW_PEAK_DB = 25.0  # level below the loudest 10 ms that counts as quiet
_MIN_NAME_S, _MAX_NAME_S = 0.15, 2.5  # length of a spoken name
_MAX_NAME_PHONES = 16
_MIN_PHONES = 2


def phones_of(sound: Samples, phones: PhonemeEncoder) -> tuple[str, ...]:
    """Return the phones of a sound that may be a name, without silence; empty if it is too short or too long.

    Args:
        sound: Samples at 16 kHz, (n,).
        phones: The phoneme encoder.
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
    """Return the samples from the first to the last loud part, with a margin; None if they cannot be a name.

    A name lasts 0.15 to 2.5 seconds.
    """
    power = powers(sound)
    loud = np.flatnonzero(power > max(power.max(initial=0.0) * 10 ** (-_QUIET_BELOW_PEAK_DB / 10), 1e-9))
    if not len(loud) or not _MIN_NAME_S <= (loud[-1] - loud[0]) * ROW_S <= _MAX_NAME_S:
        return None
    return sound[max(0, loud[0] * ROW_SAMPLES - _MARGIN_SAMPLES) : (loud[-1] + 1) * ROW_SAMPLES + _MARGIN_SAMPLES]


_MAX_TAKES_PER_NAME = 3  # latest takes of one name that are kept


class SphinxRecogniser:
    """Recogniser of the victory speech in a whole utterance. Use it from one thread at a time.

    ``glance`` takes 0.03 of the sound's duration and ``words`` takes 0.1; both take twice that with a second language.

    Attributes:
        phones: The phoneme encoder, which other recognisers may share.
        takes: Pronunciations of each player's name, in phones, as recorded from the player.
    """

    title = "PocketSphinx"

    def __init__(self, settings: SpeechSettings | None = None) -> None:
        self.settings = settings or SpeechSettings.load()
        self.phones: PhonemeEncoder = PhonemeEncoder(self.settings.align["weight"])
        self._made: tuple[tuple[str, ...], tuple[str, ...], Language] | None = None
        self.takes: dict[str, tuple[str, ...]] = {}
        self._aligners: list[Aligner] = []

    def hand(self, names: tuple[str, ...], gems: tuple[str, ...] = (), language: Language = "en") -> None:
        """Set what may be said in this hand.

        Args:
            names: Names of the players.
            gems: Gems that may be named; empty for all.
            language: Language besides English.
        """
        if self._made == (names, gems, language):
            return
        spoken: tuple[Language, ...] = ("en", language) if language in self.settings.sentence else ("en",)
        self._aligners = [
            Aligner(names, self.settings, shipped_lexicon(), gems, self.takes, each, self.phones) for each in spoken
        ]
        self._made = (names, gems, language)

    def learn(self, name: str, sound: Samples) -> bool:
        """Learn how a name is pronounced from a sound that holds only the name; return False if it cannot be a name.

        The latest ``_MAX_TAKES_PER_NAME`` pronunciations of a name are used besides the dictionary's.
        """
        phones = phones_of(sound, self.phones)
        if not phones:
            return False
        self.know({name: tuple(dict.fromkeys([*self.takes.get(name, ()), " ".join(phones)]))[-_MAX_TAKES_PER_NAME:]})
        return True

    def know(self, takes: Mapping[str, tuple[str, ...]]) -> None:
        """Replace the recorded pronunciations of names by those that another microphone's recogniser has learned."""
        self.takes.update(takes)
        if self._made is not None:  # rebuild the aligners, so that these takes count from now on
            made, self._made = self._made, None
            self.hand(*made)

    def glance(self, sound: Samples) -> SpeechGlance:
        return max((aligner.glance(sound) for aligner in self._aligners), key=lambda glance: glance.fit)

    def words(self, sound: Samples) -> list[SpokenWord]:
        """Return the words said in each place, in the language in which most were recognised."""
        return max((aligner.words(sound) for aligner in self._aligners), key=_recognised_words)


def _recognised_words(words: list[SpokenWord]) -> tuple[float, float]:
    """Return the share of words that were recognised, 0..1, and their mean fit."""
    said = [word.fit for word in words if word.word]
    return (len(said) / len(words), sum(said) / len(said)) if said else (0.0, 0.0)
