"""An evening with all that listens at once: what it tells that nobody did, and what it misses of what was done.

Four players have taught the noises of a set; the shout and the speech are listened for; what is told goes through the
referee of a hand of Face Off!. Counted are false shouts, noises, trades and questions, and, where plays were made, how
many were found. Beside it a second sense that nobody taught tells its hints. Parts are kept as they are done, so that a
long evening may be heard a little at a time.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.events import Command, Event, Phrase, Reply, Ruling, Signal
from companion.referee.desk_registry import header, match_of
from companion.referee.match import Match
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.settings import NOISE_SETS, RATE
from companion.senses.sounds.sound_features import NoiseProfile
from companion.senses.sounds.sound_sense import SoundSense
from companion.senses.speech.speech_sense import SpeechSense
from companion.senses.speech.sphinx_recogniser import SphinxRecogniser
from measure.evaluate.evening_sound import Part, clips, part
from measure.evaluate.sounds import Remembering
from measure.evaluate.warmup_family import NAMES, Member, Played, warmed
from measure.evaluate.warmup_noises import studio

LETTERS: Final = "AC"  # sets, in turn
TRADES, WINS = 6, 1  # of a part with plays
_PIECE: Final = RATE // 10
_NEAR: Final = 0.4  # seconds by which a shout may be dated wrong
_AFTER: Final = 4.0  # seconds after the second noise in which a trade may be ruled or asked about
_BEFORE: Final = 0.3  # seconds before a noise from which what is told is its own


@dataclass
class Counts:
    """Of all parts. ``false``: what was told, by "kind name: what sounded"; "hint" is of the sense that nobody taught.

    ``named``: trades of which both noises were told; ``ruled``: by themselves between the right two; ``asked``: with a
    question.
    """

    minutes: float = 0.0
    false: dict[str, int] = field(default_factory=dict)
    trades: int = 0
    named: int = 0
    ruled: int = 0
    asked: int = 0
    wins: int = 0
    found: int = 0

    def add(self, other: Counts) -> None:
        self.false = dict(Counter(self.false) + Counter(other.false))
        for name in ("minutes", "trades", "named", "ruled", "asked", "wins", "found"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def an_hour(self, kind: str) -> float:
        told = sum(n for name, n in self.false.items() if name.split()[0] == kind)
        return round(60 * told / self.minutes, 2) if self.minutes else 0.0

    def as_json(self) -> dict[str, Any]:
        kinds = sorted({name.split()[0] for name in self.false})
        return {**asdict(self), "false_an_hour": {kind: self.an_hour(kind) for kind in kinds}}


@dataclass
class Told:
    """What was told in a part: the senses' events, what the referee ruled, and when it asked what (seconds, code)."""

    shouts: list[Phrase] = field(default_factory=list)
    signals: list[Signal] = field(default_factory=list)
    hints: list[Signal] = field(default_factory=list)
    trades: list[Ruling] = field(default_factory=list)
    questions: list[tuple[float, str]] = field(default_factory=list)


class Table:
    """One hand that is played on, whatever is told: every question is answered as if nothing had been done."""

    def __init__(self, letter: str, told: Told) -> None:
        options = {"cards": "physical", "signal_set": letter}
        self._match: Match = match_of(header("face-off", list(NAMES), options, 1, "en"), None)
        self._match.begin()
        self._told = told

    def hear(self, now: float, events: Iterable[Event]) -> None:
        rulings = [*self._match.advance(now)]
        for event in events:
            rulings += self._match.fold(event)
        for question in self._match.questions():
            self._told.questions.append((now, question.code))
            no = next((answer for answer in question.answers if answer.kind == "no"), None)
            if no is not None:
                reply = Reply(question.id, no.id)
                rulings += self._match.fold(Command(onset=now, decided=now, text="", means=reply))
        self._told.trades += [ruling for ruling in rulings if "trade " in ruling.action]


def heard(sound: Part, letter: str, profiles: Sequence[NoiseProfile], net: Remembering, ears: SphinxRecogniser) -> Told:
    """Return a part through both senses and the referee."""
    told, active = Told(), NOISE_SETS[letter]
    taught, untaught = SoundSense("table", net=net, profiles=profiles), SoundSense("table", net=net)
    for sense in (taught, untaught):
        sense.set_active(active)
    speech, table = SpeechSense("table", NAMES, ears), Table(letter, told)
    for start in range(0, len(sound.samples), _PIECE):
        piece, t = sound.samples[start : start + _PIECE], start / RATE
        net.forget()
        events = [*taught.feed(piece, t), *speech.feed(piece, t)]
        told.signals += _begun(events)
        told.hints += _begun(untaught.feed(piece, t))
        told.shouts += [e for e in events if isinstance(e, Phrase) and e.kind in ("shout", "speech", "wild_thing")]
        table.hear(t + len(piece) / RATE, events)
    return told


def _begun(events: Iterable[Event]) -> list[Signal]:
    return [event for event in events if isinstance(event, Signal) and event.phase == "on"]


def counted(sound: Part, told: Told) -> Counts:
    """Return what was found of what was done; the rest is false."""
    out = Counts(len(sound.samples) / RATE / 60, trades=len(sound.trades), wins=len(sound.wins))
    out.found = sum(any(_is(e, t) for e in told.shouts) for t in sound.wins)
    for play in sound.trades:
        sides = [[e for e in told.signals if _of(e, play, t)] for _, t in (play.one, play.other)]
        ruled = any(_between(ruling, play) for ruling in told.trades)
        asked = any(play.one[1] <= t <= play.other[1] + _AFTER for t, _ in told.questions)
        out.named += all(sides)
        out.ruled += ruled
        out.asked += asked and not ruled
    done = [*((t - _NEAR, t + _AFTER) for t in sound.wins)]
    done += [(play.one[1] - _BEFORE, play.other[1] + _AFTER) for play in sound.trades]
    out.false = dict(
        Counter(
            f"{name}: {sound.sounding(decided)}"
            for name, onset, decided in _named(told)
            if not any(first <= onset <= last for first, last in done)
        )
    )
    return out


def _named(told: Told) -> list[tuple[str, float, float]]:
    """All that was told by its name, with its first sound and when it was told, seconds."""
    events: list[tuple[str, Sequence[Phrase | Signal]]] = [
        ("shout", told.shouts),
        ("noise", told.signals),
        ("hint", told.hints),
    ]
    named = [
        (f"{kind} {e.kind if isinstance(e, Phrase) else e.name}", e.onset, e.decided) for kind, es in events for e in es
    ]
    named += [
        (f"trade {ruling.action.rpartition('trade ')[2]}", ruling.onset, ruling.decided) for ruling in told.trades
    ]
    return [*named, *((f"question {code}", t, t) for t, code in told.questions)]


def _is(event: Phrase, t: float) -> bool:
    return event.kind == "shout" and abs(event.onset - t) <= _NEAR


def _of(event: Signal, play: Played, t: float) -> bool:
    return event.name == play.signal and t - _BEFORE <= event.onset <= t + 1.5


def _between(ruling: Ruling, play: Played) -> bool:
    pair = (f"trade {play.one[0]} {play.other[0]}", f"trade {play.other[0]} {play.one[0]}")
    return play.one[1] <= ruling.decided <= play.other[1] + _AFTER and any(p in ruling.action for p in pair)


@dataclass
class Family:
    """Those at the table and what they have taught, by set."""

    members: dict[str, Member]
    profiles: list[NoiseProfile]


def family(seed: int, letter: str, sounds: Path, net: NoiseEmbedding) -> Family:
    """Four players, drawn, and warmed up for a set."""
    made = studio(sounds)
    room = int(np.random.default_rng([seed, 7]).integers(1 << 30))
    members = {
        name: Member(np.random.default_rng([seed, ord(letter), k]), made, NOISE_SETS[letter], room)
        for k, name in enumerate(NAMES)
    }
    profiles: list[NoiseProfile] = []
    for name, member in members.items():
        profile = warmed(member, name, NOISE_SETS[letter], net, profiles)
        profiles += [] if profile is None else [profile]
    return Family(members, profiles)


def evaluate(
    sounds: Path,
    more: Path | None = None,
    minutes: float = 20.0,
    each: float = 5.0,
    seed: int = 1,
    plays: bool = False,
    kept: Path | None = None,
    progress: Callable[[str], None] = lambda name: None,
) -> dict[str, Any]:
    """Return counts over ``minutes`` in parts of ``each``; ``plays``: trades and wins are made in them.

    Parts that stand in ``kept`` (a file of lines) are not heard again. Raises BadInput.
    """
    done = {} if kept is None or not kept.exists() else dict(map(_line, kept.read_text("utf-8").splitlines()))
    total, net = Counts(), Remembering()
    families: dict[str, Family] = {}
    kinds, ears = None, SphinxRecogniser()
    for number in range(max(1, round(minutes / each))):
        key, letter = f"{seed} {int(plays)} {each:g} {number}", LETTERS[number % len(LETTERS)]
        if key not in done:
            kinds = kinds or clips(np.random.default_rng([seed, 1]), sounds, more, progress)
            families[letter] = families.get(letter) or family(seed, letter, sounds, net)
            progress(f"part {number + 1}")
            one, rng = families[letter], np.random.default_rng([seed, int(plays), number])
            many = (TRADES, WINS) if plays else (0, 0)
            sound = part(rng, kinds, each * 60, one.members, NOISE_SETS[letter], *many)
            done[key] = counted(sound, heard(sound, letter, one.profiles, net, ears))
            if kept is not None:
                with kept.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps([key, asdict(done[key])]) + "\n")
        total.add(done[key])
    return total.as_json()


def _line(text: str) -> tuple[str, Counts]:
    key, values = json.loads(text)
    return str(key), Counts(**values)
