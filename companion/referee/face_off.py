"""Refereeing Face Off!: signals that meet become trades, claims and verdicts become points, hands follow."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from companion import resources
from companion.events import Event, Phrase, Ruling, Seat, Signal, Teeth
from companion.facts import Fact, fact
from companion.referee.face_off_questions import Asking
from companion.referee.match import Match
from companion.referee.needs import Needs
from companion.referee.plain import PlainDesk
from companion.referee.questions import Answer, Question
from companion.referee.shows import Meeting, Shows
from companion.referee.victory_desk import Phrases
from companion.rules.errors import MalformedAction, RulesError
from companion.rules.face_off.actions import Offer, Trade, Verdict, Withdraw, offer
from companion.rules.face_off.data import GRIN, SHOWN, SHOWN_TEXT, WILD, signal_for, signals
from companion.rules.face_off.state import Phase, State
from companion.rules.notation import quote, tokens
from companion.rules.protocol import CHANCE, TABLE, Actor

SOUNDS = frozenset({"chicken", "pig", "lamb", "turkey", "cow", "seal", "monkey", "donkey", "panting", "wild_thing"})


STANDING = 5.0  # times its pace for which a bot leaves its signal standing


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds; calibration/referee.toml says what each is for."""

    settle: float = 1.0
    linger_face: float = 0.4
    linger_sound: float = 2.0

    @classmethod
    def load(cls) -> Timing:
        return cls(**resources.toml("calibration/referee.toml"))


class FaceOffDesk(PlainDesk):
    """The desk of one Face Off! match (see ``match.Desk``). The engine's state stays in the match's timeline."""

    def __init__(self, match: Match, timing: Timing | None = None) -> None:
        super().__init__(match)
        self.timing = timing or Timing.load()
        self.shows = Shows(self.timing.settle, self._linger)
        self.asking = Asking(match)
        self.phrases = Phrases(match, self.asking)
        self._hand = 0
        self._lines = 0
        self._several: dict[str, tuple[int, ...]] = {}

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    def active(self) -> dict[str, int]:
        """The signals that count in this hand: name -> 1..4, GRIN, WILD."""
        return signals(self.state.signal_set, self.state.options.advanced)

    def sense(self, event: Event) -> None:
        """A signal begins or ends a show; a seat that is lost ends its player's shows; teeth give the verdict."""
        if isinstance(event, Teeth) and self.state.phase in (Phase.SPEECH, Phase.UNSEEN):
            self._verdict(event)
            return
        if isinstance(event, Teeth) and self.state.phase is Phase.CLAIM and self.state.options.advanced:
            self.phrases.held = event
        if isinstance(event, Phrase):
            self.phrases.hear(event)
            return
        player = self.match.seat(event.player) if event.player is not None else None
        if player is not None and isinstance(event, Signal):
            self.phrases.answers(event, player)
        if player is None or self.state.phase is not Phase.PLAY:
            return
        if isinstance(event, Signal) and event.name in self.active():
            kind = SHOWN_TEXT[self.active()[event.name]]
            if event.phase == "on":
                self.shows.begin(player, kind, event.onset, event.decided)
            else:
                self.shows.end(player, kind, event.onset)
        elif isinstance(event, Seat) and event.state == "lost":
            for kind in SHOWN:
                self.shows.end(player, kind, event.onset)

    def needs(self) -> Needs:
        return Needs(sees="faces", hears=True, signals=self.active())

    def due(self) -> float | None:
        waiting = [t for t in (self.shows.due(), self.phrases.due()) if t is not None]
        return min(waiting, default=None)

    def decide(self, now: float) -> None:
        """Rule the meetings that are due, and who joined in the Wild Thing signal."""
        self.phrases.decide(now)
        for meeting in self.shows.decide(now):
            if len(meeting.players) == 2:
                self._trade(meeting)
            else:
                self._list(meeting)

    def settle(self) -> None:
        """What follows by itself: a deal by chance, the new hand said aloud, points, the end."""
        while self.match.game.actors(self.state) == (CHANCE,):
            self.draw()
        if len(self.state.sheet) > self._lines:
            entry = self.state.sheet[-1]
            self._lines = len(self.state.sheet)
            if entry.reason in ("mistake", "teeth") and self.state.options.advanced:
                self.match.rule("wild-call", name=self.match.players[entry.player])
                self.phrases.called(entry.player)
            self.match.rule("score", scores=self.scores())
        if self.phrases.held is not None and self.state.phase is not Phase.CLAIM:
            held, self.phrases.held = self.phrases.held, None
            if self.state.phase is Phase.SPEECH:
                self._verdict(held)
                self.settle()
                return
        self.finish()
        self.asking.ruled()
        if not self.match.over and self.state.phase is Phase.PLAY and self.state.hand != self._hand:
            self._hand = self.state.hand
            self.shows.clear()
            self.asking.clear()
            self._announce()

    def rewound(self) -> None:
        """The table took something back: start from the engine's state as it is now."""
        self.shows.clear()
        self._several.clear()
        self.phrases.clear()
        self.asking.clear()
        self._lines = len(self.state.sheet)
        self._hand = self.state.hand
        super().rewound()

    def shorthand(self, text: str, actor: Actor) -> tuple[Actor, list[tuple[Actor, str]]] | None:
        """What people type: win Ann ruby, teeth, clean, trade Ann Ben (by what both show or showed last)."""
        words = tokens(text)
        head = words[0].casefold() if words else ""
        if head == "win" and actor == TABLE and len(words) == 3 and (seat := self.match.seat(words[1])) is not None:
            return seat, [(seat, f"claim {words[2]}")]
        if head == "win" and actor != TABLE and len(words) == 2:
            return actor, [(actor, f"claim {words[1]}")]
        if head in ("teeth", "clean", "unseen") and len(words) == 1:
            return TABLE, [(TABLE, f"verdict {head}")]
        if head == "next" and actor == TABLE:
            return self.state.dealer, [(self.state.dealer, text)]
        if head == "trade" and actor == TABLE and not self.state.options.digital:
            return self._named_trade(words)
        return None

    def questions(self) -> list[Question]:
        return list(self.asking.questions())

    def answered(self, question: Question, answer: Answer) -> None:
        self.asking.answered(question, answer)

    def word(self, text: str, actor: Actor) -> bool:
        """``win``, ``win Ann``: somebody has won, the rest is asked for."""
        words = tokens(text)
        if not words or words[0].casefold() != "win" or self.state.phase is not Phase.PLAY:
            return False
        winner = self.match.seat(words[1]) if len(words) == 2 and actor == TABLE else None if actor == TABLE else actor
        if len(words) > 1 and (actor != TABLE or winner is None):
            return False
        self.match.rule("win-asked")
        self.asking.won(None if winner is None else self.match.players[winner])
        return True

    def knows(self, word: str) -> bool:
        return self.state.options.advanced or word not in ("clean", "teeth", "wild")

    def signal_with(self, action: Any) -> tuple[bool, str | None]:
        if isinstance(action, Offer):
            return True, signal_for(self.state.signal_set, action.shown)
        return isinstance(action, Withdraw), None

    def ended_by(self, ruling: Ruling) -> Collection[str]:
        if ruling.code == "new-hand":
            return self.match.players
        steps = [s.action for s in self.match.timeline.steps if s.group == ruling.number]
        return {self.match.players[p] for a in steps if isinstance(a, Trade) for p in (a.one, a.other)}

    def rested(self, seat: int, since: float, pace: float, spread: float) -> bool:
        """Everybody may act all the time: a bot leaves its signal standing for a while."""
        mine = self.state.offers[seat]
        if mine is None:
            return True
        met = mine.shown in [o.shown for p, o in enumerate(self.state.offers) if p != seat and o is not None]
        return since >= STANDING * pace * (1.0 if met else 0.5 + 0.5 * spread)  # met: a trade is about to be ruled

    def table_word(self, bots: Collection[int], dice_seen: bool, random: Any) -> str | None:
        waits = self.state.phase in (Phase.SPEECH, Phase.UNSEEN) and self.state.claim is not None
        return "verdict clean" if waits and self.state.claim is not None and self.state.claim[0] in bots else None

    def _named_trade(self, words: list[str]) -> tuple[Actor, list[tuple[Actor, str]]] | None:
        seats = [self.match.seat(w) for w in words[1:3]]
        if len(words) not in (3, 4) or None in seats:
            return None
        one, other = (s for s in seats if s is not None)
        kind: str | None = words[3].casefold() if len(words) == 4 else self._common(one, other)
        if kind is None and one != other and self.state.phase is Phase.PLAY:
            a, b = self.match.names((one, other))
            self.asking.how_many(one, other)
            raise MalformedAction(fact("face-off.no.trade-signal", a=a, b=b))
        if kind is None or self.state.offers[one] is not None or self.state.offers[other] is not None:
            return None
        line = f"trade {quote(self.match.players[one])} {quote(self.match.players[other])}"
        return TABLE, [(one, f"offer {kind}"), (other, f"offer {kind}"), (TABLE, line)]

    def _common(self, one: int, other: int) -> str | None:
        for listed, players in self._several.items():
            if one in players and other in players:
                return listed
        kind = self.shows.showing(one, self.match.now)
        return kind if kind == self.shows.showing(other, self.match.now) else None

    def _trade(self, meeting: Meeting) -> None:
        one, other = meeting.players
        shown = SHOWN[meeting.kind]
        a, b = self.match.players[one], self.match.players[other]
        self.shows.spend(meeting.players, meeting.kind)
        actions: list[tuple[Actor, Any]] = [(TABLE, Trade(one, other))]
        if not self.state.options.digital:
            actions = [(one, offer(shown)), (other, offer(shown)), *actions]
        elif any(o is None or o.shown != shown for o in (self.state.offers[one], self.state.offers[other])):
            self.match.rule("no-cards", a=a, b=b, sign=self._sign(shown), why=self._lacking(meeting))
            return
        try:
            why = fact("reason.both-show", sign=self._sign(shown))
            self.match.rule("trade", actions, onset=meeting.since, a=a, b=b, what=self._what(shown), reason=why)
        except RulesError as error:
            self.match.rule("no-cards", a=a, b=b, sign=self._sign(shown), why=error.public)

    def _list(self, meeting: Meeting) -> None:
        self.shows.spend(meeting.players, meeting.kind)
        self._several[meeting.kind] = meeting.players
        names, why = self.match.names(meeting.players), fact("reason.two-trade")
        sign = self._sign(SHOWN[meeting.kind])
        self.match.rule("several", onset=meeting.since, names=names, sign=sign, a=names[0], b=names[1], reason=why)
        self.asking.several(meeting.kind, meeting.players)

    def _lacking(self, meeting: Meeting) -> Fact:
        offers = self.state.offers
        shown = SHOWN[meeting.kind]
        without = [p for p in meeting.players if (mine := offers[p]) is None or mine.shown != shown]
        return fact("referee.picked-none", names=self.match.names(without), what=self._what(shown))

    def _verdict(self, event: Teeth) -> None:
        if self.state.phase is Phase.UNSEEN and event.verdict == "unseen":
            return
        action = Verdict(event.verdict)
        self.match.rule(
            "verdict", [(TABLE, action)], onset=event.onset, told=self.match.tell(TABLE, action), reason=event.why
        )

    def _announce(self) -> None:
        state = self.state
        shown = [fact("hand.sign", shows=SHOWN_TEXT[n], signal=s) for s, n in self.active().items() if n < GRIN]
        dealer = self.match.players[state.dealer]
        self.match.rule("new-hand", n=state.hand, dealer=dealer, set=state.signal_set, signals=shown)

    def _sign(self, shown: int) -> str:
        return signal_for(self.state.signal_set, shown)

    def _what(self, shown: int) -> Fact:
        """The cards of a trade."""
        if shown in (GRIN, WILD):
            return fact(f"cards.{SHOWN_TEXT[shown]}")
        return fact("cards.gems", n=shown)

    def _linger(self, kind: str) -> float:
        sound = signal_for(self.state.signal_set, SHOWN[kind]) in SOUNDS
        return self.timing.linger_sound if sound else self.timing.linger_face
