"""Noises of mouth, nose and throat that are no word and no animal: coughs, sneezes, yawns, pants, pops and the like.

Each maker gets two random streams: `way` is a person's way of making the noise, the same each time; `rng` is what
differs from one time to the next. So several takes of one noise are made anew and not one sound bent.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.training.voices.farm import breath, join, pick
from models.training.voices.source import (
    RATE,
    Flutter,
    Points,
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

Maker = Callable[[Rng, Rng, Speaker], Samples]
_BLAST = ((0, 0.4), (0.06, 1), (0.3, 0.5), (1, 0))
_SWELL = ((0, 0), (0.6, 1), (1, 0))


def _about(rng: Rng, spread: float = 0.12) -> float:
    return float(np.exp(spread * rng.standard_normal()))


def _times(way: Rng, rng: Rng, most: int) -> int:
    """How often in one noise: the person's number, one more or less now and then."""
    usual = int(way.integers(1, most + 1))
    return max(1, usual + (int(rng.integers(-1, 2)) if rng.random() < 0.35 else 0))


def _hiss(rng: Rng, seconds: float, low: float, high: float, level: Points) -> Samples:
    noise = band(rng.standard_normal(max(200, int(seconds * RATE))), low, min(7600.0, high))
    return peak(noise * curve(level, len(noise)))


def cough(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """Short blasts of breath, most with a rough voice at their end."""
    seconds, voice, gap = way.uniform(0.12, 0.4), way.uniform(-0.3, 1.0), way.uniform(0.05, 0.3)
    vowel, pitch, parts = pick(way, "schwa", "a", "V", "o"), who.f0 * way.uniform(0.8, 1.6), list[Samples]()
    for _ in range(_times(way, rng, 3)):
        once = seconds * _about(rng)
        sound = breath(rng, who, once, vowel, _BLAST)
        if voice > 0:
            level = ((0, 0), (0.15, 1), (0.6, 0.3), (1, 0))
            tail = speak(rng, who, once, ((0, pitch), (1, pitch * 0.7)), ((0, vowel), (1, "V")), level, subharmonic=0.7)
            sound = sound + voice * _about(rng, 0.3) * tail[: len(sound)]
        parts += [sound * _about(rng, 0.25), silence(gap * _about(rng))]
    return join(parts)


def clearing(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """Return a cleared throat: ahem, hrm, a grinding of the folds."""
    grind, hum, nose = way.uniform(22, 60), way.uniform(0.15, 0.5), pick(way, "m", "schwa", "V", "ng")
    rough, pitch, parts = way.uniform(0.5, 0.95), who.f0 * way.uniform(0.7, 1.1), list[Samples]()
    for _ in range(_times(way, rng, 3)):
        p = pitch * _about(rng, 0.05)
        once, line, mouth = hum * _about(rng), ((0, p), (1, p * 0.85)), ((0, "schwa"), (1, nose))
        noise, flutter = way.uniform(0.1, 0.5), Flutter(grind * _about(rng, 0.08), rough)
        sound = speak(rng, who, once, line, mouth, noise=noise, flutter=flutter, subharmonic=0.8)
        parts += [sound * _about(rng, 0.25), silence(0.06 * _about(rng, 0.3))]
    return join(parts)


def sneeze(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """Return a drawn breath or two, then a hissed blast, often with a voice: a-tchoo."""
    draws, low, seconds = int(way.integers(0, 3)), way.uniform(600, 3000), way.uniform(0.1, 0.4)
    voice, vowels = way.uniform(-0.6, 1.0), (pick(way, "i", "e", "a"), pick(way, "u", "schwa", "a"))
    parts: list[Samples] = []
    for _ in range(draws):
        parts += [0.4 * breath(rng, who, 0.25 * _about(rng, 0.25), vowels[0], ((0, 0), (0.7, 0.7), (1, 0)))]
    blast = _hiss(rng, seconds * _about(rng), low * _about(rng, 0.08), 7000, ((0, 0.2), (0.1, 1), (0.5, 0.4), (1, 0)))
    if voice > 0:
        top = who.f0 * way.uniform(1.0, 2.2) * _about(rng, 0.08)
        cry = speak(rng, who, seconds * 1.3, ((0, top), (1, top * 0.6)), tuple(enumerate(vowels)))
        blast = np.pad(blast, (0, max(0, len(cry) - len(blast))))
        blast[: len(cry)] += voice * cry
    return join([*parts, blast])


def yawn(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """Return a long breath in, then a voice that opens, falls and fades, or breath alone."""
    voice, seconds, inward = way.uniform(-0.4, 1.0), way.uniform(0.6, 1.6), way.uniform(0.0, 0.8)
    vowels = (pick(way, "a", "ae", "V"), pick(way, "o", "schwa", "U"))
    top, drop = who.f0 * way.uniform(0.9, 1.9) * _about(rng, 0.07), way.uniform(0.45, 0.8)
    once = seconds * _about(rng)
    out = breath(rng, who, once, vowels[0], ((0, 0), (0.3, 1), (1, 0)))
    if voice > 0:
        pitch = ((0, top * 0.8), (0.25 * _about(rng), top), (1, top * drop))
        voiced = speak(rng, who, once, pitch, tuple(enumerate(vowels)), noise=0.3, glide=1200)
        out = 0.4 * out + voice * voiced[: len(out)]
    drawn = breath(rng, who, 0.5 * once, vowels[0], _SWELL) * inward
    return join([drawn, out])


def pant(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """Quick breaths out and in."""
    rate, out, into = way.uniform(1.8, 5.5), pick(way, "schwa", "a", "ae"), pick(way, "e", "U", "i")
    inward, swell, parts = way.uniform(0, 1), way.uniform(0.15, 0.5), list[Samples]()
    for _ in range(int(way.integers(3, 7)) + int(rng.integers(-1, 2))):
        half = 0.5 / rate * _about(rng, 0.08)
        parts += [breath(rng, who, half, out, ((0, 0), (swell, 1), (1, 0))) * _about(rng, 0.15)]
        parts += [breath(rng, who, half, into, _SWELL) * inward]
    return join(parts)


def pop(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """Return a pop of the lips or of a finger in the cheek: a short ring that rises."""
    ring, rise, last = way.uniform(250, 1500), way.uniform(0.9, 1.9), way.uniform(60, 240)
    body, parts = way.uniform(0.05, 0.5), list[Samples]()
    for _ in range(_times(way, rng, 2)):
        n = int(0.07 * RATE)
        t = np.arange(n) / RATE
        pitch = ring * _about(rng, 0.08) * np.linspace(1, rise, n)
        note = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * np.exp(-t * last * _about(rng))
        puff = burst(rng, who, "p", 0.01)
        note[: len(puff)] += body * puff
        parts += [note, silence(0.2 * _about(rng, 0.2))]
    return join(parts)


def clicks(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """Clicks of the tongue, tuts."""
    seed, gap, hiss, parts = int(way.integers(1 << 30)), way.uniform(0.1, 0.35), way.uniform(0, 0.6), list[Samples]()
    for _ in range(_times(way, rng, 4)):
        note = click(np.random.default_rng(seed), who)
        tut = hiss * _hiss(rng, 0.03, 2000, 6500, ((0, 1), (1, 0)))
        note = np.pad(note, (0, max(0, len(tut) - len(note))))
        note[: len(tut)] += tut
        note = np.interp(np.arange(0, len(note) - 1, _about(rng, 0.06)), np.arange(len(note)), note)
        parts += [note * _about(rng, 0.2), silence(gap * _about(rng))]
    return join(parts)


def raspberry(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """Lips or tongue that flutter on the breath, with or without a voice."""
    rate, voice, seconds = way.uniform(14, 45), way.uniform(-0.5, 0.8), way.uniform(0.3, 1.0)
    vowel, low, once = pick(way, "u", "schwa", "m", "U"), way.uniform(100, 500), seconds * _about(rng)
    air = _hiss(rng, once, low, way.uniform(1500, 6000), ((0, 0), (0.1, 1), (0.8, 0.8), (1, 0)))
    out = air * Flutter(rate * _about(rng, 0.08), way.uniform(0.7, 1.0), rough=0.3).gain(rng, len(air))
    if voice > 0:
        p = who.f0 * way.uniform(0.8, 1.5)
        out = out + voice * speak(rng, who, once, p, vowel, flutter=Flutter(rate, 0.8))[: len(out)]
    return out


def gasp(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """Return a gasp, a sigh, a blown-out candle: one breath, in or out."""
    seconds, vowel, at = way.uniform(0.15, 0.9), pick(way, "a", "e", "i", "o", "u", "schwa"), way.uniform(0.05, 0.8)
    air = breath(rng, who, seconds * _about(rng), vowel, ((0, 0), (at, 1), (1, 0)))
    return np.diff(air, prepend=0.0) if way.random() < 0.4 else air


def sniff(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """Air through the nose, once or in a row; some snort."""
    low, seconds, gap = way.uniform(400, 2500), way.uniform(0.07, 0.3), way.uniform(0.05, 0.2)
    snort, parts = way.random() < 0.35, list[Samples]()
    rate = way.uniform(30, 70)
    for _ in range(_times(way, rng, 3)):
        air = _hiss(rng, seconds * _about(rng), low * _about(rng, 0.07), low * 3, _SWELL)
        air = air * Flutter(rate * _about(rng, 0.08), 0.9, rough=0.4).gain(rng, len(air)) if snort else air
        parts += [air * _about(rng, 0.2), silence(gap * _about(rng))]
    return join(parts)


def snore(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """Return a soft palate that rattles on the breath, a gargle, a growl."""
    rate, seconds, nose = way.uniform(18, 80), way.uniform(0.4, 1.2), pick(way, "ng", "nose", "schwa", "r", "V")
    voice, once = way.uniform(0, 0.6) if way.random() < 0.5 else 0.0, seconds * _about(rng)
    p = who.f0 * way.uniform(0.5, 1.0) * _about(rng, 0.05)
    flutter = Flutter(rate * _about(rng, 0.08), way.uniform(0.6, 1.0), rough=0.35)
    return speak(rng, who, once, p, nose, _SWELL, voicing=voice, noise=0.8, flutter=flutter)


def smack(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """Return a kiss, smacked lips: a squeak of air drawn in that ends with a pop."""
    squeak, seconds, gap = way.uniform(900, 4000), way.uniform(0.04, 0.25), way.uniform(0.1, 0.3)
    parts: list[Samples] = []
    for _ in range(_times(way, rng, 3)):
        p = squeak * _about(rng, 0.08)
        air = _hiss(rng, seconds * _about(rng), p, p * 1.8, ((0, 0), (0.8, 1), (1, 0.7)))
        parts += [0.6 * air, burst(rng, who, "p", 0.02), silence(gap * _about(rng))]
    return join(parts)


def hiccup(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """Return a voice that is caught: short, high, shut at once; a squeal, a yelp, a burp by their pitch."""
    top, seconds, rough = who.f0 * way.uniform(0.5, 3.0), way.uniform(0.06, 0.4), way.uniform(0, 0.9)
    vowels = (pick(way, "i", "I", "a", "o", "U"), pick(way, "k", "a", "u", "schwa").replace("k", "I"))
    p, bend = top * _about(rng, 0.06), way.uniform(0.7, 1.5)
    shut = burst(rng, who, "k", 0.02) * way.uniform(0, 0.6)
    line, mouth = ((0, p), (1, p * bend)), tuple(enumerate(vowels))
    return join([speak(rng, who, seconds * _about(rng), line, mouth, subharmonic=rough), shut])


def hush(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """sh, s, f, ch-ch, a hissed snake, a blown whistle without a tone."""
    low, width, seconds = way.uniform(500, 4500), way.uniform(1.3, 3.0), way.uniform(0.08, 0.9)
    gap, parts = way.uniform(0.03, 0.2), list[Samples]()
    attack = way.uniform(0.02, 0.5)
    for _ in range(_times(way, rng, 3 if seconds < 0.3 else 1)):
        p = low * _about(rng, 0.05)
        parts += [_hiss(rng, seconds * _about(rng), p, p * width, ((0, 0), (attack, 1), (1, 0)))]
        parts += [silence(gap * _about(rng))]
    return join(parts)


def whistle(way: Rng, rng: Rng, who: Speaker) -> Samples:
    """Return a whistled note that bends, a hooted one."""
    tone, bend, seconds, air = (way.uniform(*x) for x in ((400, 2800), (-0.6, 0.6), (0.15, 0.8), (0.01, 0.15)))
    n = int(seconds * _about(rng) * RATE)
    pitch = tone * _about(rng, 0.05) * np.exp(bend * _about(rng) * np.linspace(0, 1, n) ** way.uniform(0.5, 2))
    note = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) + air * rng.standard_normal(n)
    return note * curve(((0, 0), (0.1, 1), (0.9, 0.8), (1, 0)), n)


NOISES: tuple[Maker, ...] = (
    cough,
    clearing,
    sneeze,
    yawn,
    pant,
    pop,
    clicks,
    raspberry,
    gasp,
    sniff,
    snore,
    smack,
    hiccup,
    hush,
    whistle,
)
