"""What a player taught: takes of each signal and a few seconds of talk, as numbers only; never sound itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.senses.sounds.features import Sound

TAUGHT, CONFIRMED, NEGATIVE, OVERRULED = "taught", "confirmed", "negative", "overruled"
IN_TALK, FROM_AFAR, IN_ECHO = 0, 1, 2  # places in a take's `beside`; older takes have the first two
_NO_TAKE = (NEGATIVE, OVERRULED)


@dataclass(frozen=True)
class Take:
    """`name` the signal, or "" for talk and the room; `kind` taught, confirmed (learned in play), negative, or
    overruled (was taken for the signal and was none)."""

    name: str
    kind: str
    sound: Sound


@dataclass
class Profile:
    """One player's takes, in the order in which they came; `model` is the version of the network that heard them.

    `own`: log-odds by which the player's threshold of a signal lies over the shipped one, as the warm-up found it."""

    player: str
    takes: list[Take] = field(default_factory=list)
    model: str = ""
    own: Mapping[str, float] = field(default_factory=dict)

    def of(self, name: str) -> list[Take]:
        return [take for take in self.takes if take.name == name and take.kind not in _NO_TAKE]

    @property
    def signals(self) -> tuple[str, ...]:
        """Signals taught, in the order of teaching."""
        return tuple(dict.fromkeys(take.name for take in self.takes if take.kind not in _NO_TAKE))

    @property
    def negatives(self) -> list[Sound]:
        return [take.sound for take in self.takes if take.kind == NEGATIVE]

    def overruled(self, name: str) -> list[Take]:
        """Sounds that were taken for `name` and were none."""
        return [take for take in self.takes if take.name == name and take.kind == OVERRULED]
