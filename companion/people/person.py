"""A player as the store has them: name, consents, profiles and the amount of practice.

Players are identified by their folded name, which ignores blanks, letter case and the encoding of accents.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion import names
from companion.errors import BadInput
from companion.facts import Fact
from companion.people.attempt import Attempt, Throw
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.sound_features import NoiseProfile as Sounds


class PracticeSummary(Protocol):
    """Interface of the database of practice; names of players that differ only in letter case are equal."""

    def names(self) -> list[str]: ...

    def count(self, name: str) -> int:
        """Return the number of the player's attempts and throws."""

    def export(self, name: str) -> list[dict[str, Any]]:
        """Return all of the player's attempts and throws as JSON values."""

    def troubles(self, name: str) -> list[Fact]:
        """Return a fact for each of the player's records that cannot be read."""

    def restore(self, name: str, attempts: Sequence[Attempt], throws: Sequence[Throw], *, instead: bool) -> None:
        """Store attempts and throws of a player, all or none.

        Args:
            name: The player.
            attempts: The attempts.
            throws: The throws.
            instead: True to delete what is stored of the player before.
        """

    def delete(self, name: str) -> int:
        """Delete all of the player's attempts and throws, and return their number."""


@dataclass(frozen=True, slots=True)
class Consent:
    """Whether the player agreed that data is stored; each is None if they were not asked.

    Attributes:
        play: Data from games.
        practice: Data from practice.
    """

    play: bool | None = None
    practice: bool | None = None


@dataclass(frozen=True)
class Person:
    """All that is stored of a player.

    Attributes:
        name: The name as it was first spelt.
        consent: What the player agreed to.
        face: Face profile; None for none.
        sounds: Noise profile; None for none.
        practised: Number of stored attempts and throws in practice.
        troubles: The reason for each part that could not be read.
    """

    name: str
    consent: Consent = Consent()
    face: Face | None = None
    sounds: Sounds | None = None
    practised: int = 0
    troubles: tuple[Fact, ...] = ()


def player_key(name: str) -> str:
    """Return the folded name that identifies a player.

    Raises:
        BadInput: The name is empty.
    """
    if not name.split():
        raise BadInput("people.no-name")
    return names.fold_name(name)


def key_of(name: str) -> str:
    """Return the name of a player's folder: readable letters of the name and a hash of the folded name.

    Raises:
        BadInput: The name is empty.
    """
    known = player_key(name)
    digest = hashlib.sha256(known.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    plain = unicodedata.normalize("NFKD", known).encode("ascii", "ignore").decode()
    return "-".join(filter(None, (re.sub(r"[^a-z0-9]+", "-", plain)[:24].strip("-"), digest)))
