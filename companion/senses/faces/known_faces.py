"""Recognise faces that people have named by a tap, until the table is closed.

A look is the descriptor that ``identity`` computes of a face: bones, and the colours of forehead, hair and clothes. It
is kept in memory only. It cannot be written or printed, and ``KnownFaces`` refuses to be pickled or copied.
"""

from __future__ import annotations

import threading
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal, NoReturn

import numpy as np

from companion.names import fold_name
from companion.senses.faces.geometry import Floats
from companion.senses.faces.identity import BONE_COUNT, apart

# Chosen on 39 rendered people (``measure.evaluate.known_faces --renders 40 --first 71000``), tested on others.
MAX_SAME: Final = 1.4  # maximum difference of two looks of one person
MIN_OTHER: Final = 4.0  # minimum difference of two people's looks; between the two limits it is uncertain
MIN_MARGIN: Final = 1.35  # minimum ratio of the second-best difference to the best
COLOUR_WEIGHT: Final = 1.5  # weight of colours beside bones
MAX_COLOUR: Final = 4.0  # limit of the difference in colours

Verdict = Literal["known", "unsure", "stranger"]


@dataclass(frozen=True, slots=True)
class Recognition:
    """Result of recognising a face.

    Attributes:
        verdict: Whether the face is known, unsure or a stranger's.
        player: Whose face it is, if known.
    """

    verdict: Verdict
    player: str | None = None


def difference(one: Floats, other: Floats) -> float:
    """Return how different two looks (26,) are, over bones and colours; the unit is the variation within one person."""
    colours = (one[BONE_COUNT:] - other[BONE_COUNT:]) ** 2
    seen = colours[~np.isnan(colours)]
    colour = min(float(np.sqrt(seen.mean())), MAX_COLOUR) if seen.size else MAX_COLOUR / 2
    return float(np.hypot(apart(one, other), COLOUR_WEIGHT * colour))


class KnownFaces:
    """The looks of players by name; all spellings that ``fold_name`` makes equal are one name. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._looks: dict[str, tuple[str, Floats]] = {}

    def learn(self, player: str, look: Floats) -> None:
        """Store a player's look, replacing any earlier one."""
        with self._lock:
            self._looks[fold_name(player)] = player, look.copy()

    def forget(self) -> None:
        """Delete the stored looks (descriptors of faces) of all players."""
        with self._lock:
            self._looks.clear()

    def knows(self, player: str) -> bool:
        return fold_name(player) in self._looks

    def recognise(self, look: Floats | None, players: Collection[str] | None = None) -> Recognition:
        """Return whose face it is.

        Args:
            look: Look of the face, (26,); None if the face did not turn to the front.
            players: Players to choose from; None for all that are known.
        """
        with self._lock:
            known = {
                name: kept
                for name, kept in self._looks.values()
                if players is None or fold_name(name) in {fold_name(p) for p in players}
            }
        if look is None or not known:
            return Recognition("stranger" if look is not None else "unsure")
        ranked = sorted((difference(kept, look), name) for name, kept in known.items())
        least, name = ranked[0]
        if least >= MIN_OTHER:
            return Recognition("stranger")
        is_clear = len(ranked) == 1 or ranked[1][0] >= MIN_MARGIN * least
        if least <= MAX_SAME and is_clear:
            return Recognition("known", name)
        return Recognition("unsure")

    def __repr__(self) -> str:
        return f"<{len(self._looks)} known faces>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("known faces stay in memory")
