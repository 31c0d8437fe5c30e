"""Drafts of rulings by Face Off!'s desk: trades, verdicts, new hands, and questions about trades."""

from __future__ import annotations

from dataclasses import replace

from companion.events import Teeth
from companion.facts import Fact, fact
from companion.referee.desk import Draft, Reaction, draft
from companion.referee.face_off_memory import FaceOffMemory
from companion.referee.face_off_questions import trade_acts
from companion.referee.match_view import MatchView
from companion.referee.signal_shows import SignalMeeting
from companion.rules.errors import MalformedAction
from companion.rules.face_off.actions import Verdict
from companion.rules.face_off.data import GRIN, WILD, Rank, signal_for, signals
from companion.rules.face_off.state import Phase, State
from companion.rules.protocol import TABLE


def active_signals(state: State) -> dict[str, Rank]:
    """Return the signals that are valid in this hand: signal name -> rank."""
    return signals(state.signal_set, state.options.advanced)


def verdict_drafts(state: State, event: Teeth) -> list[Draft]:
    if state.phase is Phase.UNSEEN and event.verdict == "unseen":
        return []
    return [draft("verdict", (TABLE, Verdict(event.verdict)), onset=event.onset, tells=True, reason=event.why)]


def trade_draft(match: MatchView, meeting: SignalMeeting) -> Draft:
    state: State = match.state
    one, other = meeting.players
    shown = meeting.rank
    a, b = match.names(meeting.players)
    sign = signal_for(state.signal_set, shown)
    without = [p for p in meeting.players if (mine := state.offers[p]) is None or mine.shown != shown]
    if state.options.digital and without:
        lacking = fact("referee.picked-none", names=match.names(without), what=_cards(shown))
        return draft("no-cards", a=a, b=b, sign=sign, why=lacking)
    return draft(
        "trade",
        *trade_acts(match, one, other, shown),
        onset=meeting.since,
        refused=draft("no-cards", a=a, b=b, sign=sign, why=None),
        a=a,
        b=b,
        what=_cards(shown),
        reason=fact("reason.both-show", sign=sign),
    )


def ask_how_many(match: MatchView, memory: FaceOffMemory, one: int, other: int) -> Reaction[FaceOffMemory] | None:
    """Return a reaction that refuses a trade whose signal is unknown, and asks how many cards were traded.

    None outside the phase of play, or if ``one`` and ``other`` are the same seat.
    """
    if one == other or match.state.phase is not Phase.PLAY:
        return None
    a, b = match.names((one, other))
    asked = memory.open.ask(match, "how-many", (one, other))
    return Reaction(replace(memory, open=asked), error=MalformedAction(fact("face-off.no.trade-signal", a=a, b=b)))


def ask_who_trades(match: MatchView, memory: FaceOffMemory, meeting: SignalMeeting) -> Reaction[FaceOffMemory]:
    """Return a reaction that asks which two players traded, since three or more show the same rank."""
    names, sign = match.names(meeting.players), signal_for(match.state.signal_set, meeting.rank)
    why = fact("reason.two-trade")
    asked = memory.open.ask(match, "who-trades", meeting.players, rank=meeting.rank)
    memory = replace(memory, several={**memory.several, meeting.rank: meeting.players}, open=asked)
    several = draft("several", onset=meeting.since, names=names, sign=sign, a=names[0], b=names[1], reason=why)
    return Reaction(memory, [several])


def hand_draft(match: MatchView) -> Draft:
    state: State = match.state
    shown = [fact("hand.sign", shows=n.text, signal=s) for s, n in active_signals(state).items() if n < GRIN]
    dealer = match.players[state.dealer]
    return draft("new-hand", n=state.hand, dealer=dealer, set=state.signal_set, signals=shown)


def _cards(shown: Rank) -> Fact:
    """Return a fact that names what was traded: one to four gems, a Grin or a Wild Thing card."""
    if shown in (GRIN, WILD):
        return fact(f"cards.{shown.text}")
    return fact("cards.gems", n=int(shown))
