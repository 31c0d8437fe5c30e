"""The Wild Thing (the dealer's own signal) at one camera: learned from the dealer, then recognised in this hand."""

from __future__ import annotations

from typing import Literal

import numpy as np

from companion import events, resources
from companion.errors import BadInput
from companion.facts import Fact
from companion.people.lessons.wild_lesson import WildLesson
from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.geometry import Floats
from companion.senses.faces.seat import FaceSeat
from companion.senses.faces.wild_thing import WILD_THING, WildModel, WildWatch
from companion.senses.hysteresis import Edge

NOISE_SUPPORT_S = 1.5  # seconds for which a matching noise supports a face


def talk() -> Floats:
    """Return the shipped examples (n windows, k features) of talk, laughter and nods, which are no Wild Thing."""
    with np.load(resources.path("calibration/faces_wild.npz"), allow_pickle=False) as data:
        return np.asarray(data["talk"], float)


class WildThing:
    """Learns and recognises the hand's Wild Thing at one camera.

    Call ``update`` after every frame of ``sense``. ``teach`` and ``forget`` carry out requests.
    """

    def __init__(self, sense: FaceSense) -> None:
        self._sense = sense
        self._watches: dict[int, WildWatch] = {}
        self._talk: Floats | None = None
        self._asked: str | None = None
        self._lesson: WildLesson | None = None
        self._heard: dict[str | None, float] = {}
        self.model: WildModel | None = None
        self.shows: tuple[tuple[float, float], ...] = ()
        """Beginning and end in seconds of each of the dealer's shows in this hand."""
        self.learned_from: tuple[int, ...] = ()
        """Numbers of the shows from which the Wild Thing was learned; () until then."""

    def teach(self, player: str) -> None:
        """Begin to learn the Wild Thing from ``player``, the dealer.

        Raises:
            BadInput: The player is not in view.
        """
        if all(s.player != player or s.frame is None for s in self._sense.seats):
            raise BadInput("wild.not-in-view", player=player)
        self._asked = player
        self.shows = self.learned_from = ()

    def forget(self) -> None:
        """Forget the Wild Thing, as the hand is over."""
        self.model = self._lesson = self._asked = None
        self.shows = self.learned_from = ()
        self._heard.clear()

    def hear(self, event: events.Signal) -> None:
        """Record that a microphone heard the Wild Thing's noise; other signals are ignored."""
        if event.name == WILD_THING:
            self._heard[event.player] = event.decided

    def update(self, t: float) -> list[events.Event]:
        """Learn or recognise from the face sense's latest frame.

        Return the signals of the Wild Thing, and the messages to the dealer while it is learned.
        """
        out: list[events.Event] = []
        if self._asked is not None:
            self._talk = talk() if self._talk is None else self._talk
            play = np.concatenate([self._talk, *(np.array(w.play) for w in self._watches.values() if w.play)])
            self._lesson = WildLesson(self._asked, self._sense.settings, play)
            self.model = self._asked = None
            out.append(self._say(self._lesson.begin(), t, "learning"))
        for seat in self._sense.seats:
            out += self._seat(seat, t)
        return out

    def _seat(self, seat: FaceSeat, t: float) -> list[events.Event]:
        watch = self._watches.get(seat.number)
        if watch is None:
            settings = self._sense.settings
            watch = self._watches[seat.number] = WildWatch(settings.wild, settings.wild_hold)
        frame, neutral = seat.frame, seat.judge.neutral.beliefs
        if frame is None or frame.t != t:
            edge = watch.blind(t)
            return [] if edge is None else [self._signal(seat, edge, {})]
        lesson = self._lesson
        if lesson is not None:
            return [] if seat.player != lesson.dealer else self._teach(seat, lesson, t)
        changed = watch.see(frame, neutral, self.model, self._noise(seat.player, t))
        if changed is None:
            return []
        edge, score = changed
        return [self._signal(seat, edge, {"score": score.value, **score.parts})]

    def _teach(self, seat: FaceSeat, lesson: WildLesson, t: float) -> list[events.Event]:
        assert seat.frame is not None
        said = lesson.see(seat.frame, seat.judge.neutral.beliefs, seat.judge.shown_signals)
        self.shows = tuple(lesson.spans)
        if lesson.done:
            self.model, self._lesson, self.learned_from = lesson.model, None, lesson.pair
        return [] if said is None else [self._say(said, t, "ready" if lesson.done else "learning")]

    def _noise(self, player: str | None, t: float) -> float | None:
        """Return 1.0 if this player was heard making the Wild Thing's noise just now, else 0.0.

        A noise of an unknown player counts for everybody. The result is None if no microphone ever heard it.
        """
        if not self._heard:
            return None
        last = max((at for who, at in self._heard.items() if who in (None, player)), default=float("-inf"))
        return 1.0 if t - last <= NOISE_SUPPORT_S else 0.0

    def _say(self, message: Fact, t: float, state: Literal["learning", "ready"]) -> events.Event:
        """Return a message to the dealer as a ``Seat`` event.

        Its detail also holds the shows so far, as (beginning, end) in seconds, and the numbers of those from which the
        face was learned.
        """
        shows = [list(span) for span in self.shows]
        message = Fact(message.code, {**message.values, "shows": shows, "pair": list(self.learned_from)})
        name = "" if self._lesson is None else self._lesson.dealer
        seat = next((s.number for s in self._sense.seats if s.player == name), 0)
        source, player = self._sense.source, name or None
        return events.Seat(onset=t, decided=t, source=source, player=player, seat=seat, state=state, detail=message)

    def _signal(self, seat: FaceSeat, edge: Edge, parts: dict[str, float]) -> events.Signal:
        hold = self._sense.settings.wild_hold
        evidence = {"seat": seat.number, **{k: round(v, 3) for k, v in parts.items()}}
        evidence |= {"threshold": hold.on if edge.on else hold.off, "hold_s": hold.hold if edge.on else hold.release}
        sure = round(float(np.clip(0.5 + parts.get("score", 0.0), 0.5, 0.99)), 3)
        return events.Signal(
            onset=edge.onset,
            decided=edge.decided,
            confidence=sure,
            source=self._sense.source,
            player=seat.player,
            name=WILD_THING,
            phase="on" if edge.on else "off",
            evidence=evidence,
        )
