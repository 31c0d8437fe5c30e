"""Feeds for a match: a camera or clip with the face sense behind it, and its players in their seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from companion import events
from companion.clock import Clock
from companion.errors import BadInput
from companion.senses.faces.sense import FaceSense
from companion.senses.sounds.profile import Profile as SoundProfile
from companion.sitting.followers.wild import WildThing
from companion.sitting.places import Places
from companion.sitting.session import Batch, Feed
from companion.sources import Source, open_source


class FaceFeed:
    """Frames of one source through the face sense. ``places`` tells who is who."""

    def __init__(self, source: Source, players: list[str], status: list[events.Event], *, workers: int = 2) -> None:
        self.source = source
        self.sense = FaceSense(source.name, workers=workers)
        self.places = Places(self.sense, players)
        self.wild = WildThing(self.sense)
        self._status = status  # grows when the source's status changes
        self.on_frame: Callable[[FaceSense, Any, float], None] | None = None  # sees each frame after the sense

    @property
    def name(self) -> str:
        return self.source.name

    @property
    def live(self) -> bool:
        return self.source.live

    def batches(self) -> Iterator[Batch]:
        """A batch a frame; ends with the source. Raises DeviceUnavailable or BadInput as the source does."""
        t = 0.0
        for frame in self.source.frames():
            t = frame.t
            found = self.sense.process(frame.image, t)
            placed = [*self.places.update(t), *self.wild.update(t)]
            if self.on_frame is not None:
                self.on_frame(self.sense, frame.image, t)
            yield t, [*self.drain(), *found, *placed]
        yield t, [*self.sense.finish(), *self.drain()]

    def hear(self, noise: events.Signal) -> None:
        """Another source heard a signal: it speaks for a Wild Thing or a motion that this camera sees."""
        self.wild.hear(noise)
        self.sense.hear(noise.name, noise.player, noise.decided)

    def close(self) -> None:
        self.source.close()

    def drain(self) -> list[events.Event]:
        """What the source said of itself since last asked: online, frozen, offline, ended."""
        return [self._status.pop(0) for _ in range(len(self._status))]

    def seat(self, number: int, name: str, t: float) -> events.Event:
        """See ``Places.assign``."""
        return self.places.assign(number, name, t)


def split(camera: str, players: list[str]) -> tuple[str, list[str]]:
    """``0=Ann,Ben`` is camera 0 with these two; without names the camera sees everybody."""
    spec, mark, names = camera.rpartition("=")
    wanted = [n.strip().casefold() for n in names.split(",")]
    known = {p.casefold(): p for p in players}
    if mark and all(n in known for n in wanted):
        return spec, [known[n] for n in wanted]
    return camera, list(players)


def open_feeds(
    cameras: list[str],
    players: list[str],
    *,
    mics: list[str] | None = None,
    active: Callable[[], Iterable[str]] = tuple,
    profiles: Sequence[SoundProfile] | None = None,
    clock: Clock | None = None,
    realtime: bool = False,
) -> list[Feed]:
    """One feed a camera and one a microphone, which hears the ``active`` signals only.

    ``profiles`` are the players' taught sounds; None takes those that are kept on this machine.

    Raises BadInput or DeviceUnavailable for what cannot be opened, after closing the others.
    """
    parts = [split(camera, players) for camera in cameras]
    seated = [name for _, names in parts for name in names]
    if len(cameras) > 1 and len(seated) != len(set(seated)):
        (one, _), (two, _) = parts[:2]
        example = f"--camera {one}={players[0]} --camera {two}={','.join(players[1:])}"
        raise BadInput(f"say who sits before which camera: {example}", f"sag, wer vor welcher Kamera sitzt: {example}")
    feeds: list[Feed] = []
    try:
        for spec, names in parts:
            feeds.append(_open(spec, names, clock, realtime, workers=2 if len(cameras) == 1 else 1))
        faces = [feed for feed in feeds if isinstance(feed, FaceFeed)]
        for spec in mics or []:
            from companion.senses.sounds.table import TableEars

            ears = TableEars(
                spec,
                active,
                lambda: mouths(faces),
                players=players,
                profiles=profiles,
                clock=clock,
                realtime=realtime,
            )
            feeds.append(ears)
    except BaseException:
        for feed in feeds:
            feed.close()
        raise
    return feeds


def mouths(feeds: list[FaceFeed]) -> list[tuple[str, float, tuple[float, ...]]]:
    """The newest mouth of every seated player in view: player, time, (inner-lip gap, width, chin)."""
    out: list[tuple[str, float, tuple[float, ...]]] = []
    for feed in feeds:
        for seat in list(feed.sense.seats):
            if seat.player is not None and seat.frame is not None:
                m = seat.frame.measures
                out.append((seat.player, seat.frame.t, (m.gap, m.width, m.chin)))
    return out


def _open(spec: str, names: list[str], clock: Clock | None, realtime: bool, workers: int) -> FaceFeed:
    status: list[events.Event] = []
    source = open_source(spec, realtime=realtime, clock=clock, on_status=status.append)
    return FaceFeed(source, names, status, workers=workers)
