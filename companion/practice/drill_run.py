"""Base class of running drills, which observe a sitting with a camera or microphone."""

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
    """A running drill.

    ``see`` gets every event of the sitting, on its thread; messages go to the observers in ``facts``.
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
        """What the senses must watch and listen for."""
        return SenseNeeds(sees="faces" if self.eyes else "", hears=self.ears, signals=dict.fromkeys(self.noises, 0))

    @property
    def missing_source(self) -> Fact:
        """The message if the drill cannot begin for lack of a face or sound."""
        return fact("practice.no-face" if self.eyes else "practice.no-sound")

    def see(self, event: Event) -> None:
        raise NotImplementedError

    def mine(self, signal: Signal) -> bool:
        """Return True if the player made the signal.

        A noise whose maker is unknown counts as the player's, as nobody else practises.
        """
        return signal.player == self.player or (signal.player is None and "seat" not in signal.evidence)

    def finish(self) -> None:
        """End the drill, as its source has ended or somebody stopped it."""

    def say(self, message: Fact) -> None:
        self.news += 1
        self.facts(message)
