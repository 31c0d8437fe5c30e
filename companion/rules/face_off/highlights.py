"""The highlights of Face Off!: moments for wins and verdicts; feats for trades, calm speeches and caught mistakes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.facts import fact
from companion.rules.face_off.actions import Action, Call, Claim, Confirm, Deal, Next, Trade, Verdict
from companion.rules.face_off.data import WILD
from companion.rules.face_off.state import Phase, State
from companion.rules.highlights import Feat, Highlight, Moment, Start
from companion.rules.protocol import Actor


def highlights(before: State, actor: Actor, action: Action, after: State) -> Iterator[Highlight]:
    if isinstance(action, (Deal, Next)):
        yield Start()
    elif isinstance(action, Trade):
        yield from _trade(before, action)
        yield Start()
    elif isinstance(action, Verdict):
        yield from _verdict(before, action, after)
    elif isinstance(action, (Claim, Confirm)) and after.phase not in (Phase.PLAY, Phase.CLAIM):
        yield from _win(after)
    if len(after.sheet) > len(before.sheet) and after.sheet[-1].reason == "mistake":
        yield from _caught(before, actor, action)


def _trade(before: State, action: Trade) -> Iterator[Highlight]:
    mine = before.offers[action.one]
    for seat in (action.one, action.other):
        yield Feat("trade", seat)
        yield Feat("quick", seat, fold="seconds")
        if mine is not None and mine.shown == WILD:
            yield Feat("wild", seat)


def _win(after: State) -> Iterator[Highlight]:
    assert after.claim is not None
    seat, gem = after.claim
    points = after.options.value(gem)
    yield Moment(
        "win",
        fact("moment.win", who=after.options.players[seat], gem=gem),
        fact("moment.points", points=points, total=after.scores[seat]),
        (seat,),
        {"gem": gem, "scores": list(after.scores)},
    )


def _verdict(before: State, action: Verdict, after: State) -> Iterator[Highlight]:
    if action.found == "unseen" or before.claim is None:
        return
    seat = before.claim[0]
    who, total = before.options.players[seat], after.scores[seat]
    if action.found == "clean":
        yield Feat("calm", seat)
        title, detail = fact("moment.clean", who=who), fact("moment.total", total=total)
    else:
        title = fact("moment.teeth", who=who)
        detail = fact("moment.lost", points=before.options.teeth_penalty, total=total)
    yield Moment("verdict", title, detail, (seat,), {"found": action.found, "scores": list(after.scores)})


def _caught(before: State, actor: Actor, action: Action) -> Iterator[Highlight]:
    """Yield a feat for the player who noticed a wrong card."""
    caller = actor if isinstance(action, Call) else before.call[0] if before.call is not None else -1
    if caller >= 0:
        yield Feat("caught", caller)
