"""One plain sentence for every action, in the words of ``messages.py``. Nothing secret is in it."""

from __future__ import annotations

from companion.rules.face_off.actions import Action, Call, Claim, Confirm, Deal, Deny, Next, Offer, Trade, Verdict
from companion.rules.face_off.data import signal_for
from companion.rules.face_off.messages import BOTH, GEMS, LINES, SHOWS, SIGNALS
from companion.rules.face_off.moves import move, outcome
from companion.rules.face_off.state import Phase, State
from companion.rules.protocol import Language


def tell(before: State, actor: int, action: Action, language: Language) -> str:
    """What happened, as a referee says it aloud."""
    de = int(language == "de")
    names = before.options.players
    who = names[actor] if actor >= 0 else ""
    match action:
        case Deal():
            kind = "cards advanced" if before.options.advanced else "cards basic"
            return LINES["deal"][de].format(dealer=names[before.dealer], hand=before.hand, cards=LINES[kind][de])
        case Offer(shown):
            signal = SIGNALS[signal_for(before.signal_set, shown)][de]
            return LINES["offer"][de].format(who=who, signal=signal, what=SHOWS[shown][de])
        case Trade(one, other):
            return _trade(before, action, names[one], names[other], de)
        case Claim(suit):
            if not before.options.digital:
                return LINES["asked"][de].format(who=who, gem=GEMS[suit][de])
            return _claim(before, actor, action, de)
        case Call(giver):
            key = "call" if before.options.digital else "call asked"
            return LINES[key][de].format(who=who, giver=names[giver], points=before.options.mistake_penalty)
        case Confirm() | Deny():
            return _ruling(before, action, de)
        case Verdict(found):
            return _verdict(before, action, found, de)
        case Next(signal_set, wild):
            return LINES["next wild" if wild else "next"][de].format(who=who, set=signal_set, wild=wild)
        case _:
            return LINES["withdraw"][de].format(who=who)


def _trade(before: State, action: Trade, one: str, other: str, de: int) -> str:
    mine = before.offers[action.one]
    line = LINES["trade"][de].format(one=one, other=other, what=BOTH[mine.shown if mine else 1][de])
    after = move(before, -2, action)
    return line + (LINES["stalemate"][de] if after.hand != before.hand else _game(after, de))


def _claim(before: State, actor: int, action: Action, de: int) -> str:
    """A claim that is judged now, by the digital cards or by the table."""
    after = move(before, actor, action)
    if after.phase is Phase.PLAY:
        who = before.options.players[before.claim[0] if before.claim else actor]
        return LINES["false"][de].format(who=who) + _penalty(before.options.false_claim_penalty, de)
    assert after.claim is not None
    player, suit = after.claim
    who, points = before.options.players[player], before.options.value(suit)
    line = LINES["won"][de].format(who=who, gem=GEMS[suit][de], points=points, total=after.scores[player])
    return line + (LINES["speech"][de] if after.phase is Phase.SPEECH else _game(after, de))


def _ruling(before: State, action: Confirm | Deny, de: int) -> str:
    if before.call is None:
        return _claim(before, -2, action, de)
    caller, giver = (before.options.players[p] for p in before.call)
    key = "call" if isinstance(action, Confirm) else "call denied"
    return LINES[key][de].format(who=caller, giver=giver, points=before.options.mistake_penalty)


def _verdict(before: State, action: Verdict, found: str, de: int) -> str:
    assert before.claim is not None
    after, player = move(before, -2, action), before.claim[0]
    line = LINES[found][de].format(who=before.options.players[player], points=before.options.teeth_penalty,
                                   total=after.scores[player])
    return line + _game(after, de)


def _penalty(points: int, de: int) -> str:
    return LINES["penalty"][de].format(points=points) if points else ""


def _game(after: State, de: int) -> str:
    """The winners of the game, where this action has ended it."""
    end = outcome(after)
    if end is None:
        return ""
    names = [after.options.players[p] for p in end.winners]
    return LINES["game" if len(names) == 1 else "games"][de].format(who=(" und " if de else " and ").join(names))
