"""What a player taught: takes of each signal and a few seconds of talk, as numbers only; never sound itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.senses.sounds.features import Sound

TAUGHT, CONFIRMED, NEGATIVE = "taught", "confirmed", "negative"


@dataclass(frozen=True)
class Take:
    """`name` the signal, or "" for talk and the room; `kind` taught, confirmed (learned in play) or negative."""

    name: str
    kind: str
    sound: Sound


@dataclass
class Profile:
    """One player's takes, in the order in which they came; `model` is the version of the network that heard them."""

    player: str
    takes: list[Take] = field(default_factory=list)
    model: str = ""

    def of(self, name: str) -> list[Take]:
        return [take for take in self.takes if take.name == name and take.kind != NEGATIVE]

    @property
    def signals(self) -> tuple[str, ...]:
        """Signals taught, in the order of teaching."""
        return tuple(dict.fromkeys(take.name for take in self.takes if take.kind != NEGATIVE))

    @property
    def negatives(self) -> list[Sound]:
        return [take.sound for take in self.takes if take.kind == NEGATIVE]
