"""Built-in recogniser of answers and commands in English and German; aligns sayings with the phoneme encoder's output.

It decides separately which option was said and whether any option was said. The option is the one with the best path
through the network. Whether it was said depends on how well its words fit, and on the quiet around them, because
answers are spoken by themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from companion.senses.speech.answer_engine import HeardOption
from companion.senses.speech.best_path import PhrasePath, any_talk, search_phrases
from companion.senses.speech.phoneme_encoder import ROW_S, PhonemeEncoder, Values, powers, shipped_phones
from companion.senses.speech.phrase_network import Grammar, PhraseNetwork
from companion.senses.speech.pronouncing import pronounce_by
from companion.senses.speech.recogniser import Ears, Samples
from companion.senses.speech.sentence_network import SILENCE_PLACE
from companion.senses.speech.settings import SpeechSettings

_MIN_WORD_FIT = -3.0  # lower limit of a word's fit
_MAX_QUIET_DB = 20.0
_QUIET_GAP_ROWS, _QUIET_SPAN_ROWS = (
    4,
    26,
)  # 10 ms rows beside a saying: quiet is measured from the first number to the second
_SHORTEST_S = 0.12  # minimum length of a sound that is examined
_QUIETEST_DB = -60.0  # dB full scale below which nobody speaks


@dataclass(frozen=True, slots=True)
class AnswerEvidence:
    """Evidence that the best option was said.

    A word's fit is how much better it fits than any talk, in mean log likelihood a frame.

    Attributes:
        mean: Mean fit of the option's words, weighted by their length.
        worst: Fit of the word that fits worst.
        phones: Number of phones in the option's words.
        quiet_before: By how many dB it is quieter before the option, 0 to 20.
        quiet_after: By how many dB it is quieter after the option, 0 to 20.
        lead: How much better the option fits than the second best, in log likelihood; 20 if there is only one.
    """

    mean: float
    worst: float
    phones: int
    quiet_before: float
    quiet_after: float
    lead: float

    def values(self) -> dict[str, float]:
        """Return the values that are weighed, by their names in table ``answers.weights`` of the speech settings."""
        return {
            "mean": self.mean,
            "worst": self.worst,
            "length": float(np.log(max(1, self.phones))),
            "quiet": min(self.quiet_before, self.quiet_after),
        }


class AlignedAnswers:
    """Built-in implementation of ``AnswerEngine``.

    Args:
        language: Language of the sayings.
        settings: The speech settings.
        phones: The phoneme encoder, which may be shared with other recognisers; None loads one.
        takes: Pronunciations of each player's name, in phones, as recorded from the player.
    """

    title = "companion"

    def __init__(
        self,
        language: str,
        settings: SpeechSettings,
        phones: Ears | None = None,
        takes: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self._language, self._rules = language, settings.answers
        self._phones: Ears = phones or PhonemeEncoder(settings.align["weight"])
        self._takes = takes if takes is not None else {}
        self._network: PhraseNetwork | None = None
        self.unknown: list[str] = []

    def expect(self, grammar: Grammar, names: Collection[str]) -> None:
        said = pronounce_by(self._language, names, self._takes)
        network = PhraseNetwork(shipped_phones(), grammar, said, pause=-self._rules["outside"])
        self._network = network if network.ends else None
        self.unknown = network.unknown

    def listen(self, sound: Samples) -> list[HeardOption]:
        found = self.look(sound)
        if found is None:
            return []
        paths, evidence = found
        first = paths[0]
        weights: Mapping[str, float] = self._rules["weights"][self._language]
        odds = sum(weights[name] * value for name, value in evidence.values().items()) + weights["bias"]
        gains = np.array([path.gain for path in paths]) / self._rules["scale"]
        shares = np.exp(gains - gains.max())
        shares /= shares.sum()
        start, end = first.pieces[0].start * ROW_S, first.pieces[-1].end * ROW_S
        said = 1 / (1 + np.exp(-odds))
        return [
            HeardOption(path.option, log_odds_of(said * share), start, end)
            for path, share in zip(paths, shares, strict=True)
        ]

    def close(self) -> None:
        """Do nothing, because this engine holds no resources."""

    def look(self, sound: Samples) -> tuple[list[PhrasePath], AnswerEvidence] | None:
        """Return the paths of all options, best first, and the evidence for the best; None if nothing was said."""
        if self._network is None or len(sound) < _SHORTEST_S / ROW_S * 160 or is_silent(sound):
            return None
        heard = self._phones(sound)
        talk = any_talk().search(heard)
        paths = search_phrases(self._network, heard, talk - np.float32(self._rules["outside"]))
        if not paths or not paths[0].pieces:
            return None
        return paths, self._evidence(paths, heard, talk, sound)

    def _evidence(self, paths: list[PhrasePath], heard: Values, talk: Values, sound: Samples) -> AnswerEvidence:
        assert self._network is not None
        first, network = paths[0], self._network
        fit = heard[np.arange(len(heard)), network.column[np.maximum(first.states, 0)]] - talk
        words = [piece for piece in first.pieces if network.arcs[piece.arc].place != SILENCE_PLACE]
        fits = [max(_MIN_WORD_FIT, float(fit[word.start : word.end].mean())) for word in words]
        lengths = [word.end - word.start for word in words]
        phones = sum(len(network.arcs[word.arc].phones) for word in words)
        before, after = quiet_around(sound, words[0].start, words[-1].end)
        return AnswerEvidence(
            mean=float(np.average(fits, weights=lengths)),
            worst=min(fits),
            phones=phones,
            quiet_before=before,
            quiet_after=after,
            lead=first.gain - paths[1].gain if len(paths) > 1 else _MAX_QUIET_DB,
        )


def is_silent(sound: Samples) -> bool:
    """Return True if no sample of (n,) is louder than -60 dB full scale, which is too quiet for speech."""
    return bool(20 * np.log10(np.abs(sound).max(initial=0.0) + 1e-9) < _QUIETEST_DB)


def log_odds_of(share: float) -> float:
    share = min(max(float(share), 1e-6), 1 - 1e-6)
    return float(np.log(share / (1 - share)))


def quiet_around(sound: Samples, start: int, end: int) -> tuple[float, float]:
    """Return by how many dB the sound is quieter before and after a saying than within it, each 0 to 20.

    Args:
        sound: Samples at 16 kHz, (n,).
        start: First 10 ms row of the saying.
        end: Row after the last one.
    """
    levels = 10 * np.log10(powers(sound) + 1e-9)
    own = float(np.percentile(levels[start:end], 75)) if len(levels[start:end]) else _QUIETEST_DB
    sides = (
        levels[max(0, start - _QUIET_SPAN_ROWS) : max(0, start - _QUIET_GAP_ROWS)],
        levels[end + _QUIET_GAP_ROWS : end + _QUIET_SPAN_ROWS],
    )
    drops = (own - float(np.percentile(side, 80)) if len(side) else 0.0 for side in sides)
    before, after = (min(max(drop, 0.0), _MAX_QUIET_DB) for drop in drops)
    return before, after
