"""Things that sound at a table and around it: strikes, ratchets, saws, motors, creaks, dice, cards, cups, tunes.

Each function draws one noise, seeded, by damped modes (strikes) or by a source with a drawn body (what runs or rubs).
`who` is not heard: the signature is that of the performers, so that a scene can draw from all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.training.voices.farm import join, pick
from models.training.voices.source import RATE, Rng, Samples, Speaker, band, curve, lay, peak, silence, wander

Body = tuple[Samples, Samples, Samples]  # frequencies in Hz, decays a second, levels

# Lowest and highest mode in Hz, slowest and fastest decay a second, share of noise: of what things are made.
_MATTER: dict[str, tuple[float, float, float, float, float]] = {
    "wood": (150.0, 2200.0, 40.0, 160.0, 0.6),
    "glass": (900.0, 7000.0, 4.0, 30.0, 0.15),
    "metal": (600.0, 7500.0, 8.0, 60.0, 0.3),
    "plastic": (500.0, 6000.0, 90.0, 350.0, 0.7),
    "card": (300.0, 5000.0, 120.0, 500.0, 1.5),
    "skin": (400.0, 2500.0, 80.0, 300.0, 2.5),
}


def _body(rng: Rng, matter: str) -> Body:
    low, high, slow, fast, _ = _MATTER[matter]
    count = int(rng.integers(2, 8))
    at = np.exp(rng.uniform(np.log(low), np.log(high), count))
    return at, rng.uniform(slow, fast, count), rng.uniform(0.1, 1.0, count)


def _strike(rng: Rng, matter: str, body: Body, hard: float = 1.0) -> Samples:
    """One blow on a body: its damped modes and the noise of the contact, peak 1."""
    at, decay, level = body
    n = int(min(0.5, 5.0 / float(decay.min()) + 0.01) * RATE)
    t = np.arange(n) / RATE
    phases = 2 * np.pi * at[:, None] * t + rng.uniform(0, 6.28, len(at))[:, None]
    level = level * np.exp(0.4 * rng.standard_normal(len(at)))
    rung: Samples = (level[:, None] * np.sin(phases) * np.exp(-decay[:, None] * t)).sum(0)
    contact = rng.standard_normal(n) * np.exp(-t * rng.uniform(150, 900) * hard) * _MATTER[matter][4]
    return peak(rung / len(at) + contact)


def _lay(strikes: Sequence[tuple[float, Samples]], seconds: float) -> Samples:
    """Strikes at their times over each other, `seconds` long."""
    out = np.zeros(int(seconds * RATE))
    for when, sound in strikes:
        lay(out, sound, int(when * RATE))
    return out


def ticking(rng: Rng, who: Speaker) -> Samples:
    """Return a clock or metronome: tick and tock of two strikes each, one to six a second, over its quiet works."""
    seconds, rate = rng.uniform(0.6, 2.6), rng.uniform(0.9, 6.0)
    bodies = [_body(rng, matter := pick(rng, "metal", "plastic", "wood")) for _ in range(2)]
    later, softer, uneven = rng.uniform(0.004, 0.05), rng.uniform(0.1, 0.9), rng.uniform(0.6, 1.0)
    strikes: list[tuple[float, Samples]] = []
    for i in range(int(seconds * rate) + 1):
        when, gain = (i + (0.08 * (1 - uneven) if i % 2 else 0)) / rate, uneven if i % 2 else 1.0
        strikes.append((when, gain * _strike(rng, matter, bodies[i % 2], 2.0)))
        strikes.append((when + later, gain * softer * _strike(rng, matter, bodies[1 - i % 2], 2.0)))
    works = band(rng.standard_normal(int(seconds * RATE)), rng.uniform(500, 3000), 7500) * 10 ** rng.uniform(-3.5, -1.5)
    return _lay(strikes, seconds) + works


def ratchet(rng: Rng, who: Speaker) -> Samples:
    """Return a ratchet, a wound clock, a zip, a winch: runs of clicks, 7 to 90 a second, quickening or slowing."""
    parts: list[Samples] = []
    matter = pick(rng, "metal", "plastic", "wood")
    body, rate = _body(rng, matter), float(np.exp(rng.uniform(np.log(7), np.log(90))))
    for _ in range(int(rng.integers(1, 4))):
        seconds, turn = rng.uniform(0.15, 1.0), np.exp(rng.uniform(-0.6, 0.6))
        when, strikes = 0.0, []
        while when < seconds:
            gain = rng.uniform(0.5, 1.0) * (0.3 + 0.7 * np.sin(np.pi * when / seconds))
            strikes.append((when, gain * _strike(rng, matter, body, 1.5)[: RATE // 12]))
            when += np.exp(0.06 * rng.standard_normal()) / (rate * turn ** (when / seconds))
        parts += [_lay(strikes, seconds + 0.06), silence(rng.uniform(0.02, 0.5))]
    return join(parts)


def saw(rng: Rng, who: Speaker) -> Samples:
    """Return a hand saw, a file, sandpaper, a brush, a zip: strokes to and fro of toothed noise."""
    parts: list[Samples] = []
    rate, teeth = rng.uniform(1.2, 4.5), float(np.exp(rng.uniform(np.log(25), np.log(320))))
    low, bite = rng.uniform(200, 2000), rng.uniform(0.1, 1.0)
    for i in range(int(rng.integers(2, 8))):
        n = int(RATE / rate * rng.uniform(0.55, 0.95))
        hiss = band(rng.standard_normal(n), low * (1.3 if i % 2 else 1.0), min(7800, low * rng.uniform(2.5, 7)), 1.0)
        speed = curve(((0, 0.4), (0.4, 1.0), (1, 0.5)), n)
        toothed = 1 - bite * (0.5 + 0.5 * np.sin(2 * np.pi * np.cumsum(teeth * speed) / RATE))
        swell = curve(((0, 0), (rng.uniform(0.1, 0.4), 1), (0.8, 0.8), (1, 0)), n)
        parts += [peak(hiss * toothed * swell, rng.uniform(0.5, 1)), silence(max(0.0, 1 / rate - n / RATE))]
    return join(parts)


def motor(rng: Rng, who: Speaker) -> Samples:
    """Return an engine, drill, mixer, chainsaw, lawn mower or rotor: harmonics of a turning that wanders."""
    n = int(rng.uniform(0.8, 2.6) * RATE)
    turning = float(np.exp(rng.uniform(np.log(9), np.log(420))))
    knots = [(float(at), turning * float(np.exp(rng.uniform(-0.5, 0.5)))) for at in np.linspace(0, 1, 5)]
    steady = rng.random() < 0.5
    f0 = np.full(n, turning) if steady else curve(knots, n, 3000)
    phase = 2 * np.pi * np.cumsum(f0 * np.exp(0.02 * wander(rng, n, 8.0))) / RATE
    top = max(3, min(30, int(6500 / f0.max())))
    fall = rng.uniform(0.3, 1.6)
    sound = np.zeros(n)
    for k in range(1, top):
        sound += np.sin(k * phase + rng.uniform(0, 6.28)) * k**-fall * rng.uniform(0.1, 1)
    rough = rng.standard_normal(n) * (0.3 + 0.7 * np.maximum(0, np.sin(phase))) * rng.uniform(0.05, 2.0)
    body = band(peak(sound) + band(rough, 100, rng.uniform(1500, 7500)), rng.uniform(40, 400), rng.uniform(1500, 7500))
    ends = ((0, 0), (0.05, 1), (0.9, 1), (1, 0)) if rng.random() < 0.5 else ((0, 1), (1, 1))
    return peak(body * curve(ends, n) * np.exp(0.15 * wander(rng, n, 3.0)))


def creak(rng: Rng, who: Speaker) -> Samples:
    """Make a door, a chair on the floor, a squeaking shoe: stick and slip at a sliding rate, in a resonant body."""
    parts: list[Samples] = []
    for _ in range(int(rng.integers(1, 4))):
        n = int(rng.uniform(0.12, 1.2) * RATE)
        first = float(np.exp(rng.uniform(np.log(15), np.log(900))))
        ends = [(x, first * float(np.exp(rng.uniform(-0.7, 0.7)))) for x in (0.0, 0.3, 0.7, 1.0)]
        f0 = curve(ends, n, 2000) * np.exp(rng.uniform(0.0, 0.15) * wander(rng, n, 30.0))
        slips = np.diff(np.floor(np.cumsum(f0) / RATE), prepend=0.0) * np.exp(0.3 * rng.standard_normal(n))
        slips += 0.05 * rng.standard_normal(n) * rng.random()
        out = np.zeros(n)
        for _ in range(int(rng.integers(2, 5))):
            at = float(np.exp(rng.uniform(np.log(250), np.log(4500))))
            out += band(slips, at * 0.85, at * 1.15, 2.0) * rng.uniform(0.3, 1.0)
        parts += [peak(out * curve(((0, 0), (0.15, 1), (0.7, 0.8), (1, 0)), n)), silence(rng.uniform(0.03, 0.5))]
    return join(parts)


def blows(rng: Rng, who: Speaker) -> Samples:
    """Knocks, claps, slapped cards, drummed fingers, hammers, steps, typing, put down cups: with or without a beat."""
    matter = pick(rng, "wood", "wood", "skin", "card", "plastic", "metal", "glass")
    body, beat = _body(rng, matter), rng.random() < 0.6
    rate, strikes, when = float(np.exp(rng.uniform(np.log(1.2), np.log(11)))), [], 0.0
    for _ in range(int(rng.integers(1, 10))):
        again = body if rng.random() < 0.7 else _body(rng, matter)
        strikes.append((when, rng.uniform(0.4, 1.0) * _strike(rng, matter, again, rng.uniform(0.3, 2.0))))
        when += (np.exp(0.05 * rng.standard_normal()) if beat else rng.exponential()) / rate
    return peak(_lay(strikes, min(2.6, when + 0.3)))


def rattling(rng: Rng, who: Speaker) -> Samples:
    """Dice shaken, rolled and at rest, coins, keys, beads, a drawer of forks: crowds of strikes that thin out."""
    matter = pick(rng, "plastic", "wood", "metal", "glass")
    bodies = [_body(rng, matter) for _ in range(int(rng.integers(2, 7)))]
    strikes: list[tuple[float, Samples]] = []
    if shaken := rng.random() < 0.5:
        rate = rng.uniform(2.5, 7.0)
        for i in range(int(rng.integers(3, 12))):
            for _ in range(int(rng.integers(2, 7))):
                when = (i + 0.35 * abs(rng.standard_normal())) / rate
                strikes.append((when, rng.uniform(0.2, 0.8) * _strike(rng, matter, bodies[rng.integers(len(bodies))])))
    when = strikes[-1][0] + 0.2 if shaken else 0.0
    rest = float(np.exp(rng.uniform(np.log(0.015), np.log(0.09))))
    for i in range(int(rng.integers(6, 30))):
        blow = _strike(rng, matter, bodies[rng.integers(len(bodies))])
        strikes.append((when, rng.uniform(0.3, 1.0) * 0.96**i * blow))
        when += rng.exponential(rest)
    return peak(_lay(strikes, min(2.8, when + 0.2)))


def shuffling(rng: Rng, who: Speaker) -> Samples:
    """Cards riffled, dealt and squared, paper turned, a crisp bag: flicks 15 to 120 a second, and crackle."""
    parts: list[Samples] = []
    for _ in range(int(rng.integers(1, 5))):
        seconds, rate = rng.uniform(0.15, 0.9), float(np.exp(rng.uniform(np.log(15), np.log(120))))
        body = _body(rng, "card")
        turn = np.exp(rng.uniform(-0.7, 0.7))
        when, strikes = 0.0, []
        while when < seconds:
            strikes.append((when, rng.uniform(0.2, 1.0) * _strike(rng, "card", body, 1.0)[: RATE // 20]))
            when += np.exp(0.35 * rng.standard_normal()) / (rate * turn ** (when / seconds))
        parts += [peak(_lay(strikes, seconds + 0.05), rng.uniform(0.4, 1)), silence(rng.uniform(0.03, 0.5))]
    return join(parts)


def mouthful(rng: Rng, who: Speaker) -> Samples:
    """Sips, gulps, slurps, chewing and crunching, poured drinks: bubbles that rise, and crushed crackle."""
    parts: list[Samples] = []
    style = pick(rng, "sip", "crunch", "gulp", "pour")
    for _ in range(int(rng.integers(1, 6))):
        n = int(rng.uniform(0.08, 0.6) * RATE)
        t = np.arange(n) / RATE
        out = np.zeros(n)
        if style == "crunch":
            crackle = rng.standard_normal(n) * (rng.random(n) < rng.uniform(0.005, 0.05))
            out = band(crackle, rng.uniform(300, 1500), rng.uniform(3000, 7500)) * np.exp(-t * rng.uniform(3, 15))
        else:
            if style == "sip":
                air = band(rng.standard_normal(n), rng.uniform(800, 2500), 7000)
                out += 0.5 * air * curve(((0, 0), (0.6, 1), (1, 0)), n)
            for _ in range(int(rng.integers(1, 4) if style == "gulp" else rng.integers(4, 25))):
                start = int(rng.integers(max(1, n - 300)))
                m = min(n - start, int(rng.uniform(0.01, 0.08) * RATE))
                first = float(np.exp(rng.uniform(np.log(180), np.log(1800))))
                rise = first * np.linspace(1, rng.uniform(1.1, 2.0), m)
                bubble = np.sin(2 * np.pi * np.cumsum(rise) / RATE) * np.exp(-np.arange(m) / m * rng.uniform(2, 6))
                out[start : start + m] += bubble * rng.uniform(0.1, 1.0)
        parts += [peak(out, rng.uniform(0.4, 1)), silence(rng.uniform(0.0, 0.3) if style == "pour" else 0.25)]
    return join(parts)


def weather(rng: Rng, who: Speaker) -> Samples:
    """Rain, wind, surf, applause, fire, a frying pan: coloured noise that swells, with drops or crackle in it."""
    n = int(rng.uniform(1.0, 2.8) * RATE)
    hiss = band(rng.standard_normal(n), rng.uniform(50, 1500), rng.uniform(1200, 7500), rng.uniform(0.5, 2.0))
    hiss = peak(hiss) * np.exp(rng.uniform(0.1, 1.2) * wander(rng, n, rng.uniform(0.3, 6.0)))
    drops = rng.standard_normal(n) * (rng.random(n) < 10 ** rng.uniform(-4, -2))
    ring = np.exp(-np.arange(400) / rng.uniform(10, 100)) * rng.standard_normal(400)
    return peak(peak(hiss) * rng.uniform(0.05, 1.0) + peak(np.convolve(drops, ring)[:n]) * rng.random())


def tunes(rng: Rng, who: Speaker) -> Samples:
    """Beeps, rings and music: plucked, blown or struck notes of a scale, alone or in chords."""
    parts: list[Samples] = []
    root, fall = float(np.exp(rng.uniform(np.log(90), np.log(1800)))), rng.uniform(0.5, 2.5)
    blown, chord = rng.random() < 0.5, int(rng.integers(1, 4))
    beat = float(np.exp(rng.uniform(np.log(0.06), np.log(0.7))))
    for _ in range(int(rng.integers(1, 14))):
        n = int(beat * float(rng.choice([0.5, 1.0, 1.0, 2.0])) * RATE)
        t = np.arange(n) / RATE
        note = np.zeros(n)
        for step in rng.choice([0, 2, 4, 5, 7, 9, 11, 12], chord, replace=False):
            at = root * 2 ** (step / 12)
            shake = 1 + 0.01 * rng.random() * np.sin(2 * np.pi * 5.5 * t)
            phase = 2 * np.pi * np.cumsum(at * shake) / RATE
            note += sum(np.sin(k * phase) * k**-fall for k in range(1, max(2, min(10, int(7000 / at)))))
        shape = curve(((0, 0), (0.08, 1), (0.85, 0.8), (1, 0)), n) if blown else np.exp(-t * rng.uniform(2, 14))
        parts += [peak(note * shape, rng.uniform(0.5, 1)), silence(0.0 if rng.random() < 0.7 else beat)]
    return join(parts)[: int(2.8 * RATE)]


THINGS = (
    ticking,
    ratchet,
    saw,
    motor,
    creak,
    blows,
    rattling,
    shuffling,
    mouthful,
    weather,
    tunes,
)
