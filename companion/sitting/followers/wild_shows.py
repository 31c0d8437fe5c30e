"""The hand's Wild Thing over all cameras and microphones: the dealer shows it, and its noise is learned with its face.

A noise counts where it was made in both shows that the face was learned from; the microphones listen for it from then
on, and what they hear speaks for the faces. A new hand forgets it all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from companion.errors import BadInput
from companion.events import Event, Ruling, Signal
from companion.sitting.followers.wild import WildThing

Array = npt.NDArray[np.float32]
BESIDE = 0.4  # seconds by which a noise may come before its face


@runtime_checkable
class Seeing(Protocol):
    """A feed that sees faces."""

    @property
    def name(self) -> str: ...

    @property
    def wild(self) -> WildThing: ...

    def hear(self, noise: Signal) -> None: ...


@runtime_checkable
class Hearing(Protocol):
    """A feed that hears noises: see ``TableEars``."""

    def wild_show(self, start: float, stop: float) -> Array | None: ...

    def set_wild(self, shows: Sequence[Array]) -> str: ...


class WildShows:
    """Asked for the feeds each time, since those of pages come and go."""

    def __init__(self, feeds: Callable[[], Iterable[object]]) -> None:
        self._feeds = feeds
        self._noises: dict[int, list[Array | None]] = {}  # of each microphone, by the number of the show

    def teach(self, player: str) -> None:
        """``player`` deals and shows the Wild Thing now. Raises BadInput where no camera sees them."""
        problem = BadInput(
            "no camera is watching: nobody can show the Wild Thing",
            "keine Kamera schaut zu: Niemand kann das Wild Thing vormachen",
        )
        for feed in self._seeing():
            try:
                feed.wild.teach(player)
            except BadInput as error:
                problem = error
                continue
            self._forget_noises()
            return
        raise problem

    def follow(self, event: Event, rulings: Sequence[Ruling]) -> str:
        """After an event was counted with these rulings. What is to be said of the noise, or ""."""
        said, new_hand = "", any(r.code == "new-hand" for r in rulings)
        if new_hand:
            self._forget_noises()
        for feed in self._seeing():
            if new_hand:
                feed.wild.forget()
            if isinstance(event, Signal) and event.phase == "on" and event.source != feed.name:
                feed.hear(event)
            said = self._listen(feed.wild) or said
        return said

    def _listen(self, wild: WildThing) -> str:
        """A show that has just ended is taken from the microphones; once the face is learned, its noise is as well."""
        told, shows = "", wild.shows
        for ear in self._hearing():
            noises = self._noises.setdefault(id(ear), [])
            new = shows[len(noises) :]
            noises += [ear.wild_show(start - BESIDE, stop) for start, stop in new]
            if new and wild.learned_from:
                both = [noise for k in wild.learned_from if (noise := noises[k]) is not None]
                trouble = ear.set_wild(both) if len(both) == len(wild.learned_from) else ""
                told = trouble or told
        return told

    def _forget_noises(self) -> None:
        self._noises.clear()
        for ear in self._hearing():
            ear.set_wild([])

    def _seeing(self) -> list[Seeing]:
        return [feed for feed in self._feeds() if isinstance(feed, Seeing)]

    def _hearing(self) -> list[Hearing]:
        return [feed for feed in self._feeds() if isinstance(feed, Hearing)]
