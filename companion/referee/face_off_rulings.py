"""What Face Off!'s desk rules by itself, as drafts: a trade, a verdict, a new hand."""

from __future__ import annotations

from companion.events import Teeth
from companion.facts import Fact, fact
from companion.referee.desk import Draft, draft
from companion.referee.face_off_questions import trade_acts
from companion.referee.match_view import MatchView
from companion.referee.signal_shows import SignalMeeting
from companion.rules.face_off.actions import Verdict
from companion.rules.face_off.data import GRIN, SHOWN_TEXT, WILD, Rank, signal_for, signals
from companion.rules.face_off.state import Phase, State
from companion.rules.protocol import TABLE


def active_signals(state: State) -> dict[str, Rank]:
    """Return the signals that count in this hand, with what each shows."""
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


def hand_draft(match: MatchView) -> Draft:
    state: State = match.state
    shown = [fact("hand.sign", shows=SHOWN_TEXT[n], signal=s) for s, n in active_signals(state).items() if n < GRIN]
    dealer = match.players[state.dealer]
    return draft("new-hand", n=state.hand, dealer=dealer, set=state.signal_set, signals=shown)


def _cards(shown: Rank) -> Fact:
    """Return the cards of a trade."""
    if shown in (GRIN, WILD):
        return fact(f"cards.{SHOWN_TEXT[shown]}")
    return fact("cards.gems", n=shown)
