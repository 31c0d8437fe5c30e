"""What a warm-up judges by: the shipped settings, the networks, and reasons why a face cannot be judged."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from companion.facts import Fact, fact
from companion.people.warmup.cards import FaceObservation
from companion.senses.faces.neutral_face import Belief
from companion.senses.faces.settings import FaceSettings, load_shipped
from companion.senses.faces.signals import smile_of
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.settings import SoundSettings

MAX_YAW_DEG = 25.0  # head turn beyond which a frame is not used
MAX_PITCH_DEG = 32.0  # head tilt beyond which a frame is not used
MIN_FACE_BRIGHTNESS = 40.0  # mean brightness (0..255) of a face below which its mouth is hard to read
MIN_EYE_DISTANCE_PX = 40.0  # pixels between the outer eye corners below which teeth are not judged


class Judging:
    """The shipped settings and the networks, each loaded on first use.

    Args:
        net: Function that loads the networks for sounds.
    """

    def __init__(self, net: Callable[[], NoiseEmbedding] = NoiseEmbedding) -> None:
        self._net = net

    @cached_property
    def faces(self) -> FaceSettings:
        return load_shipped()

    @cached_property
    def sounds(self) -> SoundSettings:
        return SoundSettings.load()

    @cached_property
    def net(self) -> NoiseEmbedding:
        return self._net()


def trouble(glance: FaceObservation) -> Fact | None:
    """Return the most serious reason why a face cannot be judged; None if it can."""
    frame = glance.frame
    if frame is None:
        return fact("warmup.no-face" if glance.faces == 0 else "warmup.not-you")
    if glance.crowd:
        return fact("warmup.two", n=glance.faces)
    if frame.size < MIN_EYE_DISTANCE_PX:
        return fact("warmup.far", pixels=round(frame.size), least=round(MIN_EYE_DISTANCE_PX))
    if glance.light < MIN_FACE_BRIGHTNESS:
        return fact("warmup.backlit" if glance.behind > 2.5 * max(glance.light, 1.0) else "warmup.dark")
    if abs(frame.yaw) > MAX_YAW_DEG or abs(frame.pitch) > MAX_PITCH_DEG:
        return fact("warmup.turned")
    return None


def not_calm_reason(glance: FaceObservation, settings: FaceSettings) -> Fact | None:
    """Return the reason why a face is not at rest (it smiles, or shows a signal); None if it is."""
    assert glance.frame is not None
    typical = {name: Belief(f.typical, f.people) for name, f in settings.features.items()}
    if smile_of(glance.frame, typical, settings.numbers["grin"])[0] > settings.neutral["calm_smile"] + 0.08:
        return fact("warmup.smiling")
    return fact("warmup.making", signal=min(glance.shown)) if glance.shown else None
