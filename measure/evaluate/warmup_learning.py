"""Families of four without a warm-up over an hour: what the table's own words teach the real sitting.

The people, rooms and talk are those of ``warmup_family``. Thirty-two trades, one in two minutes or so; sound is heard
around each and in stretches of talk between, the minutes between are passed over. The sitting is the shipped one:
microphone (without speech), referee, questions, learning. The table behaves as people do. It agrees to learning. It
answers what it is asked about a trade, two seconds later. It enters a trade that nothing came of, five seconds after
it. It takes back what is wrong, and enters what was right.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from companion.clock import ManualClock
from companion.people.profile_lookup import EveningMemory
from companion.referee.desk import SignalDesk
from companion.referee.desk_registry import header, match_of
from companion.referee.questions import Question
from companion.senses.sounds.settings import NOISE_SETS, RATE
from companion.sitting.table_sitting import TableSitting, table_of
from companion.sources.audio import Chunk, Samples
from companion.sources.audio_files import read
from measure.evaluate.warmup_family import FRAMES, NAMES, TALK, Member, mouth
from measure.evaluate.warmup_noises import studio
from models.training.voices.source import Rng

HOUR_S = 3600.0
TRADES = 32
QUARTERS = 4
APART_S = (0.0, 0.6)  # from the end of one noise's recording to the beginning of the other's
ANSWER_S = 2.0  # after which the table answers a question
ENTER_S = 5.0  # after the noises, until the table enters what nothing came of
UNDO_S = 3.0  # after which the table takes back a wrong trade
BEFORE_S, AFTER_S, BETWEEN_S = 1.5, 7.5, 5.0  # heard before and after a trade, and between two
OPENING_S = 4.0  # of talk before the first trade


@dataclass(frozen=True)
class Meant:
    """A trade that two people make by ``signal``; ``over``: when both noises were (s)."""

    pair: frozenset[str]
    signal: str
    over: float


@dataclass(frozen=True)
class Window:
    """A stretch that is heard: from ``start`` s; ``voices``: what each player sounds, (second, samples)."""

    start: float
    sound: Samples
    voices: dict[str, list[tuple[float, Samples]]]
    meant: Meant | None = None


def windows(rng: Rng, members: dict[str, Member], signals: Sequence[str], talk: Sequence[Samples]) -> Iterator[Window]:
    """Yield the stretches of an hour in which something is heard."""
    yield _window(rng, 0.0, OPENING_S, talk, [])
    for k in range(TRADES):
        t = HOUR_S * (k + 0.35 + float(rng.uniform(0, 0.3))) / TRADES
        signal = signals[int(rng.permutation(len(signals))[0])] if k >= len(signals) else signals[k]
        one, other = (str(n) for n in rng.permutation(list(members))[:2])
        first, second = members[one].make(signal), members[other].make(signal)
        begin = t + BEFORE_S
        later = begin + len(first) / RATE + float(rng.uniform(*APART_S))
        over = later + len(second) / RATE
        parts = [(one, begin, first), (other, later, second)]
        if rng.random() < 0.5:
            who = str(rng.choice(list(members)))
            parts.append((who, over + float(rng.uniform(2.5, 4.0)), members[who].cough()))
        meant = Meant(frozenset((one, other)), signal, over)
        yield _window(rng, t, over - t + AFTER_S, talk, parts, meant)
        if k % 2:
            yield _window(rng, t + 50.0, BETWEEN_S, talk, [])


def _window(
    rng: Rng,
    start: float,
    seconds: float,
    talk: Sequence[Samples],
    parts: Sequence[tuple[str, float, Samples]],
    meant: Meant | None = None,
) -> Window:
    whole = (rng.standard_normal(int(seconds * RATE)) * 1e-3).astype(np.float32)
    voices: dict[str, list[tuple[float, Samples]]] = {name: [] for name in NAMES}
    at, number = int(rng.uniform(0, 2) * RATE), int(rng.integers(4))
    while at < len(whole):
        said = talk[int(rng.integers(len(talk)))]
        level = 10 ** (rng.uniform(*TALK) / 20) / (float(np.sqrt(np.mean(said**2))) + 1e-6)
        stop = min(len(whole), at + len(said))
        whole[at:stop] += (said[: stop - at] * level).astype(np.float32)
        voices[NAMES[number % len(NAMES)]].append((at / RATE, said[: stop - at]))
        number += 1
        at = stop + int(rng.uniform(0.5, 4.0) * RATE)
    for name, begin, sound in parts:
        first = int((begin - start) * RATE)
        whole[first : first + len(sound)] += sound[: len(whole) - first]
        voices[name].append((begin - start, sound))
    return Window(start, np.clip(whole, -1, 1), voices, meant)


class _Silence:
    """The source of a microphone whose pieces are given to its station by hand."""

    name, live = "table", False

    def chunks(self) -> Iterator[Chunk]:
        yield from ()

    def close(self) -> None: ...


@dataclass
class Tally:
    """``rows``: of each meant trade when it was over, and what came of it; ``wrong``, ``asked``: when (s)."""

    rows: list[tuple[float, str]] = field(default_factory=list)
    wrong: list[float] = field(default_factory=list)
    asked: list[float] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        quarter = [Counter(what for t, what in self.rows if _quarter(t) == q) for q in range(QUARTERS)]
        wrong = Counter(_quarter(t) for t in self.wrong)
        late = sorted(t for t in self.asked if t > HOUR_S / 6)
        crowded = sum(b - a < 180.0 for a, b in pairwise(late))
        return {
            "by_themselves": [c["itself"] for c in quarter],
            "asked": [c["asked"] for c in quarter],
            "entered": [c["entered"] for c in quarter],
            "wrong": [wrong[q] for q in range(QUARTERS)],
            "questions": len(self.asked),
            "questions_too_soon": crowded,
        }


def _quarter(t: float) -> int:
    return min(QUARTERS - 1, int(t / HOUR_S * QUARTERS))


class People:
    """The table's people: they know what they meant, and say so where the referee does not know."""

    def __init__(self, table: TableSitting, signals: Sequence[str]) -> None:
        self.table, self._signals = table, signals
        self.tally = Tally()
        self.meant: Meant | None = None
        self._result = ""
        self._ruled = 0
        self._undo: list[tuple[float, int]] = []
        self._question: tuple[str, float] | None = None
        self._answered: set[str] = set()

    def begin(self, meant: Meant | None) -> None:
        self.meant, self._result = meant, ""

    def end(self) -> None:
        """Note what came of the trade of a stretch that is over."""
        for _, ruling in self._undo:
            self.table.sitting.command(f"undo {ruling}")
        self._undo = []
        if self.meant is not None:
            if not self._result:
                self._enter(self.meant)
            self.tally.rows.append((self.meant.over, self._result))
        self.meant = None

    def act(self, now: float) -> None:
        """Do what is due."""
        match, desk = self.table.match, self.table.match.desk
        assert isinstance(desk, SignalDesk)
        for number in range(self._ruled + 1, max(match.rulings, default=0) + 1):
            ruling = match.rulings[number]
            if ruling.code == "trade":
                trades = desk.trades_of(match, number)
                right = self.meant is not None and any(
                    {t.one, t.other} == self.meant.pair and t.signal == self.meant.signal for t in trades
                )
                if right and not self._result:
                    self._result = "itself"
                elif not right:
                    self.tally.wrong.append(now)
                    self._undo.append((now + UNDO_S, number))
        self._ruled = max(match.rulings, default=0)
        for due, number in [u for u in self._undo if u[0] <= now]:
            self._undo.remove((due, number))
            self.table.sitting.command(f"undo {number}")
        self._look_at_questions(now)
        busy = self._undo or (self._question is not None and self._concerns())
        if self.meant is not None and not self._result and now > self.meant.over + ENTER_S and not busy:
            self._enter(self.meant)

    def _concerns(self) -> bool:
        questions = self.table.sitting.questions()
        return bool(questions) and self._truth(questions[0]) not in (None, "nobody")

    def _enter(self, meant: Meant) -> None:
        self._result = "entered"
        one, other = sorted(meant.pair)
        self.table.sitting.command(f"trade {one} {other} {self._signals.index(meant.signal) + 1}")

    def _look_at_questions(self, now: float) -> None:
        questions = [q for q in self.table.sitting.questions() if q.code != "warmup"]
        if not questions:
            self._question = None
            return
        first = questions[0]
        if self._question is None or self._question[0] != first.id:
            self._question = (first.id, now)
            if first.code != "learn":
                self.tally.asked.append(now)
        if now - self._question[1] < ANSWER_S:
            return
        answer = self._truth(first)
        if answer is None or first.id in self._answered:
            return
        self._answered.add(first.id)
        before = self._result
        self.table.sitting.answer(first.id, answer)
        self._question = None
        if answer not in ("nobody", "evening") and not before:
            self._result = "asked"

    def _truth(self, question: Question) -> str | None:
        """Return the answer that people who know give; None where they let it be."""
        names, meant = self.table.match.players, self.meant
        if question.code == "learn":
            return "evening"
        if question.code not in ("who-trades", "whose-sound", "learn-pair"):
            return None
        if meant is None or self._result:
            return "nobody"
        one, other = sorted(names.index(n) for n in meant.pair)
        if question.code == "who-trades":
            wanted = f"seats{one}-{other}"
            return wanted if question.answer(wanted) else "nobody"
        if question.code == "learn-pair":
            right = {question.text.values["a"], question.text.values["b"]} == meant.pair
            return meant.signal if right else "nobody"
        named = question.text.values["name"]
        if named not in meant.pair:
            return "nobody"
        (partner,) = meant.pair - {named}
        wanted = f"seat{names.index(partner)}"
        return wanted if question.answer(wanted) else "nobody"


def play(
    rng: Rng, members: dict[str, Member], letter: str, talk: Sequence[Samples], *, camera: bool, seed: int
) -> Tally:
    """Return what came of one family's hour."""
    signals, clock = NOISE_SETS[letter], ManualClock()
    head = header("face-off", list(NAMES), {"signal_set": letter, "cards": "physical"}, 1, "en")
    evening = EveningMemory()
    table = table_of(match_of(head, None), clock, keep=evening.update_from_play, evening=evening)
    sitting = table.sitting
    worker = sitting.crew.ear("microphone 0", lambda told: _Silence(), [])
    station: Any = worker.station
    station.beside.clear()  # speech and the warm-up hear nothing here
    sitting.begin()
    people, heard_to = People(table, signals), 0.0
    for number, window in enumerate(windows(rng, members, signals, talk)):
        people.begin(window.meant)
        seconds = len(window.sound) / RATE
        gaps = {
            name: mouth(parts, seconds, seed + 10 * number + k) for k, (name, parts) in enumerate(window.voices.items())
        }
        step, lost = RATE // FRAMES, max(0.0, window.start - heard_to)
        for k in range(0, len(window.sound), step):
            t = window.start + k / RATE
            if camera:
                sitting.crew.mouths.put(
                    people,
                    [(name, t, (float(gap[min(k // step, len(gap) - 1)]), 0.6, 1.1)) for name, gap in gaps.items()],
                )
            piece = window.sound[k : k + step]
            clock.advance(max(0.0, t + len(piece) / RATE - clock.now()))
            sitting.post(station.feed(Chunk(piece, t, lost)))
            lost = 0.0
            sitting.pump()
            people.act(sitting.now())
        heard_to = window.start + seconds
        people.end()
        sitting.pump()
    sitting.close()
    return people.tally


@contextmanager
def _nobody_known() -> Iterator[None]:
    """Look for kept players in an empty folder."""
    before = os.environ.get("COMPANION_DATA_FOLDER")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["COMPANION_DATA_FOLDER"] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ["COMPANION_DATA_FOLDER"]
            else:
                os.environ["COMPANION_DATA_FOLDER"] = before


def evaluate(
    sounds: Path, families: int = 4, seed: int = 9, progress: Callable[[str], None] = lambda n: None
) -> dict[str, Any]:
    """Return figures with a camera and by ear, summed over families. Raises BadInput."""
    made = studio(sounds)
    talk = [np.asarray(read(p), np.float32) for p in sorted((sounds / "other" / "speech").glob("*.flac"))]
    out: dict[str, Any] = {}
    with _nobody_known():
        for way, camera in (("with_camera", True), ("by_ear", False)):
            total: dict[str, Any] = {}
            for number in range(families):
                progress(f"{way}, family {number + 1}")
                room = int(np.random.default_rng([seed, number]).integers(1 << 30))
                letter = "AC"[number % 2]
                members = {
                    n: Member(np.random.default_rng([seed, number, k]), made, NOISE_SETS[letter], room, number % 3 == 2)
                    for k, n in enumerate(NAMES)
                }
                rng = np.random.default_rng([seed, number, 99])
                found = play(rng, members, letter, talk, camera=camera, seed=number).figures()
                for key, value in found.items():
                    before = total.get(key)
                    if isinstance(value, list):
                        total[key] = [a + b for a, b in zip(before or [0] * len(value), value, strict=True)]
                    else:
                        total[key] = value + (before or 0)
            out[way] = {**total, "second_half_of": families * TRADES // 2, "hour_of": families * TRADES}
    return out
