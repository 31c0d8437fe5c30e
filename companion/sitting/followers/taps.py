"""What is tapped for a seat: actions, signals by tap instead of a face, and whose a sound was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.errors import BadInput
from companion.events import Event, Ruling, Signal
from companion.facts import fact
from companion.referee.desk import SignalDesk
from companion.referee.questions import Answer, Question, players
from companion.rules.protocol import CHANCE
from companion.sitting.follower import Follower
from companion.sitting.sitting import Sitting


class Taps(Follower):
    """``shown``: player -> the signal that the player shows now; ``unclaimed``: sounds that could be anybody's."""

    def __init__(self, sitting: Sitting) -> None:
        assert sitting.match is not None
        self.sitting, self.match = sitting, sitting.match
        self._last = self.match.last
        self.tapped = True
        """Picking cards shows the signal too: nobody has to make the face."""
        self.shown: dict[str, str] = {}
        self.unclaimed: list[Signal] = []
        self._tapping: set[str] = set()  # players whose signal was tapped
        self._heard = 0  # sounds that could be anybody's so far: the last ones are ``unclaimed``

    def follow(self, event: Event, rulings: Sequence[Ruling], told: Event) -> Iterable[Event]:
        if isinstance(event, Signal):
            self._note(event)
        return self._lowered()

    def tick(self, now: float) -> Iterable[Event]:
        return self._lowered()

    def _lowered(self) -> list[Event]:
        """Signals that were tapped end with their trade or hand, as a face would; nobody taps them off."""
        first, self._last = self._last, self.match.last
        desk = self.match.desk
        if not isinstance(desk, SignalDesk):
            return []
        rulings = [self.match.rulings[n] for n in range(first + 1, self._last + 1)]
        over = {name for ruling in rulings for name in desk.ended_by(self.match, ruling)}
        ended = sorted(over & self._tapping & set(self.shown))
        self._tapping -= over
        return [self.signal(name, self.shown[name], "off", "tap") for name in ended]

    def act(self, seat: int, text: str, source: str) -> list[Ruling]:
        """A player's own action by tap, as the page had it in the notation. Raises RulesError: nothing was logged."""
        needs, rules, state = self.match.needs, self.match.game, self.match.state
        if needs.dice and self.match.seat(needs.thrower) == seat and text.strip().casefold() in ("roll", "duel"):
            return self.sitting.act(CHANCE, rules.draw(state), source)
        return self.perform(seat, rules.parse(text, state, seat), source)

    def perform(self, seat: int, action: Any, source: str) -> list[Ruling]:
        """An action of a seat, with the signal that goes with it where signals are tapped. Raises RulesError."""
        rulings, desk = self.sitting.act(seat, action, source), self.match.desk
        if isinstance(desk, SignalDesk) and (self.tapped or source == "bot"):  # a bot has no face to show it with
            goes, signal = desk.signal_with(self.match, action)
            for event in self.show(self.match.players[seat], signal, source) if goes else ():
                rulings += self.sitting.take(event)
        return rulings

    def show(self, name: str, signal: str | None, source: str) -> list[Event]:
        """A tap instead of a face or a sound; None stops it. The events, to be taken one after the other."""
        out: list[Event] = []
        before = self.shown.get(name)
        if before is not None:
            out.append(self.signal(name, before, "off", source))
        self._tapping.discard(name)
        if signal is not None:
            self._tapping.add(name)
            out.append(self.signal(name, signal, "on", source))
        return out

    def signal(self, name: str, signal: str, phase: str, source: str) -> Signal:
        now = self.sitting.now()
        return Signal(
            onset=now, decided=now, source=source, player=name, name=signal, phase="on" if phase == "on" else "off"
        )

    def whose(self, index: int, player: str | None) -> None:
        """A sound that could be anybody's was this player's; None: nobody's. Raises BadInput."""
        if not 0 <= index < len(self.unclaimed):
            raise BadInput("sound.gone")
        heard = self.unclaimed.pop(index)
        if player is None:
            return
        seat = self.match.seat(player)
        if seat is None:
            raise BadInput("player.unknown", name=player, names=list(self.match.players))
        now, name = self.sitting.now(), self.match.players[seat]
        for phase, onset in (("on", heard.onset), ("off", now)):
            self.sitting.take(
                Signal(onset=onset, decided=now, source="tap", player=name, name=heard.name, phase=phase)  # type: ignore[arg-type]
            )

    def questions(self) -> Iterable[Question]:
        """Whose each unclaimed sound was; the likeliest players come first."""
        names = self.match.players
        for index, event in enumerate(self.unclaimed):
            likely = [n for n in event.evidence.get("candidates", ()) if n in names]
            order = sorted(
                range(len(names)), key=lambda k: likely.index(names[k]) if names[k] in likely else len(names)
            )
            told = fact("question.whose-sound", signal=event.name)
            if event.evidence.get("by") == "hint":  # nobody has taught it: not even what it was is sure
                told = fact("question.heard-sound", sign=event.name)
            nobody = Answer("nobody", fact("answer.nobody-sound"), kind="no")
            number = self._heard - len(self.unclaimed) + 1 + index
            yield Question("whose-sound", number, told, (*players(names, seats=order), nobody), to="laptop")

    def answered(self, question: Question, answer: Answer) -> None:
        index = question.number - 1 - (self._heard - len(self.unclaimed))
        named = answer.kind != "no"
        self.whose(index, self.match.players[int(answer.id.removeprefix("seat"))] if named else None)

    def _note(self, event: Signal) -> None:
        if event.player is None:
            if event.phase == "on":
                self.unclaimed = [*self.unclaimed[-3:], event]
                self._heard += 1
        elif event.phase == "on":
            self.shown[event.player] = event.name
        elif self.shown.get(event.player) == event.name:
            del self.shown[event.player]
