"""What is known of the people who play: what this machine keeps, and what the table has learned this evening."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from companion.errors import CompanionError, StorageError
from companion.facts import Fact, fact
from companion.people.person import player_key
from companion.people.store import People
from companion.people.table_labels import TableLabels
from companion.senses.faces.known_faces import KnownFaces
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.sound_features import NoiseProfile
from companion.senses.sounds.sound_features import NoiseProfile as Sounds
from companion.words import say

_log = logging.getLogger(__name__)


def noises_of(players: Sequence[str] | None, on_trouble: Callable[[Fact], None] | None = None) -> list[NoiseProfile]:
    """Return the taught noises of these players, by the names that they have here; of everybody for None.

    Two whose names differ in letter case only are one person to the store: the first of them gets what is kept.
    ``on_trouble`` is told what cannot be read (without it, it is logged); that player is then heard as a stranger.
    """
    tell = on_trouble if on_trouble is not None else lambda trouble: _log.warning("%s", say(trouble))
    try:
        people = People()
    except StorageError as error:
        tell(error.fact)
        return []
    if players is None:
        everybody = people.all()
        for trouble in dict.fromkeys([*people.troubles, *(t for person in everybody for t in person.troubles)]):
            tell(trouble)
        return [person.sounds for person in everybody if person.sounds is not None]
    first: dict[str, str] = {}
    for name in players:
        first.setdefault(player_key(name), name)
    found = []
    for name in first.values():
        try:
            found.append(people.sounds(name))
        except StorageError as error:
            tell(error.fact)
    return [profile for profile in found if profile is not None]


def advice(players: Sequence[str]) -> Fact | None:
    """Return a gentle hint for players who have not taught their noises; None where all have."""
    taught = {player_key(profile.player) for profile in noises_of(players) if profile.signals}
    missing = [name for name in players if player_key(name) not in taught]
    return fact("people.teach", names=missing, first=missing[0]) if missing else None


def face_of(player: str) -> Face | None:
    """Return a player's taught face, if there is one. Raises StorageError."""
    return People().face(player)


MayLearn: TypeAlias = Literal["evening", "keep", "no"]


class EveningMemory:
    """Goes on from game to game while the program runs. ``people``: the store; None: this machine's."""

    def __init__(self, people: People | None = None) -> None:
        self._people = people
        self._faces: dict[str, Face] = {}
        self._sounds: dict[str, Sounds] = {}
        self._agreed: dict[str, bool] = {}
        self.known_faces = KnownFaces()
        """Looks of those who were named by a tap; never on disk, whatever anybody agrees to."""
        self.may_learn: MayLearn | None = None
        """Whether noises may be learned as the table plays, and be kept; None while nobody has said."""
        self.labels = TableLabels()
        """Noises that the table has named as it played."""

    @property
    def people(self) -> People:
        return self._people if self._people is not None else People()

    def face(self, name: str) -> Face | None:
        """Return what is known of a face: this evening's before what is kept. Raises StorageError."""
        found = self._faces.get(player_key(name))
        return replace(found, player=name) if found is not None else face_of(name)

    def sounds(self, players: Sequence[str]) -> list[Sounds]:
        """Return the noises of these players: this evening's before those that are kept."""
        mine = {
            player_key(n): replace(p, player=n) for n in players if (p := self._sounds.get(player_key(n))) is not None
        }
        rest = [n for n in players if player_key(n) not in mine]
        return [*mine.values(), *(noises_of(rest) if rest else ())]

    def with_learned(self, profiles: Sequence[Sounds], players: Sequence[str]) -> list[Sounds]:
        """Return these profiles, with what this evening taught of ``players`` in their place or beside them."""
        mine = {n: replace(p, player=n) for n in players if (p := self._sounds.get(player_key(n))) is not None}
        return [*(p for p in profiles if p.player not in mine), *mine.values()]

    def add_learned(self, name: str, face: Face | None, sounds: Sounds | None) -> None:
        """Keep what a warm-up or a play has taught; on disk if the player has agreed."""
        if face is not None:
            self._faces[player_key(name)] = face
        if sounds is not None:
            self._sounds[player_key(name)] = sounds
        if self.consent_to_keep(name):
            self._keep(name)

    def update_from_play(self, sounds: Sounds) -> None:
        """Keep a profile that play has changed; on disk where the player agreed, or taught it before by a command."""
        name = sounds.player
        self._sounds[player_key(name)] = sounds
        try:
            taught = self.people.consent(name).play is None and self.people.sounds(name) is not None
        except CompanionError:
            return
        if taught or self.consent_to_keep(name):
            self._keep(name)

    def name_at_table(self, sounds: Sounds) -> None:
        """Remember a profile with what the table has named; on disk only where that was agreed to."""
        self._sounds[player_key(sounds.player)] = sounds
        if self.may_learn == "keep" and self.consent_to_keep(sounds.player):
            self._keep(sounds.player)

    def consent_to_keep(self, name: str) -> bool | None:
        """Return whether the player agreed to be kept; None where nobody has asked."""
        if player_key(name) in self._agreed:
            return self._agreed[player_key(name)]
        try:
            return self.people.consent(name).play
        except CompanionError:
            return None

    def agree(self, name: str, yes: bool) -> None:
        """Record the player's answer.

        No: nothing of this evening is kept, and they are asked again another day.

        Raises StorageError for what cannot be written.
        """
        self._agreed[player_key(name)] = yes
        if yes:
            self.people.agree(name, play=True)
            self._keep(name)

    def _keep(self, name: str) -> None:
        """Write a profile to disk. A disk that is full stops the keeping, not the game."""
        try:
            people = self.people
            if (face := self._faces.get(player_key(name))) is not None:
                people.keep_face(replace(face, player=name))
            if (sounds := self._sounds.get(player_key(name))) is not None:
                kept = sounds if self.may_learn == "keep" else self.labels.without_named(sounds)
                people.keep_sounds(replace(kept, player=name))
        except CompanionError as error:
            _log.warning("what was learned of %s is not kept: %s", name, error)
