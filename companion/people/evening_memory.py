"""What the table has learned of its people this evening: kept in memory, on disk only of those who agreed."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from companion.errors import CompanionError
from companion.people.person import folded
from companion.people.profile_lookup import face_of, noises_of
from companion.people.store import People
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.sound_features import NoiseProfile as Sounds

_log = logging.getLogger(__name__)


class EveningMemory:
    """Goes on from game to game while the program runs. ``people``: the store; None: this machine's."""

    def __init__(self, people: People | None = None) -> None:
        self._people = people
        self._faces: dict[str, Face] = {}
        self._sounds: dict[str, Sounds] = {}
        self._agreed: dict[str, bool] = {}

    @property
    def people(self) -> People:
        return self._people if self._people is not None else People()

    def face(self, name: str) -> Face | None:
        """What is known of a face: this evening's before what is kept. Raises StorageError."""
        found = self._faces.get(folded(name))
        return replace(found, player=name) if found is not None else face_of(name)

    def sounds(self, players: Sequence[str]) -> list[Sounds]:
        """The noises of these players: this evening's before those that are kept."""
        mine = {folded(n): replace(p, player=n) for n in players if (p := self._sounds.get(folded(n))) is not None}
        rest = [n for n in players if folded(n) not in mine]
        return [*mine.values(), *(noises_of(rest) if rest else ())]

    def over(self, profiles: Sequence[Sounds], players: Sequence[str]) -> list[Sounds]:
        """These profiles, with those that this evening has taught of ``players`` in their place or beside them."""
        mine = {n: replace(p, player=n) for n in players if (p := self._sounds.get(folded(n))) is not None}
        return [*(p for p in profiles if p.player not in mine), *mine.values()]

    def learned(self, name: str, face: Face | None, sounds: Sounds | None) -> None:
        """What a warm-up or a play has taught; kept on disk if the player has agreed."""
        if face is not None:
            self._faces[folded(name)] = face
        if sounds is not None:
            self._sounds[folded(name)] = sounds
        if self.agreed(name):
            self._keep(name)

    def played(self, sounds: Sounds) -> None:
        """A profile that play has changed: kept where the player agreed, or had taught it before by a command."""
        name = sounds.player
        self._sounds[folded(name)] = sounds
        try:
            taught = self.people.consent(name).play is None and self.people.sounds(name) is not None
        except CompanionError:
            return
        if taught or self.agreed(name):
            self._keep(name)

    def agreed(self, name: str) -> bool | None:
        """Whether the player agreed to be kept; None where nobody has asked."""
        if folded(name) in self._agreed:
            return self._agreed[folded(name)]
        try:
            return self.people.consent(name).play
        except CompanionError:
            return None

    def agree(self, name: str, yes: bool) -> None:
        """The player's answer. No: nothing of this evening is kept, and they are asked again another day.

        Raises StorageError for what cannot be written.
        """
        self._agreed[folded(name)] = yes
        if yes:
            self.people.agree(name, play=True)
            self._keep(name)

    def _keep(self, name: str) -> None:
        """A disk that is full stops the keeping, not the game."""
        try:
            people = self.people
            if (face := self._faces.get(folded(name))) is not None:
                people.keep_face(replace(face, player=name))
            if (sounds := self._sounds.get(folded(name))) is not None:
                people.keep_sounds(replace(sounds, player=name))
        except CompanionError as error:
            _log.warning("what was learned of %s is not kept: %s", name, error)
