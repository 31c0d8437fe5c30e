"""What rulings and refusals say, for tests that read it."""

from __future__ import annotations

from companion.events import Ruling
from companion.words import say


def worded(ruling: Ruling, language: str = "en") -> str:
    """The ruling's sentence."""
    return say(ruling.told, language)


def reason(ruling: Ruling, language: str = "en") -> str:
    """Its reason; "" where it has none."""
    return "" if ruling.reason is None else say(ruling.reason, language)
