"""What rulings and refusals say, for tests that read it."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.events import Ruling
from companion.words import say


def worded(ruling: Ruling, language: str = "en") -> str:
    """Return the ruling's sentence."""
    return say(ruling.as_fact, language)


def reason(ruling: Ruling, language: str = "en") -> str:
    """Its reason; "" where it has none."""
    return "" if ruling.reason is None else say(ruling.reason, language)


def fact_like(pattern: str) -> Callable[[BaseException], bool]:
    """For ``pytest.raises(..., check=...)``: whether code and values of an error's fact fit."""
    return lambda error: re.search(pattern, str(getattr(error, "fact", ""))) is not None
