"""Typed commands, live or with their time: ``@12.5 Ann: claim ruby`` counts at 12.5 s of the clip."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.errors import BadInput
from companion.words.typed import canonical


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One command; ``at`` is its time in seconds, or None for "now" (with files: when they have ended)."""

    at: float | None
    text: str


def read_line(text: str) -> ScriptLine | None:
    """One typed line; None for a blank one or a comment (#). Raises BadInput for a time that is none."""
    text = text.strip()
    if not text or text.startswith("#"):
        return None
    if not text.startswith("@"):
        return ScriptLine(None, text)
    head, _, rest = text[1:].partition(" ")
    try:
        at = float(head)
    except ValueError:
        at = math.nan
    if not math.isfinite(at) or at < 0 or not rest.strip():
        raise BadInput("script.no-time", text=text)
    return ScriptLine(at, rest.strip())


def read_lines(lines: Iterable[str]) -> tuple[list[ScriptLine], list[ScriptLine]]:
    """Timed commands in the order of their times, and the untimed ones. Raises BadInput."""
    read = [line for text in lines if (line := read_line(text)) is not None]
    timed = sorted((x for x in read if x.at is not None), key=lambda x: x.at or 0.0)
    return timed, [x for x in read if x.at is None]


def typed(stream: Iterable[str]) -> Iterator[str]:
    """The lines of a script up to ``quit``."""
    for text in stream:
        word = canonical(text).strip().casefold()
        if word in ("quit", "exit"):
            return
        if word != "help":
            yield text
