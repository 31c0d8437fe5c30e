"""A drill under way, whoever shows it: an observer of a sitting whose crew watches and listens."""

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
    """``facts`` tells what happens; ``see`` every event of the sitting, on its thread."""

    name = ""
    mouths = False
    """Whether it wants pictures of the mouth."""
    player = ""
    eyes = ears = False
    noises: Collection[str] = ()
    """Signals that the sound sense is to tell apart."""
    began = False
    coaching: Coaching | None = None
    plays: ConfirmedPlays | None = None

    def __init__(self) -> None:
        self.facts: Observers[[Fact]] = Observers()
        self.news = 0
        """Counts what was told and whatever else a page draws anew for."""

    @property
    def is_done(self) -> bool:
        raise NotImplementedError

    @property
    def needs(self) -> SenseNeeds:
        """Return what its senses are to look for."""
        return SenseNeeds(sees="faces" if self.eyes else "", hears=self.ears, signals=dict.fromkeys(self.noises, 0))

    @property
    def missing_source(self) -> Fact:
        """Return what is missing where it could not begin."""
        return fact("practice.no-face" if self.eyes else "practice.no-sound")

    def see(self, event: Event) -> None:
        raise NotImplementedError

    def mine(self, signal: Signal) -> bool:
        """Return whether the player made it.

        A noise without a known maker counts as the player's: nobody else practises.
        """
        return signal.player == self.player or (signal.player is None and "seat" not in signal.evidence)

    def finish(self) -> None:
        """End the drill: the source has ended, or somebody stops it."""

    def say(self, message: Fact) -> None:
        self.news += 1
        self.facts(message)
