"""The sheet of what is kept of a player, without a warm-up tonight: measured on the takes and shows that are there."""

from __future__ import annotations

from collections.abc import Sequence

from companion.facts import fact
from companion.people.thresholds import face_thresholds, noise_thresholds
from companion.people.warmup.sheet import Cell, face_cell, noise_cell
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.faces.settings import FaceSettings
from companion.senses.sounds.settings import SIGNALS as NOISES
from companion.senses.sounds.settings import WILD, SoundSettings
from companion.senses.sounds.sound_features import NoiseProfile


def cells_of(
    player: str,
    signals: Sequence[str],
    face: Face | None,
    sounds: NoiseProfile | None,
    others: Sequence[NoiseProfile] = (),
    *,
    seen: FaceSettings,
    heard: SoundSettings,
) -> tuple[Cell, ...]:
    """A cell for each signal that a camera or a microphone tells. ``others``: the noises of whoever plays too.

    Takes about a second for a player who has taught four noises.
    """
    learned = face_thresholds.LearnedFace(margins={} if face is None else _margins(face, seen))
    measured = {} if sounds is None else dict(noise_thresholds.settle(sounds, others, heard).measured)
    out = []
    for name in signals:
        if name == WILD:
            continue
        if name in NOISES and (name in measured or name not in seen.holds):
            out.append(_noise(player, name, measured.get(name)))
        else:
            out.append(face_cell(player, name, learned))
    return tuple(out)


def _noise(player: str, name: str, measured: noise_thresholds.TakeDistances | None) -> Cell:
    """One take alone counts in play, and says nothing of the next."""
    if measured is not None and not measured.margins:
        return Cell(player, name, "weak", note=fact("warmup.few"))
    return noise_cell(player, name, measured)


def _margins(face: Face, settings: FaceSettings) -> dict[str, float]:
    """How far each taught show lies over the threshold that counts for this player; 1 is the threshold."""
    return {
        name: round(score / (settings.holds[name].on * face.own.get(name, 1.0)), 3)
        for name, score in face.signals.items()
        if name in settings.holds
    }
