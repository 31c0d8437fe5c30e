"""Noises before and after a warm-up: three takes with the shipped thresholds, and with the player's own.

Sets of four, two unknown sounds in turn, everything through the shipped features, matcher and settling.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from companion.people.thresholds import noise_thresholds
from companion.senses.sounds.enrolled_players import accepts
from companion.senses.sounds.noise_matcher import CachedDistances, NoiseMatcher
from companion.senses.sounds.settings import SoundSettings
from companion.senses.sounds.sound_features import TAUGHT, NoiseProfile, NoiseTake, SoundFeatures, cohort
from measure.evaluate.sounds_enrolment import UNKNOWN, Voices, all_distances

TAKES = 3
ACTIVE = 4
Row = tuple[str, str, bool, bool, bool]  # person, sound, known, taken before, taken after (right, where it is known)


def trials(
    person: str, words: dict[str, list[SoundFeatures]], settings: SoundSettings, known: CachedDistances
) -> list[Row]:
    """Every way to leave out two neighbouring sounds; four of the rest are taught."""
    names = sorted(words)
    out: list[Row] = []
    for first in range(0, len(names) - UNKNOWN + 1, UNKNOWN):
        left = names[first : first + UNKNOWN]
        rest = [n for n in names if n not in left]
        taught = (rest[first:] + rest[:first])[:ACTIVE]
        profile = NoiseProfile(person, [NoiseTake(n, TAUGHT, s) for n in taught for s in words[n][:TAKES]])
        own = noise_thresholds.settle(profile, (), settings).profile
        ways = [NoiseMatcher(p, True, cohort(), known) for p in (profile, own)]
        for name in [*taught, *left]:
            for sound in words[name][TAKES:] if name in taught else words[name]:
                found = [m.compare(sound) for m in ways]
                taken = [f is not None and accepts(f, settings) > 0 and (f.name == name or name in left) for f in found]
                out.append((person, name, name in taught, taken[0], taken[1]))
    return out


def figures(rows: list[Row]) -> dict[str, Any]:
    """Return accepted and right, unknown accepted, before and after; and how many signals got better or worse."""
    known, other = [r for r in rows if r[2]], [r for r in rows if not r[2]]
    by: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in known:
        by[row[0], row[1]].append(row)
    change = [np.mean([r[4] for r in found]) - np.mean([r[3] for r in found]) for found in by.values()]
    return {
        "known": len(known),
        "unknown": len(other),
        "before": {"right": _mean(known, 3), "false": _mean(other, 3)},
        "after": {"right": _mean(known, 4), "false": _mean(other, 4)},
        "signals": len(by),
        "better": sum(bool(c > 0) for c in change),
        "worse": sum(bool(c < 0) for c in change),
    }


def _mean(rows: list[Row], column: int) -> float:
    return round(sum(bool(row[column]) for row in rows) / len(rows), 4) if rows else 0.0


def evaluate(voices: Voices, progress: Callable[[str], None] = lambda name: None) -> dict[str, Any]:
    """Figures of people's sounds as ``sounds_enrolment.load`` gives them."""
    settings, rows = SoundSettings.load(), []
    for person, words in voices.items():
        progress(person)
        rows += trials(person, words, settings, all_distances(words))
    return figures(rows)
