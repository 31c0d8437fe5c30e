"""The warm-up of a sitting: begun by the word ``warmup``, brought on by what cameras and microphones observe.

While somebody's cards are out, their faces and noises are for the cards: no trade comes of them. What is learned goes
to every camera and microphone at once, and into the evening's memory; the disk only gets it of those who agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from companion.errors import BadInput
from companion.events import Command, Event, Phrase, Ruling, Signal
from companion.facts import Fact, fact
from companion.people.evening_memory import EveningMemory
from companion.people.warmup.cards import WarmUpCard, deal
from companion.people.warmup.observations import NoiseObservation, WordObservation
from companion.people.warmup.round import WarmUpResult, WarmUpRound
from companion.people.warmup.sheet import Cell
from companion.referee.questions import Answer, Question, yes_no
from companion.senses.faces.settings import shipped
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.settings import WILD, SoundSettings
from companion.sitting.sitting import Sitting
from companion.sitting.warmup.knowing import Knowing
from companion.sitting.warmup.observing import Observing
from companion.sitting.warmup.teaching import Teaching

CARDS: Final = ("skip", "redo", "later", "again")


class WarmUps(Observing):
    """Adds the word ``warmup`` to the sitting. ``on_news`` is called when what pages show has changed."""

    def __init__(self, sitting: Sitting, evening: EveningMemory | None = None) -> None:
        super().__init__(sitting, evening)
        self.asking: list[str] = []
        """Players who are asked whether they may be kept."""
        self.phones: Callable[[], set[str]] = set
        """Players who have a phone of their own."""
        self.bots: Callable[[], list[str]] = list
        """Players who are none to learn."""
        self.offers = False
        """Whether the table is asked by itself."""
        self._settled = any(r.code == "trade" for r in self.match.rulings.values())  # nobody needs to be asked
        self._asked: dict[str, float] = {}  # since when, by the question's code
        self._closed: set[str | None] = set()  # whose pages no longer show it; None: the laptop's
        self._teaching = Teaching(sitting, self.evening, self._learned)
        self._knowing = Knowing(sitting, self.evening, self.tally, lambda: self.on_news())
        self._looking: set[str | None] = set()  # who wants to see the sheet of what is kept
        sitting.words["warmup"] = self._word
        sitting.held = self.holds

    # Words

    def _word(self, rest: str, event: Command) -> Fact | None:
        """``warmup``, ``warmup Ann``; with it: skip, redo, later, again, stop, keep Ann, forget Ann, sheet."""
        head, _, tail = rest.partition(" ")
        do = head.casefold()
        if do in CARDS:
            return self.do(do, self._named(tail) or event.player)
        if do in ("keep", "forget"):
            return self.keep(self._named(tail) or self._one_asked(), do == "keep")
        if do == "sheet":
            return self._sheet()
        if do == "stop":
            return self.stop()
        player = self._named(rest) if rest else None
        if rest and player is None:
            raise BadInput("player.unknown", name=rest, names=list(self.match.players))
        return self.begin([player] if player is not None else None)

    def _sheet(self) -> Fact | None:
        """Typed: the sheet in words. Raises BadInput without signals, and where nothing is known of anybody."""
        if self.round is None:
            self._look("", now=True)
            if all(cell.grade == "unknown" for cells in self.known.values() for cell in cells):
                raise BadInput("warmup.not-on")
        return self.told()

    def _look(self, viewer: str | None, *, now: bool = False) -> None:
        if not self.signals:
            raise BadInput("warmup.nothing")
        self._looking.add(viewer)
        self._knowing.ask([p for p in self.match.players if p not in self.bots()], self.signals, now=now)

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
        return tuple(self.match.desk.needs(self.match).signals)

    def begin(self, players: Sequence[str] | None = None, bots: Iterable[str] = ()) -> Fact | None:
        """Deal the cards. ``players``: of these alone; None: of everybody. Raises BadInput where nothing is on."""
        sees, hears = self.sitting.needs.sees == "faces" and self.sees, self.hears
        without = {*bots, *self.bots()}
        who = [p for p in (players or self.match.players) if p not in without]
        dealer = self._dealer()
        cards = {p: self._cards(p, sees, hears, dealer, alone=players is not None) for p in who}
        if not any(cards.values()):
            raise BadInput("warmup.nothing")
        before = {p.player: p for p in self._teaching.sounds(who)}
        self.round = WarmUpRound(cards, self.signals, shipped(), SoundSettings.load(), NoiseEmbedding,
                           phones=self.phones() & set(who), before=before, tally=self.tally)  # fmt: skip
        self._since, self.open, self._said = self.sitting.now(), True, {}
        self._closed.clear()
        self._last.clear()
        self.tell(None, fact("warmup.begin", players=list(cards)))
        self._next(None)
        return None

    def _cards(self, player: str, sees: bool, hears: bool, dealer: str, *, alone: bool) -> list[WarmUpCard]:
        """All of them; of a player who is known, a calm look and what is missing. Nobody is asked twice but by wish."""
        speaks = "phrases" in self.match.game.senses
        every = deal(self.signals, sees=sees, hears=hears, speaks=speaks, dealer=player == dealer)
        if alone:
            return every
        face = next(iter(self._teaching.faces([player])), None)
        noises = {n for p in self._teaching.sounds([player]) for n in p.signals}
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
                    self._teaching.learn(self.round, player)
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
        self.tell(player, fact("warmup.kept" if yes else "warmup.not-kept", player=player))
        self.on_news()
        return None

    def told(self) -> Fact:
        """The sheet in words."""
        found = self.round.sheet() if self.round is not None else self._knowing.rows()
        rows = [fact("warmup.row", player=player, cells=[c.told for c in cells]) for player, cells in found.items()]
        return fact("warmup.sheet", rows=rows)

    @property
    def known(self) -> dict[str, tuple[Cell, ...]]:
        """The sheet of what is kept, where nobody has warmed up; empty until it is worked out."""
        return self._knowing.rows() if self.round is None else {}

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
        if deck is None:
            return viewer in self._looking and bool(self.known)
        if viewer in self._closed:
            return False
        return viewer is None or viewer in deck.phones

    def close(self, viewer: str | None) -> None:
        """That page goes back to the game; cards that are left wait."""
        self._closed.add(viewer)
        self._looking.discard(viewer)
        if viewer is None and self.open:
            self.stop()
        elif viewer is not None and self.round is not None and viewer in self.round.learners and self.open:
            self.do("leave", viewer)

    def look(self, viewer: str | None) -> None:
        """Show the sheet: tonight's, else of what is kept. Raises BadInput in a game without signals."""
        if self.round is None:
            self._look(viewer)
            return
        self._closed.discard(viewer)
        self.on_news()

    def questions(self) -> Iterable[Question]:
        """Whether there is to be a warm-up, once, and of each player who was learned whether they may be kept."""
        now = self.sitting.now()
        for seat, player in ((self.match.players.index(p), p) for p in self.asking):
            asked = self._asked.setdefault(f"keep {player}", now)
            told = fact("warmup.may-keep", player=player)
            yield Question("warmup-keep", seat, told, yes_no("warmup-keep"), None, seat, asked)
        if self.offers and self.round is None and not self._settled and (self.sees or self.hears) and self.signals:
            asked = self._asked.setdefault("", now)
            yield Question("warmup", 0, fact("warmup.offer"), yes_no("warmup"), None, "laptop", asked)

    def answered(self, question: Question, answer: Answer) -> None:
        """Raises BadInput where nothing can be learned by, StorageError for what cannot be kept."""
        if question.code == "warmup-keep":
            self.keep(self.match.players[question.number], answer.kind == "yes")
        elif answer.kind == "yes":
            self.begin(None, self.bots())
        else:
            self._settled = True

    # The game waits

    def holds(self, event: Event) -> bool:
        """Whether an event is for the cards and does not count in the game."""
        deck = self.round
        if deck is None or not self.open or not isinstance(event, (Signal, Phrase)) or event.source in ("tap", "bot"):
            return False
        if isinstance(event, Phrase):
            if event.kind == "shout":
                self.said_word(event.player, WordObservation("shout", True, event.onset))
            return True
        learner = None if event.player is None else deck.learners.get(event.player)
        return event.player is None or (learner is not None and learner.card is not None)

    # What follows

    def after(self, player: str, card: WarmUpCard) -> None:
        """A card has been seen to: what it taught counts at once."""
        deck = self.round
        assert deck is not None
        deck.forget(player)
        learner = deck.learners[player]
        if card.kind == "calm" and learner.status[card.key] == "done":
            face, _ = learner.face()
            if face is not None:
                self._teaching.face(player, face)
        self._next(player)

    def _next(self, player: str | None) -> None:
        """The next card is asked for; a player's last one teaches the senses."""
        deck = self.round
        assert deck is not None
        if player is not None and (deck.learners[player].done or player in deck.left):
            self._teaching.learn(deck, player)
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

    def _ask(self, player: str, card: WarmUpCard) -> None:
        self._faint.pop(player, None)
        self.tell(player, card.told, ask=True)

    def name(self, player: str, noise: NoiseObservation) -> None:
        """Every microphone's speech learns it as its owner says it."""
        self._teaching.name(player, noise, lambda good: self.said_word(player, WordObservation("name", good)))

    def _learned(self, deck: WarmUpRound, result: WarmUpResult) -> None:
        """What a player has taught counts everywhere now."""
        player = result.player
        told = result.face is not None or result.sounds is not None
        if told and self.evening.agreed(player) is None and player not in self.asking:
            self.asking.append(player)
            self.tell(player, fact("warmup.keep", player=player))
        if deck is self.round and deck.over:
            self._finish()

    def _finish(self) -> None:
        deck = self.round
        assert deck is not None
        if not self.open or self._teaching.pending:
            return
        self.open = False
        self.sitting.tell("told", what=self.told())
        self.on_news()

    def follow(self, event: Event, rulings: Sequence[Ruling], told: Event) -> Iterable[Event]:
        """Trades work already, or the dealer's Wild Thing was learned."""
        self._settled |= any(r.code == "trade" for r in rulings)
        detail = getattr(event, "detail", None)
        pair = detail.values.get("pair") if isinstance(detail, Fact) else None
        deck = self.round
        if pair and deck is not None and self.open and event.player is not None:
            learner = deck.learners.get(event.player)
            card = learner.card if learner is not None else None
            if learner is not None and card is not None and card.kind == "wild":
                learner.shown(WILD)
                self.after(event.player, card)
        return ()
