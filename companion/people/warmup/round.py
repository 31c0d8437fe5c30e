"""A round of the table as it stands: what pages, the terminal and practice show. ``round_fold`` goes to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.facts import Fact
from companion.people.warmup.observations import NoiseObservation
from companion.people.warmup.pile import Pile
from companion.people.warmup.room_advice import Room
from companion.people.warmup.sheet import Cell, WarmUpResult
from companion.senses.sounds.sound_features import NoiseProfile

Times: TypeAlias = Mapping[str, float]


@dataclass(frozen=True)
class WarmUpRound:
    """``piles`` in the order of the seats; ``phones``: who has their cards on their own phone; ``known``: noises from
    before; ``left``: who does not want to go on now; ``asking``: who is asked whether they may be kept.

    ``learning``: whose thresholds are being worked out, by the number of the task. Times are the match's, in seconds.
    """

    piles: Mapping[str, Pile] = field(default_factory=dict)
    signals: tuple[str, ...] = ()
    phones: frozenset[str] = frozenset()
    known: Mapping[str, NoiseProfile] = field(default_factory=dict)
    open: bool = False
    left: frozenset[str] = frozenset()
    results: Mapping[str, WarmUpResult] = field(default_factory=dict)
    asking: tuple[str, ...] = ()
    learning: Mapping[str, int] = field(default_factory=dict)
    tasks: int = 0
    said: Mapping[str, Fact] = field(default_factory=dict)
    """What each player was told last; "": everybody."""
    room: Room = field(default_factory=Room)
    advice: tuple[Fact, ...] = ()
    since: float = 0.0
    pictures: Times = field(default_factory=dict)  # of each player's place, the last
    faces: Times = field(default_factory=dict)  # each face, last seen
    sounds: Times = field(default_factory=dict)  # of the microphone that hears each player, the last
    faint: Times = field(default_factory=dict)  # since when nothing was heard of each player who was asked
    calls: tuple[tuple[float, str], ...] = ()  # by when a call on the card of the shout must be heard, and whose
    recent: tuple[NoiseObservation, ...] = ()
    waiting: tuple[tuple[float, NoiseObservation], ...] = ()  # until when, for what the other microphones heard of it

    @property
    def begun(self) -> bool:
        return bool(self.piles)

    @property
    def turn(self) -> str | None:
        """Whose cards the laptop shows: the first without a phone who has some left."""
        return next((p for p in self.piles if p not in self.phones and self._waits(p)), None)

    @property
    def over(self) -> bool:
        return not any(self._waits(p) for p in self.piles)

    def _waits(self, player: str) -> bool:
        return player not in self.left and not self.piles[player].done

    def active(self, player: str | None) -> Pile | None:
        """The player's cards if it is their turn."""
        if player is None or player not in self.piles or not self._waits(player):
            return None
        return self.piles[player] if player in self.phones or player == self.turn else None

    def hears(self, owner: str | None) -> str | None:
        """For whose card a microphone hears: its owner's, else the laptop's."""
        player = self.turn if owner is None else owner
        return None if self.active(player) is None else player

    def row(self, player: str) -> tuple[Cell, ...]:
        """A player's cells; empty until they are worked out."""
        return self.results[player].cells if player in self.results else ()

    def weak(self, player: str) -> list[str]:
        """The cards of a player that are worth another go."""
        status = self.piles[player].status
        weak = [c.signal for c in self.row(player) if c.grade != "sure"]
        keys = [key for name in weak for key in (f"noise.{name}", f"show.{name}")]
        later = [key for key, how in status.items() if how == "later"]
        return [key for key in dict.fromkeys([*keys, *later]) if key in status]
