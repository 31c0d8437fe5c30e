"""Base class of running drills, which get the events of cameras and microphones."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from companion.events import Event, Signal
from companion.facts import Fact, fact
from companion.observers import Observers
from companion.people.attempt import Attempt
from companion.practice.coaching import Coaching
from companion.practice.confirmed_plays import ConfirmedPlays
from companion.referee.desk import SenseNeeds

Keep: TypeAlias = Callable[[Attempt], None]


class DrillRun:
    """Base class of a running drill.

    ``see`` gets every event of the cameras and microphones, on the thread that runs the drill. Messages for the player
    go to the observers in ``facts``.
    """

    name = ""
    mouths = False
    """Whether the drill needs pictures of the mouth."""
    player = ""
    eyes = ears = False
    noises: Collection[str] = ()
    """Noises that the sound sense must tell apart."""
    began = False
    coaching: Coaching | None = None
    plays: ConfirmedPlays | None = None

    def __init__(self) -> None:
        self.facts: Observers[[Fact]] = Observers()
        self.news = 0
        """Number that grows with each message and other change for which a page redraws."""

    @property
    def is_done(self) -> bool:
        raise NotImplementedError

    @property
    def needs(self) -> SenseNeeds:
        """What the camera must watch and the microphone listen for."""
        return SenseNeeds(sees="faces" if self.eyes else "", hears=self.ears, signals=dict.fromkeys(self.noises, 0))

    @property
    def missing_source(self) -> Fact:
        """Message for the player if the drill cannot begin for lack of a face or sound."""
        return fact("practice.no-face" if self.eyes else "practice.no-sound")

    def see(self, event: Event) -> None:
        raise NotImplementedError

    def mine(self, signal: Signal) -> bool:
        """Return True if the practising player made the signal.

        That is assumed of a noise whose maker is unknown, as nobody else practises.
        """
        return signal.player == self.player or (signal.player is None and "seat" not in signal.evidence)

    def finish(self) -> None:
        """End the drill, as its camera or microphone has ended or somebody stopped it."""

    def say(self, message: Fact) -> None:
        self.news += 1
        self.facts(message)
