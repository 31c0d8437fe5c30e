"""The shout by effort, level and distance: ``python -m tests.senses.shout_curves [--voices pico:en-GB,...]``.

One voice after the other shouts "Face off!" over chatter; the same sound is heard again softer, louder and clipped,
with its f cut short, gone or another's, and from farther away. Prints a line a condition; several ``--model FILE`` hear
the same.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np

from companion.senses.speech.keyword_spotter import KeywordSpotter, ShoutListener
from companion.senses.speech.phrase_detector import SHOUT_PHRASE, ShoutProof
from companion.senses.speech.settings import SpeechSettings
from models.training.voices.shouting import ends, fricative, shouted
from tests.senses.shout_synth import Shouting
from tests.senses.speech_synth import LEAD, RATE, Samples, speak

_BLOCK = RATE // 10
EFFORTS = (0.0, 0.5, 1.0)
GAINS = (-24, -12, 12, 24)  # dB
METRES = (1, 2, 4)


def with_f(rng: np.random.Generator, said: Samples, kind: str) -> Samples:
    """Return the shout with its first f of 30 ms, without it, or with that of a mouth drawn at random."""
    found = ends(said)
    if found is None or found.first < 0.02 * RATE:
        return said
    if kind == "short":
        return said[found.first - int(0.03 * RATE) :]
    if kind == "gone":
        return said[found.first :]
    level = np.sqrt(np.mean(said[found.first : found.last] ** 2)) * 10 ** (rng.uniform(-32, -14) / 20)
    return np.concatenate([fricative(rng, rng.uniform(0.03, 0.1)) * level, said[found.first :]])


def far(scenes: Shouting, said: Samples, metres: float) -> Samples:
    """As heard at that distance in a living room: the direct sound falls, its echoes stay."""
    rng = np.random.default_rng(int(metres * 10))
    n = int(0.4 * RATE)
    echoes = rng.standard_normal(n) * 10 ** (-3 * np.arange(n) / n) * np.sqrt(1 / n) * 0.5
    echoes[: int(0.004 * RATE)] = 0
    echoes[0] = 1.0 / metres
    size = 1 << (len(said) + n).bit_length()
    return np.fft.irfft(np.fft.rfft(said, size) * np.fft.rfft(echoes, size), size)[: len(said) + n]


def conditions(scenes: Shouting, takes: int, decibels: float) -> dict[str, list[Samples]]:
    out: dict[str, list[Samples]] = defaultdict(list)
    rng = scenes.rng
    for voice in scenes.voices:
        for _ in range(takes):
            plain = speak(rng, "Face off!", voice)
            for effort in EFFORTS:
                said = shouted(rng, plain, effort) if effort else plain
                heard = scenes.scene(said / np.abs(said).max() * 0.3, decibels)[0]
                out[f"effort {effort}"].append(heard)
                if effort == 0.5:
                    for gain in GAINS:
                        out[f"level {gain:+d} dB"].append(np.clip(heard * 10 ** (gain / 20), -1, 1))
                    for kind in ("short", "gone", "another"):
                        other = with_f(rng, said, kind)
                        out[f"f {kind}"].append(scenes.scene(other / np.abs(other).max() * 0.3, decibels)[0])
                    for metres in METRES:
                        wet = far(scenes, said, metres)
                        out[f"{metres} m"].append(scenes.scene(wet / np.abs(wet).max() * 0.3, decibels)[0])
    return out


def found(sound: Samples, net: KeywordSpotter, settings: SpeechSettings, proof: ShoutProof) -> bool:
    shouts = ShoutListener(settings, net, proof)
    padded = np.concatenate([sound, np.zeros(RATE)]).astype(np.float32)
    heard = [f for k in range(0, len(padded), _BLOCK) for f in shouts.feed(padded[k : k + _BLOCK])]
    return any(f.phrase == SHOUT_PHRASE and abs(f.start - LEAD) < 0.45 for f in heard)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--voices", type=lambda v: tuple(v.split(",")), default=())
    parser.add_argument("--takes", type=int, default=4)
    parser.add_argument("--decibels", type=float, default=15.0)
    parser.add_argument("--model", type=Path, action="append", default=[])
    args = parser.parse_args()
    made = conditions(Shouting(5, args.voices), args.takes, args.decibels)
    settings = SpeechSettings.load()
    proof = ShoutProof(settings)
    for name, sounds in made.items():
        shares = [sum(found(s, KeywordSpotter(m), settings, proof) for s in sounds) for m in args.model or [None]]
        print(f"{name:16} of {len(sounds):3}:", *(f"{n:3} {n / len(sounds):.2f}" for n in shares), flush=True)


if __name__ == "__main__":
    main()
