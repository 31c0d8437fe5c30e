"""Who is kept: a player's name, consents and what is known of them.

A player is a name, folded once: blanks, letter case and the way an accent is written make no other player.
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
    """What practice keeps, by name; letter case makes no other player here either."""

    def names(self) -> list[str]: ...

    def count(self, name: str) -> int:
        """Return how many attempts and throws are kept of a player."""

    def export(self, name: str) -> list[dict[str, Any]]:
        """Return all of them as plain values."""

    def troubles(self, name: str) -> list[Fact]:
        """Return what of it cannot be read."""

    def restore(self, name: str, attempts: Sequence[Attempt], throws: Sequence[Throw], *, instead: bool) -> None:
        """Keep these, all or none; ``instead``: in place of all that is kept."""

    def delete(self, name: str) -> int:
        """Forget all; how many they were."""


@dataclass(frozen=True, slots=True)
class Consent:
    """What the player agreed to keep; None where nobody has asked: from games, from practice."""

    play: bool | None = None
    practice: bool | None = None


@dataclass(frozen=True)
class Person:
    """All that is kept of a player. ``troubles``: what could not be read, one fact each."""

    name: str
    consent: Consent = Consent()
    face: Face | None = None
    sounds: Sounds | None = None
    practised: int = 0
    troubles: tuple[Fact, ...] = ()


def player_key(name: str) -> str:
    """Return the name by which a player is known. Raises BadInput for an empty one."""
    if not name.split():
        raise BadInput("people.no-name")
    return names.fold_name(name)


def key_of(name: str) -> str:
    """Return the person's folder: some letters to read, and a hash that tells every name from every other."""
    known = player_key(name)
    digest = hashlib.sha256(known.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    plain = unicodedata.normalize("NFKD", known).encode("ascii", "ignore").decode()
    return "-".join(filter(None, (re.sub(r"[^a-z0-9]+", "-", plain)[:24].strip("-"), digest)))
