"""Poker face: a victory speech without teeth, judged afterwards by the rule that judges it at the table."""

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

MAX_STRIP_PICTURES = 12  # pictures that are shown of a speech
BAR_BLOCKS = " ▁▂▃▄▅▆▇█"
MIN_SEEN_SHARE = 0.9  # share of the time asked for that must have been seen


def poker_face(
    frames: Sequence[tuple[float, float | None]], player: str, settings: SpeechSettings | None = None
) -> Teeth:
    """``frames``: (seconds, teeth 0..1 or None where no mouth was seen), in order. No frames are "unseen"."""
    start, end = (frames[0][0], frames[-1][0]) if frames else (0.0, 0.0)
    speech = Phrase(text="", kind="speech", onset=start, decided=end)
    return judge(
        [FilmedMouth(t, teeth) for t, teeth in frames], speech, player, settings or SpeechSettings.load()
    ).event


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of the strip: seconds after the beginning, teeth 0..1 or None, mouth (64, 64, 3) RGB or None."""

    at: float
    teeth: float | None
    mouth: Image | None


class PokerFace(DrillRun):
    """The speech of ``seconds``, judged when it is over. Pictures stay in memory, and go with this object.

    ``parts``: how many pictures of the speech are kept to be shown.
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
        """Seconds seen since the face was known."""
        return self.frames[-1].t - self.frames[0].t if self.frames else self._told

    def see(self, event: Event) -> None:
        """Count a look, from when the face is known."""
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
        """Give the verdict, as the source has ended: nearly all of the speech is enough."""
        if not self.is_done and self.began and self.watched_s >= MIN_SEEN_SHARE * self.seconds:
            self._judge()

    def _judge(self) -> None:
        self.verdict = poker_face([(f.t, f.teeth) for f in self.frames], self.player)
        self.shots, start, self._told = self.strip(self._parts), self.frames[0].t, self.watched_s
        self.frames.clear()  # the pictures that are not on the strip go now
        self.times = [round(t - start, 2) for t in self.verdict.times]
        if self.verdict.verdict != "unseen":
            clean = self.verdict.verdict == "clean"
            made = "poker_face" if clean else "teeth"
            self._keep(Attempt(drill="poker", asked="poker_face", made=made, hit=clean, at=datetime.now().astimezone()))
        self.say(self.summary)

    @property
    def summary(self) -> Fact:
        """The verdict; before it, how much is missing."""
        if self.verdict is None:
            return fact("practice.short-speech", told=self.watched_s, seconds=self.seconds)
        strip = [None if s.teeth is None else round(s.teeth, 3) for s in self.shots]
        at = [fact("practice.at", t=t) for t in self.times]
        word = self.verdict.verdict
        return Fact(f"practice.{word}", {"verdict": word, "times": self.times, "at": at, "strip": strip})

    def strip(self, count: int = MAX_STRIP_PICTURES) -> list[Shot]:
        """Return for each of ``count`` equal parts of the speech the frame with the clearest teeth, or its first."""
        if not self.frames:
            return []
        start, step = self.frames[0].t, max(self.watched_s, 1e-6) / count
        parts: list[list[FaceSample]] = [[] for _ in range(count)]
        for frame in self.frames:
            parts[min(count - 1, int((frame.t - start) / step))].append(frame)
        best = [max(part, key=lambda f: -1.0 if f.teeth is None else f.teeth) for part in parts if part]
        return [Shot(f.t - start, f.teeth, f.mouth) for f in best]


def blocks(strip: Sequence[float | None]) -> str:
    """Teeth by picture as a line of text: the higher a block, the clearer the teeth; "?" where no mouth was seen."""
    return "".join("?" if teeth is None else BAR_BLOCKS[round(teeth * (len(BAR_BLOCKS) - 1))] for teeth in strip)
