"""Frenzy: a timed hand of Face Off! against bots that signal and trade. Making a signal is offering its cards.

A real match with the referee's own desk, on digital cards; the player's face and voice come from the senses. Time is
that of the observations, so that files play out alike on every machine.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Any, Final

from companion.clock import ManualClock
from companion.events import Event, Ruling, Signal
from companion.practice.attempt import Attempt
from companion.practice.texts import column, name_of, say
from companion.referee.replay import header
from companion.rules.face_off.data import MAX_COUNT
from companion.rules.face_off.messages import GEMS
from companion.rules.face_off.state import Phase
from companion.rules.registry import get
from companion.web.table.game import TableGame

BOTS: Final = ("Robo", "Klick", "Zahnrad")
PACE: Final = 3.0  # seconds between two actions of bots: another bot answers no sooner
SHORT: Final = 1.5  # seconds for which a bot must have stood before ignoring it is a miss


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened: a key of the texts, what fills it, and the signal that is meant, if one is."""

    key: str
    t: float
    signal: str = ""
    values: dict[str, Any] | None = None


def gem(suit: str, language: str) -> str:
    """A gem's name."""
    return GEMS[suit][column(language)]


def news_text(news: News, language: str) -> str:
    """The sentence of a piece of news."""
    values = dict(news.values or {})
    if "suit" in values:
        values["suit"] = gem(values["suit"], language)
    return say(news.key, language, **values, signal=name_of(news.signal, language))


@dataclass(slots=True)
class _Standing:
    """A bot's signal: since when (seconds), whether it could be answered, whether it was."""

    signal: str
    since: float
    answerable: bool
    answered: bool = False


class Frenzy:
    """Feed time and signals with ``step``; ``hand`` and ``shown`` are what the player may see."""

    def __init__(
        self, player: str, signal_set: str, seconds: float, keep: Callable[[Attempt], None], *,
        language: str = "en", seed: int | None = None, bots: int = 2,
    ) -> None:  # fmt: skip
        names = [player, *(n for n in BOTS if n.casefold() != player.casefold())][: bots + 1]
        options = get("face-off").options(names, signal_set=signal_set)
        seed = secrets.randbits(63) if seed is None else seed
        head = header("face-off", names, get("face-off").option_values(options), seed, language)
        self._clock = ManualClock()
        self.game = TableGame.begin({**head, "bots": names[1:]}, None, self._clock, PACE)
        self.game.driver.random = Random(seed)
        self.game.tapped = False
        self.game.on_event = self._happened
        self.player, self.seconds, self.trades, self.done = player, seconds, 0, False
        self.pick: str | None = None
        """The gem that the player wants to give away; None: chosen by itself."""
        self._keep = keep
        self._began: float | None = None
        self._standing: dict[str, _Standing] = {}
        self._mine: tuple[str, float, float] | None = None  # signal, onset, decided
        self._news: list[News] = []

    @property
    def names(self) -> tuple[str, ...]:
        return self.game.match.players

    @property
    def signals(self) -> dict[str, int]:
        """The set's signals with what they show."""
        return {s: n for s, n in self.game.match.desk.active().items() if n <= MAX_COUNT}  # type: ignore[union-attr]

    @property
    def hand(self) -> dict[str, int]:
        """Gem to how many the player holds."""
        view = self.game.match.game.view(self.game.match.state, 0)
        return {s: view["hand"].get(s, 0) for s in view["suits"]} if "hand" in view else {}

    @property
    def shown(self) -> dict[str, str]:
        """Bot to the signal that it shows and nobody has answered yet."""
        return {name: stood.signal for name, stood in self._standing.items()}

    def left(self, t: float) -> float:
        """Seconds until the time is up."""
        return self.seconds if self._began is None else max(0.0, self.seconds - (t - self._began))

    def step(self, t: float, signals: Iterable[Signal], *, ready: bool = True) -> list[News]:
        """Advance to ``t`` seconds. The hand begins when the player is ``ready`` for the first time."""
        if self._began is None:
            if not ready:
                return []
            self._began = t
        self._clock.advance(max(0.0, t - self._began - self._clock.now()))
        for signal in signals:
            self._make(signal)
        self.game.tick()
        if not self.done:
            self._end(t)
        news, self._news = self._news, []
        return news

    def _make(self, signal: Signal) -> None:
        """The player makes a signal: its cards are put aside, and the match sees it."""
        assert self._began is not None
        if self.done or signal.name not in self.signals:
            return
        moved = replace(
            signal, player=self.player, onset=signal.onset - self._began, decided=signal.decided - self._began
        )
        if moved.phase == "on":
            count = self.signals[moved.name]
            suit = self._gift(count)
            if suit is None:
                self._tell("none", moved.name, n=count)
                return
            self.game.command(f"offer {count} {suit}", self.player, "senses")
            self._mine = (moved.name, moved.onset, moved.decided)
            for stood in self._standing.values():
                stood.answered = True  # busy with this one, or with another
            self._tell("offered", moved.name, n=count, suit=suit)
        self.game.hear(moved)

    def _gift(self, count: int) -> str | None:
        """The gem to give: the picked one, else the smallest lot that has enough and is not the largest."""
        hand = self.hand
        if self.pick is not None and hand.get(self.pick, 0) >= count:
            return self.pick
        most = max(hand, key=lambda s: hand[s])
        fitting = [s for s, n in hand.items() if n >= count and s != most]
        return min(fitting, key=lambda s: hand[s], default=None)

    def _happened(self, event: Event) -> None:
        if isinstance(event, Ruling):
            self._ruled(event)
        elif isinstance(event, Signal) and event.player is not None and event.player != self.player:
            self._bot(event.player, event)

    def _bot(self, name: str, event: Signal) -> None:
        now = self.game.now()
        if event.phase == "on":
            count = self.signals.get(event.name, 0)
            could = self._gift(count) is not None
            self._standing[name] = _Standing(event.name, now, could)
            self._tell("shows", event.name, name=name, shown=count)
            return
        stood = self._standing.pop(name, None)
        if stood and stood.answerable and not stood.answered and now - stood.since > SHORT and not self.done:
            self._attempt(stood.signal, None, None, None)
            self._tell("missed", stood.signal, name=name)

    def _ruled(self, ruling: Ruling) -> None:
        if ruling.code == "trade" and (pair := self.game.match.state.pair) is not None:
            stands = {name: self._standing.pop(name, None) for name in (self.names[p] for p in pair)}
            if 0 not in pair:
                self._beaten([s for s in stands.values() if s is not None], [self.names[p] for p in pair])
                return
            other = self.names[pair[0] + pair[1]]
            self.trades += 1
            stood = stands[other]
            if self._mine is not None:
                signal, onset, decided = self._mine
                if stood is not None and stood.since <= onset:
                    self._attempt(signal, signal, onset - stood.since, decided - stood.since)
                    self._tell("traded", signal, name=other, late=onset - stood.since)
                else:
                    self._attempt(signal, signal, None, None)  # the bot answered: there was nothing to react to
                    self._tell("answered", signal, name=other)
            self._mine = None
        elif ruling.code == "several":
            answering = next((n for n in self.names[1:] if n in ruling.text), None)
            if answering is not None and self.player in ruling.text:
                self.game.command(f"trade {self.player} {answering}", source="practice")

    def _beaten(self, stands: list[_Standing], names: list[str]) -> None:
        """Two bots traded: a miss where the first of them had stood for long and the player was idle."""
        first = min(stands, key=lambda s: s.since, default=None)
        if first is not None and first.answerable and not first.answered and self.game.now() - first.since > SHORT:
            self._attempt(first.signal, None, None, None)
            self._tell("beaten", first.signal, one=names[0], two=names[1])

    def _attempt(self, asked: str, made: str | None, onset: float | None, known: float | None) -> None:
        self._keep(
            Attempt(
                drill="frenzy", asked=asked, made=made, hit=made is not None, onset=onset, recognised=known,
                at=datetime.now().astimezone(),
            )
        )  # fmt: skip

    def _end(self, t: float) -> None:
        state = self.game.match.state
        mine = next((s for s, n in self.hand.items() if n == 9), None)
        if state.phase is Phase.PLAY and mine is not None:
            self.done = True
            self._tell("won", suit=mine)
        elif state.phase is not Phase.PLAY or self.game.match.game.outcome(state) is not None:
            self.done = True
            winner = self.names[state.sheet[-1].player] if state.sheet else self.names[1]
            self._tell("lost", name=winner)
        elif self.left(t) <= 0:
            self.done = True
            self._tell("over", trades=self.trades, most=max(self.hand.values(), default=0))

    def _tell(self, key: str, signal: str = "", **values: Any) -> None:
        self._news.append(News(f"frenzy.{key}", self.game.now(), signal, values))
