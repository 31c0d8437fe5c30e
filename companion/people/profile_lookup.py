"""Look up players' profiles: those stored on this machine, and those learned this evening."""

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


def noises_of(
    players: Sequence[str] | None,
    on_trouble: Callable[[Fact], None] | None = None,
    store: People | None = None,
) -> list[NoiseProfile]:
    """Return the players' stored noise profiles, under the names given here; profiles that cannot be read are left out.

    If two names differ only in letter case, only the first gets the profile.

    Args:
        players: Names of the players; None for everybody in the store.
        on_trouble: Called with the reason for each profile that cannot be read; None logs the reasons.
        store: The store; None for this machine's.
    """
    tell = on_trouble if on_trouble is not None else lambda trouble: _log.warning("%s", say(trouble))
    try:
        people = store if store is not None else People()
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
    """Return advice that names the players without a noise profile; None if all have one."""
    taught = {player_key(profile.player) for profile in noises_of(players) if profile.signals}
    missing = [name for name in players if player_key(name) not in taught]
    return fact("people.teach", names=missing, first=missing[0]) if missing else None


def face_of(player: str) -> Face | None:
    """Return a player's stored face profile; None for none.

    Raises:
        StorageError: The profile cannot be read.
    """
    return People().face(player)


MayLearn: TypeAlias = Literal["evening", "keep", "no"]


class EveningMemory:
    """Profiles learned this evening; kept in memory from game to game, and stored for players who agreed.

    Args:
        people: The store; None for this machine's.
    """

    def __init__(self, people: People | None = None) -> None:
        self._people = people
        self._faces: dict[str, Face] = {}
        self._sounds: dict[str, Sounds] = {}
        self._agreed: dict[str, bool] = {}
        self.known_faces = KnownFaces()
        """Appearance of players whom the table named; never stored on disk, whatever they agreed to."""
        self.may_learn: MayLearn | None = None
        """Whether noises may be learned from play, and stored; None until the table has decided."""
        self.labels = TableLabels()
        """Noises that play has labelled."""

    @property
    def people(self) -> People:
        return self._people if self._people is not None else People()

    def face(self, name: str) -> Face | None:
        """Return a player's face profile: the one learned this evening, else the stored one; None for none.

        Raises:
            StorageError: The stored profile cannot be read.
        """
        found = self._faces.get(player_key(name))
        return replace(found, player=name) if found is not None else self.people.face(name)

    def sounds(self, players: Sequence[str]) -> list[Sounds]:
        """Return the noise profile of each player who has one: the one learned this evening, else the stored one."""
        mine = {
            player_key(n): replace(p, player=n) for n in players if (p := self._sounds.get(player_key(n))) is not None
        }
        rest = [n for n in players if player_key(n) not in mine]
        return [*mine.values(), *(noises_of(rest, store=self._people) if rest else ())]

    def with_learned(self, profiles: Sequence[Sounds], players: Sequence[str]) -> list[Sounds]:
        """Return ``profiles`` with this evening's profiles of ``players``, which replace those of the same name."""
        mine = {n: replace(p, player=n) for n in players if (p := self._sounds.get(player_key(n))) is not None}
        return [*(p for p in profiles if p.player not in mine), *mine.values()]

    def add_learned(self, name: str, face: Face | None, sounds: Sounds | None) -> None:
        """Remember profiles that a warm-up has taught; store them if the player agreed.

        Args:
            name: The player.
            face: Face profile; None for none.
            sounds: Noise profile; None for none.
        """
        if face is not None:
            self._faces[player_key(name)] = face
        if sounds is not None:
            self._sounds[player_key(name)] = sounds
        if self.consent_to_keep(name):
            self._keep(name)

    def update_from_play(self, sounds: Sounds) -> None:
        """Remember a noise profile to which a game has added a take.

        It is stored if the player agreed. It is also stored if the player was never asked but has a stored profile,
        which they made by the command ``enrol``.
        """
        name = sounds.player
        self._sounds[player_key(name)] = sounds
        try:
            taught = self.people.consent(name).play is None and self.people.sounds(name) is not None
        except CompanionError:
            return
        if taught or self.consent_to_keep(name):
            self._keep(name)

    def name_at_table(self, sounds: Sounds) -> None:
        """Remember a noise profile with takes that a game has labelled.

        It is stored only if the table chose "keep" and the player agreed.
        """
        self._sounds[player_key(sounds.player)] = sounds
        if self.may_learn == "keep" and self.consent_to_keep(sounds.player):
            self._keep(sounds.player)

    def consent_to_keep(self, name: str) -> bool | None:
        """Return whether the player agreed that profiles are stored; None if they were not asked."""
        if player_key(name) in self._agreed:
            return self._agreed[player_key(name)]
        try:
            return self.people.consent(name).play
        except CompanionError:
            return None

    def agree(self, name: str, yes: bool) -> None:
        """Record whether the player agrees that their profiles are stored; if so, store them.

        A "no" is remembered this evening only, so that the player is asked again another day.

        Raises:
            StorageError: The player's consent cannot be stored.
        """
        self._agreed[player_key(name)] = yes
        if yes:
            self.people.agree(name, play=True)
            self._keep(name)

    def _keep(self, name: str) -> None:
        """Store a player's profiles of this evening; errors are only logged, so that the game goes on."""
        try:
            people = self.people
            if (face := self._faces.get(player_key(name))) is not None:
                people.keep_face(replace(face, player=name))
            if (sounds := self._sounds.get(player_key(name))) is not None:
                kept = sounds if self.may_learn == "keep" else self.labels.without_named(sounds)
                people.keep_sounds(replace(kept, player=name))
        except CompanionError as error:
            _log.warning("what was learned of %s is not kept: %s", name, error)
