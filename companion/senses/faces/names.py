"""The face signals of the game by the names that the rules use."""

from __future__ import annotations

from typing import Final

# Of each set of Face Off! (rule book, "Trading Signal Cards"); Grin belongs to every advanced hand.
SETS: Final[dict[str, frozenset[str]]] = {
    "A": frozenset({"grin"}),
    "B": frozenset({"tongue_out", "eyes_wide", "eyes_mouth_wide", "sour", "grin"}),
    "C": frozenset({"grin"}),
    "D": frozenset({"darting_tongue", "panting", "fish_gasp", "wet_dog_shake", "grin"}),
}
