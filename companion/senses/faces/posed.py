"""What the mesh misreads of a head that is turned: taken off, so that one neutral face serves every pose.

A camera below the chin makes brows low and lower lids deep, a turned head makes brows close: half of a sour face. The
slopes (calibration/faces.toml, ``features``) come from rendered people whose faces rest at every angle.
"""

from __future__ import annotations

from dataclasses import replace

from companion.senses.faces.features import FaceFrame
from companion.senses.faces.settings import Settings


def upright(frame: FaceFrame, settings: Settings) -> FaceFrame:
    """The frame with its measures as they would be from the front; the frame itself within a few degrees of it."""
    n = settings.neutral
    below = max(-frame.pitch - n["below_from"], 0.0)
    above = max(frame.pitch - n["above_from"], 0.0)
    aside = max(abs(frame.yaw) - n["aside_from"], 0.0)
    if below == above == aside == 0.0:
        return frame
    m = frame.measures
    # Seen from above the mesh makes an open mouth smaller than it is; a shut one stays shut.
    changed = {"gap": m.gap / max(1 - n["gap_above"] * above, n["gap_least"])}
    for name, f in settings.features.items():
        lean = f.below * below + f.above * above + f.aside * aside
        if lean == 0.0:
            continue
        for part in ("eye_r", "eye_l") if name == "eye" else (name,):
            changed[part] = max(getattr(m, part) - lean, 0.0) if part.startswith("eye") else getattr(m, part) - lean
    return replace(frame, measures=replace(m, **changed))
