"""State of a warm-up (a "round") and what was measured of its room; ``round_fold`` changes it.

Pages, the terminal and practice show it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Final, TypeAlias

from companion.facts import Fact, fact
from companion.people.warmup.cards import FaceObservation, NoiseObservation
from companion.people.warmup.judging import MIN_EYE_DISTANCE_PX, MIN_FACE_BRIGHTNESS
from companion.people.warmup.pile import Pile
from companion.people.warmup.sheet import Cell, WarmUpResult
from companion.senses.sounds.sound_features import NoiseProfile

ROUND_S: Final = 10.0  # seconds after the start of a round when advice on the room is given
MAX_ROOM_DBFS: Final = -42.0  # level of the room's noise above which signals are hard to hear, dB full scale
MAX_ECHO_S: Final = 0.5  # seconds in which a sound must fade by 30 dB; if it takes longer, the room echoes
MIN_GLANCES: Final = 8  # least observations of a face for advice
MAX_OBSERVATIONS: Final = 300
Looks = tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True)
class Room:
    """Measurements of the room during a warm-up.

    Attributes:
        floors: Levels of the room's noise, dB full scale.
        tails: Times in which sounds faded by 30 dB, seconds.
        looks: By player, for each frame: brightness of the face and of the picture (0..255), and size of the face in
            pixels.
    """

    floors: tuple[float, ...] = ()
    tails: tuple[float, ...] = ()
    looks: Mapping[str, Looks] = field(default_factory=dict)

    def with_level(self, floor: float, tail: float | None = None) -> Room:
        tails = self.tails if tail is None else (*self.tails[-40:], tail)
        return replace(self, floors=(*self.floors[-400:], floor), tails=tails)

    def see(self, player: str, glance: FaceObservation) -> Room:
        looks = self.looks.get(player, ())
        if glance.frame is None or len(looks) >= MAX_OBSERVATIONS:
            return self
        seen = (glance.light, glance.behind, glance.frame.size)
        return replace(self, looks={**self.looks, player: (*looks, seen)})

    def advice(self) -> tuple[Fact, ...]:
        found = [*self._light(), *self._sound(), *self._far()]
        return tuple(what for _, what in sorted(found, key=lambda x: -x[0])[:2])

    def _light(self) -> list[tuple[float, Fact]]:
        out = []
        for player, (light, behind, _) in self._usual().items():
            if light < 2 * MIN_FACE_BRIGHTNESS and behind > 2.0 * light:
                out.append((3 + behind / max(light, 1.0), fact("warmup.room-lamp", player=player)))
            elif light < MIN_FACE_BRIGHTNESS:
                out.append((3 + MIN_FACE_BRIGHTNESS / max(light, 1.0), fact("warmup.room-dark", player=player)))
        return out

    def _sound(self) -> list[tuple[float, Fact]]:
        out = []
        if self.floors and (floor := median(self.floors)) > MAX_ROOM_DBFS:
            out.append((2 + (floor - MAX_ROOM_DBFS) / 6, fact("warmup.room-loud", level=round(floor))))
        if len(self.tails) >= 3 and (tail := median(self.tails)) > MAX_ECHO_S:
            out.append((1 + tail, fact("warmup.room-echo", seconds=round(tail, 1))))
        return out

    def _far(self) -> list[tuple[float, Fact]]:
        small = {player: size for player, (_, _, size) in self._usual().items() if size < MIN_EYE_DISTANCE_PX}
        return (
            [(2 + MIN_EYE_DISTANCE_PX / min(small.values()), fact("warmup.room-far", players=list(small)))]
            if small
            else []
        )

    def _usual(self) -> dict[str, tuple[float, ...]]:
        """Return the medians of the values in ``looks``, for players with at least ``MIN_GLANCES`` frames."""
        often = {player: looks for player, looks in self.looks.items() if len(looks) >= MIN_GLANCES}
        return {player: tuple(median(v) for v in zip(*looks, strict=True)) for player, looks in often.items()}


Times: TypeAlias = Mapping[str, float]


@dataclass(frozen=True)
class WarmUpRound:
    """State of a warm-up; all times are in seconds of the match's clock.

    Attributes:
        piles: Each player's cards, in the order in which the players were dealt to.
        signals: Signals of the hand.
        phones: Players who do their cards at their own phone; the others take turns at the laptop.
        known_profiles: Noise profiles from before the warm-up, by player.
        open: True while the warm-up goes on.
        departed: Players who have stopped for now.
        results: What has been learned of each player.
        asking: Players who are being asked whether their profile may be stored.
        learning: Number of the task that computes a player's thresholds, by player.
        tasks: Number of the latest task.
    """

    piles: Mapping[str, Pile] = field(default_factory=dict)
    signals: tuple[str, ...] = ()
    phones: frozenset[str] = frozenset()
    known_profiles: Mapping[str, NoiseProfile] = field(default_factory=dict)
    open: bool = False
    departed: frozenset[str] = frozenset()
    results: Mapping[str, WarmUpResult] = field(default_factory=dict)
    asking: tuple[str, ...] = ()
    learning: Mapping[str, int] = field(default_factory=dict)
    tasks: int = 0
    messages: Mapping[str, Fact] = field(default_factory=dict)
    """The latest message to each player; "": to everybody."""
    room: Room = field(default_factory=Room)
    advice: tuple[Fact, ...] = ()
    since: float = 0.0
    pictures: Times = field(default_factory=dict)  # time of each player's latest picture
    faces: Times = field(default_factory=dict)  # when each player's face was last seen
    sounds: Times = field(default_factory=dict)  # time of the latest sound from each player's microphone
    faint: Times = field(default_factory=dict)  # since when no noise was heard from each player who was asked
    calls: tuple[tuple[float, str], ...] = ()  # (time by which a shout must be recognised, player)
    recent: tuple[NoiseObservation, ...] = ()
    waiting: tuple[tuple[float, NoiseObservation], ...] = ()  # (until when, noise) waiting for other microphones

    @property
    def has_begun(self) -> bool:
        return bool(self.piles)

    @property
    def turn(self) -> str | None:
        """The player whose cards the laptop shows: the first who has cards left and uses no phone; else None."""
        return next((p for p in self.piles if p not in self.phones and self._waits(p)), None)

    @property
    def is_over(self) -> bool:
        return not any(self._waits(p) for p in self.piles)

    def has_cards_out(self, player: str) -> bool:
        """Return True if the player takes part and still has cards to do."""
        return player in self.piles and self._waits(player)

    def _waits(self, player: str) -> bool:
        return player not in self.departed and not self.piles[player].is_done

    def active(self, player: str | None) -> Pile | None:
        """Return the player's cards if they can do them now, at their phone or in turn at the laptop; else None."""
        if player is None or player not in self.piles or not self._waits(player):
            return None
        return self.piles[player] if player in self.phones or player == self.turn else None

    def hears(self, owner: str | None) -> str | None:
        """Return the player whose cards a microphone's sounds answer; None if that player has none to do.

        Args:
            owner: Player whose phone it is; None for the table's microphone, which hears the player in turn at the
                laptop.
        """
        player = self.turn if owner is None else owner
        return None if self.active(player) is None else player

    def row(self, player: str) -> tuple[Cell, ...]:
        """Return the grades of a player's signals; empty until they are computed."""
        return self.results[player].cells if player in self.results else ()

    def weak(self, player: str) -> list[str]:
        """Return the keys of cards that are worth repeating: signals not graded "sure", and cards put off."""
        status = self.piles[player].status
        weak = [c.signal for c in self.row(player) if c.grade != "sure"]
        keys = [key for name in weak for key in (f"noise.{name}", f"show.{name}")]
        later = [key for key, how in status.items() if how == "later"]
        return [key for key in dict.fromkeys([*keys, *later]) if key in status]
