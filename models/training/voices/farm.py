"""Imitations of farm animals by people: chicken, pig, lamb, turkey, cow and donkey.

Each function draws one performance: how many repeats, which spelling of the sound, how fast, how high.
"""

from __future__ import annotations

import numpy as np

from models.training.voices.source import Flutter, Rng, Samples, Speaker, band, burst, click, peak, silence, speak


def pick(rng: Rng, *options: str) -> str:
    return options[int(rng.integers(len(options)))]


def join(parts: list[Samples]) -> Samples:
    return np.concatenate(parts) if parts else silence(0.01)


def breath(rng: Rng, who: Speaker, seconds: float, vowel: str, level: tuple[tuple[float, float], ...]) -> Samples:
    """Voiceless breath through a mouth shape."""
    return speak(rng, who, seconds, 100.0, vowel, level, voicing=0.0, noise=1.0)


def chicken(rng: Rng, who: Speaker) -> Samples:
    """Make a "bk bk bk, bok bok, bawk" by voice, breath or tongue clicks; some end in a long rising bawk."""
    style = pick(rng, "voice", "voice", "voice", "voice", "breathy", "click")
    rate = rng.uniform(2.5, 7.5)
    count = int(rng.integers(2, 9))
    pitch = who.f0 * np.exp(rng.uniform(0.0, 1.0))
    vowel = pick(rng, "o", "a", "V", "U", "schwa", "ae")
    opening = pick(rng, "b", "b", "p", "k")
    flourish = rng.random() < 0.4
    parts: list[Samples] = []
    for i in range(count):
        long = flourish and (i == count - 1 or rng.random() < 0.12)
        seconds = rng.uniform(0.18, 0.55) if long else min(0.65 / rate, rng.uniform(0.035, 0.13))
        if style == "click" and not long:
            note = np.concatenate([click(rng, who), silence(seconds * 0.3)])
        else:
            note = _cluck(rng, who, seconds, pitch, vowel, long, style == "breathy")
        if rng.random() < 0.8:
            parts.append(burst(rng, who, opening, 0.012) * rng.uniform(0.2, 0.6))
        parts.append(note * (1.0 if long else rng.uniform(0.6, 1.0)))
        if rng.random() < 0.8:
            parts += [silence(rng.uniform(0.005, 0.03)), burst(rng, who, "k", 0.02) * rng.uniform(0.1, 0.6)]
        parts.append(silence(max(0.01, 1 / rate - seconds - 0.06) * np.exp(0.2 * rng.standard_normal())))
    return join(parts)


def _cluck(rng: Rng, who: Speaker, seconds: float, pitch: float, vowel: str, long: bool, breathy: bool) -> Samples:
    top = pitch * np.exp(0.08 * rng.standard_normal()) * (rng.uniform(1.2, 1.9) if long else 1.0)
    end = pick(rng, vowel, "a", "ae", "o") if long else vowel
    line = ((0, top * 0.85), (0.4, top * 1.1), (1, top * rng.uniform(0.7, 1.2)))
    mouth = ((0, "u" if rng.random() < 0.2 else vowel), (0.5, end), (1, vowel))
    level = ((0, 0.5), (0.06, 1), (0.9, 0.9), (1, 0.0))
    voicing, noise = (rng.uniform(0.0, 0.3), 1.0) if breathy else (1.0, None)
    creak = 0.6 * float(rng.random() < 0.2)
    return speak(rng, who, seconds, line, mouth, level, voicing=voicing, noise=noise, subharmonic=creak, glide=150)


def pig(rng: Rng, who: Speaker) -> Samples:
    """Make an "oink oink" through the nose, or snorts drawn in or blown out through a fluttering palate, or both."""
    style = pick(rng, "oink", "oink", "snort", "snort", "both")
    parts: list[Samples] = []
    for i in range(int(rng.integers(1, 5))):
        if style == "oink" or (style == "both" and i % 2 == 0):
            parts += [_oink(rng, who), silence(rng.uniform(0.05, 0.3))]
        else:
            parts += [_snort(rng, who) * rng.uniform(0.6, 1.0), silence(rng.uniform(0.04, 0.35))]
    return join(parts)


def _oink(rng: Rng, who: Speaker) -> Samples:
    pitch = who.f0 * np.exp(rng.uniform(-0.2, 0.7))
    rough = Flutter(rng.uniform(20, 45), rng.uniform(0.2, 0.8), 0.6) if rng.random() < 0.3 else None
    seconds = rng.uniform(0.15, 0.5)
    line = ((0, pitch * 0.9), (0.5, pitch * rng.uniform(1.0, 1.8)), (1, pitch * rng.uniform(0.8, 1.5)))
    mouth = ((0, pick(rng, "o", "o", "a", "u")), (0.3, "o"), (0.6, pick(rng, "i", "I", "e")), (0.8, "ng"), (1, "ng"))
    noise = who.breath * (4 if rng.random() < 0.3 else 1)
    creak = 0.6 * float(rng.random() < 0.35)
    tail = burst(rng, who, "k") * 0.3 * float(rng.random() < 0.7)
    voice = speak(rng, who, seconds, line, mouth, noise=noise, flutter=rough, subharmonic=creak)
    return np.concatenate([voice, tail])


def _snort(rng: Rng, who: Speaker) -> Samples:
    """Noise through the nose, chopped by the palate at 18 to 70 Hz; often with some voice under it."""
    seconds = rng.uniform(0.15, 0.8)
    level = (
        ((0, 0), (0.1, 0.8), (0.6, 1), (1, 0)),
        ((0, 0.2), (0.3, 0.6), (0.9, 1), (1, 0)),
        ((0, 0), (0.15, 1), (1, 0)),
    )[int(rng.integers(3))]
    flap = Flutter(rng.uniform(18, 70), rng.uniform(0.5, 1.0), rng.uniform(0.25, 0.6), rng.uniform(0.15, 0.6))
    mouth = ((0.0, pick(rng, "nose", "ng", "schwa", "U")), (1.0, pick(rng, "nose", "schwa", "ng", "n", "a")))
    rasp = speak(rng, who, seconds, 100.0, mouth, level, voicing=0.0, noise=1.0, flutter=flap)
    if rng.random() < 0.4:
        share, line = rng.uniform(0.2, 0.8), ((0, who.f0 * 0.7), (1, who.f0 * 0.6))
        closing = ((0, "schwa"), (1, "ng"))
        rasp = rasp + share * speak(rng, who, seconds, line, closing, level, flutter=flap, subharmonic=0.7)
    top = rng.uniform(300, 1400)
    return peak(band(rasp, rng.uniform(60, 250), min(7000.0, top * rng.uniform(2, 6)), 1.0))


def lamb(rng: Rng, who: Speaker) -> Samples:
    """baaa, maaa: a nasal open vowel cut by a glottal tremor of 4 to 11 a second; some without tremor."""
    parts: list[Samples] = []
    vowel = pick(rng, "ae", "E", "ae", "a", "e")
    opening = pick(rng, "b", "b", "m", "")
    pitch = who.f0 * np.exp(rng.uniform(-0.1, 0.7))
    flat = rng.random() < 0.2
    for _ in range(int(rng.integers(1, 4))):
        top = pitch * np.exp(0.06 * rng.standard_normal())
        tremor = (rng.uniform(4.0, 11.0), rng.uniform(0.01, 0.12), rng.uniform(0.15, 0.95))
        start = "m" if opening == "m" else pick(rng, "schwa", vowel)
        seconds = rng.uniform(0.3, 1.5)
        line = ((0, top * 0.85), (0.15, top * 1.1), (0.7, top), (1, top * rng.uniform(0.6, 0.95)))
        mouth = ((0, start), (rng.uniform(0.05, 0.15), vowel), (1, pick(rng, vowel, vowel, "nose")))
        level = ((0, 0.3), (0.06, 1), (0.7, 0.9), (1, 0))
        noise = who.breath * (2 if rng.random() < 0.3 else 1)
        creak = 0.5 * float(rng.random() < 0.3)
        parts.append(burst(rng, who, "b", 0.015) * 0.4 * float(opening == "b"))
        shake = None if flat else tremor
        parts.append(speak(rng, who, seconds, line, mouth, level, noise=noise, tremor=shake, subharmonic=creak))
        parts.append(silence(rng.uniform(0.05, 0.4)))
    return join(parts)


_GOBBLES = (("o", "u"), ("a", "o"), ("V", "U"), ("schwa", "o"), ("o", "l"), ("o", "l"), ("i", "u"), ("V", "l"))


def turkey(rng: Rng, who: Speaker) -> Samples:
    """Make a "gobble gobble": two mouth shapes in turn 6 to 17 times a second, falling; with tongue and lip stops."""
    parts: list[Samples] = []
    pitch = who.f0 * np.exp(rng.uniform(0.0, 1.0))
    shapes = _GOBBLES[int(rng.integers(len(_GOBBLES)))]
    stops = rng.random() < 0.55
    for _ in range(int(rng.integers(1, 5))):
        rate, seconds = rng.uniform(6, 17), rng.uniform(0.3, 1.2)
        beats = int(seconds * rate) + 2
        top = pitch * np.exp(0.06 * rng.standard_normal())
        line = ((0, top * 0.9), (0.2, top * 1.15), (1, top * rng.uniform(0.55, 0.95)))
        mouth = [(j / (2 * beats - 1), shapes[j % 2]) for j in range(2 * beats)]
        level = ((0, 0.4), (0.08, 1), (0.8, 0.8), (1, 0))
        tremor = (rate, rng.uniform(0.02, 0.2), rng.uniform(0.4, 1.0))
        creak = 0.4 * float(rng.random() < 0.2)
        note = speak(rng, who, seconds, line, mouth, level, tremor=tremor, subharmonic=creak, glide=200)
        if stops:
            _tap(rng, who, note, beats)
        parts += [note, silence(rng.uniform(0.02, 0.3))]
    return join(parts)


def _tap(rng: Rng, who: Speaker, note: Samples, beats: int) -> None:
    """Add the g and b of gobble on the beats, in place."""
    for j in range(beats):
        stop = burst(rng, who, pick(rng, "g", "b"), 0.012) * 0.3
        start = int(len(note) * (j + 0.1 * rng.standard_normal()) / beats)
        start = max(0, min(start, len(note) - len(stop)))
        room = len(note) - start
        note[start : start + len(stop)] += stop[:room]


def cow(rng: Rng, who: Speaker) -> Samples:
    """mooo: lips closed, then a long dark vowel that rises a little and falls."""
    parts: list[Samples] = []
    vowel = pick(rng, "u", "u", "U", "y", "o")
    pitch = who.f0 * np.exp(rng.uniform(-0.4, 0.25))
    for _ in range(int(rng.integers(1, 3))):
        closed = rng.uniform(0.05, 0.4)
        seconds = rng.uniform(0.4, 2.0)
        rise, high, fall = rng.uniform(1.0, 1.25), rng.uniform(0.9, 1.3), rng.uniform(0.6, 0.95)
        line = ((0, pitch * 0.85), (0.3, pitch * rise), (0.65, pitch * high), (1, pitch * fall))
        mouth = ((0, "m"), (closed, "m"), (closed + 0.12, vowel), (0.8, vowel), (1, pick(rng, vowel, "m", "U")))
        level = ((0, 0), (0.1, rng.uniform(0.3, 0.8)), (closed + 0.1, 1), (0.75, 0.9), (1, 0))
        tremor = (rng.uniform(4, 6), 0.01, 0.1) if rng.random() < 0.3 else None
        creak, noise = 0.5 * float(rng.random() < 0.2), who.breath * 0.7
        parts.append(speak(rng, who, seconds, line, mouth, level, noise=noise, tremor=tremor, subharmonic=creak))
        parts.append(silence(rng.uniform(0.1, 0.5)))
    return join(parts)


def donkey(rng: Rng, who: Speaker) -> Samples:
    """hee-haw: a high (or drawn-in) ee, then a low rough aw."""
    parts: list[Samples] = []
    high = who.f0 * np.exp(rng.uniform(0.2, 1.2))
    low = who.f0 * np.exp(rng.uniform(-0.3, 0.4))
    drawn_in = rng.random() < 0.35
    vowel = pick(rng, "o", "a", "o", "V")
    for _ in range(int(rng.integers(1, 4))):
        puff = breath(rng, who, rng.uniform(0.03, 0.1), "i", ((0, 0), (0.6, 1), (1, 0.6))) * rng.uniform(0.1, 0.4)
        if drawn_in and rng.random() < 0.4:
            hee = breath(rng, who, rng.uniform(0.15, 0.5), "i", ((0, 0.1), (0.3, 0.7), (0.9, 1), (1, 0))) * 0.6
        else:
            up = ((0, high * 0.9), (0.5, high * 1.15), (1, high))
            noise = rng.uniform(0.2, 0.7) if drawn_in else None
            seconds, mouth = rng.uniform(0.13, 0.5), ((0, "i"), (1, pick(rng, "i", "I")))
            hee = speak(rng, who, seconds, up, mouth, ((0, 0.1), (0.15, 1), (0.85, 0.9), (1, 0.05)), noise=noise)
        rough = Flutter(rng.uniform(25, 50), 0.5, 0.6) if rng.random() < 0.25 else None
        down = ((0, low * 1.2), (0.3, low * 1.05), (1, low * 0.75))
        open_ = ((0, "a" if vowel == "o" else vowel), (0.3, vowel), (1, vowel))
        level = ((0, 0.1), (0.1, 1), (0.7, 0.9), (1, 0))
        seconds, noise = rng.uniform(0.2, 0.85), who.breath + rng.uniform(0, 0.25)
        creak = 0.7 * float(rng.random() < 0.5)
        parts += [puff, hee * rng.uniform(0.5, 1.0), silence(rng.uniform(0, 0.1)), puff * 0.5]
        parts.append(speak(rng, who, seconds, down, open_, level, noise=noise, flutter=rough, subharmonic=creak))
        parts.append(silence(rng.uniform(0.03, 0.3)))
    return join(parts)
