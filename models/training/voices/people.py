"""What people at a table do besides signals: babble, laughter, coughs, sneezes, humming, shouting, singing."""

from __future__ import annotations

import numpy as np

from models.training.voices.farm import breath, join, pick
from models.training.voices.source import (
    OPEN,
    RATE,
    Flutter,
    Rng,
    Samples,
    Speaker,
    band,
    burst,
    curve,
    peak,
    silence,
    speak,
)


def laughter(rng: Rng, who: Speaker) -> Samples:
    """Bouts of ha, he or ho four to six a second, falling and fading; some voiceless, some with a breath in."""
    parts: list[Samples] = []
    for _ in range(int(rng.integers(1, 3))):
        rate = rng.uniform(3.5, 6.8)
        vowel = pick(rng, "a", "ae", "E", "e", "i", "V", "schwa", "o")
        pitch = who.f0 * np.exp(rng.uniform(0.0, 0.9))
        fade = rng.uniform(0.88, 1.0)
        voicing = 0.1 if rng.random() < 0.2 else 1.0
        for i in range(int(rng.integers(3, 11))):
            seconds = min(0.6 / rate, rng.uniform(0.05, 0.14))
            top = pitch * rng.uniform(0.92, 1.08) * rng.uniform(0.96, 0.99) ** i
            line, noise = ((0, top), (0.3, top * 1.1), (1, top * 0.8)), who.breath + rng.uniform(0, 0.3)
            puff = breath(rng, who, rng.uniform(0.03, 0.09), vowel, ((0, 0), (0.6, 1), (1, 0.6)))
            puff = puff * rng.uniform(0.1, 0.6)
            ha = speak(rng, who, seconds, line, vowel, voicing=voicing, noise=noise)
            parts += [puff * fade**i, ha * fade**i, silence(max(0.01, 1 / rate - seconds - 0.05))]
        if rng.random() < 0.4:
            drawn = breath(rng, who, rng.uniform(0.2, 0.5), "e", ((0, 0), (0.7, 1), (1, 0)))
            parts.append(drawn * rng.uniform(0.1, 0.5))
        parts.append(silence(rng.uniform(0.05, 0.4)))
    return join(parts)


def cough(rng: Rng, who: Speaker) -> Samples:
    """Coughs, cleared throats, sneezes: an explosive noise, a voiced tail, a drawn breath before a sneeze."""
    style = pick(rng, "cough", "cough", "clear", "sneeze")
    parts: list[Samples] = []
    if style == "sneeze":
        for _ in range(int(rng.integers(0, 3))):
            seconds, vowel = rng.uniform(0.15, 0.5), pick(rng, "a", "schwa")
            parts.append(breath(rng, who, seconds, vowel, ((0, 0), (0.7, 0.6), (1, 0))) * 0.4)
        hiss = band(rng.standard_normal(int(rng.uniform(0.1, 0.35) * RATE)), rng.uniform(800, 2500), 7000)
        parts += [peak(hiss * curve(((0, 0.2), (0.1, 1), (1, 0)), len(hiss)))]
    for _ in range(int(rng.integers(1, 4))):
        seconds = rng.uniform(0.12, 0.45)
        blast = breath(rng, who, seconds, pick(rng, "schwa", "a", "V"), ((0, 0.4), (0.06, 1), (0.3, 0.5), (1, 0)))
        if rng.random() < 0.75:
            grind = Flutter(rng.uniform(25, 60), 0.8) if style == "clear" else None
            line, mouth = ((0, who.f0), (1, who.f0 * 0.7)), ((0, "schwa"), (1, "V"))
            level, share = ((0, 0), (0.15, 1), (0.6, 0.3), (1, 0)), rng.uniform(0.3, 1.0)
            tail = speak(rng, who, seconds, line, mouth, level, subharmonic=0.7, flutter=grind)
            blast = blast + share * tail[: len(blast)]
        parts += [blast, silence(rng.uniform(0.08, 0.5))]
    return join(parts)


def babble(rng: Rng, who: Speaker) -> Samples:
    """Nonsense talk: consonants and vowels at a talking rate and a talking pitch."""
    parts: list[Samples] = []
    pitch = who.f0 * np.exp(rng.uniform(-0.1, 0.15))
    for _ in range(int(rng.integers(3, 14))):
        vowel = OPEN[int(rng.integers(len(OPEN)))]
        to = vowel if rng.random() < 0.5 else OPEN[int(rng.integers(len(OPEN)))]
        kind = rng.random()
        if kind < 0.35:
            parts.append(burst(rng, who, pick(rng, "k", "b", "g", "t", "p"), 0.015) * 0.4)
        elif kind < 0.6:
            hiss = band(rng.standard_normal(int(rng.uniform(0.04, 0.14) * RATE)), rng.uniform(1500, 4500), 7500)
            parts.append(peak(hiss) * rng.uniform(0.05, 0.35))
        top = pitch * np.exp(0.15 * rng.standard_normal())
        onset = pick(rng, vowel, "m", "n", "r", "l", "schwa")
        seconds, line = rng.uniform(0.07, 0.28), ((0, top), (1, top * rng.uniform(0.75, 1.15)))
        mouth, level = ((0, onset), (0.25, vowel), (1, to)), ((0, 0.3), (0.15, 1), (0.8, 0.8), (1, 0))
        parts.append(speak(rng, who, seconds, line, mouth, level) * rng.uniform(0.5, 1.0))
        parts.append(silence(rng.uniform(0, 0.08) if rng.random() < 0.8 else rng.uniform(0.1, 0.4)))
    return join(parts)


def calls(rng: Rng, who: Speaker) -> Samples:
    """Held vowels: aah, ooh, wow, boo, screams, yawns, sung notes, crying."""
    parts: list[Samples] = []
    lift = np.exp(rng.uniform(0.5, 1.4)) if rng.random() < 0.25 else np.exp(rng.uniform(-0.2, 0.6))
    for _ in range(int(rng.integers(1, 4))):
        vowel = OPEN[int(rng.integers(len(OPEN)))]
        to = vowel if rng.random() < 0.5 else OPEN[int(rng.integers(len(OPEN)))]
        top = who.f0 * lift
        tremor = (rng.uniform(4, 7), rng.uniform(0, 0.03), rng.uniform(0, 0.2)) if rng.random() < 0.4 else None
        seconds, first = rng.uniform(0.25, 1.6), rng.uniform(0.8, 1.1)
        line = ((0, top * first), (0.4, top * rng.uniform(0.9, 1.3)), (1, top * rng.uniform(0.6, 1.2)))
        noise, creak = who.breath * (3 if rng.random() < 0.3 else 1), 0.5 * float(rng.random() < 0.15)
        held = ((0, vowel), (1, to))
        parts.append(speak(rng, who, seconds, line, held, noise=noise, tremor=tremor, subharmonic=creak))
        parts.append(silence(rng.uniform(0.02, 0.35)))
    return join(parts)


def humming(rng: Rng, who: Speaker) -> Samples:
    """mm-hm and hummed tunes."""
    parts: list[Samples] = []
    for _ in range(int(rng.integers(1, 7))):
        top = who.f0 * rng.uniform(0.8, 1.6)
        nose = pick(rng, "m", "n", "ng")
        seconds, line = rng.uniform(0.12, 0.8), ((0, top), (1, top * rng.uniform(0.85, 1.15)))
        parts += [speak(rng, who, seconds, line, nose), silence(rng.uniform(0, 0.2))]
    return join(parts)


def animals_not_played(rng: Rng, who: Speaker) -> Samples:
    """Imitations that are no signal of the game: woof, meow, quack-less roars, cock-a-doodle-doo."""
    style = pick(rng, "woof", "meow", "rooster", "owl")
    parts: list[Samples] = []
    pitch = who.f0 * np.exp(rng.uniform(-0.1, 0.6))
    for _ in range(int(rng.integers(1, 4))):
        if style == "woof":
            mouth = ((0.0, "u"), (0.35, pick(rng, "o", "U")), (1.0, "U"))
            seconds, line = rng.uniform(0.1, 0.25), ((0, pitch * 0.8), (0.3, pitch * 1.3), (1, pitch * 0.7))
            noise = who.breath + 0.2 * rng.random()
            tail = band(rng.standard_normal(int(0.06 * RATE)), 900, 6000) * 0.1
            bark = speak(rng, who, seconds, line, mouth, noise=noise)
            parts += [bark, tail, silence(rng.uniform(0.15, 0.5))]
        elif style == "meow":
            seconds, line = rng.uniform(0.3, 1.0), ((0, pitch * 1.2), (0.4, pitch * 1.9), (1, pitch * 1.2))
            wail = ((0, "m"), (0.1, "i"), (0.5, "a"), (1, "u"))
            parts += [speak(rng, who, seconds, line, wail), silence(0.3)]
        elif style == "rooster":
            notes = (("a", 0.12, 1.0), ("schwa", 0.08, 1.1), ("u", 0.25, 1.5), ("schwa", 0.1, 1.6))
            for vowel, seconds, step in (*notes, ("u", rng.uniform(0.4, 0.9), 1.7)):
                line = ((0, pitch * step), (0.3, pitch * step * 1.1), (1, pitch * step * 0.8))
                parts += [burst(rng, who, "k", 0.015) * 0.3, speak(rng, who, seconds, line, vowel)]
            parts.append(silence(0.3))
        else:
            for seconds in (0.2, 0.5):
                hoot = speak(rng, who, seconds * rng.uniform(0.8, 1.6), ((0, pitch), (1, pitch * 0.9)), "u")
                parts += [hoot, silence(0.25)]
    return join(parts)


def hisses(rng: Rng, who: Speaker) -> Samples:
    """shh, sss, sighs, blown air on the microphone."""
    parts: list[Samples] = []
    for _ in range(int(rng.integers(1, 4))):
        n = int(rng.uniform(0.25, 1.3) * RATE)
        low = rng.uniform(1200, 3500) if rng.random() < 0.7 else rng.uniform(60, 500)
        noise = band(rng.standard_normal(n), low, min(7800.0, low * rng.uniform(2, 5)))
        parts += [peak(noise * curve(((0, 0), (0.2, 1), (0.7, 0.7), (1, 0)), n)), silence(rng.uniform(0.1, 0.5))]
    return join(parts)


def whistles(rng: Rng, who: Speaker) -> Samples:
    n = int(rng.uniform(0.3, 1.5) * RATE)
    knots = np.linspace(0, 1, int(rng.integers(2, 6)))
    tone = curve([(float(k), float(rng.uniform(600, 2600))) for k in knots], n, 800)
    note = np.sin(2 * np.pi * np.cumsum(tone) / RATE) * curve(((0, 0), (0.1, 1), (0.9, 1), (1, 0)), n)
    return np.asarray(note + 0.02 * rng.standard_normal(n))


def table(rng: Rng, who: Speaker) -> Samples:
    """Things on a table: cards slapped, dice, chairs, cups: bursts with a few rings each."""
    parts: list[Samples] = []
    for _ in range(int(rng.integers(1, 9))):
        n = int(rng.uniform(0.02, 0.25) * RATE)
        t = np.arange(n) / RATE
        hit = rng.standard_normal(n) * np.exp(-t * rng.uniform(40, 300))
        for _ in range(int(rng.integers(0, 4))):
            loud, hertz, phase = rng.uniform(0.1, 0.8), np.exp(rng.uniform(5, 8.7)), rng.uniform(0, 6)
            hit += loud * np.sin(2 * np.pi * hertz * t + phase) * np.exp(-t * rng.uniform(15, 150))
        parts += [peak(hit, rng.uniform(0.2, 1)), silence(float(np.exp(rng.uniform(-4, -0.7))))]
    return join(parts)
