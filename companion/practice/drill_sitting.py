"""Set up the cameras and microphones for a drill, and run it to the end."""

from __future__ import annotations

from collections.abc import Callable

from companion.clock import Clock
from companion.people.profile_lookup import noises_of
from companion.practice.dice_check import DiceRun
from companion.practice.drill_run import DrillRun
from companion.practice.face_samples import FaceSamples
from companion.practice.noise_samples import NoiseSamples
from companion.practice.own_wild_thing import OwnFaceLesson, OwnNoiseLesson
from companion.practice.throw_light import ThrowLights
from companion.senses.sounds.settings import WILD_THING
from companion.sitting.event_stream import running
from companion.sitting.requests import NameDice
from companion.sitting.sitting import Sitting


def sitting_of(run: DrillRun, clock: Clock) -> Sitting:
    """Return a Sitting (cameras, microphones and their observers) for a drill, without a game.

    If the drill needs a Wild Thing that the player has not taught, the sitting teaches it before the first cue.
    """
    sitting = Sitting(None, clock, observers=[run.see])
    sitting.crew.need(run.needs)
    wild = tuple(run.needs.signals) == (WILD_THING,)
    if run.eyes and run.needs.sees == "faces":
        sitting.crew.on_look.append(FaceSamples(run.player, mouths=run.mouths))
    if isinstance(run, DiceRun):
        sitting.crew.on_look.append(ThrowLights())
        run.corrected.add(lambda values: sitting.crew.ask(sitting.crew.serving("throws"), NameDice(values)))
    if run.eyes and wild:
        sitting.followers.append(OwnFaceLesson(sitting, run.player))
    if run.ears:
        known = next(iter(noises_of([run.player], lambda trouble: None)), None)  # opening the microphone reports errors
        untaught = wild and (known is None or WILD_THING not in known.signals)
        hearings = NoiseSamples((lambda station: OwnNoiseLesson(station, run.player, known)) if untaught else None)
        sitting.crew.on_ear.add(hearings.join)
    return sitting


def drive(sitting: Sitting, run: DrillRun, between: Callable[[], None] = lambda: None) -> None:
    """Run a drill until it is done or its sources have ended; sources that are files are merged by their times.

    Args:
        sitting: The sitting of the drill.
        run: The drill.
        between: Called between batches of live sources.

    Raises:
        CompanionError: A source failed before the drill was done.
    """
    for _ in running(sitting, until=lambda: run.is_done):
        between()
    run.finish()
    if not run.is_done:
        for failure in sitting.crew.failures:
            raise failure
