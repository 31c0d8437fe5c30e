"""The drill "frenzy": a timed hand of Face Off! against bots that signal and trade.

It is a real match with digital cards. The player offers cards by making a signal, which camera and microphone
recognise. Its time is that of the frames and sounds, so that recordings give the same result on every machine.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Final

from companion.clock import ManualClock
from companion.events import Event, Ruling, Signal
from companion.facts import Fact, Value, fact
from companion.people.attempt import Attempt
from companion.practice.coaching import Coaching
from companion.practice.drill_run import DrillRun, Keep
from companion.practice.drills import EARS_SENSE, EYES_SENSE, senses_for
from companion.practice.face_samples import FaceSample
from companion.practice.noise_samples import NoiseSample
from companion.referee.desk_registry import header, match_of
from companion.rules.face_off.data import SIGNAL_SETS
from companion.rules.face_off.state import Phase
from companion.rules.registry import get
from companion.sitting.table_sitting import table_of

BOT_NAMES: Final = ("Robo", "Klick", "Zahnrad")
MIN_BOT_INTERVAL_S: Final = 3.0  # seconds between two actions of bots, so that the player can answer first
MIN_MISSABLE_S: Final = 1.5  # seconds for which a bot's signal must be on before ignoring it is a miss


@dataclass(slots=True)
class _BotSignal:
    """A signal that a bot shows at the moment.

    Attributes:
        signal: The signal.
        since: When it began, in seconds.
        answerable: True if the player had the cards to answer it.
        answered: True if the player has made a signal since.
    """

    signal: str
    since: float
    answerable: bool
    answered: bool = False


class Frenzy(DrillRun):
    """The drill "frenzy", a timed hand of Face Off! against bots.

    Args:
        player: Who practises.
        signal_set: Letter of the set of signals.
        seconds: Length of the hand.
        keep: Stores a finished attempt.
        seed: Seed of the cards and bots; None for a random one.
        bots: Number of bots.
    """

    name = "frenzy"

    def __init__(
        self, player: str, signal_set: str, seconds: float, keep: Keep, *, seed: int | None = None, bots: int = 2
    ) -> None:
        super().__init__()
        names = [player, *(n for n in BOT_NAMES if n.casefold() != player.casefold())][: bots + 1]
        game = get("face-off")
        seed = secrets.randbits(63) if seed is None else seed
        values = game.option_values(game.options(names, signal_set=signal_set))
        match = match_of(header("face-off", names, values, seed, "en"), None)
        self._clock = ManualClock()
        table = table_of(match, self._clock, bots=range(1, len(names)), pace=MIN_BOT_INTERVAL_S)
        table.bots.random = Random(seed)
        table.taps.tapped = False
        self.match, self.table = match, table.sitting
        self.table.observers.add(self._on_event)
        self.table.begin()
        self.player, self.seconds, self.trades, self.over = player, seconds, 0, False
        self.pick: str | None = None
        """The gem that the player wants to give away; None: chosen automatically."""
        self.set = signal_set
        self.noises = self.signals = {s: k + 1 for k, s in enumerate(SIGNAL_SETS[signal_set])}
        """The set's signals, with the number of cards that each offers."""
        senses = senses_for(self.signals)
        self.eyes, self.ears = EYES_SENSE in senses, EARS_SENSE in senses
        self.verdict: Fact | None = None
        """The result; None until the hand is over."""
        self._keep = keep
        self._since: float | None = None
        self._bot_signals: dict[str, _BotSignal] = {}
        self._mine: tuple[str, float, float] | None = None  # signal, onset, decided
        self._heard: list[Signal] = []
        self._t = 0.0

    @property
    def is_done(self) -> bool:
        return self.over

    @property
    def hand(self) -> dict[str, int]:
        """How many cards of each gem (suit) the player holds."""
        view = self.match.game.view(self.match.state, 0)
        return {s: view["hand"].get(s, 0) for s in view["suits"]} if "hand" in view else {}

    @property
    def standing_signals(self) -> dict[str, str]:
        """The signals that bots show at the moment, by the bot's name."""
        return {name: bot_signal.signal for name, bot_signal in self._bot_signals.items()}

    @property
    def remaining_s(self) -> float:
        """The time that is left, in seconds."""
        return self.seconds if self._since is None else max(0.0, self.seconds - (self._t - self._since))

    def see(self, event: Event) -> None:
        if isinstance(event, Signal) and self.mine(event):
            self._heard.append(event)
        elif isinstance(event, (FaceSample, NoiseSample)):
            signals, self._heard = self._heard, []
            before = int(self.remaining_s)
            self.step(event.t, signals, ready=event.ready)
            near = [c for s in self.standing_signals.values() if (c := event.coaching_for(s)) is not None]
            self.coaching: Coaching | None = max(near, key=lambda c: c.near, default=None)
            self.news += int(self.remaining_s) != before

    def step(self, t: float, signals: Iterable[Signal], *, ready: bool = True) -> None:
        """Advance the hand to ``t`` seconds.

        Args:
            t: Time in seconds.
            signals: The player's signals since the last call.
            ready: True if the player's face is known, or a microphone works; the hand begins when it is first True.
        """
        if self.over or (self._since is None and not ready):
            return
        self._t = max(self._t, t)
        if self._since is None:
            self._since, self.began = self._t, True
            legend = [fact("frenzy.card", n=n, signal=s) for s, n in self.signals.items()]
            self.say(fact("frenzy.begin", set=self.set, seconds=self.seconds, signals=legend, **self._hand_values()))
        self._clock.advance(max(0.0, self._t - self._since - self._clock.now()))
        for signal in signals:
            self._make(signal, self._since)
        self.table.pump()
        self._end()

    def _hand_values(self) -> dict[str, Value]:
        """Return the player's cards as the value ``hand`` of a message: one fact for each gem that the player holds."""
        return {"hand": [fact("frenzy.gems", n=n, suit=s) for s, n in self.hand.items() if n]}

    def _make(self, signal: Signal, since: float) -> None:
        """Apply a signal that the player made: offer as many cards as it stands for, and pass it to the match."""
        if self.over or signal.name not in self.signals:
            return
        moved = replace(signal, player=self.player, onset=signal.onset - since, decided=signal.decided - since)
        if moved.phase == "on":
            count = self.signals[moved.name]
            suit = self._gift(count)
            if suit is None:
                self._tell("none", moved.name, n=count)
                return
            self.table.command(f"offer {count} {suit}", self.player, "senses")
            self._mine = (moved.name, moved.onset, moved.decided)
            for bot_signal in self._bot_signals.values():
                bot_signal.answered = True  # the player is busy, so ignoring another bot is no miss
            self._tell("offered", moved.name, n=count, suit=suit)
        self.table.take(moved)

    def _gift(self, count: int) -> str | None:
        """Return the gem of which to give ``count`` cards; None if there is none.

        It is the one that the player picked, if there are enough cards of it. Else it is the gem with the fewest cards
        that has enough, without the commonest.
        """
        hand = self.hand
        if self.pick is not None and hand.get(self.pick, 0) >= count:
            return self.pick
        most = max(hand, key=lambda s: hand[s])
        fitting = [s for s, n in hand.items() if n >= count and s != most]
        return min(fitting, key=lambda s: hand[s], default=None)

    def _on_event(self, event: Event) -> None:
        if isinstance(event, Ruling):
            self._on_ruling(event)
        elif isinstance(event, Signal) and event.player is not None and event.player != self.player:
            self._bot(event.player, event)

    def _bot(self, name: str, event: Signal) -> None:
        now = self.table.now()
        if event.phase == "on":
            count = self.signals.get(event.name, 0)
            could = self._gift(count) is not None
            self._bot_signals[name] = _BotSignal(event.name, now, could)
            self._tell("shows", event.name, name=name, shown=count)
            return
        bot_signal = self._bot_signals.pop(name, None)
        if (
            bot_signal
            and bot_signal.answerable
            and not bot_signal.answered
            and now - bot_signal.since > MIN_MISSABLE_S
            and not self.over
        ):
            self._attempt(bot_signal.signal, None, None, None)
            self._tell("missed", bot_signal.signal, name=name)

    def _on_ruling(self, ruling: Ruling) -> None:
        if ruling.code == "trade":
            names = [str(ruling.values["a"]), str(ruling.values["b"])]
            traded_signals = {name: self._bot_signals.pop(name, None) for name in names}
            if self.player not in names:
                self._beaten([s for s in traded_signals.values() if s is not None], names)
            else:
                other = next(n for n in names if n != self.player)
                self._on_own_trade(other, traded_signals[other])
        elif ruling.code == "several":
            names = [str(n) for n in ruling.values["names"]]  # type: ignore[union-attr]
            answering = next((n for n in names if n != self.player), None)
            if answering is not None and self.player in names:
                self.table.command(f"trade {self.player} {answering}", source="practice")

    def _on_own_trade(self, other: str, bot_signal: _BotSignal | None) -> None:
        self.trades += 1
        mine, self._mine = self._mine, None
        if mine is None:
            return
        signal, onset, decided = mine
        if bot_signal is not None and bot_signal.since <= onset:
            self._attempt(signal, signal, onset - bot_signal.since, decided - bot_signal.since)
            self._tell("traded", signal, name=other, late=onset - bot_signal.since)
        else:
            self._attempt(signal, signal, None, None)  # the bot answered the player: no reaction time
            self._tell("answered", signal, name=other)

    def _beaten(self, bot_signals: list[_BotSignal], names: list[str]) -> None:
        """Record a missed attempt if two bots traded before the player answered, although the player could have.

        The player must have had the cards for the signal that was shown first, and time, and made no signal meanwhile.
        """
        first = min(bot_signals, key=lambda s: s.since, default=None)
        if (
            first is not None
            and first.answerable
            and not first.answered
            and self.table.now() - first.since > MIN_MISSABLE_S
        ):
            self._attempt(first.signal, None, None, None)
            self._tell("beaten", first.signal, one=names[0], two=names[1])

    def _attempt(self, asked: str, shown: str | None, onset: float | None, recognised: float | None) -> None:
        self._keep(
            Attempt(
                drill="frenzy",
                asked=asked,
                made=shown,
                hit=shown is not None,
                onset=onset,
                recognised=recognised,
                at=datetime.now().astimezone(),
            )
        )

    def _end(self) -> None:
        state = self.match.state
        mine = next((s for s, n in self.hand.items() if n == 9), None)
        self.over = True
        if state.phase is Phase.PLAY and mine is not None:
            self._tell("won", suit=mine)
        elif state.phase is not Phase.PLAY or self.match.is_over:
            self._tell("lost", name=self.match.players[state.sheet[-1].player if state.sheet else 1])
        elif self.remaining_s <= 0:
            self._tell("over", trades=self.trades, most=max(self.hand.values(), default=0))
        else:
            self.over = False

    def _tell(self, what: str, signal: str = "", **values: Value) -> None:
        told = Fact(f"frenzy.{what}", {"t": round(self.table.now(), 3), "signal": signal, **values})
        self.verdict = told if self.over else None
        self.say(told)

    @property
    def summary(self) -> Fact:
        """The state of the hand as a fact for display."""
        return fact(
            "frenzy.hand", trades=self.trades, whole=self.over, left=round(self.remaining_s), **self._hand_values()
        )
