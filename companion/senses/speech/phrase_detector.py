"""When scores of the keyword spotter are a phrase, and since when: "Face Off!", or "Wild thing" said twice.

A slap of cards near a phrase makes it more believable; alone it is nothing. The keyword spotter is small, and learned
the shape of a short call more than its words. So what may be a shout gets a second look: models/phoneme_encoder says
how well each word fits that second, and whether it is louder than the talk here. All together decide.
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

_LOUD_PERCENT = 75  # percent of the levels that are softer than what counts
_TALK_BELOW_PEAK_DB, _MIN_TALK_LEVELS = (
    20.0,
    4,
)  # dB under the loudest of late that are talk, and how many such levels tell how loud it is

Levels = npt.NDArray[np.float64]


class ShoutProof:
    """Weighs on the sound whether a phrase was said; the result is in log-odds.

    A call takes a few hundredths of a second; use it from one thread at a time. ``phones``: the encoder, which
    several may share. Raises DeviceUnavailable where its network is missing or damaged.
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
        """Return the score of a phrase in the sound; above 0 it counts as said.

        ``sound``: [n] mono at 16 kHz, from a little before the phrase up to now; ``loudness_gain``: dB by which it is
        louder than the usual talk here.
        """
        rules, weighed = self._rules["phrases"][phrase], self.evidence(phrase, sound, loudness_gain)
        return float(sum(rules[name] * value for name, value in weighed.items()) - rules["enough"])

    def evidence(self, phrase: str, sound: Samples, loudness_gain: float) -> dict[str, float]:
        """Return what is weighed, by name, each kept within its bounds.

        ``worst``: the worst word's fit; ``mean``: the mean fit; ``over``: the loudness gain (dB).
        """
        fits = np.maximum(self.fits(phrase, sound), self._rules["least"])
        louder = np.clip(loudness_gain, self._rules["softer"], self._rules["louder"])
        return {"worst": float(fits.min()), "mean": float(fits.mean()), "over": float(louder)}

    def fits(self, phrase: str, sound: Samples) -> list[float]:
        """Return how well each word fits against any talk, mean log likelihood a frame.

        A word that is over too soon counts as not fitting.
        """
        shortest = self._rules["phrases"][phrase]["shortest"] / ROW_S
        words = self.words(phrase, sound)
        return [word.fit if word.end - word.start >= shortest else self._rules["least"] for word in words]

    def words(self, phrase: str, sound: Samples) -> tuple[LaidWord, ...]:
        """Its words where they fit best; training cuts sounds there."""
        return self._laid[phrase].look(self._phones(sound)).words


def loudness_gain_over_talk(before: Levels, after: Levels) -> float:
    """DB by which a phrase is louder than the talk before it, from levels in dB. 0 where nobody was heard."""
    talk = before[before > before.max(initial=-np.inf) - _TALK_BELOW_PEAK_DB]
    if len(talk) < _MIN_TALK_LEVELS or not len(after):
        return 0.0
    return float(np.percentile(after, _LOUD_PERCENT) - np.percentile(talk, _LOUD_PERCENT))


SHOUT_PHRASE, WILD_PHRASE = "face off", "wild thing wild thing"
OUTPUT_NAMES = ("face_off", "wild_thing", "slap")
_AVERAGED_SCORES = 3  # scores that are averaged
_TIME_TOLERANCE_S = 0.005  # seconds by which two sums of steps may differ
Array = npt.NDArray[np.float32]
Asked = Callable[[str, float, float], float]  # a phrase, its first sound, now -> what speaks for it, log-odds


@dataclass(frozen=True)
class FoundPhrase:
    """A phrase that was heard.

    A phrase: seconds of its first sound and of when it was believed (from the first sample fed), log-odds over its
    threshold, and whether cards were slapped with it.
    """

    phrase: str
    start: float
    report_time: float
    loudness_gain: float
    slap: bool = False

    @property
    def confidence(self) -> float:
        """0..1; a half at the threshold."""
        return float(1 / (1 + np.exp(-self.loudness_gain)))


@dataclass
class _Once:
    """A "wild thing" that may be one of two: its first sound, and the highest log-odds that it had."""

    start: float
    score: float


@dataclass
class _Maybe:
    """What may be a phrase.

    Its first sound, when it was first heard, its highest log-odds, whether cards were slapped
    with it, and what the second look has found. ``pair``: the two of "wild thing, wild thing".
    """

    start: float
    since: float
    score: float = 0.0
    slap: bool = False
    proof: float | None = None
    pair: tuple[_Once, _Once] | None = None


class PhraseDetector:
    """Turns scores into phrases: one for each first sound, as soon as enough scores agree.

    What may be one is ``asked`` about, and both answers together decide.
    """

    def __init__(self, settings: SpeechSettings, asked: Asked) -> None:
        self._rules, self._look = settings.shout, settings.proof
        self._bars: Mapping[str, float] = settings.proof["bars"]
        self._asked = asked
        self.perhaps = -np.inf  # first sound of the last that may have been a shout
        self._scores: dict[str, deque[tuple[float, float]]] = {
            k: deque(maxlen=_AVERAGED_SCORES) for k in OUTPUT_NAMES[:2]
        }
        self._told: deque[tuple[float, float]] = deque(maxlen=8)  # "face off": first sound, when it was told
        self._wild: deque[_Once] = deque(maxlen=8)
        self._maybe: dict[str, list[_Maybe]] = {SHOUT_PHRASE: [], WILD_PHRASE: []}
        self._slaps: deque[float] = deque(maxlen=64)
        self._paired = -1.0  # first sound of the last "wild thing" that has been told with the one before it

    def step(self, now: float, scores: Array, ages: Array) -> Iterator[FoundPhrase]:
        """Take one score of each output at ``now``; ``ages`` [2] of either phrase if it is ending, seconds."""
        if scores[2] > 0:
            self._slaps.append(now)
        for name, score, age in zip(OUTPUT_NAMES, scores, ages, strict=False):
            self._scores[name].append((float(score), now - float(age)))
            if len(self._scores[name]) == _AVERAGED_SCORES:
                yield from self._find_phrases(now) if name == OUTPUT_NAMES[0] else self._twice(now)

    def _recent(self, name: str) -> tuple[float, float, float, bool]:
        """Return what a phrase's last scores say: their mean, and when and how the phrase was said.

        The values: the mean score; when the phrase began (s); by how much the scores differ on that (s); whether
        cards were slapped on the table with it, which is added to the mean.
        """
        recent = self._scores[name]
        dates = sorted(start for _, start in recent)
        onset = dates[_AVERAGED_SCORES // 2]
        slap = any(self._rules["slap_before"] >= onset - t >= -self._rules["slap_after"] for t in self._slaps)
        score = sum(score for score, _ in recent) / _AVERAGED_SCORES + (self._rules["slap"] if slap else 0.0)
        return score, onset, dates[-1] - dates[0], slap

    def _due(self, phrase: str, now: float) -> list[_Maybe]:
        """Return what has been heard long enough for a second look, and has been looked at."""
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
        """Return what the spotter's score says for a phrase: above some clearness it says no more."""
        rules = self._look["phrases"][phrase]
        return float(rules["score"] * min(score, rules["clear"]))

    def _ringing(self, now: float, onset: float, spread: float) -> bool:
        """Return whether this is on the heels of another one, and none itself: its dates do not agree."""
        others = [when for _, when in self._told]
        others += [one.since for one in self._maybe[SHOUT_PHRASE] if abs(one.start - onset) >= self._rules["apart"]]
        return spread > self._rules["agree"] and any(now - when < self._rules["ringing"] for when in others)

    def _note(self, this: _Maybe) -> None:
        """Keep what may be a shout, or is one of those already."""
        near = [one for one in self._maybe[SHOUT_PHRASE] if abs(one.start - this.start) < self._rules["apart"]]
        for one in near[:1]:
            if this.score > one.score:
                one.start, one.score = this.start, this.score
            one.slap = one.slap or this.slap
        if not near:
            self._maybe[SHOUT_PHRASE].append(this)

    def _twice(self, now: float) -> Iterator[FoundPhrase]:
        """Score "Wild thing" said twice, in one breath or in two; a clear one makes up for one that was drowned."""
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
        """Keep one "wild thing", and which others it may make two with."""
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
        """Return by how much two are surer than they must be: in one breath together, after a pause each for itself."""
        gap = second.start - first.start
        if not self._rules["once"] <= gap <= self._rules["twice"]:
            return -np.inf
        alone: float = min(first.score, second.score) - self._bars[OUTPUT_NAMES[1]]
        if gap > self._rules["breath"]:
            return alone
        both: float = first.score + second.score - self._bars["wild_both"]
        return max(alone, both)
