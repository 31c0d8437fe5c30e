"""What cameras and microphones observe for the cards of a warm-up, and what is said of it, on the sitting's thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from companion.events import Event
from companion.facts import Fact, fact
from companion.people.evening_memory import EveningMemory
from companion.people.warmup.cards import WarmUpCard
from companion.people.warmup.observations import FaceObservation, NoiseObservation, WordObservation
from companion.people.warmup.room_advice import SECONDS, RoomAdvice
from companion.people.warmup.round import WarmUpRound
from companion.people.warmup.sheet import Tally
from companion.sitting.follower import Follower
from companion.sitting.sitting import Sitting
from companion.sitting.warmup.ears import MicrophoneLevels, NoiseObserver
from companion.sitting.warmup.eyes import FaceObserver
from companion.sitting.warmup.sounds import SharedNoises
from companion.sitting.worker import Worker

if TYPE_CHECKING:
    from companion.sitting.microphone_station import MicrophoneStation

SLEEPS: Final = 6.0  # seconds without a picture or a sound after which a phone is said to sleep
WAITS: Final = 8.0  # seconds without anybody in view after which it is said
HEARD: Final = 1.5  # seconds after a call within which the shout must have been heard
FAINT: Final = 7.0  # seconds after the asking in which nothing is heard
BLINK: Final = 1.0  # seconds for which a face may be missed


class Observing(Follower):
    """``round``: the cards that are out, or were. Subclasses say what follows: ``after`` and ``name``."""

    def __init__(self, sitting: Sitting, evening: EveningMemory | None = None) -> None:
        assert sitting.match is not None
        self.sitting, self.match = sitting, sitting.match
        self.evening = evening if evening is not None else EveningMemory()
        self.tally = Tally()
        self.round: WarmUpRound | None = None
        self.room = RoomAdvice()
        self.advice: tuple[Fact, ...] = ()
        self.on_news: Callable[[], None] = lambda: None
        """Called when what pages show has changed."""
        self.on_live: Callable[[str, dict[str, Any]], None] = lambda player, live: None
        """Gets a player's bars between two states: ``near`` 0..1, ``level`` and ``floor`` in dB."""
        self.open = False
        """Whether cards are out: read by the sources' threads."""
        self._since = 0.0
        self._last: dict[str, float] = {}
        self._faces: dict[str, float] = {}
        self._faint: dict[str, float] = {}  # since when nothing was heard of each player who was asked
        self._sounds = SharedNoises()
        self._said: dict[str, Fact] = {}
        self._calls: list[tuple[float, str]] = []  # by when a call on the card of the shout must be heard, and whose
        sitting.crew.evening, sitting.crew.players = self.evening, self.match.players
        sitting.crew.on_look.append(FaceObserver(lambda: self.open, self._glanced))
        sitting.crew.on_ear.append(self._join)

    def after(self, player: str, card: WarmUpCard) -> None:
        """A card has been seen to."""
        raise NotImplementedError

    def name(self, player: str, noise: NoiseObservation) -> None:
        """The player has said something to the card of the name."""
        raise NotImplementedError

    # Observations: from the sources' threads

    def _glanced(self, player: str, glance: FaceObservation) -> None:
        self.sitting.post(lambda: self._see(player, glance))

    def _join(self, station: MicrophoneStation) -> None:
        station.beside.append(
            NoiseObserver(
                station, lambda: self.open, lambda source, what: self.sitting.post(lambda: self._heard(source, what))
            )
        )
        station.sense.refusals.append(lambda verdict: self.sitting.post(lambda: self._refused(verdict)))

    # Observations: on the sitting's thread

    def _see(self, player: str, glance: FaceObservation) -> None:
        deck = self.round
        if deck is None or not self.open:
            return
        self.room.see(player, glance)
        self._last[f"camera {player}"] = self.sitting.now()
        if glance.frame is not None:
            self._faces[player] = self.sitting.now()
        learner = deck.active(player)
        if learner is None:
            return
        card = learner.card
        if glance.frame is None and self.sitting.now() - max(self._faces.get(player, 0.0), self._since) < BLINK:
            return  # a blink of the detector is no fault of the player's
        said = deck.see(player, glance)
        if card is not None and card.seen:
            self.on_live(player, {"near": round(learner.near, 3)})
        self.tell(player, said)
        if card is not None and learner.status[card.key] != "open":
            self.after(player, card)

    def _heard(self, source: str, what: NoiseObservation | MicrophoneLevels) -> None:
        if self.round is None or not self.open:
            return
        if isinstance(what, MicrophoneLevels):
            self._level(source, what)
            return
        if self._sounds.heard(what, self.sitting.now(), several=len(self._ears()) > 1):
            self._noise(what)

    def _level(self, source: str, levels: MicrophoneLevels) -> None:
        deck = self.round
        assert deck is not None
        self.room.level(levels.floor)
        if levels.tail is not None:
            self.room.tail(levels.tail)
        owner = next((w.station.player for w in self._ears() if w.station and w.station.name == source), None)  # type: ignore[attr-defined]
        player = owner if owner is not None else deck.turn
        if player is None or (learner := deck.active(player)) is None:
            return
        self._last[f"microphone {player}"] = self.sitting.now()
        self.on_live(player, {"level": round(levels.level, 1), "floor": round(levels.floor, 1)})
        if (card := learner.card) is not None and not card.seen and (levels.dead or levels.busy):
            self.tell(player, fact("warmup.dead" if levels.dead else "warmup.music"))
        elif card is not None and not card.seen and levels.t - self._faint.setdefault(player, levels.t) > FAINT:
            self.tell(player, fact("take.quiet"))  # nothing stands out of the room

    def _ears(self) -> list[Worker]:
        return self.sitting.crew.ears()

    def _noise(self, noise: NoiseObservation) -> None:
        deck = self.round
        assert deck is not None
        player = noise.owner if noise.owner is not None else deck.turn
        learner = deck.active(player) if player is not None else None
        if player is None or learner is None:
            return
        card = learner.card
        self._faint.pop(player, None)
        louder = self._sounds.louder(noise)
        if louder is not None:
            if card is not None and card.kind == "noise" and louder != player:
                self.tell(player, fact("warmup.other", other=louder))
            return
        _, said = deck.hear(noise)
        self.on_live(player, {"near": round(learner.near, 3)})
        self.tell(player, said)
        if card is not None and card.kind == "name" and said is None and learner.card is card:
            self.name(player, noise)
        elif card is not None and card.kind == "shout" and said is None and learner.card is card:
            self._calls.append((self.sitting.now() + HEARD, player))
        elif card is not None and learner.status[card.key] != "open":
            self.after(player, card)

    def _unheard(self, now: float) -> None:
        """A call that the ears have had time for and that was no shout to them."""
        due = [player for t, player in self._calls if t <= now]
        self._calls = [(t, player) for t, player in self._calls if t > now]
        for player in due:
            learner = self.round.active(player) if self.round is not None else None
            if learner is not None and learner.card is not None and learner.card.kind == "shout":
                self.said_word(player, WordObservation("shout", False))

    def said_word(self, player: str | None, heard: WordObservation) -> None:
        deck = self.round
        if deck is None:
            return
        who = player if player is not None and deck.active(player) is not None else deck.turn
        card = deck.learners[who].card if who is not None else None
        who, said = deck.say(player, heard)
        if who is None:
            return
        self.tell(who, said)
        if card is not None and deck.learners[who].status[card.key] != "open":
            self.after(who, card)

    def _refused(self, verdict: Any) -> None:
        match = verdict.match
        like = fact("warmup.as-like", signal=match.second) if match.second and match.margin < 1.0 else None
        short = round(-verdict.over, 1)
        why = fact("warmup.refused", player=match.player, signal=match.name, short=short, like=like)
        self.tally.refused(match.player, match.name, why)

    def tell(self, player: str | None, what: Fact | None, *, ask: bool = False) -> None:
        if what is None:
            return
        key = player or ""
        if not ask and self._said.get(key) == what:
            return
        self._said[key] = what
        if self.round is not None and player in self.round.learners and not ask:
            self.round.learners[player].verdict = what
        self.sitting.tell("told", what=what if player is None else fact("warmup.to", player=player, what=what))
        self.on_news()

    # Time

    def tick(self, now: float) -> Iterable[Event]:
        for noise in self._sounds.due(now):
            if self.round is not None and self.open:
                self._noise(noise)
        if self.open and not self.advice and now - self._since >= SECONDS:
            self.advice = self.room.advice()
            for what in self.advice:
                self.tell(None, what)
        if self.open:
            self._unheard(now)
            self._quiet(now)
        return ()

    def _quiet(self, now: float) -> None:
        """Nobody is there, or a phone sleeps: one sentence, and the cards wait."""
        deck = self.round
        assert deck is not None
        for player, learner in deck.learners.items():
            card = learner.card if deck.active(player) is not None else None
            if card is None:
                continue
            last = self._last.get(f"{'camera' if card.seen else 'microphone'} {player}", self._since)
            if now - last > SLEEPS:
                code = "warmup.asleep" if player in deck.phones else "warmup.no-picture" if card.seen else "warmup.dead"
                self.tell(player, fact(code, player=player) if player in deck.phones else fact(code))
            elif card.seen and now - max(self._faces.get(player, 0.0), self._since) > WAITS:
                self.tell(player, fact("warmup.nobody-there", player=player))
