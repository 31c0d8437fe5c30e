"""The follower that runs a warm-up: begun by the command ``warmup``, driven by what cameras and microphones observe.

A warm-up is a round of cards, each of which asks a player for one face or noise. The round's state and rules are in
``people/warmup/round_fold``. Here the sitting's events become events of the round, and what the round requests is
carried out. While a player has cards to do, their faces and noises go to the cards and cannot lead to a trade. What is
learned goes to every camera and microphone at once and into the evening's memory. It is stored on disk only for players
who agree.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

from companion.errors import BadInput
from companion.events import Command, Event, Phrase, Ruling, Signal
from companion.facts import Fact, fact
from companion.people.profile_lookup import EveningMemory
from companion.people.warmup import round_messages as messages
from companion.people.warmup.cards import (
    FaceObservation,
    MicrophoneLevels,
    NoiseObservation,
    WarmUpCard,
    WordObservation,
)
from companion.people.warmup.judging import Judging
from companion.people.warmup.round import WarmUpRound
from companion.people.warmup.round_fold import step
from companion.people.warmup.sheet import Cell, Tally, WarmUpResult
from companion.referee.match import AUTOMATIC_RULINGS
from companion.referee.questions import Answer, Question, yes_no
from companion.senses.sounds.enrolled_players import NoiseVerdict
from companion.senses.sounds.settings import SIGNALS as NOISES
from companion.sitting.crew import phone_of
from companion.sitting.follower import Follower, in_turn
from companion.sitting.microphone_station import MicrophoneStation
from companion.sitting.requests import KnowFace, KnowNoises, LearnName
from companion.sitting.sitting import Sitting
from companion.sitting.warmup.source_observers import FaceObserver, NoiseObserver
from companion.sitting.warmup.tasks import KeptRows, dealt, untaught, work_out

REMIND_AFTER_S: Final = 40.0  # seconds of a hand without a trade after which the warm-up is offered again
_FREQUENT_MESSAGES = (
    FaceObservation,
    NoiseObservation,
    MicrophoneLevels,
    messages.Passed,
)  # so frequent that pages are told only if the round makes a request


TYPED_VERBS: Final[Mapping[str, messages.Verb]] = {
    "skip": "skip",
    "redo": "redo",
    "later": "later",
    "again": "again",
    "stop": "stop",
    "sheet": "sheet",
}


class WarmUpPages(Protocol):
    """Interface of the pages (laptop and phones) that show a warm-up."""

    def on_change(self) -> None:
        """Redraw, as the state has changed."""

    def live(self, player: str, bars: Mapping[str, float]) -> None:
        """Draw a player's level bars (``round_messages.Bars``), which change more often than the state."""

    def begin(self, players: Sequence[str] | None, phone: str | None) -> None:
        """Show that a round begins.

        Args:
            players: Players of the round; None for everybody.
            phone: Player whose phone asked for it; None for the table.
        """

    def phones(self) -> Collection[str]:
        """Return the players whose own phone is connected now."""


class WarmUps(Follower):
    """Follower that runs warm-ups; adds the command ``warmup``.

    If ``pages`` is set, the table is asked at the start whether it wants one.

    Args:
        sitting: A sitting with a match.
        evening: Memory for what is learned; None for a new one.
        bots: Players who do not take part.
    """

    def __init__(
        self, sitting: Sitting, evening: EveningMemory | None = None, bots: Collection[str] = frozenset()
    ) -> None:
        assert sitting.match is not None
        self.match = sitting.match
        self.evening = evening if evening is not None else EveningMemory()
        self.tally = Tally()
        self.round = WarmUpRound()
        self.pages: WarmUpPages | None = None
        self._sitting, self._bots, self._by = sitting, bots, Judging()
        self._kept = KeptRows(sitting.post, self.evening, self._notify_pages)
        self._sources: frozenset[str] = frozenset()  # sources for which the round's cards were dealt
        self._skips_taught = False  # True if the round leaves out what its players have taught before
        self._settled = False  # True if the warm-up need not be offered any more
        self._declined = False  # True if the offer was declined
        self._reminded = 0  # ruling that dealt the hand in which the reminder was declined
        self._taught_by_hand: tuple[int, bool] = (-1, False)  # (hand, whether a player's noises are known)
        self._asked: dict[str, float] = {}  # when each player's question was first asked; "": the offer
        sitting.words["warmup"] = self._word
        sitting.crew.evening, sitting.crew.players = self.evening, self.match.players
        glanced = lambda glance: sitting.post(lambda: self.take(glance))  # noqa: E731
        sitting.crew.on_look.append(FaceObserver(lambda: self.round.open, glanced))
        sitting.crew.on_ear.add(self._join)

    # From the sources' threads

    def _join(self, station: MicrophoneStation) -> None:
        station.beside.append(NoiseObserver(station, lambda: self.round.open, self._on_noise))
        station.sense.refusals.append(lambda verdict: self._sitting.post(lambda: self._note_refusal(verdict)))

    def _on_noise(self, what: NoiseObservation | MicrophoneLevels) -> None:
        def take() -> None:
            if isinstance(what, NoiseObservation) and len(self._sitting.crew.ears()) > 1:
                self.take(replace(what, shared=True))
            else:
                self.take(what)

        self._sitting.post(take)

    def _note_refusal(self, verdict: NoiseVerdict) -> None:
        match = verdict.match
        like = fact("warmup.as-like", signal=match.second) if match.second and match.margin < 1.0 else None
        short = round(-verdict.margin, 1)
        why = fact("warmup.refused", player=match.player, signal=match.name, short=short, like=like)
        self.tally.note_refusal(match.player, match.name, why)

    # The round: events in, requests out

    def take(self, event: messages.RoundEvent) -> None:
        """Apply an event to the round and carry out the requests that this leads to.

        Raises:
            BadInput: The choice is not available to anybody now.
        """
        self.round, asked = step(self.round, self._sitting.now(), event, self._by)
        for request in asked:
            self._do(request)
        if not isinstance(event, _FREQUENT_MESSAGES) or any(
            not isinstance(request, messages.Bars) for request in asked
        ):
            self._notify_pages()

    def _notify_pages(self) -> None:
        if self.pages is not None:
            self.pages.on_change()

    def _do(self, request: messages.RoundRequest) -> None:
        sitting, crew = self._sitting, self._sitting.crew
        match request:
            case messages.Say(None, what):
                sitting.tell("told", what=what)
            case messages.Say(player, what):
                sitting.tell("told", what=fact("warmup.to", player=player, what=what))
            case messages.Bars(player, values):
                if self.pages is not None:
                    self.pages.live(player, values)
            case messages.KnowNow(player, face):
                crew.ask(crew.eyes(), KnowFace(player, face))
            case messages.Learn(player, number):
                work_out(sitting, self.round, player, self._by, lambda result: self._apply_result(number, result))
            case messages.HearName(player, noise):
                self._learn_name(player, noise)
            case messages.ShowWild(player):
                sitting.command(f"wild {player}")
            case messages.ShowSheet():
                sitting.tell("told", what=self.sheet_fact())

    def _apply_result(self, number: int, result: WarmUpResult) -> None:
        """Send what a player has taught to the evening's memory, the cameras and the microphones.

        ``number`` is that of the round's request.
        """
        crew = self._sitting.crew
        self.evening.add_learned(result.player, result.face, result.sounds)
        if result.face is not None:
            crew.ask(crew.eyes(), KnowFace(result.player, result.face))
        if result.sounds is not None:
            crew.ask(crew.ears(), KnowNoises(self.evening.sounds(crew.players)))
        self.take(messages.Learned(number, result, self.evening.consent_to_keep(result.player) is None))

    def _learn_name(self, player: str, noise: NoiseObservation) -> None:
        """Have the microphones learn how a player's name sounds; the first one's reply counts."""
        answered: list[bool] = []

        def first(good: bool) -> None:
            if not answered:
                answered.append(good)
                self.take(WordObservation("name", good, player))

        crew = self._sitting.crew
        done: Callable[[bool], None] = lambda good: self._sitting.post(lambda: first(good))  # noqa: E731
        crew.ask(crew.ears(), LearnName(player, noise.samples, done))

    # Words

    def _word(self, rest: str, event: Command) -> None:
        """Handle ``warmup``, alone or with a player's name, skip, redo, later, again, stop, keep, forget or sheet."""
        head, _, tail = rest.partition(" ")
        do = head.casefold()
        if do in ("keep", "forget"):
            self.keep(self._find_player(tail) or self._one_asked(), do == "keep")
        elif do == "sheet" and not self.round.has_begun:
            self._show_stored_sheet()
        elif (verb := TYPED_VERBS.get(do)) is not None:
            self.take(messages.Chosen(verb, self._find_player(tail) or event.player))
        elif not rest:
            self.begin()
        elif (player := self._find_player(rest)) is not None:
            self.begin([player])
        else:
            raise BadInput("player.unknown", name=rest, names=list(self.match.players))

    def _show_stored_sheet(self) -> None:
        """Show the sheet of stored profiles: how reliably each player's signals are recognised.

        Raises BadInput in a game without signals, or if nothing is known of anybody.
        """
        self.look(at_once=True)
        if all(cell.grade == "unknown" for cells in self.rows.values() for cell in cells):
            raise BadInput("warmup.not-on")
        self._do(messages.ShowSheet())

    def _find_player(self, text: str) -> str | None:
        seat = self.match.seat(text.strip()) if text.strip() else None
        return None if seat is None else self.match.players[seat]

    def _one_asked(self) -> str:
        if not self.round.asking:
            raise BadInput("warmup.nobody-asked")
        return self.round.asking[0]

    def keep(self, player: str, yes: bool) -> None:
        """Record whether the player agrees that what was learned of them is stored for other evenings.

        Raises:
            StorageError: The profile cannot be written.
        """
        self.evening.agree(player, yes)
        self.take(messages.Agreed(player, yes))

    # Beginning

    @property
    def signals(self) -> tuple[str, ...]:
        return tuple(self.match.desk.needs(self.match).signals)

    @property
    def is_hand_begun(self) -> bool:
        """True if the game uses signals now and somebody has acted in this hand."""
        match = self.match
        if match.is_over or not self.signals:
            return False
        dealt_by = max((n for n, ruling in match.rulings.items() if ruling.code in AUTOMATIC_RULINGS), default=0)
        return any(step.group > dealt_by for step in match.steps)

    def begin(self, players: Sequence[str] | None = None, *, phone: str | None = None) -> None:
        """Deal the cards and start a round.

        Args:
            players: Players to deal to, who join the round; None for everybody, without cards for what they have taught
                before.
            phone: Player whose phone asks; None for the table.

        Raises:
            BadInput: No camera or microphone gives anything to teach, or the phone may not begin a warm-up now.
        """
        who = [p for p in (players or self.match.players) if p not in self._bots]
        known = {profile.player: profile for profile in self.evening.sounds(who)}
        there, phones = self._phones(who)
        if phone is not None:
            self.check_phone_may_open()
            if phone not in phones:
                raise BadInput("warmup.phone-senses-nothing")
        cards = {p: self._deal(p, has_phone=p in there, on_phone=p in phones) for p in who}
        if players is None:
            cards = {p: untaught(dealt_cards, self.evening, p) for p, dealt_cards in cards.items()}
        if not any(cards.values()):
            raise BadInput("warmup.nothing")
        self._sources, self._skips_taught = self._working_sources(), players is None
        if self.pages is not None:
            self.pages.begin(players, phone)
        self.take(messages.Dealt(cards, self.signals, phones, known, joins_round=players is not None))
        self._say_at_laptop([p for p in who if p in there - phones and cards[p]])

    def _say_at_laptop(self, players: list[str]) -> None:
        """Show which players have a phone but do their cards at the laptop."""
        if players:
            self._sitting.tell("told", what=fact("warmup.at-laptop", players=players))

    def _deal(self, player: str, *, has_phone: bool, on_phone: bool) -> list[WarmUpCard]:
        """Return a player's cards for the cameras and microphones that work now."""
        own = [player] if has_phone else []
        sees = self._sitting.crew.needs.sees == "faces" and self._has_source("camera", None, *own)
        hears = self._has_source("microphone", *(own if on_phone else [None]))
        return dealt(self.match, self.signals, player, sees=sees, hears=hears)

    def _working_sources(self) -> frozenset[str]:
        return frozenset(key for key, worker in self._sitting.crew.workers.items() if not worker.is_over)

    def _deal_for_new_sources(self) -> None:
        """Deal the cards that a camera or microphone opened during the round makes possible."""
        working = self._working_sources()
        new, self._sources = working - self._sources, working
        if not new:
            return
        there, phones = self._phones(self.round.piles)
        cards = {}
        for player, pile in self.round.piles.items():
            if player in self.round.departed:
                continue
            possible = self._deal(player, has_phone=player in there, on_phone=player in phones)
            if self._skips_taught:
                possible = untaught(possible, self.evening, player)
            if added := [card for card in possible if card.key not in pile.status]:
                cards[player] = added
        if cards:
            fresh = [p for p in cards if p in there - phones and not self.round.has_cards_out(p)]
            self.take(messages.Added(cards, phones))
            self._say_at_laptop(fresh)

    def check_phone_may_open(self) -> None:
        """Raise BadInput if a hand has begun: a phone may then not begin a warm-up, only the table."""
        if self.is_hand_begun:
            raise BadInput("warmup.in-hand")

    def _phones(self, players: Collection[str]) -> tuple[frozenset[str], frozenset[str]]:
        """Return the players whose phone is connected, and those of them who do their cards on it."""
        there = frozenset(() if self.pages is None else self.pages.phones()) & set(players)
        return there, frozenset(p for p in there if self._is_for_phone(p))

    def _is_for_phone(self, player: str) -> bool:
        """Return True if the player's own phone hears them, or sees them while no microphone of the table works."""
        if self._has_source("microphone", player):
            return True
        return self._has_source("camera", player) and not self._has_source("microphone", None)

    def _has_source(self, kind: str, *owners: str | None) -> bool:
        """Return True if a camera or microphone of one of these owners works now.

        Args:
            kind: "camera" or "microphone".
            *owners: Players with a phone; None for the table.
        """
        workers = self._sitting.crew.workers.items()
        return any(k.startswith(f"{kind} ") and phone_of(k) in owners and not w.is_over for k, w in workers)

    # What is shown

    @property
    def rows(self) -> dict[str, tuple[Cell, ...]]:
        """The sheet: player -> a cell for each signal, updated by play; empty until it is computed.

        It is of this evening's round if there was one, else of stored profiles.
        """
        tonight = {player: self.round.row(player) for player in self.round.piles}
        return {player: self.tally.on(cells) for player, cells in (tonight or self._kept.rows).items()}

    def sheet_fact(self) -> Fact:
        """Return the sheet as a fact to show."""
        found = [fact("warmup.row", player=p, cells=[c.as_fact for c in cells]) for p, cells in self.rows.items()]
        return fact("warmup.sheet", rows=found)

    @property
    def sees(self) -> bool:
        return any(k.startswith("camera") for k in self._sitting.crew.workers)

    @property
    def hears(self) -> bool:
        return any(k.startswith("microphone") for k in self._sitting.crew.workers)

    def look(self, *, at_once: bool = False) -> None:
        """Compute the sheet of stored profiles, in a thread or, with ``at_once``, before this returns.

        Raises BadInput in a game without signals.
        """
        if not self.signals:
            raise BadInput("warmup.nothing")
        self._kept.ask([p for p in self.match.players if p not in self._bots], self.signals, at_once=at_once)

    @property
    def is_asking(self) -> bool:
        """True if a warm-up is on or is being offered to the table."""
        return self.round.open or any(
            question.code == "warmup" for question in in_turn(self.questions(), self._sitting.now())
        )

    def questions(self) -> Iterable[Question]:
        """Yield the offer of a warm-up, the later reminder, and for each player whether the profile may be stored."""
        now = self._sitting.now()
        for player in self.round.asking:
            seat, asked = self.match.players.index(player), self._asked.setdefault(player, now)
            told = fact("warmup.may-keep", player=player)
            yield Question("warmup-keep", seat, told, yes_no("warmup-keep"), None, seat, asked)
        offers = self.pages is not None and not self.round.has_begun and not self._settled
        if offers and (self.sees or self.hears) and self.signals and not self._works():
            asked = self._asked.setdefault("", now)
            yield Question("warmup", 0, fact("warmup.offer"), yes_no("warmup"), None, "laptop", asked)
        hand, dealt_at = self._hand()
        if hand and now - dealt_at >= REMIND_AFTER_S and self._needs_reminder(hand):
            told = fact("warmup.reminder")
            yield Question("warmup-reminder", hand, told, yes_no("warmup"), None, "laptop", dealt_at + REMIND_AFTER_S)

    def _hand(self) -> tuple[int, float]:
        """Return the number of the ruling that dealt this hand and its time (seconds); (0, 0.0) if there is none."""
        dealt_by = [ruling for ruling in self.match.rulings.values() if ruling.code == "new-hand"]
        newest = max(dealt_by, key=lambda ruling: ruling.number, default=None)
        return (0, 0.0) if newest is None else (newest.number, newest.decided)

    def _needs_reminder(self, hand: int) -> bool:
        """Return True if the warm-up was declined, no player's noises are known and this hand has had no trade.

        Then little happens, since noises that nobody has taught lead to no trades.
        """
        if self.pages is None or not self._declined or self.round.has_begun or self._reminded == hand:
            return False
        if not self.hears or self.match.is_over or not set(self.signals) & set(NOISES):
            return False
        if any(ruling.code == "trade" and n > hand for n, ruling in self.match.rulings.items()):
            return False
        if self._taught_by_hand[0] != hand:
            people = [p for p in self.match.players if p not in self._bots]
            self._taught_by_hand = hand, any(known.signals for known in self.evening.sounds(people))
        return not self._taught_by_hand[1]

    def _works(self) -> bool:
        """Return True if the warm-up need not be offered: it was declined, or there has been a trade."""
        self._settled |= any(r.code == "trade" for r in self.match.rulings.values())
        return self._settled

    def on_answer(self, question: Question, answer: Answer) -> None:
        """Apply the answer to one of this follower's questions.

        Raises:
            BadInput: No camera or microphone gives anything to teach.
            StorageError: A profile cannot be written.
        """
        if question.code == "warmup-keep":
            self.keep(self.match.players[question.number], answer.kind == "yes")
        elif answer.kind == "yes":
            self.begin()
        elif question.code == "warmup-reminder":
            self._reminded = question.number
        else:
            self._settled = self._declined = True

    # The game

    def holds(self, event: Event) -> bool:
        """Return True for faces, noises and words of a player who has cards to do: they are for the cards.

        An event of an unknown player counts as one of the player who is doing cards at the laptop.
        """
        if not self.round.open or not isinstance(event, (Signal, Phrase)) or event.source in ("tap", "bot"):
            return False
        player = self.round.turn if event.player is None else event.player
        if player is None or not self.round.has_cards_out(player):
            return False
        if isinstance(event, Phrase) and event.kind == "shout":
            self.take(WordObservation("shout", good=True, player=player))
        return True

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
        """Tell the round when a camera has learned the dealer's Wild Thing."""
        detail = getattr(event, "detail", None)
        if event.player is not None and isinstance(detail, Fact) and detail.values.get("pair"):
            self.take(messages.WildLearned(event.player))
        return ()

    def tick(self, now: float) -> Iterable[Event]:
        if self.round.open:
            self._deal_for_new_sources()
        if self.round.open and self.pages is not None:
            _, phones = self._phones(self.round.piles)
            if any(self.round.has_cards_out(p) for p in phones ^ self.round.phones):
                self.take(messages.Moved(phones))
        self.take(messages.Passed())
        return ()
