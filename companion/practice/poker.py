"""Poker face: a stretch of frames judged afterwards by the rule that judges a victory speech at the table."""

from __future__ import annotations

from collections.abc import Sequence

from companion.events import Phrase, Teeth
from companion.referee.victory import Mouth, judge
from companion.senses.speech.settings import Settings


def poker_face(frames: Sequence[tuple[float, float | None]], player: str, settings: Settings | None = None) -> Teeth:
    """``frames``: (seconds, teeth 0..1 or None where no mouth was seen), in order. No frames are "unseen"."""
    start, end = (frames[0][0], frames[-1][0]) if frames else (0.0, 0.0)
    speech = Phrase(text="", kind="speech", onset=start, decided=end)
    return judge([Mouth(t, teeth) for t, teeth in frames], speech, player, settings or Settings.load()).event
