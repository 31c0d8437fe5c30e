"""What Face Off!'s table is asked: who has won and with which gem, who trades, the teeth, the next hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.facts import Fact, fact
from companion.referee.match_view import MatchView
from companion.referee.questions import OTHER, Acts, Answer, Question, players, yes_no
from companion.rules.face_off.actions import CONFIRM, DENY, Call, Claim, Next, Trade, Verdict, offer
from companion.rules.face_off.data import GEMS_IN_SUIT, GRIN, SHOWN, SHOWN_TEXT, SIGNAL_SETS, WILD_SUGGESTIONS, signals
from companion.rules.face_off.state import Phase, State
from companion.rules.protocol import TABLE


@dataclass(frozen=True, slots=True)
class OpenQuestions:
    """What is open in a hand and follows from no position alone. The numbers are those of the rulings that asked."""

    win: int = 0  # 0: nobody asks who has won
    winner: int | None = None
    gem: str = ""
    perhaps: tuple[int, ...] = ()  # one of these has won; empty: anybody
    several: tuple[int, str, tuple[int, ...]] | None = None  # ruling, kind, seats: two of them trade
    how_many: tuple[int, int, int] | None = None  # ruling, seats: they trade and show nothing
    called: tuple[int, ...] = ()  # ruling, seats: who of them called "Wild thing"?
    set: str = ""  # the next hand's, while its Wild Thing is asked for

    def won(self, match: MatchView, number: int, winner: str | None = None, gem: str = "") -> OpenQuestions:
        """Ruling ``number`` asks who has won, and with which gem, as far as that is not known yet."""
        seat = match.seat(winner)
        return replace(
            self, win=self.win or number, winner=self.winner if seat is None else seat,
            gem=gem if gem in match.state.options.suits else self.gem,
        )  # fmt: skip

    def contested(self, match: MatchView, number: int, *perhaps: str | None) -> OpenQuestions:
        """Two have shouted: one of these, or of all where it is not known who they were."""
        seats = [match.seat(name) for name in perhaps]
        known = () if None in seats else tuple(s for s in seats if s is not None)
        return replace(self.won(match, number), winner=None, perhaps=known)

    def without_ruled(self, match: MatchView) -> OpenQuestions:
        """What was ruled has answered some: they are asked no more."""
        found = self
        if found.win and _since(match, found.win, Claim):
            found = replace(found, win=0, winner=None, gem="", perhaps=())
        if found.called and _since(match, found.called[0], Call):
            found = replace(found, called=())
        if found.several is not None:
            number, _, seats = found.several
            if any({t.one, t.other} & {*seats} for t in _since(match, number, Trade)):
                found = replace(found, several=None)
        if found.how_many is not None and _since(match, found.how_many[0], Trade):
            found = replace(found, how_many=None)
        return found if match.state.phase is Phase.NEXT or not found.set else replace(found, set="")

    def noted(self, question: Question, answer: Answer) -> OpenQuestions:
        """After an answer that is no action."""
        if question.code == "who-won" and answer.kind == "no":
            return replace(self, win=0)
        if question.code == "who-won":
            return replace(self, winner=int(answer.id.removeprefix("seat")))
        if question.code == "which-gem":
            return replace(self, winner=None)
        if question.code in ("next-set", "next-wild"):
            return replace(self, set=answer.id if question.code == "next-set" else "")
        if question.code == "who-called":
            return replace(self, called=())
        return replace(self, several=None, how_many=None)


def _since(match: MatchView, ruling: int, kind: type) -> list[Any]:
    """The actions of a kind that were ruled after a ruling."""
    found = []
    for step in reversed(match.steps):
        if step.group < ruling:
            break
        if isinstance(step.action, kind):
            found.append(step.action)
    return found


def face_off_questions(match: MatchView, open_: OpenQuestions) -> Iterator[Question]:
    """All that is asked now."""
    state: State = match.state
    if state.phase is Phase.PLAY:
        yield from _in_play(match, open_)
    elif state.phase is Phase.CLAIM and state.claim is not None:
        seat, gem = state.claim
        told = fact("question.claim", name=match.players[seat], gem=gem, n=GEMS_IN_SUIT)
        yield Question("claim", match.step, told, yes_no("claim", ((TABLE, CONFIRM),), ((TABLE, DENY),)))
    elif state.phase is Phase.CALL and state.call is not None:
        caller, giver = match.names(state.call)
        told = fact("question.mistake", caller=caller, giver=giver)
        yield Question("mistake", match.step, told, yes_no("mistake", ((TABLE, CONFIRM),), ((TABLE, DENY),)))
    elif state.phase in (Phase.SPEECH, Phase.UNSEEN) and state.claim is not None:
        told = fact("question.teeth", name=match.players[state.claim[0]])
        why = fact("question.speech") if state.phase is Phase.SPEECH else None
        answers = yes_no("teeth", ((TABLE, Verdict("clean")),), ((TABLE, Verdict("teeth")),))
        yield Question("teeth" if state.phase is Phase.SPEECH else "unseen", match.step, told, answers, why)
    elif state.phase is Phase.NEXT:
        yield _next_wild(match, open_.set) if open_.set else _next_set(match)


def trade_acts(match: MatchView, one: int, other: int, shown: int) -> Acts:
    """A trade that the table names: with cards of paper both show it by that."""
    trade = (TABLE, Trade(one, other))
    return (trade,) if match.state.options.digital else ((one, offer(shown)), (other, offer(shown)), trade)


def _in_play(match: MatchView, open_: OpenQuestions) -> Iterator[Question]:
    names = match.players
    if open_.win:
        yield _who_won(match, open_) if open_.winner is None else _which_gem(match, open_.win, open_.winner)
    if open_.several is not None:
        number, kind, seats = open_.several
        told = fact("question.who-trades", names=match.names(seats), sign=_sign(match, kind))
        yield Question("who-trades", number, told, (*_pairs(match, kind, seats), _nobody("trades")))
    if open_.how_many is not None:
        number, one, other = open_.how_many
        told = fact("question.how-many", a=names[one], b=names[other])
        yield Question("how-many", number, told, (*_counts(match, one, other), _nobody("trades")))
    if open_.called:
        number = open_.called[0]
        pairs = [(a, last.other) for a in open_.called[1:] if (last := match.state.last[a]) is not None]
        got = [Answer(f"seat{a}", fact("answer.got", name=names[a]), ((a, Call(b)),)) for a, b in pairs]
        yield Question("who-called", number, fact("question.who-called"), (*got, _nobody("called")))


def _who_won(match: MatchView, open_: OpenQuestions) -> Question:
    gem = open_.gem
    asked = players(match.players, (lambda seat: ((seat, Claim(gem)),)) if gem else None, open_.perhaps or None)
    told = fact("question.who-won-gem", gem=gem) if gem else fact("question.who-won")
    return Question("who-won", open_.win, told, (*asked, _nobody("won")))


def _which_gem(match: MatchView, number: int, winner: int) -> Question:
    gems = tuple(Answer(gem, fact("answer.gem", gem=gem), ((winner, Claim(gem)),)) for gem in match.state.options.suits)
    other = Answer("else", fact("answer.somebody-else"), kind="no")
    return Question("which-gem", number, fact("question.which-gem", name=match.players[winner]), (*gems, other))


def _pairs(match: MatchView, kind: str, seats: Sequence[int]) -> Iterator[Answer]:
    names = match.players
    for k, a in enumerate(seats):
        for b in seats[k + 1 :]:
            told = fact("answer.two", a=names[a], b=names[b])
            yield Answer(f"seats{a}-{b}", told, trade_acts(match, a, b, SHOWN[kind]))


def _counts(match: MatchView, one: int, other: int) -> Iterator[Answer]:
    for shown in signals(match.state.signal_set, match.state.options.advanced).values():
        kind = SHOWN_TEXT[shown]
        yield Answer(kind, fact("answer.cards", shown=kind), trade_acts(match, one, other, shown))


def _next_set(match: MatchView) -> Question:
    """The winner deals: which set."""
    state: State = match.state
    sets = []
    for letter in SIGNAL_SETS:
        shown = [name for name, count in signals(letter, advanced=False).items() if count < GRIN]
        acts: Acts = () if state.options.advanced else ((state.dealer, Next(letter, state.wild)),)
        sets.append(Answer(letter, fact("answer.set", set=letter, signals=shown), acts))
    told = fact("question.next-set", dealer=match.players[state.dealer], n=state.hand + 1)
    return Question("next-set", match.step, told, tuple(sets), None, state.dealer)


def _next_wild(match: MatchView, letter: str) -> Question:
    """In the advanced game: and which Wild Thing."""
    dealer = match.state.dealer
    wilds = [
        Answer(f"wild{k}", fact("answer.wild", wild=wild), ((dealer, Next(letter, wild)),))
        for k, wild in enumerate(WILD_SUGGESTIONS)
    ]
    own = Answer(OTHER, fact("answer.wild-own"), kind="other")
    back = Answer("back", fact("answer.other-set"), kind="no")
    told = fact("question.next-wild", dealer=match.players[dealer])
    return Question("next-wild", match.step, told, (*wilds, own, back), None, dealer)


def _sign(match: MatchView, kind: str) -> str:
    found = signals(match.state.signal_set, match.state.options.advanced)
    return next(name for name, shown in found.items() if SHOWN_TEXT[shown] == kind)


def _nobody(what: str) -> Answer:
    told: dict[str, Fact] = {
        "won": fact("answer.nobody-won"), "trades": fact("answer.nobody-trades"), "called": fact("answer.nobody-called")
    }  # fmt: skip
    return Answer("nobody", told[what], kind="no")
