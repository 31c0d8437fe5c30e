"""Imitations of wild animals by people (seal, monkey), a panting puppy, and Wild Thing mouth noises."""

from __future__ import annotations

import numpy as np

from models.training.voices.farm import breath, join, pick
from models.training.voices.source import (
    RATE,
    Flutter,
    Rng,
    Samples,
    Speaker,
    band,
    burst,
    click,
    curve,
    peak,
    silence,
    speak,
)


def seal(rng: Rng, who: Speaker) -> Samples:
    """Make an "ark ark ark": hoarse barks, one to three and a half a second, shut by k, f or nothing."""
    who = who.louder() if rng.random() < 0.5 else who
    rate = rng.uniform(1.5, 3.8)
    vowel = pick(rng, "a", "a", "ae", "o", "V")
    pitch = who.f0 * np.exp(rng.uniform(0.0, 0.8))
    shut = pick(rng, "k", "k", "k", "f", "")
    rounded = rng.random() < 0.6
    hoarse = rng.uniform(0.2, 0.8) * float(rng.random() < 0.6)
    parts: list[Samples] = []
    for _ in range(int(rng.integers(2, 6))):
        top = pitch * np.exp(0.07 * rng.standard_normal())
        seconds = min(0.75 / rate, rng.uniform(0.12, 0.38))
        line = ((0, top * 0.8), (0.25, top * 1.2), (1, top * rng.uniform(0.65, 0.95)))
        mouth = ((0, vowel), (0.5, vowel), (1, "r" if rounded else vowel))
        level = ((0, 0.3), (0.04, 1), (0.8, 0.9), (1, 0.2 if shut == "k" else 0))
        noise = who.breath + rng.uniform(0.02, 0.4)
        voice = speak(rng, who, seconds, line, mouth, level, noise=noise, subharmonic=hoarse, glide=200)
        bark = peak(np.tanh(voice * rng.uniform(1, 4)))
        end = silence(0.01)
        if shut == "k":
            end = np.concatenate([silence(0.02), burst(rng, who, "k", 0.025) * rng.uniform(0.1, 0.7)])
        elif shut == "f":
            end = band(rng.standard_normal(int(0.07 * RATE)), 1200, 7000) * rng.uniform(0.05, 0.25)
        parts += [bark, end, silence(max(0.03, 1 / rate - seconds) * np.exp(0.1 * rng.standard_normal()))]
    return join(parts)


def monkey(rng: Rng, who: Speaker) -> Samples:
    """Make a "hoo hoo, ooh ooh aah aah": short hooted notes that often climb, breath drawn between."""
    rate = rng.uniform(2.2, 6.5)
    count = int(rng.integers(3, 9))
    vowel = pick(rng, "u", "u", "u", "U", "o", "V")
    climb = rng.uniform(0.98, 1.09)
    pitch = who.f0 * np.exp(rng.uniform(0.0, 0.7))
    opens = rng.random() < 0.35
    gasps = rng.random() < 0.35
    parts: list[Samples] = []
    for i in range(count):
        seconds = min(0.75 / rate, rng.uniform(0.06, 0.25))
        mouth = pick(rng, "a", "ae") if opens and i >= count // 2 else vowel
        top = pitch * climb**i * np.exp(0.05 * rng.standard_normal()) * (1.25 if mouth != vowel else 1.0)
        line = ((0, top * 0.85), (0.4, top * 1.1), (1, top * rng.uniform(0.8, 1.1)))
        level = ((0, 0.05), (0.25, 1), (0.75, 0.9), (1, 0))
        voicing, noise = ((0, 0), (0.15, 0.6), (0.35, 1), (1, 1)), ((0, 0.5), (0.3, who.breath), (1, who.breath))
        puff = breath(rng, who, rng.uniform(0.03, 0.08), mouth, ((0, 0), (0.6, 1), (1, 0.7))) * rng.uniform(0.03, 0.4)
        rest = max(0.02, 1 / rate - seconds - 0.05)
        gap = silence(rest)
        if gasps:
            gap = breath(rng, who, 0.6 * rest + 0.03, mouth, ((0, 0), (0.5, 1), (1, 0))) * rng.uniform(0.05, 0.3)
        hoot = speak(rng, who, seconds, line, mouth, level, voicing=voicing, noise=noise, glide=200)
        parts += [puff, hoot * rng.uniform(0.7, 1.0), gap * np.exp(0.1 * rng.standard_normal())]
    return join(parts)


def panting(rng: Rng, who: Speaker) -> Samples:
    """Breath out and in, two to five times a second; mostly without voice; in weaker and brighter than out."""
    rate = rng.uniform(1.6, 5.5)
    out, into = pick(rng, "schwa", "a", "ae", "E", "V"), pick(rng, "schwa", "e", "U", "a", "i")
    voice = rng.uniform(0.05, 0.4) if rng.random() < 0.3 else 0.0
    inward = rng.uniform(0.0, 1.0)
    parts: list[Samples] = []
    for _ in range(int(rng.integers(4, 13))):
        period = 1 / rate * np.exp(0.08 * rng.standard_normal())
        first = period * rng.uniform(0.35, 0.6)
        puff = breath(rng, who, first, out, ((0, 0), (rng.uniform(0.1, 0.4), 1), (1, 0)))
        if voice:
            line = ((0, who.f0 * 1.1), (1, who.f0 * 0.85))
            hum = speak(rng, who, first, line, out, ((0, 0), (0.2, 1), (1, 0)))
            puff = puff + voice * hum[: len(puff)]
        draw = breath(rng, who, period - first, into, ((0, 0), (0.5, 1), (1, 0))) * inward
        parts += [puff * rng.uniform(0.7, 1.0), np.diff(draw, prepend=0.0) * 0.7 + draw * 0.3]
    return join(parts)


def wild(rng: Rng, who: Speaker) -> Samples:
    """Wild Thing noises: raspberries, lip flaps, smacking kisses, tongue waggled on the lip, roars."""
    style = pick(rng, "raspberry", "lips", "kiss", "waggle", "roar", "waggle")
    parts: list[Samples] = []
    pitch = who.f0 * np.exp(rng.uniform(-0.2, 0.8))
    for _ in range(int(rng.integers(1, 4))):
        if style == "kiss":
            parts += [_kiss(rng), silence(rng.uniform(0.05, 0.4))]
            continue
        seconds = rng.uniform(0.4, 1.6)
        bend = ((0, pitch), (0.5, pitch * rng.uniform(0.7, 1.5)), (1, pitch * rng.uniform(0.6, 1.4)))
        shape = ((0.0, pick(rng, "U", "schwa", "V")), (1.0, pick(rng, "u", "schwa", "a")))
        if style == "raspberry":
            flap = Flutter(rng.uniform(20, 45), 0.95, 0.4, 0.3)
            note = speak(rng, who, seconds, bend, shape, voicing=0.0, noise=1.0, flutter=flap)
        elif style == "lips":
            flap = Flutter(rng.uniform(15, 32), 0.95, 0.5, 0.2)
            note = speak(rng, who, seconds, bend, shape, noise=0.3, flutter=flap)
        elif style == "waggle":
            rate = rng.uniform(4, 12)
            beats = int(seconds * rate) + 2
            mouth = [(j / (2 * beats - 1), ("l", pick(rng, "a", "ae", "schwa"))[j % 2]) for j in range(2 * beats)]
            note = speak(rng, who, seconds, bend, mouth, tremor=(rate, 0.05, rng.uniform(0.3, 0.9)))
        else:
            roar, noise = ((0, "r"), (0.3, "a"), (1, "o")), rng.uniform(0.3, 0.9)
            flap = Flutter(rng.uniform(25, 60), 0.6, 0.5)
            note = speak(rng, who, seconds, bend, roar, noise=noise, subharmonic=0.8, flutter=flap)
        parts += [note, silence(rng.uniform(0.03, 0.3))]
    return join(parts)


def _kiss(rng: Rng) -> Samples:
    """Return a lip smack: rising suction noise that ends in a pop."""
    n = int(rng.uniform(0.06, 0.35) * RATE)
    squeak = band(rng.standard_normal(n), rng.uniform(800, 2500), rng.uniform(3500, 7500))
    squeak = squeak * curve(((0, 0), (0.7, 0.5), (1, 1)), n)
    pop = rng.standard_normal(200) * np.exp(-np.arange(200) / 40)
    return peak(np.concatenate([squeak, pop]))


def mouth_clicks(rng: Rng, who: Speaker) -> Samples:
    """Tongue and lip pops without an animal in mind."""
    parts: list[Samples] = []
    for _ in range(int(rng.integers(1, 5))):
        if rng.random() < 0.5:
            sound = click(rng, who)
        else:
            sound = burst(rng, who, pick(rng, "p", "t", "k"), rng.uniform(0.01, 0.05))
        parts += [sound, silence(rng.uniform(0.15, 0.8))]
    return join(parts)
