"""A Wild Thing of one's own: three takes of its noise, taught before the drill and kept in memory alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.events import Signal
from companion.people.lessons.sounds import TAKES, Lesson, bouts
from companion.practice.coaching import Coaching
from companion.practice.hearing import Ears, Hearing, hearings
from companion.senses.sounds.names import RATE, WILD
from companion.senses.sounds.net import SoundNet
from companion.senses.sounds.profile import Profile
from companion.sources.audio import Chunk


@dataclass(frozen=True, slots=True)
class Taught:
    """A step of the lesson: ``taken`` of ``of`` takes are there; ``reason`` why the last one was of no use, or ""."""

    t: float
    taken: int
    of: int
    reason: str = ""
    ready: bool = False

    @property
    def signals(self) -> tuple[Signal, ...]:
        return ()

    def coached(self, signal: str) -> Coaching | None:
        return None


def lesson(
    player: str, before: Profile | None, chunks: Callable[[], Iterator[Chunk]], ears: Callable[[Profile], Ears]
) -> Iterator[Taught | Hearing]:
    """Three takes, then what the ears with these takes hear. ``before``: what the player taught earlier."""
    pieces = _Timed(chunks())
    net = SoundNet()
    taught = Lesson(player, (WILD,), net)
    yield Taught(0.0, 0, TAKES)
    for samples, room in bouts(iter(pieces)):
        reason = taught.offer(samples, room)
        yield Taught(pieces.t, len(taught.taken.get(WILD, [])), TAKES, reason)
        if taught.wanted is None:
            yield from hearings(lambda: iter(pieces), ears(taught.profile(before)))
            return


class _Timed:
    """An iterator that two readers share, one after the other; ``t`` is the end of the last piece in seconds."""

    def __init__(self, chunks: Iterator[Chunk]) -> None:
        self._chunks = chunks
        self.t = 0.0

    def __iter__(self) -> Iterator[Chunk]:
        return self

    def __next__(self) -> Chunk:
        chunk = next(self._chunks)
        self.t = chunk.t + len(chunk.samples) / RATE
        return chunk
