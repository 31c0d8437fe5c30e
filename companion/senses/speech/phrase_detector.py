"""Detect phrases in the keyword spotter's scores: "Face Off!" (the shout), or "Wild thing" said twice.

A slap of cards near a phrase raises the phrase's score; a slap alone has no effect. The keyword spotter is small, and
has learned how a short call sounds more than its words. Therefore each possible phrase is checked a second time. There
models/phoneme_encoder scores how well each word fits, and the loudness is compared with the talk before. The scores of
both checks are added.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.senses.speech.best_path import Laid, LaidWord
from companion.senses.speech.lexicon import with_accents
from companion.senses.speech.phoneme_encoder import ROW_S, PhonemeEncoder, shipped_phones
from companion.senses.speech.recogniser import Ears, Samples
from companion.senses.speech.sentence_network import Choice, SentenceNetwork
from companion.senses.speech.settings import SpeechSettings

_LOUD_PERCENT = 75  # percentile of the levels that is compared
_TALK_BELOW_PEAK_DB, _MIN_TALK_LEVELS = (
    20.0,
    4,
)  # range of talk below the loudest level, and minimum number of such levels

Levels = npt.NDArray[np.float64]


class ShoutProof:
    """Second check of a possible phrase, by its words and its loudness.

    A call takes a few hundredths of a second; use it from one thread at a time.

    Args:
        settings: The speech settings.
        phones: The phoneme encoder, which may be shared with other recognisers; None loads one.

    Raises:
        DeviceUnavailable: The model file is missing or damaged.
    """

    def __init__(self, settings: SpeechSettings, phones: Ears | None = None) -> None:
        self._rules = settings.proof
        self._phones: Ears = phones or PhonemeEncoder(settings.align["weight"])
        self._laid = {}
        for phrase, rules in self._rules["phrases"].items():
            said = [with_accents(tuple(word)) for word in rules["words"]]
            places = [[Choice("said", tuple(phones.split())) for phones in word] for word in said]
            self._laid[phrase] = Laid(SentenceNetwork(shipped_phones(), places), self._rules["outside"])

    def __call__(self, phrase: str, sound: Samples, loudness_gain: float) -> float:
        """Return the score of a phrase in the sound, in log-odds; above 0 speaks for the phrase.

        Args:
            phrase: ``SHOUT_PHRASE`` or ``WILD_PHRASE``.
            sound: Samples at 16 kHz from a little before the phrase up to now, (n,).
            loudness_gain: By how many dB the phrase is louder than the talk before it.
        """
        rules, weighed = self._rules["phrases"][phrase], self.evidence(phrase, sound, loudness_gain)
        return float(sum(rules[name] * value for name, value in weighed.items()) - rules["enough"])

    def evidence(self, phrase: str, sound: Samples, loudness_gain: float) -> dict[str, float]:
        """Return the values from which the score is computed, each limited to its range in the settings.

        The keys are ``worst`` (lowest fit of a word), ``mean`` (mean fit of the words) and ``over`` (the loudness gain
        in dB).
        """
        fits = np.maximum(self.fits(phrase, sound), self._rules["least"])
        louder = np.clip(loudness_gain, self._rules["softer"], self._rules["louder"])
        return {"worst": float(fits.min()), "mean": float(fits.mean()), "over": float(louder)}

    def fits(self, phrase: str, sound: Samples) -> list[float]:
        """Return how much better each word fits than any talk, in mean log likelihood a frame.

        A word that is too short gets the lowest fit in the settings.
        """
        shortest = self._rules["phrases"][phrase]["shortest"] / ROW_S
        words = self.words(phrase, sound)
        return [word.fit if word.end - word.start >= shortest else self._rules["least"] for word in words]

    def words(self, phrase: str, sound: Samples) -> tuple[LaidWord, ...]:
        """Return the phrase's words aligned with the sound; the training code cuts recordings there."""
        return self._laid[phrase].look(self._phones(sound)).words


def loudness_gain_over_talk(before: Levels, after: Levels) -> float:
    """Return by how many dB a phrase is louder than the talk before it; 0 if there is too little talk or no phrase.

    Args:
        before: Levels before the phrase, in dB, (n,).
        after: Levels from its onset on, in dB, (m,).
    """
    talk = before[before > before.max(initial=-np.inf) - _TALK_BELOW_PEAK_DB]
    if len(talk) < _MIN_TALK_LEVELS or not len(after):
        return 0.0
    return float(np.percentile(after, _LOUD_PERCENT) - np.percentile(talk, _LOUD_PERCENT))


SHOUT_PHRASE, WILD_PHRASE = "face off", "wild thing wild thing"
OUTPUT_NAMES = ("face_off", "wild_thing", "slap")
_AVERAGED_SCORES = 3  # number of latest scores that are averaged
_TIME_TOLERANCE_S = 0.005  # rounding tolerance of times
Array = npt.NDArray[np.float32]
Asked = Callable[[str, float, float], float]  # second check: (phrase, onset, now) -> log-odds


@dataclass(frozen=True)
class FoundPhrase:
    """A phrase that was detected.

    Attributes:
        phrase: ``SHOUT_PHRASE`` or ``WILD_PHRASE``.
        start: Its onset, in seconds from the first sample fed.
        report_time: When it was accepted, in seconds from the first sample fed.
        excess_log_odds: Log-odds by which its total score exceeds the threshold.
        slap: True if cards were slapped on the table near it.
    """

    phrase: str
    start: float
    report_time: float
    excess_log_odds: float
    slap: bool = False

    @property
    def confidence(self) -> float:
        """Confidence that the phrase was said, 0..1; 0.5 at the threshold."""
        return float(1 / (1 + np.exp(-self.excess_log_odds)))


@dataclass
class _Once:
    """One single "wild thing", which another may complete to a pair: its onset in seconds, and its highest log-odds."""

    start: float
    score: float


@dataclass
class _Maybe:
    """A possible phrase, before it is accepted.

    Attributes:
        start: Its onset, in seconds.
        since: When it was first detected, in seconds.
        score: Its highest log-odds from the keyword spotter.
        slap: True if cards were slapped on the table near it.
        proof: Log-odds from the second check; None before that check.
        pair: For "wild thing, wild thing", its two halves; else None.
    """

    start: float
    since: float
    score: float = 0.0
    slap: bool = False
    proof: float | None = None
    pair: tuple[_Once, _Once] | None = None


class PhraseDetector:
    """Turns the keyword spotter's scores into phrases, and reports each phrase once.

    Args:
        settings: The speech settings.
        asked: Function that checks a possible phrase a second time: (phrase, onset, now), with times in seconds, to
            log-odds.
    """

    def __init__(self, settings: SpeechSettings, asked: Asked) -> None:
        self._rules, self._look = settings.shout, settings.proof
        self._bars: Mapping[str, float] = settings.proof["bars"]
        self._asked = asked
        self.perhaps = -np.inf  # onset of the latest possible shout, in seconds
        self._scores: dict[str, deque[tuple[float, float]]] = {
            k: deque(maxlen=_AVERAGED_SCORES) for k in OUTPUT_NAMES[:2]
        }
        self._told: deque[tuple[float, float]] = deque(maxlen=8)  # "face off": onset and time of reporting
        self._wild: deque[_Once] = deque(maxlen=8)
        self._maybe: dict[str, list[_Maybe]] = {SHOUT_PHRASE: [], WILD_PHRASE: []}
        self._slaps: deque[float] = deque(maxlen=64)
        self._paired = -1.0  # onset of the latest "wild thing" that was the second of a reported pair

    def step(self, now: float, scores: Array, ages: Array) -> Iterator[FoundPhrase]:
        """Process the scores of one 20 ms step, and yield the phrases that are accepted now.

        Args:
            now: Time, in seconds.
            scores: Log-odds of each output of ``OUTPUT_NAMES``, (3,).
            ages: Seconds since the onset of "Face Off" and of "wild thing", if they end now, (2,).
        """
        if scores[2] > 0:
            self._slaps.append(now)
        for name, score, age in zip(OUTPUT_NAMES, scores, ages, strict=False):
            self._scores[name].append((float(score), now - float(age)))
            if len(self._scores[name]) == _AVERAGED_SCORES:
                yield from self._find_phrases(now) if name == OUTPUT_NAMES[0] else self._twice(now)

    def _recent(self, name: str) -> tuple[float, float, float, bool]:
        """Return the mean of the last three scores of a phrase, with its onset.

        Args:
            name: Output of the network, ``face_off`` or ``wild_thing``.

        Returns:
            The mean score, in log-odds, raised if cards were slapped; the onset in seconds; the range of the three
            estimated onsets in seconds; and whether cards were slapped.
        """
        recent = self._scores[name]
        dates = sorted(start for _, start in recent)
        onset = dates[_AVERAGED_SCORES // 2]
        slap = any(self._rules["slap_before"] >= onset - t >= -self._rules["slap_after"] for t in self._slaps)
        score = sum(score for score, _ in recent) / _AVERAGED_SCORES + (self._rules["slap"] if slap else 0.0)
        return score, onset, dates[-1] - dates[0], slap

    def _due(self, phrase: str, now: float) -> list[_Maybe]:
        """Return the possible phrases that are old enough for the second check, after checking each once."""
        kept = self._maybe[phrase] = [one for one in self._maybe[phrase] if now - one.since < self._look["over"]]
        due = [one for one in kept if now - one.since > self._look["after"] - _TIME_TOLERANCE_S]
        for one in due:
            if one.proof is None:
                one.proof = self._asked(phrase, one.start, now)
        return due

    def _find_phrases(self, now: float) -> Iterator[FoundPhrase]:
        score, onset, spread, slap = self._recent(OUTPUT_NAMES[0])
        told = self._told
        more = self._rules["second"] if told and now - told[-1][1] < self._rules["soon"] else 0.0
        if score > self._rules["perhaps"]:
            self.perhaps = onset
        known = any(abs(onset - start) < self._rules["apart"] for start, _ in told)
        if score + more > self._bars[OUTPUT_NAMES[0]] and not known and not self._ringing(now, onset, spread):
            self._note(_Maybe(onset, now, score, slap))
        for maybe in self._due(SHOUT_PHRASE, now):
            over = self._spotter_evidence(SHOUT_PHRASE, maybe.score) + (maybe.proof or 0.0) + more
            if over > 0 and all(abs(maybe.start - start) >= self._rules["apart"] for start, _ in told):
                told.append((maybe.start, now))
                yield FoundPhrase(SHOUT_PHRASE, maybe.start, now, over, maybe.slap)

    def _spotter_evidence(self, phrase: str, score: float) -> float:
        """Return the keyword spotter's score, limited to at most ``clear`` in the settings, times its weight."""
        rules = self._look["phrases"][phrase]
        return float(rules["score"] * min(score, rules["clear"]))

    def _ringing(self, now: float, onset: float, spread: float) -> bool:
        """Return True if a detection just after another phrase is only that phrase's echo.

        Args:
            now: Time, in seconds.
            onset: Onset of the detection, in seconds.
            spread: Range of its estimated onsets, in seconds; an echo's onsets disagree.
        """
        others = [when for _, when in self._told]
        others += [one.since for one in self._maybe[SHOUT_PHRASE] if abs(one.start - onset) >= self._rules["apart"]]
        return spread > self._rules["agree"] and any(now - when < self._rules["ringing"] for when in others)

    def _note(self, this: _Maybe) -> None:
        """Keep a possible shout for the second check, or merge it with one at the same onset."""
        near = [one for one in self._maybe[SHOUT_PHRASE] if abs(one.start - this.start) < self._rules["apart"]]
        for one in near[:1]:
            if this.score > one.score:
                one.start, one.score = this.start, this.score
            one.slap = one.slap or this.slap
        if not near:
            self._maybe[SHOUT_PHRASE].append(this)

    def _twice(self, now: float) -> Iterator[FoundPhrase]:
        """Yield "wild thing" if it was said twice, with a pause or not; a clear half makes up for an unclear one."""
        score, onset, spread, slap = self._recent(OUTPUT_NAMES[1])
        if score >= self._bars["wild_least"] and spread <= self._rules["wild_agree"]:
            self._once(now, score, onset, slap)
        due = [
            (self._spotter_evidence(WILD_PHRASE, self._together(*one.pair)) + (one.proof or 0.0), one)
            for one in self._due(WILD_PHRASE, now)
            if one.pair
        ]
        over, best = max(due, key=lambda row: row[0], default=(-np.inf, None))
        if over > 0 and best is not None and best.pair is not None:
            self._paired = best.pair[1].start
            self._maybe[WILD_PHRASE] = []
            yield FoundPhrase(WILD_PHRASE, best.pair[0].start, now, over, best.slap)

    def _once(self, now: float, score: float, onset: float, slap: bool) -> None:
        """Store one "wild thing", and the pairs that it may form with earlier ones."""
        this = next((one for one in self._wild if abs(one.start - onset) < self._rules["apart"]), None)
        if this is None:
            this = _Once(onset, score)
            self._wild.append(this)
        this.score = max(this.score, score)
        if this.start <= self._paired + 0.01:
            return
        for one in self._wild:
            noted = any(maybe.pair == (one, this) for maybe in self._maybe[WILD_PHRASE])
            if one.start > self._paired + 0.01 and self._together(one, this) > 0 and not noted:
                self._maybe[WILD_PHRASE].append(_Maybe(one.start, now, slap=slap, pair=(one, this)))

    def _together(self, first: _Once, second: _Once) -> float:
        """Return the log-odds of a pair over the threshold; -inf if the time between the two is too short or too long.

        After a pause each half must reach the threshold alone; without a pause a high sum of both is enough.
        """
        gap = second.start - first.start
        if not self._rules["once"] <= gap <= self._rules["twice"]:
            return -np.inf
        alone: float = min(first.score, second.score) - self._bars[OUTPUT_NAMES[1]]
        if gap > self._rules["breath"]:
            return alone
        both: float = first.score + second.score - self._bars["wild_both"]
        return max(alone, both)
