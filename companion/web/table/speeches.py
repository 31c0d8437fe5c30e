"""The advanced win at the table's page: the speech that is heard, the verdict on the mouth, its pictures on request."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.events import Event
from companion.referee.match import Match
from companion.referee.victory import Mouth, MouthWatch
from companion.senses.speech.lexicon import letters_of
from companion.senses.speech.sense import SpeechSense
from companion.senses.speech.settings import Settings
from companion.sitting.followers.victory import SpeechEars, Victory

SHOWN = 240  # pixels of an evidence picture's side on the page


class _Watch(MouthWatch):
    """Gets the clock's times from cameras and microphones, keeps the match's: those that the log and verdicts have."""

    def __init__(self, settings: Settings, at: Callable[[float], float]) -> None:
        super().__init__(settings)
        self._at = at

    def see(self, player: str, mouth: Mouth, shape: Sequence[float] = ()) -> None:
        super().see(player, replace(mouth, t=self._at(mouth.t)), shape)

    def level(self, t: float, decibels: float) -> None:
        super().level(self._at(t), decibels)


class Speeches:
    """One Face Off! match's mouths and speech senses. ``at`` gives the match's time for one of the clock."""

    def __init__(self, match: Match, at: Callable[[float], float]) -> None:
        self._settings = Settings.load()
        self._language = match.language
        self.watch: MouthWatch = _Watch(self._settings, at)
        self._names = tuple(name for name in match.players if letters_of(name))  # others claim by tap
        self._senses: dict[str, SpeechSense] = {}
        self._victory = Victory(match, self.watch, [])

    def sense(self, microphone: str) -> SpeechEars:
        """The speech sense of one microphone. Raises CompanionError where no recogniser runs; takes a second."""
        from companion.senses.speech.choosing import recogniser

        sense = SpeechSense(
            microphone, self._names, recogniser(self._settings), self._settings, language=self._language
        )
        self._senses[microphone] = sense
        self._victory.ears = list(self._senses.values())
        return SpeechEars(sense, self.watch)

    def follow(self, event: Event) -> list[Event]:
        """What a counted event brings about, with the match's times: the verdict on the mouth."""
        return self._victory.follow(event)

    def evidence(self) -> dict[str, Any] | None:
        """The last verdict with its pictures (data URLs) as JSON values; None while there is none in this hand."""
        judged = self.watch.judged
        if judged is None:
            return None
        event = judged.event
        start = event.onset
        pictures = [
            {"at": round(m.t - start, 2), "teeth": round(m.teeth or 0.0, 2), "src": _picture(m.crop)}
            for m in judged.evidence
            if m.crop is not None
        ]
        words = [
            {"from": round(s.start - start, 2), "to": round(s.end - start, 2), "words": s.words}
            for s in judged.showings
        ]
        return {
            "player": event.player, "verdict": event.verdict, "confidence": event.confidence,
            "seen": judged.seen, "showings": words, "pictures": pictures,
        }  # fmt: skip


def _picture(rgb: Any) -> str:
    """A data URL of a small RGB picture, enlarged for the page."""
    import cv2

    large = cv2.resize(rgb[..., ::-1], (SHOWN, SHOWN), interpolation=cv2.INTER_CUBIC)
    data: Any = cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    return "data:image/jpeg;base64," + base64.b64encode(bytes(data)).decode("ascii")
