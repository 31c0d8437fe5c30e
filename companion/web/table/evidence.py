"""The last verdict on a victory speech with its pictures, for the laptop's page: in memory until the next hand."""

from __future__ import annotations

import base64
from typing import Any, Final

SHOWN: Final = 240  # pixels of a picture's side on the page


def evidence(judged: Any) -> dict[str, Any] | None:
    """A judgement (see ``referee.victory``) as JSON values, its pictures as data URLs; None while there is none."""
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
        {"from": round(s.start - start, 2), "to": round(s.end - start, 2), "words": s.words} for s in judged.showings
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
