"""What Face Off!'s table is asked: who has won and with which gem, who trades, the teeth, the next hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from companion.facts import Fact, fact
from companion.referee.questions import OTHER, Answer, Question, players, yes_no
from companion.rules.face_off.actions import Call, Claim, Trade
from companion.rules.face_off.data import GEMS_IN_SUIT, GRIN, SHOWN_TEXT, SIGNAL_SETS, WILD_SUGGESTIONS, signals
from companion.rules.face_off.state import Phase, State
from companion.rules.notation import quote

if TYPE_CHECKING:
    from companion.referee.match import Match


class Asking:
    """What is open in the hand and follows from no position alone; ``questions`` lists it with what does."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.clear()

    def clear(self) -> None:
        """Another hand, or something was taken back."""
        self._win = 0  # the ruling that asked who has won; 0: nobody asked
        self._winner: int | None = None
        self._gem = ""
        self._perhaps: tuple[int, ...] = ()
        self._several: tuple[int, str, tuple[int, ...]] | None = None
        self._how_many: tuple[int, int, int] | None = None
        self._called: tuple[int, int, int] | None = None
        self._set = ""

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    # What brings a question about

    def won(self, winner: str | None = None, gem: str = "") -> None:
        """The last ruling asks who has won, and with which gem, as far as that is not known yet."""
        self._win = self._win or self._last()
        seat = self.match.seat(winner)
        self._winner = self._winner if seat is None else seat
        self._gem = gem if gem in self.state.options.suits else self._gem

    def contested(self, *perhaps: str | None) -> None:
        """Two have shouted: one of these, or of all where it is not known who they were."""
        self.won()
        seats = [self.match.seat(name) for name in perhaps]
        self._winner, self._perhaps = None, () if None in seats else tuple(s for s in seats if s is not None)

    def several(self, kind: str, seats: tuple[int, ...]) -> None:
        """Three or more show the same: two of them trade."""
        self._several = (self._last(), kind, seats)

    def how_many(self, one: int, other: int) -> None:
        """Two trade and show nothing: how many cards?"""
        self._how_many = (self._last() + 1, one, other)

    def called(self, one: int, other: int) -> None:
        """Wild thing was called after their trade: by whom?"""
        self._called = (self._last(), one, other)

    def _last(self) -> int:
        return max(self.match.rulings, default=0)

    def ruled(self) -> None:
        """Something was ruled: what it has answered is asked no more."""
        if self._win and self._since(self._win, Claim):
            self._win, self._winner, self._gem, self._perhaps = 0, None, "", ()
        if self._called is not None and self._since(self._called[0], Call):
            self._called = None
        if self._several is not None and any(
            {t.one, t.other} & {*self._several[2]} for t in self._since(self._several[0], Trade)
        ):
            self._several = None
        if self._how_many is not None and self._since(self._how_many[0], Trade):
            self._how_many = None
        if self.state.phase is not Phase.NEXT:
            self._set = ""

    def _since(self, ruling: int, kind: type) -> list[Any]:
        """The actions of a kind that were ruled after a ruling."""
        found = []
        for step in reversed(self.match.timeline.steps):
            if step.group < ruling:
                break
            if isinstance(step.action, kind):
                found.append(step.action)
        return found

    # Answers that are no action

    def answered(self, question: Question, answer: Answer) -> None:
        """An answer that the desk only notes."""
        if question.code == "who-won" and answer.kind == "no":
            self._win = 0
            self.match.rule("no-win")
        elif question.code == "who-won":
            self._winner = int(answer.id.removeprefix("seat"))
        elif question.code == "which-gem":
            self._winner = None
        elif question.code == "next-set":
            self._set = answer.id
        elif question.code == "next-wild":
            self._set = ""
        elif question.code == "who-called":
            self._called = None
        else:
            self._several = self._how_many = None

    # The list

    def questions(self) -> Iterator[Question]:
        phase = self.state.phase
        if phase is Phase.PLAY:
            yield from self._in_play()
        elif phase is Phase.CLAIM and self.state.claim is not None:
            seat, gem = self.state.claim
            told = fact("question.claim", name=self.match.players[seat], gem=gem, n=GEMS_IN_SUIT)
            yield Question("claim", self._step(), told, yes_no("confirm", "deny", "claim"))
        elif phase is Phase.CALL and self.state.call is not None:
            caller, giver = (self.match.players[p] for p in self.state.call)
            told = fact("question.mistake", caller=caller, giver=giver)
            yield Question("mistake", self._step(), told, yes_no("confirm", "deny", "mistake"))
        elif phase in (Phase.SPEECH, Phase.UNSEEN) and self.state.claim is not None:
            told = fact("question.teeth", name=self.match.players[self.state.claim[0]])
            why = fact("question.speech") if phase is Phase.SPEECH else None
            answers = yes_no("verdict clean", "verdict teeth", "teeth")
            yield Question("teeth" if phase is Phase.SPEECH else "unseen", self._step(), told, answers, why)
        elif phase is Phase.NEXT:
            yield self._next()

    def _step(self) -> int:
        """A number that is another one when the position is."""
        steps = self.match.timeline.steps
        return steps[-1].group if steps else 0

    def _in_play(self) -> Iterator[Question]:
        names = self.match.players
        if self._win:
            yield self._who() if self._winner is None else self._which_gem(self._winner)
        if self._several is not None:
            number, kind, seats = self._several
            sign = self._sign(kind)
            told = fact("question.who-trades", names=[names[s] for s in seats], sign=sign)
            yield Question("who-trades", number, told, (*self._pairs(kind, seats), _nobody("trades")))
        if self._how_many is not None:
            number, one, other = self._how_many
            told = fact("question.how-many", a=names[one], b=names[other])
            yield Question("how-many", number, told, (*self._counts(one, other), _nobody("trades")))
        if self._called is not None:
            number, one, other = self._called
            got = [
                Answer(f"seat{a}", fact("answer.got", name=names[a]), f"{quote(names[a])}: call {quote(names[b])}")
                for a, b in ((one, other), (other, one))
            ]
            yield Question("who-called", number, fact("question.who-called"), (*got, _nobody("called")))

    def _who(self) -> Question:
        write = f"win {{}} {self._gem}" if self._gem else ""
        asked = players(self.match.players, write, self._perhaps or None)
        told = fact("question.who-won") if not self._gem else fact("question.who-won-gem", gem=self._gem)
        return Question("who-won", self._win, told, (*asked, _nobody("won")))

    def _which_gem(self, winner: int) -> Question:
        name = self.match.players[winner]
        gems = tuple(
            Answer(gem, fact("answer.gem", gem=gem), f"win {quote(name)} {gem}") for gem in self.state.options.suits
        )
        other = Answer("else", fact("answer.somebody-else"), "", "no")
        return Question("which-gem", self._win, fact("question.which-gem", name=name), (*gems, other))

    def _pairs(self, kind: str, seats: Sequence[int]) -> Iterator[Answer]:
        names, shown = self.match.players, "" if self.state.options.digital else f" {kind}"
        for k, a in enumerate(seats):
            for b in seats[k + 1 :]:
                write = f"trade {quote(names[a])} {quote(names[b])}{shown}"
                yield Answer(f"seats{a}-{b}", fact("answer.two", a=names[a], b=names[b]), write)

    def _counts(self, one: int, other: int) -> Iterator[Answer]:
        names = self.match.players
        for shown in signals(self.state.signal_set, self.state.options.advanced).values():
            kind = SHOWN_TEXT[shown]
            write = f"trade {quote(names[one])} {quote(names[other])} {kind}"
            yield Answer(kind, fact("answer.cards", shown=kind), write)

    def _next(self) -> Question:
        """The winner deals: which set, and in the advanced game which Wild Thing."""
        state = self.state
        dealer = self.match.players[state.dealer]
        if self._set:
            wilds = [
                Answer(f"wild{k}", fact("answer.wild", wild=w), f"next {self._set} wild {json.dumps(w)}")
                for k, w in enumerate(WILD_SUGGESTIONS)
            ]
            own = Answer(OTHER, fact("answer.wild-own"), f"next {self._set} wild {{}}", "other")
            other = Answer("back", fact("answer.other-set"), "", "no")
            told = fact("question.next-wild", dealer=dealer)
            return Question("next-wild", self._step(), told, (*wilds, own, other), None, state.dealer)
        sets = []
        for letter in SIGNAL_SETS:
            shown = [name for name, count in signals(letter, advanced=False).items() if count < GRIN]
            text = "" if state.options.advanced else f"next {letter}"
            sets.append(Answer(letter, fact("answer.set", set=letter, signals=shown), text))
        told = fact("question.next-set", dealer=dealer, n=state.hand + 1)
        return Question("next-set", self._step(), told, tuple(sets), None, state.dealer)

    def _sign(self, kind: str) -> str:
        found = signals(self.state.signal_set, self.state.options.advanced)
        return next(name for name, shown in found.items() if SHOWN_TEXT[shown] == kind)


def _nobody(what: str) -> Answer:
    told: dict[str, Fact] = {
        "won": fact("answer.nobody-won"), "trades": fact("answer.nobody-trades"), "called": fact("answer.nobody-called")
    }  # fmt: skip
    return Answer("nobody", told[what], "", "no")
