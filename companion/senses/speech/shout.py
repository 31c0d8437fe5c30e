"""The phrases that are listened for all the time, "Face Off!" and "Wild thing, wild thing!", by models/shout.

A small network scores each 20 ms of sound and says how long ago the phrase began, so that a shout is dated by its first
sound as soon as its last is over. A slap of cards near it makes it more believable; alone it is nothing. What may have
been a shout is believed after a second look at it (``proof``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion import resources
from companion.errors import DeviceUnavailable
from companion.facts import fact
from companion.senses import onnx
from companion.senses.sounds.ring import Ring
from companion.senses.speech.gain import BLOCK, Gain
from companion.senses.speech.proof import Proof
from companion.senses.speech.recogniser import RATE, Samples, SecondLook
from companion.senses.speech.settings import Settings

NAME = "models/shout/model.onnx"
SHOUT, WILD = "face off", "wild thing wild thing"
OUTPUTS = ("face_off", "wild_thing", "slap")
STEPS = 4  # scores a run: 80 ms
_MEAN = 3  # scores that are averaged
_FRAME = 0.01  # seconds from one level of the high bands to the next
_FRAMES = 560  # samples that the two levels of a step hear
_CENTRE = 0.0075  # seconds from the first sample of a level's frame to the sound that raises it
_KEPT = 600  # levels that are kept: 6 s
_NEAR, _TRUST = 0.2, 0.08  # seconds around the network's date that are searched, and how far it is usually off
_BEFORE, _AFTER = 6, 8  # levels that are compared
_RISE = 0.5  # nats by which the later must be higher
_TICK = 0.005  # seconds by which two sums of steps may differ
_LOOK = 5.0  # seconds of sound that are kept for a second look
Array = npt.NDArray[np.float32]
Asked = Callable[[str, float, float], float]  # a phrase, its first sound, now -> what speaks for it, log-odds


@dataclass(frozen=True)
class Found:
    """A phrase: seconds of its first sound and of when it was believed (from the first sample fed), log-odds over its
    threshold, and whether cards were slapped with it."""

    phrase: str
    start: float
    told: float
    over: float
    slap: bool = False

    @property
    def confidence(self) -> float:
        """0..1; a half at the threshold."""
        return float(1 / (1 + np.exp(-self.over)))


class ShoutNet:
    """Runs the network on one thread. Raises DeviceUnavailable where its file is missing or damaged."""

    def __init__(self, path: Path | None = None) -> None:
        try:
            file = path or resources.path(NAME)
        except resources.ResourceMissing:
            raise DeviceUnavailable("shout.no-model") from None
        try:
            if (wrong := resources.damage(file)) is not None:
                raise DeviceUnavailable("shout.damaged", name=file.name, why=wrong)
            try:
                self._session = onnx.session(file)
            except Exception:  # onnxruntime's errors have no common base  # noqa: BLE001
                raise DeviceUnavailable("shout.damaged", name=file.name, why=fact("model.garbage")) from None
            notes = self._session.get_modelmeta().custom_metadata_map
            if tuple(notes.get("outputs", "").split()) != OUTPUTS:
                raise DeviceUnavailable("shout.damaged", name=file.name, why=fact("model.outputs"))
            self.lead, self.step = int(notes["lead"]), int(notes["step"])
            _, width, context = self._session.get_inputs()[1].shape
            self._past = np.zeros((1, width, context), np.float32)
            self(np.zeros(self.lead + (context + 1) * self.step, np.float32))  # what it hears in silence
        except DeviceUnavailable:
            raise
        except Exception as error:  # onnxruntime's errors have no common base  # noqa: BLE001
            raise DeviceUnavailable("shout.damaged", name=file.name, why=str(error)) from None

    def __call__(self, samples: Samples) -> tuple[Array, Array, Array]:
        """The next samples [lead + (n - 1) step] -> log-odds [OUTPUTS, n], ages [n] in seconds, and the levels of the
        bands from 2.2 kHz on [2 n], nats, of each 10 ms; calls follow on."""
        scores, ages, high, self._past = self._session.run(None, {"samples": samples[None], "past": self._past})
        return scores, ages, high[-2 * len(ages) :]


@dataclass
class _Once:
    """A "wild thing" that may be one of two: its first sound, and the highest log-odds that it had."""

    start: float
    score: float


@dataclass
class _Maybe:
    """What may be a phrase: its first sound, when it was first heard, its highest log-odds, whether cards were slapped
    with it, and what the second look has found. ``pair``: the two of "wild thing, wild thing"."""

    start: float
    since: float
    score: float = 0.0
    slap: bool = False
    proof: float | None = None
    pair: tuple[_Once, _Once] | None = None


class Phrases:
    """Turns scores into phrases: one for each first sound, as soon as enough scores agree.

    Where somebody can be ``asked`` for a second look, lower scores are enough for it, and both together decide.
    """

    def __init__(self, settings: Settings, asked: Asked | None = None) -> None:
        self._rules, self._look = settings.shout, settings.proof
        self._bars = settings.shout if asked is None else settings.proof["bars"]
        self._asked = asked
        self.perhaps = -np.inf  # first sound of the last that may have been a shout
        self._scores: dict[str, deque[tuple[float, float]]] = {k: deque(maxlen=_MEAN) for k in OUTPUTS[:2]}
        self._told: deque[tuple[float, float]] = deque(maxlen=8)  # "face off": first sound, when it was told
        self._wild: deque[_Once] = deque(maxlen=8)
        self._maybe: dict[str, list[_Maybe]] = {SHOUT: [], WILD: []}
        self._slaps: deque[float] = deque(maxlen=64)
        self._paired = -1.0  # first sound of the last "wild thing" that has been told with the one before it

    def step(self, now: float, scores: Array, age: float) -> Iterator[Found]:
        """One score of each output at ``now``; ``age`` of the phrase that is ending, seconds."""
        if scores[2] > 0:
            self._slaps.append(now)
        for name, score in zip(OUTPUTS, scores, strict=False):
            if name in self._scores:
                self._scores[name].append((float(score), now - age))
                if len(self._scores[name]) == _MEAN:
                    yield from self._heard(now) if name == OUTPUTS[0] else self._twice(now)

    def _recent(self, name: str) -> tuple[float, float, float, bool]:
        """Of the last scores: the mean, where they date the phrase, by how much they differ, and whether cards were
        slapped with it (which is added to the mean)."""
        recent = self._scores[name]
        dates = [start for _, start in recent]
        onset = float(np.median(dates))
        slap = any(self._rules["slap_before"] >= onset - t >= -self._rules["slap_after"] for t in self._slaps)
        score = float(np.mean([score for score, _ in recent])) + (self._rules["slap"] if slap else 0.0)
        return score, onset, max(dates) - min(dates), slap

    def _due(self, phrase: str, now: float) -> list[_Maybe]:
        """What has been heard long enough for a second look, and has been looked at. At once where nobody looks."""
        kept = self._maybe[phrase]
        if self._asked is None:
            self._maybe[phrase] = []
            return kept
        kept = self._maybe[phrase] = [one for one in kept if now - one.since < self._look["over"]]
        due = [one for one in kept if now - one.since > self._look["after"] - _TICK]
        for one in due:
            if one.proof is None:
                one.proof = self._asked(phrase, one.start, now)
        return due

    def _heard(self, now: float) -> Iterator[Found]:
        score, onset, spread, slap = self._recent(OUTPUTS[0])
        told = self._told
        bar = self._bars[OUTPUTS[0]]
        if told and now - told[-1][1] < self._rules["soon"]:
            bar -= self._rules["second"]
        if score > self._rules["perhaps"]:
            self.perhaps = onset
        known = any(abs(onset - start) < self._rules["apart"] for start, _ in told)
        if score > bar and not known and not self._ringing(now, onset, spread):
            self._note(_Maybe(onset, now, score, slap))
        for maybe in self._due(SHOUT, now):
            over = maybe.score + (maybe.proof or 0.0) - bar
            if over > 0 and all(abs(maybe.start - start) >= self._rules["apart"] for start, _ in told):
                told.append((maybe.start, now))
                yield Found(SHOUT, maybe.start, now, over, maybe.slap)

    def _ringing(self, now: float, onset: float, spread: float) -> bool:
        """Whether this is on the heels of another one, and none itself: its dates do not agree."""
        others = [when for _, when in self._told]
        others += [one.since for one in self._maybe[SHOUT] if abs(one.start - onset) >= self._rules["apart"]]
        return spread > self._rules["agree"] and any(now - when < self._rules["ringing"] for when in others)

    def _note(self, this: _Maybe) -> None:
        """What may be a shout from now on, or is one of those already."""
        near = [one for one in self._maybe[SHOUT] if abs(one.start - this.start) < self._rules["apart"]]
        for one in near[:1]:
            if this.score > one.score:
                one.start, one.score = this.start, this.score
            one.slap = one.slap or this.slap
        if not near:
            self._maybe[SHOUT].append(this)

    def _twice(self, now: float) -> Iterator[Found]:
        """ "Wild thing" counts said twice, in one breath or in two; a clear one makes up for one that was drowned."""
        score, onset, spread, slap = self._recent(OUTPUTS[1])
        if score >= self._bars["wild_least"] and spread <= self._rules["wild_agree"]:
            self._once(now, score, onset, slap)
        due = [(self._together(*one.pair) + (one.proof or 0.0), one) for one in self._due(WILD, now) if one.pair]
        over, best = max(due, key=lambda row: row[0], default=(-np.inf, None))
        if over > 0 and best is not None and best.pair is not None:
            self._paired = best.pair[1].start
            self._maybe[WILD] = []
            yield Found(WILD, best.pair[0].start, now, over, best.slap)

    def _once(self, now: float, score: float, onset: float, slap: bool) -> None:
        """One "wild thing", and which others it may make two with."""
        this = next((one for one in self._wild if abs(one.start - onset) < self._rules["apart"]), None)
        if this is None:
            this = _Once(onset, score)
            self._wild.append(this)
        this.score = max(this.score, score)
        if this.start <= self._paired + 0.01:
            return
        for one in self._wild:
            noted = any(maybe.pair == (one, this) for maybe in self._maybe[WILD])
            if one.start > self._paired + 0.01 and self._together(one, this) > 0 and not noted:
                self._maybe[WILD].append(_Maybe(one.start, now, slap=slap, pair=(one, this)))

    def _together(self, first: _Once, second: _Once) -> float:
        """By how much two are surer than they must be: in one breath together, after a pause each for itself."""
        gap = second.start - first.start
        if not self._rules["once"] <= gap <= self._rules["twice"]:
            return -np.inf
        alone = min(first.score, second.score) - self._bars[OUTPUTS[1]]
        if gap > self._rules["breath"]:
            return alone
        return max(alone, first.score + second.score - self._bars["wild_both"])


class Levels:
    """Levels of the high bands of the last seconds: where they rise begins an f, and with it a shout."""

    def __init__(self, first: float) -> None:
        self._first = first  # seconds of the oldest level's first sample
        self._levels: deque[float] = deque(maxlen=_KEPT)

    def write(self, levels: Array) -> None:
        self._first += _FRAME * max(0, len(self._levels) + len(levels) - _KEPT)
        self._levels.extend(float(v) for v in levels)

    def rise(self, near: float) -> float:
        """The clearest rise near a date that is a few hundredths of a second off; that date where there is none."""
        low = max(_BEFORE, round((near - _NEAR - self._first) / _FRAME))
        high = min(len(self._levels) - _AFTER, round((near + _NEAR - self._first) / _FRAME))
        if low >= high:
            return near
        total = np.concatenate([[0.0], np.cumsum(self._levels)])
        at = np.arange(low, high)
        rises = (total[at + _AFTER] - total[at]) / _AFTER - (total[at] - total[at - _BEFORE]) / _BEFORE
        times = self._first + at * _FRAME + _CENTRE
        best = int(np.argmax(rises * np.exp(-0.5 * ((times - near) / _TRUST) ** 2)))
        return float(times[best]) if rises[best] > _RISE else near


class Shouts:
    """Feed sound as it comes; under 0.01 of real time. One thread at a time. Raises as ``ShoutNet`` and ``Proof`` do.
    ``proof``: who takes the second look, one for several."""

    def __init__(self, settings: Settings, net: ShoutNet | None = None, proof: SecondLook | None = None) -> None:
        self._net = net or ShoutNet()
        self._proof: SecondLook = proof or Proof(settings)
        self._before = settings.proof["before"]
        self._phrases = Phrases(settings, self._asked)
        self._ring = Ring(_LOOK)
        self._piece = self._net.lead + (STEPS - 1) * self._net.step
        self._rest = np.zeros(self._net.lead - self._net.step, np.float32)
        self._heard = -len(self._rest)  # samples before the rest
        self._levels = Levels((self._heard + self._net.lead - _FRAMES) / RATE)
        self._gain = Gain()

    @property
    def perhaps(self) -> float:
        """Seconds of the first sound of the last that may have been a shout, told or not; -inf before."""
        return self._phrases.perhaps

    def feed(self, samples: Samples) -> list[Found]:
        self._rest = np.concatenate([self._rest, samples.astype(np.float32)])
        out: list[Found] = []
        while len(self._rest) >= self._piece:
            piece = self._rest[: self._piece]
            self._ring.write(piece[-STEPS * self._net.step :])
            scores, ages, levels = self._net(piece * np.float32(self._gain(piece[-BLOCK:])))
            self._levels.write(levels)
            for k, (row, age) in enumerate(zip(scores.T, ages, strict=True)):
                now = (self._heard + self._net.lead + k * self._net.step) / RATE
                found = self._phrases.step(now, row, float(age))
                out += [replace(one, start=max(0.0, self._levels.rise(one.start))) for one in found]
            self._rest = self._rest[STEPS * self._net.step :]
            self._heard += STEPS * self._net.step
        return out

    def _asked(self, phrase: str, start: float, now: float) -> float:
        first = int(start * RATE)
        since = first - int(self._before * RATE)
        return self._proof(phrase, self._ring.read(since, round(now * RATE)), first - since)
