"""Families of four in a talking room, from the warm-up to the trades: how many intended trades happen, how many false.

Four people with held larynges imitate the animals of a set (``warmup_noises``). Each is warmed up by the shipped cards
(takes that the cards refuse are made again); then pairs make one noise at nearly the same time, over recorded talk,
between coughs and talk alone. One microphone on the table, no camera: whose a noise was is told by the takes alone.
Without a warm-up the same sound is heard by the shipped network, whose hints are worth a question at most.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from companion.events import Signal
from companion.people.lessons.sounds import Bouts
from companion.people.warmup.cards import deal
from companion.people.warmup.learner import Learner
from companion.people.warmup.seen import Noise
from companion.senses.faces.settings import shipped
from companion.senses.sounds.names import RATE, SETS
from companion.senses.sounds.net import SoundNet
from companion.senses.sounds.profile import Profile
from companion.senses.sounds.sense import SoundSense
from companion.senses.sounds.settings import Settings
from companion.sources.audio import Samples
from companion.sources.audio_files import read
from measure.evaluate.warmup_noises import Studio, again, imitated, placed, studio
from models.synth.voices import people as performers
from models.synth.voices.speaker import Rng, Speaker

NAMES = ("Ann", "Ben", "Cleo", "Dan")
TRADES = 16
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
    """One of the family: makes each animal in a way of their own, a little otherwise each time."""

    def __init__(self, rng: Rng, made: Studio, signals: Sequence[str], room: int) -> None:
        self._rng, self._room, self._gear = rng, room, int(rng.integers(1 << 30))
        self._who = replace(
            Speaker.draw(rng),
            larynx=made.larynges[int(rng.integers(len(made.larynges)))],
            air=made.airs[int(rng.integers(len(made.airs)))],
        )
        self._much = float(rng.uniform(0.5, 1.3))
        self._ways: dict[str, tuple[Any, float, float]] = {}
        for name in signals:
            found = [n for n in made.outlines if n.startswith(f"{_BEAST.get(name, name)}/")]
            shape = made.outlines[str(rng.choice(found))]
            self._ways[name] = (shape, float(rng.uniform(0.7, 1.1)), float(rng.uniform(0.85, 1.25)))

    def make(self, name: str) -> Samples:
        shape, stretch, size = self._ways[name]
        way = lambda r, w: imitated(r, w, shape, stretch, size, self._much)  # noqa: E731
        sound = placed(self._rng, again(self._rng, self._who, way, self._much), self._room, self._gear)
        return np.asarray(sound * self._rng.uniform(0.5, 1.0), np.float32)

    def cough(self) -> Samples:
        sound = performers.cough(self._rng, self._who)[: 2 * RATE]
        return np.asarray(placed(self._rng, sound, self._room, self._gear), np.float32)


def warmed(member: Member, name: str, signals: Sequence[str], net: SoundNet, others: list[Profile]) -> Profile | None:
    """The player's profile after the cards, by the shipped learner."""
    learner = Learner(name, deal(signals, sees=False, hears=True), shipped(), Settings.load())
    for _ in range(12 * len(signals)):
        card = learner.card
        if card is None:
            break
        quiet = (np.random.default_rng(1).standard_normal(RATE) * 1e-3).astype(np.float32)
        for samples, room in first_bout(np.concatenate([quiet, member.make(card.signal), quiet])):
            learner.hear(Noise(0.0, len(samples) / RATE, samples, room, -15.0), net, {})
    settled = learner.noise(None, others, net.version)
    return None if settled is None else settled.profile


def first_bout(samples: Samples) -> list[tuple[Samples, float]]:
    cutter = Bouts()
    return [*cutter.feed(samples), *cutter.finish()][:1]


def evening(
    rng: Rng, members: dict[str, Member], signals: Sequence[str], talk: list[Samples]
) -> tuple[Samples, list[Played]]:
    """A table's sound, and the trades that were meant in it."""
    parts: list[tuple[float, Samples]] = []
    meant: list[Played] = []
    t = 2.0
    for k in range(TRADES):
        name = signals[k % len(signals)]
        one, other = (str(n) for n in rng.permutation(list(members))[:2])
        first, second = members[one].make(name), members[other].make(name)
        later = t + len(first) / RATE + float(rng.uniform(0.0, APART - 1.0))
        parts += [(t, first), (later, second)]
        meant.append(Played(name, (one, t), (other, later)))
        t = later + len(second) / RATE + float(rng.uniform(2.5, 4.0))
        if rng.random() < 0.5:
            cough = members[str(rng.choice(list(members)))].cough()
            parts.append((t, cough))
            t += len(cough) / RATE + 1.5
    whole = (rng.standard_normal(int((t + 3) * RATE)) * 1e-3).astype(np.float32)
    at = 0
    while at < len(whole):
        said = talk[int(rng.integers(len(talk)))]
        level = 10 ** (rng.uniform(*TALK) / 20) / (float(np.sqrt(np.mean(said**2))) + 1e-6)
        stop = min(len(whole), at + len(said))
        whole[at:stop] += (said[: stop - at] * level).astype(np.float32)
        at = stop + int(rng.uniform(0.5, 4.0) * RATE)
    for begin, sound in parts:
        start = int(begin * RATE)
        whole[start : start + len(sound)] += sound[: len(whole) - start]
    return np.clip(whole, -1, 1), meant


def heard(whole: Samples, signals: Sequence[str], profiles: Sequence[Profile], net: SoundNet) -> list[Signal]:
    sense = SoundSense("table", net=net, profiles=profiles)
    sense.set_active(signals)
    found = [e for k in range(0, len(whole), RATE // 4) for e in sense.feed(whole[k : k + RATE // 4], k / RATE)]
    return [e for e in [*found, *sense.finish()] if isinstance(e, Signal) and e.phase == "on"]


def judged(meant: list[Played], found: list[Signal]) -> dict[str, int]:
    """Intended trades: by themselves; with a question (right noise, whose is not told); and signals of nobody's."""
    happened = asked = 0
    used: set[int] = set()
    for trade in meant:
        rows = []
        for player, t in (trade.one, trade.other):
            near = [k for k, e in enumerate(found) if e.name == trade.signal and t - 0.3 <= e.onset <= t + 1.5]
            right = [k for k in near if found[k].player == player]
            open_ = [k for k in near if found[k].player is None]
            used.update(near)
            rows.append(2 if right else 1 if open_ else 0)
        happened += rows == [2, 2]
        asked += min(rows) >= 1 and rows != [2, 2]
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
        "false_signals": len(false),
        "false_trades": pairs,
    }


def evaluate(
    sounds: Path, families: int = 6, seed: int = 11, progress: Callable[[str], None] = lambda n: None
) -> dict[str, Any]:
    """Sums over families, with the warm-up and without. Raises BadInput."""
    made, net = studio(sounds), SoundNet()
    talk = [np.asarray(read(p), np.float32) for p in sorted((sounds / "other" / "speech").glob("*.flac"))]
    total: dict[str, dict[str, int]] = {"with": {}, "without": {}}
    for number in range(families):
        rng = np.random.default_rng([seed, number])
        signals = SETS["AC"[number % 2]]
        room = int(rng.integers(1 << 30))
        members = {
            n: Member(np.random.default_rng([seed, number, k]), made, signals, room) for k, n in enumerate(NAMES)
        }
        profiles: list[Profile] = []
        for name, member in members.items():
            progress(f"family {number + 1}: {name}")
            if (profile := warmed(member, name, signals, net, profiles)) is not None:
                profiles.append(profile)
        whole, meant = evening(rng, members, signals, talk)
        for key, known in (("with", profiles), ("without", [])):
            progress(f"family {number + 1}: {key}")
            for name, n in judged(meant, heard(whole, signals, known, net)).items():
                total[key][name] = total[key].get(name, 0) + n
        total["with"]["seconds"] = total["with"].get("seconds", 0) + round(len(whole) / RATE)
    return {"families": families, **total}
