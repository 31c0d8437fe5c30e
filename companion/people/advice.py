"""What players are told who have not taught their sounds."""

from __future__ import annotations

from collections.abc import Sequence

from companion.config import settings
from companion.facts import Fact, fact
from companion.senses.sounds.profile import load_all


def to_teach(players: Sequence[str]) -> Fact | None:
    """Gently, that half a minute of teaching helps; None where all have taught. Raises StorageError."""
    known = {profile.player.casefold() for profile in load_all(settings().profiles) if profile.signals}
    missing = [name for name in players if name.casefold() not in known]
    return fact("people.to-teach", names=missing, first=missing[0]) if missing else None
