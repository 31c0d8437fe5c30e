"""Stream the events of cameras, clips and microphones without a match: ``for event in watch("clip.mp4"): ...``."""

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
    """Yield the events of the sources in order; no match is refereed.

    Files are read to their ends at full speed, merged by their own times. With a camera or microphone the stream
    continues until the caller closes the iterator or leaves the loop. Times are seconds of the files, or since the
    start.

    Args:
        *sources: Camera numbers or names, clips, stills, addresses.
        microphone: Number or name of a microphone, or a sound file.
        signals: Noises to recognise; empty for all.

    Raises:
        BadInput: Something that was given is no source.
        DeviceUnavailable: A source cannot be opened, or ended with a fault.
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
    """Run the sitting until its sources are over or ``until`` returns True, yielding whenever the caller has a turn.

    With a camera or microphone each source has its own thread, and the caller has about 20 turns a second. Files alone
    are merged by their own times, at full speed, and nothing is yielded.
    """
    crew = sitting.crew
    if not any(worker.live for worker in crew.workers.values()):
        sitting.run_merged(until=until)
        return
    crew.start()
    while not (until() or crew.is_over):
        sitting.pump(0.05)
        yield
    sitting.pump()  # handles the last batches


def run(sitting: Sitting) -> None:
    """Run the sitting to its end, without giving the caller a turn. Raises the first error of a source."""
    for _ in running(sitting):
        pass
    for failure in sitting.crew.failures:
        raise failure
