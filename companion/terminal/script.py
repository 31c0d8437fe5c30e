"""Typed commands, live or with their time: ``@12.5 Ann: claim ruby`` counts at 12.5 s of the clip."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from companion.errors import BadInput
from companion.events import Command


@dataclass(frozen=True, slots=True)
class Line:
    """One command; ``at`` is its time in seconds, or None for "now" (with files: when they have ended)."""

    at: float | None
    text: str

    def command(self, now: float) -> Command:
        t = now if self.at is None else self.at
        return Command(onset=t, decided=t, source="keys", text=self.text)


def read_line(text: str) -> Line | None:
    """One typed line; None for a blank one or a comment (#). Raises BadInput for a time that is none."""
    text = text.strip()
    if not text or text.startswith("#"):
        return None
    if not text.startswith("@"):
        return Line(None, text)
    head, _, rest = text[1:].partition(" ")
    try:
        at = float(head)
    except ValueError:
        at = math.nan
    if not math.isfinite(at) or at < 0 or not rest.strip():
        raise BadInput(
            f"{text!r} is no timed command: write @SECONDS COMMAND, such as @12.5 Ann: claim ruby",
            f"{text!r} ist kein Befehl mit Zeit: schreib @SEKUNDEN BEFEHL, etwa @12.5 Ann: claim ruby",
        )
    return Line(at, rest.strip())


def read_lines(lines: Iterable[str]) -> tuple[list[Line], list[Line]]:
    """Timed commands in the order of their times, and the untimed ones. Raises BadInput."""
    read = [line for text in lines if (line := read_line(text)) is not None]
    timed = sorted((x for x in read if x.at is not None), key=lambda x: x.at or 0.0)
    return timed, [x for x in read if x.at is None]
