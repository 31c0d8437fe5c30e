"""The drill "poker": a victory speech without showing teeth, judged at its end by the rule of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.events import Event, Phrase, Teeth
from companion.facts import Fact, fact
from companion.people.attempt import Attempt
from companion.practice.drill_run import DrillRun, Keep
from companion.practice.face_samples import FaceSample
from companion.referee.speech_verdict import judge
from companion.senses.speech.settings import SpeechSettings
from companion.sitting.mouth_watch import FilmedMouth
from companion.sources.picture_source import Image

MAX_STRIP_PICTURES = 12  # most pictures shown of a speech
BAR_BLOCKS = " ▁▂▃▄▅▆▇█"
MIN_SEEN_SHARE = 0.9  # fraction of the speech that must have been seen for a verdict


def poker_face(
    frames: Sequence[tuple[float, float | None]], player: str, settings: SpeechSettings | None = None
) -> Teeth:
    """Judge whether teeth were shown in a speech.

    Args:
        frames: Pairs (time in seconds, teeth) in order; teeth are 0..1, None if no mouth was seen.
        player: Who spoke.
        settings: Settings for judging speeches; None for the usual ones.

    Returns:
        The verdict; "unseen" without frames.
    """
    start, end = (frames[0][0], frames[-1][0]) if frames else (0.0, 0.0)
    speech = Phrase(text="", kind="speech", onset=start, decided=end)
    return judge(
        [FilmedMouth(t, teeth) for t, teeth in frames], speech, player, settings or SpeechSettings.load()
    ).event


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of the mouth that is shown after a speech.

    Attributes:
        at: Seconds after the beginning.
        teeth: How visible teeth are, 0..1; None if no mouth was seen.
        mouth: The mouth (64, 64, 3), RGB; None if it was not seen.
    """

    at: float
    teeth: float | None
    mouth: Image | None


class PokerFace(DrillRun):
    """The drill "poker": watches a speech and judges it at the end. Pictures are kept in memory only.

    Args:
        player: Who practises.
        seconds: Length of the speech.
        keep: Stores the attempt.
        parts: Number of pictures that are kept to be shown.
    """

    name, eyes, mouths = "poker", True, True

    def __init__(self, player: str, seconds: float, keep: Keep, parts: int = MAX_STRIP_PICTURES) -> None:
        super().__init__()
        self.player, self.seconds = player, seconds
        self.frames: list[FaceSample] = []
        self.verdict: Teeth | None = None
        self.shots: list[Shot] = []
        self._keep, self._parts, self._told = keep, parts, 0.0

    @property
    def is_done(self) -> bool:
        return self.verdict is not None

    @property
    def watched_s(self) -> float:
        """How long the speech has been watched, in seconds; it begins when the neutral face is known."""
        return self.frames[-1].t - self.frames[0].t if self.frames else self._told

    def see(self, event: Event) -> None:
        """Record a frame of the face once its neutral face is known; judge the speech when it is long enough."""
        if self.is_done or not isinstance(event, FaceSample) or not (event.ready or self.frames):
            return
        before = int(self.watched_s)
        self.frames.append(event)
        if not self.began:
            self.began = True
            self.say(fact("practice.speech", t=event.t, seconds=self.seconds))
        self.news += int(self.watched_s) != before
        if self.watched_s >= self.seconds:
            self._judge()

    def finish(self) -> None:
        """Judge the speech if ``MIN_SEEN_SHARE`` of it was seen before the camera ended."""
        if not self.is_done and self.began and self.watched_s >= MIN_SEEN_SHARE * self.seconds:
            self._judge()

    def _judge(self) -> None:
        self.verdict = poker_face([(f.t, f.teeth) for f in self.frames], self.player)
        self.shots, start, self._told = self.strip(self._parts), self.frames[0].t, self.watched_s
        self.frames.clear()  # frees the pictures that are not on the strip
        self.times = [round(t - start, 2) for t in self.verdict.times]
        if self.verdict.verdict != "unseen":
            clean = self.verdict.verdict == "clean"
            made = "poker_face" if clean else "teeth"
            self._keep(Attempt(drill="poker", asked="poker_face", made=made, hit=clean, at=datetime.now().astimezone()))
        self.say(self.summary)

    @property
    def summary(self) -> Fact:
        """The verdict as a fact for display; before the end, how much of the speech has been seen."""
        if self.verdict is None:
            return fact("practice.short-speech", told=self.watched_s, seconds=self.seconds)
        strip = [None if s.teeth is None else round(s.teeth, 3) for s in self.shots]
        at = [fact("practice.at", t=t) for t in self.times]
        word = self.verdict.verdict
        return Fact(f"practice.{word}", {"verdict": word, "times": self.times, "at": at, "strip": strip})

    def strip(self, count: int = MAX_STRIP_PICTURES) -> list[Shot]:
        """Return the picture with the clearest teeth of each of ``count`` equal parts of the speech."""
        if not self.frames:
            return []
        start, step = self.frames[0].t, max(self.watched_s, 1e-6) / count
        parts: list[list[FaceSample]] = [[] for _ in range(count)]
        for frame in self.frames:
            parts[min(count - 1, int((frame.t - start) / step))].append(frame)
        best = [max(part, key=lambda f: -1.0 if f.teeth is None else f.teeth) for part in parts if part]
        return [Shot(f.t - start, f.teeth, f.mouth) for f in best]


def blocks(strip: Sequence[float | None]) -> str:
    """Return a line of text with one block for each picture, higher for clearer teeth; "?" if no mouth was seen."""
    return "".join("?" if teeth is None else BAR_BLOCKS[round(teeth * (len(BAR_BLOCKS) - 1))] for teeth in strip)
