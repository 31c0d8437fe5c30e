"""The verdict on a victory speech: whether teeth showed during it, and the completion of unclear words.

Once a speech was heard, the mouth frames that ``companion.sitting.mouth_watch`` keeps are judged over its span.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from companion.events import Phrase, Teeth
from companion.facts import Fact, fact
from companion.senses.speech.settings import GEM_SLOT, NAME_SLOT, SpeechSettings

MAX_EVIDENCE_FRAMES = 3  # frames of a verdict's evidence
_SPEECH_MARGIN_S = 0.12  # seconds judged before and after the speech, since a mouth closes after its last sound


class MouthFrame(Protocol):
    """Interface of one video frame of a player's mouth: its time ``t`` (seconds) and its score for teeth (0..1).

    The score is None if the face was turned away, covered or lost.
    """

    @property
    def t(self) -> float: ...

    @property
    def teeth(self) -> float | None: ...


M = TypeVar("M", bound=MouthFrame)


@dataclass(frozen=True)
class TeethSpan(Generic[M]):
    """A continuous stretch of frames that show teeth, with its times in seconds.

    ``words`` are the words that were spoken meanwhile.
    """

    start: float
    end: float
    frames: tuple[M, ...]
    words: str


@dataclass(frozen=True)
class SpeechVerdict(Generic[M]):
    """The verdict on teeth with its evidence.

    Attributes:
        event: The verdict as an event.
        showings: The stretches that show teeth.
        evidence: The frames with the highest scores, if the verdict is "teeth".
        seen_fraction: The share of the speech, 0..1, with frames that could be judged.
    """

    event: Teeth
    showings: tuple[TeethSpan[M], ...]
    evidence: tuple[M, ...]
    seen_fraction: float


def judge(mouths: Sequence[M], speech: Phrase, player: str, settings: SpeechSettings) -> SpeechVerdict[M]:
    """Return the verdict on teeth from the first to the last word of a speech.

    It is "teeth" if enough frames show them, "unseen" if too much of the speech has no frame to judge, else "clean".
    """
    start, end = span(speech)
    rules = settings.teeth
    within = [m for m in mouths if start - _SPEECH_MARGIN_S <= m.t <= end + _SPEECH_MARGIN_S]
    showings = tuple(
        TeethSpan(s[0].t, s[-1].t, tuple(s), words_at(speech, s[0].t, s[-1].t))
        for s in stretches(within, rules["on"], rules["off"])
    )
    shown = [m for s in showings for m in s.frames]
    seen = seen_fraction_of(mouths, start, end, rules["gap"])
    best = tuple(sorted(shown, key=_score, reverse=True)[:MAX_EVIDENCE_FRAMES])
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


def _score(mouth: MouthFrame) -> float:
    return mouth.teeth or 0.0


def _clean(event: Teeth, within: Sequence[MouthFrame], end: float) -> Teeth:
    least = 1 - max(map(_score, within), default=0.0)
    frames = sum(m.teeth is not None for m in within)
    why = fact("teeth.none", n=frames, start=round(event.onset, 3), end=round(end, 3))
    return replace(event, confidence=round(min(1.0, max(0.0, least)), 3), why=why)


def _showing(stretch: TeethSpan[Any]) -> Fact:
    if not stretch.words:
        return fact("teeth.then", t=round(stretch.start, 3))
    return fact("teeth.at", words=stretch.words, t=round(stretch.start, 3))


def stretches(mouths: Iterable[M], on: float, off: float) -> list[list[M]]:
    """Return the runs of consecutive frames that show teeth.

    A run starts at a score of ``on`` and lasts while scores are at least ``off``; a frame without a score ends it.
    """
    out: list[list[M]] = []
    showing = False
    for mouth in mouths:
        score = -1.0 if mouth.teeth is None else mouth.teeth
        if not showing and score >= on:
            out.append([])
        showing = score >= (off if showing else on)
        if showing:
            out[-1].append(mouth)
    return out


def seen_fraction_of(mouths: Sequence[MouthFrame], start: float, end: float, gap: float) -> float:
    """Return the share of a span, 0..1, that is within ``gap`` seconds of a frame that could be judged."""
    steps = np.arange(start, end + 1e-9, 0.02)
    times = np.array([m.t for m in mouths if m.teeth is not None])
    if not len(times) or not len(steps):
        return 0.0
    near = np.abs(steps[:, None] - times[None, :]).min(axis=1)
    return float((near <= gap).mean())


def words_at(speech: Phrase, start: float, end: float) -> str:
    """Return the words spoken between two times, in seconds."""
    return " ".join(word for word, a, b in speech.words if b >= start and a <= end)


def span(speech: Phrase) -> tuple[float, float]:
    """Return the start of a speech's first word and the end of its last, in seconds."""
    if not speech.words:
        return speech.onset, speech.decided
    return speech.words[0][1], speech.words[-1][2]


def complete_speech(
    speech: Phrase, settings: SpeechSettings, name: str | None = None, gem: str | None = None
) -> Phrase:
    """Return the speech with an unclear name or gem replaced by the known one, if that is among its alternatives."""
    slots, missing, words = dict(speech.slots), list(speech.missing), list(speech.words)
    for slot, key, known in ((NAME_SLOT, "name", name), (GEM_SLOT, "gem", gem)):
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
