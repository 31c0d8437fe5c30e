"""Which cards a player gets: by the game's signals, the devices that are on, and what is known of the player."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.people.evening_memory import EveningMemory
from companion.people.warmup.cards import WarmUpCard, deal, missing
from companion.referee.match import Match
from companion.rules.protocol import TABLE
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.settings import WILD
from companion.senses.sounds.sound_features import NoiseProfile


def faces_of(evening: EveningMemory, players: Sequence[str]) -> dict[str, Face]:
    """What is known of these players' faces; of a damaged file whoever opens the camera tells."""
    found = {}
    for player in players:
        with suppress(CompanionError):
            found[player] = evening.face(player)
    return {player: face for player, face in found.items() if face is not None}


@dataclass(frozen=True)
class CardDealing:
    """``sees``, ``hears``: a camera over faces and a microphone are on."""

    match: Match
    evening: EveningMemory
    signals: Sequence[str]
    sees: bool
    hears: bool

    def cards(self, player: str) -> list[WarmUpCard]:
        """All of a player's cards."""
        speaks, dealer = "phrases" in self.match.game.senses, player == self._dealer
        return deal(self.signals, sees=self.sees, hears=self.hears, speaks=speaks, dealer=dealer)

    def missing(self, player: str, noises: NoiseProfile | None) -> list[WarmUpCard]:
        """What is missing of a player who is known: nobody is asked twice but by wish."""
        face = faces_of(self.evening, [player]).get(player)
        taught = () if noises is None else noises.signals
        return missing(self.cards(player), None if face is None else face.signals, taught)

    @property
    def _dealer(self) -> str:
        dealer = self.match.game.view(self.match.state, TABLE).get("dealer")
        return self.match.players[dealer] if isinstance(dealer, int) and WILD in self.signals else ""
