"""The mouths of all players as cameras see them, kept for some seconds to judge a speech on.

Pictures stay in memory only, at most three a hand, until the next hand begins; a file of them is written only by
``evidence FILE.png``.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np

from companion import private
from companion.errors import BadInput, storing
from companion.events import Phrase
from companion.facts import Fact, fact
from companion.referee.speech_verdict import SpeechVerdict, judge, span
from companion.senses.sounds.attribution import Attribution
from companion.senses.speech.settings import SpeechSettings
from companion.sources.picture_source import Image

PICTURE_SIDE_PX = 240  # pixels of one saved picture's side


@dataclass(frozen=True)
class FilmedMouth:
    """One frame of a player's mouth with its picture; ``teeth`` as in ``MouthFrame``."""

    t: float
    teeth: float | None
    crop: Image | None = None


FilmedVerdict: TypeAlias = SpeechVerdict[FilmedMouth]


class MouthWatch:
    """Keeps every player's mouth and judges a speech. Any thread may call.

    Cameras and microphones give the clock's times; ``at`` makes them the match's, which the log and verdicts have.
    """

    def __init__(self, settings: SpeechSettings | None = None, at: Callable[[float], float] = lambda t: t) -> None:
        self.settings = settings or SpeechSettings.load()
        self._at = at
        self._mouths: dict[str, deque[FilmedMouth]] = {}
        self._attribution = Attribution()
        self._lock = threading.Lock()  # cameras, microphones and the match have a thread each
        self.judged: FilmedVerdict | None = None

    def see(self, player: str, mouth: FilmedMouth, shape: Sequence[float] = ()) -> None:
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
        """Return whose mouth clearly moved while the phrase was spoken, None where nobody's did.

        The phrase has the match's times.
        """
        return self._speaker(*span(speech))

    def speaker_now(self, speech: Phrase) -> str | None:
        """Return whose mouth clearly moved with a phrase just heard, None where nobody's did.

        Unlike in ``speaker``, the phrase still has the clock's times, as the microphone gives them.
        """
        start, end = span(speech)
        return self._speaker(self._at(start), self._at(end))

    def _speaker(self, start: float, end: float) -> str | None:
        with self._lock:
            return self._attribution.who(max(start, end - 5.0), end).player

    def verdict(self, speech: Phrase, player: str) -> FilmedVerdict:
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


def evidence_of(judged: FilmedVerdict | None) -> Fact:
    """Return the verdict's reasons."""
    if judged is None:
        return fact("evidence.none")
    shown = [fact("evidence.at", words=s.words, start=s.start, end=s.end, n=len(s.frames)) for s in judged.showings]
    if count := len(pictures(judged)):
        shown.append(fact("evidence.pictures", n=count))
    event = judged.event
    return fact("evidence.verdict", name=event.player, verdict=event.verdict, seen=judged.seen_fraction, shown=shown)


def pictures(judged: FilmedVerdict | None) -> list[Image]:
    """Return the kept pictures of the mouth, RGB, the clearest first."""
    return [] if judged is None else [m.crop for m in judged.evidence if m.crop is not None]


def save_evidence(judged: FilmedVerdict | None, path: Path) -> Fact:
    """Write the pictures side by side as a PNG and say so. Raises BadInput or StorageError."""
    found = pictures(judged)
    if not found:
        return fact("evidence.no-pictures")
    if path.suffix.casefold() != ".png":
        raise BadInput("evidence.no-picture-name", path=str(path))
    import cv2

    large = [cv2.resize(crop, (PICTURE_SIDE_PX, PICTURE_SIDE_PX), interpolation=cv2.INTER_CUBIC) for crop in found]
    data = cv2.imencode(".png", np.hstack(large)[..., ::-1])[1]
    with storing("evidence.not-written", path=str(path)):
        private.write(path, data.tobytes())
    return fact("evidence.saved", n=len(found), path=str(path))
