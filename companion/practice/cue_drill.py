"""Drills that ask for signals one by one (learn, reaction, grin, wild).

Events of the senses go in; cues, coaching and stored attempts come out.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from companion.events import Event, Seat, Signal
from companion.facts import Fact, Value, fact
from companion.people.attempt import Attempt
from companion.practice.coaching import Coaching
from companion.practice.confirmed_plays import ConfirmedPlays
from companion.practice.drill_run import DrillRun, Keep
from companion.practice.drills import (
    EARS_SENSE,
    EYES_SENSE,
    FACE_SIGNALS,
    Drill,
    DrillPlan,
    Note,
    card_of,
    is_mixed,
    senses_of,
)
from companion.practice.face_samples import FaceSample
from companion.practice.noise_samples import HeardNoises, NoiseSample
from companion.practice.own_wild_thing import LessonStep


class CueRun(DrillRun):
    """A drill that gives the cues of ``plan`` and stores an attempt for each.

    Args:
        name: Name of the drill.
        player: Who practises.
        plan: The cues.
        keep: Stores a finished attempt.
        senses: Senses to use: "eyes", "ears" or both.
        noises: Noises that the sound sense must tell apart.
    """

    plays: ConfirmedPlays

    def __init__(
        self, name: str, player: str, plan: DrillPlan, keep: Keep, senses: Collection[str], noises: Collection[str]
    ) -> None:
        super().__init__()
        self.name, self.player = name, player
        self.eyes, self.ears = EYES_SENSE in senses, EARS_SENSE in senses
        self.drill, self.hidden = Drill(plan), name == "reaction"
        self.hits = self.tries = 0
        self.plays = ConfirmedPlays()
        self.teaching: Fact | None = None
        """The latest message of a Wild Thing's lesson; None without a lesson."""
        self._keep, self.noises, self._cut = keep, tuple(noises), HeardNoises()
        self._mixed = is_mixed({*plan.signals, *plan.among})
        self._signals: list[Signal] = []
        self._ready: dict[str, bool] = {}
        self._near: dict[str, Coaching] = {}
        self._best = self._t = 0.0
        self._untaught = self.eyes and name == "wild"

    @property
    def missing_source(self) -> Fact:
        face = self.eyes and any(s in FACE_SIGNALS for s in self.drill.plan.signals)
        return fact("practice.no-face" if face else "practice.no-sound")

    @property
    def is_done(self) -> bool:
        """True if every cue was given and the noise of the last one has ended."""
        return self.drill.done and not (self._ready.get(EARS_SENSE, False) and self.plays.waits(self._t))

    @property
    def legend(self) -> list[tuple[Fact, str]]:
        """Pairs (what the card shows, signal), in the cards' order, if cues show cards; empty if they show names."""
        every = {*self.drill.plan.signals, *self.drill.plan.among} if self.hidden else ()
        named = [(card_of(s, mixed=self._mixed), s) for s in every]
        return sorted(named, key=lambda c: (str(c[0].values.get("set", "~")), str(c[0].values.get("n")), c[1]))

    def card(self, signal: str) -> Fact:
        """Return what a signal's card shows, such as "2"."""
        return card_of(signal, mixed=self._mixed)

    def see(self, event: Event) -> None:
        if isinstance(event, Signal):
            if self.mine(event):
                self._signals.append(event)
        elif isinstance(event, LessonStep):
            self.teaching = event.as_fact if event.taken < event.of else None
            self.say(event.as_fact)
        elif isinstance(event, Seat) and self._untaught and event.detail is not None:
            self._lesson(event, event.detail)
        elif isinstance(event, (FaceSample, NoiseSample)):
            self._on_sample(event)

    def _on_sample(self, sample: FaceSample | NoiseSample) -> None:
        """Advance the drill with a frame or a piece of sound, and the signals reported since the last one.

        The times of camera and microphone may differ slightly, so the drill's time never goes back.
        """
        signals, self._signals = self._signals, []
        sense = EYES_SENSE if isinstance(sample, FaceSample) else EARS_SENSE
        self._t = max(self._t, sample.t)
        self._ready[sense] = sample.ready and not (sense == EYES_SENSE and self._untaught)
        self._coach(sample, sense)
        self.plays.see(sample)
        if isinstance(sample, NoiseSample):
            for signal in signals:
                self._cut.signal(signal)
            for noise in self._cut.hear(sample):
                self.plays.add_noise(noise)
        ready = any(self._ready.get(s, False) for s in senses_of(self.drill.upcoming))
        for note in self.drill.step(self._t, signals, ready=ready):
            self._on_note(note)

    def _lesson(self, event: Seat, detail: Fact) -> None:
        """Handle a camera's report while it learns a Wild Thing; cues begin once it has learned it."""
        if "shows" not in detail.values:
            return
        self._untaught = not (event.state == "ready" and detail.values.get("pair"))
        self.teaching = detail if self._untaught else None
        self.say(detail)

    def _coach(self, sample: FaceSample | NoiseSample, sense: str) -> None:
        asked = self.drill.asked
        if asked is None:
            self.coaching = None
            self._near.clear()
            return
        found = sample.coaching_for(asked)
        if found is not None:
            self._near[sense] = found
            self._best = max(self._best, found.near)
        self.coaching = max(self._near.values(), key=lambda c: c.near, default=None)

    def _on_note(self, note: Note) -> None:
        self.began = True
        self.teaching = None
        if note.kind == "cue":
            self._best = 0.0
        if note.is_try:
            self._record_attempt(note)
        self.say(self.note_fact(note))

    def _record_attempt(self, note: Note) -> None:
        hit = note.kind == "hit"
        self.hits, self.tries = self.hits + hit, self.tries + 1
        if hit:
            self.plays.hit(note)
        self._keep(
            Attempt(
                drill=self.name,
                asked=note.signal,
                made=note.made,
                hit=hit,
                onset=note.onset,
                recognised=note.recognised,
                score=1.0 if hit else round(self._best, 4),
                at=datetime.now().astimezone(),
            )
        )

    def note_fact(self, note: Note) -> Fact:
        """Return a message of the drill's state machine as a fact for display."""
        values: dict[str, Value] = {"t": round(note.t, 3), "signal": note.signal, "made": note.made}
        times = {"onset": note.onset, "recognised": note.recognised}
        if note.kind == "cue":
            card = self.card(note.signal)
            return Fact("practice.cue-card" if self.hidden else "practice.cue", {**values, "card": card})
        if note.kind in ("hit", "wrong"):
            late = None if note.onset is None else fact("practice.late-times", **times)
            return Fact(f"practice.{note.kind}", {**values, **times, "late": late})
        if note.kind == "done":
            return self.summary
        return Fact(f"practice.{note.kind}", values)

    @property
    def summary(self) -> Fact:
        """The result of the drill so far, as a fact for display."""
        code = "practice.done" if self.drill.done else "practice.done-short"
        return fact(code, hits=self.hits, tries=self.tries, all=len(self.drill.plan.signals), whole=self.drill.done)
