"""Faces that people have named by a tap: known again while the table is open.

A look is what ``identity`` measures of a face: bones, and the colours of skin, hair and clothes. It stays in memory
alone. Nothing here can be written or printed, and an object of it refuses to be pickled or copied.
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

# Chosen on 39 rendered people (``measure.evaluate.known_faces --renders 40 --first 71000``), reported on others.
MAX_SAME: Final = 1.4  # difference of two looks up to which they are one person's,
MIN_OTHER: Final = 4.0  # and from which they are two people's; between them nobody is sure
MIN_MARGIN: Final = 1.35  # by which factor the next person must be less like it
COLOUR_WEIGHT: Final = 1.5  # of a difference of colours beside one of bones
MAX_COLOUR: Final = 4.0  # a difference of colours beyond counts as this

Verdict = Literal["known", "unsure", "stranger"]


@dataclass(frozen=True, slots=True)
class Recognition:
    """``player``: whose face it is, None where nobody is sure enough."""

    verdict: Verdict
    player: str | None = None


def difference(one: Floats, other: Floats) -> float:
    """Return how unlike two looks (26,) are: bones and colours, in units of one person's spread."""
    colours = (one[BONE_COUNT:] - other[BONE_COUNT:]) ** 2
    seen = colours[~np.isnan(colours)]
    colour = min(float(np.sqrt(seen.mean())), MAX_COLOUR) if seen.size else MAX_COLOUR / 2
    return float(np.hypot(apart(one, other), COLOUR_WEIGHT * colour))


class KnownFaces:
    """The looks of players by their names, however they are spelt. Any thread may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._looks: dict[str, tuple[str, Floats]] = {}

    def learn(self, player: str, look: Floats) -> None:
        """Keep a player's look in place of the one before."""
        with self._lock:
            self._looks[fold_name(player)] = player, look.copy()

    def forget(self) -> None:
        """Forget everybody."""
        with self._lock:
            self._looks.clear()

    def knows(self, player: str) -> bool:
        return fold_name(player) in self._looks

    def recognise(self, look: Floats | None, players: Collection[str] | None = None) -> Recognition:
        """Return whose face it is.

        Args:
            look: What was measured of the face; None where it was not seen to the front.
            players: Those who may be meant; None: everybody who was named.
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
