"""What a warm-up observes: a player's face on a frame, a sound that is over, a word that was heard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.facts import Fact, fact
from companion.senses.faces.features import FaceFrame
from companion.senses.faces.neutral_face import Belief
from companion.senses.faces.settings import FaceSettings
from companion.senses.faces.signals import smile_of

Array = npt.NDArray[np.float32]
TURNED = 25.0  # degrees of yaw and pitch beyond which a look teaches little
NODDED = 32.0
DARK = 40.0  # mean brightness of a face under which its mouth is hard to read
FAR = 40.0  # outer-eye distance in pixels under which teeth are not judged: a face of about 62


@dataclass(frozen=True)
class FaceObservation:
    """One frame of a player's face at ``t`` seconds. ``frame`` None: the face is not in view.

    ``light``: mean brightness of the face, 0..255; ``behind``: that of the picture; ``faces``: how many are in it;
    ``shown``: signals that are on; ``scores`` and ``on``: of each signal, and the threshold that counts.
    """

    t: float
    frame: FaceFrame | None = None
    light: float = 255.0
    behind: float = 255.0
    faces: int = 1
    beliefs: Mapping[str, Belief] = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    on: Mapping[str, float] = field(default_factory=dict)
    shown: frozenset[str] = frozenset()
    bones: tuple[float, ...] = ()
    crowd: bool = False
    """More faces than the camera is for: whose is whose is not sure."""


@dataclass(frozen=True)
class NoiseObservation:
    """A sound that stood out of the room, from ``onset`` to ``end`` (s). ``room`` and ``level``: dB full scale.

    ``owner``: whose phone heard it, None: the table's microphone. ``mouths``: how much each player's mouth moved with
    it, 0..1.
    """

    onset: float
    end: float
    samples: Array
    room: float
    level: float
    source: str = ""
    owner: str | None = None
    mouths: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class WordObservation:
    """A word for a card: the shout was heard, or a name was learned (``good``)."""

    kind: str
    good: bool
    onset: float = 0.0
    detail: Any = None


def trouble(glance: FaceObservation) -> Fact | None:
    """What keeps a face from being judged, the worst first; None where it can be."""
    frame = glance.frame
    if frame is None:
        return fact("warmup.no-face" if glance.faces == 0 else "warmup.not-you")
    if glance.crowd:
        return fact("warmup.two", n=glance.faces)
    if frame.size < FAR:
        return fact("warmup.far", pixels=round(frame.size), least=round(FAR))
    if glance.light < DARK:
        return fact("warmup.backlit" if glance.behind > 2.5 * max(glance.light, 1.0) else "warmup.dark")
    if abs(frame.yaw) > TURNED or abs(frame.pitch) > NODDED:
        return fact("warmup.turned")
    return None


def smiling(glance: FaceObservation, settings: FaceSettings) -> bool:
    """Whether the mouth is drawn as nobody's is at rest, against the typical face."""
    assert glance.frame is not None
    typical = {name: Belief(f.typical, f.people) for name, f in settings.features.items()}
    return smile_of(glance.frame, typical, settings.numbers["grin"])[0] > settings.neutral["calm_smile"] + 0.08
