"""What cameras, clips and a microphone show, as one stream of events: ``for event in watch("clip.mp4"): ...``."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.events import Event


def watch(*sources: str, microphone: str | None = None, signals: tuple[str, ...] = ()) -> Iterator[Event]:
    """Events in the order in which they counted; nobody referees.

    ``sources``: camera numbers or names, clips, stills, addresses; ``microphone``: its number or name, or a sound
    file. ``signals``: the noises that are candidates, all of them without any. Files are read to their ends at full
    speed, merged by their own times; with a camera or microphone the stream goes on until the caller stops (close the
    iterator, or leave the loop). Times are seconds of the files, or since the start. Raises BadInput for a source that
    is none, DeviceUnavailable for one that does not open or that ended with a fault.
    """
    from companion.clock import MonotonicClock
    from companion.errors import BadInput
    from companion.referee.needs import Needs
    from companion.senses.sounds.names import SIGNALS
    from companion.sitting.sitting import Sitting
    from companion.sources import open_source
    from companion.sources.audio_opening import open_audio

    if not sources and microphone is None:
        raise BadInput("watch.nothing")
    seen: deque[Event] = deque()
    sitting = Sitting(None, MonotonicClock(), observers=[seen.append])
    clock, crew = sitting.clock, sitting.crew
    sitting.need(Needs(sees="faces", hears=microphone is not None, signals=dict.fromkeys(signals or SIGNALS, 0)))
    try:
        for k, spec in enumerate(sources):
            crew.eye(
                f"camera {k}",
                lambda told, s=spec: open_source(s, clock=clock, on_status=told),  # type: ignore[misc]
                (), workers=2 if len(sources) == 1 else 1, restarts=True,
            )  # fmt: skip
        if microphone is not None:
            crew.ear("microphone", lambda told: open_audio(microphone, clock=clock, on_status=told), (), restarts=True)
        if any(worker.live for worker in crew.workers.values()):
            crew.start()
            while not crew.over:
                sitting.pump(0.05)
                yield from _emptied(seen)
        else:
            sitting.run_merged()
        sitting.pump()
        yield from _emptied(seen)
        for failure in crew.failures:
            raise failure
    finally:
        sitting.close(wait=3.0)


def _emptied(seen: deque[Event]) -> Iterator[Event]:
    while seen:
        yield seen.popleft()
