"""Keep the mouths of all players for some seconds, so that a victory speech can be judged by them.

Pictures stay in memory only, at most three a hand, until the next hand begins. Only ``evidence FILE.png`` writes them
to a file.
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
    """One video frame of a player's mouth at time ``t`` (seconds).

    ``teeth`` is as in ``MouthFrame``; ``crop`` is its picture, if teeth may show.
    """

    t: float
    teeth: float | None
    crop: Image | None = None


FilmedVerdict: TypeAlias = SpeechVerdict[FilmedMouth]


class MouthWatch:
    """Record of every player's mouth, by which a speech is judged. Safe to call from any thread.

    Cameras and microphones pass the clock's times. ``at`` converts them to the match's times, which the log and
    verdicts use.
    """

    def __init__(self, settings: SpeechSettings | None = None, at: Callable[[float], float] = lambda t: t) -> None:
        self.settings = settings or SpeechSettings.load()
        self._at = at
        self._mouths: dict[str, deque[FilmedMouth]] = {}
        self._attribution = Attribution()
        self._lock = threading.Lock()  # cameras, microphones and the match have a thread each
        self.judged: FilmedVerdict | None = None

    def see(self, player: str, mouth: FilmedMouth, shape: Sequence[float] = ()) -> None:
        """Add one frame of a player's mouth.

        Args:
            player: Whose mouth it is.
            mouth: The frame, with the clock's time.
            shape: Inner-lip gap, width and chin, in outer-eye distances, by which the speaker is found; () if unknown.
        """
        mouth = replace(mouth, t=self._at(mouth.t))
        with self._lock:
            series = self._mouths.setdefault(player, deque())
            series.append(mouth)
            while series[0].t < mouth.t - self.settings.teeth["kept"]:
                series.popleft()
            if shape:
                self._attribution.mouth(player, mouth.t, shape)

    def level(self, t: float, decibels: float) -> None:
        """Add the microphone's level in dB full scale at ``t``, the clock's seconds."""
        with self._lock:
            self._attribution.level(self._at(t), decibels)

    def speaker(self, speech: Phrase) -> str | None:
        """Return the player whose mouth clearly moved during a phrase with the match's times, or None."""
        return self._speaker(*span(speech))

    def speaker_now(self, speech: Phrase) -> str | None:
        """Return the player whose mouth clearly moved during a phrase with the clock's times, or None.

        Use this for a phrase straight from a microphone, and ``speaker`` for one that was counted in the match.
        """
        start, end = span(speech)
        return self._speaker(self._at(start), self._at(end))

    def _speaker(self, start: float, end: float) -> str | None:
        with self._lock:
            return self._attribution.who(max(start, end - 5.0), end).player

    def verdict(self, speech: Phrase, player: str) -> FilmedVerdict:
        """Return the verdict on a speech by the mouth of ``player``; its pictures are kept until ``forget``."""
        with self._lock:
            mouths = list(self._mouths.get(player, ()))
        self.judged = judge(mouths, speech, player, self.settings)
        return self.judged

    def forget(self) -> None:
        """Delete all mouths and pictures, as the hand is over."""
        with self._lock:
            self._mouths.clear()
        self.judged = None


def evidence_of(judged: FilmedVerdict | None) -> Fact:
    """Return the evidence of a verdict as a fact to show; None means that there was no verdict."""
    if judged is None:
        return fact("evidence.none")
    shown = [fact("evidence.at", words=s.words, start=s.start, end=s.end, n=len(s.frames)) for s in judged.showings]
    if count := len(pictures(judged)):
        shown.append(fact("evidence.pictures", n=count))
    event = judged.event
    return fact("evidence.verdict", name=event.player, verdict=event.verdict, seen=judged.seen_fraction, shown=shown)


def pictures(judged: FilmedVerdict | None) -> list[Image]:
    """Return the verdict's pictures of the mouth (h, w, 3), RGB, the clearest first."""
    return [] if judged is None else [m.crop for m in judged.evidence if m.crop is not None]


def save_evidence(judged: FilmedVerdict | None, path: Path) -> Fact:
    """Write the verdict's pictures side by side as one PNG, and return a fact that says so.

    Raises:
        BadInput: ``path`` does not end in .png.
        StorageError: The file cannot be written.
    """
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
