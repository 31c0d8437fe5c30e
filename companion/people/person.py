"""A player as the store knows them: name, consents, profiles and practice.

Players are identified by their folded name: blanks, letter case and the encoding of accents make no difference.
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
    """Interface of the practice database, by player's name; letter case makes no difference."""

    def names(self) -> list[str]: ...

    def count(self, name: str) -> int:
        """Return the number of the player's attempts and throws."""

    def export(self, name: str) -> list[dict[str, Any]]:
        """Return all of the player's attempts and throws as plain values."""

    def troubles(self, name: str) -> list[Fact]:
        """Return a fact for each of the player's records that cannot be read."""

    def restore(self, name: str, attempts: Sequence[Attempt], throws: Sequence[Throw], *, instead: bool) -> None:
        """Store these attempts and throws, all or none; with ``instead`` they replace all that is stored."""

    def delete(self, name: str) -> int:
        """Delete all of the player's attempts and throws, and return their number."""


@dataclass(frozen=True, slots=True)
class Consent:
    """Whether the player agreed that data is stored; None if they have not been asked.

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
        practised: Number of attempts and throws.
        troubles: A fact for each part that could not be read.
    """

    name: str
    consent: Consent = Consent()
    face: Face | None = None
    sounds: Sounds | None = None
    practised: int = 0
    troubles: tuple[Fact, ...] = ()


def player_key(name: str) -> str:
    """Return the folded name that identifies a player. Raises BadInput for an empty name."""
    if not name.split():
        raise BadInput("people.no-name")
    return names.fold_name(name)


def key_of(name: str) -> str:
    """Return the name of a player's folder: some readable letters and a hash of the folded name."""
    known = player_key(name)
    digest = hashlib.sha256(known.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    plain = unicodedata.normalize("NFKD", known).encode("ascii", "ignore").decode()
    return "-".join(filter(None, (re.sub(r"[^a-z0-9]+", "-", plain)[:24].strip("-"), digest)))
