"""What is kept on this machine of the people who play."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from companion.config import settings, writable
from companion.errors import CompanionError
from companion.facts import Fact, fact
from companion.senses.faces.profile import Profile as Face
from companion.senses.faces.profile import find
from companion.senses.sounds.profile import Profile, load_all, save

_log = logging.getLogger(__name__)


def noises_of(players: Sequence[str] | None) -> list[Profile]:
    """The taught noises of these players; of everybody for None. Raises StorageError."""
    kept = load_all(settings().profiles)
    wanted = None if players is None else {name.casefold() for name in players}
    return [profile for profile in kept if wanted is None or profile.player.casefold() in wanted]


def keep_noises(profile: Profile) -> None:
    """Save a profile that play has taught something; a disk that is full stops the keeping, not the game."""
    try:
        save(profile, writable(settings().profiles))
    except CompanionError as error:
        _log.warning("what play taught of %s is not kept: %s", profile.player, error)


def advice(players: Sequence[str]) -> Fact | None:
    """What players who have not taught their noises are told, gently; None where all have."""
    known = {profile.player.casefold() for profile in load_all(settings().profiles) if profile.signals}
    missing = [name for name in players if name.casefold() not in known]
    return fact("people.teach", names=missing, first=missing[0]) if missing else None


def face_of(player: str) -> Face | None:
    """A player's taught face, if there is one. Raises StorageError."""
    return find(player, settings().profiles)
