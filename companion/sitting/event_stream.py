"""What cameras, clips and a microphone show, as one stream of events: ``for event in watch("clip.mp4"): ...``."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.events import Event
    from companion.senses.sounds.hints import SoundLook
    from companion.senses.sounds.sound_features import NoiseProfile
    from companion.sitting.sitting import Sitting


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
    from companion.senses.sounds.settings import SIGNALS
    from companion.sitting.sitting import Sitting
    from companion.sitting.sitting_run import running

    if not sources and microphone is None:
        raise BadInput("watch.nothing")
    seen: deque[Event] = deque()
    sitting = Sitting(None, MonotonicClock(), observers=[seen.append])
    try:
        open_watched(sitting, sources, microphone, signals or SIGNALS)
        for _ in running(sitting):
            yield from _emptied(seen)
        sitting.pump()
        yield from _emptied(seen)
        for failure in sitting.crew.failures:
            raise failure
    finally:
        sitting.close(wait=3.0)


def open_watched(
    sitting: Sitting,
    sources: Sequence[str],
    microphone: str | None,
    noises: Iterable[str],
    taught: Sequence[NoiseProfile] = (),
    *,
    realtime: bool = False,
    look: Callable[[SoundLook], None] | None = None,
) -> None:
    """Open what is to be watched into a sitting without a match: faces by cameras, ``noises`` by the microphone.

    ``taught``: players' noises; ``look`` is shown what every tenth of a second of sound is like. Raises BadInput or
    DeviceUnavailable for what cannot be opened.
    """
    from companion.referee.sense_needs import SenseNeeds
    from companion.sources import open_source
    from companion.sources.audio_files import open_audio

    sitting.need(SenseNeeds(sees="faces", hears=microphone is not None, signals=dict.fromkeys(noises, 0)))
    clock = sitting.clock
    for k, spec in enumerate(sources):
        sitting.crew.eye(
            f"camera {k}",
            lambda told, s=spec: open_source(s, realtime=realtime, clock=clock, on_status=told),  # type: ignore[misc]
            (), workers=2 if len(sources) == 1 else 1, restarts=True,
        )  # fmt: skip
    if microphone is not None:
        sitting.crew.ear(
            "microphone", lambda told: open_audio(microphone, realtime=realtime, clock=clock, on_status=told),
            taught, watcher=look, restarts=True,
        )  # fmt: skip


def _emptied(seen: deque[Event]) -> Iterator[Event]:
    while seen:
        yield seen.popleft()
