"""The advanced win: teeth over the span of the speech, and what else was wrong with it.

Mouths are kept for some seconds; when the speech has been heard, its span is judged. Pictures stay in memory only, at
most three a hand, until the next hand begins; a file of them is written only by ``evidence FILE.png``.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion import private
from companion.errors import BadInput, storing
from companion.events import Phrase, Teeth
from companion.facts import Fact, fact
from companion.senses.sounds.attribution import Attribution
from companion.senses.speech.settings import GEM, NAME, SpeechSettings

Image = npt.NDArray[np.uint8]
EVIDENCE = 3  # pictures that are kept
SIDE = 240  # pixels of one saved picture's side
_NEAR = 0.12  # seconds around the speech: a mouth closes after its last sound


@dataclass(frozen=True)
class Mouth:
    """One frame of a player's mouth: ``teeth`` 0..1, None where the face was turned away, covered or lost."""

    t: float
    teeth: float | None
    crop: Image | None = None


@dataclass(frozen=True)
class TeethSpan:
    """One stretch of teeth: seconds, frames, its clearest frame and the words that were said with it."""

    start: float
    end: float
    frames: tuple[Mouth, ...]
    words: str


@dataclass(frozen=True)
class SpeechVerdict:
    """The verdict with what it rests on. ``seen``: share of the span with a face to judge."""

    event: Teeth
    showings: tuple[TeethSpan, ...]
    evidence: tuple[Mouth, ...]
    seen_fraction: float


def judge(mouths: Sequence[Mouth], speech: Phrase, player: str, settings: SpeechSettings) -> SpeechVerdict:
    """Return teeth from the first to the last word of ``speech`` on the mouth of ``player``."""
    start, end = span(speech)
    rules = settings.teeth
    within = [m for m in mouths if start - _NEAR <= m.t <= end + _NEAR]
    showings = tuple(
        TeethSpan(s[0].t, s[-1].t, tuple(s), words_at(speech, s[0].t, s[-1].t))
        for s in stretches(within, rules["on"], rules["off"])
    )
    shown = [m for s in showings for m in s.frames]
    seen = seen_fraction_of(mouths, start, end, rules["gap"])
    best = tuple(sorted(shown, key=_score, reverse=True)[:EVIDENCE])
    event = Teeth(onset=start, decided=max(speech.decided, end), player=player, verdict="clean", source="mouth")
    if len(shown) >= rules["frames"]:
        sure, times = float(np.mean([_score(m) for m in best])), tuple(round(s.start, 3) for s in showings)
        why = fact("teeth.shown", at=[_showing(s) for s in showings])
        event = replace(event, verdict="teeth", times=times, confidence=round(sure, 3), why=why)
    elif 1 - seen > rules["unseen"]:
        event = replace(event, verdict="unseen", confidence=round(min(1.0, 1 - seen), 3))
        event = replace(event, why=fact("teeth.unseen", share=round(1 - seen, 4)))
    else:
        event = _clean(event, within, end)
    return SpeechVerdict(event, showings, best if event.verdict == "teeth" else (), round(seen, 3))


def _score(mouth: Mouth) -> float:
    return mouth.teeth or 0.0


def _clean(event: Teeth, within: Sequence[Mouth], end: float) -> Teeth:
    least = 1 - max(map(_score, within), default=0.0)
    frames = sum(m.teeth is not None for m in within)
    why = fact("teeth.none", n=frames, start=round(event.onset, 3), end=round(end, 3))
    return replace(event, confidence=round(min(1.0, max(0.0, least)), 3), why=why)


def _showing(stretch: TeethSpan) -> Fact:
    if not stretch.words:
        return fact("teeth.then", t=round(stretch.start, 3))
    return fact("teeth.at", words=stretch.words, t=round(stretch.start, 3))


def stretches(mouths: Iterable[Mouth], on: float, off: float) -> list[list[Mouth]]:
    """Return runs of frames with teeth: begun at ``on``, kept to ``off``; a frame without a face ends one."""
    out: list[list[Mouth]] = []
    showing = False
    for mouth in mouths:
        score = -1.0 if mouth.teeth is None else mouth.teeth
        if not showing and score >= on:
            out.append([])
        showing = score >= (off if showing else on)
        if showing:
            out[-1].append(mouth)
    return out


def seen_fraction_of(mouths: Sequence[Mouth], start: float, end: float, gap: float) -> float:
    """Return share of the span within ``gap`` seconds of a frame that could be judged."""
    steps = np.arange(start, end + 1e-9, 0.02)
    times = np.array([m.t for m in mouths if m.teeth is not None])
    if not len(times) or not len(steps):
        return 0.0
    near = np.abs(steps[:, None] - times[None, :]).min(axis=1)
    return float((near <= gap).mean())


def words_at(speech: Phrase, start: float, end: float) -> str:
    """Return the words said between the two times."""
    return " ".join(word for word, a, b in speech.words if b >= start and a <= end)


def span(speech: Phrase) -> tuple[float, float]:
    """From the first sound of the first word to the end of the last, seconds."""
    if not speech.words:
        return speech.onset, speech.decided
    return speech.words[0][1], speech.words[-1][2]


def complete_speech(
    speech: Phrase, settings: SpeechSettings, name: str | None = None, gem: str | None = None
) -> Phrase:
    """Return the speech with its unclear name or gem filled in by the one that is known from elsewhere, if it fits."""
    slots, missing, words = dict(speech.slots), list(speech.missing), list(speech.words)
    for slot, key, known in ((NAME, "name", name), (GEM, "gem", gem)):
        if known and slot in missing and known in speech.alternatives.get(key, ()):
            missing.remove(slot)
            slots[key] = known
            words = [(known if word == slot else word, start, end) for word, start, end in words]
    if len(missing) == len(speech.missing):
        return speech
    if speech.confidence >= settings.heard and not settings.needed & set(missing):
        slots["heard"] = "heard"
    text = " ".join(word for word, _, _ in words)
    return replace(speech, slots=slots, missing=tuple(missing), words=tuple(words), text=text)


class MouthWatch:
    """Keeps every player's mouth and judges a speech. Any thread may call.

    Cameras and microphones give the clock's times; ``at`` makes them the match's, which the log and verdicts have.
    """

    def __init__(self, settings: SpeechSettings | None = None, at: Callable[[float], float] = lambda t: t) -> None:
        self.settings = settings or SpeechSettings.load()
        self._at = at
        self._mouths: dict[str, deque[Mouth]] = {}
        self._attribution = Attribution()
        self._lock = threading.Lock()  # cameras, microphones and the match have a thread each
        self.judged: SpeechVerdict | None = None

    def see(self, player: str, mouth: Mouth, shape: Sequence[float] = ()) -> None:
        """Add one frame; ``shape``: inner-lip gap, width and chin, to tell who speaks."""
        mouth = replace(mouth, t=self._at(mouth.t))
        with self._lock:
            series = self._mouths.setdefault(player, deque())
            series.append(mouth)
            while series[0].t < mouth.t - self.settings.teeth["kept"]:
                series.popleft()
            if shape:
                self._attribution.mouth(player, mouth.t, shape)

    def level(self, t: float, decibels: float) -> None:
        """Add the microphone's level, dB full scale."""
        with self._lock:
            self._attribution.level(self._at(t), decibels)

    def speaker(self, speech: Phrase) -> str | None:
        """Return whose mouth moved with the speech (with the match's times), where one did clearly."""
        return self._speaker(*span(speech))

    def speaker_now(self, speech: Phrase) -> str | None:
        """Return the same for a phrase that a microphone just told, with the clock's times."""
        start, end = span(speech)
        return self._speaker(self._at(start), self._at(end))

    def _speaker(self, start: float, end: float) -> str | None:
        with self._lock:
            return self._attribution.who(max(start, end - 5.0), end).player

    def verdict(self, speech: Phrase, player: str) -> SpeechVerdict:
        """Judge the speech on the mouth of ``player``; the evidence stays until ``forget``."""
        with self._lock:
            mouths = list(self._mouths.get(player, ()))
        self.judged = judge(mouths, speech, player, self.settings)
        return self.judged

    def forget(self) -> None:
        """Forget all pictures and mouths: the hand is over."""
        with self._lock:
            self._mouths.clear()
        self.judged = None


def evidence_of(judged: SpeechVerdict | None) -> Fact:
    """Return the verdict's reasons."""
    if judged is None:
        return fact("evidence.none")
    shown = [fact("evidence.at", words=s.words, start=s.start, end=s.end, n=len(s.frames)) for s in judged.showings]
    if count := len(pictures(judged)):
        shown.append(fact("evidence.pictures", n=count))
    event = judged.event
    return fact("evidence.verdict", name=event.player, verdict=event.verdict, seen=judged.seen_fraction, shown=shown)


def pictures(judged: SpeechVerdict | None) -> list[Image]:
    """Return the kept pictures of the mouth, RGB, the clearest first."""
    return [] if judged is None else [m.crop for m in judged.evidence if m.crop is not None]


def save_evidence(judged: SpeechVerdict | None, path: Path) -> Fact:
    """Write the pictures side by side as a PNG and say so. Raises BadInput or StorageError."""
    found = pictures(judged)
    if not found:
        return fact("evidence.no-pictures")
    if path.suffix.casefold() != ".png":
        raise BadInput("evidence.no-picture-name", path=str(path))
    import cv2

    large = [cv2.resize(crop, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC) for crop in found]
    data = cv2.imencode(".png", np.hstack(large)[..., ::-1])[1]
    with storing("evidence.not-written", path=str(path)):
        private.write(path, data.tobytes())
    return fact("evidence.saved", n=len(found), path=str(path))
