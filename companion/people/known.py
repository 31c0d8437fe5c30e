"""What is kept on this machine of the people who play, as the table asks for it."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from companion.errors import CompanionError
from companion.facts import Fact, fact
from companion.people.person import folded
from companion.people.store import People
from companion.senses.faces.profile import Profile as Face
from companion.senses.sounds.profile import Profile

_log = logging.getLogger(__name__)


def noises_of(players: Sequence[str] | None) -> list[Profile]:
    """The taught noises of these players, by the names that they have here; of everybody for None.

    Two whose names differ in letter case only are one person to the store: the first of them gets what is kept.
    Raises StorageError.
    """
    people = People()
    if players is None:
        return [person.sounds for person in people.all() if person.sounds is not None]
    first: dict[str, str] = {}
    for name in players:
        first.setdefault(folded(name), name)
    found = (people.sounds(name) for name in first.values())
    return [profile for profile in found if profile is not None]


def keep_noises(profile: Profile) -> None:
    """Save a profile that play has taught something; a disk that is full stops the keeping, not the game."""
    try:
        People().keep_sounds(profile)
    except CompanionError as error:
        _log.warning("what play taught of %s is not kept: %s", profile.player, error)


def advice(players: Sequence[str]) -> Fact | None:
    """What players who have not taught their noises are told, gently; None where all have. Raises StorageError."""
    people = People()
    missing = [name for name in players if (known := people.sounds(name)) is None or not known.signals]
    return fact("people.teach", names=missing, first=missing[0]) if missing else None


def face_of(player: str) -> Face | None:
    """A player's taught face, if there is one. Raises StorageError."""
    return People().face(player)
