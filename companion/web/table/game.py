"""One game on the table: a match with its log, the seats that bots fill, and what taps and senses do to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from companion.clock import Clock
from companion.events import Command, Event, Ruling, Signal
from companion.referee.log import Log
from companion.referee.match import Match
from companion.referee.replay import match_of, replay
from companion.rules.errors import MalformedAction, RulesError
from companion.rules.face_off.actions import Offer, Trade, Withdraw
from companion.rules.face_off.data import signal_for
from companion.rules.keep_smiling.position import phase as dice_phase
from companion.rules.protocol import CHANCE, Language
from companion.web.table.bots import Bots

REFEREE_WORDS: Final = frozenset({"undo", "overrule", "pause", "resume", "score"})


class TableGame:
    """All of it belongs to one thread, the server's. ``now()`` goes on from where a resumed log stopped."""

    def __init__(self, match: Match, log: Log | None, bots: set[int], clock: Clock, pace: float = 1.2) -> None:
        self.match = match
        self.log = log
        self.bots = bots
        self.driver = Bots(pace)
        self.version = 0
        self.tapped = True
        """Face Off!: picking cards shows the signal too (nobody has to make the face)."""
        self.dice_seen = False
        """A camera watches the dice: bots wait for a real roll."""
        self.shown: dict[str, str] = {}
        """Player -> the signal that the player shows now."""
        self._tapping: set[str] = set()  # players whose signal was tapped
        self.unclaimed: list[Signal] = []
        """Sounds that could be anybody's: the table says whose."""
        self._twin: Match | None = None  # the same match in the other language, from when a page asks for it
        self._clock = clock
        self._start = clock.now() - match.now
        self.on_event: Callable[[Event], None] = lambda event: None

    @classmethod
    def begin(cls, head: dict[str, Any], log: Log | None, clock: Clock, pace: float = 1.2) -> TableGame:
        """A new game. Raises StorageError for a header that makes none."""
        game = cls(match_of(head, log), log, _bots(head), clock, pace)
        game.match.begin()
        return game

    @classmethod
    def resume(cls, log: Log, clock: Clock, pace: float = 1.2) -> TableGame:
        """The game of a log, as it stood after its last event. Raises StorageError."""
        match = _stood(replay(log), match_of(log.header, None))
        match.log = log
        return cls(match, log, _bots(log.header), clock, pace)

    def now(self) -> float:
        return max(self.match.now, self._clock.now() - self._start)

    def at(self, t: float) -> float:
        """The game's time for a time of the clock (frames and samples are stamped with it)."""
        return t - self._start

    def seat(self, name: str | None) -> int | None:
        return None if name is None else self.match.seat(name)

    def hear(self, event: Event) -> list[Ruling]:
        """Fold one event of a sense, a key or a page."""
        rulings = self.match.fold(event)
        if self._twin is not None:
            self._twin.fold(event)
        if isinstance(event, Signal):
            self._note(event)
        self.version += 1
        self.on_event(event)
        for ruling in rulings:
            self.on_event(ruling)
        return rulings + self._lower(rulings)

    def _lower(self, rulings: list[Ruling]) -> list[Ruling]:
        """Signals that were tapped end with their trade or hand, as a face would; nobody taps them off."""
        over: set[str] = set()
        for ruling in rulings:
            if ruling.code == "new-hand":
                over |= self._tapping
            elif ruling.code in ("trade", "action"):
                steps = [s.action for s in self.match.timeline.steps if s.group == ruling.number]
                over |= {self.match.players[p] for a in steps if isinstance(a, Trade) for p in (a.one, a.other)}
        more: list[Ruling] = []
        for name in sorted(over & self._tapping & set(self.shown)):
            more += self.signal(name, self.shown[name], "off", "tap")
        self._tapping -= over
        return more

    def command(self, text: str, player: str | None = None, source: str = "laptop") -> list[Ruling]:
        now = self.now()
        return self.hear(Command(onset=now, decided=now, source=source, player=player, text=text))

    def act(self, seat: int, text: str, source: str) -> list[Ruling]:
        """A player's own action by tap. Raises RulesError, and then nothing was logged, if it is none of the seat's."""
        if seat == self._turn() and self.wants_dice() and text.strip().casefold() in ("roll", "duel"):
            return self.command(text, source=source)
        rules = self.match.game
        action = rules.parse(text, self.match.state, seat)
        if action not in rules.legal(self.match.state, seat):
            rules.apply(self.match.state, seat, action)  # says which rule it breaks
            raise MalformedAction("This is not possible now.", "Das geht jetzt nicht.")
        return self.perform(seat, action, source)

    def perform(self, seat: int, action: Any, source: str) -> list[Ruling]:
        """A legal action of a seat, with the signal that goes with it where signals are tapped."""
        name = self.match.players[seat]
        rulings = self.command(self.match.game.format(action, self.match.options), name, source)
        if isinstance(action, (Offer, Withdraw)) and (self.tapped or seat in self.bots):
            rulings += self.show(name, action.shown if isinstance(action, Offer) else None, source)
        return rulings

    def show(self, name: str, shown: int | None, source: str) -> list[Ruling]:
        """A tap instead of a face or a sound: ``shown`` is 1 to 4, grin or wild as a number; None stops it."""
        rulings: list[Ruling] = []
        state = self.match.state
        before = self.shown.get(name)
        signal = None if shown is None else signal_for(state.signal_set, shown)
        if before is not None:
            rulings += self.signal(name, before, "off", source)
        self._tapping.discard(name)
        if signal is not None:
            self._tapping.add(name)
            rulings += self.signal(name, signal, "on", source)
        return rulings

    def signal(self, name: str, signal: str, phase: str, source: str) -> list[Ruling]:
        now = self.now()
        event = Signal(
            onset=now, decided=now, source=source, player=name, name=signal, phase="on" if phase == "on" else "off"
        )
        return self.hear(event)

    def tick(self) -> list[Ruling]:
        """Let time pass, and bots act."""
        now = self.now()
        rulings = self.match.advance(now)
        if self._twin is not None:
            self._twin.advance(now)
        for ruling in rulings:
            self.on_event(ruling)
        rulings += self._lower(rulings)
        try:
            moved = self.driver.act(self, self.now())
        except RulesError:  # a bot that finds nothing leaves the seat to the table
            moved = False
        if rulings or moved:
            self.version += 1
        return rulings

    def worded(self, ruling: Ruling, language: Language) -> Ruling:
        """The ruling in another language: that of a second match, which folds the same events."""
        if language == self.match.language or self.log is None:
            return ruling
        if self._twin is None:
            self._twin = _stood(replay(self.log, language), match_of({**self.log.header, "language": language}, None))
            self._twin.advance(self.match.now)
        other = self._twin.rulings.get(ruling.number)
        return other if other is not None and other.code == ruling.code else ruling

    def wants_dice(self) -> int:
        """How many dice are due (3, or 2 in a duel); 0 where none are."""
        if self.match.game.name != "keep-smiling":
            return 0
        return {"roll": 3, "duel": 2}.get(dice_phase(self.match.state), 0)

    def waits_for_chance(self) -> bool:
        return CHANCE in self.match.game.actors(self.match.state)

    def _turn(self) -> int | None:
        turn = getattr(self.match.state, "turn", None)
        return turn if isinstance(turn, int) else None

    def _note(self, event: Signal) -> None:
        if event.player is None:
            if event.phase == "on":
                self.unclaimed = [*self.unclaimed[-3:], event]
        elif event.phase == "on":
            self.shown[event.player] = event.name
        elif self.shown.get(event.player) == event.name:
            del self.shown[event.player]

    def close(self) -> None:
        """Close the log. Raises StorageError where something could not be written."""
        if self.log is not None:
            self.log.close()


def _stood(steps: Iterable[tuple[Any, Match]], fresh: Match) -> Match:
    """The match after the last step; a log without events gives ``fresh``, begun."""
    stood = None
    for _, match in steps:
        stood = match
    if stood is None:
        fresh.begin()
    return stood or fresh


def _bots(head: dict[str, Any]) -> set[int]:
    names = [str(n).casefold() for n in head.get("bots", [])]
    return {k for k, n in enumerate(head["players"]) if n.casefold() in names}
