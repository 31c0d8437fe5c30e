"""Families of four in a talking room, from the warm-up to the trades: how many intended trades happen, how many false.

Four people with held larynges imitate the animals of a set (``warmup_noises``). Each is warmed up by the shipped cards
(takes that the cards refuse are made again); then pairs make one noise at nearly the same time, over recorded talk,
between coughs and talk alone. Every third family speaks spellings of the noises with a held synthesiser's voices
instead. One microphone on the table; without a camera whose a noise was is told by takes alone, with one by mouths as
well: they move as their owners sound, noises and talk alike. Without a warm-up the same sound is heard by the
shipped network, whose hints are worth a question at most.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.events import Signal
from companion.people.lessons.noise_lesson import Bouts
from companion.people.warmup.cards import NoiseObservation, deal
from companion.people.warmup.judging import Judging
from companion.people.warmup.pile import Pile
from companion.senses.sounds.attribution import Attribution
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.settings import NOISE_SETS, RATE
from companion.senses.sounds.sound_features import NoiseProfile
from companion.senses.sounds.sound_sense import SoundSense
from companion.sources.audio import Samples
from companion.sources.audio_files import read
from measure.evaluate.warmup_noises import Studio, again, imitated, placed, studio
from models.training.voices import people as performers
from models.training.voices import synthesisers as tts
from models.training.voices.source import Rng, Speaker
from models.training.voices.synthesisers import SPELLINGS

NAMES = ("Ann", "Ben", "Cleo", "Dan")
Dry = npt.NDArray[np.float64]
TRADES = 16
FRAMES = 15  # of the camera, a second
APART = 1.6  # seconds between the two noises of a trade at most
TALK = (-46.0, -32.0)  # dB full scale of the room's talk
_BEAST = {"lamb": "sheep"}


@dataclass(frozen=True)
class Played:
    """An intended trade: who makes which noise when (seconds)."""

    signal: str
    one: tuple[str, float]
    other: tuple[str, float]


class Member:
    """One of the family: makes each animal in a way of their own, a little otherwise each time.

    `spoken`: as words by a synthesiser that nothing was trained on, where it is installed.
    """

    def __init__(self, rng: Rng, made: Studio, signals: Sequence[str], room: int, spoken: bool = False) -> None:
        self._rng, self._room, self._gear = rng, room, int(rng.integers(1 << 30))
        self._who = replace(
            Speaker.draw(rng),
            larynx=made.larynges[int(rng.integers(len(made.larynges)))],
            air=made.airs[int(rng.integers(len(made.airs)))],
        )
        self._much = float(rng.uniform(0.5, 1.3))
        self._ways: dict[str, tuple[Any, float, float]] = {}
        self._words = words(rng, signals) if spoken else {}
        for name in signals:
            found = [n for n in made.outlines if n.startswith(f"{_BEAST.get(name, name)}/")]
            shape = made.outlines[str(rng.choice(found))]
            self._ways[name] = (shape, float(rng.uniform(0.7, 1.1)), float(rng.uniform(0.85, 1.25)))

    def make(self, name: str) -> Samples:
        shape, stretch, size = self._ways[name]
        word = self._words.get(name)
        way = lambda r, w: imitated(r, w, shape, stretch, size, self._much) if word is None else word  # noqa: E731
        sound = placed(self._rng, again(self._rng, self._who, way, self._much), self._room, self._gear)
        return np.asarray(sound * self._rng.uniform(0.5, 1.0), np.float32)

    def cough(self) -> Samples:
        sound = performers.cough(self._rng, self._who)[: 2 * RATE]
        return np.asarray(placed(self._rng, sound, self._room, self._gear), np.float32)


def words(rng: Rng, signals: Sequence[str]) -> dict[str, Dry]:
    """Return a spelling of each signal, said by one held voice of espeak-ng; none where that is not installed."""
    variant, base = str(rng.choice(sorted(v for v in tts.HELD if "flite" not in v))), int(rng.integers(1 << 30))
    if shutil.which("espeak-ng") is None:
        return {}
    texts = {name: str(rng.choice([t for t in SPELLINGS[name] if len(t) < 18])) for name in signals}
    return {n: tts.espeak(np.random.default_rng(base), t, variant, ("en", "de")) for n, t in texts.items()}


def warmed(
    member: Member, name: str, signals: Sequence[str], net: NoiseEmbedding, others: list[NoiseProfile]
) -> NoiseProfile | None:
    """Return the player's profile after the cards, by the shipped pile."""
    pile, by = Pile.of(name, deal(signals, sees=False, hears=True)), Judging(lambda: net)
    for _ in range(12 * len(signals)):
        card = pile.card
        if card is None:
            break
        quiet = (np.random.default_rng(1).standard_normal(RATE) * 1e-3).astype(np.float32)
        for samples, room in first_bout(np.concatenate([quiet, member.make(card.signal), quiet])):
            pile = pile.hear(NoiseObservation(0.0, len(samples) / RATE, samples, room, -15.0), by)
    settled = pile.noise(None, others, by)
    return None if settled is None else settled.profile


def first_bout(samples: Samples) -> list[tuple[Samples, float]]:
    cutter = Bouts()
    return [*cutter.feed(samples), *cutter.finish()][:1]


@dataclass(frozen=True)
class Evening:
    """A table's sound, the trades that were meant in it, and what each player sounds in it: (second, samples)."""

    whole: Samples
    meant: list[Played]
    voices: dict[str, list[tuple[float, Samples]]]


def evening(rng: Rng, members: dict[str, Member], signals: Sequence[str], talk: list[Samples]) -> Evening:
    """Return an evening's table."""
    parts: list[tuple[float, Samples]] = []
    voices: dict[str, list[tuple[float, Samples]]] = {name: [] for name in members}
    meant: list[Played] = []
    t = 2.0
    for k in range(TRADES):
        name = signals[k % len(signals)]
        one, other = (str(n) for n in rng.permutation(list(members))[:2])
        first, second = members[one].make(name), members[other].make(name)
        later = t + len(first) / RATE + float(rng.uniform(0.0, APART - 1.0))
        parts += [(t, first), (later, second)]
        voices[one].append((t, first))
        voices[other].append((later, second))
        meant.append(Played(name, (one, t), (other, later)))
        t = later + len(second) / RATE + float(rng.uniform(2.5, 4.0))
        if rng.random() < 0.5:
            who = str(rng.choice(list(members)))
            cough = members[who].cough()
            parts.append((t, cough))
            voices[who].append((t, cough))
            t += len(cough) / RATE + 1.5
    whole = (rng.standard_normal(int((t + 3) * RATE)) * 1e-3).astype(np.float32)
    at, number = 0, 0
    while at < len(whole):
        said = talk[int(rng.integers(len(talk)))]
        level = 10 ** (rng.uniform(*TALK) / 20) / (float(np.sqrt(np.mean(said**2))) + 1e-6)
        stop = min(len(whole), at + len(said))
        whole[at:stop] += (said[: stop - at] * level).astype(np.float32)
        voices[NAMES[number % len(NAMES)]].append((at / RATE, said[: stop - at]))
        number += 1
        at = stop + int(rng.uniform(0.5, 4.0) * RATE)
    for begin, sound in parts:
        start = int(begin * RATE)
        whole[start : start + len(sound)] += sound[: len(whole) - start]
    return Evening(np.clip(whole, -1, 1), meant, voices)


def heard(
    whole: Samples, signals: Sequence[str], profiles: Sequence[NoiseProfile], net: NoiseEmbedding
) -> list[Signal]:
    """Return what the sense tells, as begun signals."""
    sense = SoundSense("table", net=net, profiles=profiles)
    sense.set_active(signals)
    found = [e for k in range(0, len(whole), RATE // 4) for e in sense.feed(whole[k : k + RATE // 4], k / RATE)]
    return [e for e in [*found, *sense.finish()] if isinstance(e, Signal) and e.phase == "on"]


def seen(found: Sequence[Signal], table: Evening, seed: int) -> list[Signal]:
    """Return the same signals after a camera has seen everybody's mouth."""
    levels = _decibels(table.whole)
    mouths = {
        name: mouth(parts, len(table.whole) / RATE, seed + k) for k, (name, parts) in enumerate(table.voices.items())
    }
    out = []
    for signal in sorted(found, key=lambda e: e.decided):
        who, first = Attribution(), signal.onset - 1.5
        for k in range(max(0, int(first * 100)), min(len(levels), int(signal.decided * 100) + 10)):
            who.level(k / 100, float(levels[k]))
        for name, gaps in mouths.items():
            for k in range(max(0, int(first * FRAMES)), min(len(gaps), int((signal.decided + 0.1) * FRAMES))):
                who.mouth(name, k / FRAMES, (float(gaps[k]), 0.6, 1.1))
        out.append(who.give(signal))
    return out


def mouth(parts: Sequence[tuple[float, Samples]], seconds: float, seed: int) -> npt.NDArray[np.float64]:
    """Return a mouth's gap in outer-eye distances at every frame: opened by its owner's sounds, with landmark noise."""
    gap: Dry = np.full(int(seconds * FRAMES) + 1, 0.02)
    for t, sound in parts:
        loud = np.sqrt(np.clip(10 ** (_decibels(np.asarray(sound, np.float32)) / 20), 0, None))
        times = np.arange(len(gap)) / FRAMES
        gap += 0.3 * np.interp(times, t + np.arange(len(loud)) / 100, loud / (loud.max() + 1e-9), left=0, right=0)
    return np.asarray(gap + np.random.default_rng(seed).normal(0, 0.003, len(gap)))


def _decibels(sound: Samples) -> npt.NDArray[np.float64]:
    blocks = sound[: len(sound) // 160 * 160].reshape(-1, 160).astype(np.float64)
    return np.asarray(10 * np.log10(np.mean(blocks**2, axis=1) + 1e-9))


def judged(meant: list[Played], found: list[Signal]) -> dict[str, int]:
    """Intended trades: by themselves; with a question (right noise, whose is not told); and signals of nobody's."""
    happened = asked = 0
    used: set[int] = set()
    for trade in meant:
        rows = []
        for player, t in (trade.one, trade.other):
            near = [k for k, e in enumerate(found) if e.name == trade.signal and t - 0.3 <= e.onset <= t + 1.5]
            told = [k for k in near if found[k].evidence.get("by") == "takes"]
            right = [k for k in told if found[k].player == player]
            open_ = [k for k in near if k not in told or found[k].player is None]
            used.update(near)
            rows.append(2 if right else 1 if open_ else 0)
        happened += rows == [2, 2]
        asked += min(rows) >= 1 and rows != [2, 2]
    wrong = sum(
        found[k].player not in (None, trade.one[0], trade.other[0]) for trade in meant for k in _near(trade, found)
    )
    false = [e for k, e in enumerate(found) if k not in used]
    pairs = sum(
        1
        for i, a in enumerate(false)
        for b in false[i + 1 :]
        if a.name == b.name and None is not a.player != b.player is not None and abs(a.onset - b.onset) < 3.0
    )
    return {
        "meant": len(meant),
        "happened": happened,
        "asked": asked,
        "wrong_player": wrong,
        "false_signals": len(false),
        "false_trades": pairs,
    }


def _near(trade: Played, found: Sequence[Signal]) -> list[int]:
    """Signals that takes told while a trade was made."""
    first, last = trade.one[1] - 0.3, trade.other[1] + 1.5
    return [
        k
        for k, e in enumerate(found)
        if e.name == trade.signal and first <= e.onset <= last and e.evidence.get("by") == "takes"
    ]


def evaluate(
    sounds: Path, families: int = 6, seed: int = 11, progress: Callable[[str], None] = lambda n: None
) -> dict[str, Any]:
    """Return sums over families, with the warm-up and without.

    Raises BadInput.
    """
    made, net = studio(sounds), NoiseEmbedding()
    talk = [np.asarray(read(p), np.float32) for p in sorted((sounds / "other" / "speech").glob("*.flac"))]
    total: dict[str, dict[str, int]] = {"with_camera": {}, "with": {}, "without": {}}
    for number in range(families):
        rng = np.random.default_rng([seed, number])
        signals = NOISE_SETS["AC"[number % 2]]
        room = int(rng.integers(1 << 30))
        members = {
            n: Member(np.random.default_rng([seed, number, k]), made, signals, room, number % 3 == 2)
            for k, n in enumerate(NAMES)
        }
        profiles: list[NoiseProfile] = []
        for name, member in members.items():
            progress(f"family {number + 1}: {name}")
            if (profile := warmed(member, name, signals, net, profiles)) is not None:
                profiles.append(profile)
        table = evening(rng, members, signals, talk)
        progress(f"family {number + 1}: the evening")
        found = heard(table.whole, signals, profiles, net)
        ways = {
            "with_camera": seen(found, table, number),
            "with": found,
            "without": heard(table.whole, signals, [], net),
        }
        for key, signs in ways.items():
            for name, n in judged(table.meant, signs).items():
                total[key][name] = total[key].get(name, 0) + n
        total["with"]["seconds"] = total["with"].get("seconds", 0) + round(len(table.whole) / RATE)
    return {"families": families, **total}
