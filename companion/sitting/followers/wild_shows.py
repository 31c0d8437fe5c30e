"""The hand's Wild Thing over all cameras and microphones: the dealer shows it, and its noise is learned with its face.

A noise counts where it was made in both shows that the face was learned from; the microphones listen for it from then
on, and what they hear speaks for the faces. A new hand forgets it all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.errors import BadInput
from companion.events import Command, Event, Ruling, Seat, Signal
from companion.facts import Fact
from companion.sitting.follower import Follower
from companion.sitting.requests import ForgetWild, HearNoise, LearnWild, TeachWild, WildShow
from companion.sitting.sitting import Sitting
from companion.sitting.worker import Worker

BESIDE = 0.4  # seconds by which a noise may come before its face


class WildShows(Follower):
    """Adds the word ``wild NAME`` to the sitting."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._noted = 0
        sitting.words["wild"] = self._word

    def _word(self, rest: str, event: Command) -> Fact | None:
        match = self._sitting.match
        seat = match.seat(rest or event.player) if match is not None else None
        if match is None or seat is None:
            raise BadInput("wild.write", names=list(match.players) if match is not None else [])
        self.teach(match.players[seat])
        return None

    def teach(self, player: str) -> None:
        """``player`` deals and shows the Wild Thing now, to the first camera that sees them, else it is refused."""
        self._forget_noises()
        no_camera = BadInput("wild.no-camera")
        self._sitting.crew.ask_first(TeachWild(player), no_camera, self._sitting.refuse)

    def follow(self, event: Event, rulings: Sequence[Ruling], told: Event) -> Iterable[Event]:
        crew = self._sitting.crew
        if any(r.code == "new-hand" for r in rulings):
            self._forget_noises()
            crew.ask(crew.eyes(), ForgetWild())
        if isinstance(told, Signal) and told.phase == "on":
            crew.ask([w for w in crew.eyes() if _name(w) != told.source], HearNoise(told))
        if isinstance(event, Seat) and event.detail is not None:
            self._shown(event.detail)
        return ()

    def _shown(self, detail: Fact) -> None:
        """A camera tells of the dealer's shows: their noises are noted, and learned with the face."""
        crew, shows, pair = self._sitting.crew, detail.values.get("shows"), detail.values.get("pair")
        if not isinstance(shows, (tuple, list)):
            return
        for number in range(self._noted, len(shows)):
            start, stop = shows[number]
            crew.ask(crew.ears(), WildShow(number, start - BESIDE, stop))
        self._noted = max(self._noted, len(shows))
        if isinstance(pair, (tuple, list)) and pair:
            crew.ask(crew.ears(), LearnWild(pair))

    def _forget_noises(self) -> None:
        self._noted = 0
        self._sitting.crew.ask(self._sitting.crew.ears(), ForgetWild())


def _name(worker: Worker) -> str:
    return str(getattr(worker.source, "name", worker.name))
