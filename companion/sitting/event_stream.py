"""What cameras, clips and a microphone show, as one stream of events: ``for event in watch("clip.mp4"): ...``."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from companion.clock import MonotonicClock
from companion.errors import BadInput
from companion.events import Event
from companion.senses.sounds.settings import SIGNALS
from companion.sitting.sitting import Sitting
from companion.sitting.typed_sources import open_watched


def watch(*sources: str, microphone: str | None = None, signals: tuple[str, ...] = ()) -> Iterator[Event]:
    """Events in the order in which they counted; nobody referees.

    ``sources``: camera numbers or names, clips, stills, addresses; ``microphone``: its number or name, or a sound
    file. ``signals``: the noises that are candidates, all of them without any. Files are read to their ends at full
    speed, merged by their own times; with a camera or microphone the stream goes on until the caller stops (close the
    iterator, or leave the loop). Times are seconds of the files, or since the start. Raises BadInput for a source that
    is none, DeviceUnavailable for one that does not open or that ended with a fault.
    """
    if not sources and microphone is None:
        raise BadInput("watch.nothing")
    recent: deque[Event] = deque()
    sitting = Sitting(None, MonotonicClock(), observers=[recent.append])
    try:
        open_watched(sitting, sources, microphone, signals or SIGNALS)
        for _ in running(sitting):
            yield from _drain(recent)
        sitting.pump()
        yield from _drain(recent)
        for failure in sitting.crew.failures:
            raise failure
    finally:
        sitting.close(wait=3.0)


def _drain(queue: deque[Event]) -> Iterator[Event]:
    while queue:
        yield queue.popleft()


def running(sitting: Sitting, until: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Until the sources are over, or ``until``.

    Files alone are merged by their own times, at full speed. With a camera or microphone each source has its thread,
    and the caller has a turn after what came in each twentieth of a second.
    """
    crew = sitting.crew
    if not any(worker.live for worker in crew.workers.values()):
        sitting.run_merged(until=until)
        return
    crew.start()
    while not (until() or crew.is_over):
        sitting.pump(0.05)
        yield
    sitting.pump()  # what came last


def run(sitting: Sitting) -> None:
    """Run ``running`` to its end, where nobody reads the events one by one. Raises what a source failed with."""
    for _ in running(sitting):
        pass
    for failure in sitting.crew.failures:
        raise failure
