"""A player's face as numbers, never a picture: the neutral face, and how strongly each signal was made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Profile:
    """``neutral``: measure to value, as in calibration/faces.toml; ``signals``: name to the score held when taught.

    ``bones``: the face's shape (identity.shape_of) by which its place at the table is found; empty where not known.
    ``own``: thresholds as parts of the shipped ones, where a warm-up has checked them; they go before ``signals``.
    """

    player: str
    neutral: Mapping[str, float]
    signals: Mapping[str, float] = field(default_factory=dict)
    bones: tuple[float, ...] = ()
    own: Mapping[str, float] = field(default_factory=dict)
