"""The questions of Face Off!'s desk: who has won and with which gem, who traded, teeth, and the next hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from companion.facts import Fact, fact
from companion.referee.match_view import MatchView
from companion.referee.questions import OTHER_ANSWER, Acts, Answer, Question, To, players, yes_no
from companion.rules.face_off.actions import CONFIRM, DENY, Call, Claim, Next, Trade, Verdict, offer
from companion.rules.face_off.data import (
    GEMS_IN_SUIT,
    GRIN,
    SIGNAL_SETS,
    WILD_SUGGESTIONS,
    Rank,
    signal_for,
    signals,
)
from companion.rules.face_off.state import Phase, State
from companion.rules.protocol import TABLE

ENDING_ACTIONS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "opening": (Trade, Claim),
    "whose-speech": Claim,
    "who-won": Claim,
    "who-trades": Trade,
    "whose-sound": Trade,
    "how-many": Trade,
    "who-called": Call,
}
"""Question code -> the types of actions that end such a question. An answer and the end of the hand end it, too."""


@dataclass(frozen=True, slots=True)
class RaisedQuestion:
    """A question that an event has raised, as opposed to one that follows from the game's state.

    Attributes:
        number: The number of the ruling that asked it.
        at: When it was asked, in seconds of the match.
        seats: The seats that it is about.
        rank: The rank that they show, if it is about a signal.
        gem: The gem that a speech claims.
    """

    number: int
    at: float
    seats: tuple[int, ...] = ()
    rank: Rank | None = None
    gem: str = ""

    def is_settled_by(self, action: object) -> bool:
        """Return True if an action of a type that ``ENDING_ACTIONS`` lists ends this question.

        A trade ends a question about a signal only if one of ``seats`` traded; all other such actions end it.
        """
        return self.rank is None or not isinstance(action, Trade) or bool({action.one, action.other} & {*self.seats})


@dataclass(frozen=True, slots=True)
class OpenQuestions:
    """The open questions of a hand that events have raised.

    Attributes:
        asked: Question code -> the question.
        winner: The seat of the winner, if known.
        gem: The gem of the win, if known; else "".
        set: The letter of the signals chosen for the next hand, while its Wild Thing is asked for; else "".
    """

    asked: Mapping[str, RaisedQuestion] = field(default_factory=dict)
    winner: int | None = None
    gem: str = ""
    set: str = ""

    def ask(
        self, match: MatchView, code: str, seats: tuple[int, ...] = (), *, rank: Rank | None = None, gem: str = ""
    ) -> OpenQuestions:
        """Return these questions with a new one, which replaces an earlier one of the same code."""
        raised = RaisedQuestion(match.last + 1, match.now, seats, rank, gem)
        return replace(self, asked={**self.asked, code: raised})

    def without(self, *codes: str) -> OpenQuestions:
        return replace(self, asked={code: one for code, one in self.asked.items() if code not in codes})

    def without_win(self) -> OpenQuestions:
        """Return these questions without any about a win, and without its winner and gem."""
        return replace(self.without("opening", "who-won", "whose-speech"), winner=None, gem="")

    def won(self, match: MatchView, winner: str | None = None, gem: str = "") -> OpenQuestions:
        """Return these questions with "who-won" asked, and the winner and gem as far as they are known."""
        seat = match.seat(winner)
        found = self.without("opening")
        found = found if "who-won" in found.asked else found.ask(match, "who-won")
        known = gem if gem in match.state.options.suits else self.gem
        return replace(found, winner=self.winner if seat is None else seat, gem=known)

    def ask_who_won(self, match: MatchView, *perhaps: str | None) -> OpenQuestions:
        """Return these questions with "who-won" asked after two shouts.

        The answers are the players in ``perhaps``, or all players if one of those names is None.
        """
        seats = [match.seat(name) for name in perhaps]
        known = () if None in seats else tuple(s for s in seats if s is not None)
        found = self.won(match)
        one = replace(found.asked["who-won"], seats=known)
        return replace(found, winner=None, asked={**found.asked, "who-won": one})

    def without_ruled(self, match: MatchView) -> OpenQuestions:
        """Return these questions without those that a later action of the game has settled."""
        gone = {
            c
            for c, one in self.asked.items()
            if any(map(one.is_settled_by, _since(match, one.number, ENDING_ACTIONS[c])))
        }
        found = self.without(*gone) if gone else self
        if "who-won" in gone:
            found = replace(found, winner=None, gem="")
        return found if match.state.phase is Phase.NEXT or not found.set else replace(found, set="")

    def with_answer(self, question: Question, answer: Answer) -> OpenQuestions:
        """Return these questions after an answer without actions, such as "nobody" or the next set of signals."""
        code = question.code
        if code == "who-won" and answer.kind != "no":
            return replace(self, winner=int(answer.id.removeprefix("seat")))
        if code == "which-gem":
            return replace(self, winner=None)
        if code in ("next-set", "next-wild"):
            return replace(self, set=answer.id if code == "next-set" else "")
        return self.without(*(("who-trades", "how-many") if code in ("who-trades", "how-many") else (code,)))


def _since(match: MatchView, ruling: int, kind: type | tuple[type, ...]) -> list[Any]:
    """Return the actions of a type from ruling number ``ruling`` on, the latest first."""
    found = []
    for step in reversed(match.steps):
        if step.group < ruling:
            break
        if isinstance(step.action, kind):
            found.append(step.action)
    return found


def face_off_questions(match: MatchView, open_: OpenQuestions) -> Iterator[Question]:
    """Yield all questions that are open now.

    They follow from the game's state; during play they are those in ``open_``.
    """
    state: State = match.state
    if state.phase is Phase.PLAY:
        yield from _in_play(match, open_)
    elif state.phase is Phase.CLAIM and state.claim is not None:
        seat, gem = state.claim
        told = fact("question.claim", name=match.players[seat], gem=gem, n=_cards_of_a_win(state))
        yield Question("claim", match.step, told, yes_no("claim", ((TABLE, CONFIRM),), ((TABLE, DENY),)))
    elif state.phase is Phase.CALL and state.call is not None:
        caller, giver = match.names(state.call)
        told = fact("question.mistake", caller=caller, giver=giver)
        yield Question("mistake", match.step, told, yes_no("mistake", ((TABLE, CONFIRM),), ((TABLE, DENY),)))
    elif state.phase in (Phase.SPEECH, Phase.UNSEEN) and state.claim is not None:
        told = fact("question.teeth", name=match.players[state.claim[0]])
        why = fact("question.speech") if state.phase is Phase.SPEECH else None
        answers = _teeth_answers()
        yield Question("teeth" if state.phase is Phase.SPEECH else "unseen", match.step, told, answers, why)
    elif state.phase is Phase.NEXT:
        yield _next_wild(match, open_.set) if open_.set else _next_set(match)


def _teeth_answers() -> tuple[Answer, ...]:
    """Return the two answers to "did teeth show?".

    Their ids answer the opposite question, "was the speech clean?", as in old logs: "yes" is the verdict "clean". Their
    ``kind`` answers the question as it is asked.
    """
    clean, teeth = yes_no("teeth", ((TABLE, Verdict("clean")),), ((TABLE, Verdict("teeth")),))
    return replace(clean, kind="no"), replace(teeth, kind="yes")


def _cards_of_a_win(state: State) -> int:
    """Return the number of cards of one suit that win; in the advanced game a Grin and a Wild Thing are added."""
    return GEMS_IN_SUIT + 2 if state.options.advanced else GEMS_IN_SUIT


def trade_acts(match: MatchView, one: int, other: int, shown: Rank) -> Acts:
    """Return the actions for a trade of the players in seats ``one`` and ``other``.

    With physical cards both players' offers of ``shown`` come before the trade.
    """
    trade = (TABLE, Trade(one, other))
    return (trade,) if match.state.options.digital else ((one, offer(shown)), (other, offer(shown)), trade)


def _in_play(match: MatchView, open_: OpenQuestions) -> Iterator[Question]:
    for code, one in open_.asked.items():
        if code == "who-won":
            yield _who_won(match, open_, one) if open_.winner is None else _which_gem(match, one.number, open_.winner)
            continue
        if code == "whose-speech":
            yield _whose_speech(match, one)
            continue
        if code == "opening":
            choice = (Answer("begins", fact("answer.play-begins")), Answer("won", fact("answer.has-won")))
            yield Question(code, one.number, fact("question.opening"), choice, asked=one.at)
            continue
        told, answers, nobody = _question_content(match, code, one)
        if answers:
            # with digital cards the answer's result reveals whether a card was wrong: only the laptop may answer
            to: To = "laptop" if code == "who-called" and match.state.hands and match.edition > 3 else "all"
            yield Question(code, one.number, told, (*answers, _nobody(nobody)), to=to, asked=one.at)


def _question_content(match: MatchView, code: str, one: RaisedQuestion) -> tuple[Fact, Sequence[Answer], str]:
    """Return a question's text, its answers, and which "nobody" is added as its last answer.

    The third value is the ending of a message key, such as "trades" for ``answer.nobody-trades``.
    """
    names, (first, *others) = match.players, one.seats
    if code == "who-trades" and one.rank is not None:
        told = fact("question.who-trades", names=match.names(one.seats), sign=_sign(match, one.rank))
        return told, list(_pairs(match, one.rank, one.seats)), "trades"
    if code == "how-many":
        told = fact("question.how-many", a=names[first], b=names[others[0]])
        return told, list(_counts(match, first, others[0])), "trades"
    if code == "who-called":
        pairs = [(a, last.other) for a in one.seats if (last := match.state.last[a]) is not None]
        got = [Answer(f"seat{a}", fact("answer.got", name=names[a]), ((a, Call(b)),)) for a, b in pairs]
        return fact("question.who-called"), got, "called"
    assert one.rank is not None
    shown, offers = one.rank, match.state.offers  # only "whose-sound" is left: an unknown player showed the same rank
    free = [p for p in range(len(names)) if p != first]
    if match.state.options.digital:  # offer only players who could trade
        free = [p for p in free if (mine := offers[p]) is not None and mine.shown == shown]
    told = fact("question.whose-sound", name=names[first], sign=_sign(match, shown))
    return told, players(names, lambda p: trade_acts(match, first, p, shown), free), "sound"


def _who_won(match: MatchView, open_: OpenQuestions, one: RaisedQuestion) -> Question:
    gem = open_.gem
    asked = players(match.players, (lambda seat: ((seat, Claim(gem)),)) if gem else None, sorted(one.seats) or None)
    told = fact("question.who-won-gem", gem=gem) if gem else fact("question.who-won")
    return Question("who-won", one.number, told, (*asked, _nobody("won")))


def _whose_speech(match: MatchView, one: RaisedQuestion) -> Question:
    """Return the question who spoke the victory speech.

    The player whom the speech names as the winner makes the claim; any other player has to repeat the speech.
    """
    (named,), gem = one.seats, one.gem
    told = fact("question.whose-speech", name=match.players[named], gem=gem)
    asked = players(match.players, lambda seat: ((seat, Claim(gem)),) if seat == named else ())
    return Question("whose-speech", one.number, told, (*asked, _nobody("spoke")))


def _which_gem(match: MatchView, number: int, winner: int) -> Question:
    gems = tuple(Answer(gem, fact("answer.gem", gem=gem), ((winner, Claim(gem)),)) for gem in match.state.options.suits)
    other = Answer("else", fact("answer.somebody-else"), kind="no")
    return Question("which-gem", number, fact("question.which-gem", name=match.players[winner]), (*gems, other))


def _pairs(match: MatchView, rank: Rank, seats: Sequence[int]) -> Iterator[Answer]:
    names = match.players
    for k, a in enumerate(seats):
        for b in seats[k + 1 :]:
            told = fact("answer.two", a=names[a], b=names[b])
            yield Answer(f"seats{a}-{b}", told, trade_acts(match, a, b, rank))


def _counts(match: MatchView, one: int, other: int) -> Iterator[Answer]:
    for shown in signals(match.state.signal_set, match.state.options.advanced).values():
        yield Answer(shown.text, fact("answer.cards", shown=shown.text), trade_acts(match, one, other, shown))


def _next_set(match: MatchView) -> Question:
    """Return the question which set of signals comes next, for the winner, who deals the next hand."""
    state: State = match.state
    sets = []
    for letter in SIGNAL_SETS:
        shown = [name for name, count in signals(letter, advanced=False).items() if count < GRIN]
        acts: Acts = () if state.options.advanced else ((state.dealer, Next(letter, state.wild)),)
        sets.append(Answer(letter, fact("answer.set", set=letter, signals=shown), acts))
    told = fact("question.next-set", dealer=match.players[state.dealer], n=state.hand + 1)
    return Question("next-set", match.step, told, tuple(sets), None, state.dealer)


def _next_wild(match: MatchView, letter: str) -> Question:
    """Return the question which Wild Thing signal comes next, for the dealer in the advanced game."""
    dealer = match.state.dealer
    wilds = [
        Answer(f"wild{k}", fact("answer.wild", wild=wild), ((dealer, Next(letter, wild)),))
        for k, wild in enumerate(WILD_SUGGESTIONS)
    ]
    own = Answer(OTHER_ANSWER, fact("answer.wild-own"), kind="other")
    back = Answer("back", fact("answer.other-set"), kind="no")
    told = fact("question.next-wild", dealer=match.players[dealer])
    return Question("next-wild", match.step, told, (*wilds, own, back), None, dealer)


def _sign(match: MatchView, rank: Rank) -> str:
    return signal_for(match.state.signal_set, rank)


def _nobody(what: str) -> Answer:
    return Answer("nobody", fact(f"answer.nobody-{what}"), kind="no")
