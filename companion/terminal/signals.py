"""The signals of Face Off!'s sets, by what senses them (rule book, "Trading Signal Cards")."""

from __future__ import annotations

from companion.errors import BadInput
from companion.rules.face_off.data import SIGNAL_SETS
from companion.senses.sounds.names import SIGNALS as NOISES
from companion.senses.sounds.names import WILD

LETTERS = ("A", "B", "C", "D")


def letter(signal_set: str) -> str:
    """The set's letter, "" for all. Raises BadInput."""
    wanted = signal_set.strip().upper()
    if wanted and wanted not in LETTERS:
        raise BadInput("watch.no-set", given=signal_set)
    return wanted


def sounds_of(signal_set: str) -> tuple[str, ...]:
    """The noises of a set with the Wild Thing's; all of them for ""."""
    wanted = letter(signal_set)
    named = [s for s in SIGNAL_SETS[wanted] if s in NOISES] if wanted else list(NOISES)
    return (*named, WILD)


def faces_of(signal_set: str) -> frozenset[str]:
    """The face signals of a set, of all for ""; Grin belongs to every advanced hand. Panting is seen and heard."""
    wanted = letter(signal_set)
    sets = [SIGNAL_SETS[wanted]] if wanted else SIGNAL_SETS.values()
    return frozenset(s for signals in sets for s in signals if s not in NOISES or s == "panting") | {"grin"}
