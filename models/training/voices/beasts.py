"""What is no signal, as itself and not as people play it: dogs, cocks, cats, birds, frogs, lions, crying babies.

Spoken by a larynx and tract of their size through the people's own source-filter synthesis.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.training.voices.farm import breath, join, pick
from models.training.voices.source import RATE, Flutter, Rng, Samples, Speaker, band, curve, peak, silence, speak


def _sized(rng: Rng, who: Speaker, low: float, high: float, tract: tuple[float, float]) -> Speaker:
    """Return the speaker with an animal's pitch (Hz) and length of tract."""
    f0 = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    return replace(who, f0=f0, tract=float(rng.uniform(*tract)), breath=float(10 ** rng.uniform(-1.8, -0.3)))


def dog(rng: Rng, who: Speaker) -> Samples:
    """Barks, yaps, growls and howls, from a terrier to a mastiff."""
    who = _sized(rng, who, 130, 1100, (0.75, 1.7))
    style = pick(rng, "bark", "bark", "bark", "growl", "howl")
    parts: list[Samples] = []
    if style != "bark":
        seconds, top = rng.uniform(0.5, 1.6), who.f0 * (0.4 if style == "growl" else 1.0)
        rough = Flutter(rng.uniform(20, 60), rng.uniform(0.3, 0.9), 0.5) if style == "growl" else None
        howl = ((0, top * 0.8), (0.3, top * rng.uniform(1.0, 1.4)), (0.8, top), (1, top * 0.7))
        open_ = ((0, "U"), (0.3, "o"), (1, pick(rng, "u", "o", "r")))
        return speak(rng, who, seconds, howl, open_, flutter=rough, subharmonic=0.6 * float(rough is not None))
    rate, hoarse = rng.uniform(1.2, 5.0), rng.uniform(0.0, 0.9)
    for _ in range(int(rng.integers(1, 7))):
        seconds = rng.uniform(0.06, 0.28)
        top = who.f0 * np.exp(0.1 * rng.standard_normal())
        line = ((0, top * 0.7), (0.3, top * 1.25), (1, top * rng.uniform(0.5, 0.9)))
        mouth = ((0, pick(rng, "U", "schwa")), (0.35, pick(rng, "a", "ae", "o")), (1, pick(rng, "U", "o")))
        level, noise = ((0, 0.1), (0.12, 1), (0.6, 0.8), (1, 0)), rng.uniform(0.1, 0.9)
        bark = speak(rng, who, seconds, line, mouth, level, noise=noise, subharmonic=hoarse, glide=150)
        parts += [peak(np.tanh(bark * rng.uniform(1, 4))), silence(max(0.03, 1 / rate - seconds))]
    return join(parts)


def cock(rng: Rng, who: Speaker) -> Samples:
    """Return a crowing cock: short notes, then one long, high, hoarse one that falls."""
    who = _sized(rng, who, 380, 800, (1.3, 2.0))
    parts: list[Samples] = []
    steps = [(rng.uniform(0.06, 0.2), s) for s in (1.0, 1.15, 1.4)][: int(rng.integers(1, 4))]
    for seconds, step in [*steps, (rng.uniform(0.5, 1.3), rng.uniform(1.3, 1.8))]:
        top = who.f0 * step
        line = ((0, top * 0.8), (0.15, top * 1.1), (0.6, top), (1, top * rng.uniform(0.5, 0.8)))
        mouth = ((0, pick(rng, "u", "schwa")), (0.4, pick(rng, "a", "ae", "o")), (1, pick(rng, "schwa", "u")))
        noise, creak = rng.uniform(0.05, 0.5), 0.5 * float(rng.random() < 0.4)
        parts.append(speak(rng, who, seconds, line, mouth, noise=noise, subharmonic=creak))
        parts.append(silence(rng.uniform(0.01, 0.12)))
    return join(parts)


def cry(rng: Rng, who: Speaker) -> Samples:
    """Return a crying baby: wails about a second long on one breath, sharp breaths between, some hoarse."""
    who = _sized(rng, who, 300, 620, (1.35, 1.75))
    parts: list[Samples] = []
    vowel = pick(rng, "ae", "a", "E", "schwa")
    for _ in range(int(rng.integers(1, 4))):
        seconds, top = rng.uniform(0.25, 1.3), who.f0 * np.exp(0.1 * rng.standard_normal())
        tremor = (rng.uniform(4, 9), rng.uniform(0.0, 0.06), rng.uniform(0.0, 0.5)) if rng.random() < 0.6 else None
        line = ((0, top * 0.8), (0.2, top * 1.15), (0.7, top), (1, top * rng.uniform(0.6, 0.95)))
        mouth = ((0, "schwa"), (0.2, vowel), (1, pick(rng, vowel, "schwa")))
        noise, creak = rng.uniform(0.02, 0.5), 0.6 * float(rng.random() < 0.3)
        gasp = breath(rng, who, rng.uniform(0.1, 0.3), "i", ((0, 0), (0.6, 1), (1, 0))) * rng.uniform(0.0, 0.4)
        wail = speak(rng, who, seconds, line, mouth, noise=noise, tremor=tremor, subharmonic=creak)
        parts += [wail, silence(rng.uniform(0.02, 0.1)), gasp, silence(rng.uniform(0.02, 0.2))]
    return join(parts)


def cat(rng: Rng, who: Speaker) -> Samples:
    """Return a cat's miaow, yowl or purr."""
    who = _sized(rng, who, 300, 750, (1.3, 1.9))
    if rng.random() < 0.2:
        sound = breath(rng, who, rng.uniform(0.8, 2.0), "schwa", ((0, 0.6), (1, 0.8)))
        return sound * Flutter(rng.uniform(20, 30), 0.9, 0.5).gain(rng, len(sound))
    top = who.f0
    line = ((0, top * 0.8), (0.4, top * rng.uniform(1.1, 1.6)), (1, top * rng.uniform(0.6, 0.9)))
    mouth = ((0, pick(rng, "n", "i", "m")), (0.3, "ae"), (0.6, "a"), (1, pick(rng, "u", "o")))
    parts = [speak(rng, who, rng.uniform(0.3, 1.2), line, mouth, noise=rng.uniform(0, 0.3)) for _ in range(2)]
    return join([parts[0], silence(rng.uniform(0.1, 0.5)), parts[1]])


def bird(rng: Rng, who: Speaker) -> Samples:
    """Chirps, trills, caws and cuckoos."""
    parts: list[Samples] = []
    caw = rng.random() < 0.3
    low, high = (500, 1000) if caw else (1200, 6000)
    top, rate = float(np.exp(rng.uniform(np.log(low), np.log(high)))), rng.uniform(2, 14)
    for _ in range(int(rng.integers(2, 14))):
        n = int(rng.uniform(0.3, 0.9) / rate * RATE) + 200
        line = curve([(x, top * float(np.exp(rng.uniform(-0.3, 0.3)))) for x in (0.0, 0.5, 1.0)], n, 400)
        phase = 2 * np.pi * np.cumsum(line) / RATE
        tone = np.sin(phase) + (0.6 * np.sin(2 * phase) + 0.5 * np.sin(3 * phase) if caw else 0.0)
        if caw:
            tone = tone * (1 + 0.8 * band(rng.standard_normal(n), 30, 200))
        note = peak(tone * curve(((0, 0), (0.2, 1), (0.8, 0.8), (1, 0)), n))
        parts += [note, silence(max(0.01, 1 / rate - n / RATE))]
    return join(parts)[: int(2.8 * RATE)]


def frog(rng: Rng, who: Speaker) -> Samples:
    """Croaks, ribbits and peeps: trains of pulses through one or two resonances, over and over."""
    parts: list[Samples] = []
    pulses, seconds = float(np.exp(rng.uniform(np.log(18), np.log(160)))), rng.uniform(0.06, 0.8)
    tone, second = float(np.exp(rng.uniform(np.log(250), np.log(3000)))), rng.uniform(1.3, 3.0)
    rest, rise = rng.uniform(0.05, 0.7), np.exp(rng.uniform(-0.3, 0.4))
    for _ in range(int(rng.integers(1, 8))):
        n = int(seconds * np.exp(0.1 * rng.standard_normal()) * RATE)
        x = np.arange(n) / n
        beat = np.maximum(0.0, np.sin(2 * np.pi * np.cumsum(pulses * rise**x) / RATE)) ** rng.uniform(1, 6)
        call = np.sin(2 * np.pi * np.cumsum(tone * rise**x) / RATE)
        call = call + rng.uniform(0, 0.8) * np.sin(2 * np.pi * np.cumsum(tone * second * rise**x) / RATE)
        call = call * beat * curve(((0, 0), (0.2, 1), (0.8, 0.9), (1, 0)), n)
        parts += [peak(call + 0.1 * band(rng.standard_normal(n), 200, 3000) * beat), silence(rest)]
    return join(parts)[: int(2.8 * RATE)]


def lion(rng: Rng, who: Speaker) -> Samples:
    """Roars, moans and grunts of a big cat, a bear or a bull: low, long, rough."""
    who = _sized(rng, who, 35, 140, (0.5, 0.85))
    parts: list[Samples] = []
    grunts = rng.random() < 0.4
    for _ in range(int(rng.integers(2, 7)) if grunts else 1):
        seconds = rng.uniform(0.15, 0.5) if grunts else rng.uniform(0.8, 2.5)
        top = who.f0 * np.exp(0.1 * rng.standard_normal())
        line = ((0, top * 0.7), (0.3, top * rng.uniform(1.1, 1.8)), (1, top * rng.uniform(0.5, 0.9)))
        mouth = ((0, pick(rng, "U", "u")), (0.4, pick(rng, "a", "o", "V")), (1, pick(rng, "o", "U")))
        noise, rough = rng.uniform(0.2, 1.0), rng.uniform(0.3, 0.9)
        flutter = Flutter(rng.uniform(15, 45), rng.uniform(0.2, 0.9), 0.5)
        roar = speak(rng, who, seconds, line, mouth, noise=noise, subharmonic=rough, flutter=flutter)
        parts += [peak(np.tanh(roar * rng.uniform(1, 5))), silence(rng.uniform(0.1, 0.5))]
    return join(parts)


BEASTS = (dog, cock, cry, cat, bird, frog, lion)
