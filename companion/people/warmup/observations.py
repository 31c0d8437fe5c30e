"""What a warm-up observes: a player's face on a frame, a sound that is over, a word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from companion.senses.faces.features import FaceFrame
from companion.senses.faces.neutral_face import Beliefs

Array = npt.NDArray[np.float32]


@dataclass(frozen=True)
class FaceObservation:
    """One frame of a ``player``'s face at ``t`` seconds. ``frame`` None: the face is not in view.

    ``light``: mean brightness of the face, 0..255; ``behind``: that of the picture; ``faces``: how many are in it;
    ``shown``: signals that are on; ``scores`` and ``on``: of each signal, and the threshold that counts.
    """

    t: float
    frame: FaceFrame | None = None
    light: float = 255.0
    behind: float = 255.0
    faces: int = 1
    beliefs: Beliefs = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)
    on: Mapping[str, float] = field(default_factory=dict)
    shown: frozenset[str] = frozenset()
    bones: tuple[float, ...] = ()
    crowd: bool = False
    """More faces than the camera is for: whose is whose is not sure."""
    player: str = ""


@dataclass(frozen=True)
class NoiseObservation:
    """A sound that stood out of the room, from ``onset`` to ``end`` (s). ``room`` and ``level``: dB full scale.

    ``owner``: whose phone heard it, None: the table's microphone; ``shared``: other microphones may have heard it too.
    ``mouths``: how much each player's mouth moved with it, 0..1.
    """

    onset: float
    end: float
    samples: Array
    room: float
    level: float
    source: str = ""
    owner: str | None = None
    mouths: Mapping[str, float] = field(default_factory=dict)
    shared: bool = False


@dataclass(frozen=True)
class MicrophoneLevels:
    """A microphone's level now and the room's floor, dB full scale; ``dead``: nothing comes; ``busy``: it never pauses;
    ``tail``: how long the last sound took to fall by 30 dB, seconds, where it was heard. ``owner`` as of a noise."""

    t: float
    level: float
    floor: float
    dead: bool = False
    busy: bool = False
    tail: float | None = None
    owner: str | None = None


@dataclass(frozen=True)
class WordObservation:
    """A word for a card: the shout was heard, or a name was learned (``good``). ``player`` None: of whoever's turn."""

    kind: str
    good: bool
    player: str | None = None
