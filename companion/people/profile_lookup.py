"""What is kept on this machine of the people who play, as the table asks for it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from companion.errors import StorageError
from companion.facts import Fact, fact
from companion.people.person import folded
from companion.people.store import People
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.sound_features import NoiseProfile
from companion.words import say

_log = logging.getLogger(__name__)


def noises_of(players: Sequence[str] | None, told: Callable[[Fact], None] | None = None) -> list[NoiseProfile]:
    """The taught noises of these players, by the names that they have here; of everybody for None.

    Two whose names differ in letter case only are one person to the store: the first of them gets what is kept.
    ``told`` gets what cannot be read (else it is logged): its player is heard as a stranger, the others are not.
    """
    tell = told if told is not None else lambda trouble: _log.warning("%s", say(trouble))
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
        first.setdefault(folded(name), name)
    found = []
    for name in first.values():
        try:
            found.append(people.sounds(name))
        except StorageError as error:
            tell(error.fact)
    return [profile for profile in found if profile is not None]


def advice(players: Sequence[str]) -> Fact | None:
    """What players who have not taught their noises are told, gently; None where all have."""
    taught = {folded(profile.player) for profile in noises_of(players) if profile.signals}
    missing = [name for name in players if folded(name) not in taught]
    return fact("people.teach", names=missing, first=missing[0]) if missing else None


def face_of(player: str) -> Face | None:
    """A player's taught face, if there is one. Raises StorageError."""
    return People().face(player)
