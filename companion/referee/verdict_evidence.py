"""What a verdict on teeth rests on, shown when the table asks: times, words, and small pictures of the mouth.

The pictures are in memory until the next hand begins; a file is written only by ``evidence FILE.png``.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from companion import private
from companion.errors import BadInput, StorageError
from companion.facts import Fact, fact
from companion.referee.speech_verdict import Image, SpeechVerdict

SIDE = 240  # pixels of one saved picture's side


def told(judged: SpeechVerdict | None) -> Fact:
    """The verdict's reasons."""
    if judged is None:
        return fact("evidence.none")
    shown = [fact("evidence.at", words=s.words, start=s.start, end=s.end, n=len(s.frames)) for s in judged.showings]
    if count := len(pictures(judged)):
        shown.append(fact("evidence.pictures", n=count))
    event = judged.event
    return fact("evidence.verdict", name=event.player, verdict=event.verdict, seen=judged.seen, shown=shown)


def pictures(judged: SpeechVerdict | None) -> list[Image]:
    """The kept pictures of the mouth, RGB, the clearest first."""
    return [] if judged is None else [m.crop for m in judged.evidence if m.crop is not None]


def save(judged: SpeechVerdict | None, path: Path) -> Fact:
    """Write the pictures side by side as a PNG and say so. Raises BadInput or StorageError."""
    found = pictures(judged)
    if not found:
        return fact("evidence.no-pictures")
    if path.suffix.casefold() != ".png":
        raise BadInput("evidence.no-picture-name", path=str(path))
    import cv2

    large = [cv2.resize(crop, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC) for crop in found]
    data = cv2.imencode(".png", np.hstack(large)[..., ::-1])[1]
    try:
        private.write(path, data.tobytes())
    except OSError as error:
        raise StorageError("evidence.not-written", path=str(path), why=(error.strerror or str(error)).lower()) from None
    return fact("evidence.saved", n=len(found), path=str(path))
