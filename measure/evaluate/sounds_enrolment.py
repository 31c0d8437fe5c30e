"""How well a few takes serve: identification, acceptance at given false alarms, equal error rate, for 1, 3 and 5 takes.

The folder has a folder a speaker with files WORD_TAKE.flac (or .wav, .ogg). The first takes are enrolled, the rest
tested; in turn, words are left out as unknown sounds. Everything runs through the shipped features and matcher.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.errors import BadInput
from companion.people.lessons.noise_takes import take
from companion.senses.sounds.enrolled_players import accepts
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.noise_matcher import CachedDistances, NoiseMatcher, learn, warped_distances
from companion.senses.sounds.settings import SoundSettings
from companion.senses.sounds.sound_features import TAUGHT, NoiseProfile, NoiseTake, SoundFeatures, cohort
from companion.sources.audio_files import read

Voices = dict[str, dict[str, list[SoundFeatures]]]
UNKNOWN = 2  # words left out in turn
PLAYED = 2  # plays of each word that are confirmed in `after_play`, and as many wrong ones
_SUFFIXES = {".flac", ".wav", ".ogg"}


@dataclass(frozen=True)
class Trial:
    """One test sound: was its word known, named right, its score, accepted at the bar, and the take's number."""

    known: bool
    right: bool
    score: float
    accepted: bool
    number: int


def load(folder: Path, net: NoiseEmbedding, progress: Callable[[str], None]) -> Voices:
    """Features of every take by speaker and word. Raises BadInput."""
    if not folder.is_dir():
        raise BadInput("measure.voices-no-folder", folder=str(folder))
    out: Voices = {}
    for speaker in sorted(path for path in folder.iterdir() if path.is_dir()):
        files: dict[str, list[tuple[int, Path]]] = defaultdict(list)
        for path in speaker.iterdir():
            parts = re.fullmatch(r"(.+)_(\d+)", path.stem)
            if parts and path.suffix.lower() in _SUFFIXES:
                files[parts[1]].append((int(parts[2]), path))
        if files:
            progress(speaker.name)
            out[speaker.name] = {
                word: [take(read(path), net, alone=True) for _, path in sorted(takes)]
                for word, takes in sorted(files.items())
            }
    if not out:
        raise BadInput("measure.voices-empty", folder=str(folder))
    return out


def all_distances(words: dict[str, list[SoundFeatures]]) -> dict[tuple[int, int], float]:
    """Return the warped distance of every sound of a speaker, and of the cohort, to every take, once."""
    takes = [sound for sounds in words.values() for sound in sounds]
    steps = [s.steps for s in takes]
    out: dict[tuple[int, int], float] = {}
    for sound in [*takes, *cohort()]:
        row = warped_distances(sound, steps)
        out.update({(id(sound), id(other)): float(value) for other, value in zip(takes, row, strict=True)})
    return out


def trials(
    words: dict[str, list[SoundFeatures]],
    takes: int,
    settings: SoundSettings,
    known: CachedDistances,
    known_words: int | None = None,
    played: int = 0,
    held: int = 0,
) -> list[Trial]:
    """Every way to leave out two neighbouring words; `known_words` limits how many of the rest are taught.

    The table confirms `played` plays of each word before the test, and as many of unknown words as if they were its
    own. `held` takes after the enrolled ones are not tested, so that figures with and without plays can be compared.
    """
    names = sorted(words)
    out: list[Trial] = []
    for first in range(0, len(names) - UNKNOWN + 1, UNKNOWN):
        left = names[first : first + UNKNOWN]
        rest = [name for name in names if name not in left]
        rest = (rest[first:] + rest[:first])[:known_words] if known_words else rest
        profile = NoiseProfile("", [NoiseTake(name, TAUGHT, sound) for name in rest for sound in words[name][:takes]])
        for play in range(played):
            for k, name in enumerate(rest):
                right, wrong = words[name][takes + play], words[left[k % len(left)]][takes + play]
                for sound in (right, wrong):
                    profile = _confirmed(profile, name, sound, settings, known)
        matcher = _matcher(profile, known)
        for name in names:
            begin = takes + held if name in rest or held else 0
            for number, sound in enumerate(words[name][begin:], begin):
                match = matcher.compare(sound)
                if match is not None:
                    accepted = accepts(match, settings) > 0
                    out.append(Trial(name in rest, match.name == name, match.score, accepted, number))
    return out


def _matcher(profile: NoiseProfile, known: CachedDistances) -> NoiseMatcher:
    """Return the matcher as the running sense has it."""
    return NoiseMatcher(profile, True, cohort(), known)


def _confirmed(
    profile: NoiseProfile, name: str, sound: SoundFeatures, settings: SoundSettings, known: CachedDistances
) -> NoiseProfile:
    """Return the profile after the table confirmed ``sound`` as ``name``: learned where the takes accept it."""
    own = _matcher(profile, known).compare(sound, (name,))
    return profile if own is None or accepts(own, settings) <= 0 else learn(profile, name, sound)


def figures(found: list[Trial]) -> dict[str, float]:
    """Return identified known sounds; accepted and right at 1 % and 5 % of unknown accepted; equal error rate."""
    known = [t for t in found if t.known]
    score, right = np.array([t.score for t in known]), np.array([t.right for t in known])
    other = np.array([t.score for t in found if not t.known])
    out = {"sounds": float(len(known)), "unknown": float(len(other)), "identified": float(right.mean())}
    for rate in (0.01, 0.05):
        bar = float(np.quantile(other, 1 - rate, method="higher"))
        out[f"accepted_right_at_{rate:g}"] = float((right & (score > bar)).mean())
    bars = np.unique(np.concatenate([score, other]))
    missed = np.array([(score < b).mean() for b in bars])
    false = np.array([(other >= b).mean() for b in bars])
    nearest = int(np.argmin(np.abs(missed - false)))
    out["equal_error_rate"] = float((missed[nearest] + false[nearest]) / 2)
    out["shipped_accepted_right"] = float(np.mean([t.right and t.accepted for t in known]))
    out["shipped_false_accepted"] = float(np.mean([t.accepted for t in found if not t.known]))
    return {key: round(value, 4) for key, value in out.items()}


def evaluate(folder: Path, takes: list[int], progress: Callable[[str], None] = lambda name: None) -> dict[str, Any]:
    """Return all figures for each number of takes, for all words, sets of four, and ``after_play``."""
    settings, voices = SoundSettings.load(), load(folder, NoiseEmbedding(), progress)
    known = {name: all_distances(words) for name, words in voices.items()}
    fewest = min(len(sounds) for words in voices.values() for sounds in words.values())
    if any(count >= fewest or count < 1 for count in takes):
        raise BadInput("measure.voices-few", fewest=fewest, most=fewest - 1)
    out: dict[str, Any] = {"speakers": len(voices), "takes": {}}
    for count in takes:
        whole = [t for name, words in voices.items() for t in trials(words, count, settings, known[name])]
        four = [t for name, words in voices.items() for t in trials(words, count, settings, known[name], 4)]
        out["takes"][str(count)] = {"all": figures(whole), "sets_of_four": figures(four)}
        if count + PLAYED < fewest:
            after = [t for n, w in voices.items() for t in trials(w, count, settings, known[n], 4, PLAYED, PLAYED)]
            before = [t for t in four if t.number >= count + PLAYED]
            out["takes"][str(count)]["after_play"] = {"before": figures(before), "after": figures(after)}
    return out
