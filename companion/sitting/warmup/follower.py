"""The warm-up of a sitting: begun by the word ``warmup``, brought on by what cameras and microphones observe.

While somebody's cards are out, their faces and noises are for the cards: no trade comes of them. What is learned goes to
every camera and microphone at once, and into the evening's memory; the disk only gets it of those who agree.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from companion.errors import BadInput, CompanionError
from companion.events import Command, Event, Phrase, Ruling, Signal
from companion.facts import Fact, fact
from companion.people.evening import Evening
from companion.people.warmup.cards import Card, deal
from companion.people.warmup.place import SECONDS, Room
from companion.people.warmup.round import Result, Round
from companion.people.warmup.seen import Glance, Heard, Noise
from companion.people.warmup.sheet import Tally
from companion.referee.questions import Answer, Question, yes_no
from companion.senses.faces.profile import Profile as Face
from companion.senses.faces.settings import shipped
from companion.senses.sounds.names import WILD
from companion.senses.sounds.net import SoundNet
from companion.senses.sounds.profile import Profile as Sounds
from companion.senses.sounds.settings import Settings
from companion.sitting.follower import Follower
from companion.sitting.sitting import Sitting
from companion.sitting.warmup.ears import Hearing, Levels
from companion.sitting.warmup.eyes import Glances
from companion.sitting.worker import Worker

_log = logging.getLogger(__name__)
SLEEPS: Final = 6.0  # seconds without a picture or a sound after which a phone is said to sleep
WAITS: Final = 8.0  # seconds without anybody in view after which it is said
SAME: Final = 0.35  # seconds by which two microphones hear one sound apart
LOUDER: Final = 3.0  # dB by which the other microphone must be louder for the sound to be somebody else's


class WarmUps(Follower):
    """Adds the word ``warmup`` to the sitting. ``on_news`` is called when what pages show has changed."""

    def __init__(self, sitting: Sitting, evening: Evening | None = None) -> None:
        assert sitting.match is not None
        self.sitting, self.match = sitting, sitting.match
        self.evening = evening if evening is not None else Evening()
        self.tally = Tally()
        self.round: Round | None = None
        self.room = Room()
        self.advice: tuple[Fact, ...] = ()
        self.asking: list[str] = []
        """Players who are asked whether they may be kept."""
        self.on_news: Callable[[], None] = lambda: None
        self.on_live: Callable[[str, dict[str, Any]], None] = lambda player, live: None
        self.phones: Callable[[], set[str]] = set
        """Players who have a phone of their own."""
        self.bots: Callable[[], list[str]] = list
        """Players who are none to learn."""
        self.offers = False
        """Whether the table is asked by itself."""
        self._declined = False
        self._closed: set[str | None] = set()  # whose pages no longer show it; None: the laptop's
        self.open = False
        """Whether cards are out: read by the sources' threads."""
        self._since = 0.0
        self._last: dict[str, float] = {}
        self._faces: dict[str, float] = {}
        self._recent: list[Noise] = []
        self._waiting: list[tuple[float, Noise]] = []
        self._said: dict[str, Fact] = {}
        self._pending: set[str] = set()
        sitting.words["warmup"] = self._word
        sitting.held = self.holds
        sitting.crew.evening, sitting.crew.players = self.evening, self.match.players
        sitting.crew.on_look.append(Glances(lambda: self.open, self._glanced))
        sitting.crew.on_ear.append(self._join)

    # Words

    def _word(self, rest: str, event: Command) -> Fact | None:
        """``warmup``, ``warmup Ann``, and while one is on: skip, redo, later, again, stop, keep Ann, forget Ann, sheet."""
        head, _, tail = rest.partition(" ")
        do = head.casefold()
        if do in ("skip", "redo", "later", "again"):
            return self.do(do, self._named(tail) or event.player)
        if do in ("keep", "forget"):
            return self.keep(self._named(tail) or self._one_asked(), do == "keep")
        if do == "sheet":
            return self.told()
        if do == "stop":
            return self.stop()
        player = self._named(rest) if rest else None
        if rest and player is None:
            raise BadInput("player.unknown", name=rest, names=list(self.match.players))
        return self.begin([player] if player is not None else None)

    def _named(self, text: str) -> str | None:
        seat = self.match.seat(text.strip()) if text.strip() else None
        return None if seat is None else self.match.players[seat]

    def _one_asked(self) -> str:
        if not self.asking:
            raise BadInput("warmup.nobody-asked")
        return self.asking[0]

    # Beginning and ending

    @property
    def signals(self) -> tuple[str, ...]:
        return tuple(self.match.desk.needs().signals) if self.match.desk is not None else ()

    def begin(self, players: Sequence[str] | None = None, bots: Iterable[str] = ()) -> Fact | None:
        """Deal the cards. ``players``: of these alone; None: of everybody. Raises BadInput without anything to learn by."""
        sees, hears = self.sitting.needs.sees == "faces" and self.sees, self.hears
        without = {*bots, *self.bots()}
        who = [p for p in (players or self.match.players) if p not in without]
        dealer = self._dealer()
        cards = {p: self._cards(p, sees, hears, dealer, alone=players is not None) for p in who}
        if not any(cards.values()):
            raise BadInput("warmup.nothing")
        before = {p.player: p for p in self._known(who)}
        self.round = Round(cards, self.signals, shipped(), Settings.load(), SoundNet, phones=self.phones() & set(who),
                           before=before, tally=self.tally)  # fmt: skip
        self._since, self.open, self._said = self.sitting.now(), True, {}
        self._closed.clear()
        self._last.clear()
        self._tell(None, fact("warmup.begin", players=list(cards)))
        self._next(None)
        return None

    def _cards(self, player: str, sees: bool, hears: bool, dealer: str, *, alone: bool) -> list[Card]:
        """All of them; of a player who is known, a calm look and what is missing. Nobody is asked twice but by wish."""
        speaks = "phrases" in self.match.game.senses
        every = deal(self.signals, sees=sees, hears=hears, speaks=speaks, dealer=player == dealer)
        if alone:
            return every
        face = next(iter(self._faces_of([player])), None)
        noises = {n for p in self._known([player]) for n in p.signals}
        if face is None and not noises:
            return every
        known = {"calm": False, "shout": True, "name": True}
        out = []
        for card in every:
            there = known.get(
                card.kind, card.signal in (noises if card.kind == "noise" else face.signals if face else ())
            )
            if not there:
                out.append(card)
        return out

    def _faces_of(self, players: Sequence[str]) -> list[Face]:
        """What is kept and damaged is not known here: whoever opens the camera says so."""
        try:
            return [f for p in players if (f := self.evening.face(p)) is not None]
        except CompanionError:
            return []

    def _known(self, players: Sequence[str]) -> list[Sounds]:
        try:
            return self.evening.sounds(players)
        except CompanionError:
            return []

    def _dealer(self) -> str:
        from companion.rules.protocol import TABLE

        view = self.match.game.view(self.match.state, TABLE)
        dealer = view.get("dealer")
        return self.match.players[dealer] if isinstance(dealer, int) and WILD in self.signals else ""

    def stop(self) -> Fact | None:
        """The game begins now; what is there counts."""
        if self.round is None or not self.open:
            raise BadInput("warmup.not-on")
        for player, learner in self.round.learners.items():
            if not learner.done and player not in self.round.left:
                self.round.left.add(player)
                if learner.takes or learner.calm:
                    self._learn(player)
        self._finish()
        return None

    def do(self, verb: str, player: str | None, key: str | None = None) -> Fact | None:
        """skip, redo, later or again for a player's card; without one, for whose turn it is. Raises BadInput."""
        deck = self.round
        who = player if player is not None else deck.turn if deck is not None else None
        if deck is None or (verb != "again" and not self.open):
            raise BadInput("warmup.not-on")
        if verb == "again" and who is None:
            who = next((p for p in deck.learners if deck.weak(p)), None)
        if who is None or who not in deck.learners:
            raise BadInput("warmup.nobody", names=list(deck.learners))
        learner = deck.learners[who]
        self._said.pop(who, None)
        if verb == "again":
            deck.again(who)
            self.open = True
        elif verb == "redo":
            deck.left.discard(who)
            deck.forget(who)
            learner.redo(key)
            self.open = True
        elif verb == "leave":
            deck.left.add(who)
        else:
            learner.skip("later" if verb == "later" else "skipped")
        self._next(who)
        return None

    def keep(self, player: str, yes: bool) -> Fact | None:
        """The player's answer whether they may be known next time. Raises StorageError."""
        self.evening.agree(player, yes)
        self.asking = [p for p in self.asking if p != player]
        self._tell(player, fact("warmup.kept" if yes else "warmup.not-kept", player=player))
        self.on_news()
        return None

    def told(self) -> Fact:
        """The sheet in words. Raises BadInput before there is one."""
        if self.round is None:
            raise BadInput("warmup.not-on")
        rows = [
            fact("warmup.row", player=player, cells=[c.told for c in cells])
            for player, cells in self.round.sheet().items()
        ]
        return fact("warmup.sheet", rows=rows)

    # What pages show

    @property
    def sees(self) -> bool:
        return any(k.startswith("camera") for k in self.sitting.crew.workers)

    @property
    def hears(self) -> bool:
        return any(k.startswith("microphone") for k in self.sitting.crew.workers)

    def shows(self, viewer: str | None) -> bool:
        """Whether the laptop (None) or a player's phone shows it."""
        deck = self.round
        if deck is None or viewer in self._closed:
            return False
        return viewer is None or viewer in deck.phones

    def close(self, viewer: str | None) -> None:
        """That page goes back to the game; cards that are left wait."""
        self._closed.add(viewer)
        if viewer is None and self.open:
            self.stop()
        elif viewer is not None and self.round is not None and viewer in self.round.learners and self.open:
            self.do("leave", viewer)

    def look(self, viewer: str | None) -> None:
        """Show the sheet again. Raises BadInput where there is none."""
        if self.round is None:
            raise BadInput("warmup.not-on")
        self._closed.discard(viewer)
        self.on_news()

    def questions(self) -> Iterable[Question]:
        """Whether there is to be a warm-up, once, and of each player who was learned whether they may be kept."""
        out = [
            Question("warmup-keep", self.match.players.index(p), fact("warmup.may-keep", player=p),
                     yes_no("", "", "warmup-keep"), to=self.match.players.index(p))  # fmt: skip
            for p in self.asking
        ]
        if self.offers and self.round is None and not self._declined and (self.sees or self.hears) and self.signals:
            told = fact("warmup.offer")
            out.append(Question("warmup", 0, told, yes_no("", "", "warmup"), to="laptop"))
        return out

    def answered(self, question: Question, answer: Answer) -> None:
        """Raises BadInput where nothing can be learned by, StorageError for what cannot be kept."""
        if question.code == "warmup-keep":
            self.keep(self.match.players[question.number], answer.kind == "yes")
        elif answer.kind == "yes":
            self.begin(None, self.bots())
        else:
            self._declined = True

    # Observations: from the sources' threads

    def _glanced(self, player: str, glance: Glance) -> None:
        self.sitting.post(lambda: self._see(player, glance))

    def _join(self, station: Any) -> None:
        station.beside.append(
            Hearing(
                station, lambda: self.open, lambda source, what: self.sitting.post(lambda: self._heard(source, what))
            )
        )
        station.sense.on_refused = lambda t, verdict: self.sitting.post(lambda: self._refused(verdict))

    # Observations: on the sitting's thread

    def _see(self, player: str, glance: Glance) -> None:
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
        if glance.frame is None and self.sitting.now() - max(self._faces.get(player, 0.0), self._since) < 1.0:
            return  # a blink of the detector is no fault of the player's
        said = deck.see(player, glance)
        if card is not None and card.seen:
            self.on_live(player, {"near": round(learner.near, 3)})
        self._tell(player, said)
        if card is not None and learner.status[card.key] != "open":
            self._after(player, card)

    def _heard(self, source: str, what: Noise | Levels) -> None:
        if self.round is None or not self.open:
            return
        if isinstance(what, Levels):
            self._level(source, what)
            return
        self._recent = [*self._recent[-12:], what]
        if len(self._ears()) > 1:
            self._waiting.append((self.sitting.now() + SAME, what))
        else:
            self._noise(what)

    def _level(self, source: str, levels: Levels) -> None:
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
            self._tell(player, fact("warmup.dead" if levels.dead else "warmup.music"))

    def _ears(self) -> list[Worker]:
        return self.sitting.crew.ears()

    def _noise(self, noise: Noise) -> None:
        deck = self.round
        assert deck is not None
        player = noise.owner if noise.owner is not None else deck.turn
        learner = deck.active(player) if player is not None else None
        if player is None or learner is None:
            return
        card = learner.card
        louder = self._louder(noise)
        if louder is not None:
            if card is not None and card.kind == "noise" and louder != player:
                self._tell(player, fact("warmup.other", other=louder))
            return
        _, said = deck.hear(noise)
        self.on_live(player, {"near": round(learner.near, 3)})
        self._tell(player, said)
        if card is not None and card.kind == "name" and said is None and learner.card is card:
            self._name(player, noise)
        elif card is not None and learner.status[card.key] != "open":
            self._after(player, card)

    def _louder(self, noise: Noise) -> str | None:
        """Whose phone heard the same sound clearly louder."""
        for other in self._recent:
            apart = other.source != noise.source and abs(other.onset - noise.onset) < SAME
            if apart and other.owner is not None and other.level > noise.level + LOUDER:
                return other.owner
        return None

    def _name(self, player: str, noise: Noise) -> None:
        """Every microphone's speech learns the name as its owner says it; the first that has done so answers."""
        answered: list[bool] = []

        def learn(ear: Any) -> Iterable[Event]:
            makers = [getattr(getattr(s, "sense", None), "recogniser", None) for s in ear.beside]
            found = [m for m in makers if hasattr(m, "learn")]
            good = any([m.learn(player, noise.samples) for m in found])
            self.sitting.post(lambda: answer(good or not found))
            return ()

        def answer(good: bool) -> None:
            if answered or self.round is None:
                return
            answered.append(good)
            self._said_word(player, Heard("name", good))

        self.sitting.crew.ask(self._ears(), learn)

    def _said_word(self, player: str | None, heard: Heard) -> None:
        deck = self.round
        if deck is None:
            return
        who = player if player is not None and deck.active(player) is not None else deck.turn
        card = deck.learners[who].card if who is not None else None
        who, said = deck.say(player, heard)
        if who is None:
            return
        self._tell(who, said)
        if card is not None and deck.learners[who].status[card.key] != "open":
            self._after(who, card)

    def _refused(self, verdict: Any) -> None:
        match = verdict.match
        like = fact("warmup.as-like", signal=match.second) if match.second and match.margin < 1.0 else None
        short = round(-verdict.over, 1)
        why = fact("warmup.refused", player=match.player, signal=match.name, short=short, like=like)
        self.tally.refused(match.player, match.name, why)

    # The game waits

    def holds(self, event: Event) -> bool:
        """Whether an event is for the cards and does not count in the game."""
        deck = self.round
        if deck is None or not self.open or not isinstance(event, (Signal, Phrase)) or event.source in ("tap", "bot"):
            return False
        if isinstance(event, Phrase):
            if event.kind == "shout":
                self._said_word(event.player, Heard("shout", True, event.onset))
            return True
        return event.player is None or event.player in deck.learners and deck.learners[event.player].card is not None

    # What follows

    def _after(self, player: str, card: Card) -> None:
        """A card has been seen to: what it taught counts at once."""
        deck = self.round
        assert deck is not None
        deck.forget(player)
        learner = deck.learners[player]
        if card.kind == "calm" and learner.status[card.key] == "done":
            face, _ = learner.face()
            if face is not None:
                self.sitting.crew.ask(self.sitting.crew.eyes(), lambda eye: eye.know(player, face))
        self._next(player)

    def _next(self, player: str | None) -> None:
        """The next card is asked for; a player's last one teaches the senses."""
        deck = self.round
        assert deck is not None
        if player is not None and (deck.learners[player].done or player in deck.left):
            self._learn(player)
        if deck.over:
            self._finish()
            return
        who = player if player is not None and deck.active(player) is not None else deck.turn
        for name in {who, *(p for p in deck.phones if player is None)} - {None}:
            learner = deck.active(name) if name is not None else None
            if learner is not None and learner.card is not None and name is not None:
                self._ask(name, learner.card)
                if learner.card.kind == "wild":
                    self.sitting.command(f"wild {name}")
        self.on_news()

    def _ask(self, player: str, card: Card) -> None:
        self._tell(player, card.told, ask=True)

    def _learn(self, player: str) -> None:
        """What the player has taught goes to all senses and into the evening."""
        deck = self.round
        assert deck is not None
        deck.forget(player)
        if not any(worker.threaded for worker in self.sitting.crew.workers.values()):
            self._learned(deck, deck.result(player))
            return
        self._pending.add(player)
        post = self.sitting.post

        def work() -> None:
            try:
                result = deck.result(player)
            except Exception:  # the edge of a thread: the game goes on without what was taught  # noqa: BLE001
                _log.exception("what %s taught", player)
                post(lambda: self._given_up(player))
                return
            post(lambda: self._learned(deck, result))

        threading.Thread(target=work, name=f"warm-up {player}", daemon=True).start()

    def _given_up(self, player: str) -> None:
        self._pending.discard(player)
        if self.round is not None and self.round.over:
            self._finish()

    def _learned(self, deck: Round, result: Result) -> None:
        player = result.player
        self._pending.discard(player)
        self.evening.learned(player, result.face, result.sounds)
        crew = self.sitting.crew
        if result.face is not None:
            face = result.face
            crew.ask(crew.eyes(), lambda eye: eye.know(player, face))
        if result.sounds is not None:
            profiles = self._known(self.match.players)
            crew.ask(crew.ears(), lambda ear: ear.know(profiles))
        told = result.face is not None or result.sounds is not None
        if told and self.evening.agreed(player) is None and player not in self.asking:
            self.asking.append(player)
            self._tell(player, fact("warmup.keep", player=player))
        if deck is self.round and deck.over:
            self._finish()

    def _finish(self) -> None:
        deck = self.round
        assert deck is not None
        if not self.open or self._pending:
            return
        self.open = False
        self.sitting.tell("told", what=self.told())
        self.on_news()

    def _tell(self, player: str | None, what: Fact | None, *, ask: bool = False) -> None:
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
        due = [n for t, n in self._waiting if t <= now]
        self._waiting = [(t, n) for t, n in self._waiting if t > now]
        for noise in due:
            if self.round is not None and self.open:
                self._noise(noise)
        if self.open and not self.advice and now - self._since >= SECONDS:
            self.advice = self.room.advice()
            for what in self.advice:
                self._tell(None, what)
        if self.open:
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
                self._tell(player, fact(code, player=player) if player in deck.phones else fact(code))
            elif card.seen and now - max(self._faces.get(player, 0.0), self._since) > WAITS:
                self._tell(player, fact("warmup.nobody-there", player=player))

    def follow(self, event: Event, rulings: Sequence[Ruling], told: Event) -> Iterable[Event]:
        """The dealer's Wild Thing was learned."""
        detail = getattr(event, "detail", None)
        pair = detail.values.get("pair") if isinstance(detail, Fact) else None
        deck = self.round
        if pair and deck is not None and self.open and event.player is not None:
            learner = deck.learners.get(event.player)
            card = learner.card if learner is not None else None
            if learner is not None and card is not None and card.kind == "wild":
                learner.shown(WILD)
                self._after(event.player, card)
        return ()
