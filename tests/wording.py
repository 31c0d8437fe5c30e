"""What rulings and refusals say, for tests that read it."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.events import Ruling, Statement
from companion.facts import Value
from companion.words import say


def ruling(code: str, at: float, /, number: int = 1, **values: Value) -> Ruling:
    """Return a ruling that applies nothing, at this time (s)."""
    return Ruling(onset=at, decided=at, source="referee", code=code, values=values, number=number)


def worded(ruling: Statement, language: str = "en") -> str:
    """Return the ruling's sentence."""
    return say(ruling.as_fact, language)


def reason(ruling: Statement, language: str = "en") -> str:
    """Its reason; "" where it has none."""
    return "" if ruling.reason is None else say(ruling.reason, language)


def fact_like(pattern: str) -> Callable[[BaseException], bool]:
    """For ``pytest.raises(..., check=...)``: whether code and values of an error's fact fit."""
    return lambda error: re.search(pattern, str(getattr(error, "fact", ""))) is not None
