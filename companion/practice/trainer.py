"""One drill under way, whoever shows it: what the senses observe becomes cues, coaching and kept attempts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from companion.events import Signal
from companion.practice.attempt import Attempt
from companion.practice.coaching import Coaching
from companion.practice.drills import Drill, Note, Plan
from companion.practice.hearing import Hearing
from companion.practice.looks import Look
from companion.practice.plays import Plays
from companion.practice.signals import EARS, EYES, senses_of

Keep = Callable[[Attempt], None]


class Observation(Protocol):
    """What a sense says at ``t`` seconds: a look or a hearing."""

    @property
    def t(self) -> float: ...

    @property
    def ready(self) -> bool: ...

    @property
    def signals(self) -> tuple[Signal, ...]: ...

    def coached(self, signal: str) -> Coaching | None: ...


def sense_of(seen: Observation) -> str:
    return EYES if isinstance(seen, Look) else EARS


class Trainer:
    """Runs the cues of ``plan``; every finished try goes to ``keep`` at once, its play to ``plays``."""

    def __init__(self, name: str, plan: Plan, keep: Keep, now: Callable[[], datetime] | None = None) -> None:
        self.name = name
        self.drill = Drill(plan)
        self.coaching: Coaching | None = None
        self.hits = self.tries = 0
        self.began = False
        self.plays = Plays()
        self._keep, self._now = keep, now or (lambda: datetime.now().astimezone())
        self._ready: dict[str, bool] = {}
        self._near: dict[str, Coaching] = {}
        self._best = self._t = 0.0

    @property
    def done(self) -> bool:
        """Every cue was given, and the last play is over."""
        return self.drill.done and not (self._ready.get(EARS, False) and self.plays.waits(self._t))

    def see(self, seen: Observation) -> list[Note]:
        """One observation. Two senses may be a little out of step: time never goes back."""
        self._t = max(self._t, seen.t)
        self._ready[sense_of(seen)] = seen.ready
        self._coach(seen)
        self.plays.see(seen)
        if isinstance(seen, Hearing):
            for noise in seen.noises:
                self.plays.heard(noise)
        ready = any(self._ready.get(sense, False) for sense in senses_of(self.drill.upcoming))
        notes = self.drill.step(self._t, seen.signals, ready=ready)
        for note in notes:
            self._noted(note)
        return notes

    def _coach(self, seen: Observation) -> None:
        asked = self.drill.asked
        if asked is None:
            self.coaching = None
            self._near.clear()
            return
        found = seen.coached(asked)
        if found is not None:
            self._near[sense_of(seen)] = found
            self._best = max(self._best, found.near)
        self.coaching = max(self._near.values(), key=lambda c: c.near, default=None)

    def _noted(self, note: Note) -> None:
        self.began = True
        if note.kind == "cue":
            self._best = 0.0
        if not note.is_try:
            return
        hit = note.kind == "hit"
        self.hits, self.tries = self.hits + hit, self.tries + 1
        if hit:
            self.plays.hit(note)
        self._keep(
            Attempt(
                drill=self.name, asked=note.signal, made=note.made, hit=hit, onset=note.onset,
                recognised=note.recognised, score=1.0 if hit else round(self._best, 4), at=self._now(),
            )
        )  # fmt: skip


def limits(signals: Sequence[str], drill: str) -> float:
    """Seconds that a cue stands: long for learning, short for reaction; a noise is named up to a second later."""
    noises = any(EARS in senses_of(s) for s in signals)
    return {"learn": 20.0, "wild": 10.0}.get(drill, 5.0 + noises)
