"""What a game wants of the senses now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class SenseNeeds:
    """``signals``: those that count, with what each shows; ``dice``: how many are to be thrown, ``thrower`` by whom;
    ``sees``: which sense a camera serves ("faces", "dice" of a game, "throws" of dice without one,
    "" none), ``hears``: whether microphones do."""

    sees: str = ""
    hears: bool = False
    signals: Mapping[str, int] = field(default_factory=dict)
    dice: int = 0
    thrower: str = ""


NOTHING: Final = SenseNeeds()
