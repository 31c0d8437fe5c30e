"""The sitting of a drill: its camera and microphone in the crew, and letting time pass until it is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.clock import Clock
from companion.practice.hearing import Hearings
from companion.practice.looks import Looks
from companion.practice.run import Run
from companion.practice.wild import FaceLesson, NoiseLesson
from companion.people.store import People
from companion.senses.sounds.names import WILD
from companion.sitting.eyes import Look
from companion.sitting.sitting import Sitting
from companion.sitting.throws import ThrowStation
from companion.sitting.worker import Opening, Worker


def sitting_of(run: Run, clock: Clock) -> Sitting:
    """A sitting without a match that the drill observes."""
    sitting = Sitting(None, clock, observers=[run.see])
    sitting.need(run.needs)
    if run.eyes and tuple(run.needs.signals) == (WILD,):
        sitting.followers.append(FaceLesson(sitting, run.player))
    return sitting


def add_eye(
    sitting: Sitting, run: Run, opening: Opening, look: Look | None = None, *, eager: bool = True, restarts: bool = True
) -> Worker:
    """The drill's camera; ``look`` sees its frames, too. Raises what opening raises, if ``eager``."""
    looks = [] if look is None else [look]
    if run.needs.sees == "dice":
        return sitting.crew.add("camera", opening, lambda source: _throws(source, run, looks), eager=eager, restarts=restarts)
    sitting.crew.on_look[:] = [Looks(run.player, mouths=run.mouths), *looks]
    return sitting.crew.eye("camera", opening, [run.player], eager=eager, workers=1, restarts=restarts)


def _throws(source: Any, run: Run, looks: list[Look]) -> ThrowStation:
    """The station of a camera over dice."""
    from companion.senses.dice import tray

    own = source.live and getattr(source, "calibrated", True)
    station = ThrowStation(source, tray.load(tray.default_path()) if own else None, count=run.needs.dice or None)
    station.looks += looks
    return station


def add_ear(sitting: Sitting, run: Run, opening: Opening, *, eager: bool = True, restarts: bool = True) -> Worker:
    """The drill's microphone; it knows the player's own noises, and a Wild Thing that nobody has taught is taught first.

    Raises StorageError for a damaged profile, and what opening raises, if ``eager``.
    """
    known = People().sounds(run.player)
    untaught = tuple(run.needs.signals) == (WILD,) and (known is None or WILD not in known.signals)
    hearings = Hearings((lambda station: NoiseLesson(station, run.player, known)) if untaught else None)
    sitting.crew.on_ear[:] = [hearings.join]
    return sitting.crew.ear(
        "microphone", opening, [] if known is None else [known],
        player=run.player, eager=eager, restarts=restarts, watcher=hearings.watch,
    )  # fmt: skip


def drive(sitting: Sitting, run: Run, between: Callable[[], None] = lambda: None) -> None:
    """Until the drill is over or its sources are: files merged by their times, devices as they come.

    Raises what a source failed with.
    """
    crew = sitting.crew
    if any(worker.live for worker in crew.workers.values()):
        crew.start()
        while not (run.done or crew.over):
            sitting.pump(0.05)
            between()
    else:
        sitting.run_merged(until=lambda: run.done)
    run.finish()
    if not run.done:
        for failure in crew.failures:
            raise failure
