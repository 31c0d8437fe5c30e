"""The few seconds of talk that takes are laid over when they are taught (calibration/sounds_talk.ogg).

Words of the table's talk by speech synthesisers (espeak-ng, flite), nine voices after one another; no recorded person.
"""

from __future__ import annotations

import numpy as np
import soundfile

from models.training.noises.finish import ROOT
from models.training.voices import synthesisers as tts
from models.training.voices.source import RATE, peak
from models.training.voices.synthesisers import TALK, VARIANTS

VOICES, EACH = 9, 2.2  # voices, and seconds of each at most


def main() -> None:
    rng = np.random.default_rng(12)
    words = [t for t in TALK if len(t) > 3]
    variants = [v for v in VARIANTS if v not in tts.HELD]
    said: list[np.ndarray] = []
    while len(said) < VOICES:
        text = ", ".join(str(t) for t in rng.choice(words, 5))
        sound = tts.flite(rng, text, "kal16") if len(said) % 3 else tts.espeak(rng, text, str(rng.choice(variants)))
        if len(sound) > RATE:
            said.append(peak(sound[: int(EACH * RATE)], 0.6))
    whole = np.concatenate(said).astype(np.float32)
    soundfile.write(ROOT / "calibration/sounds_talk.ogg", whole, RATE, format="OGG", subtype="VORBIS")
