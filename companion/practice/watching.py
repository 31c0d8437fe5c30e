"""The sitting of a drill: its camera and microphone in the crew, and letting time pass until it is over."""

from __future__ import annotations

from collections.abc import Callable

from companion.clock import Clock
from companion.people.store import People
from companion.practice.dicecheck import DiceRun
from companion.practice.hearing import Hearings
from companion.practice.looks import Looks
from companion.practice.run import Run
from companion.practice.wild import FaceLesson, NoiseLesson
from companion.senses.sounds.names import WILD
from companion.sitting import running
from companion.sitting.sitting import Sitting


def sitting_of(run: Run, clock: Clock) -> Sitting:
    """A sitting without a match that the drill observes, its senses told what to look for.

    A Wild Thing that nobody has taught is taught first. Raises StorageError for a damaged profile.
    """
    sitting = Sitting(None, clock, observers=[run.see])
    sitting.need(run.needs)
    wild = tuple(run.needs.signals) == (WILD,)
    if run.eyes and run.needs.sees == "faces":
        sitting.crew.on_look.append(Looks(run.player, mouths=run.mouths))
    if isinstance(run, DiceRun):
        run.teach = lambda values: sitting.crew.ask(sitting.crew.trays(), lambda eye: eye.named(values))
    if run.eyes and wild:
        sitting.followers.append(FaceLesson(sitting, run.player))
    if run.ears:
        known = People().sounds(run.player)
        untaught = wild and (known is None or WILD not in known.signals)
        hearings = Hearings((lambda station: NoiseLesson(station, run.player, known)) if untaught else None)
        sitting.crew.on_ear.append(hearings.join)
    return sitting


def drive(sitting: Sitting, run: Run, between: Callable[[], None] = lambda: None) -> None:
    """Until the drill is over or its sources are: files merged by their times, devices as they come.

    Raises what a source failed with.
    """
    running.run(sitting, until=lambda: run.done, between=between)
    run.finish()
    if not run.done:
        for failure in sitting.crew.failures:
            raise failure
