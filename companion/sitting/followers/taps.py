"""Follower for taps on screens: actions that players tap, and signals given by a tap instead of a face or noise."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from companion.events import Event, Phase, Ruling, Signal
from companion.referee.desk import NO_SENSES, SignalDesk
from companion.rules.protocol import CHANCE
from companion.sitting.follower import Follower
from companion.sitting.sitting import Sitting

MAX_HINTS: Final = 6  # most signals without a player that are shown


class Taps(Follower):
    """Follower that does the actions that players tap, and keeps track of the signals that players show.

    Attributes:
        shown: Player -> the signal that the player shows now.
        unknown: The hand's latest signals whose player is unknown.
    """

    def __init__(self, sitting: Sitting) -> None:
        assert sitting.match is not None
        self.sitting, self.match = sitting, sitting.match
        self._last = self.match.last
        self.tapped: bool | None = None
        """Whether picking cards also gives the signal, so that nobody has to make the face. None: only for signals
        that no camera or microphone can notice (see ``sensed``)."""
        self.sensed: frozenset[str] = frozenset()
        """The signals that cameras and microphones can notice now."""
        self.shown: dict[str, str] = {}
        self.unknown: deque[Signal] = deque(maxlen=MAX_HINTS)
        self._tapping: set[str] = set()  # players whose signal was tapped

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
        if isinstance(event, Signal):
            self._note(event)
        return self._end_tapped_signals()

    def tick(self, now: float) -> Iterable[Event]:
        return self._end_tapped_signals()

    def _end_tapped_signals(self) -> list[Event]:
        """Return events that end tapped signals whose trade or hand is over, since nobody taps a signal off."""
        first, self._last = self._last, self.match.last
        desk = self.match.desk
        if not isinstance(desk, SignalDesk):
            return []
        rulings = [self.match.rulings[n] for n in range(first + 1, self._last + 1)]
        if any(ruling.code == "new-hand" for ruling in rulings):
            self.unknown.clear()
        over = {name for ruling in rulings for name in desk.ended_by(self.match, ruling)}
        ended = sorted(over & self._tapping & set(self.shown))
        self._tapping -= over
        return [self._signal(name, self.shown[name], "off", "tap") for name in ended]

    def act(self, seat: int, text: str, source: str) -> list[Ruling]:
        """Do an action that a player tapped, given in the notation, and return the rulings.

        Raises:
            RulesError: The action breaks a rule; nothing was logged.
        """
        rules, state = self.match.game, self.match.state
        needs = self.match.needs if text.strip().casefold() in ("roll", "duel") else NO_SENSES
        if needs.dice and self.match.seat(needs.thrower) == seat:
            return self.sitting.act(CHANCE, rules.draw(state), source)
        return self.perform(seat, rules.parse(text, state, seat), source)

    def perform(self, seat: int, action: object, source: str) -> list[Ruling]:
        """Do an action of a seat and return the rulings.

        If signals are given by taps, the action also starts or ends the signal that belongs to it.

        Raises:
            RulesError: The action breaks a rule; nothing was logged.
        """
        rulings, desk = self.sitting.act(seat, action, source), self.match.desk
        if isinstance(desk, SignalDesk):
            name = self.match.players[seat]
            goes, signal = desk.signal_with(self.match, action)
            by_tap = source == "bot" or self._shows_by_tap(name, signal)  # a bot has no face to show it with
            for event in self.show(name, signal, source) if goes and by_tap else ():
                rulings += self.sitting.take(event)
        return rulings

    @property
    def is_tapping(self) -> bool:
        """True if picking cards also gives this hand's signals.

        If ``tapped`` is None, it does while no camera or microphone can notice any of them.
        """
        if self.tapped is not None:
            return self.tapped
        return not self.sensed.intersection(self.match.needs.signals)

    def _shows_by_tap(self, name: str, signal: str | None) -> bool:
        """Return True if a player's pick of cards also starts or ends a signal.

        Args:
            name: The player.
            signal: The signal to start; None to end the player's signal, which a tap does only if a tap began it.
        """
        if self.tapped is not None:
            return self.tapped
        return name in self._tapping if signal is None else signal not in self.sensed

    def show(self, name: str, signal: str | None, source: str) -> list[Event]:
        """Return the events of a signal given by a tap, in order; ``signal`` None only ends the player's signal."""
        out: list[Event] = []
        before = self.shown.get(name)
        if before is not None:
            out.append(self._signal(name, before, "off", source))
        self._tapping.discard(name)
        if signal is not None:
            self._tapping.add(name)
            out.append(self._signal(name, signal, "on", source))
        return out

    def _signal(self, name: str, signal: str, phase: Phase, source: str) -> Signal:
        now = self.sitting.now()
        return Signal(onset=now, decided=now, source=source, player=name, name=signal, phase=phase)

    def _note(self, event: Signal) -> None:
        if event.player is None:
            if event.phase == "on":
                if self.unknown and self.unknown[-1].name == event.name:
                    self.unknown.pop()  # replaced by the newer one
                self.unknown.append(event)
        elif event.phase == "on":
            self.shown[event.player] = event.name
        elif self.shown.get(event.player) == event.name:
            del self.shown[event.player]
