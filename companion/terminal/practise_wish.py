"""What one call of ``practise`` asks for, and how its answers are printed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.words import Language, say


@dataclass(frozen=True)
class Wish:
    """The options of one call."""

    drill: str
    player: str
    sets: str
    signal: str
    camera: str
    mic: str
    tries: int
    seconds: float
    count: int | None
    lang: Language
    html: Path | None
    json_lines: bool
    add: bool | None
    hear: bool


def answer(wish: Wish, code: str, values: dict[str, Any]) -> None:
    """A sentence, or its values as JSON, where there are any."""
    if not wish.json_lines:
        print(say(code, wish.lang, name=wish.player, **values))
    elif values:
        print(json.dumps(values))
