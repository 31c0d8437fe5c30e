"""What a verdict on teeth rests on, shown when the table asks: times, words, and small pictures of the mouth.

The pictures are in memory until the next hand begins; a file is written only by ``evidence FILE.png``.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from companion.errors import BadInput, StorageError
from companion.referee.messages import say
from companion.referee.victory import Image, Judged
from companion.rules.protocol import Language

SIDE = 240  # pixels of one saved picture's side


def told(judged: Judged | None, language: Language) -> str:
    """The verdict's reasons as sentences."""
    if judged is None:
        return say("evidence-none", language)
    shown = [
        say("evidence-at", language, words=s.words, start=f"{s.start:.1f}", end=f"{s.end:.1f}", n=len(s.frames))
        for s in judged.showings
    ]
    if count := len(pictures(judged)):
        shown.append(say("evidence-pictures", language, n=count))
    event = judged.event
    seen, reasons = f"{100 * judged.seen:.0f}", " ".join(shown)
    return say("evidence", language, name=event.player, verdict=event.verdict, seen=seen, shown=reasons).strip()


def pictures(judged: Judged | None) -> list[Image]:
    """The kept pictures of the mouth, RGB, the clearest first."""
    return [] if judged is None else [m.crop for m in judged.evidence if m.crop is not None]


def save(judged: Judged | None, path: Path, language: Language) -> str:
    """Write the pictures side by side as a PNG and say so. Raises BadInput or StorageError."""
    found = pictures(judged)
    if not found:
        return say("evidence-no-pictures", language)
    if path.suffix.casefold() != ".png":
        raise BadInput(
            f"{path} is no name for a picture: write evidence FILE.png",
            f"{path} ist kein Name für ein Bild: schreib evidence DATEI.png",
        )
    import cv2

    large = [cv2.resize(crop, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC) for crop in found]
    data = cv2.imencode(".png", np.hstack(large)[..., ::-1])[1]
    try:
        path.write_bytes(data.tobytes())
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise StorageError(f"{path} cannot be written ({why})", f"{path} ist nicht zu schreiben ({why})") from None
    return say("evidence-saved", language, n=len(found), path=path)
