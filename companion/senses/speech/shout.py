"""The phrases that are listened for all the time, "Face Off!" and "Wild thing, wild thing!", by models/shout.

A small network scores each 20 ms of sound and says how long ago the phrase began, so that a shout is dated by its first
sound as soon as its last is over. A slap of cards near it makes it more believable; alone it is nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion import resources
from companion.errors import DeviceUnavailable
from companion.facts import fact
from companion.senses import onnx
from companion.senses.speech.gain import BLOCK, Gain
from companion.senses.speech.recogniser import RATE, Samples
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
Array = npt.NDArray[np.float32]


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


class Phrases:
    """Turns scores into phrases: one for each first sound, as soon as enough scores agree."""

    def __init__(self, settings: Settings) -> None:
        self._rules = settings.shout
        self._scores: dict[str, deque[tuple[float, float]]] = {k: deque(maxlen=_MEAN) for k in OUTPUTS[:2]}
        self._told: deque[tuple[float, float]] = deque(maxlen=8)  # "face off": first sound, when it was told
        self._wild: deque[_Once] = deque(maxlen=8)
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

    def _heard(self, now: float) -> Iterator[Found]:
        score, onset, spread, slap = self._recent(OUTPUTS[0])
        told = self._told
        bar = self._rules[OUTPUTS[0]]
        if told and now - told[-1][1] < self._rules["soon"]:
            bar -= self._rules["second"]
        if score <= bar or any(abs(onset - start) < self._rules["apart"] for start, _ in told):
            return
        if told and now - told[-1][1] < self._rules["ringing"] and spread > self._rules["agree"]:
            return  # a second one on the heels of the first counts where its dates agree
        told.append((onset, now))
        yield Found(SHOUT, onset, now, score - bar, slap)

    def _twice(self, now: float) -> Iterator[Found]:
        """ "Wild thing" counts said twice, in one breath or in two; a clear one makes up for one that was drowned."""
        score, onset, spread, slap = self._recent(OUTPUTS[1])
        if score < self._rules["wild_least"] or spread > self._rules["wild_agree"]:
            return
        this = next((one for one in self._wild if abs(one.start - onset) < self._rules["apart"]), None)
        if this is None:
            this = _Once(onset, score)
            self._wild.append(this)
        this.score = max(this.score, score)
        if this.start <= self._paired + 0.01:
            return
        pairs = [(self._together(one, this), one) for one in self._wild if one.start > self._paired + 0.01]
        over, first = max(pairs, key=lambda pair: pair[0])
        if over > 0:
            self._paired = this.start
            yield Found(WILD, first.start, now, over, slap)

    def _together(self, first: _Once, second: _Once) -> float:
        """By how much two are surer than they must be: in one breath together, after a pause each for itself."""
        gap = second.start - first.start
        if not self._rules["once"] <= gap <= self._rules["twice"]:
            return -np.inf
        alone = min(first.score, second.score) - self._rules[OUTPUTS[1]]
        if gap > self._rules["breath"]:
            return alone
        return max(alone, first.score + second.score - self._rules["wild_both"])


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
    """Feed sound as it comes; under 0.01 of real time. One thread at a time. Raises as ``ShoutNet`` does."""

    def __init__(self, settings: Settings, net: ShoutNet | None = None) -> None:
        self._net = net or ShoutNet()
        self._phrases = Phrases(settings)
        self._piece = self._net.lead + (STEPS - 1) * self._net.step
        self._rest = np.zeros(self._net.lead - self._net.step, np.float32)
        self._heard = -len(self._rest)  # samples before the rest
        self._levels = Levels((self._heard + self._net.lead - _FRAMES) / RATE)
        self._gain = Gain()

    def feed(self, samples: Samples) -> list[Found]:
        self._rest = np.concatenate([self._rest, samples.astype(np.float32)])
        out: list[Found] = []
        while len(self._rest) >= self._piece:
            piece = self._rest[: self._piece]
            scores, ages, levels = self._net(piece * np.float32(self._gain(piece[-BLOCK:])))
            self._levels.write(levels)
            for k, (row, age) in enumerate(zip(scores.T, ages, strict=True)):
                now = (self._heard + self._net.lead + k * self._net.step) / RATE
                found = self._phrases.step(now, row, float(age))
                out += [replace(one, start=max(0.0, self._levels.rise(one.start))) for one in found]
            self._rest = self._rest[STEPS * self._net.step :]
            self._heard += STEPS * self._net.step
        return out
